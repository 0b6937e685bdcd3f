"""Enter in a field or a list does the field's work, though it is a key of the board as well."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class EnterKeeper(QObject):
    """Keeps Enter from becoming a shortcut of the window while a widget has the focus."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Claim the key before the shortcuts are asked."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in KEYS
        ):
            event.accept()
            return True
        return False
