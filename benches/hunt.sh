#!/bin/sh
# The built-in checks on modules of your own, one line each: what a table of public modules is made with.
#
#   benches/hunt.sh ERL2LTS FILES..    FILES are .erl modules; lines on stdout, tab-separated:
#   module, processor seconds, exit code, states, moves, certain, possible, clauses taken, clauses, how it ended,
#   places that make unknown values (results of other modules / messages of a receive / missing headers / constructs
#   without an exact meaning), codes of certain findings, all codes
#
# A module that needs more than LIMIT seconds (60) of wall time is "killed"; exit code 101 is a panic. FLAGS are
# given to each `check`. A summary follows on stderr.
bin=$1
shift
table=$(mktemp)
{
    printf 'module\tseconds\texit\tstates\tmoves\tcertain\tpossible\ttaken\tclauses\tended\tunknown\tsure\tcodes\n'
    for file in "$@"; do
        out=$(mktemp)
        # shellcheck disable=SC2016
        time=$( { TIMEFORMAT='%U %S'; export TIMEFORMAT
            bash -c 'time timeout "$0" "$1" check "$2" --messages short '"${FLAGS:-}"' --format human \
                --format json="$3.json" >"$3" 2>"$3.err"; echo $? >"$3.code"' \
                "${LIMIT:-60}" "$bin" "$file" "$out"; } 2>&1 | grep -E '^[0-9.]+ [0-9.]+$' | awk '{print $1 + $2}')
        places=$(awk '
            function count(kind) {
                if (!match($0, "\"" kind "\": *[0-9]+")) return 0
                return substr($0, RSTART + length(kind) + 3, RLENGTH - length(kind) - 3) + 0
            }
            { r += count("results"); m += count("messages"); h += count("headers"); c += count("constructs") }
            END { printf "%d/%d/%d/%d", r, m, h, c }' "$out.json")
        awk -v time="$time" -v code="$(cat "$out.code")" -v name="$file" -v places="$places" '
            /^hunt / { for (i = 1; i <= NF; i++) {
                           if ($i ~ /^states?,$/) states = $(i - 1)
                           if ($i ~ /^moves?:$/) moves = $(i - 1)
                           if ($i == "clauses") { taken = $(i - 3); clauses = $(i - 1) } }
                       ended = /by the clock/ ? "clock" : /not all/ ? "cut" : "all" }
            /^(certain|possible) / { n[$1]++; codes[$2]; if ($1 == "certain") certain[$2]
                           if ($0 ~ /[0-9]+ more:/) n[$1] += $3 - 1
                           if ($0 ~ /clauses are never taken/) n[$1] += $3 - 1 }
            END { for (c in codes) list = list (list ? "," : "") substr(c, 1, 5)
                  for (c in certain) sure = sure (sure ? "," : "") substr(c, 1, 5)
                  printf "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\n", name, time, code, states, moves,
                      n["certain"], n["possible"], taken, clauses, ended, places, sure, list }' "$out"
        rm -f "$out" "$out.err" "$out.code" "$out.json"
    done
} | tee "$table"
tail -n +2 "$table" | cut -f 2 | sort -n | awk '
    { at[NR] = $1 }
    END { if (NR) printf "%d modules: median %.2f s, p90 %.2f s, max %.2f s\n", NR, at[int((NR + 1) / 2)],
                      at[int(NR * 0.9 + 0.5)], at[NR] }' >&2
awk -F'\t' 'NR > 1 { exits[$3]++; ended[$10]++; certain += $6; possible += $7; sure += $6 > 0; any += $6 + $7 > 0
                     taken += $8; clauses += $9 }
    END { for (e in exits) printf "exit %s: %d; ", e, exits[e]
          for (e in ended) printf "ended %s: %d; ", e == "" ? "before" : e, ended[e]
          printf "\n%d certain in %d modules, %d possible, %d modules with any; %d of %d clauses taken\n",
              certain, sure, possible, any, taken, clauses }' "$table" >&2
rm -f "$table"
