#!/usr/bin/env bash
# Runs every check of the project, and installs what the checks need on a fresh machine.
# Slow oracles run where MCRL2_PATH and MCRL_PATH name their folders (see CONTRIBUTING in README.md).
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v erl >/dev/null 2>&1; then
    echo "installing Debian's erlang-base"
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends erlang-base
fi

export INSTA_UPDATE=no
cargo fmt --all --check
cargo clippy --workspace --all-targets --quiet -- -D warnings
cargo test --workspace
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
