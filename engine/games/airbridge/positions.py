"""Positions as the probe's questions give them: checked, and made into a setting and a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from engine.core.effects import Clock, Track
from engine.core.places import Places
from engine.core.state import Piece, State
from engine.games.airbridge import tracks
from engine.games.airbridge.diagram import diagram
from engine.games.airbridge.ground import BLOWN, REPAIRED
from engine.games.airbridge.position import Setting
from engine.games.airbridge.position_schema import FaceIn, PositionIn, UnitIn
from engine.games.airbridge.readings import READINGS
from engine.games.airbridge.setting import Base
from engine.games.airbridge.units import Face, UnitType
from engine.games.airbridge.vocabulary import (
    END,
    MECHANISED,
    REACTION,
    REFUSAL,
    SIDES,
    UNSUPPLIED,
    enemy_of,
)
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules.base.units import Roster
from engine.rules.positions import given_units

PHASES = {"mechanized": MECHANISED, "record": END}
KINDS = {
    "parachute": "parachute_infantry",
    "glider": "glider_infantry",
    "recon": "reconnaissance",
    "antitank": "anti_tank",
    "sp_artillery": "self_propelled_artillery",
}
"""Words of questions that the module says otherwise."""
DIVISIONS = {"1AB": "1 AB"}
STATUSES = {"out_of_supply": UNSUPPLIED}
REFUSED_MARK = "refused"


def division_of(name: str | None) -> str:
    """A division as the counters write it."""
    return DIVISIONS.get(name or "", name or "")


@dataclass
class Reader:
    """Lays what a position gives over a scenario's set-up."""

    base: Base
    given: PositionIn
    warnings: list[str] = field(default_factory=list)

    def read(self) -> tuple[Setting, State]:
        """The setting and the state. Raises Refused with the place of the fault."""
        given = self.given
        self.empty = given.clear_board or given.board is not None
        self.seen = given_units.named_once(given.units)
        self.own: dict[str, UnitType] = {}
        for n, unit in enumerate(given.units):
            if unit.counter is None and not (unit.kind is None and unit.id in self.base.counters):
                self.own[unit.id] = self._type(n, unit)
        setting = self._setting()
        return setting, self._state(setting)

    def _setting(self) -> Setting:
        usual = self.base.setting
        self.board, default = self.base.board, usual.control_default
        ground, places = usual.ground, usual.places
        if self.given.board is not None:
            self.board, ground = diagram(self.given.board)
            places, default = Places(ground.numbers, self.base.boxes), None
        divisions = {} if self.given.board is not None else dict(usual.divisions)
        for n, marker in enumerate(self.given.markers):
            given_units.hex_at(ground.index, marker.hex, f"markers[{n}].hex")
            division = division_of(marker.division)
            if marker.kind != "alt_dz":
                divisions[division] = marker.hex
            divisions.setdefault(division, marker.hex)
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

    def _type(self, n: int, unit: UnitIn) -> UnitType:
        side, kind = given_units.side_and_kind(unit, n)
        steps = unit.max_steps or 2
        given_units.check_steps(unit, n, steps)
        front = Face(unit.attack, unit.defense, unit.efficiency, unit.bombardment)
        return UnitType(
            id=unit.id,
            side=side,
            kind=KINDS.get(kind, kind),
            front=front,
            back=_back(front, unit.reduced or FaceIn()),
            stacking=unit.stacking,
            movement=unit.movement,
            cm=unit.cm,
            armor=tuple(unit.armor.split("/")),
            range=unit.range,
            airborne=unit.airborne,
            division=division_of(unit.division),
            formation=unit.formation or "",
            engineer=unit.engineer or "",
            self_propelled=unit.self_propelled or kind == "sp_artillery",
            steps=steps,
        )

    # -- the state --------------------------------------------------------------------------------

    def _state(self, setting: Setting) -> State:
        given, start = self.given, self.base.opening
        pieces, stacks = given_units.lay(
            {} if self.empty else start.pieces,
            {} if self.empty else start.stacks,
            given.units,
            partial(self._piece, setting),
        )
        given_units.check_one_side_a_hex(setting.places, pieces, stacks, self.seen)
        phase = PHASES.get(given.phase or "", given.phase or start.clock.phase)
        active = given.active or start.clock.active
        if given.active and phase in (REFUSAL, REACTION):
            active = enemy_of(given.active)
        clock = Clock(turn=given.turn or start.clock.turn, phase=phase, active=active)
        hexsides = {} if given.board is not None else dict(start.hexsides)
        for bridge in setting.ground.by_side.values():
            hexsides.setdefault(bridge.hexside, bridge.start)
        control = {} if self.empty else dict(start.control)
        for number, side in given.control.items():
            where = f"control.{number}"
            control[given_units.hex_at(setting.ground.index, number, where)] = side
        found = self._tracks(setting, pieces)
        self._bridges(setting, hexsides, found)
        return replace(
            start,
            clock=clock,
            pieces=pieces,
            stacks=stacks,
            hexsides=hexsides,
            control=control,
            tracks=found,
            pending=(),
        )

    def _tracks(self, setting: Setting, pieces: Mapping[str, Piece]) -> dict[str, Track]:
        given = self.given
        found: dict[str, Track] = dict(self.base.opening.tracks)
        if given.weather is not None:
            found[tracks.WEATHER] = given.weather
        if given.weather == "bad":
            found |= {tracks.AIR + side: 0 for side in SIDES}
        for name, value in given.tracks.items():
            if name == "initiative":
                found[tracks.INITIATIVE] = 2 if value in (2, "german") else 1
            elif name == "mud":
                found.pop(tracks.MUD, None)
                if value:
                    found[tracks.MUD] = 1
            else:
                found[tracks.AIR + name.removeprefix("air.")] = int(value)
        self.warnings += given_units.unknown_options(given.options, READINGS.options)
        found |= given_units.option_tracks(given.options)
        for n, combat in enumerate(given.declared):
            for k, unit in enumerate(combat.units):
                if unit not in pieces:
                    where = f"declared[{n}].units[{k}]"
                    raise Refused("unknown_unit", t("probe.unit", unit=unit), where)
            given_units.hex_at(setting.ground.index, combat.target, f"declared[{n}].target")
            prefix = tracks.STORMED if combat.kind == "assault" else tracks.PLANNED
            found[prefix + combat.target] = " ".join(combat.units)
        for marker in given.markers:
            division = division_of(marker.division)
            if marker.kind == "dz_lost":
                found[tracks.DZ_LOST + division] = marker.turn or self.base.opening.clock.turn
            if marker.kind == "alt_dz":
                found[tracks.DZ + division] = marker.hex
            if marker.kind == "alt_dz" or marker.alt:
                found[tracks.DZ_ALT + division] = 1
        for own in given.units:
            if REFUSED_MARK in own.status:
                found[tracks.REFUSED + own.id] = 1
        return found

    def _bridges(self, setting: Setting, hexsides: dict[str, str], found: dict[str, Track]) -> None:
        for name, state in self.given.bridges.items():
            side = "/".join(sorted(name.split("/")))
            if side not in setting.ground.by_side:
                said = t("probe.bridge", hexside=name)
                raise Refused("bad_position", said, f"bridges.{name}")
            if state == "tried":
                found[tracks.TRIED + side] = 1
            elif state == "repaired_now":
                found[tracks.REPAIRED + side] = 1
            if state != "tried":
                word = {"blown": BLOWN, "intact": hexsides[side]}.get(state, REPAIRED)
                hexsides[side] = "intact" if state == "intact" and word == BLOWN else word

    def _piece(self, setting: Setting, n: int, unit: UnitIn) -> Piece:
        name = unit.id
        if name not in self.own:
            asked = unit.counter or unit.id
            if asked not in self.base.counters:
                raise given_units.unknown_counter(asked, self.base.counters, n)
            name = self.base.counters[asked]
        kind = setting.roster.type_of(name)
        given_units.check_side(unit, n, name, kind.side)
        number = unit.hex.replace("/", "", 1)
        if number not in setting.places:
            raise Refused("unknown_hex", t("probe.hex", hex=unit.hex), f"units[{n}].hex")
        place = setting.places.index(number)
        dead = number.startswith("eliminated-")
        steps = given_units.steps_left(unit, n, kind.steps, may_be_none=dead)
        status = frozenset(STATUSES.get(s, s) for s in unit.status if s != REFUSED_MARK)
        return Piece(name, kind.side, place, steps, status)


def _back(front: Face, given: FaceIn) -> Face:
    """The reverse; where nothing is given, halves rounded up and one point of efficiency less."""

    def value(told: int | None, otherwise: int) -> int:
        return otherwise if told is None else told

    return Face(
        value(given.attack, -(-front.attack // 2)),
        value(given.defense, -(-front.defense // 2)),
        value(given.efficiency, max(0, front.efficiency - 1)),
        value(given.bombardment, -(-front.bombardment // 2)),
    )
