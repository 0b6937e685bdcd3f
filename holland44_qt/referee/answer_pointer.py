"""The mouse on a question: a click on a hex, or on an entry area beside the map, is an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent

from holland44_qt.board.tool import Tool

if TYPE_CHECKING:
    from holland44_qt.referee.decision_feature import Deciding


class AnswerPointer(Tool):
    """Takes a click on a hex that is an answer."""

    def __init__(self, deciding: Deciding) -> None:
        self._deciding = deciding
        self._pressed: int | None = None

    def press(self, event: QMouseEvent) -> bool:
        """Is there an answer under the mouse?"""
        place = self._deciding.place_at(event.position().toPoint())
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if not plain or not self._deciding.may_choose(place):
            return False
        self._pressed = place
        return True

    def release(self, event: QMouseEvent) -> bool:
        """Answer, if the button goes up where it went down."""
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return False
        if self._deciding.place_at(event.position().toPoint()) == pressed:
            self._deciding.choose_at(pressed)
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Beside the map it may be over an entry area, of which the view does not tell."""
        if not event.buttons():
            self._deciding.point_beside(event.position().toPoint())
        return False
