"""Positions as the probe's questions give them: checked, and made into a setting and a state."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from engine.core.effects import Clock, Track
from engine.core.places import Places
from engine.core.state import Marker, Piece, State
from engine.games.normandy44 import tracks
from engine.games.normandy44.diagram import diagram_board
from engine.games.normandy44.ground import Ground
from engine.games.normandy44.position import Setting
from engine.games.normandy44.position_schema import BoardIn, PositionIn, UnitIn
from engine.games.normandy44.readings import READINGS
from engine.games.normandy44.setting import Base
from engine.games.normandy44.units import UnitType, Values
from engine.games.normandy44.vocabulary import CW, MECHANISED, OVERCAST, SILHOUETTES, US
from engine.rules.base.units import Roster
from engine.rules.positions import given_units

QUESTION_POINTS = 9
"""Supply points of each track in a question with a board of its own."""
PURSES = (US, CW, "german7", "cherbourg")
NATIONS = {"us": "US", "british": "British", "canadian": "Canadian", "german": "German Army"}


@lru_cache(maxsize=64)
def _diagram_ground(words: str) -> Ground:
    """The ground of a question's own board, as JSON: many questions are asked about one board."""
    return Ground(diagram_board(BoardIn.model_validate_json(words)))


@dataclass
class Reader:
    """Lays what a position gives over a scenario's set-up."""

    base: Base
    given: PositionIn
    warnings: list[str] = field(default_factory=list)

    def read(self) -> tuple[Setting, State]:
        """The setting and the state. Raises Refused with the place of the fault."""
        given, base = self.given, self.base
        self.empty = given.clear_board or given.board is not None
        self.seen = given_units.named_once(given.units)
        self.own: dict[str, UnitType] = {}
        for n, unit in enumerate(given.units):
            if unit.counter is None and not (unit.kind is None and base.counter(unit.id)):
                self.own[unit.id] = self._type(n, unit)
        setting = self._setting()
        return setting, self._state(setting)

    def _setting(self) -> Setting:
        usual = self.base.setting
        self.board, default = self.base.board, usual.control_default
        ground, places = usual.ground, usual.places
        if self.given.board is not None:
            ground = _diagram_ground(self.given.board.model_dump_json(by_alias=True))
            self.board, default = ground.board, None
            places = Places(ground.numbers, self.base.boxes)
        roster = Roster(usual.roster.type_of, self.own)
        return Setting(
            ground, roster, usual.charts, places, usual.last_turn, usual.scenario, default
        )

    def _type(self, n: int, unit: UnitIn) -> UnitType:
        side, kind = given_units.side_and_kind(unit, n)
        steps = unit.max_steps if unit.max_steps is not None else max(1, unit.steps or 1)
        given_units.check_steps(unit, n, steps)
        attack, defense = unit.attack, unit.defense
        factor = defense if defense is not None else attack or 0
        bracketed = attack == 0 or unit.cadre
        face = Values(
            factor=factor,
            defends_only=bracketed,
            movement=unit.movement or 0,
            tq=unit.tq,
            armor=unit.armor,
            antitank=unit.antitank,
        )
        silhouette = kind in SILHOUETTES if unit.silhouette is None else unit.silhouette
        mechanised = kind in MECHANISED if unit.mechanized is None else unit.mechanized
        nation = (unit.nationality or ("german" if side == "german" else "us")).lower()
        return UnitType(
            id=unit.id,
            side=side,
            kind=kind,
            steps=steps,
            faces=dict.fromkeys(range(1, steps + 1), face),
            nationality=NATIONS.get(nation, unit.nationality or ""),
            formation=unit.formation or unit.division or "",
            mechanised=mechanised,
            silhouette=silhouette,
            tiger=unit.tiger,
            restricted=unit.restricted,
            cadre=unit.cadre,
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
        clock = given_units.clock_of(given, start.clock)
        control = {} if self.empty else dict(start.control)
        for number, side in given.control.items():
            control[given_units.hex_at(setting.ground.index, number, f"control.{number}")] = side
        markers: dict[str, Marker] = {} if self.empty else dict(start.markers)
        for n, marker in enumerate(given.markers):
            given_units.hex_at(setting.ground.index, marker.hex, f"markers[{n}].hex")
            markers[f"{marker.kind}-{marker.hex}"] = Marker(marker.kind, marker.hex)
        if given.board is not None:
            for name, area in given.board.areas.items():
                if area.kind == "mulberry":
                    markers[f"mulberry-{name}"] = Marker("mulberry", area.hexes[0])
        return replace(
            start,
            clock=clock,
            pieces=pieces,
            stacks=stacks,
            hexsides={},
            control=control,
            markers=markers,
            tracks=self._tracks(clock),
            pending=(),
        )

    def _tracks(self, clock: Clock) -> dict[str, Track]:
        given = self.given
        found = dict(self.base.opening.tracks)
        usual = OVERCAST if clock.turn == 1 else str(found.get(tracks.WEATHER) or OVERCAST)
        weather = given.weather or usual
        found[tracks.WEATHER] = weather
        found.setdefault(tracks.WEATHER_ROW, {"storm": 1, "overcast": 2, "clear": 4}[weather])
        if given.board is not None:
            found |= dict.fromkeys((tracks.POINTS + purse for purse in PURSES), QUESTION_POINTS)
        for army in (US, CW):
            found[tracks.NAVAL + army] = 2
            found[tracks.AIR + army] = 0 if clock.turn == 1 else 2
        found |= given.tracks
        self.warnings += given_units.unknown_options(given.options, READINGS.options)
        found |= given_units.option_tracks(given.options)
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
        steps = given_units.steps_left(
            unit, n, kind.steps, may_be_none=not setting.places.is_hex(place)
        )
        return Piece(name, kind.side, place, steps, frozenset(unit.status))
