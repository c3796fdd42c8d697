#!/usr/bin/env bash
# Runs every check of the project, and installs what the checks need on a fresh machine.
# Slow oracles run where MCRL2_PATH and MCRL_PATH name their folders (see docs/contributing.md).
set -euo pipefail
cd "$(dirname "$0")/.."

# Real Erlang with its sources: the front end reads what OTP's own parser reads. Fixtures call
# crypto, and tests ask public_key and ssl, too, what they export; erlang-ssl brings all three. Properties are
# tests of EUnit and Common Test, and projects of rebar3 and of Mix are checked. Neovim is the editor, Chromium
# the browser.
packages=()
if ! command -v erl >/dev/null 2>&1 || ! ls /usr/lib/erlang/lib/stdlib-*/src/*.erl >/dev/null 2>&1 ||
    ! ls /usr/lib/erlang/lib/ssl-*/ebin/ssl.beam >/dev/null 2>&1 ||
    ! ls -d /usr/lib/erlang/lib/{eunit,common_test}-* >/dev/null 2>&1 || ! command -v rebar3 >/dev/null 2>&1 ||
    ! command -v mix >/dev/null 2>&1 || ! command -v nvim >/dev/null 2>&1; then
    packages+=(erlang-base erlang-dev erlang-src erlang-ssl erlang-eunit erlang-common-test rebar3 elixir neovim)
fi
command -v chromium >/dev/null 2>&1 || packages+=(chromium)
if [ ${#packages[@]} -gt 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing of Debian: ${packages[*]}"
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi

# Nobody debugs these binaries: what that needs is half of the time of linking.
export INSTA_UPDATE=no CARGO_PROFILE_DEV_DEBUG=0
cargo fmt --all --check
bash tests/side_by_side.sh bash tests/read.sh
