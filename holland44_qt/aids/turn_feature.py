"""Turn feature: next phase by the sequence of play, any phase by hand, weather, points, control."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QMenu

from engine.core import actions as act
from engine.core.effects import Clock, SetPhase, SetTrack, Track
from engine.i18n import t
from engine.rules.base.sequence import Sequence
from holland44_qt.aids.hex_control import next_holder, victory_hexes_text
from holland44_qt.aids.turn_panel import WEATHER, TurnPanel
from holland44_qt.board.turn_marker import TurnMarker
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.frame.panels import Panel
from holland44_qt.frame.scrolled_panel import scrolled
from holland44_qt.models.clock import phase_text, turn_text
from holland44_qt.when_visible import WhenVisible

MARKER = 0.4
"""Z value of the turn marker: above the map, below the highlights."""
NEUTRAL = "#8c857a"


class TurnFeature(Feature):
    """Feature with the turn dock and its commands."""

    COMMANDS = (
        Command("advance", "table", "advance", ("N",), separator=True),
        Command("phase", "table", "ask_phase", ("Shift+N",)),
        Command("control", "table", "change_control", ("O",)),
    )

    _later: WhenVisible | None = None

    def panels(self) -> Iterable[Panel]:
        """Return the turn panel."""
        yield Panel("turn", lambda: scrolled(self.panel), icon="turn")

    @cached_property
    def panel(self) -> TurnPanel:
        """The turn panel, built at its first use."""
        panel = TurnPanel()
        panel.advanced.connect(self.advance)
        panel.chosen.connect(self.set_clock)
        panel.phases.rule_wanted.connect(self.window.rule_wanted)
        panel.tracked.connect(self.set_track)
        self._later = later = WhenVisible(self.window, panel, self._stepped)
        self.session.stepped.connect(later.call)
        later.call()
        return panel

    def ready(self) -> None:
        """Follow the game."""
        self._told = False
        self._hovered = -1
        self._asked_at = -1
        """The entry after which it was asked whether to leave units behind."""
        view = self.view
        self.marker = TurnMarker(self.session.module.board, view.map_bounds, view.turn_box)
        view.add_layer(self.marker, MARKER)
        self.session.stepped.connect(self._mark_turn)
        self.session.opened.connect(self._opened)
        self.view.hovered.connect(self._hover)
        self._opened()

    def _mark_turn(self) -> None:
        """Show the turn marker in the current turn's box, in the colour of the active side."""
        session = self.session
        clock = session.state.clock
        colors = {side.id: side.color for side in session.module.meta.sides}
        turn = clock.turn if session.step else 0
        self.marker.show_turn(turn, QColor(colors.get(clock.active, NEUTRAL)))

    # -- commands ---------------------------------------------------------------------------------

    def advance(self) -> None:
        """Advance to the next phase, by the rules where they are on."""
        if self.session.mode != "off":
            waiting = self._waiting()
            current = self.session.current
            here = current.entry.id if current is not None else 0
            if waiting and self._asked_at != here:
                self._asked_at = here
                keys = self.commands["advance"].shortcut().toString()
                self.session.objected.emit(t("aids.turn.waiting", count=waiting, keys=keys))
                return
            if self.session.play(act.NextPhase()) is not None:
                self.view.selection.clear()  # who was moved last is not meant to attack alone
            return
        if self.sequence is None:
            self.session.objected.emit(t("aids.turn.no_sequence"))
            return
        after = self.sequence.after(self.session.state.clock)
        if after is None:
            self.session.objected.emit(t("aids.turn.at_end"))
        else:
            self.set_clock(after)

    def _waiting(self) -> int:
        """Return the number of units in boxes that may still enter during the phase.

        Units in entry areas are visible on the map and may wait there on purpose.
        """
        session = self.session
        position = session.position if session.can_play and session.asked is None else None
        if position is None:
            return 0
        moves = session.state.clock.phase in position.ruleset.move_phases
        if not moves and not self.window.arrivals.units:
            return 0
        items = position.checklist()
        units = {u for item in items if item.weight == "possible" for u in item.units}
        pieces, places = session.state.pieces, session.module.places
        areas = {f"area-{name}" for name in session.module.board.areas}
        waiting = [pieces[u].place for u in units if u in pieces]
        return sum(not places.is_hex(p) and places.name(p) not in areas for p in waiting)

    def ask_phase(self) -> None:
        """Open the menu to choose any phase of any turn."""
        menu = self.phase_menu()
        menu.popup(self.view.mapToGlobal(QPoint(40, 40)))

    def change_control(self) -> None:
        """Give the hex under the mouse, or the hexes of the selected pieces, to the other side."""
        places, state = self.session.module.places, self.session.state
        stand = [state.pieces[u].place for u in self.view.selection.units if u in state.pieces]
        hexes = dict.fromkeys(p for p in stand if places.is_hex(p))
        chosen = (self._hovered,) if self._hovered >= 0 else tuple(hexes)
        change = next_holder(self.session, chosen)
        if change is None:
            self.session.objected.emit(t("aids.control.nothing"))
        else:
            self.session.play(change)

    def phase_menu(self) -> QMenu:
        """Return a menu of all turns with their phases, deleted when closed."""
        menu = QMenu(self.window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        module, now = self.session.module, self.session.state.clock
        turns = sorted(self.sequence.turns) if self.sequence is not None else []
        for turn in turns:
            if self.sequence is None or turn > self.sequence.last:
                continue
            title = turn_text(module, turn)
            of_turn = menu.addMenu(t("aids.turn.now", phase=title) if turn == now.turn else title)
            for step in self.sequence.phases(turn):
                clock = Clock(turn=turn, phase=step.phase, active=step.active)
                action = of_turn.addAction(phase_text(module, clock))
                action.setCheckable(True)
                action.setChecked(clock == now)
                action.triggered.connect(lambda _=False, c=clock: self.set_clock(c))
        if menu.isEmpty():
            menu.addAction(t("aids.turn.no_sequence")).setEnabled(False)
        return menu

    # -- playing ----------------------------------------------------------------------------------

    def set_clock(self, clock: Clock) -> None:
        """Set the phase, with the weather of its time of day if known."""
        before, tracks = self.session.state.clock, self.session.state.tracks
        action = act.SetClock(turn=clock.turn, phase=clock.phase, active=clock.active)
        weather = self._weather_of(clock.turn) if clock.turn != before.turn else None
        if weather is None or weather == tracks.get(WEATHER):
            self.session.play(action)
            return
        sky = SetTrack(track=WEATHER, before=tracks.get(WEATHER), after=weather)
        self.session.record(action, (SetPhase(before=before, after=clock), sky))

    def _weather_of(self, turn: int) -> str | None:
        """Return the weather known for a turn: night, or the result rolled for its time of day."""
        row = self.sequence.turns.get(turn) if self.sequence is not None else None
        tracks = self.session.state.tracks
        if row is None or WEATHER not in tracks:
            return None
        if row.time == "night":
            return "night"
        rolled = tracks.get(f"{WEATHER}-{row.time.lower()}")
        return rolled if isinstance(rolled, str) else None

    def set_track(self, track: str, value: Track) -> None:
        """Set a track's value by hand."""
        before = self.session.state.tracks.get(track)
        if before == value:
            return
        effect = SetTrack(track=track, before=before, after=value)
        if self.session.play(act.ManualEdit(effects=(effect,))) is None:
            self._stepped()  # the field shows again what holds

    # -- following --------------------------------------------------------------------------------

    def _hover(self, place: int) -> None:
        self._hovered = place

    @cached_property
    def sequence(self) -> Sequence | None:
        """Return the sequence of play of the game; None where it has none."""
        return Sequence.of(self.session.module, self._scenario or None)

    @property
    def _scenario(self) -> str:
        """Return the scenario of the game; empty without a game."""
        recording = self.session.recording
        return recording.log.header.scenario if recording is not None else ""

    def _opened(self) -> None:
        self.__dict__.pop("sequence", None)
        self._asked_at = -1
        self._told = False
        if self._later is not None:
            self._later.call()

    def _stepped(self) -> None:
        session = self.session
        if not self._told:
            self._told = True
            won = session.module.victory_lines(self._scenario)
            self.panel.show_game(session.module, self.sequence, won)
        self.panel.show_state(
            session.state, self.sequence, victory_hexes_text(session), can_play=session.can_play
        )
        asked = session.position if session.mode != "off" else None
        self.panel.show_conditions(asked.conditions() if asked is not None else ())
