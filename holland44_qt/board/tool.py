"""Tool: receives mouse events on the board before the view does."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QMouseEvent


class Tool:
    """Mouse tool of the user; each method returns whether it handled the event.

    Points are those of the view's viewport. The tool that handles a press receives the moves and
    releases until all buttons are up. Newer tools are asked first (:meth:`BoardView.use`).
    """

    def press(self, event: QMouseEvent) -> bool:
        """Handle the press of a button."""
        return False

    def double(self, event: QMouseEvent) -> bool:
        """Handle a double click; unhandled, it counts as a press."""
        return False

    def move(self, event: QMouseEvent) -> bool:
        """Handle a mouse move, with or without a pressed button."""
        return False

    def release(self, event: QMouseEvent) -> bool:
        """Handle the release of a button."""
        return False

    def leave(self) -> None:
        """Handle the mouse leaving the board."""

    def menu(self, pos: QPoint, where: QPoint) -> bool:
        """Handle a context-menu request at a point of the view, ``where`` on the screen."""
        return False

    def drag(self, event: QDragMoveEvent) -> bool:
        """Handle a drag from outside that enters or moves over the board."""
        return False

    def drop(self, event: QDropEvent) -> bool:
        """Handle a drop from outside."""
        return False
