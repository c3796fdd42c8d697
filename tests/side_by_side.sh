#!/usr/bin/env bash
# Runs all test programs of the workspace, some at a time: many tests wait for real Erlang, which `cargo test` does with
# one program after the other. Those that take longest come first. Of each it prints, when it ends, how many tests have
# passed, or, if one has failed, all that it has printed, in one piece; then it fails, too. TEST_JOBS says how many programs
# run at once (one more than there are processors); each runs as many tests at once as there are processors.
# Arguments are a command that runs beside them once they are built: most of the time some processor waits for Erlang.
set -euo pipefail
cd "$(dirname "$0")/.."
longest='oracle suite long commands repository'
jobs=${TEST_JOBS:-$(($(nproc) + 1))}
list=$(mktemp)
trap 'rm -f "$list"' EXIT

# Each program with the folder of its package, in which it runs.
cargo test --workspace --no-run --quiet --message-format=json |
    sed -n 's|.*"package_id":"path+file://\([^#"]*\)#.*"profile":{[^}]*"test":true}.*"executable":"\([^"]*\)".*|\1 \2|p' >"$list"
[ -s "$list" ] || { echo 'cargo has named no test program' >&2 && exit 1; }
first() { for name in $longest; do grep "/$name-[0-9a-f]*$" "$list" || true; done; }
others() { first | grep -vxFf - "$list" || true; }

one() {
    local out status=0 begun=$SECONDS
    out=$(cd "$1" && "$2" --quiet 2>&1) || status=$?
    printf '%s: %s, %d s\n' "${2##*/}" "$([ $status = 0 ] && echo passed || echo FAILED)" $((SECONDS - begun))
    # Of what has passed, the line that says how many tests there were; the rest is for whoever mends a failure.
    if [ $status = 0 ]; then grep '^test result:' <<<"$out"; else printf '%s\n' "$out"; fi
    return $status
}
export -f one
beside=
[ $# -eq 0 ] || { "$@" & beside=$!; }
status=0
{ first; others; } | xargs -P "$jobs" -L 1 bash -c 'one "$@"' one || status=$?
[ -z "$beside" ] || wait "$beside" || status=$?
exit $status
