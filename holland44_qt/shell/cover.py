"""Cover over the whole window: no key and no click reaches the board below."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget


class Cover(QWidget):
    """As large as its window, whatever size that takes."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        window.installEventFilter(self)

    def place(self) -> None:
        """Take the size of the window."""
        self.setGeometry(self._window.rect())

    def lift(self) -> None:
        """Away for good."""
        self._window.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the window."""
        if event.type() == QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """No key goes to the board below."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Nothing below can be clicked."""
        event.accept()
