#!/usr/bin/env bash
# The step of a job on GitHub: checks files, and writes annotations, a report for code scanning and the summary of the job.
#
# Input: the files and folders to check as arguments, at least one; ERL2LTS_ARGS, flags for each call; ERL2LTS_SARIF, a folder for reports, none if empty;
# GITHUB_STEP_SUMMARY, the file of the summary. Output: annotations on stdout; the worst exit code (2 before 1 before 3).
set -uo pipefail

program=${ERL2LTS:-erl2lts}
if [ $# -eq 0 ]; then
    echo '::error title=erl2lts::there is nothing to check: name files or folders in `files`'
    exit 2
fi
read -r -d '' -a flags <<<"${ERL2LTS_ARGS:-}" || true
summary=$(mktemp)
trap 'rm -f "$summary"' EXIT
worst=0
number=0
for file in "$@"; do
    formats=(--format github --format "markdown=$summary")
    if [ -n "${ERL2LTS_SARIF:-}" ]; then
        mkdir -p "$ERL2LTS_SARIF"
        number=$((number + 1))
        formats+=(--format "sarif=$ERL2LTS_SARIF/$number.sarif")
    fi
    : >"$summary"
    code=0
    "$program" check "${formats[@]}" ${flags[@]+"${flags[@]}"} -- "$file" || code=$?
    if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
        cat "$summary" >>"$GITHUB_STEP_SUMMARY"
        echo >>"$GITHUB_STEP_SUMMARY"
    fi
    case "$worst $code" in
        0\ * | 3\ [12] | 1\ 2) worst=$code ;;
        *\ 101) worst=$code ;;
    esac
done
exit "$worst"
