"""Mouse answers to a pending decision: click a hex, or an entry area beside the map."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QMouseEvent

from holland44_qt.board.tool import Tool


class Answerable(Protocol):
    """Protocol of a pending decision whose answers are places on the board."""

    def place_at(self, pos: QPoint) -> int:
        """Return the hex or entry area at a point of the board's viewport; negative for none."""
        ...

    def may_choose(self, place: int) -> bool:
        """Return whether a place is an answer."""
        ...

    def choose_at(self, place: int) -> None:
        """Give the answer of a place."""
        ...

    def point_beside(self, pos: QPoint) -> None:
        """Update the highlight for a mouse position, also beside the map."""
        ...


class AnswerPointer(Tool):
    """Mouse tool that handles clicks on hexes that are answers."""

    def __init__(self, asked: Answerable) -> None:
        self._decision = asked
        self._pressed: int | None = None

    def press(self, event: QMouseEvent) -> bool:
        """Accept the press if there is an answer under the mouse."""
        place = self._decision.place_at(event.position().toPoint())
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if not plain or not self._decision.may_choose(place):
            return False
        self._pressed = place
        return True

    def release(self, event: QMouseEvent) -> bool:
        """Answer if the button is released where it was pressed."""
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return False
        if self._decision.place_at(event.position().toPoint()) == pressed:
            self._decision.choose_at(pressed)
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Detect entry areas beside the map, which the view does not report."""
        if not event.buttons():
            self._decision.point_beside(event.position().toPoint())
        return False
