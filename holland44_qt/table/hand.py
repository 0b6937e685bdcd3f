"""Hand: pick up, move and drop pieces by mouse and keyboard; the keyboard cursor."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QCursor, QKeyEvent

from engine.board.board import BEYOND
from holland44_qt.board.drag_data import Dragged
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.ports import Window
from holland44_qt.table.board_hand import BoardHand
from holland44_qt.table.mouse import Mouse

EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = range(6)
"""Indices of a hex's neighbours by direction, in the order of the board."""


def _cursor(direction: str, keys: str) -> Command:
    name = f"cursor_{direction}"
    return Command(name, "edit", name, (keys,), submenu="cursor")


class Hand(Feature):
    """Feature to select and move pieces; commands on the selection are in Orders."""

    COMMANDS = (
        Command("pick_up", "edit", "take_or_put", ("Return", "Enter"), separator=True),
        Command("waypoint_back", "edit", "waypoint_back", ("Backspace",)),
        Command("next_counter", "edit", "next_counter", ("Shift+A",)),
        Command("whole_stack", "edit", "whole_stack", ("A",)),
        Command("inspect", "edit", "inspect", ("I",)),
        _cursor("west", "Ctrl+Left"),
        _cursor("east", "Ctrl+Right"),
        _cursor("north_west", "Ctrl+Shift+Up"),
        _cursor("north_east", "Ctrl+Up"),
        _cursor("south_west", "Ctrl+Shift+Down"),
        _cursor("south_east", "Ctrl+Down"),
    )

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.grip = BoardHand(window)
        self.mouse = Mouse(self.grip)
        self.cursor: int | None = None

    def ready(self) -> None:
        """Install the mouse tool and the keyboard handler."""
        self.view.use(self.mouse)
        self.view.installEventFilter(self)
        self.window.boxes.entered.connect(self.at_box)
        self.session.stepped.connect(self._stepped)
        self.session.leaving.connect(self._leaving)
        self.view.zoomed.connect(self._zoomed)
        self.view.looked.connect(self.grip.put_card_away)
        self.grip.cursor_wanted.connect(self._show_cursor)
        self.grip.pressed.connect(self._hide_cursor)

    def release(self) -> None:
        """Cancel everything."""
        self.view.removeEventFilter(self)
        self.view.put_away(self.mouse)
        self.grip.stop()

    def _zoomed(self) -> None:
        """Rescale the dragged pieces with the map."""
        self.grip.rescale()
        if self.cursor is not None and self.grip.carrying.load and not self.mouse.busy:
            self.grip.show_ghost_at(self.cursor)

    def _leaving(self) -> None:
        self.mouse.stop()
        self.grip.stop()
        self._hide_cursor()

    def _stepped(self) -> None:
        self.mouse.stop()
        self.grip.show_state()

    # -- the cursor -------------------------------------------------------------------------------

    def cursor_east(self) -> None:
        """Move the cursor one hex east."""
        self._go(EAST)

    def cursor_west(self) -> None:
        """Move the cursor one hex west."""
        self._go(WEST)

    def cursor_north_east(self) -> None:
        """Move the cursor one hex north-east."""
        self._go(NORTH_EAST)

    def cursor_north_west(self) -> None:
        """Move the cursor one hex north-west."""
        self._go(NORTH_WEST)

    def cursor_south_east(self) -> None:
        """Move the cursor one hex south-east."""
        self._go(SOUTH_EAST)

    def cursor_south_west(self) -> None:
        """Move the cursor one hex south-west."""
        self._go(SOUTH_WEST)

    def _go(self, direction: int) -> None:
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if self.cursor is None:  # the first key only shows where it is
            self._show_cursor(self._start())
            return
        if self.view.turned:
            direction = (direction + 3) % 6
        to = self.session.module.board.neighbours[self.cursor][direction]
        if to == BEYOND:
            return
        self._show_cursor(to)
        if self.grip.carrying.load is not None:
            self.grip.carrying.lead(to)
            self.grip.show_ghost_at(to)

    def _start(self) -> int:
        """Return the start of the cursor: the selection, or else the middle of the view."""
        pieces, places = self.session.state.pieces, self.session.module.places
        chosen = [pieces[u].place for u in self.view.selection.units if u in pieces]
        on_map = [place for place in chosen if places.is_hex(place)]
        if on_map:
            return on_map[0]
        middle = self.view.hex_at(self.view.viewport().rect().center())
        return max(0, middle)

    def _hide_cursor(self) -> None:
        """Hide the cursor; the next key shows it at the selection."""
        self.cursor = None
        self.grip.layer.show_cursor(None)

    def _show_cursor(self, place: int | None) -> None:
        gone = place is None and self.cursor is not None
        self.cursor = place
        self.grip.layer.show_cursor(place)
        if gone:  # what it pointed at is not pointed at any more; the mouse may lie elsewhere
            port = self.view.viewport()
            here = port.mapFromGlobal(QCursor.pos())
            self.view.hovered.emit(self.view.hex_at(here) if port.underMouse() else -1)
        if place is not None:
            self.view.look_at([place])
            self.view.hovered.emit(place)
            self.grip.cursor_moved.emit()

    # -- commands ---------------------------------------------------------------------------------

    def take_or_put(self) -> None:
        """Pick up the selected pieces in the cursor's hex, or drop the dragged ones."""
        grip = self.grip
        if grip.carrying.load is not None:
            if self.cursor is not None:
                grip.put_down(self.cursor)
            return
        if grip.has_meant(self.cursor if self.cursor is not None else -1):
            return
        if self.cursor is None:
            self._show_cursor(self._start())
        assert self.cursor is not None
        state, places = self.session.state, self.session.module.places
        off = [u for u in self.view.selection.units if u in state.pieces]
        if off and not any(places.is_hex(state.pieces[u].place) for u in off):
            # What waits in a box is taken from there, to be led on from the cursor.
            grip.pick_up(off[-1], self._middle_of(self.cursor), scrolls=False)
            return
        stack = state.stack(self.cursor)
        if not stack:
            return
        chosen = [u for u in stack if u in self.view.selection]
        if not chosen:
            chosen = [stack[-1]]
            self.view.selection.set(chosen)
        grip.pick_up(chosen[-1], self._middle_of(self.cursor), scrolls=False)

    def _middle_of(self, place: int) -> QPoint:
        return self.view.mapFromScene(self.grip.layer.centre(place))

    def at_box(self, box: str, name: str) -> None:
        """Handle Enter at a box: drop the dragged pieces there, or pick up the pieces in it.

        The cursor then moves them over the map.
        """
        grip, load = self.grip, self.grip.carrying.load
        if load is not None:
            dragged = Dragged(load.units, (load.marker,) if load.marker else ())
            grip.cancel()
            self.window.boxes.dropped.emit(box, dragged)
            return
        state = self.session.state
        if self.cursor is None:
            self._show_cursor(self._start())
        assert self.cursor is not None
        middle = self.view.mapFromScene(grip.layer.centre(self.cursor))
        taken = False
        if name in state.pieces:
            if name not in self.view.selection:
                self.view.selection.set((name,))
            taken = grip.pick_up(name, middle, scrolls=False)
        elif name in state.markers:
            taken = grip.pick_up_marker(name, middle)
        if taken:
            self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def waypoint_back(self) -> None:
        """Remove the last leg of the trail."""
        load = self.grip.carrying.load
        if self.grip.carrying.back() and load and load.trail and not self.mouse.busy:
            self._show_cursor(load.trail.end)
            self.grip.show_ghost_at(load.trail.end)

    def next_counter(self) -> None:
        """Select the next counter down in the stack at the cursor or of the selection."""
        units = self.view.selection.units
        here = self.session.state.stack(self.cursor) if self.cursor is not None else ()
        if here and not (len(units) == 1 and units[0] in here):
            self.view.selection.set(here[-1:])
        elif units:
            self.grip.next_in_stack(units[-1])

    def whole_stack(self) -> None:
        """Select all pieces of the stack at the cursor or of the selection."""
        units = self.view.selection.units
        here = self.session.state.stack(self.cursor) if self.cursor is not None else ()
        if units and not any(u in here for u in units):
            here = self.grip.stack_of(units[-1])
        if here:
            self.view.selection.set(here)

    def inspect(self) -> None:
        """Show an enlarged card of the hex at the cursor, of the selection, or under the mouse."""
        if self.grip.card.isVisible() and self.grip.card.has_focus:
            self.grip.card.dismiss()
            return
        under = self.view.viewport().mapFromGlobal(self.view.cursor().pos())
        hovered = self.view.hex_at(under) if self.view.underMouse() else -1
        place = self.cursor if self.cursor is not None else hovered
        if place < 0:
            place = self._start()
        self.grip.show_card(place, focus=True)

    # -- keys that mean several things ------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle Escape, which cancels a drag before it stops playback, and Space, which pans
        while pressed.
        """
        kind = event.type()
        if isinstance(event, QKeyEvent) and watched is self.view:
            if event.key() == Qt.Key.Key_Escape:
                if kind == QEvent.Type.ShortcutOverride and self._holds():
                    event.accept()
                    return True  # or else the scene would give it up again
                if kind == QEvent.Type.KeyPress:
                    return self._escape()
            elif event.key() == Qt.Key.Key_Space and not event.modifiers():
                return self._space(event)
        return False

    def _holds(self) -> bool:
        grip = self.grip
        return bool(
            grip.carrying.load or len(self.view.selection) or self.cursor is not None
            or grip.card.isVisible() or self.window.messages.isVisible()
        )  # fmt: skip

    def _escape(self) -> bool:
        if self.grip.cancel():
            self.mouse.stop()
        elif self.grip.card.isVisible():
            self.grip.card.dismiss()
        elif self._holds():
            self.window.messages.clear()
            self.view.selection.clear()
            self._show_cursor(None)
            self.commands.run("stop")
        else:
            return False
        return True

    def _space(self, event: QKeyEvent) -> bool:
        """Handle Space: alone it plays; while it is pressed the left button pans the map."""
        kind, grip = event.type(), self.grip
        if kind == QEvent.Type.ShortcutOverride:
            event.accept()
        elif kind == QEvent.Type.KeyPress and not event.isAutoRepeat():
            grip.space_held, grip.space_used = True, False
        elif kind == QEvent.Type.KeyRelease and not event.isAutoRepeat() and grip.space_held:
            grip.space_held = False
            if not grip.space_used:
                self.commands.run("play")
        return True
