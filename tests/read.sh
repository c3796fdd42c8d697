#!/usr/bin/env bash
# What reads the sources and runs none of them: the linter, and the documentation with its links.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo clippy --workspace --all-targets --quiet -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
