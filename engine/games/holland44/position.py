"""A position of Holland '44 as the rules see it, worked out from a state when it is first asked.

Hexes are the board's ints; boxes follow. A position is kept with its state, so that every question
about the same state shares one zone of control, one supply search.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from engine.board.board import Board
from engine.board.graph import with_boxes
from engine.core.counters import Counter, CounterSet
from engine.core.places import Places
from engine.core.scenario import Scenario
from engine.core.state import Piece, State
from engine.games.holland44.book import Book
from engine.games.holland44.ground import Crossings, Ground
from engine.games.holland44.rules.ch07_front import Front
from engine.games.holland44.tracks import ALOFT, REMNANT
from engine.games.holland44.units import Roster, Unit
from engine.i18n import t
from engine.modules.module import Module
from engine.modules.tables import (
    ChangeChart,
    Chart,
    TerrainChart,
)
from engine.rules.base.position import Position as BasePosition
from engine.rules.base.setting import Setting as BaseSetting
from engine.rules.odds import Odds, results

if TYPE_CHECKING:
    import networkx as nx

SIDES = ("allied", "german")


@lru_cache(maxsize=4)
def ground_of(module: Module) -> Ground:
    """The ground of a module's own board: the same for all its games."""
    return Ground(module.board, terrain_chart(module))


def terrain_chart(module: Module) -> TerrainChart:
    """The terrain effects chart."""
    return TerrainChart.model_validate(module.chart("tec"))


class Setting(BaseSetting[Ground, None, Unit, "Position"]):
    """What the positions of a game share: its book, board, counters, charts, scenario."""

    sides = SIDES
    roster: Roster

    def __init__(
        self,
        module: Module,
        scenario: Scenario,
        book: Book,
        board: Board | None = None,
        places: Places | None = None,
        inline: Mapping[str, Counter] | None = None,
        ground: Ground | None = None,
    ) -> None:
        self.module = module
        self.scenario = scenario
        self.book = book
        self.board = board or module.board
        self.diagram = board is not None
        self.inline = dict(inline or {})
        if ground is None:
            ground = (
                ground_of(module) if board is None else Ground(self.board, terrain_chart(module))
            )
        super().__init__(
            ground,
            Roster(module.counters, self.inline),
            None,
            places or module.places,
            scenario.turns,
            None if self.diagram else scenario.control_default,
        )
        self.boxes_in_play = {
            self.places.index(f"area-{letter}"): letter
            for letter in self.board.areas
            if f"area-{letter}" in self.places
        }
        self._results: dict[str, dict[int, str]] = {}

    @cached_property
    def graph(self) -> nx.DiGraph[int]:
        """The board's graph, with the entry areas and the ways into, out of, between them."""
        touched = self.ground.area_hexes.items()
        places = {letter: place for place, letter in self.boxes_in_play.items()}
        ways = [(i, places[a]) for i, letters in touched for a in letters if a in places]
        ways += [(place, i) for a, place in places.items() for i in self.board.areas[a].hexes]
        near = self.ground.area_neighbours
        ways += [(places[a], places[b]) for a in places for b in near[a] if b in places]
        return with_boxes(self.ground.graph, ways)

    @cached_property
    def changes(self) -> ChangeChart:
        """The combat modifiers."""
        return ChangeChart.model_validate(self.module.chart("modifiers"))

    @cached_property
    def rule_of_change(self) -> dict[str, str]:
        """The rules of the combat modifiers, by their ids."""
        return {change.id: change.rule for change in self.changes.changes}

    def results(self, found: Odds) -> dict[int, str]:
        """The results of all rolls on the column of a combat; made once for each column."""
        held = self._results.get(found.column)
        if held is None:
            held = self._results[found.column] = results(self.crt, found)
        return held

    @cached_property
    def crt(self) -> Chart:
        """The combat results table."""
        return Chart.model_validate(self.module.chart("crt"))

    @cached_property
    def times(self) -> dict[int, str]:
        """AM, PM or night by turn."""
        return {number: turn.time for number, turn in self.module.calendar.items()}

    @cached_property
    def counters(self) -> CounterSet:
        """The module's counters."""
        return self.module.counters

    def with_inline(self, inline: Mapping[str, Counter]) -> Setting:
        """The same setting with further counters, sharing the ground."""
        return Setting(
            self.module,
            self.scenario,
            self.book,
            self.board if self.diagram else None,
            self.places,
            inline,
            self.ground,
        )

    def unit_of(self, name: str, piece: Piece) -> Unit:
        """Return a new unit for a piece."""
        profile = self.roster.profile(piece.counter, piece.side, piece.steps, piece.status)
        return Unit(name, piece.place, profile)

    def see(self, state: State, like: Position | None) -> Position:
        """Return a new position."""
        return Position(self, state, like)

    def name(self, unit: str, state: State | None = None) -> str:
        """The name of a piece in a sentence."""
        counter = state.pieces[unit].counter if state and unit in state.pieces else unit
        if counter in self.inline:
            return counter
        return self.module.unit_name(counter) if counter in self.counters else unit

    def where(self, place: int) -> str:
        """A hex or box in a sentence."""
        if self.places.is_hex(place):
            return self.board.where(place)
        return self.module.place_name(self.places.name(place))


