#!/bin/sh
# Tries a package on a system that has neither Python nor Qt:
#   bare.sh FOLDER folder ONE-FOLDER-BUILD     with the system libraries that Qt needs
#   bare.sh FOLDER appimage APPIMAGE           the same
#   bare.sh FOLDER deb PACKAGE                 installed by apt, with desktop entry and file types
# FOLDER keeps a minimal Debian, made by debootstrap once. For root only.
set -eu
base=$1/base root=$1/$2 what=$2 package=$3
here=$(cd "$(dirname "$0")" && pwd)
fail() { printf 'bare: %s\n' "$*" >&2; exit 1; }
inside() { unshare --mount --pid --fork --mount-proc="$root/proc" chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
apt() { inside apt-get -qq "$@" >"$root.log" 2>&1 || { tail "$root.log"; fail "apt-get $*"; }; }

# shellcheck source=/dev/null
[ -d "$base/usr" ] || { rm -rf "$base"; mkdir -p "$base"; debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$base" >"$base.log"; }
rm -rf "$root"
cp -a "$base" "$root"
cp /etc/resolv.conf "$root/etc/"
apt update
if [ "$what" != deb ]; then
    # shellcheck disable=SC2046
    apt install --no-install-recommends $(sed '/^#/d' "$here/../../resources/system-packages.txt")
fi
if [ "$what" = folder ]; then
    mkdir -p "$root/opt"
    cp -a "$package" "$root/opt/holland44"
    ln -s /opt/holland44/holland44 "$root/usr/bin/holland44"
elif [ "$what" = appimage ]; then
    cp "$package" "$root/usr/bin/holland44"
else
    cp "$package" "$root/tmp/holland44.deb"
    apt install --no-install-recommends desktop-file-utils shared-mime-info libglib2.0-bin appstream
    apt install --no-install-recommends /tmp/holland44.deb
fi
if inside sh -c 'command -v python3'; then fail "there is a Python in $root"; fi
cp "$here/../smoke.sh" "$root/tmp/"
inside sh /tmp/smoke.sh holland44
[ "$what" = deb ] || exit 0
inside desktop-file-validate /usr/share/applications/holland44.desktop
inside appstreamcli validate --no-net /usr/share/metainfo/io.holland44.Holland44Qt.metainfo.xml >"$root.log" || { cat "$root.log"; fail "metainfo"; }
inside sh -c 'echo . | tee /tmp/a.h44log >/tmp/a.h44mod'  # an empty file is text to GIO
for kind in log mod; do
    type=$(inside gio info -a standard::content-type "/tmp/a.h44$kind" | sed -n 's/.*content-type: //p')
    case $type in
        application/x-holland44-*) ;;
        *) fail ".h44$kind is $type" ;;
    esac
    inside gio mime "$type" | grep -q holland44.desktop || fail "$type is not opened by the program"
done
[ -e "$root/usr/share/icons/hicolor/scalable/apps/holland44.svg" ] || fail "no icon"
apt remove holland44
[ ! -e "$root/opt/holland44" ] || fail "files are left after it is removed"
echo "bare: desktop entry, file types, icon and removal: ok"
