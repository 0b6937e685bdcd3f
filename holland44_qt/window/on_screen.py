"""Keep a window with its frame on the screen; only the desktop knows the size of the frame."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QWidget

FRAMED = 150
"""Milliseconds until a shown window usually has its frame."""
TRIES = 20
"""Maximum number of checks for the frame."""


def keep_on_screen(window: QWidget, tries: int = TRIES) -> None:
    """Shrink a window that is larger than the screen with its frame, so that the bottom bar is
    visible.

    A busy desktop adds the frame late, and some never do. The check is therefore repeated a few
    times.
    """
    filling = Qt.WindowState.WindowFullScreen | Qt.WindowState.WindowMaximized
    if window.windowState() & filling:
        return
    if window.frameGeometry().size() == window.size() and tries and window.isVisible():
        QTimer.singleShot(FRAMED, window, lambda: keep_on_screen(window, tries - 1))
    room = window.screen().availableGeometry()
    size = within(room.size(), window.size(), window.frameGeometry().size())
    if size != window.size():
        window.resize(size)
        window.move(room.topLeft())


def within(room: QSize, size: QSize, framed: QSize) -> QSize:
    """Return the size at which a window with its frame fits the screen; windows that are too large
    themselves stay unchanged.
    """
    fits = size.boundedTo(room) == size
    return size.boundedTo(room - (framed - size)) if fits else size
