#!/usr/bin/env bash
# A hook of pre-commit: checks the files that a commit changes, .props files and modules that are machines.
#
# Input: files as arguments. Output: what is not as expected; exit code 1 if something is, or 2 where the input is wrong.
set -uo pipefail

program=${ERL2LTS:-erl2lts}
behaviours='gen_statem|gen_server|gen_fsm|p1_fsm|p1_fsm_old|gen_fsm_compat'
worst=0
for file in "$@"; do
    case "$file" in
        *.erl) grep -qE "^-behaviou?r\(($behaviours)\)" "$file" || continue ;;
        *.props) ;;
        *) continue ;;
    esac
    code=0
    "$program" check "$file" --quiet || code=$?
    # What is only inconclusive is for the server to say.
    if [ "$code" -ne 3 ] && [ "$code" -gt "$worst" ]; then
        worst=$code
    fi
done
exit "$worst"
