#!/bin/bash
# Exploration beside the peers: `bash benches/peers/compare.sh [ROUNDS]`, with a release build of erl2lts, spin, gcc, and
# mCRL2 in MCRL2_PATH if it is there. Prints for each system the median of the seconds of processor time of each, and
# the ratio to ours. Ours counts parsing and translation; pan's does not count making and compiling it.
set -eu
rounds=${1:-5}
root=$(cd "$(dirname "$0")/../.." && pwd)
ours=${CARGO_TARGET_DIR:-$root/target}/release/erl2lts
peers=$root/benches/peers
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# Processor time of a command, whose output goes to a file.
seconds() {
    local TIMEFORMAT='%U %S'
    { time "$@" > out 2>&1 || true; } 2>&1 | awk '{ printf "%.2f", $1 + $2 }'
}
median() { tr ' ' '\n' | sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }
pan() { # NAME OPTIONS.. : compiles pan.c
    local name=$1
    shift
    gcc -O2 -DSAFETY -DNOREDUCE "$@" -w -o "$name" pan.c
}
found() { # states and transitions in the last output
    grep -E 'states, stored|transitions \(=' out | awk '{ printf "%s ", $1 }'
}

coffee_commands() {
    echo "{any_of,[{for,'P',1,$1,{selection,tea,'P'}},{for,'C',1,3,{pay,'C'}},{cancel},{cup_remove}]}"
}
own() { # MODULE INIT COMMANDS OPTIONS.. : all states of a module, without output
    local module=$1 init=$2 commands=$3
    shift 3
    "$ours" check "$root/$module" --init "$init" --commands "$commands" --max-states 10000000 \
        --threads 1 --explore all -e true "$@"
}

row() { # SYSTEM MINE DFS BFS : the medians of some rounds
    printf '%-12s ours %6s s | pan %6s s (%4.1f) | pan -DBFS %6s s (%4.1f)\n' "$1" "$2" \
        "$3" "$(echo "$3 $2" | awk '{ print $1 / $2 }')" "$4" "$(echo "$4 $2" | awk '{ print $1 / $2 }')"
}
compare() { # SYSTEM DEPTH HASH OWN.. : with the pan of pan.c
    local system=$1 depth=$2 hash=$3 mine=() depth_first=() breadth_first=()
    shift 3
    pan dfs && pan bfs -DBFS
    for _ in $(seq "$rounds"); do
        mine+=("$(seconds own "$@")")
        depth_first+=("$(seconds ./dfs "-m$depth" "-w$hash")")
        breadth_first+=("$(seconds ./bfs "-m$depth" "-w$hash")")
    done
    row "$system" "$(echo "${mine[@]}" | median)" "$(echo "${depth_first[@]}" | median)" \
        "$(echo "${breadth_first[@]}" | median)"
    echo "             $(found)(states and transitions of pan)"
}
with_mcrl2() { # SYSTEM FILE OWN..
    local system=$1 file=$2 mine theirs
    shift 2
    mcrl22lps -q "$file" x.lps
    mine=$(seconds own "$@")
    theirs=$(seconds lps2lts -q x.lps)
    printf '%-12s ours %6s s | lps2lts %6s s (%4.1f)\n' "$system" "$mine" "$theirs" \
        "$(echo "$theirs $mine" | awk '{ print $1 / ($2 > 0.01 ? $2 : 0.01) }')"
}

buffer=fixtures/observed/buffer_naive_fsm.erl
spin -DMAX=200 -a "$peers/buffer.pml"
compare 'buffer 200' 10000000 24 $buffer 200 '{any_of,[put,get,extend]}' --unhandled disallow
for prices in 150 240; do
    sh "$peers/coffee.sh" $prices > coffee.pml
    spin -a coffee.pml
    compare "coffee $prices" 10000000 24 fixtures/coffee/coffee.erl '[]' "$(coffee_commands $prices)"
done
for size in 20000 100000; do
    spin -DSIZE=$size -a "$peers/ring.pml"
    compare "ring $size" 10000000 24 benches/models/ring_fsm.erl $size '{any_of,[go]}'
done
# Wide: a module whose calls of others return what nobody knows. It has no peer: neither tool has such values.
mine=()
for _ in $(seq "$rounds"); do
    mine+=("$(seconds "$ours" lts "$root/fixtures/otp/gf.props" --threads 1 -o wide.aut)")
done
printf '%-12s ours %6s s | no peer (%s)\n' 'wide, gf' "$(echo "${mine[@]}" | median)" "$(tail -1 out)"
if [ -n "${MCRL2_PATH:-}" ]; then
    PATH=$MCRL2_PATH:$PATH
    sed 's/MAX/100/' "$peers/buffer.mcrl2" > b.mcrl2
    with_mcrl2 'buffer 100' b.mcrl2 $buffer 100 '{any_of,[put,get,extend]}' --unhandled disallow
    sed 's/PRICES/60/' "$peers/coffee.mcrl2" > c.mcrl2
    with_mcrl2 'coffee 60' c.mcrl2 fixtures/coffee/coffee.erl '[]' "$(coffee_commands 60)"
    sed 's/SIZE/2000/' "$peers/ring.mcrl2" > r.mcrl2
    with_mcrl2 'ring 2000' r.mcrl2 benches/models/ring_fsm.erl 2000 '{any_of,[go]}'
fi
