"""Day and night: brightness of window and map, as chosen or as set on the desktop."""

from __future__ import annotations

import os

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from holland44_qt.settings import AUTO, Choices

NIGHT = "HOLLAND44_NIGHT"
"""Environment variable that is set while the window is dark.

Colours are read once, before anything is drawn.
"""


def is_dark(theme: str) -> bool:
    """Return whether a window of this theme is dark.

    Reading the desktop's scheme needs an application.
    """
    if theme != AUTO:
        return theme == "night"
    hints = QGuiApplication.styleHints() if QGuiApplication.instance() is not None else None
    return hints is not None and hints.colorScheme() == Qt.ColorScheme.Dark


def settle() -> None:
    """Set the program's colours to the current theme; must run before they are imported."""
    if is_dark(Choices.load().theme):
        os.environ[NIGHT] = "1"
    else:
        os.environ.pop(NIGHT, None)


def map_theme(theme: str) -> str:
    """Return the map's theme."""
    if theme != AUTO:
        return theme
    return "night" if os.environ.get(NIGHT) else "day"
