#!/bin/bash
# Files of transition systems: what reading, writing and reducing cost beside their peers.
#
#   MCRL2_PATH=FOLDER MERC_REDUCE=PROGRAM bash benches/systems.sh [FILE.aut..]
#
# Makes the circular buffer 216 (10,124,334 transitions) and compares the processor time of one pass over it
# with md5sum's; then reduces the buffer 100, the same with `extend` hidden, the coffee machine with 150 prices
# and the given files with erl2lts, mCRL2's ltsconvert (MCRL2_PATH) and merc_reduction (benches/peers/merc,
# MERC_REDUCE): number of states and median processor time of whole processes over TURNS (5) turns. It ends with 1
# where numbers of states differ. Internal steps of given files are called tau.
set -euo pipefail
cd "$(dirname "$0")/.."
turns=${TURNS:-5}
erl2lts=${ERL2LTS:-${CARGO_TARGET_DIR:-target}/release/erl2lts}
[ -x "$erl2lts" ] || cargo build --release --quiet
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# Processor time in seconds of a command whose output is not of interest.
seconds() {
    local TIMEFORMAT='%U %S'
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%.3f\n", $1 + $2 }'
}

median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

# states FILE: the number of states in the header of an .aut file.
states() { sed -n '1s/.*,\([0-9]*\) *).*/\1/p' "$1"; }

buffer() {
    "$erl2lts" lts fixtures/observed/buffer_naive_fsm.erl --init "$1" --commands '{any_of,[put,get,extend]}' \
        --unhandled disallow --max-states 100000000 --tau tau -o "$2" >"$work/log" 2>&1
}

passes() {
    local file=$work/large.aut turn
    buffer 216 "$file"
    head -1 "$file"
    for ((turn = 0; turn < turns; turn++)); do
        seconds md5sum "$file" >>"$work/md5sum"
        seconds "$erl2lts" info "$file" >>"$work/read"
        seconds "$erl2lts" convert "$file" --tau tau -o "$work/copy.aut" >>"$work/copy"
    done
    cmp "$file" "$work/copy.aut"
    echo "md5sum $(median <"$work/md5sum") s, read and described $(median <"$work/read") s," \
        "read and written $(median <"$work/copy") s"
    rm "$file" "$work/copy.aut"
}

# reduced FILE NAME-OF-OURS NAME-OF-LTSCONVERT NAME-OF-MERC
reduced() {
    local file=$1 turn line ours theirs
    rm -f "$work"/time.*
    for ((turn = 0; turn < turns; turn++)); do
        seconds "$erl2lts" reduce "$file" -e "$2" --tau tau -o "$work/ours.aut" >>"$work/time.ours"
        if [ -n "${MCRL2_PATH:-}" ]; then
            seconds "$MCRL2_PATH/ltsconvert" -q "-e$3" "$file" "$work/theirs.aut" >>"$work/time.mcrl2"
        fi
        if [ -n "${MERC_REDUCE:-}" ]; then
            seconds "$MERC_REDUCE" "$file" "$4" >>"$work/time.merc"
        fi
    done
    ours=$(states "$work/ours.aut")
    line="$(basename "$file" .aut) $2: $(states "$file") -> $ours states, erl2lts $(median <"$work/time.ours") s"
    if [ -n "${MCRL2_PATH:-}" ]; then
        theirs=$(states "$work/theirs.aut")
        line+=", ltsconvert $(median <"$work/time.mcrl2") s"
        [ "$theirs" = "$ours" ] || { line+=" BUT $theirs states"; status=1; }
    fi
    if [ -n "${MERC_REDUCE:-}" ]; then
        theirs=$("$MERC_REDUCE" "$file" "$4" | cut -d' ' -f1)
        line+=", merc $(median <"$work/time.merc") s"
        [ "$theirs" = "$ours" ] || { line+=" BUT $theirs states"; status=1; }
    fi
    echo "$line"
}

passes
buffer 100 "$work/buffer.aut"
sed 's/"cmd(extend)"/"tau"/' "$work/buffer.aut" >"$work/hidden.aut"
"$erl2lts" lts fixtures/coffee/coffee.erl --init '[]' --tau tau -o "$work/coffee.aut" --commands \
    "{any_of,[{for,'P',1,150,{selection,tea,'P'}},{for,'C',1,3,{pay,'C'}},{cancel},{cup_remove}]}" >"$work/log" 2>&1
for file in "$work"/{buffer,hidden,coffee}.aut "$@"; do
    reduced "$file" strong bisim strong
    reduced "$file" branching branching-bisim branching
    reduced "$file" branching-divergence dpbranching-bisim dpbranching
done
exit $status
