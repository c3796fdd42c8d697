#!/bin/bash
# One machine as a gen_fsm, a gen_statem and a gen_server: `bash benches/behaviours.sh [ROUNDS]`, with a build of erl2lts (a
# release, or the program in ERL2LTS). Prints medians of processor time of the whole process, on one thread, and the ratio
# to the gen_fsm; exit code 1 where the three have different numbers of states, or one takes more than 1.5 times.
set -eu
rounds=${1:-5}
root=$(cd "$(dirname "$0")/.." && pwd)
ours=${ERL2LTS:-${CARGO_TARGET_DIR:-$root/target}/release/erl2lts}
out=$(mktemp)
trap 'rm -f "$out"' EXIT

seconds() { # processor time of a command, whose output goes to a file
    local TIMEFORMAT='%U %S'
    { time "$@" > "$out" 2>&1 || true; } 2>&1 | awk '{ printf "%.3f", $1 + $2 }'
}
median() { tr ' ' '\n' | sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }
measure() { # FILE COMMANDS
    local all=()
    for _ in $(seq "$rounds"); do
        all+=("$(seconds "$ours" lts "$1" --init '{200,true}' --commands "{any_of,[$2]}" \
            --unhandled disallow --max-states 1000000 --threads 1 -o /dev/null)")
    done
    found=$(grep -o '[0-9]* states, [0-9]* transitions' "$out")
    took=$(echo "${all[@]}" | median)
}

casts="{cast,put},{cast,get},{for,'I',1,199,{cast,{extend,'I'}}}"
measure "$root/fixtures/circular_buffer/circular_buffer_fsm.erl" "put,get,{for,'I',1,199,{extend,'I'}}"
first=$found base=$took bad=0
echo "gen_fsm     $found: $took s"
for kind in statem server; do
    measure "$root/benches/models/circular_buffer_$kind.erl" "$casts"
    ratio=$(echo "$took $base" | awk '{ printf "%.2f", $1 / $2 }')
    echo "gen_$kind  $found: $took s ($ratio)"
    [ "$found" = "$first" ] && echo "$ratio" | awk '{ exit !($1 <= 1.5) }' || bad=1
done
exit $bad
