#!/usr/bin/env bash
# Whether two builds of erl2lts say the same of all fixtures, byte for byte: stdout, stderr, exit code.
#
#   benches/same_output.sh OLD NEW [FOLDER..]    OLD and NEW are binaries; the folders are `fixtures` if not given
#
# Every .erl, .props, .mcrl and .aut file under the folders is read by each command that takes such a file, in each format
# of the command. One line for each command whose outputs differ, with the first LINES_SHOWN (3) lines that do, then a sum;
# exit code 1 if one differs. Runs that either clock ends (this one after SECONDS_EACH (60), or the program's own) are
# counted and not compared. JOBS files at a time (2), 6 GB of memory for each run.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '4p' "$0" | cut -c 3- >&2 && exit 2; }
old=$(realpath "$1") new=$(realpath "$2")
shift 2
[ $# -gt 0 ] || set -- "$(dirname "$0")/../fixtures"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export old new scratch

# The arguments of each command for a file, which stands where `@` does.
commands() {
    case $1 in
        *.erl)
            printf '%s\n' 'translate @' 'translate --form direct --format mcrl2 @' 'translate --format sst @' \
                'translate --stats @' 'translate --dump-after machine @' 'translate --dump-after lower @' \
                'translate --dump-after sequences @' 'translate --dump-after kernel @' 'forms --columns @' \
                'forms --format tree @' 'forms --format source @' 'commands @' 'check --coverage @' \
                'check --messages short --format short @' 'check --format json @' 'check --format junit @' \
                'check --format github @' 'lts --commands derived --max-states 2000 @'
            ;;
        *.props)
            printf '%s\n' 'check --explain-formula @' 'check --messages short --format short @' \
                'check --format json @' 'check --format junit @' 'check --format github @' 'lts @' \
                'lts --view paper @' 'lts --labels mcrl @' 'convert --to fsm @' 'convert --to json @' \
                'translate @' 'translate --form direct @' 'translate --format mcrl2 @' \
                'translate --format mcrl2 --form direct @' 'translate --dump-after kernel @'
            ;;
        *.mcrl) printf '%s\n' 'info @' 'lts @' 'check -e <true*>[true]false @' ;;
        *.aut)
            printf '%s\n' 'info @' 'convert --to fsm @' 'convert --to dot @' 'convert --to mermaid @' \
                'convert --to json @' 'reduce -e strong @' 'reduce -e branching @' 'check -e <true*>[true]false @'
            ;;
    esac
}

# run BINARY ARGUMENTS..: all that it says, with its exit code behind it.
run() {
    (ulimit -v 6000000 && timeout "${SECONDS_EACH:-60}" "$@" 2>&1) </dev/null || echo "exit $?"
}

# Compares one file; what differs goes to stdout, a word for each comparison to a file of the counts.
one() {
    local folder=${1%/*} name=${1##*/} own line
    own=$(mktemp -d -p "$scratch")
    cd "$folder"
    while read -r line; do
        read -ra arguments <<<"${line//@/$name}"
        run "$old" "${arguments[@]}" >"$own/old"
        run "$new" "${arguments[@]}" >"$own/new"
        if cmp -s "$own/old" "$own/new"; then
            echo same
        elif grep -qE '^exit 124$|ended by the clock' "$own/old" "$own/new"; then
            echo clock
        else
            echo differ
            echo "differs: $folder: ${arguments[*]}" >>"$own/differences"
            { diff "$own/old" "$own/new" || true; } | head -n "${LINES_SHOWN:-3}" >>"$own/differences"
        fi
    done < <(commands "$name") >"$own/counts"
    rm -f "$own/old" "$own/new"
}
export -f commands run one

find "$@" -type f \( -name '*.erl' -o -name '*.props' -o -name '*.mcrl' -o -name '*.aut' \) -print0 | sort -z |
    xargs -0 -r -P "${JOBS:-2}" -n 1 bash -c 'set -euo pipefail && one "$(realpath "$1")"' one
find "$scratch" -name differences -exec cat {} +
counted() { find "$scratch" -name counts -exec cat {} + | grep -cx "$1" || true; }
differ=$(counted differ)
echo "$(counted same) commands say the same, $differ differ, $(counted clock) were ended by a clock"
[ "$differ" = 0 ]
