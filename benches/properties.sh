#!/bin/bash
# Properties of the circular buffer 100 (343,392 states, 1,009,982 transitions) beside mCRL2.
#
#   MCRL2_PATH=FOLDER bash benches/properties.sh
#
# Deadlock freedom, an invariant, response and existence: processor time of whole processes, reading
# included, medians over TURNS (3) turns; of mCRL2, lts2pbes and pbessolve together. It ends with 1 where
# two answers differ or erl2lts is less than 15 times as fast.
set -euo pipefail
cd "$(dirname "$0")/.."
turns=${TURNS:-3}
erl2lts=${ERL2LTS:-${CARGO_TARGET_DIR:-target}/release/erl2lts}
[ -x "$erl2lts" ] || cargo build --release --quiet
mcrl2=${MCRL2_PATH:?names the folder of lts2pbes and pbessolve}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# Processor time in seconds of a command whose output goes to $work/out.
seconds() {
    local TIMEFORMAT='%U %S'
    { time "$@" >"$work/out" 2>&1 || true; } 2>&1 | awk '{ printf "%.3f\n", $1 + $2 }'
}

median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

# compare NAME FORMULA FORMULA-OF-MCRL2
compare() {
    local name=$1 formula=$2 turn ours theirs answer other
    printf '%s' "$3" >"$work/formula.mcf"
    rm -f "$work"/time.*
    for ((turn = 0; turn < turns; turn++)); do
        seconds "$erl2lts" check "$work/buffer.aut" -e "$formula" >>"$work/time.ours"
        answer=$(grep -oE 'holds|violated' "$work/out" | head -1)
        {
            seconds "$mcrl2/lts2pbes" -q "-f$work/formula.mcf" "-m$work/actions.mcrl2" "$work/buffer.aut" "$work/buffer.pbes"
            seconds "$mcrl2/pbessolve" -q "$work/buffer.pbes"
        } | awk '{ sum += $1 } END { print sum }' >>"$work/time.theirs"
        other=$(grep -oE 'true|false' "$work/out" | head -1)
    done
    ours=$(median <"$work/time.ours")
    theirs=$(median <"$work/time.theirs")
    echo "$name: $answer / $other, erl2lts $ours s, mCRL2 $theirs s, $(echo "$theirs $ours" | awk '{ printf "%.0f", $1 / $2 }') times"
    case "$answer $other" in "holds true" | "violated false") ;; *) echo "the answers differ"; status=1 ;; esac
    echo "$theirs $ours" | awk '{ exit !($1 >= 15 * $2) }' || { echo "less than 15 times"; status=1; }
}

"$erl2lts" lts fixtures/observed/buffer_naive_fsm.erl --init 100 --commands '{any_of,[put,get,extend]}' \
    --unhandled disallow --max-states 10000000 -o "$work/raw.aut" >"$work/out" 2>&1
# mCRL2 wants declared actions; those of the module are three terms under one name.
sed 's/"cmd(\([a-z]*\))"/"\1"/' "$work/raw.aut" >"$work/buffer.aut"
echo 'act put, get, extend; init delta;' >"$work/actions.mcrl2"
head -1 "$work/buffer.aut"

compare 'deadlock freedom' '[true*] <true> true' '[true*] <true> true'
compare 'invariant' "[true*] (<'put'> true or <'get'> true)" '[true*] (<put> true || <get> true)'
compare 'violated invariant' "[true*] <'put'> true" '[true*] <put> true'
compare 'response' "[true* . 'put'] mu X . (<true> true and [not 'get'] X)" \
    '[true* . put] mu X . (<true> true && [!get] X)'
compare 'existence' "mu X . (<true> true and [not 'get'] X)" 'mu X . (<true> true && [!get] X)'
exit $status
