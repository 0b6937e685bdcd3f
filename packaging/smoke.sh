#!/bin/sh
# Tries a `holland44` command outside the project: smoke.sh PATH-OF-THE-COMMAND
# Version, a new game, a legal move by the rules, a page and pictures of it, and the window for some seconds.
set -eu
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export QT_QPA_PLATFORM=offscreen HOME="$folder" XDG_RUNTIME_DIR="$folder"
fail() { printf 'smoke: %s\n' "$*" >&2; exit 1; }

"$program" --version
"$program" new holland44 campaign -o game.h44log >/dev/null
"$program" verify game.h44log --rules >/dev/null || fail "a new game does not verify"
"$program" autoplay holland44 campaign --seed 1 --turns 1 -o played.h44log >/dev/null || fail "autoplay"
"$program" verify played.h44log --rules >/dev/null || fail "a played game does not verify"
"$program" export played.h44log --to html -o page.html >/dev/null || fail "no page"
grep -q '<html' page.html || fail "the page is empty"
# Films may be an archive of their own.
if "$program" export played.h44log --to gif --entries 1-3 -o film.gif >film.out 2>&1; then
    [ "$(wc -c <film.gif)" -gt 10000 ] || fail "the film is empty"
    echo "smoke: with films"
else
    grep -q -- -films- film.out || { cat film.out; fail "no film"; }
fi
"$program" render holland44 -o map.png >/dev/null || fail "no picture"
[ "$(wc -c <map.png)" -gt 100000 ] || fail "the picture is empty"
code=0
timeout 12 "$program" open played.h44log >window.out 2>&1 || code=$?
[ "$code" = 124 ] || { cat window.out; fail "the window closed by itself (exit code $code)"; }
# Qt says so of the platform without a screen.
if grep -v 'plugin does not support propagateSizeHints' window.out; then fail "the window wrote messages"; fi
echo "smoke: ok"
