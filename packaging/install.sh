#!/bin/sh
# Installs the program of a release, with its manual page and completions, for the current user.
#
#     curl -fsSL https://github.com/cvpress/cvpress/releases/latest/download/install.sh | sh
#
# CVPRESS_VERSION   a version, such as 0.1.0, in place of the latest
# CVPRESS_PREFIX    where to install, in place of ~/.local
# CVPRESS_RELEASES  where releases are, in place of GitHub: a folder for each tag, such as v0.1.0
set -eu

releases=${CVPRESS_RELEASES:-https://github.com/cvpress/cvpress/releases/download}
prefix=${CVPRESS_PREFIX:-${HOME:?}/.local}

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

# Writes the latest version: GitHub leads to the page of its tag.
latest() {
    page=$(curl -fsSLI -o /dev/null -w '%{url_effective}' https://github.com/cvpress/cvpress/releases/latest)
    echo "${page##*/v}"
}

# Writes the target of this machine.
target() {
    case $(uname -m) in
        x86_64 | amd64) machine=x86_64 ;;
        aarch64 | arm64) machine=aarch64 ;;
        *) fail "no program for $(uname -m); build it with cargo" ;;
    esac
    case $(uname -s) in
        Linux) echo "$machine-unknown-linux-musl" ;;
        Darwin) echo "$machine-apple-darwin" ;;
        MINGW* | MSYS* | CYGWIN*) echo x86_64-pc-windows-msvc ;;
        *) fail "no program for $(uname -s); build it with cargo" ;;
    esac
}

# Writes the SHA-256 of a file.
digest() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# All of the work is in a function, so that a download that breaks off runs nothing.
main() {
    version=${CVPRESS_VERSION:-$(latest)}
    version=${version#v}
    case $version in
        *[!0-9.]* | *..* | *.*.*.*) fail "\`$version\` is not a version such as 0.1.0" ;;
        [0-9]*.[0-9]*.[0-9]*) ;;
        *) fail "\`$version\` is not a version such as 0.1.0" ;;
    esac
    target=$(target)
    name=cvpress-$version-$target
    case $target in *windows*) archive=$name.zip ;; *) archive=$name.tar.gz ;; esac

    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    curl -fsSL -o "$folder/$archive" "$releases/v$version/$archive" || fail "no $archive in $releases/v$version"
    curl -fsSL -o "$folder/SHA256SUMS" "$releases/v$version/SHA256SUMS" || fail "no SHA256SUMS in $releases/v$version"
    expected=$(awk -v name="$archive" '$2 == name { print $1 }' "$folder/SHA256SUMS")
    [ -n "$expected" ] || fail "SHA256SUMS does not name $archive"
    [ "$(digest "$folder/$archive")" = "$expected" ] || fail "$archive does not have the digest in SHA256SUMS"
    # Archive and digests come from one place. GitHub confirms both, to those who are signed in.
    if [ -z "${CVPRESS_RELEASES:-}" ] && command -v gh >/dev/null && gh auth status >/dev/null 2>&1; then
        gh attestation verify "$folder/$archive" --repo cvpress/cvpress >/dev/null ||
            fail "GitHub does not confirm that $archive was built from cvpress/cvpress"
    fi

    case $archive in
        *.zip) unzip -q "$folder/$archive" -d "$folder" ;;
        *) tar -xzf "$folder/$archive" -C "$folder" ;;
    esac
    cd "$folder/$name"
    program=cvpress
    [ -e cvpress ] || program=cvpress.exe
    mkdir -p "$prefix/bin" "$prefix/share/man/man1" "$prefix/share/bash-completion/completions" \
        "$prefix/share/zsh/site-functions" "$prefix/share/fish/vendor_completions.d" "$prefix/share/doc/cvpress"
    # Renamed into place: a program that is running can be replaced.
    cp "$program" "$prefix/bin/.$program.new"
    chmod 755 "$prefix/bin/.$program.new"
    mv -f "$prefix/bin/.$program.new" "$prefix/bin/$program"
    cp man/cvpress.1 "$prefix/share/man/man1/"
    cp completions/cvpress.bash "$prefix/share/bash-completion/completions/cvpress"
    cp completions/_cvpress "$prefix/share/zsh/site-functions/"
    cp completions/cvpress.fish "$prefix/share/fish/vendor_completions.d/"
    cp -R LICENSE-MIT LICENSE-APACHE licenses "$prefix/share/doc/cvpress/"
    echo "installed cvpress $version in $prefix/bin"
    case :$PATH: in
        *:"$prefix/bin":*) ;;
        *) echo "add $prefix/bin to PATH to run it as \`cvpress\`" ;;
    esac
}

main
