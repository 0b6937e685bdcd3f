"""Guides feature: extra information on the board besides the position."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent

from engine.core.effects import Move, Remove
from engine.core.state import Piece
from engine.i18n import t
from holland44_qt.aids.guides import RULER, GroundGuides, Guides, OverGuides, Thread, Trail
from holland44_qt.aids.hex_control import holders
from holland44_qt.aids.ruler_words import between_lines
from holland44_qt.aids.strengths import face_of
from holland44_qt.board.tool import Tool
from holland44_qt.commands import Command
from holland44_qt.feature import Feature

if TYPE_CHECKING:
    from engine.vassal.plane import SpotBoard
    from engine.vassal.table_records import Thread as ThreadOfModule

GROUND, OVER = 0.6, 2.4
"""Z values of the layers: between map and counters, and above the overlay."""
Ends = tuple[QPointF, QPointF]
NEUTRAL = "#555555"
"""Colour of a trail whose piece has no known side."""


class Ruler(Tool):
    """Tool that measures between two hexes: press at one end, release at the other."""

    def __init__(self, feature: GuidesFeature) -> None:
        self._feature = feature
        self._start = -1
        self._at = QPointF()

    def press(self, event: QMouseEvent) -> bool:
        """Set the first end."""
        pos = event.position().toPoint()
        place = self._feature.view.hex_at(pos)
        if event.button() != Qt.MouseButton.LeftButton or place < 0:
            return False
        self._start, self._at = place, self._feature.view.mapToScene(pos)
        self._feature.measure(place, place, self._at, self._at)
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Move the other end."""
        if self._start < 0:
            return False
        pos = event.position().toPoint()
        place = self._feature.view.hex_at(pos)
        if place >= 0:
            at = self._feature.view.mapToScene(pos)
            self._feature.measure(self._start, place, self._at, at)
        return True

    def release(self, event: QMouseEvent) -> bool:
        """Keep the ruler visible."""
        measuring = self._start >= 0
        self._start = -1
        return measuring


