"""Input fields that ignore the mouse wheel, so that scrolling past them changes nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
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
    """Spin box that ignores the mouse wheel.

    A click on its arrows leaves the focus where it is. A click on its number takes the focus, and
    Enter gives it back.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before: QWidget | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.lineEdit().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the focus on a click on the number."""
        if event.type() == QEvent.Type.MouseButtonPress and not self.hasFocus():
            self._before = self.window().focusWidget()
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the focus back on Enter."""
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._before is not None:
            self._before.setFocus(Qt.FocusReason.OtherFocusReason)
            self._before = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Pass the event on to the scroll area."""
        event.ignore()
