"""Fields among others that are scrolled: the wheel goes past them and changes nothing."""

from __future__ import annotations

from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QSpinBox


class StillBox(QComboBox):
    """A choice that is made by click or key."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave it to what is scrolled."""
        event.ignore()


class StillCount(QSpinBox):
    """A number that is set by click or key."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave it to what is scrolled."""
        event.ignore()
