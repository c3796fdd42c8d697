#!/bin/bash
# Data that changes shape, beside Erlang: `bash benches/peers/erlang.sh [ROUNDS]`, with a build of erl2lts (a release, or the
# program in ERL2LTS). Erlang searches breadth first over the same compiled callbacks, on one scheduler, with states in a
# map (`breadth_first.escript`); its time is that of the search alone, ours that of the whole process, on one thread.
# Prints medians of processor time and the ratio of Erlang's to ours; exit code 1 where the two find different numbers.
set -eu
rounds=${1:-5}
root=$(cd "$(dirname "$0")/../.." && pwd)
ours=${ERL2LTS:-${CARGO_TARGET_DIR:-$root/target}/release/erl2lts}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
same=0

seconds() { # processor time of a command, whose output goes to a file
    local TIMEFORMAT='%U %S'
    { time "$@" > out 2>&1 || true; } 2>&1 | awk '{ printf "%.3f", $1 + $2 }'
}
median() { tr ' ' '\n' | sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }
compare() { # NAME MODULE INIT COMMANDS EVENTS
    local mine=() theirs=() found
    for _ in $(seq "$rounds"); do
        mine+=("$(seconds "$ours" lts "$root/$2" --init "$3" --commands "$4" --unhandled disallow \
            --max-states 10000000 --threads 1 -o /dev/null)")
        found=$(grep -o '[0-9]* states, [0-9]* transitions' out | tr -d ,)
        escript "$root/benches/peers/breadth_first.escript" "$root/$2" "$3" "$5" > other
        theirs+=("$(awk '{ printf "%.3f", $5 / 1000 }' other)")
        grep -q "^$found " other || { echo "$1: $found, $(cat other)" && same=1; }
    done
    printf '%-14s %s: ours %s s, Erlang %s s (%s)\n' "$1" "$found" "$(echo "${mine[@]}" | median)" \
        "$(echo "${theirs[@]}" | median)" \
        "$(echo "$(echo "${theirs[@]}" | median) $(echo "${mine[@]}" | median)" | awk '{ printf "%.1f", $1 / $2 }')"
}

ring="{any_of,[put,get,{for,'I',1,199,{extend,'I'}}]}"
cells='[put, get | [{extend, I} || I <- lists:seq(1, 199)]]'
topics="{for,'T',1,5,{subscribe,'T'}},{for,'T',1,5,{unsubscribe,'T'}}"
compare 'ring, tuple' fixtures/circular_buffer/circular_buffer_fsm.erl '{200,true}' "$ring" "$cells"
compare 'ring, list' benches/models/list_ring_fsm.erl 200 "$ring" "$cells"
compare session benches/models/session_fsm.erl 5 "{any_of,[$topics,{push,a},{push,b},pop,clear]}" \
    '[pop, clear, {push, a}, {push, b} | [{E, T} || E <- [subscribe, unsubscribe], T <- lists:seq(1, 5)]]'
exit "$same"