class Position(BasePosition[Ground, None, Unit]):
    """Everything that follows from a state; see the module's text.

    The fronts with their zones and bonds are taken over from the position before where nothing that
    they depend on has changed.
    """

    setting: Setting
    occupied: Set[int]
    fronts: dict[str, Front]

    def __init__(self, setting: Setting, state: State, like: Position | None = None) -> None:
        super().__init__(setting, state, like)
        self.board = setting.board
        self.crossings: Crossings = setting.ground.crossings(state.hexsides)
        same = self.same_stacks
        self.occupied = (
            like.occupied
            if like is not None and same
            else self.stacks["allied"].keys() | self.stacks["german"].keys()
        )
        if like is not None and same and (like.crossings, like.turn) == (self.crossings, self.turn):
            self.fronts = like.fronts
        else:
            self.fronts = {side: Front(self, side) for side in self.stacks}
            if like is not None:
                for side, front in self.fronts.items():
                    front.take_over(like.fronts[side])

    @cached_property
    def aloft(self) -> dict[str, Unit]:
        """Units that land on the enemy and have still to fight for their hex (22.6), by id."""
        tracks, pieces = self.state.tracks, self.state.pieces
        names = {name.removeprefix(ALOFT) for name in tracks if name.startswith(ALOFT)}
        if not names:
            return {}
        # A remnant stands in for its unit (11.4), in the box where that waited.
        names |= {t.removeprefix(REMNANT) for t, parent in tracks.items() if parent in names}
        found = {}
        for name in sorted(names & pieces.keys()):
            piece = pieces[name]
            if self.places.name(piece.place).startswith("turn-"):
                profile = self.setting.roster.profile(
                    piece.counter, piece.side, piece.steps, piece.status
                )
                found[name] = Unit(name, piece.place, profile)
        return found

    @cached_property
    def time(self) -> str:
        """AM, PM or night."""
        return self.setting.times.get(self.turn, "AM")

    @cached_property
    def weather(self) -> str:
        """clear, cloudy, overcast or night."""
        return "night" if self.time == "night" else str(self.state.tracks.get("weather", "clear"))

    def stack(self, place: int) -> list[Unit]:
        """The units at a hex or in an entry area."""
        stacks = self.stacks
        found = stacks["allied"].get(place) or stacks["german"].get(place)
        return found or self.areas.get(place) or []

    def enemy(self, side: str) -> Front:
        """The other side."""
        return self.fronts["german" if side == "allied" else "allied"]

    def area_side(self, letter: str) -> str:
        """19.2.1, 19.2.2: whose an entry area is on this turn (19.2)."""
        return self.board.areas[letter].side_on(self.turn)

    def friendly_areas(self, side: str) -> list[str]:
        """The letters of a side's entry areas."""
        return [a for a in self.board.areas if self.area_side(a) == side]

    def friendly_edge(self, side: str) -> frozenset[int]:
        """The edge hexes that touch a side's entry areas."""
        memo, key = self.ground.memo, ("edge", side, self.turn)
        if key not in memo:
            memo[key] = frozenset(
                i for a in self.friendly_areas(side) for i in self.board.areas[a].hexes
            )
        found: frozenset[int] = memo[key]
        return found

    def area_of(self, place: int) -> str | None:
        """The letter of the entry area that a place is."""
        return self.setting.boxes_in_play.get(place)

    def area_place(self, letter: str) -> int:
        """The place of an entry area."""
        return self.places.index(f"area-{letter}")

    @cached_property
    def ferry_hexes(self) -> frozenset[int]:
        """Hexes from which Allied engineers can carry units over a major river (23.3.3).

        Engineer units stand there, or a ferry marker says that one keeps a ferry.
        """
        engineers = {
            i
            for i, stack in self.stacks["allied"].items()
            if any(u.profile.counter.kind == "engineer" for u in stack)
        }
        return self.marked("ferry") | engineers

    def ferry_off_the_map(self, start: int, end: int) -> bool:
        """Does a step between a hex and an entry area use a ferry (19.3.2)?"""
        hexes = [i for i in (start, end) if self.places.is_hex(i)]
        return len(hexes) == 1 and self.crossings.outward(hexes[0]) == "ferry"

    @cached_property
    def traffic(self) -> frozenset[int]:
        """Hexes with a traffic marker (24)."""
        return self.marked("traffic")

    def marked(self, kind: str) -> frozenset[int]:
        """Hexes with a marker of a kind."""
        index = self.board.index
        return frozenset(
            index[m.at] for m in self.state.markers.values() if m.kind == kind and m.at in index
        )

    def number(self, place: int) -> str:
        """The printed number of a hex, or the letter of an entry area."""
        return self.area_of(place) or self.places.name(place)

    def where(self, place: int) -> str:
        """A hex or an entry area in a sentence."""
        return self.setting.where(place)

    def name(self, unit: str) -> str:
        """A unit in a sentence; an unrevealed one has no name (25)."""
        known = self.units.get(unit)
        if known is not None and known.profile.unknown:
            return t("unit.holland44.unknown")
        return self.setting.name(unit, self.state)
