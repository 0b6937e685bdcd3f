"""Positions as the probe's questions give them: checked, and made into a setting and a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from engine.core.effects import Clock, Track
from engine.core.places import Places
from engine.core.state import Marker, Piece, State
from engine.games.ardenas import tracks
from engine.games.ardenas.diagram import diagram_board, diagram_zones
from engine.games.ardenas.ground import BRIDGE, Ground
from engine.games.ardenas.groupings import Grouping
from engine.games.ardenas.position import Setting
from engine.games.ardenas.position_schema import PositionIn, UnitIn
from engine.games.ardenas.readings import READINGS
from engine.games.ardenas.setting import Base
from engine.games.ardenas.units import UnitType
from engine.games.ardenas.vocabulary import BAD, BAD_TURNS, GOOD, held
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules.base.units import Roster
from engine.rules.positions import given_units


@dataclass
class Reader:
    """Lays what a position gives over a scenario's set-up."""

    base: Base
    given: PositionIn
    warnings: list[str] = field(default_factory=list)

    def read(self) -> tuple[Setting, State]:
        """Return the setting and the state. Raises Refused with the place of the fault."""
        given, base = self.given, self.base
        if given.markers:
            self.warnings.append(t("probe.ignored", where="position", fields="markers"))
        self.empty = given.clear_board or given.board is not None
        self.seen = given_units.named_once(given.units)
        self.own: dict[str, UnitType] = {}
        for n, unit in enumerate(given.units):
            if unit.counter is None and not (unit.kind is None and unit.id in base.types):
                self.own[unit.id] = self._type(n, unit)
        setting = self._setting()
        return setting, self._state(setting)

    def _setting(self) -> Setting:
        usual, given = self.base.setting, self.given.board
        self.board, ground, places = self.base.board, usual.ground, usual.places
        if given is not None:
            self.board = diagram_board(given)
            ground = Ground(self.board, diagram_zones(given, self.board))
            places = Places(ground.numbers, self.base.boxes)
        roster = Roster(usual.roster.type_of, self.own)
        setting = Setting(ground, roster, usual.charts, places, usual.last_turn)
        setting.scenario = usual.scenario
        return setting

    def _type(self, n: int, unit: UnitIn) -> UnitType:
        side, kind = given_units.side_and_kind(unit, n)
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
        self._check_layers(setting, pieces, stacks)
        clock = self._clock(start.clock)
        return replace(
            start,
            clock=clock,
            pieces=pieces,
            stacks=stacks,
            control={},
            markers=self._markers(start),
            tracks=self._tracks(setting, clock, pieces),
            pending=(),
        )

    def _clock(self, start: Clock) -> Clock:
        found = given_units.clock_of(self.given, start)
        if found.phase != "air":
            return found
        return Clock(turn=found.turn, phase=f"air{self.given.subturn or 1}", active=found.active)

    def _markers(self, start: State) -> dict[str, Marker]:
        if self.given.board is None:
            return dict(start.markers)
        bridges = [number for number, own in self.given.board.hexes.items() if own.bridge]
        return {f"{BRIDGE}-{number}": Marker(BRIDGE, number) for number in bridges}

    def _check_layers(
        self, setting: Setting, pieces: Mapping[str, Piece], stacks: given_units.Stacks
    ) -> None:
        """7.0g: Refuse a hex with units of both sides in one layer."""
        kinds = setting.roster.type_of
        for layer in ("ground", "air"):
            own = {
                place: tuple(n for n in names if kinds(pieces[n].counter).layer == layer)
                for place, names in stacks.items()
            }
            given_units.check_one_side_a_hex(setting.places, pieces, own, self.seen)

    def _tracks(
        self, setting: Setting, clock: Clock, pieces: Mapping[str, Piece]
    ) -> dict[str, Track]:
        given = self.given
        found = dict(self.base.opening.tracks)
        usual = BAD if clock.turn <= BAD_TURNS and given.board is None else GOOD
        found[tracks.WEATHER] = given.weather or usual
        self.warnings += given_units.unknown_options(given.options, READINGS.options)
        found |= given_units.option_tracks(given.options)
        for unit in given.units:
            if unit.fired:
                found[tracks.FIRED + unit.id] = unit.fired
        for n, own in enumerate(given.groupings):
            where = f"groupings[{n}]"
            hex_ = given_units.hex_at(setting.ground.index, own.hex, f"{where}.hex")
            for k, name in enumerate(own.units):
                if name not in pieces:
                    said = t("probe.unit", unit=name)
                    raise Refused("unknown_unit", said, f"{where}.units[{k}]")
            grouping = Grouping(own.side, own.kind, own.number, hex_, own.units)
            found[grouping.track] = grouping.value(setting.places)
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
        box = unit.hex or held(kind.side)
        place = given_units.place_at(setting.places, box, f"units[{n}].hex")
        dead = setting.places.name(place).startswith("eliminated-")
        steps = given_units.steps_left(unit, n, kind.steps, may_be_none=dead)
        return Piece(name, kind.side, place, steps, frozenset(unit.status))
