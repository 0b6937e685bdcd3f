"""Read the positions of Air Bridge to Victory in probe requests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.board.board import Board
from engine.core.effects import Clock, Track
from engine.core.places import Places
from engine.core.state import Marker, Piece, State
from engine.games.airbridge import tracks
from engine.games.airbridge.diagram import diagram
from engine.games.airbridge.ground import BLOWN, REPAIRED
from engine.games.airbridge.position import Setting, dz_kind, dz_marker
from engine.games.airbridge.position_schema import FaceIn, PositionIn, UnitIn
from engine.games.airbridge.setting import Base
from engine.games.airbridge.units import Face, UnitType
from engine.games.airbridge.vocabulary import REACTION, REFUSAL, SIDES, enemy_of
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules.base.units import Roster
from engine.rules.positions import given_units
from engine.rules.positions.reader import Reader as BaseReader
from engine.rules.positions.shape import UnitIn as BaseUnit

REFUSED_MARK = "refused"
TRACKS = ("initiative", "air.allied", "air.german", "mud")
"""The tracks that a position may give."""


class Reader(BaseReader[Base, PositionIn]):
    """Apply a given position to a scenario's set-up."""

    shape = PositionIn

    def setting(self) -> Setting:
        """Return the scenario's setting, with the board, units and DZ of the position."""
        usual, given = self.base.setting, self.given
        default = usual.control_default
        ground, places = usual.ground, usual.places
        if given.board is not None:
            self.board, ground = self.diagram(diagram)
            places, default = Places(ground.numbers, self.base.boxes), None
        divisions = {} if given.board is not None else dict(usual.divisions)
        for n, marker in enumerate(given.markers):
            given_units.hex_at(ground.index, marker.hex, f"markers[{n}].hex")
            division = self.words.id_of("divisions", marker.division)
            if marker.kind != "alt_dz":
                divisions[division] = marker.hex
            divisions.setdefault(division, marker.hex)
        divisions |= {
            name.removeprefix(tracks.DZ): str(first)
            for name, first in given.tracks.items()
            if given.complete and name.startswith(tracks.DZ)
        }
        return Setting(
            ground,
            Roster(usual.roster.type_of, self.own),
            usual.charts,
            places,
            usual.scenario,
            usual.last_turn,
            divisions,
            usual.strength,
            usual.air,
            default,
        )

    def own_type(self, unit: UnitIn, side: str, kind: str, steps: int) -> UnitType:
        """Return the type of a unit with values of its own."""
        front = Face(unit.attack or 0, unit.defense or 0, unit.efficiency, unit.bombardment)
        return UnitType(
            id=unit.id,
            side=side,
            kind=kind,
            front=front,
            back=_back(front, unit.reduced or FaceIn()),
            stacking=unit.stacking,
            movement=unit.movement,
            cm=unit.cm,
            armor=tuple(unit.armor.split("/")),
            range=unit.range,
            airborne=unit.airborne,
            division=self.words.id_of("divisions", unit.division or ""),
            formation=unit.formation or "",
            engineer=unit.engineer or "",
            self_propelled=unit.self_propelled or unit.kind == "sp_artillery",
            steps=steps,
        )

    def place(self, setting: Setting, name: str, where: str) -> int:
        """Return the hex or box of a name; a hex may have a slash after its map sheet."""
        return super().place(setting, name.replace("/", ""), where)

    def status(self, unit: BaseUnit) -> frozenset[str]:
        """Return the statuses of a unit, without refused combat, which is a track."""
        return super().status(unit) - {REFUSED_MARK}

    def clock(self, start: Clock) -> Clock:
        """Return the clock; in refusal and reaction the non-phasing side is active."""
        clock = super().clock(start)
        if self.given.active and clock.phase in (REFUSAL, REACTION):
            return clock.model_copy(update={"active": enemy_of(clock.active)})
        return clock

    def bridges(self, setting: Setting) -> Mapping[str, str | None]:
        """Return the initial states of bridges."""
        return {b.hexside: b.start for b in setting.ground.by_side.values()}

    def bridge_state(self, side: str, word: str) -> str:
        """Return the state of a bridge; an intact one keeps its initial state."""
        return _bridge_state(self.board, side, word)

    def markers(self, setting: Setting) -> dict[str, Marker]:
        """Return the drop zone markers; an ALT DZ replaces the first DZ."""
        markers = {} if self.given.board is not None else dict(self.base.opening.markers)
        for marker in sorted(self.given.markers, key=lambda m: m.kind == "alt_dz"):
            division, alt = self.words.id_of("divisions", marker.division), marker.kind == "alt_dz"
            markers[dz_marker(division)] = Marker(dz_kind(division, alt=alt), marker.hex)
        return markers

    def finished(self, setting: Setting, state: State) -> State:
        """Return the state without markers of destroyed drop zones."""
        lost = {dz_marker(d) for d in setting.divisions if tracks.DZ_LOST + d in state.tracks}
        left = {name: marker for name, marker in state.markers.items() if name not in lost}
        return replace(state, markers=left)

    def tracks(
        self, setting: Setting, clock: Clock, pieces: Mapping[str, Piece]
    ) -> dict[str, Track]:
        """Return weather, air points, declared combats, drop zones, refusals, bridges."""
        given = self.given
        by_name: dict[str, Track] = dict(self.base.opening.tracks)
        if given.weather is not None:
            by_name[tracks.WEATHER] = given.weather
        if given.weather == "bad":
            by_name |= {tracks.AIR + side: 0 for side in SIDES}
        for name, value in given.tracks.items():
            if name not in TRACKS:
                why = t("probe.why.unknown")
                message = t("probe.field", where=f"tracks.{name}", why=why)
                raise Refused("bad_position", message, f"tracks.{name}")
            if name == "initiative":
                by_name[tracks.INITIATIVE] = 2 if value in (2, "german") else 1
            elif name == "mud":
                by_name.pop(tracks.MUD, None)
                if value:
                    by_name[tracks.MUD] = 1
            else:
                by_name[self.words.id_of("tracks", name)] = value
        by_name |= self._declared(setting, pieces)
        for marker in given.markers:
            division = self.words.id_of("divisions", marker.division)
            if marker.kind == "dz_lost":
                by_name[tracks.DZ_LOST + division] = marker.turn or self.base.opening.clock.turn
            by_name[tracks.DZ + division] = setting.divisions[division]
            if marker.kind == "alt_dz" or marker.alt:
                by_name[tracks.DZ_ALT + division] = 1
        by_name |= {tracks.REFUSED + u.id: 1 for u in given.units if REFUSED_MARK in u.status}
        for name, word in given.bridges.items():
            side = "/".join(sorted(name.split("/")))
            if word in ("tried", "repaired_now"):
                by_name[(tracks.TRIED if word == "tried" else tracks.REPAIRED) + side] = 1
        return by_name

    def _declared(self, setting: Setting, pieces: Mapping[str, Piece]) -> Iterator[Any]:
        for n, combat in enumerate(self.given.declared):
            for k, unit in enumerate(combat.units):
                if unit not in pieces:
                    where = f"declared[{n}].units[{k}]"
                    raise Refused("unknown_unit", t("probe.unit", unit=unit), where)
            given_units.hex_at(setting.ground.index, combat.target, f"declared[{n}].target")
            prefix = tracks.STORMED if combat.kind == "assault" else tracks.PLANNED
            yield prefix + combat.target, " ".join(combat.units)


