"""Touch screens: one finger acts as the mouse, a long press opens the menu, two fingers pinch."""

from __future__ import annotations

import math
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QEventPoint, QMouseEvent, QTouchEvent
from PySide6.QtWidgets import QApplication, QWidget

HELD = 600
"""Milliseconds of a long press that opens the menu."""
_TOUCH = (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd)
_LEFT, _NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
_PRESS, _MOVE, _RELEASE = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.MouseButtonRelease,
)


class Pinch(Protocol):
    """Protocol of a zoom by a factor about a point that has moved by some pixels."""

    def __call__(self, factor: float, anchor: QPoint, moved: QPoint) -> None:
        """Zoom and pan."""


class TouchFilter(QObject):
    """Event filter for touches on a widget.

    Qt would turn the first touch into a mouse press at once. Here the press is sent only after the
    finger has moved or lifted, so that a second one can still start a pinch.
    """

    def __init__(self, on: QWidget, pinch: Pinch) -> None:
        super().__init__(on)
        self._on, self._pinch = on, pinch
        self._start = QPointF()
        self._pair = (QPointF(), QPointF())
        """Last points of the two fingers of a pinch."""
        self._down = False
        """Whether the left button was pressed."""
        self._pinched = False
        """Were there two fingers since the first came?"""
        self._hold_timer = QTimer(self, singleShot=True, interval=HELD)
        self._hold_timer.timeout.connect(self._menu)
        on.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        on.installEventFilter(self)

    def stop(self) -> None:
        """Stop the timer."""
        self._hold_timer.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle touch events."""
        if event.type() == QEvent.Type.TouchCancel:
            self._hold_timer.stop()
            self._down = self._pinched = False
        if not isinstance(event, QTouchEvent) or event.type() not in _TOUCH:
            return False
        event.accept()
        points = event.points()
        if event.type() == QEvent.Type.TouchBegin:
            self._start, self._down, self._pinched = points[0].position(), False, False
            self._hold_timer.start()
        if len(points) > 1 and not self._down:
            self._hold_timer.stop()
            self._two(points[0], points[1], afresh=not self._pinched)
            self._pinched = True
        elif not self._pinched:
            self._one(points[0], event.type() == QEvent.Type.TouchEnd)
        return True

    def _one(self, point: QEventPoint, up: bool) -> None:
        far = (point.position() - self._start).manhattanLength()
        moved = far >= QApplication.startDragDistance()
        if not self._down and (moved or (up and self._hold_timer.isActive())):
            self._down = True
            self._send(_PRESS, self._start, _LEFT, _LEFT)
        if moved or up:
            self._hold_timer.stop()
        if self._down and not up:
            self._send(_MOVE, point.position(), _NONE, _LEFT)
        elif self._down:
            self._send(_RELEASE, point.position(), _LEFT, _NONE)
            self._down = False

    def _two(self, first: QEventPoint, second: QEventPoint, *, afresh: bool) -> None:
        before, self._pair = self._pair, (first.position(), second.position())
        apart, was = (math.hypot(*(b - a).toTuple()) for a, b in (self._pair, before))
        middle, from_ = ((a + b) / 2 for a, b in (self._pair, before))
        if was > 0 and not afresh:
            self._pinch(apart / was, middle.toPoint(), middle.toPoint() - from_.toPoint())

    def _send(
        self, kind: QEvent.Type, pos: QPointF, button: Qt.MouseButton, down: Qt.MouseButton
    ) -> None:
        where = self._on.mapToGlobal(pos)
        keys = QApplication.keyboardModifiers()
        QApplication.sendEvent(self._on, QMouseEvent(kind, pos, where, button, down, keys))

    def _menu(self) -> None:
        pos = self._start.toPoint()
        reason = QContextMenuEvent.Reason.Other
        asked = QContextMenuEvent(reason, pos, self._on.mapToGlobal(pos))
        QApplication.sendEvent(self._on, asked)
        menu = QApplication.activePopupWidget()
        if menu is not None:
            _Lift(menu)


class _Lift(QObject):
    """Event filter that ignores the release of the touch that opened a menu.

    Qt turns touches into mouse events while a menu is open, so the release would choose a menu
    line.
    """

    def __init__(self, menu: QWidget) -> None:
        super().__init__(menu)
        menu.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Drop the next release; a press is a choice by the user."""
        if event.type() not in (_PRESS, _RELEASE):
            return False
        watched.removeEventFilter(self)
        return event.type() == _RELEASE
