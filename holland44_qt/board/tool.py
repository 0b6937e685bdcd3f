"""A tool: takes the mouse on the board before the view does."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QMouseEvent


class Tool:
    """Something in the hand of the user; every answer says whether it dealt with the event.

    Points are those of the view's viewport. The tool that takes a press has the moves and releases
    that follow until no button is down. Tools are asked newest first (:meth:`BoardView.use`).
    """

    def press(self, event: QMouseEvent) -> bool:
        """A button goes down."""
        return False

    def double(self, event: QMouseEvent) -> bool:
        """A button goes down for the second time; without a taker it counts as a press."""
        return False

    def move(self, event: QMouseEvent) -> bool:
        """The mouse moves, with or without a button down."""
        return False

    def release(self, event: QMouseEvent) -> bool:
        """A button goes up."""
        return False

    def leave(self) -> None:
        """The mouse leaves the board."""

    def menu(self, pos: QPoint, where: QPoint) -> bool:
        """A context menu is asked for at a point of the view, ``where`` on the screen."""
        return False

    def drag(self, event: QDragMoveEvent) -> bool:
        """Something is dragged in from elsewhere, or over the board."""
        return False

    def drop(self, event: QDropEvent) -> bool:
        """Something from elsewhere is dropped."""
        return False
