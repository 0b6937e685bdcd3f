"""Checks for a display and for the libraries that Qt needs."""

from __future__ import annotations

import os
import socket
import sys
from importlib.resources import files
from pathlib import Path

from engine.i18n import t


def has_display() -> bool:
    """Return whether a window can be opened; a platform chosen by QT_QPA_PLATFORM counts."""
    if os.environ.get("QT_QPA_PLATFORM"):
        return True
    if not sys.platform.startswith(("linux", "freebsd")):
        return True
    wayland = os.environ.get("WAYLAND_DISPLAY")
    if wayland:
        runtime = Path(os.environ.get("XDG_RUNTIME_DIR", "/run"))
        if (runtime / wayland).exists() or Path(wayland).exists():
            return True
    return _x_answers(os.environ.get("DISPLAY", ""))


def _x_answers(display: str) -> bool:
    """Return whether an X server answers; without one Qt aborts the program."""
    host, colon, rest = display.rpartition(":")
    number = rest.split(".")[0]
    if not colon or not number.isdigit():
        return False
    unix = f"/tmp/.X11-unix/X{number}"
    try:
        if host in ("", "unix", "localhost"):
            for address in (unix, f"\0{unix}"):
                with socket.socket(socket.AF_UNIX) as probe:
                    probe.settimeout(1)
                    if probe.connect_ex(address) == 0:
                        return True
            if host != "localhost":
                return False
        with socket.create_connection((host, 6000 + int(number)), timeout=2):
            return True
    except OSError:
        return False


def qt_problem() -> str | None:
    """Return why Qt cannot be used, with the command that fixes it; None if it can."""
    try:
        import PySide6.QtSvg
        import PySide6.QtWidgets  # noqa: F401
    except ImportError as error:
        return t("cli.open.no_qt", why=error, line=install_line())
    return None


def install_line() -> str:
    """Return the command that installs Qt's system libraries on Debian and its derivatives."""
    names = (files("resources") / "system-packages.txt").read_text(encoding="utf-8").split()
    return f"sudo apt-get install -y {' '.join(names)}"
