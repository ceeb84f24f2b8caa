#!/usr/bin/env bash
# Renders with GNU parallel: parallel.sh PROFILES OUTPUT
set -euo pipefail
profiles=$1 out=$2

# One shard of the profiles per process. `--sshlogin` distributes them over machines.
parallel --jobs 2 cvpress batch --quiet "$profiles" --jobs 1 --shard {}/4 --output "$out" ::: 1 2 3 4

# The same as JSON jobs, one per line, distributed over two processes.
for profile in "$profiles"/*.toml; do
    printf '{"id": "%s", "profile": "%s", "layout": "ats", "output": "%s/%s-ats.pdf"}\n' \
        "$(basename "$profile")" "$profile" "$out" "$(basename "$profile" .toml)"
done | parallel --pipe --round-robin --block 1k --line-buffer --jobs 2 cvpress stream --jobs 1 > "$out/answers.jsonl"