def in_words(position: dict[str, Any], state: State, board: Board) -> None:
    """Set the active side, refusals and bridges in the words of position files."""
    if state.clock.phase in (REFUSAL, REACTION):
        position["active"] = enemy_of(state.clock.active)
    for name, unit in position["units"].items():
        if tracks.REFUSED + name in state.tracks:
            unit["status"] = sorted([*unit["status"], REFUSED_MARK])
    for side, now in state.hexsides.items():
        word = "intact" if tracks.TRIED + side not in state.tracks else "tried"
        if now == REPAIRED:
            word = REPAIRED if tracks.REPAIRED + side not in state.tracks else "repaired_now"
        same = _bridge_state(board, side, word) == now
        position["bridges"][side] = word if same else now


def _bridge_state(board: Board, side: str, word: str) -> str:
    """Return the state of a bridge by the word for it."""
    if word in ("intact", "tried"):
        start = next((b.start for b in board.bridges.values() if b.hexside == side), word)
        return "intact" if start == BLOWN else start
    return REPAIRED if word == "repaired_now" else word


def _back(front: Face, given: FaceIn) -> Face:
    """Return the reverse; by default half values rounded up and efficiency minus 1."""

    def value(explicit: int | None, otherwise: int) -> int:
        return otherwise if explicit is None else explicit

    return Face(
        value(given.attack, -(-front.attack // 2)),
        value(given.defense, -(-front.defense // 2)),
        value(given.efficiency, max(0, front.efficiency - 1)),
        value(given.bombardment, -(-front.bombardment // 2)),
    )
