"""Builders of Qt's drag events, whose constructors differ between Qt versions."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, qVersion
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent

_MOVE = Qt.DropAction.MoveAction
_HELD = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
_WHOLE = tuple(map(int, qVersion().split(".")[:2])) < (6, 12)
# Until 6.11 a drag is at a whole point; from 6.12 on that is deprecated, and warnings are errors.


def drag_enter(at: QPoint, mime: QMimeData, action: Qt.DropAction = _MOVE) -> QDragEnterEvent:
    """Return a drag-enter event with the left button pressed."""
    return QDragEnterEvent(_point(at), action, mime, *_HELD)


def drag_move(at: QPoint, mime: QMimeData, action: Qt.DropAction = _MOVE) -> QDragMoveEvent:
    """Return a drag-move event."""
    return QDragMoveEvent(_point(at), action, mime, *_HELD)


def drop(at: QPoint, mime: QMimeData, action: Qt.DropAction = _MOVE) -> QDropEvent:
    """Return a drop event."""
    return QDropEvent(QPointF(at), action, mime, *_HELD)


def _point(at: QPoint) -> Any:
    return at if _WHOLE else QPointF(at)
