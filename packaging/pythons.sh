# Which Pythons are here, and which will do. Read by setup.sh and .ci/run, from the project's folder.
# shellcheck shell=sh

# fits PYTHON: is it of a version that pyproject.toml allows?
fits() {
    "$1" -c '
import re, sys
low, high = re.search(r"requires-python = \">=3\.(\d+),<3\.(\d+)\"", open("pyproject.toml").read()).groups()
sys.exit(not (3, int(low)) <= sys.version_info[:2] < (3, int(high)))' >/dev/null 2>&1
}

# The versions that pyproject.toml allows, as words.
wanted() { sed -n 's/^requires-python = ">=3\.\([0-9]*\),<3\.\([0-9]*\)"$/3.\1 or newer, below 3.\2/p' pyproject.toml; }

has_venv() { "$1" -c 'import venv, ensurepip' >/dev/null 2>&1; }

version() { "$1" -c 'import sys; print("%d%03d" % sys.version_info[:2])'; }

# Every Python 3 with a number in its name: on the path, or kept by pyenv or uv.
all_pythons() {
    (
        IFS=:
        for folder in $PATH "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin "${XDG_DATA_HOME:-$HOME/.local/share}"/uv/python/*/bin; do
            for python in "$folder"/python3.[0-9] "$folder"/python3.[0-9][0-9]; do
                if [ -x "$python" ]; then echo "$python"; fi
            done
        done
    )
}

# The newest Python that fits and can make an environment; nothing if there is none.
newest_python() {
    all_pythons | while read -r python; do
        if fits "$python" && has_venv "$python"; then echo "$(version "$python") $python"; fi
    done | sort -n | tail -n 1 | cut -d ' ' -f 2-
}

# The Python to use: the one named in PYTHON, else the system's own if it fits, else the newest.
find_python() {
    for python in "${PYTHON:-python3}" "$(newest_python)"; do
        if [ -n "$python" ] && fits "$python"; then echo "$python"; return; fi
    done
}
