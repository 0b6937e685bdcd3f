"""Enter in a field or list, although Enter is also a shortcut of the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class EnterKeeper(QObject):
    """Event filter that keeps Enter from triggering a shortcut while a widget has the focus."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept the key before shortcuts are matched."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in KEYS
        ):
            event.accept()
            return True
        return False
