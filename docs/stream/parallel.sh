#!/usr/bin/env bash
# Prints with GNU parallel: parallel.sh FOLDER-OF-PROFILES OUT
set -euo pipefail
profiles=$1 out=$2

# A part of the profiles for each process. `--sshlogin` spreads them over machines.
parallel --jobs 2 cvpress batch --quiet "$profiles" --jobs 1 --shard {}/4 --out "$out" ::: 1 2 3 4

# The same as jobs of `cvpress stream`: a job a line, dealt out to two processes; an answer a line.
for profile in "$profiles"/*.toml; do
    printf '{"id": "%s", "profile": "%s", "layout": "ats", "output": "%s/%s-ats.pdf"}\n' \
        "$(basename "$profile")" "$profile" "$out" "$(basename "$profile" .toml)"
done | parallel --pipe --round-robin --block 1k --line-buffer --jobs 2 cvpress stream --jobs 1 > "$out/answers.jsonl"
