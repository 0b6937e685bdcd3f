"""Mouse tool of the board: selecting, dragging, rubber band and lasso, panning, context menu."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QMouseEvent, QPolygonF
from PySide6.QtWidgets import QApplication

from holland44_qt.board.drag_data import from_mime
from holland44_qt.board.tool import Tool

if TYPE_CHECKING:
    from holland44_qt.table.board_hand import BoardHand

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class DragPurpose(Enum):
    """Purpose of the pressed left button."""

    NOTHING = auto()
    CLICK = auto()
    PAN = auto()
    BAND = auto()
    LASSO = auto()
    CARRY = auto()


class Mouse(Tool):
    """Mouse tool that turns mouse events into actions of the hand."""

    def __init__(self, grip: BoardHand) -> None:
        self._grip = grip
        self._doing = DragPurpose.NOTHING
        self._start = QPoint()
        self._last = QPoint()
        self._unit: str | None = None
        self._marker: str | None = None
        self._chose = False
        self._loop = QPolygonF()
        self.quiet = False
        """Whether a right click has just removed a waypoint, so that no menu opens."""

    @property
    def busy(self) -> bool:
        """Return whether a button is pressed for an action."""
        return self._doing is not DragPurpose.NOTHING

    # -- buttons ----------------------------------------------------------------------------------

    def press(self, event: QMouseEvent) -> bool:
        """Select or start a drag with the left button; remove a waypoint with the right one
        while dragging.
        """
        pos = event.position().toPoint()
        self.quiet = False
        if self._doing is DragPurpose.CARRY:
            if event.button() == RIGHT:
                self.quiet = True
                self._grip.carrying.back()
            return True
        if event.button() != LEFT or self.busy:
            return self.busy
        self._start = self._last = pos
        grip = self._grip
        if grip.carrying.load is not None:  # picked up by the keyboard: a click puts it down
            if event.modifiers() & SHIFT:
                grip.waypoint_at(pos)
            else:
                grip.drop_at(pos)
            return True
        if grip.space_held:
            grip.space_used, self._doing = True, DragPurpose.PAN
            return True
        self._doing = DragPurpose.CLICK
        grip.pressed.emit()
        self._unit, self._marker, self._chose = grip.unit_at(pos), None, False
        if self._unit is None:
            self._marker = grip.marker_at(pos)
        if self._unit is not None:
            self._choose(self._unit, event.modifiers())
        return True

    def _choose(self, unit: str, modifiers: Qt.KeyboardModifier) -> None:
        selection = self._grip.view.selection
        if modifiers & CTRL:
            selection.toggle(unit)
            self._chose = True
        elif modifiers & SHIFT:
            selection.add(self._grip.stack_of(unit))
            self._chose = True
        elif unit not in selection:
            selection.set((unit,))
            self._chose = True

    def double(self, event: QMouseEvent) -> bool:
        """Select the whole stack."""
        unit = self._grip.unit_at(event.position().toPoint())
        if event.button() != LEFT or unit is None or self._grip.carrying.load is not None:
            return False
        self._grip.view.selection.set(self._grip.stack_of(unit))
        self._start = self._last = event.position().toPoint()
        self._unit, self._marker, self._chose = unit, None, True
        self._doing = DragPurpose.CLICK
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Move the dragged pieces, extend the selection band, or pan the map."""
        pos = event.position().toPoint()
        grip = self._grip
        if self._doing is DragPurpose.NOTHING:
            if grip.carrying.load is not None:  # picked up by the keyboard: it comes along
                grip.hold_over(pos)
            grip.hover(pos)
            return False
        if self._doing is DragPurpose.CLICK and self._far(pos):
            self._begin(event.modifiers())
        if self._doing is DragPurpose.PAN:
            grip.view.pan(self._last.x() - pos.x(), self._last.y() - pos.y())
        elif self._doing is DragPurpose.BAND:
            grip.layer.show_band(QPolygonF(self._band(pos)))
        elif self._doing is DragPurpose.LASSO:
            self._loop.append(grip.view.mapToScene(pos))
            grip.layer.show_band(self._loop)
        elif self._doing is DragPurpose.CARRY:
            grip.carry_to(pos)
        if self._doing is not DragPurpose.CLICK:
            self._last = pos
        return True

    def _far(self, pos: QPoint) -> bool:
        return (pos - self._start).manhattanLength() >= QApplication.startDragDistance()

    def _begin(self, modifiers: Qt.KeyboardModifier) -> None:
        grip = self._grip
        empty = self._unit is None and self._marker is None
        if empty and modifiers & SHIFT:
            self._doing = DragPurpose.BAND
        elif empty and modifiers & CTRL:
            self._doing = DragPurpose.LASSO
            self._loop = QPolygonF([grip.view.mapToScene(self._start)])
        elif self._unit is not None and self._unit in grip.view.selection:
            carried = grip.pick_up(self._unit, self._start)
            if not carried:
                grip.session.say_why_not()
            self._doing = DragPurpose.CARRY if carried else DragPurpose.PAN
        elif self._marker is not None and grip.pick_up_marker(self._marker, self._start):
            self._doing = DragPurpose.CARRY
        else:
            self._doing = DragPurpose.PAN
            grip.view.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def release(self, event: QMouseEvent) -> bool:
        """Drop the pieces, or finish the selection."""
        if event.button() != LEFT:
            return True
        pos, grip = event.position().toPoint(), self._grip
        doing, self._doing = self._doing, DragPurpose.NOTHING
        grip.view.viewport().unsetCursor()
        if doing is DragPurpose.CARRY:
            grip.drop_at(pos)
        elif doing is DragPurpose.BAND:
            more = bool(event.modifiers() & CTRL)
            grip.choose_within(QPolygonF(self._band(pos)), more=more)
        elif doing is DragPurpose.LASSO:
            grip.choose_within(self._loop, more=bool(event.modifiers() & SHIFT))
        elif doing is DragPurpose.CLICK:
            if self._unit is None:
                grip.view.selection.clear()
            elif not self._chose and not event.modifiers() & (CTRL | SHIFT):
                grip.next_in_stack(self._unit)
        grip.layer.show_band(QPolygonF())
        return True

    def stop(self) -> None:
        """End the current mouse action."""
        self._doing = DragPurpose.NOTHING
        self._grip.view.viewport().unsetCursor()
        self._grip.layer.show_band(QPolygonF())

    def leave(self) -> None:
        """Report that the mouse is no longer over the board."""
        self._grip.hover(None)

    def _band(self, pos: QPoint) -> QRectF:
        view = self._grip.view
        return QRectF(
            QPointF(view.mapToScene(self._start)), QPointF(view.mapToScene(pos))
        ).normalized()

    # -- the menu, and what comes from the boxes --------------------------------------------------

    def menu(self, pos: QPoint, where: QPoint) -> bool:
        """Return whether to suppress the menu: while a button is down, or after a waypoint was
        removed.
        """
        if self.quiet or self.busy:
            self.quiet = False
            return True
        self._grip.put_card_away()
        return False

    def drag(self, event: QDragMoveEvent) -> bool:
        """Return whether a drag over a hex is accepted; outline the hex."""
        hex_ = self._grip.view.hex_at(event.position().toPoint())
        fits = self._grip.session.can_play and from_mime(event.mimeData()) is not None
        self._grip.layer.show_aim(hex_ if fits and hex_ >= 0 else None)
        return fits and hex_ >= 0

    def drop(self, event: QDropEvent) -> bool:
        """Drop pieces or markers dragged from a box or from the stack card; return whether it
        succeeded.
        """
        self._grip.layer.show_aim(None)
        dragged = from_mime(event.mimeData())
        if dragged is None:
            return False
        return self._grip.receive(dragged, event.position().toPoint())
