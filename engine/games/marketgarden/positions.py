"""Positions as the probe's questions give them: checked, and made into a setting and a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from engine.core.effects import Clock, Track
from engine.core.places import Places
from engine.core.state import Piece, State
from engine.games.marketgarden import tracks
from engine.games.marketgarden.diagram import diagram_board
from engine.games.marketgarden.ground import BLOWN, INTACT, Ground
from engine.games.marketgarden.land import land_of
from engine.games.marketgarden.position import Setting
from engine.games.marketgarden.position_schema import PositionIn, UnitIn
from engine.games.marketgarden.readings import READINGS
from engine.games.marketgarden.rules.ch04_zone_duties import duty
from engine.games.marketgarden.rules.ch09_supply import OUT_OF_SUPPLY, may_attack
from engine.games.marketgarden.setting import Base
from engine.games.marketgarden.units import Roster, UnitType
from engine.games.marketgarden.vocabulary import COMBAT, MOTORISED
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules.positions import given_units

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
        self.seen = given_units.named_once(given.units)
        self.own: dict[str, UnitType] = {}
        sizes: dict[str, int] = {}
        for n, unit in enumerate(given.units):
            if unit.counter is None and not (unit.kind is None and unit.id in base.types):
                self.own[unit.id] = self._type(n, unit)
                if unit.division and unit.division_size:
                    sizes[unit.division] = unit.division_size
        setting = self._setting(sizes)
        return setting, self._state(setting)

    def _setting(self, sizes: Mapping[str, int]) -> Setting:
        usual = self.base.setting
        self.board, default = self.base.board, usual.control_default
        ground, places = usual.ground, usual.places
        if self.given.board is not None:
            self.board = diagram_board(self.given.board, usual.charts.victory.cities)
            ground, default = Ground(land_of(self.board)), None
            places = Places(ground.numbers, self.base.boxes)
        roster = Roster(usual.roster.type_of, self.own)
        roster.divisions.update(usual.roster.divisions)
        roster.divisions.update(sizes)
        return Setting(ground, roster, usual.charts, places, usual.last_turn, default)

    def _type(self, n: int, unit: UnitIn) -> UnitType:
        side, kind = given_units.side_and_kind(unit, n)
        attack, defense = unit.attack or 0, unit.defense or 0
        back_attack, back_defense = unit.reverse_attack, unit.reverse_defense
        steps = unit.max_steps if unit.max_steps is not None else 2
        given_units.check_steps(unit, n, steps)
        reduced = unit.steps is not None and unit.steps < steps
        return UnitType(
            id=unit.id,
            side=side,
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
        pieces, stacks = given_units.lay(
            {} if self.empty else start.pieces,
            {} if self.empty else start.stacks,
            given.units,
            partial(self._piece, setting),
        )
        for name, turns in given.unsupplied.items():
            if turns and name in pieces:
                piece = pieces[name]
                pieces[name] = replace(piece, status=piece.status | {OUT_OF_SUPPLY})
        given_units.check_one_side_a_hex(setting.places, pieces, stacks, self.seen)
        clock = given_units.clock_of(given, start.clock)
        diagram = given.board is not None
        hexsides = {} if diagram else dict(start.hexsides)
        for name in setting.ground.bridges:
            hexsides.setdefault(name, INTACT)
        hexsides |= self._bridges(setting)
        control = {} if self.empty else dict(start.control)
        for number, side in given.control.items():
            control[given_units.hex_at(setting.ground.index, number, f"control.{number}")] = side
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
        position = setting.position(state)
        owed = [u.id for u in duty(position, state.clock.active) if may_attack(position, u)]
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
        self.warnings += given_units.unknown_options(given.options, READINGS.options)
        found |= given_units.option_tracks(given.options)
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
                raise given_units.unknown_counter(asked, self.base.types, n)
            name = found
        kind = setting.roster.type_of(name)
        given_units.check_side(unit, n, name, kind.side)
        place = given_units.place_at(setting.places, unit.hex, f"units[{n}].hex")
        dead = setting.places.name(place).startswith("eliminated-")
        steps = given_units.steps_left(unit, n, kind.steps, may_be_none=dead)
        return Piece(name, kind.side, place, steps, frozenset(unit.status))

    def _bridges(self, setting: Setting) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, state in self.given.bridges.items():
            side = "/".join(sorted(name.split("/")))
            if side not in setting.ground.crossings:
                message = t("probe.bridge", hexside=name)
                raise Refused("bad_position", message, f"bridges.{name}")
            found[side] = BLOWN if state == BLOWN else INTACT
        return found
