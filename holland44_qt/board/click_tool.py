"""Tool that gives clicks on the board a meaning, and leaves drags to the hand tool."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from holland44_qt.board.tool import Tool


class ClickTool(Tool):
    """Tool whose clicks mean what :meth:`meaning` returns.

    A press that becomes a drag is passed on, so that counters and the map still move.
    """

    def __init__(self, hand: Callable[[], Tool]) -> None:
        self._hand = hand
        self._pressed: QMouseEvent | None = None
        self._click: Callable[[], object] | None = None
        self._drags = False

    def meaning(self, pos: QPoint) -> Callable[[], object] | None:
        """Return the effect of a click at a point of the board's viewport, or None."""
        return None

    def press(self, event: QMouseEvent) -> bool:
        """Accept a press of the left button where a click means something."""
        if self._drags:
            return self._hand().press(event)
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        self._click = self.meaning(event.position().toPoint()) if plain else None
        self._pressed = event.clone() if self._click is not None else None
        return self._pressed is not None

    def move(self, event: QMouseEvent) -> bool:
        """Pass the press on to the hand tool when it becomes a drag."""
        if self._pressed is not None:
            distance = (event.position() - self._pressed.position()).manhattanLength()
            if distance < QApplication.startDragDistance():
                return True
            self._drags = self._hand().press(self._pressed)
            self._pressed = self._click = None
        return self._drags and self._hand().move(event)

    def release(self, event: QMouseEvent) -> bool:
        """Apply the click, or let the hand tool finish its drag."""
        if self._drags:
            self._drags = bool(event.buttons() & Qt.MouseButton.LeftButton)
            return self._hand().release(event)
        click, self._pressed, self._click = self._click, None, None
        if click is not None:
            click()
        return click is not None
