"""Positions as the probe's questions give them: checked, and made into a setting and a state."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.board.board import Board
from engine.core.effects import Clock, Track
from engine.core.modes import OPTION_TRACK
from engine.core.places import Places
from engine.core.state import Piece, State
from engine.games.airbridge import tracks
from engine.games.airbridge.diagram import diagram
from engine.games.airbridge.ground import BLOWN, REPAIRED
from engine.games.airbridge.position import Setting
from engine.games.airbridge.position_schema import FaceIn, PositionIn, UnitIn
from engine.games.airbridge.readings import READINGS
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
from engine.questions import Refused
from engine.rules.situations.units import Roster

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

    base: Setting
    board: Board
    start: State
    counters: Mapping[str, str]
    """The counter by the names that pieces and questions have for it."""
    given: PositionIn
    warnings: list[str] = field(default_factory=list)

    def read(self) -> tuple[Setting, State]:
        """The setting and the state. Raises Refused with the place of the fault."""
        given = self.given
        self.empty = given.clear_board or given.board is not None
        self.seen: dict[str, int] = {}
        self.own: dict[str, UnitType] = {}
        for n, unit in enumerate(given.units):
            if unit.id in self.seen:
                raise Refused("bad_position", t("probe.twice", unit=unit.id), f"units[{n}].id")
            self.seen[unit.id] = n
            if unit.counter is None and not (unit.kind is None and unit.id in self.counters):
                self.own[unit.id] = self._type(n, unit)
        setting = self._setting()
        return setting, self._state(setting)

    def _setting(self) -> Setting:
        base, ground, places = self.base, self.base.ground, self.base.places
        default = base.control_default
        if self.given.board is not None:
            self.board, ground = diagram(self.given.board)
            boxes = base.places.names[base.places.hex_count :]
            places, default = Places(ground.numbers, boxes), None
        divisions = {} if self.given.board is not None else dict(base.divisions)
        for n, marker in enumerate(self.given.markers):
            if marker.hex not in ground.index:
                raise Refused("unknown_hex", t("probe.hex", hex=marker.hex), f"markers[{n}].hex")
            division = division_of(marker.division)
            if marker.kind != "alt_dz":
                divisions[division] = marker.hex
            divisions.setdefault(division, marker.hex)
        return Setting(
            ground,
            Roster(base.roster.type_of, self.own),
            base.charts,
            places,
            base.scenario,
            base.last_turn,
            divisions,
            base.strength,
            base.air,
            default,
        )

    def _type(self, n: int, unit: UnitIn) -> UnitType:
        for needed in ("side", "kind"):
            if getattr(unit, needed) is None:
                sentence = t("probe.needs", unit=unit.id, field=needed)
                raise Refused("bad_position", sentence, f"units[{n}].{needed}")
        steps = unit.max_steps or 2
        if unit.steps is not None and unit.steps > steps:
            sentence = t("probe.steps", unit=unit.id, steps=unit.steps, most=steps)
            raise Refused("bad_position", sentence, f"units[{n}].steps")
        front = Face(unit.attack, unit.defense, unit.efficiency, unit.bombardment)
        return UnitType(
            id=unit.id,
            side=str(unit.side),
            kind=KINDS.get(str(unit.kind), str(unit.kind)),
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
            self_propelled=unit.self_propelled or unit.kind == "sp_artillery",
            steps=steps,
        )

    # -- the state --------------------------------------------------------------------------------

    def _state(self, setting: Setting) -> State:
        given, start = self.given, self.start
        pieces: dict[str, Piece] = {} if self.empty else dict(start.pieces)
        stacks: dict[int, tuple[str, ...]] = {} if self.empty else dict(start.stacks)
        for n, unit in enumerate(given.units):
            piece = self._piece(setting, n, unit)
            old = pieces.get(unit.id)
            if old is not None:
                left = tuple(name for name in stacks[old.place] if name != unit.id)
                stacks[old.place] = left
                if not left:
                    del stacks[old.place]
            pieces[unit.id] = piece
            stacks[piece.place] = (*stacks.get(piece.place, ()), unit.id)
        self._no_mixed_hexes(setting, pieces, stacks)
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
            if number not in setting.ground.index:
                raise Refused("unknown_hex", t("probe.hex", hex=number), f"control.{number}")
            control[setting.ground.index[number]] = side
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
        found: dict[str, Track] = dict(self.start.tracks)
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
        for option, wanted in given.options.items():
            if option not in READINGS.options:
                known = ", ".join(READINGS.options)
                self.warnings.append(t("probe.option", option=option, known=known))
            found[OPTION_TRACK + option] = int(wanted) if isinstance(wanted, bool) else wanted
        for n, combat in enumerate(given.declared):
            for k, unit in enumerate(combat.units):
                if unit not in pieces:
                    where = f"declared[{n}].units[{k}]"
                    raise Refused("unknown_unit", t("probe.unit", unit=unit), where)
            if combat.target not in setting.ground.index:
                said = t("probe.hex", hex=combat.target)
                raise Refused("unknown_hex", said, f"declared[{n}].target")
            prefix = tracks.STORMED if combat.kind == "assault" else tracks.PLANNED
            found[prefix + combat.target] = " ".join(combat.units)
        for marker in given.markers:
            division = division_of(marker.division)
            if marker.kind == "dz_lost":
                found[tracks.DZ_LOST + division] = marker.turn or self.start.clock.turn
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
            if asked not in self.counters:
                close = difflib.get_close_matches(asked, self.counters, n=1)
                key = "probe.counter_close" if close else "probe.counter"
                said = t(key, counter=asked, close=close[0] if close else "")
                raise Refused("unknown_unit", said, f"units[{n}].counter")
            name = self.counters[asked]
        kind = setting.roster.type_of(name)
        if unit.side not in (None, kind.side):
            said = t("probe.other_side", unit=unit.id, counter=name, side=kind.side)
            raise Refused("bad_position", said, f"units[{n}].side")
        steps = kind.steps if unit.steps is None else unit.steps
        number = unit.hex.replace("/", "", 1)
        if number not in setting.places:
            raise Refused("unknown_hex", t("probe.hex", hex=unit.hex), f"units[{n}].hex")
        place = setting.places.index(number)
        dead = steps == 0 and number.startswith("eliminated-")
        if steps > kind.steps or (steps == 0 and not dead):
            said = t("probe.steps", unit=unit.id, steps=steps, most=kind.steps)
            raise Refused("bad_position", said, f"units[{n}].steps")
        status = frozenset(STATUSES.get(s, s) for s in unit.status if s != REFUSED_MARK)
        return Piece(name, kind.side, place, steps, status)

    def _no_mixed_hexes(
        self,
        setting: Setting,
        pieces: Mapping[str, Piece],
        stacks: Mapping[int, tuple[str, ...]],
    ) -> None:
        for place, names in stacks.items():
            if setting.places.is_hex(place) and len({pieces[name].side for name in names}) > 1:
                mine = next((n for name in names if (n := self.seen.get(name)) is not None), 0)
                number = setting.places.name(place)
                raise Refused("bad_position", t("probe.mixed", hex=number), f"units[{mine}].hex")


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
