"""Reads the positions of La Batalla de las Ardenas that questions give."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.board.board import Board
from engine.core.effects import Clock, Track
from engine.core.places import Places
from engine.core.state import Marker, Piece, State
from engine.games.ardenas import tracks
from engine.games.ardenas.diagram import diagram_board, diagram_zones
from engine.games.ardenas.ground import BRIDGE, Ground
from engine.games.ardenas.groupings import Grouping, groupings_in
from engine.games.ardenas.position import Setting
from engine.games.ardenas.position_schema import BoardIn, PositionIn, UnitIn
from engine.games.ardenas.rules.ch10_commandos import confused
from engine.games.ardenas.setting import Base
from engine.games.ardenas.units import UnitType
from engine.games.ardenas.vocabulary import (
    ACTED,
    AIR,
    AIR_PHASES,
    BAD,
    BAD_TURNS,
    DEPLOYED,
    FROZEN,
    GAME,
    GERMAN,
    GOOD,
    SET_UP,
    WEATHER,
    held,
)
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules.base.units import Roster
from engine.rules.positions import given_units
from engine.rules.positions.reader import Reader as BaseReader


class Reader(BaseReader[Base, PositionIn]):
    """Applies a given position to a scenario's set-up."""

    shape = PositionIn

    def setting(self) -> Setting:
        """Return the scenario's setting, or one with the question's own board and units."""
        usual = self.base.setting
        ground, places = usual.ground, usual.places
        if self.given.board is not None:
            self.board, ground = self.diagram(_diagram)
            places = Places(ground.numbers, self.base.boxes)
        roster = Roster(usual.roster.type_of, self.own)
        result = Setting(ground, roster, usual.charts, places, usual.last_turn)
        result.scenario = usual.scenario
        result.diagram = self.given.board is not None
        return result

    def own_type(self, unit: UnitIn, side: str, kind: str, steps: int) -> UnitType:
        """Return the type of a unit that is given with its own values."""
        return UnitType(
            id=unit.id,
            side=side,
            kind=kind,
            combat=unit.combat or 0,
            movement=unit.movement or 0,
            artillery=unit.artillery or 0,
            range=unit.range or 0,
            nationality=unit.nationality or "",
            army=unit.army or "",
            formation=unit.formation or "",
            size=unit.size or "regiment",
            steps=steps,
        )

    def place(self, setting: Setting, name: str | None, where: str) -> int:
        """Return the hex or box of a unit; without a hex the unit is off the map.

        A reinforcement waits in the box of its turn, other units are held in reserve.
        """
        if name is None:
            (number,) = re.findall(r"\d+", where)
            unit = self.given.units[int(number)]
            counter = unit.id if unit.id in self.own else unit.counter or unit.id
            name = self._turn_box(counter) or held(setting.roster.type_of(counter).side)
        return super().place(setting, name, where)

    def _turn_box(self, counter: str) -> str | None:
        """6.0m, 6.0q, 6.0r: Return the box where a reinforcement waits in this scenario."""
        opening = self.base.opening.pieces.get(counter)
        if counter in self.own or opening is None:
            return None
        box = self.base.setting.places.name(opening.place)
        return box if box.startswith("turn-") else None

    def clock(self, start: Clock) -> Clock:
        """4.0a: Return the time; each air sub-turn is a phase. Raises Refused after the last turn.

        The set-up is over on a diagram, after turn 1 and in any phase that is given; then the
        German acts first.
        """
        given = self.given
        later = given.board is not None or (given.turn or start.turn) > start.turn
        if given.phase != SET_UP and (given.phase or later):
            start = Clock(turn=start.turn, phase=WEATHER, active=GERMAN)
        result = super().clock(start)
        last_turn = self.base.setting.last_turn
        if result.turn > last_turn:
            text = t("probe.range", field="turn", least=1, most=last_turn)
            raise Refused("bad_position", text, "turn")
        if result.phase in AIR_PHASES and self.given.subturn:
            phase = AIR_PHASES[self.given.subturn - 1]
            return Clock(turn=result.turn, phase=phase, active=result.active)
        return result

    def check_sides(
        self, setting: Setting, pieces: Mapping[str, Piece], stacks: given_units.Stacks
    ) -> None:
        """7.0g: refuse a hex with units of both sides on the ground, or in the air."""
        kinds = setting.roster.type_of
        for layer in ("ground", "air"):
            own = {
                place: tuple(n for n in names if kinds(pieces[n].counter).layer == layer)
                for place, names in stacks.items()
            }
            super().check_sides(setting, pieces, own)

    def markers(self, setting: Setting) -> dict[str, Marker]:
        """Return the bridges of the diagram, or those of the set-up."""
        result = super().markers(setting)
        if self.given.complete:
            return result
        if self.given.board is None:
            return {**self.base.opening.markers, **result}
        bridges = [number for number, own in self.given.board.hexes.items() if own.bridge]
        return _bridges(bridges) | result

    def hexsides(self, setting: Setting) -> Mapping[str, str]:
        """8.2c: Return no hexsides: ``bridges`` are in hexes, which must be on the board."""
        for number in self.given.bridges:
            given_units.hex_at(setting.ground.index, number, f"bridges.{number}")
        return {}

    def finished(self, setting: Setting, state: State) -> State:
        """Return the state with given bridges, counters of groupings, and frozen units (10.0d).

        Those are the enemies around a commando that was placed in the turn.
        """
        given = self.given.bridges
        built = _bridges(number for number, word in given.items() if word == "intact")
        blown = {number for number, word in given.items() if word == "blown"}
        left = {
            name: marker
            for name, marker in state.markers.items()
            if marker.kind != BRIDGE or marker.at not in blown
        }
        counters = {
            grouping.track: Marker(grouping.marker, setting.places.name(grouping.place))
            for grouping in groupings_in(state.tracks, setting.places)
            if not self.given.complete
        }
        position = setting.position(state)
        frozen = {
            name
            for unit in position.units.values()
            if DEPLOYED in unit.status
            for name in confused(position, unit.side, unit.place)
        }
        pieces = {
            name: replace(piece, status=piece.status | {FROZEN}) if name in frozen else piece
            for name, piece in state.pieces.items()
        }
        return replace(state, pieces=pieces, markers=counters | left | built)

    def tracks(
        self, setting: Setting, clock: Clock, pieces: Mapping[str, Piece]
    ) -> dict[str, Track]:
        """Return weather, shots that were used, bridges of engineers (8.2j), and groupings."""
        given = self.given
        result = super().tracks(setting, clock, pieces)
        usual = BAD if clock.turn <= BAD_TURNS and given.board is None else GOOD
        result[tracks.WEATHER] = given.weather or usual
        for unit in given.units:
            if unit.fired:
                result[tracks.FIRED + unit.id] = unit.fired
            kind = setting.roster.type_of(pieces[unit.id].counter)
            if unit.hex and ACTED in unit.status and kind.engineer and not given.complete:
                result[tracks.BRIDGING + unit.id] = unit.hex
        grouped: set[str] = set()
        for n, own in enumerate(given.groupings):
            where = f"groupings[{n}]"
            hex_ = given_units.hex_at(setting.ground.index, own.hex, f"{where}.hex")
            label = str(own.number) if own.number else f"{own.hex}-{n}"
            grouping = Grouping(own.side, own.kind, label, hex_, own.units)
            limit = setting.charts.groupings.limits(own.kind).counters
            if own.number is not None and own.number > limit:
                text = t(f"rule.{GAME}.11.0a.number", most=limit)
                raise Refused("bad_position", text, f"{where}.number")
            if grouping.track in result:
                text = t("probe.ardenas.same_grouping", number=label)
                raise Refused("bad_position", text, f"{where}.number")
            for k, name in enumerate(own.units):
                _check_member(setting, pieces, grouping, name, f"{where}.units[{k}]")
                if name in grouped:
                    text = t("probe.ardenas.two_groupings", unit=name)
                    raise Refused("bad_position", text, f"{where}.units[{k}]")
                grouped.add(name)
            result[grouping.track] = grouping.value(setting.places)
        return result


def in_words(fields: dict[str, Any], state: State, board: Board) -> None:
    """4.0b: Write the phase of an air sub-turn as positions have it; ``subturn`` is its number."""
    if state.clock.phase in AIR_PHASES:
        fields["phase"] = AIR


def _bridges(numbers: Iterable[str]) -> dict[str, Marker]:
    return {f"{BRIDGE}-{number}": Marker(BRIDGE, number) for number in numbers}


def _check_member(
    setting: Setting, pieces: Mapping[str, Piece], grouping: Grouping, name: str, where: str
) -> None:
    """11.0a, 11.0g: Refuse a unit of another side, kind or hex than its grouping."""
    piece = pieces.get(name)
    if piece is None:
        raise Refused("unknown_unit", t("probe.unit", unit=name), where)
    same_kind = setting.roster.type_of(piece.counter).layer == grouping.kind
    if piece.side != grouping.side or piece.place != grouping.place or not same_kind:
        raise Refused("bad_position", t("probe.ardenas.not_a_member", unit=name), where)


def _diagram(given: Any) -> tuple[Board, Ground]:
    assert isinstance(given, BoardIn)
    board = diagram_board(given)
    return board, Ground(board, diagram_zones(given, board))