class GuidesFeature(Feature):
    """Feature for ruler, rings, trails, ghosts, moved units and flags; each can be turned off."""

    COMMANDS = (
        Command("ruler", "view", "use_ruler", ("M",), checkable=True, separator=True),
        Command("rings", "view", "show_rings", ("G",), checkable=True, submenu="guides"),
        Command("moved", "view", "show_moved", ("Shift+Y",), checkable=True, submenu="guides"),
        Command("trails", "view", "show_trails", ("Y",), checkable=True, submenu="guides"),
        Command("ghosts_phase", "view", "ghosts_of_phase", (), checkable=True, submenu="guides"),
        Command("ghosts_turn", "view", "ghosts_of_turn", (), checkable=True, submenu="guides"),
        Command("flags", "view", "show_flags", (), checkable=True, submenu="guides"),
    )

    def ready(self) -> None:
        """Add the guides to the board."""
        board, bounds = self.session.module.board, self.view.map_bounds
        self.ground = GroundGuides(board, bounds, self.window.pictures)
        self.over = OverGuides(board, bounds)
        self.view.add_layer(self.ground, GROUND)
        self.view.add_layer(self.over, OVER)
        self._ruler: Ruler | None = None
        self._shown = {"rings": True, "flags": True, "moved": True}
        for name in self._shown:
            self.commands.tick(name, True)
        self.session.leaving.connect(self._leaving)
        self.session.stepped.connect(self.refresh)
        self.view.selection.changed.connect(self.refresh)

    def release(self) -> None:
        """Remove the ruler."""
        self.use_ruler(False)

    def _leaving(self) -> None:
        """Remove the ruler, because its ends are hexes of this game."""
        self.use_ruler(False)
        self.commands.tick("ruler", False)

    # -- commands ---------------------------------------------------------------------------------

    def use_ruler(self, on: bool) -> None:
        """Select or deselect the ruler tool."""
        if on and self._ruler is None:
            self._ruler = Ruler(self)
            self.view.use(self._ruler)
            self.view.viewport().setCursor(Qt.CursorShape.CrossCursor)
        elif not on and self._ruler is not None:
            self.view.put_away(self._ruler)
            self._ruler = None
            self.over.measure(None)
            self.view.fade_pieces(1.0)
            self.view.viewport().unsetCursor()

    def show_rings(self, on: bool) -> None:
        """Show the range of the selected artillery."""
        self._show("rings", on)

    def show_moved(self, on: bool) -> None:
        """Mark the pieces that have moved in this phase."""
        self._show("moved", on)

    def show_trails(self, on: bool) -> None:
        """Show the paths of this turn's moves."""
        self._show("trails", on)

    def ghosts_of_phase(self, on: bool) -> None:
        """Show the places of pieces at the start of the phase."""
        if on:
            self._untick("ghosts_turn")
        self._show("ghosts_phase", on)

    def ghosts_of_turn(self, on: bool) -> None:
        """Show the places of pieces at the start of the turn."""
        if on:
            self._untick("ghosts_phase")
        self._show("ghosts_turn", on)

    def show_flags(self, on: bool) -> None:
        """Show which side controls each victory hex."""
        self._show("flags", on)

    def _untick(self, name: str) -> None:
        self._shown[name] = False
        self.commands.tick(name, False)

    def _show(self, name: str, on: bool) -> None:
        self._shown[name] = on
        self.refresh()

    # -- what is drawn ----------------------------------------------------------------------------

    def measure(self, start: int, end: int, a: QPointF, b: QPointF) -> None:
        """Place the ruler and report the distance and the terrain between.

        ``a`` and ``b`` are mouse positions in the scene; threads of modules need not snap to hexes.
        """
        module = self.session.module
        board = module.board
        thread = self._thread_of_module(start)
        if thread is not None:
            self._lay(*thread, (start, end), (a, b))
            return
        steps = board.distance(start, end)
        key = "aids.ruler.one" if steps == 1 else "aids.ruler"
        text = t(key, hexes=steps, km=f"{steps * board.hex_km:.0f}")
        if not board.hex_km:  # a module says nothing of miles or kilometres
            text = str(steps)
        self.over.measure((start, end), "\n".join((text, *between_lines(module, start, end))))

    def _thread_of_module(self, start: int) -> tuple[ThreadOfModule, SpotBoard] | None:
        """Return the line-of-sight thread that a module defines for the map of a place."""
        board = self.session.module.board
        if not board.loose:  # readers of modules are not loaded for any other game
            return None
        from engine.vassal.plane import SpotBoard

        if not isinstance(board, SpotBoard):
            return None
        info = board.drawing.thread(board.map_of(start) or 0)
        return (info, board) if info is not None else None

    def _lay(self, info: ThreadOfModule, board: SpotBoard, ends: tuple[int, int], at: Ends) -> None:
        """Place the line-of-sight thread of a module by the module's settings."""
        snaps = info.snap_start, info.snap_end
        laid = tuple(
            self.over.centre(place) if snap else point
            for place, snap, point in zip(ends, snaps, at, strict=True)
        )
        line = laid[1] - laid[0]
        pixels = math.hypot(line.x(), line.y()) * board.unit
        distance = info.distance(pixels, board.distance(*ends)) if info.range else None
        names = " – ".join(dict.fromkeys(board.where(place) for place in ends))
        thread = Thread(
            (laid[0], laid[1]),
            QColor(info.color) if info.color else RULER,
            QColor(info.foreground or "#ffffff"),
            QColor(info.background or "#000000"),
        )
        self.over.measure(ends, names if distance is None else f"{distance}\n{names}", thread)
        self.view.fade_pieces(1.0 if info.opacity is None else info.opacity / 100)

    def refresh(self) -> None:
        """Draw the chosen guides for the current position."""
        guides = self.guides()
        self.ground.show_guides(guides)
        self.over.show_guides(guides)

    def guides(self) -> Guides:
        """Return the guides that are switched on for the current position."""
        shown = self._shown.get
        if self.session.recording is None:
            return Guides()
        since = self._start_of_turn() if shown("ghosts_turn") else self._start_of_phase()
        ghosts = shown("ghosts_turn") or shown("ghosts_phase")
        return Guides(
            trails=self._trails() if shown("trails") else (),
            ghosts=self._ghosts(since) if ghosts else self._removed_pieces(),
            moved=self._moved() if shown("moved") else frozenset(),
            rings=self._rings() if shown("rings") else (),
            flags=self._flags() if shown("flags") else {},
        )

    def _start_of_phase(self) -> int:
        """Return the first step of the current phase; 0 before the first."""
        phase = self.session.landmarks.phase_at(self.session.step)
        return phase.step if phase is not None else 0

    def _start_of_turn(self) -> int:
        """Return the first step of the current turn; 0 before the first."""
        turn = self.session.landmarks.turn_at(self.session.step)
        return turn.step if turn is not None else 0

    def _moves(self, since: int) -> dict[str, list[int]]:
        """Return the paths of pieces moved after a step; repeated moves of a piece are joined."""
        recording = self.session.recording
        assert recording is not None
        places = self.session.module.places
        ways: dict[str, list[int]] = {}
        for entry in recording.timeline.entries[since : self.session.step]:
            for effect in entry.effects:
                if isinstance(effect, Move) and effect.path[0] != effect.path[-1]:
                    hexes = [places.index(p) for p in effect.path if p in places]
                    path = [h for h in hexes if places.is_hex(h)]
                    ways.setdefault(effect.unit, []).extend(path)
        return ways

    def _trails(self) -> tuple[Trail, ...]:
        pieces = self.session.state.pieces
        colors = {s.id: s.color for s in self.session.module.meta.sides}
        trails = (
            Trail(tuple(path), colors.get(pieces[unit].side, NEUTRAL))
            for unit, path in self._moves(self._start_of_turn()).items()
            if len(path) > 1 and unit in pieces
        )
        # Pieces that went together have one trail.
        return tuple(dict.fromkeys(trails))

    def _moved(self) -> frozenset[int]:
        state, places = self.session.state, self.session.module.places
        stand = {
            state.pieces[unit].place
            for unit in self._moves(self._start_of_phase())
            if unit in state.pieces
        }
        return frozenset(place for place in stand if places.is_hex(place))

    def _ghosts(self, since: int) -> tuple[Piece, ...]:
        recording, now = self.session.recording, self.session.state
        assert recording is not None
        places, before = self.session.module.places, recording.state(since)
        return tuple(
            piece
            for unit, piece in before.pieces.items()
            if places.is_hex(piece.place)
            and (unit not in now.pieces or now.pieces[unit].place != piece.place)
        )

    def _removed_pieces(self) -> tuple[Piece, ...]:
        """Return the pieces that the current entry removed from the map, to be drawn at their
        last place.
        """
        recording, step, now = self.session.recording, self.session.step, self.session.state
        assert recording is not None
        if not step:
            return ()
        places, before = self.session.module.places, recording.state(step - 1)
        effects = recording.timeline.entries[step - 1].effects
        units = dict.fromkeys(e.unit for e in effects if isinstance(e, Move | Remove))
        return tuple(
            before.pieces[unit]
            for unit in units
            if unit in before.pieces
            and places.is_hex(before.pieces[unit].place)
            and (unit not in now.pieces or not places.is_hex(now.pieces[unit].place))
        )

    def _rings(self) -> tuple[tuple[int, int], ...]:
        module, state = self.session.module, self.session.state
        result = []
        for unit in self.view.selection.units:
            piece = state.pieces.get(unit)
            if piece is None or not module.places.is_hex(piece.place):
                continue
            face = face_of(module, piece)
            printed = 0 if face is None else face.range
            position = self.session.position if printed else None  # loads the rules
            in_force = None if position is None else position.range_of(unit)
            if reach := printed if in_force is None else in_force:
                result.append((piece.place, reach))
        return tuple(dict.fromkeys(result))

    def _flags(self) -> dict[int, str]:
        colors = {s.id: s.color for s in self.session.module.meta.sides}
        by_hex = holders(self.session)
        return {place: colors[side] for place, side in by_hex.items() if side in colors}
