#!/bin/sh
# The built-in checks on modules of your own, one line each: what a table of public modules is made with.
#
#   benches/hunt.sh ERL2LTS FILES..    FILES are .erl modules; lines on stdout, tab-separated:
#   module, processor seconds, exit code, states, moves, certain, possible, clauses taken, clauses, codes
#
# A module that needs more than LIMIT seconds (60) of wall time is "killed"; exit code 101 is a panic.
bin=$1
shift
printf 'module\tseconds\texit\tstates\tmoves\tcertain\tpossible\ttaken\tclauses\tended\tcodes\n'
for file in "$@"; do
    out=$(mktemp)
    # shellcheck disable=SC2016
    time=$( { TIMEFORMAT='%U %S'; export TIMEFORMAT
        bash -c 'time timeout "$0" "$1" check "$2" --messages short >"$3" 2>"$3.err"; echo $? >"$3.code"' \
            "${LIMIT:-60}" "$bin" "$file" "$out"; } 2>&1 | grep -E '^[0-9.]+ [0-9.]+$' | awk '{print $1 + $2}')
    awk -v time="$time" -v code="$(cat "$out.code")" -v name="$file" '
        /^hunt / { for (i = 1; i <= NF; i++) {
                       if ($i ~ /^states?,$/) states = $(i - 1)
                       if ($i ~ /^moves?:$/) moves = $(i - 1)
                       if ($i == "clauses") { taken = $(i - 3); clauses = $(i - 1) } }
                   ended = /by the clock/ ? "clock" : /not all/ ? "cut" : "all" }
        /^(certain|possible) / { n[$1]++; codes[$2]; if ($0 ~ /[0-9]+ more:/) n[$1] += $3 - 1
                       if ($0 ~ /clauses are never taken/) n[$1] += $3 - 1 }
        END { for (c in codes) list = list (list ? "," : "") substr(c, 1, 5)
              printf "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\n", name, time, code, states, moves,
                  n["certain"], n["possible"], taken, clauses, ended, list }' "$out"
    rm -f "$out" "$out.err" "$out.code"
done
