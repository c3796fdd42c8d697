#!/bin/bash
# Properties about the past: `bash benches/past.sh [ROUNDS]`, with a build of erl2lts (a release, or the program in ERL2LTS). Prints medians of
# processor time of the whole process, on one thread: the circular buffer 100 (343,392 states) without and with three properties, watched
# while it is explored, and their ratio; then logs of a million lines, ten of them distinct and all of them, and lines a second. Exit code 1
# where the ratio is above 1.5 or a log takes longer than 300,000 lines a second.
set -eu
rounds=${1:-5}
root=$(cd "$(dirname "$0")/.." && pwd)
ours=${ERL2LTS:-${CARGO_TARGET_DIR:-$root/target}/release/erl2lts}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

seconds() { # processor time of a command, whose output goes to a file
    local TIMEFORMAT='%U %S'
    { time "$@" > "$folder/out" 2>&1 || true; } 2>&1 | awk '{ printf "%.3f", $1 + $2 }'
}
median() { tr ' ' '\n' | sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }
measure() { # COMMAND ..
    local all=()
    for _ in $(seq "$rounds"); do all+=("$(seconds "$@")"); done
    took=$(echo "${all[@]}" | median)
}

buffer=(fixtures/observed/buffer_naive_fsm.erl --init 100 --commands "{any_of,[put,get,extend]}"
    --unhandled disallow --max-states 1000000 --threads 1)
cd "$root"
measure "$ours" info "${buffer[@]}"
base=$took bad=0
grep -E '^(states|transitions)' "$folder/out" || { cat "$folder/out"; exit 1; }
echo "explored            $base s"
measure "$ours" check "${buffer[@]}" --logic ptltl -e 'cmd(get) implies once cmd(put)' -e 'starts cmd(get) implies once cmd(put)' \
    -e '[cmd(put), cmd(get)) implies not cmd(get)'
ratio=$(echo "$took $base" | awk '{ printf "%.2f", $1 / $2 }')
echo "three properties    $took s ($ratio)"
echo "$ratio" | awk '{ exit !($1 <= 1.5) }' || bad=1

lines() { # NAME DISTINCT
    awk -v n=500000 -v d="$2" -v f="$folder/$1.log" 'BEGIN { for (i = 0; i < n; i++) printf "cmd({to,%d})\n{state,moving,%d}\n", i % d, i % d > f; }'
    measure "$ours" monitor fixtures/past/lift_fsm.props "$folder/$1.log"
    local rate
    rate=$(echo "$took" | awk '{ printf "%d", 1000000 / $1 }')
    echo "log, $1 distinct  $took s, $rate lines a second"
    [ "$rate" -ge 300000 ] || bad=1
}
lines few 5
lines many 500000
exit $bad
