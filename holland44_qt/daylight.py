"""Day or night: how light the window and the map are, as chosen or as the desktop is."""

from __future__ import annotations

import os

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from holland44_qt.settings import AUTO, Choices

NIGHT = "HOLLAND44_NIGHT"
"""Environment: set while the window is dark. Colours are read once, before anything is drawn."""


def is_dark(theme: str) -> bool:
    """Is a window of this theme dark? The scheme of the desktop needs an application."""
    if theme != AUTO:
        return theme == "night"
    hints = QGuiApplication.styleHints() if QGuiApplication.instance() is not None else None
    return hints is not None and hints.colorScheme() == Qt.ColorScheme.Dark


def settle() -> None:
    """Have the colours of this program those of the theme in force; before they are imported."""
    if is_dark(Choices.load().theme):
        os.environ[NIGHT] = "1"
    else:
        os.environ.pop(NIGHT, None)


def map_theme(theme: str) -> str:
    """The theme that the map is drawn in."""
    if theme != AUTO:
        return theme
    return "night" if os.environ.get(NIGHT) else "day"
