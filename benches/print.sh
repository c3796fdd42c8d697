#!/bin/bash
# Printed specifications of modules of your own, one line each: what the table in docs/specifications.md is made with.
#
#   benches/print.sh ERL2LTS FILES..    FILES are .erl modules; lines on stdout, tab-separated:
#   module, processor seconds, exit code, bytes of source, bytes of text, their quotient, how far the chosen values go
#   (exact, cases, sample), codes of errors, and where MCRL2_PATH or MCRL_PATH name the tools: seconds of mcrl22lps, of mcrl
#
# FORMAT (mcrl2) and FLAGS are given to each `translate`. What needs more than LIMIT seconds (60) of wall time is "killed"
# (exit code 124); `-` is a text that a tool does not read. With KEEP=FOLDER the texts stay there. A summary follows on stderr.
bin=$1
shift
TIMEFORMAT='%U %S'
table=$(mktemp)
keep=${KEEP:-$(mktemp -d)}

# Runs a command, with its output in files, and says how much processor time it took; `-` where it fails.
seconds() {
    local out=$1 time
    shift
    time=$( { time timeout "${LIMIT:-60}" "$@" >"$out" 2>"$out.err"; echo $? >"$out.code"; } 2>&1 | awk '{ print $1 + $2 }')
    echo "$time"
}

{
    printf 'module\tseconds\texit\tsource\ttext\ttimes\tvalues\tcodes\tmcrl22lps\tmcrl\n'
    for file in "$@"; do
        name=$keep/$(echo "$file" | md5sum | cut -c1-8)_$(basename "$file" .erl)
        text=$name.${FORMAT:-mcrl2}
        # shellcheck disable=SC2086
        time=$(seconds "$text" "$bin" translate "$file" --messages short --format "${FORMAT:-mcrl2}" ${FLAGS:-})
        code=$(cat "$text.code")
        source=$(wc -c <"$file") bytes=$(wc -c <"$text")
        case $(head -20 "$text") in
            *"(exact"*) values=exact ;; *"(one for each"*) values=cases ;; *"(a sample"*) values=sample ;; *) values=given ;;
        esac
        codes=$(grep -o 'error\[E[0-9]*' "$text.err" | cut -c7- | sort -u | paste -sd,)
        read=. classic=.
        if [ "$code" = 0 ] && [ -n "$MCRL2_PATH" ] && [ "${FORMAT:-mcrl2}" = mcrl2 ]; then
            read=$(seconds "$name.said" "$MCRL2_PATH/mcrl22lps" -q -b -lregular2 "$text" "$name.lps")
            [ "$(cat "$name.said.code")" = 0 ] || read=-
        fi
        if [ "$code" = 0 ] && [ -n "$MCRL_PATH" ] && [ "${FORMAT:-mcrl2}" = mcrl ]; then
            classic=$(cd "$keep" && seconds "$name.said" "$MCRL_PATH/mcrl" -tbfile -regular "$(basename "$text")")
            [ "$(cat "$name.said.code")" = 0 ] || classic=-
        fi
        printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$file" "$time" "$code" "$source" "$bytes" \
            "$(awk -v a="$bytes" -v b="$source" 'BEGIN { printf "%.1f", b ? a / b : 0 }')" "$values" "$codes" "$read" "$classic"
    done
} | tee "$table"
[ -n "$KEEP" ] || rm -rf "$keep"
for column in 2 6 9 10; do
    awk -F'\t' -v c=$column 'NR == 1 { print $c; next } $3 == 0 && $c != "." && $c != "-" { print $c | "sort -n" }' "$table" | awk '
        NR == 1 { what = $1; next }
        { at[NR - 1] = $1; n++ }
        END { if (n) printf "%s of %d: median %s, nine of ten below %s, at most %s\n", what, n, at[int((n + 1) / 2)],
                          at[int(n * 0.9 + 0.5)], at[n] }' >&2
done
awk -F'\t' 'NR > 1 { exits[$3]++; if ($3 == 0) { values[$7]++; large += $5 > 2000000; slow += $2 > 5; late += $9 != "-" && $9 > 10
                     unread += $9 == "-"; classic += $10 == "-" } }
    END { for (e in exits) printf "exit %s: %d; ", e, exits[e]
          for (v in values) printf "%s: %d; ", v, values[v]
          printf "\nover 2 MB: %d; over 5 s: %d; mcrl22lps over 10 s: %d, refused: %d; refused by mcrl: %d\n",
              large, slow, late, unread, classic }' "$table" >&2
rm -f "$table"
