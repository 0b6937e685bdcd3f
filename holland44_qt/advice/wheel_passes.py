"""Input fields that ignore the mouse wheel, so that scrolling past them changes nothing."""

from __future__ import annotations

from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget


class StillBox(QComboBox):
    """Combo box that ignores the mouse wheel, and is as narrow as its panel needs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Pass the event on to the scroll area."""
        event.ignore()


class StillCount(QSpinBox):
    """Spin box that ignores the mouse wheel."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Pass the event on to the scroll area."""
        event.ignore()
