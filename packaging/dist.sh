#!/bin/sh
# Builds everything that can be built on Debian, into dist/: wheel, source archive, one-folder build as
# .tar.xz, AppImage and .deb. Each is tried afterwards by packaging/smoke.sh. Run by `make dist`.
set -eu
cd "$(dirname "$0")/.."
root=$(pwd)
work=$root/build/dist
out=$root/dist
say() { printf 'dist: %s\n' "$*"; }

rm -rf "$work" "$out"
mkdir -p "$work" "$out"
"${VENV:-.venv}/bin/python" -m venv "$work/venv"
pip="$work/venv/bin/pip --quiet --disable-pip-version-check"
$pip install build hatchling "pyinstaller>=6.11"

say "wheel and source archive"
"$work/venv/bin/python" -m build --no-isolation --outdir "$out" . >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
wheel=$(ls "$out"/*.whl)
version=$(basename "$wheel" | cut -d- -f2)

say "wheel: installed beside nothing else, and tried"
"${VENV:-.venv}/bin/python" -m venv "$work/wheel"
"$work/wheel/bin/pip" --quiet --disable-pip-version-check install "${wheel}[sign]"
sh packaging/smoke.sh "$work/wheel/bin/holland44"

say "one folder (PyInstaller; some minutes)"
$pip install "${wheel}[sign]"
"$work/venv/bin/pyinstaller" --noconfirm --distpath "$work" --workpath "$work/pyinstaller" packaging/holland44.spec \
    >"$work/pyinstaller.log" 2>&1 || { tail -20 "$work/pyinstaller.log"; exit 1; }
folder=$work/holland44
# OpenBLAS does not survive it; the rest only loses what debuggers read.
find "$folder" -name '*.so*' -type f ! -path '*numpy.libs*' -exec strip --strip-unneeded {} + 2>/dev/null || :
sh packaging/smoke.sh "$folder/holland44"
tar -C "$work" -cJf "$out/holland44-$version-linux-x86_64.tar.xz" holland44

say "AppImage"
sh packaging/linux/appimage.sh "$folder" "$version" "$out"

say "Debian package"
deb=$work/deb
mkdir -p "$deb/DEBIAN" "$deb/opt" "$deb/usr/bin"
cp -a "$folder" "$deb/opt/holland44"
ln -s /opt/holland44/holland44 "$deb/usr/bin/holland44"
XDG_DATA_HOME=$deb/usr/share sh packaging/linux/install.sh --packaged >/dev/null
mkdir -p "$deb/usr/share/doc/holland44"
cp LICENSE "$deb/usr/share/doc/holland44/copyright"
cat >"$deb/DEBIAN/control" <<END
Package: holland44
Version: $version
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
fakeroot dpkg-deb --build -Zxz "$deb" "$out/holland44_${version}_amd64.deb" >/dev/null

say "done:"
ls -l "$out" | awk 'NR > 1 { printf "  %6.1f MB  %s\n", $5 / 1e6, $9 }'
printf '  %6.1f MB  one folder, unpacked\n' "$(du -sb "$folder" | awk '{ print $1 / 1e6 }')"
