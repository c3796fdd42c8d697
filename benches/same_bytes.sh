#!/bin/sh
# Whether the built-in checks say the same on every run and with any number of threads, byte for byte.
#
#   benches/same_bytes.sh ERL2LTS FILES..    FILES are .erl modules
#
# Each is checked twice with each of THREADS (1 2 4), with what was reached; one line for each that differs, then a sum. The
# clock must end none, and ends none where work is counted: no TIMEOUT is given. Exit code 1 if one differs.
bin=$1
shift
first=$(mktemp)
other=$(mktemp)
same=0 differ=0 ended=0
for file in "$@"; do
    is_first=yes is_same=yes
    for threads in ${THREADS:-1 2 4} ${THREADS:-1 2 4}; do
        out=$first
        [ $is_first = yes ] || out=$other
        "$bin" check "$file" --coverage --messages short --threads "$threads" ${TIMEOUT:+--timeout "$TIMEOUT"} >"$out" 2>&1
        echo "exit $?" >>"$out"
        if [ $is_first = no ] && ! cmp -s "$first" "$other"; then is_same=no; fi
        is_first=no
    done
    if grep -q 'ended by the clock' "$first"; then ended=$((ended + 1)); fi
    if [ $is_same = yes ]; then
        same=$((same + 1))
    else
        differ=$((differ + 1))
        echo "differs: $file"
    fi
done
rm -f "$first" "$other"
echo "$same the same, $differ differ, $ended ended by the clock"
[ "$differ" = 0 ]
