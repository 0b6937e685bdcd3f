"""What the app remembers between two starts: window, docks, recent files."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_config_path
from PySide6.QtCore import QSettings

RECENT = "files/recent"
MOST_RECENT = 8
"""How many files the list of recent games keeps."""


def settings() -> QSettings:
    """The settings file in the user's folder; where it cannot be written nothing is kept."""
    path = user_config_path("holland44", appauthor=False) / "window.ini"
    return QSettings(str(path), QSettings.Format.IniFormat)


def recent_files() -> list[Path]:
    """The games opened last that are still there, newest first."""
    stored = settings().value(RECENT)
    # An INI file cannot tell a list of one from a string, nor an empty list from nothing.
    names = [stored] if isinstance(stored, str) else stored or []
    return [path for path in map(Path, names) if path.is_file()]


def remember_file(path: Path) -> None:
    """Put a game at the top of the recent ones."""
    path = path.resolve()
    others = [p for p in recent_files() if p != path]
    settings().setValue(RECENT, [str(p) for p in (path, *others)][:MOST_RECENT])
