"""Positions as the probe's questions give them: checked, and made into a setting and a state."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.core.effects import Clock, Track
from engine.core.modes import OPTION_TRACK
from engine.core.places import Places
from engine.core.state import Piece, State
from engine.games.marketgarden import tracks
from engine.games.marketgarden.diagram import diagram_board
from engine.games.marketgarden.ground import BLOWN, INTACT, Ground
from engine.games.marketgarden.lands import land_of
from engine.games.marketgarden.position import Setting
from engine.games.marketgarden.position_schema import PositionIn, UnitIn
from engine.games.marketgarden.readings import READINGS
from engine.games.marketgarden.rules.ch04_zones import duty
from engine.games.marketgarden.rules.ch09_supply import OUT_OF_SUPPLY, may_attack
from engine.games.marketgarden.setting import Base, boxes_of
from engine.games.marketgarden.units import Roster, UnitType
from engine.games.marketgarden.vocabulary import COMBAT, MOTORISED
from engine.i18n import t
from engine.questions import Refused

HALF_UP = 2
"""The reverse of a unit that is given without one: half its factors, rounded up."""


def _reverse(factor: int, given: int | None, reduced: bool) -> int:
    """A factor of the reverse; the factors of a unit that is given on its reverse are in force."""
    if given is not None:
        return given
    return factor if reduced else -(-factor // HALF_UP)


@dataclass
class Reader:
    """Lays what a position gives over a scenario's set-up."""

    base: Base
    given: PositionIn
    warnings: list[str] = field(default_factory=list)

    def read(self) -> tuple[Setting, State]:
        """The setting and the state. Raises Refused with the place of the fault."""
        given, base = self.given, self.base
        ignored = [name for name in ("weather", "markers") if getattr(given, name)]
        if ignored:
            fields = ", ".join(ignored)
            self.warnings.append(t("probe.ignored", where="position", fields=fields))
        self.empty = given.clear_board or given.board is not None
        self.seen: dict[str, int] = {}
        own: dict[str, UnitType] = {}
        sizes: dict[str, int] = {}
        for n, unit in enumerate(given.units):
            if unit.id in self.seen:
                raise Refused("bad_position", t("probe.twice", unit=unit.id), f"units[{n}].id")
            self.seen[unit.id] = n
            if unit.counter is None and not (unit.kind is None and unit.id in base.types):
                own[unit.id] = self._type(n, unit)
                if unit.division and unit.division_size:
                    sizes[unit.division] = unit.division_size
        self.own = own
        setting = self._setting(own, sizes)
        return setting, self._state(setting)

    def _setting(self, own: Mapping[str, UnitType], sizes: Mapping[str, int]) -> Setting:
        base = self.base
        if self.given.board is not None:
            self.board = diagram_board(self.given.board, base.charts.victory.cities)
            ground = Ground(land_of(self.board))
            places = Places(ground.numbers, boxes_of(base))
            default = None
        else:
            self.board = base.board
            ground, places, default = base.ground, base.places, base.control_default
        roster = Roster(base.type_of, own)
        roster.divisions.update(base.divisions)
        roster.divisions.update(sizes)
        return Setting(ground, roster, base.charts, places, base.last_turn, default)

    def _type(self, n: int, unit: UnitIn) -> UnitType:
        for needed in ("side", "kind"):
            if getattr(unit, needed) is None:
                sentence = t("probe.needs", unit=unit.id, field=needed)
                raise Refused("bad_position", sentence, f"units[{n}].{needed}")
        assert unit.side is not None
        assert unit.kind is not None
        attack, defense, kind = unit.attack or 0, unit.defense or 0, unit.kind
        back_attack, back_defense = unit.reverse_attack, unit.reverse_defense
        steps = unit.max_steps if unit.max_steps is not None else 2
        if unit.steps is not None and unit.steps > steps:
            sentence = t("probe.steps", unit=unit.id, steps=unit.steps, most=steps)
            raise Refused("bad_position", sentence, f"units[{n}].steps")
        reduced = unit.steps is not None and unit.steps < steps
        return UnitType(
            id=unit.id,
            side=unit.side,
            kind=kind,
            attack=attack,
            defense=defense,
            movement=unit.movement or 0,
            reverse_attack=_reverse(attack, back_attack, reduced),
            reverse_defense=_reverse(defense, back_defense, reduced),
            motorised=kind in MOTORISED if unit.mechanized is None else unit.mechanized,
            nationality=unit.nationality or "",
            formation=unit.formation or "",
            range=unit.range or 0,
            division=unit.division or "",
            xxx_corps=unit.xxx_corps,
            airborne=unit.airborne,
            steps=steps,
        )

    # -- the state --------------------------------------------------------------------------------

    def _state(self, setting: Setting) -> State:
        given, start = self.given, self.base.opening
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
        for name, turns in given.unsupplied.items():
            if turns and name in pieces:
                piece = pieces[name]
                pieces[name] = replace(piece, status=piece.status | {OUT_OF_SUPPLY})
        self._no_mixed_hexes(setting, pieces, stacks)
        clock = Clock(
            turn=given.turn or start.clock.turn,
            phase=given.phase or start.clock.phase,
            active=given.active or start.clock.active,
        )
        diagram = given.board is not None
        hexsides = {} if diagram else dict(start.hexsides)
        for name in setting.ground.bridges:
            hexsides.setdefault(name, INTACT)
        hexsides |= self._bridges(setting)
        control = {} if self.empty else dict(start.control)
        for number, side in given.control.items():
            control[self._hex(setting, number, f"control.{number}")] = side
        state = replace(
            start,
            clock=clock,
            pieces=pieces,
            stacks=stacks,
            hexsides=hexsides,
            control=control,
            tracks=self._tracks(setting, clock, pieces),
            pending=(),
        )
        return self._with_duty(setting, state)

    def _with_duty(self, setting: Setting, state: State) -> State:
        """4.1.2g: a position in the combat phase owes the attacks that the phase began with.

        Who is engaged was there before, for all that a position says.
        """
        if state.clock.phase != COMBAT:
            return state
        situation = setting.situation(state)
        owed = [u.id for u in duty(situation, state.clock.active) if may_attack(situation, u)]
        return replace(state, tracks={**state.tracks, **{tracks.OWES + n: 1 for n in owed}})

    def _tracks(
        self, setting: Setting, clock: Clock, pieces: Mapping[str, Piece]
    ) -> dict[str, Track]:
        given = self.given
        found = dict(self.base.opening.tracks)
        row = setting.charts.days.on(clock.turn)
        found[tracks.AIR + "allied"], found[tracks.AIR + "german"] = row.allied, row.german
        for side, points in given.air.items():
            found[tracks.AIR + side] = points
        for name, value in given.options.items():
            if name not in READINGS.options:
                known = ", ".join(READINGS.options)
                self.warnings.append(t("probe.option", option=name, known=known))
            found[OPTION_TRACK + name] = int(value) if isinstance(value, bool) else value
        for name, turns in given.unsupplied.items():
            if name not in pieces:
                raise Refused("unknown_unit", t("probe.unit", unit=name), f"unsupplied.{name}")
            found[tracks.UNSUPPLIED + name] = turns
        for division in given.contact:
            found[tracks.CONTACT + division] = clock.turn
        return found

    def _piece(self, setting: Setting, n: int, unit: UnitIn) -> Piece:
        name = unit.id
        if name not in self.own:
            asked = unit.counter or unit.id
            found = self.base.counter(asked)
            if found is None:
                close = difflib.get_close_matches(asked, self.base.types, n=1)
                key = "probe.counter_close" if close else "probe.counter"
                message = t(key, counter=asked, close=close[0] if close else "")
                raise Refused("unknown_unit", message, f"units[{n}].counter")
            name = found
        kind = setting.roster.type_of(name)
        if unit.side not in (None, kind.side):
            message = t("probe.other_side", unit=unit.id, counter=name, side=kind.side)
            raise Refused("bad_position", message, f"units[{n}].side")
        steps = kind.steps if unit.steps is None else unit.steps
        place = self._place(setting, unit.hex, f"units[{n}].hex")
        dead = steps == 0 and setting.places.name(place).startswith("eliminated-")
        if steps > kind.steps or (steps == 0 and not dead):
            sentence = t("probe.steps", unit=unit.id, steps=steps, most=kind.steps)
            raise Refused("bad_position", sentence, f"units[{n}].steps")
        return Piece(name, kind.side, place, steps, frozenset(unit.status))

    def _place(self, setting: Setting, name: str, where: str) -> int:
        if name in setting.places:
            return setting.places.index(name)
        raise Refused("unknown_hex", t("probe.hex", hex=name), where)

    def _hex(self, setting: Setting, number: str, where: str) -> int:
        if number not in setting.ground.index:
            raise Refused("unknown_hex", t("probe.hex", hex=number), where)
        return setting.ground.index[number]

    def _bridges(self, setting: Setting) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, state in self.given.bridges.items():
            side = "/".join(sorted(name.split("/")))
            if side not in setting.ground.crossings:
                message = t("probe.bridge", hexside=name)
                raise Refused("bad_position", message, f"bridges.{name}")
            found[side] = BLOWN if state == BLOWN else INTACT
        return found

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
