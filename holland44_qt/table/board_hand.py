"""Mouse and keyboard on the board, translated into orders of the game table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QObject, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPolygonF

from engine.core.state import Marker, Piece
from engine.i18n import t
from holland44_qt.board.drag_data import Dragged, to_mime
from holland44_qt.board.entry_areas import entry_areas
from holland44_qt.dragging.carried_pieces import Carrying, play_at_once
from holland44_qt.ports import Window
from holland44_qt.table.drag_outside import Outside
from holland44_qt.table.gate_layer import GateLayer
from holland44_qt.table.ghost import Ghost
from holland44_qt.table.hand_layer import HandLayer
from holland44_qt.table.stack_card import StackCard

EDGE, SCROLL, PATIENCE = 30, 14, 12
"""Edge scroll: pixels from the edge, pixels a frame, frames of waiting before it starts."""
FRAME = 16
"""Milliseconds of a frame."""
DWELL = 400
"""Milliseconds the mouse rests on a stack before it is shown enlarged."""


class BoardHand(QObject):
    """Dragged pieces on the board and their display; points are in the board's viewport."""

    cursor_moved = Signal()
    """Emitted when the keyboard cursor has moved."""
    cursor_wanted = Signal(int)
    """Requests the keyboard cursor on a hex."""
    pressed = Signal()
    """Emitted when the mouse presses on the board, so that keys act on what it selects."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window, self.session, self.view = window, window.session, window.view
        self.selection = self.view.selection
        self.carrying = Carrying(self.session, self)
        self.ghost = Ghost(window)
        self.layer = HandLayer(
            self.session.module.board, QRectF(), self.view.stacks, window.pictures
        )
        self.view.add_layer(self.layer, 5)
        self._meanings: list[Callable[[int], bool]] = []
        self.gates = GateLayer(self.session.module.board, QRectF(), window.pictures)
        self.view.add_layer(self.gates, 1.4)
        self.card = StackCard(self.view, window.pictures)
        self.space_held = False
        self.space_used = False
        self._outside = Outside(self.view)
        self._at = QPoint()
        self._waited = 0
        self._resting: int | None = None
        self._is_spoken_for: list[Callable[[int], bool]] = []
        self._edge = QTimer(self, interval=FRAME)
        self._edge.timeout.connect(self._scroll)
        self._dwell = QTimer(self, singleShot=True, interval=DWELL)
        self._dwell.timeout.connect(self._rested)
        self.carrying.changed.connect(self.show_load)
        self.selection.changed.connect(self.show_chosen)
        self.card.chosen.connect(self._choose_in_card)
        self.card.restacked.connect(self._restack)

    def stop(self) -> None:
        """Cancel the drag and hide all helpers."""
        self._edge.stop()
        self._dwell.stop()
        self.carrying.let_go()
        self.ghost.end()
        self.card.dismiss()

    def enter_may_mean(self, meaning: Callable[[int], bool]) -> None:
        """Add a handler of Enter at the keyboard cursor, called before pieces are picked up.

        ``meaning`` is called with the hex (-1: none) and returns whether it handled the key.
        """
        self._meanings.append(meaning)

    def has_meant(self, place: int) -> bool:
        """Return whether Enter was handled at a hex by another feature."""
        return any(mean(place) for mean in self._meanings)

    def point_at(self, place: int) -> None:
        """Move the keyboard cursor to a hex and bring it into view."""
        self.cursor_wanted.emit(place)

    def shows_no_card_where(self, is_spoken_for: Callable[[int], bool]) -> None:
        """Set the hexes on which no stack card is shown, because it would hide other
        information.
        """
        self._is_spoken_for.append(is_spoken_for)

    # -- what lies where --------------------------------------------------------------------------

    def unit_at(self, pos: QPoint) -> str | None:
        """Return the counter at a point, selected ones first, because they are drawn on top."""
        place = self.view.hex_at(pos)
        if place < 0:
            return self.gates.unit_at(self.view.mapToScene(pos))
        stack = self.session.state.stack(place)
        rects = self.view.stacks.rects(stack, place, self.view.viewportTransform())
        hit = [unit for unit, rect in rects if rect.contains(QPointF(pos))]
        hidden = [u for u in stack if u not in dict(rects) and u in self.selection]
        if hidden and rects and rects[0][1].contains(QPointF(pos)):
            hit = [*hidden, *hit]
        if not hit:
            return None
        return ([unit for unit in hit if unit in self.selection] or hit)[-1]

    def marker_at(self, pos: QPoint) -> str | None:
        """Return the marker at a point."""
        return self.view.stacks.flat_at(QPointF(pos), self.view.viewportTransform())

    def stack_of(self, unit: str) -> tuple[str, ...]:
        """Return all pieces in the same place as one."""
        state = self.session.state
        return state.stack(state.pieces[unit].place)

    # -- choosing ---------------------------------------------------------------------------------

    def next_in_stack(self, unit: str) -> None:
        """Select the counter below one, or the top one after the lowest."""
        stack = self.stack_of(unit)
        self.selection.set((stack[stack.index(unit) - 1],))

    def choose_within(self, area: QPolygonF, *, more: bool) -> None:
        """Select all counters in hexes whose middles are in an area of the scene."""
        state, places = self.session.state, self.session.module.places
        counters = [
            unit
            for place, units in state.stacks.items()
            if places.is_hex(place)
            and area.containsPoint(self.layer.centre(place), Qt.FillRule.OddEvenFill)
            for unit in units
        ]
        self.selection.set((*(self.selection.units if more else ()), *counters))

    def show_chosen(self) -> None:
        """Frame the selected counters."""
        known = [u for u in self.selection.units if u in self.session.state.pieces]
        carried = self.carrying.load is not None
        self.layer.show_chosen(self.session.state, known, hidden=carried)
        load = self.carrying.load
        self.gates.show_hand(known, load.units if load is not None else ())
        self.card.show_chosen(self.selection.units)

    def _choose_in_card(self, units: tuple[str, ...]) -> None:
        others = [u for u in self.selection.units if u not in self.card.units]
        selected = others if any(u in self.selection for u in self.card.units) else []
        self.selection.set((*selected, *units))

    def _restack(self, unit: str, index: int) -> None:
        action = self.carrying.table.restack(unit, index)
        if action is not None:
            self.session.play(action)

    # -- carrying ---------------------------------------------------------------------------------

    def pick_up(self, unit: str, pos: QPoint, *, scrolls: bool = True) -> bool:
        """Pick up the selected pieces, grasped by one of them; with the mouse, the map scrolls
        at the edges.
        """
        self.put_card_away()
        self._choose_bound()
        if not self.carrying.pick_up(self.selection.units, unit):
            return False
        self._lift(pos, scrolls)
        return True

    def _choose_bound(self) -> None:
        """Select also the units that enforced rules move together with the selected ones."""
        session, units = self.session, self.selection.units
        if session.mode != "enforced" or session.asked is not None or not session.can_play:
            return
        position = session.position
        bound = units if position is None else position.moved_together(units)
        if len(bound) > len(units):
            self.selection.set(bound)

    def pick_up_marker(self, marker: str, pos: QPoint) -> bool:
        """Pick up a marker."""
        self.put_card_away()
        if not self.carrying.pick_up_marker(marker):
            return False
        self._lift(pos, True)
        return True

    def rescale(self) -> None:
        """Rescale the dragged counters after a zoom."""
        if self.carrying.load is not None:
            self.ghost.carry(self._counters_at_cursor(), self.window.pictures, self.view.scale_now)
            self._follow(self._at)
            self._show_trail()

    def _counters_at_cursor(self) -> list[tuple[str, Piece | Marker]]:
        """Return the counters drawn under the cursor: the grasped stack, or the marker."""
        state, load = self.session.state, self.carrying.load
        if load is None:
            return []
        if load.marker is not None:
            return [(load.marker, state.markers[load.marker])]
        return [(unit, state.pieces[unit]) for unit in load.groups[0]]

    def _lift(self, pos: QPoint, scrolls: bool) -> None:
        counters = self._counters_at_cursor()
        self.ghost.carry(counters, self.window.pictures, self.view.scale_now)
        self.view.stacks.lift(name for name, _ in counters)
        self._at, self._waited = pos, 0
        self._follow(pos)
        if scrolls:
            self._edge.start()

    def carry_to(self, pos: QPoint) -> None:
        """Drag the pieces to a point of the board, or beyond it."""
        self._at = pos
        load = self.carrying.load
        if load is None:
            return
        self._follow(pos)
        if self._on_map(pos):
            self._outside.leave()
            hex_ = self.view.hex_at(pos)
            self.carrying.lead(hex_)
            if load.trail is None:
                self.layer.show_aim(hex_ if hex_ >= 0 else None)
        else:
            self._outside.move(self._on_screen(pos), self._mime())
        self._show_trail()

    def _on_map(self, pos: QPoint) -> bool:
        """Return whether a point of the board is visible and not covered by a drawer or tabs."""
        view, port = self.view, self.view.viewport()
        if not port.rect().contains(pos) or self.window.panels.is_over(self._on_screen(pos)):
            return False
        over = view.childAt(port.mapTo(view, pos))
        return over is None or over is port or not over.acceptDrops()

    def hold_over(self, pos: QPoint) -> None:
        """Let pieces picked up by keyboard follow the mouse until a click drops them."""
        self._at = pos
        self._follow(pos)

    def waypoint_at(self, pos: QPoint) -> None:
        """Set a waypoint in the hex at a point."""
        hex_ = self.view.hex_at(pos)
        if hex_ >= 0:
            self.carrying.lead(hex_)

    def drop_at(self, pos: QPoint) -> None:
        """Drop the pieces: in a hex, in a box beside the board, or back in place."""
        load = self.carrying.load
        self._edge.stop()
        self.layer.show_aim(None)
        if load is None:
            return
        if self._outside.wanted:
            mime = self._mime()
            self.ghost.end()
            self.carrying.let_go()
            self._outside.drop(self._on_screen(pos), mime)
            return
        hex_ = self.view.hex_at(pos) if self._on_map(pos) else -1
        if hex_ < 0:
            self.cancel()
        else:
            self.put_down(hex_, self.view.mapToScene(pos))

    def put_down(self, hex_: int, point: QPointF | None = None) -> bool:
        """Drop the pieces in a hex; the counters glide to their places."""
        load = self.carrying.load
        lifted = load.groups[0] if load and load.groups else ()
        moved = self.carrying.put_down(hex_, point)
        self._land(lifted, hex_ if moved or not load or not load.trail else load.trail.start)
        return moved

    def cancel(self) -> bool:
        """Cancel the drag; return whether anything was dragged."""
        load = self.carrying.load
        if load is None:
            return False
        self._edge.stop()
        self._outside.leave()
        self.layer.show_aim(None)
        self.carrying.let_go()
        lifted = load.groups[0] if load.groups else ()
        self._land(lifted, load.trail.start if load.trail else -1)
        return True

    def _land(self, lifted: tuple[str, ...], hex_: int) -> None:
        if hex_ < 0 or not lifted:
            self.ghost.end()
            self.view.stacks.lift(())
            return
        self.view.stacks.lift(lifted)
        middle = self.view.mapFromScene(self.layer.centre(hex_))
        self.ghost.land(
            self._in_window(middle), lambda: self.view.stacks.lift(()), moving=self.view.moving
        )

    def receive(self, dragged: Dragged, pos: QPoint) -> bool:
        """Handle pieces and markers dropped from elsewhere; return whether it succeeded."""
        hex_ = self.view.hex_at(pos)
        known = [u for u in dragged.units if u in self.session.state.pieces]
        if hex_ < 0 or not self.session.can_play:
            return False
        actions = list(self.carrying.bring(known, hex_)) if known else []
        for name in dragged.markers:
            marker = self.session.state.markers.get(name)
            at = self.carrying.spot(hex_, self.view.mapToScene(pos))
            action = self.carrying.table.put_marker(marker.kind, name, at) if marker else None
            actions += [action] if action else []
        done = play_at_once(self.session, actions)
        if known and done:
            self.selection.set(known)
        return done

    def show_load(self) -> None:
        """Show the dragged pieces and their trail."""
        load = self.carrying.load
        self._show_trail()
        self.view.hide_entry_marks(load is not None)
        if load is None:
            self.view.stacks.lift(())
        self.show_chosen()

    def _show_trail(self) -> None:
        """Show the path over the map, unless it would end in a box."""
        load = self.carrying.load
        trail = load.trail if load is not None and not self._outside.wanted else None
        if trail is None or not trail.length:
            self.layer.show_trail((), "", self.view.scale_now)
            return
        path = self.carrying.path
        length = len(path) - 1
        key = "table.trail" if length == trail.straight else "table.trail.detour"
        key = "table.trail.one" if length == 1 else key
        jumps = length < trail.straight  # a landing or redeployment has no length
        label = "" if jumps else t(key, length=length, straight=trail.straight)
        self.layer.show_trail(path, label, self.view.scale_now)

    def _mime(self) -> QMimeData:
        load = self.carrying.load
        assert load is not None
        return to_mime(load.units, [load.marker] if load.marker else [])

    # -- the ghost and the edge -------------------------------------------------------------------

    def show_ghost_at(self, hex_: int) -> None:
        """Show the ghost over the hex that the keyboard cursor has reached."""
        self._follow(self.view.mapFromScene(self.layer.centre(hex_)))

    def _follow(self, pos: QPoint) -> None:
        self.ghost.move_to(self._in_window(pos))

    def _in_window(self, pos: QPoint) -> QPoint:
        return self.view.viewport().mapTo(self.window, pos)

    def _on_screen(self, pos: QPoint) -> QPoint:
        return self.view.viewport().mapToGlobal(pos)

    def _scroll(self) -> None:
        """Scroll the map while the mouse is at the edge of the view during a drag."""
        room = self.view.viewport().rect()
        across = (self._at.x() > room.right() - EDGE) - (self._at.x() < EDGE)
        down = (self._at.y() > room.bottom() - EDGE) - (self._at.y() < EDGE)
        if not (across or down) or not room.contains(self._at) or not self._scrolls():
            self._waited = 0
            return
        self._waited += 1
        if self._waited > PATIENCE:
            self.view.pan(across * SCROLL, down * SCROLL)
            self.carry_to(self._at)

    def _scrolls(self) -> bool:
        return self.window.preferences.now.edge_scroll and self.carrying.load is not None

    # -- the stack under the mouse ----------------------------------------------------------------

    def hover(self, pos: QPoint | None) -> None:
        """Handle a mouse position, or the mouse leaving the board."""
        hex_ = self.view.hex_at(pos) if pos is not None else -1
        resting = hex_ if hex_ >= 0 and self.session.state.stack(hex_) else None
        if self.card.isVisible() and resting == self.card.place:
            self.card.stay()
            return
        if resting != self._resting:
            self._dwell.stop()
            self.card.leave()
        self._resting = resting
        if resting is not None and self.carrying.load is None:
            self._dwell.start()

    def _rested(self) -> None:
        place = self._resting
        if place is None or self.carrying.load is not None:
            return
        if not any(is_spoken_for(place) for is_spoken_for in self._is_spoken_for):
            self.show_card(place)

    def show_card(self, hex_: int, *, focus: bool = False) -> None:
        """Show a stack enlarged beside its hex; one requested by a command stays open."""
        self._dwell.stop()
        self.view.viewport().setToolTip("")
        reach = self.view.scale_now * 0.55
        middle = self.view.mapFromScene(self.layer.centre(hex_))
        self._fill_card(hex_)
        self.card.stand_beside(middle, round(reach), focus=focus)

    def _fill_card(self, place: int) -> None:
        session, position = self.session, self.session.position
        worth = "" if position is None else position.stack_words(place)
        self.card.show_hex(session.module, session.state, place, self.selection.units, worth)

    def put_card_away(self) -> None:
        """Hide the stack card before another action."""
        self._dwell.stop()
        self.card.dismiss()

    # -- the session ------------------------------------------------------------------------------

    def show_state(self) -> None:
        """Show another position and cancel the drag."""
        self.carrying.let_go()
        self._edge.stop()
        if not self.ghost.flying:
            self.ghost.end()
        self.selection.keep(self.session.state)
        self.gates.show_state(self.session.state, entry_areas(self.session.module))
        self.show_chosen()
        if self.card.isVisible():
            self.view.viewport().setToolTip("")  # the card tells more
            if self.card.place is not None and self.session.state.stack(self.card.place):
                self._fill_card(self.card.place)
            else:
                self.card.dismiss()
