"""The mouse on a question: a click on a hex, or on an entry area beside the map, is an answer."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QMouseEvent

from holland44_qt.board.tool import Tool


class Answerable(Protocol):
    """A question on the board, by its places."""

    def place_at(self, pos: QPoint) -> int:
        """The hex or entry area at a point of the board's viewport; below 0: none."""
        ...

    def may_choose(self, place: int) -> bool:
        """Is there an answer at a place?"""
        ...

    def choose_at(self, place: int) -> None:
        """Give the answer of a place."""
        ...

    def point_beside(self, pos: QPoint) -> None:
        """The mouse is at a point, perhaps beside the map."""
        ...


class AnswerPointer(Tool):
    """Takes a click on a hex that is an answer."""

    def __init__(self, asked: Answerable) -> None:
        self._asked = asked
        self._pressed: int | None = None

    def press(self, event: QMouseEvent) -> bool:
        """Is there an answer under the mouse?"""
        place = self._asked.place_at(event.position().toPoint())
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if not plain or not self._asked.may_choose(place):
            return False
        self._pressed = place
        return True

    def release(self, event: QMouseEvent) -> bool:
        """Answer, if the button goes up where it went down."""
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return False
        if self._asked.place_at(event.position().toPoint()) == pressed:
            self._asked.choose_at(pressed)
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Beside the map it may be over an entry area, of which the view does not tell."""
        if not event.buttons():
            self._asked.point_beside(event.position().toPoint())
        return False
