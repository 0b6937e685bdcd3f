"""Convert the position in a request to a setting and a state.

:class:`Reader` converts the fields common to all games: units, clock, bridges, control, markers,
tracks. Games override it for their units, diagram boards and tracks of their own fields.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar

from engine.board.board import Board
from engine.board.grid import hexes_of
from engine.core.effects import Clock, Track
from engine.core.places import Places
from engine.core.recent_cache import RecentCache
from engine.core.state import Marker, Piece, State
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules.base.scenario_base import ScenarioBase
from engine.rules.positions import given_units
from engine.rules.positions.shape import MarkerIn, PositionIn, UnitIn
from engine.rules.positions.words import Words

DIAGRAMS = 200
"""The number of cached diagram boards."""
_DIAGRAMS: RecentCache[Any, Any] = RecentCache(DIAGRAMS)

B = TypeVar("B", bound=ScenarioBase[Any])
"""The game's base of a scenario."""
G = TypeVar("G", bound=PositionIn)
"""The game's shape of a position."""
D = TypeVar("D")
"""The game's diagram."""


class Reader(Generic[B, G]):
    """Apply a given position to a scenario's set-up."""

    shape: ClassVar[type[PositionIn]] = PositionIn
    """The model of the position's fields."""

    def __init__(self, base: B, given: G, words: Words, options: Collection[str] = ()) -> None:
        """Create a reader; ``options`` names the game's optional rules and readings."""
        self.base = base
        self.options = options
        self.given = given
        self.words = words
        self.board: Board = base.board
        """The printed board, or the position's own after reading."""
        self.own: dict[str, Any] = {}
        """The types of units defined by the position, after reading."""
        self.warnings: list[str] = []
        """Messages about ignored fields."""

    def read(self) -> tuple[Any, State]:
        """Return the setting and the state. Raises Refused with the path of the faulty field."""
        given = self.given
        self.warnings += given_units.unknown_options(given.options, self.options)
        self.seen = given_units.named_once(given.units)
        for n, unit in enumerate(given.units):
            if unit.counter is None and not (unit.kind is None and self.base.counter(unit.id)):
                self.own[unit.id] = self._own_type(n, unit)
        setting = self.setting()
        return setting, self._state(setting)

    @property
    def lasting(self) -> dict[str, Any]:
        """The board and units with own values, from which its rules can be created again."""
        given = self.given
        keep = {"game", "scenario", "board", "markers"}
        fields = given.model_dump(mode="json", by_alias=True, exclude_unset=True, include=keep)
        units = [
            {
                **unit.model_dump(mode="json", by_alias=True, exclude_unset=True),
                "max_steps": self.own[unit.id].steps,
            }
            for unit in given.units
            if unit.id in self.own
        ]
        return {**fields, "complete": True, "units": units}

    def _own_type(self, n: int, unit: Any) -> Any:
        side, kind = given_units.side_and_kind(unit, n)
        steps = unit.max_steps
        if steps is None:
            steps = unit.full_steps or max(1, unit.steps or 1)
        given_units.check_steps(unit, n, steps)
        return self.own_type(unit, side, self.words.id_of("kinds", kind), steps)

    # -- overridden by games ----------------------------------------------------------------------

    def own_type(self, unit: Any, side: str, kind: str, steps: int) -> Any:
        """Return the type of a unit with values of its own."""
        raise NotImplementedError

    def setting(self) -> Any:
        """Return the scenario's setting, or one with the position's own board and units."""
        raise NotImplementedError

    def diagram(self, make: Callable[[Any], D]) -> D:
        """Return a game's data for the position's own board, cached by board."""
        given, board = self.given, self.given.board
        assert board is not None
        key = (
            self.words.module.hash,
            given.scenario,
            type(self),
            board.model_dump_json(by_alias=True),
        )
        data: D = _DIAGRAMS.get(key, lambda: make(board))
        return data

    def printed(self, setting: Any, counter: str) -> Any:
        """Return the type of a counter, with its side and steps."""
        return setting.roster.type_of(counter)

    def place(self, setting: Any, name: str, where: str) -> int:
        """Return the hex or box of a name. Raises Refused."""
        return given_units.place_at(setting.places, name, where)

    def status(self, unit: UnitIn) -> frozenset[str]:
        """Return the statuses of a unit by their ids."""
        return frozenset(self.words.id_of("statuses", word) for word in unit.status)

    def clock(self, start: Clock) -> Clock:
        """Return the clock; missing fields are the scenario's."""
        phase = self.given.phase
        return Clock(
            turn=self.given.turn or start.turn,
            phase=self.words.id_of("phases", phase) if phase else start.phase,
            active=self.given.active or start.active,
        )

    def bridges(self, setting: Any) -> Mapping[str, str | None]:
        """Return the hexsides whose state a position may set, with their initial state.

        None: the initial state is that of the set-up.
        """
        return {}

    def bridge_state(self, side: str, word: str) -> str:
        """Return the state of a bridge by the word for it."""
        return word

    def hexsides(self, setting: Any) -> Mapping[str, str]:
        """Return the states of hexsides, those given over those of the set-up. Raises Refused."""
        start: Mapping[str, str] = {} if self.given.board else self.base.opening.hexsides
        known = self.bridges(setting)
        given = {}
        for name, word in self.given.bridges.items():
            side = "/".join(sorted(name.split("/")))
            if side not in known:
                message = t("probe.bridge", hexside=name)
                raise Refused("bad_position", message, f"bridges.{name}")
            given[side] = self.bridge_state(side, word)
        usual = {k: state for k, state in known.items() if state is not None and k not in start}
        return {**start, **usual, **given} if usual or given else start

    def markers(self, setting: Any) -> dict[str, Marker]:
        """Return the position's markers, by name."""
        by_name = {}
        for n, marker in enumerate(self.given.markers):
            given_units.hex_at(self.board.index, marker.hex, f"markers[{n}].hex")
            by_name[self.marker_name(n, marker)] = Marker(marker.kind, marker.hex)
        return by_name

    def marker_name(self, n: int, marker: MarkerIn) -> str:
        """Return the name of the marker ``markers[n]``."""
        return f"{marker.kind}-{marker.hex}"

    def tracks(self, setting: Any, clock: Clock, pieces: Mapping[str, Piece]) -> dict[str, Track]:
        """Return the scenario's tracks, with those for the position's fields."""
        by_name = dict(self.base.opening.tracks)
        if self.given.weather:
            by_name["weather"] = self.given.weather
        return by_name | dict(self.given.tracks)

    def check_sides(
        self, setting: Any, pieces: Mapping[str, Piece], stacks: given_units.Stacks
    ) -> None:
        """Raise Refused if a hex contains units of both sides."""
        given_units.check_one_side_a_hex(setting.places, pieces, stacks, self.seen)

    def finished(self, setting: Any, state: State) -> State:
        """Return the state with consequences of its phase; by default unchanged."""
        return state

    # -- the state --------------------------------------------------------------------------------

    def _state(self, setting: Any) -> State:
        given, start = self.given, self.base.opening
        pieces, stacks = given_units.lay(
            {} if given.empty else start.pieces,
            {} if given.empty else start.stacks,
            given.units,
            lambda n, unit: self._piece(setting, n, unit),
        )
        clock = self.clock(start.clock)
        if given.complete:
            return self._complete(setting, clock, pieces, stacks)
        self.check_sides(setting, pieces, stacks)
        state = replace(
            start,
            clock=clock,
            pieces=pieces,
            stacks=stacks,
            hexsides=self.hexsides(setting),
            control={} if self.clears_control else dict(start.control),
            markers={} if given.empty else dict(start.markers),
            tracks=self.tracks(setting, clock, pieces) | given_units.option_tracks(given.options),
            pending=(),
        )
        control = {**state.control, **self._control(setting.places)}
        markers = {**state.markers, **self.markers(setting)}
        return self.finished(setting, replace(state, control=control, markers=markers))

    @property
    def clears_control(self) -> bool:
        """Whether only the position defines control of hexes."""
        return self.given.empty

    def _control(self, places: Places) -> dict[int, str]:
        index = {places.name(i): i for i in range(places.hex_count)} if self.given.control else {}
        return {
            given_units.hex_at(index, number, f"control.{number}"): side
            for number, side in self.given.control.items()
        }

    def _complete(
        self,
        setting: Any,
        clock: Clock,
        pieces: Mapping[str, Piece],
        stacks: Mapping[int, tuple[str, ...]],
    ) -> State:
        """Return the state of a complete position."""
        given, places = self.given, setting.places
        order = {
            places.index(at): {name: n for n, name in enumerate(names)}
            for at, names in given.stacks.items()
            if at in places
        }
        piled = {
            place: tuple(sorted(names, key=lambda name: order.get(place, {}).get(name, len(order))))
            for place, names in stacks.items()
        }
        for name in given.bridges:
            if not any(number in places for number in hexes_of(name) or ()):
                message = t("probe.bridge", hexside=name)
                raise Refused("bad_position", message, f"bridges.{name}")
        for name, marker in given.saved.items():
            if not any(part in places for part in (marker.at, *marker.at.split("/"))):
                message = t("probe.hex", hex=marker.at)
                raise Refused("unknown_hex", message, f"markers.{name}.at")
        saved = {name: Marker(m.kind, m.at, m.face) for name, m in given.saved.items()}
        bridges = {side: self.bridge_state(side, word) for side, word in given.bridges.items()}
        return State(
            clock=clock,
            pieces=pieces,
            stacks=piled,
            markers={**saved, **self.markers(setting)},
            hexsides=bridges,
            control=self._control(places),
            tracks={self.words.id_of("tracks", word): value for word, value in given.tracks.items()}
            | given_units.option_tracks(given.options),
            pending=given.pending,
        )

    def _piece(self, setting: Any, n: int, unit: UnitIn) -> Piece:
        name = unit.id
        if name not in self.own:
            asked = unit.counter or unit.id
            counter = self.base.counter(asked)
            if counter is None:
                raise given_units.unknown_counter(asked, self.base.known, n)
            name = asked if self.given.complete else counter
        printed = self.printed(setting, name)
        place = self.place(setting, unit.hex, f"units[{n}].hex")
        if self.given.complete:
            steps = given_units.steps_left(unit, n, printed.steps, may_be_none=True)
            return Piece(name, unit.side or printed.side, place, steps, self.status(unit))
        if name not in self.own:
            self._unused_values(n, unit)
        given_units.check_side(unit, n, name, printed.side)
        off_map = not setting.places.is_hex(place) and place not in setting.boxes_in_play
        dead = off_map or printed.steps == 0
        steps = given_units.steps_left(unit, n, printed.steps, may_be_none=dead)
        return Piece(name, printed.side, place, steps, self.status(unit))

    def _unused_values(self, n: int, unit: UnitIn) -> None:
        """Add a warning on values given for a unit with a counter; the counter's values are
        used.
        """
        extra = unit.model_fields_set - {"id", "counter", "hex", "steps", "status", "side"}
        if extra:
            fields = ", ".join(sorted(extra))
            self.warnings.append(t("probe.ignored", where=f"units[{n}]", fields=fields))
