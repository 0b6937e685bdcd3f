"""A window is on its screen with its frame too, of which only the desktop knows."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QWidget

FRAMED = 150
"""Milliseconds after which a window that is shown has its frame."""
TRIES = 20
"""How often its frame is looked for."""


def keep_on_screen(window: QWidget, tries: int = TRIES) -> None:
    """Have it no larger than the screen, frame and all: the game's line lies at the lower edge.

    A busy desktop frames it late, some never do: it is looked for a few times.
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
    """The size of a window whose frame would be beyond a screen that it fits into by itself."""
    fits = size.boundedTo(room) == size
    return size.boundedTo(room - (framed - size)) if fits else size
