"""Mouse answers to a pending decision: click a hex, or an entry area beside the map.

A drag that begins there moves counters or the map.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QPoint
from PySide6.QtGui import QMouseEvent

from holland44_qt.board.click_tool import ClickTool
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


class AnswerPointer(ClickTool):
    """Mouse tool that handles clicks on places that are answers."""

    def __init__(self, asked: Answerable, hand: Callable[[], Tool]) -> None:
        super().__init__(hand)
        self._decision = asked

    def meaning(self, pos: QPoint) -> Callable[[], object] | None:
        """Return the choice of the place at a point, if it is an answer."""
        place = self._decision.place_at(pos)
        if not self._decision.may_choose(place):
            return None
        return lambda: self._decision.choose_at(place)

    def move(self, event: QMouseEvent) -> bool:
        """Detect entry areas beside the map, which the view does not report."""
        if not event.buttons():
            self._decision.point_beside(event.position().toPoint())
        return super().move(event)
