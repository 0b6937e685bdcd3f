#!/bin/sh
# Packs a one-folder build as an AppImage: appimage.sh FOLDER VERSION TARGET-FOLDER
# The AppDir is always made and tried. To pack it, appimagetool must be on the path or named in APPIMAGETOOL;
# it is no Debian package, and is downloaded from github.com/AppImage/appimagetool.
set -eu
folder=$1 version=$2 out=$3
here=$(cd "$(dirname "$0")" && pwd)
app=$(dirname "$folder")/Holland44.AppDir
rm -rf "$app"
mkdir -p "$app/usr/lib"
cp -a "$folder" "$app/usr/lib/holland44"
XDG_DATA_HOME=$app/usr/share sh "$here/install.sh" --packaged >/dev/null
cp "$here/holland44.desktop" "$app/holland44.desktop"
cp "$here/../../resources/icons/holland44.svg" "$app/holland44.svg"
ln -s holland44.svg "$app/.DirIcon"
cat >"$app/AppRun" <<'END'
#!/bin/sh
# Started by a double click it has no arguments: the window opens.
here=$(dirname "$(readlink -f "$0")")
[ $# -gt 0 ] || set -- open
exec "$here/usr/lib/holland44/holland44" "$@"
END
chmod +x "$app/AppRun"
sh "$here/../smoke.sh" "$app/AppRun"
tool=${APPIMAGETOOL:-$(command -v appimagetool || :)}
if [ -z "$tool" ]; then
    echo "appimage: $app is made and tried; appimagetool is not here, so it is not packed"
    exit 0
fi
ARCH=x86_64 "$tool" "$app" "$out/holland44-$version-x86_64.AppImage"
sh "$here/../smoke.sh" "$out/holland44-$version-x86_64.AppImage"
