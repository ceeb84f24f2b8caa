#!/usr/bin/env bash
# Comments the table in the file SUMMARY on a pull request, in place of the comment of an earlier run.
#
#     comment.sh OWNER/REPOSITORY NUMBER SUMMARY
set -euo pipefail
repository=$1 number=$2 summary=$3

comment=$(gh api --paginate "repos/$repository/issues/$number/comments" \
    --jq '.[] | select(.user.type == "Bot" and (.body | startswith("<!-- cvpress -->"))) | .id' | head -n 1)
if [ -n "$comment" ]; then
    gh api --method PATCH "repos/$repository/issues/comments/$comment" --field "body=@$summary" >/dev/null
else
    gh api --method POST "repos/$repository/issues/$number/comments" --field "body=@$summary" >/dev/null
fi
