# Sourced by ./run and ./test: the checkout's own Python environment in .venv, and how to get what is missing.

say() { printf '%s\n' "== $*"; }
stop() { printf '%s\n' "$@" >&2; exit 1; }

# as_root COMMAND...: runs it as root, or fails where that may not be.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo -n "$@" 2>/dev/null
    fi
}

# packages NAME...: installs packages of the distribution, or says which are needed.
packages() {
    say "Installing $* (a minute or two)"
    if command -v apt-get >/dev/null \
        && as_root apt-get update -qq >/dev/null \
        && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null; then
        return
    fi
    stop "These packages are missing and could not be installed from here: $*" \
        "As root: apt-get update && apt-get install $*"
}

# Sets $python to one that is new enough and can make environments.
find_python() {
    find_able_python && return
    version=$(/usr/bin/python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || true)
    packages "python${version:-3}-venv"
    find_able_python && return
    stop "Townwright needs Python 3.11 or newer with its venv module. On Debian or Ubuntu, as root:" \
        "apt-get install python3 python3-venv"
}

find_able_python() {
    for python in python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
        "$python" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && return
    done
    return 1
}

# environment FILE...: .venv with exactly what these lists of requirements pin. Does nothing where it is up to date.
environment() {
    wanted=$(cat requirements/build.txt "$@" pyproject.toml | cksum)
    if [ -x .venv/bin/python ] && grep -qxF "$wanted" .venv/townwright 2>/dev/null; then
        return
    fi
    if ! .venv/bin/python -c '' 2>/dev/null; then
        find_python
        say "Making .venv"
        "$python" -m venv --clear .venv
    fi
    say "Installing the libraries (about a minute)"
    lists=
    for list in requirements/build.txt "$@"; do lists="$lists -r $list"; done
    # shellcheck disable=SC2086
    .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes $lists
    .venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
    printf '%s\n' "$wanted" >> .venv/townwright
}
