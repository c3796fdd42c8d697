#!/bin/sh
# What of modules of your own is exact, one line each: what the tables of `docs/exactness.md` are made with.
#
#   benches/exactness.sh ERL2LTS FILES..    FILES are .erl modules; lines on stdout, tab-separated:
#   module, processor seconds, expressions exact/unknown, share of them that is exact, pure calls exact/unknown
#   (operators, library calls, built-in functions), share, computed calls exact/unknown, constructs of all kinds
#   that are inside of an unknown one
#
# A module that is refused has no figures. A summary follows on stderr: medians of the shares, sums, the slowest.
bin=$1
shift
table=$(mktemp)
{
    printf 'module\tseconds\tslice\tshare\tpure\tshare\tcomputed\tinside\n'
    for file in "$@"; do
        out=$(mktemp)
        # shellcheck disable=SC2016
        time=$( { TIMEFORMAT='%U %S'; export TIMEFORMAT
            bash -c 'time "$0" translate --stats "$1" >"$2" 2>/dev/null' "$bin" "$file" "$out"; } 2>&1 \
            | grep -E '^[0-9.]+ [0-9.]+$' | awk '{print $1 + $2}')
        awk -v time="$time" -v name="$file" '
            function share(exact, unknown) { return exact + unknown ? sprintf("%.1f", 100 * exact / (exact + unknown)) : "" }
            /^construct / { inside = 1; next }
            inside && /^(operator|library call|built-in function) / { exact += $(NF - 2); unknown += $(NF - 1) }
            inside && /^computed call/ { computed = $(NF - 2) "/" $(NF - 1) }
            inside && /^all / {
                printf "%s\t%s\t%d/%d\t%s\t%d/%d\t%s\t%s\t%d\n", name, time, $(NF - 2), $(NF - 1), share($(NF - 2), $(NF - 1)), \
                    exact, unknown, share(exact, unknown), computed ? computed : "0/0", $NF
                exit
            }' "$out"
        rm -f "$out"
    done
} | tee "$table"
# shellcheck disable=SC2016
awk -F'\t' '
    function median(list, n,    i, j, held) {
        for (i = 2; i <= n; i++) {
            held = list[i]
            for (j = i - 1; j > 0 && list[j] > held; j--) list[j + 1] = list[j]
            list[j + 1] = held
        }
        return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
    }
    function add(text, sums, parts) { split(text, parts, "/"); sums[1] += parts[1]; sums[2] += parts[2] }
    NR > 1 {
        n++
        slice[n] = $4 + 0
        if ($6 != "") pure[++calls] = $6 + 0
        add($3, all); add($5, pures); add($7, computed)
        if ($2 > most) { most = $2; slowest = $1 }
    }
    END {
        printf "%d modules: slice %.1f (median), %d/%d; pure calls %.1f (median), %d/%d; computed calls %d/%d; slowest %s s, %s\n", \
            n, median(slice, n), all[1], all[2], median(pure, calls), pures[1], pures[2], computed[1], computed[2], most, slowest
    }' "$table" >&2
rm -f "$table"
