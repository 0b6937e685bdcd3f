#!/bin/sh
# Builds everything that can be built on Debian, into dist/, and tries each package with packaging/smoke.sh.
# Run by `make dist`; `dist.sh PART...` builds only these parts, in the order wheel, source, pipx, folder, appimage, deb, bare.
set -eu
cd "$(dirname "$0")/.."
work=$PWD/build/dist
out=$PWD/dist
folder=$work/holland44
venv=$work/venv
say() { printf 'dist: %s\n' "$*"; }
fail() { printf 'dist: %s\n' "$*" >&2; exit 1; }
pip() { "$venv/bin/python" -m pip --quiet --disable-pip-version-check "$@"; }
quietly() { "$@" >"$work/command.log" 2>&1 || { tail -30 "$work/command.log"; fail "failed: $*"; }; }
# Level 3 packs three times as fast as the default, and less than a tenth larger.
pack() { XZ_OPT="-3 -T0" tar -C "$1" -cJf "$2" holland44; }
wheel() { ls "$out"/*.whl; }
version() { basename "$(wheel)" | cut -d- -f2; }

# A program installed by pip must bring one name of its own, and must not mind strangers with the names of its parts.
decoys="engine.py logs.py resources.py"
try_installed() {
    site=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    tops=$(cut -d, -f1 "$site"/holland44_qt-*.dist-info/RECORD | grep -v '^\.\./' | cut -d/ -f1 | sort -u | tr '\n' ' ')
    case $tops in
        "holland44_qt holland44_qt-"*.dist-info\ ) ;;
        *) fail "site-packages would hold: $tops" ;;
    esac
    for decoy in $decoys; do echo 'raise SystemExit("a stranger was imported")' >"$site/$decoy"; done
    sh packaging/smoke.sh "$venv/bin/holland44"
    for decoy in $decoys; do rm "$site/$decoy"; done
}

build_wheel() {
    rm -rf "$out" "$venv"
    "${VENV:-.venv}/bin/python" -m venv "$venv"
    pip install build hatchling requests
    say "wheel and source archive"
    quietly "$venv/bin/python" -m build --no-isolation --outdir "$out" .
    say "wheel: installed beside other packages, and tried"
    pip install "$(wheel)[sign]"
    try_installed
}

try_source() {
    say "source archive: installed beside other packages, and tried"
    pip install --force-reinstall --no-deps "$out/holland44_qt-$(version).tar.gz"
    try_installed
}

try_pipx() {
    if ! command -v pipx >/dev/null 2>&1; then
        say "no pipx here: not tried"
        return
    fi
    say "wheel: installed by pipx, and tried"
    export PIPX_HOME="$work/pipx" PIPX_BIN_DIR="$work/pipx/bin"
    quietly pipx install --python "$venv/bin/python" "$(wheel)"
    sh packaging/smoke.sh "$work/pipx/bin/holland44"
    rm -rf "$work/pipx"
}

build_folder() {
    say "one folder (PyInstaller; some minutes)"
    pip install "pyinstaller>=6.11"
    rm -rf "$folder"
    quietly "$venv/bin/pyinstaller" --noconfirm --distpath "$work" --workpath "$work/pyinstaller" packaging/holland44.spec
    site=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
    cp "$site/holland44_qt/parts/engine/commit.txt" "$folder/_internal/engine/"
    # OpenBLAS does not survive it; the rest only loses what debuggers read.
    find "$folder" -name '*.so*' -type f ! -path '*numpy.libs*' -exec strip --strip-unneeded {} + 2>/dev/null || :
    sh packaging/linux/small_icu.sh "$folder/_internal/PySide6/Qt/lib"
    sh packaging/smoke.sh "$folder/holland44"
    bytes=$(du -sb "$folder" | cut -f1)
    [ "$bytes" -lt 200000000 ] || fail "the folder has $bytes bytes; the limit is 200 MB"
    pack "$work" "$out/holland44-$(version)-linux-x86_64.tar.xz"
    # What films need is as large as half of all else: an archive of its own, for the same folder.
    films=$work/films/holland44/_internal
    rm -rf "$work/films"
    mkdir -p "$films"
    cp -a "$site/av" "$site/av.libs" "$films/"
    find "$films" -name '*.so*' -type f -exec strip --strip-unneeded {} + 2>/dev/null || :
    find "$films" \( -name __pycache__ -o -name '*.pyx' -o -name '*.pxd' -o -name '*.c' \) -prune -exec rm -rf {} +
    pack "$work/films" "$out/holland44-$(version)-films-linux-x86_64.tar.xz"
}

# The folder with films, for packages that have no limit.
whole_folder() {
    rm -rf "$1"
    mkdir -p "$(dirname "$1")"
    cp -a "$folder" "$1"
    cp -a "$work/films/holland44/." "$1/"
}

build_appimage() {
    say "AppImage"
    whole_folder "$work/appimage/holland44"
    sh packaging/linux/appimage.sh "$work/appimage/holland44" "$(version)" "$out"
}

build_deb() {
    say "Debian package"
    deb=$work/deb
    rm -rf "$deb"
    mkdir -p "$deb/DEBIAN" "$deb/usr/bin" "$deb/usr/share/doc/holland44"
    whole_folder "$deb/opt/holland44"
    ln -s /opt/holland44/holland44 "$deb/usr/bin/holland44"
    XDG_DATA_HOME=$deb/usr/share sh packaging/linux/install.sh --packaged >/dev/null
    cp LICENSE "$deb/usr/share/doc/holland44/copyright"
    cat >"$deb/DEBIAN/control" <<END
Package: holland44
Version: $(version)
Architecture: amd64
Maintainer: Holland '44 Qt <holland44@localhost>
Installed-Size: $(du -sk "$deb" | cut -f1)
Depends: libc6 (>= 2.34), $(sed '/^#/d; s/libglib2.0-0$/libglib2.0-0 | libglib2.0-0t64/' resources/system-packages.txt | paste -sd, - | sed 's/,/, /g')
Section: games
Priority: optional
Description: Wargame table and turn-log replayer
 A hex map with counters, an optional rules engine, a log that replays for
 ever, and after-action reports. Games: Holland '44 and its family.
END
    fakeroot dpkg-deb --build -Zxz -z3 "$deb" "$out/holland44_$(version)_amd64.deb" >/dev/null
}

# Where there is no Python, nor anything else that a developer's machine has.
try_bare() {
    if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null 2>&1; then
        say "not root, or no debootstrap: not tried on a bare system"
        return
    fi
    say "one folder: tried on a bare system"
    sh packaging/linux/bare.sh "$work/bare" folder "$folder"
    if [ -e "$out/holland44-$(version)-x86_64.AppImage" ]; then
        say "AppImage: tried on a bare system"
        sh packaging/linux/bare.sh "$work/bare" appimage "$out/holland44-$(version)-x86_64.AppImage"
    fi
    say "Debian package: tried on a bare system"
    sh packaging/linux/bare.sh "$work/bare" deb "$out/holland44_$(version)_amd64.deb"
}

mkdir -p "$work" "$out"
for part in ${*:-wheel source pipx folder appimage deb bare}; do
    case $part in
        wheel) build_wheel ;;
        source) try_source ;;
        pipx) try_pipx ;;
        folder) build_folder ;;
        appimage) build_appimage ;;
        deb) build_deb ;;
        bare) try_bare ;;
        *) fail "no part is called $part" ;;
    esac
done
say "done:"
find "$out" -type f -printf '%s %f\n' | sort -n | awk '{ printf "  %6.1f MB  %s\n", $1 / 1e6, $2 }'
[ ! -d "$folder" ] || printf '  %6.1f MB  one folder, unpacked\n' "$(du -sb "$folder" | awk '{ print $1 / 1e6 }')"
