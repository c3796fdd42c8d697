#!/bin/sh
# What the library in Erlang costs a module that does not call it: the same module with the prelude as it is, and with ten
# times as many functions in it. Instructions of the whole process, if `perf` can count them, and processor time.
#
#   benches/prelude.sh [TURNS]      builds twice, into target/ and target/prelude_times_ten
set -e
cd "$(dirname "$0")/.."
turns=${1:-40}
target=${CARGO_TARGET_DIR:-target}
cargo build --release
ERL2LTS_PRELUDE_COPIES=9 CARGO_TARGET_DIR="$target/prelude_times_ten" cargo build --release
module=$(mktemp -d)/tiny.erl
cat >"$module" <<'MODULE'
-module(tiny).
-behaviour(gen_fsm).
-export([init/1, a/2, b/2]).
init([]) -> {ok, a, 0}.
a(go, D) -> {next_state, b, D}.
b(go, D) -> {next_state, a, D}.
MODULE
for bin in "$target/release/erl2lts" "$target/prelude_times_ten/release/erl2lts"; do
    perf stat -r "$turns" -e instructions:u,task-clock "$bin" lts "$module" --init '[]' --commands '{any_of,[go]}' \
        2>&1 >/dev/null | awk -v bin="$bin" '/instructions/ { n = $1 } /task-clock/ { t = $1 } END { print bin ": " n " instructions, " t " ms" }'
done
rm -r "$(dirname "$module")"
