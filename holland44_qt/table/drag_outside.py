"""Drags from the board over another widget, delivered as ordinary drag events."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QPoint
from PySide6.QtGui import QDragLeaveEvent
from PySide6.QtWidgets import QApplication, QWidget

from holland44_qt.board.drag_events import drag_enter, drag_move, drop


class Outside:
    """Drag target outside the board: passes a drag to the widget under the cursor.

    A native drag would stop the board's timer. The widgets receive the same events in both cases.
    """

    def __init__(self, home: QWidget) -> None:
        self._home = home
        self._over: QWidget | None = None

    @property
    def wanted(self) -> bool:
        """Whether the widget under the cursor accepts the drag."""
        return self._over is not None

    def move(self, where: QPoint, mime: QMimeData) -> None:
        """Move the dragged pieces to a point of the screen."""
        target = self._taker(where)
        if target is not self._over:
            self.leave()
            if target is not None:
                entering = drag_enter(target.mapFromGlobal(where), mime)
                QApplication.sendEvent(target, entering)
                if not entering.isAccepted():
                    return
            self._over = target
        if target is not None:
            QApplication.sendEvent(target, drag_move(target.mapFromGlobal(where), mime))

    def drop(self, where: QPoint, mime: QMimeData) -> bool:
        """Drop at a point of the screen; return whether the widget accepted the drop."""
        target, self._over = self._over, None
        if target is None:
            return False
        dropping = drop(target.mapFromGlobal(where), mime)
        QApplication.sendEvent(target, dropping)
        return dropping.isAccepted()

    def leave(self) -> None:
        """Send a leave event to the last widget."""
        if self._over is not None:
            QApplication.sendEvent(self._over, QDragLeaveEvent())
            self._over = None

    def _taker(self, where: QPoint) -> QWidget | None:
        widget = QApplication.widgetAt(where)
        home = self._home.window()
        if widget is None or home not in (widget.window(), widget.window().parentWidget()):
            return None  # another window of the program plays another game
        while widget is not None and not widget.isWindow():
            if widget is self._home:
                return None
            if widget.acceptDrops():
                return widget
            widget = widget.parentWidget()
        return None
