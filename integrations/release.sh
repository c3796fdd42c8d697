#!/usr/bin/env bash
# An archive of the program for people who do not build it: a static binary, completions, pages for man, documents, and checksums.
#
# Input: the folder that gets it as argument; ERL2LTS_BINARY, a program that is packed as it is instead of a new build; SOURCE_DATE_EPOCH,
# the time of all files (that of the last commit if not given). Output: erl2lts-VERSION-TARGET.tar.gz and SHA256SUMS in the folder, which
# are the same bytes for the same program. The target is musl where Rust has that, else glibc, linked statically.
set -euo pipefail

usage='usage: release.sh FOLDER'
[ $# -eq 1 ] || { echo "$usage" >&2 && exit 2; }
[ -d "$1" ] || { echo "release.sh: \`$1\` is no folder" >&2 && exit 2; }
folder=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
machine=$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if rustup target list --installed 2>/dev/null | grep -qx "$machine-unknown-linux-musl"; then
    target=$machine-unknown-linux-musl
else
    target=$machine-unknown-linux-gnu
fi
binary=${ERL2LTS_BINARY:-}
if [ -z "$binary" ]; then
    # Functions with the same code are one, where the linker knows how.
    flags='-C target-feature=+crt-static'
    fold='-C link-arg=-Wl,--icf=all'
    # shellcheck disable=SC2086
    if rustc --target "$target" $fold -o "$work/probe" - <<<'fn main() {}' 2>/dev/null; then
        flags="$flags $fold"
    fi
    # Naming a target keeps the flags from build scripts and procedural macros, which cannot be static.
    RUSTFLAGS=$flags cargo build --manifest-path "$root/Cargo.toml" \
        --profile dist --locked --bin erl2lts --target "$target" --target-dir "$work/target"
    binary=$work/target/$target/dist/erl2lts
    if ! ldd "$binary" 2>&1 | grep -qE 'statically linked|not a dynamic executable'; then
        echo "release.sh: \`$binary\` is not static" >&2
        exit 1
    fi
fi

version=$("$binary" --version | cut -d' ' -f2)
name=erl2lts-$version-$target
mkdir -p "$work/$name"/{completions,man/man1}
cp "$binary" "$work/$name/erl2lts"
cp "$root"/{README.md,CHANGELOG.md,LICENSE-APACHE,LICENSE-MIT} "$work/$name/"
"$binary" man -o "$work/$name/man/man1"
for shell in bash elvish fish powershell zsh; do
    "$binary" completions "$shell" >"$work/$name/completions/erl2lts.$shell"
done

epoch=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$epoch" -cf - "$name" |
    gzip -n >"$work/$name.tar.gz"
(cd "$work" && sha256sum "$name.tar.gz") >"$work/SHA256SUMS"
mv "$work/$name.tar.gz" "$work/SHA256SUMS" "$folder/"
echo "$folder/$name.tar.gz"
