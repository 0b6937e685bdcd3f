#!/bin/sh
# Prepares .venv and what Qt needs from the system. Run by `make setup`; quick when nothing is to be done.
#   packaging/setup.sh            what the program needs
#   packaging/setup.sh dev        also what the tests and checks need
#   packaging/setup.sh chromium   also a Chromium for the page tests, a screen and a mouse
# VENV names another folder than .venv, PYTHON another Python than the system's.
set -eu
cd "$(dirname "$0")/.."
. packaging/pythons.sh
venv="${VENV:-.venv}"

say() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }
is_root() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }

# apt PACKAGE...: installs when root; otherwise says the one line to type.
apt() {
    if is_root; then
        say "installing $*"
        if ! DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1; then
            apt-get update -qq
            DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
        fi
    else
        fail "system packages are missing. Type:  sudo apt-get install -y $*"
    fi
}

if [ ! -x "$venv/bin/python" ] || ! fits "$venv/bin/python"; then
    python=$(find_python)
    if [ -z "$python" ]; then
        is_root || fail "Python $(wanted) is needed. Type:  sudo apt-get install -y python3 python3-venv"
        apt python3 python3-venv
        python=$(find_python)
        [ -n "$python" ] || fail "Python $(wanted) is needed; this system's package is another version"
    fi
    has_venv "$python" || apt python3-venv
    say "making $venv with $("$python" --version)"
    rm -rf "$venv"
    "$python" -m venv "$venv"
fi

# The stamp holds what was installed from: a change of the dependencies installs again.
extras="${1:-}"
[ "$extras" = chromium ] && extras=dev
stamp="$venv/.installed${extras:+-$extras}"
if ! cmp -s pyproject.toml "$stamp"; then
    say "installing Python packages"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -e ".${extras:+[$extras]}"
    cp pyproject.toml "$stamp"
    cp pyproject.toml "$venv/.installed"
fi

# Are all libraries of the parts of Qt in use there? A new machine lacks some.
missing_libraries() {
    for part in $("$venv/bin/python" -c '
import pathlib, PySide6
root = pathlib.Path(PySide6.__file__).parent
wanted = ("QtWidgets*.so", "QtSvg*.so", "Qt/plugins/platforms/libqxcb.so", "Qt/plugins/platforms/libqoffscreen.so")
print(*(p for pattern in wanted for p in root.glob(pattern)))'); do
        ldd "$part" 2>/dev/null | grep 'not found' || true
    done
}
if [ "$(uname)" = Linux ] && [ ! -e "$venv/.libraries" ]; then
    if [ -n "$(missing_libraries)" ]; then
        # shellcheck disable=SC2046
        apt $(cat resources/system-packages.txt)
        [ -z "$(missing_libraries)" ] || fail "Qt still lacks: $(missing_libraries | sort -u | tr '\n' ' ')"
    fi
    touch "$venv/.libraries"
fi

if [ "${1:-}" = chromium ]; then
    command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || apt chromium
    # The browser's driver brings a program that needs it.
    ldconfig -p | grep -q libatomic.so.1 || apt libatomic1
    # Tests with a true mouse need a screen and a hand.
    { command -v Xvfb && command -v xdotool; } >/dev/null 2>&1 || apt xvfb xdotool
fi
