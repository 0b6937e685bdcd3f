#!/bin/sh
# Makes the desktop know the program and open its files with it; for this user only.
# Another place: XDG_DATA_HOME=/usr/share sh packaging/linux/install.sh; --packaged only copies the files.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
mkdir -p "$data/applications" "$data/mime/packages" "$data/icons/hicolor/scalable/apps" "$data/metainfo"
cp "$here/holland44.desktop" "$data/applications/"
cp "$here/holland44-mime.xml" "$data/mime/packages/"
cp "$here/io.holland44.Holland44Qt.metainfo.xml" "$data/metainfo/"
cp "$here/../../resources/icons/holland44.svg" "$data/icons/hicolor/scalable/apps/"
if [ "${1:-}" = --packaged ]; then exit 0; fi # a package has its own triggers
if command -v holland44 >/dev/null 2>&1; then :; elif [ -x "$here/../../.venv/bin/holland44" ]; then
    # Not on the path: the entry names the program in this checkout.
    program=$(cd "$here/../.." && pwd)/.venv/bin/holland44
    sed "s|^Exec=holland44|Exec=\"$program\"|" "$here/holland44.desktop" >"$data/applications/holland44.desktop"
fi
command -v update-mime-database >/dev/null 2>&1 && update-mime-database "$data/mime" || :
command -v update-desktop-database >/dev/null 2>&1 && update-desktop-database "$data/applications" || :
echo "Installed in $data"
