"""Positions as the probe's questions give them: checked, and made into a setting and a state."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from engine.core.effects import Clock, Track
from engine.core.modes import OPTION_TRACK
from engine.core.places import Places
from engine.core.state import Marker, Piece, State
from engine.games.normandy44 import tracks
from engine.games.normandy44.diagram import diagram_board
from engine.games.normandy44.ground import Ground
from engine.games.normandy44.position import Setting
from engine.games.normandy44.position_schema import BoardIn, PositionIn, UnitIn
from engine.games.normandy44.readings import READINGS
from engine.games.normandy44.setting import Base, boxes_of
from engine.games.normandy44.units import UnitType, Values
from engine.games.normandy44.vocabulary import CW, MECHANISED, OVERCAST, SILHOUETTES, US
from engine.i18n import t
from engine.questions import Refused
from engine.rules.situations.units import Roster

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
        self.seen: dict[str, int] = {}
        own: dict[str, UnitType] = {}
        for n, unit in enumerate(given.units):
            if unit.id in self.seen:
                raise Refused("bad_position", t("probe.twice", unit=unit.id), f"units[{n}].id")
            self.seen[unit.id] = n
            if unit.counter is None and not (unit.kind is None and base.counter(unit.id)):
                own[unit.id] = self._type(n, unit)
        self.own = own
        if given.board is not None:
            ground = _diagram_ground(given.board.model_dump_json(by_alias=True))
            self.board = ground.board
            places = Places(ground.numbers, boxes_of(base))
            default = None
        else:
            self.board = base.board
            ground, places, default = base.ground, base.places, base.control_default
        roster = Roster(base.type_of, own)
        setting = Setting(
            ground, roster, base.charts, places, base.last_turn, base.scenario, default
        )
        return setting, self._state(setting)

    def _type(self, n: int, unit: UnitIn) -> UnitType:
        for needed in ("side", "kind"):
            if getattr(unit, needed) is None:
                sentence = t("probe.needs", unit=unit.id, field=needed)
                raise Refused("bad_position", sentence, f"units[{n}].{needed}")
        assert unit.side is not None
        assert unit.kind is not None
        steps = unit.max_steps if unit.max_steps is not None else max(1, unit.steps or 1)
        if unit.steps is not None and unit.steps > steps:
            sentence = t("probe.steps", unit=unit.id, steps=unit.steps, most=steps)
            raise Refused("bad_position", sentence, f"units[{n}].steps")
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
        silhouette = unit.kind in SILHOUETTES if unit.silhouette is None else unit.silhouette
        mechanised = unit.kind in MECHANISED if unit.mechanized is None else unit.mechanized
        nation = (unit.nationality or ("german" if unit.side == "german" else "us")).lower()
        return UnitType(
            id=unit.id,
            side=unit.side,
            kind=unit.kind,
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
        clock = Clock(
            turn=given.turn or start.clock.turn,
            phase=given.phase or start.clock.phase,
            active=given.active or start.clock.active,
        )
        control = {} if self.empty else dict(start.control)
        for number, side in given.control.items():
            control[self._hex(setting, number, f"control.{number}")] = side
        markers: dict[str, Marker] = {} if self.empty else dict(start.markers)
        for n, marker in enumerate(given.markers):
            self._hex(setting, marker.hex, f"markers[{n}].hex")
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
        for name, value in given.options.items():
            if name not in READINGS.options:
                known = ", ".join(READINGS.options)
                self.warnings.append(t("probe.option", option=name, known=known))
            found[OPTION_TRACK + name] = int(value) if isinstance(value, bool) else value
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
        if unit.hex not in setting.places:
            raise Refused("unknown_hex", t("probe.hex", hex=unit.hex), f"units[{n}].hex")
        place = setting.places.index(unit.hex)
        if steps > kind.steps or (steps == 0 and setting.places.is_hex(place)):
            sentence = t("probe.steps", unit=unit.id, steps=steps, most=kind.steps)
            raise Refused("bad_position", sentence, f"units[{n}].steps")
        return Piece(name, kind.side, place, steps, frozenset(unit.status))

    def _hex(self, setting: Setting, number: str, where: str) -> int:
        if number not in setting.ground.index:
            raise Refused("unknown_hex", t("probe.hex", hex=number), where)
        return setting.ground.index[number]

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
