#!/bin/sh
# Packs a one-folder build as an AppImage: appimage.sh FOLDER VERSION TARGET-FOLDER
# Packing needs the Debian packages gcc, squashfs-tools, libsquashfuse-dev and libzstd-dev. The runtime is our own
# (runtime.c), because no package registry has appimagetool, which downloads its runtime.
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
if ! command -v mksquashfs >/dev/null || [ ! -e /usr/include/squashfuse/squashfuse.h ]; then
    echo "appimage: $app is made and tried; it is not packed without squashfs-tools, libsquashfuse-dev and libzstd-dev"
    exit 0
fi
for package in libsquashfuse-dev libzstd-dev libc6; do # what the runtime is linked with
    mkdir -p "$app/usr/share/doc/$package"
    cp "/usr/share/doc/$package/copyright" "$app/usr/share/doc/$package/"
done
image=$app.squashfs file=$out/holland44-$version-x86_64.AppImage
mksquashfs "$app" "$image" -noappend -all-root -comp zstd -Xcompression-level 9 -quiet -no-progress
cc -static -Os -s -o "$app.runtime" "$here/runtime.c" -lsquashfuse -lzstd
cat "$app.runtime" "$image" >"$file"
printf 'AI\002' | dd of="$file" bs=1 seek=8 conv=notrunc status=none # AppImage, type 2
chmod +x "$file"
sh "$here/../smoke.sh" "$file"
