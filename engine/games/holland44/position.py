"""Positions of Holland '44: facts derived from a state, computed on first use.

Hexes are the board's ints; boxes follow. A position is cached with its state, so that all questions
about the state share one zone of control and one supply search.
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
    """Return the ground of a module's own board, shared by all its games."""
    return Ground(module.board, terrain_chart(module))


def terrain_chart(module: Module) -> TerrainChart:
    """Return the terrain effects chart."""
    return TerrainChart.model_validate(module.chart("tec"))


class Setting(BaseSetting[Ground, None, Unit, "Position"]):
    """The data shared by all positions of a game: book, board, counters, charts, scenario."""

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
        self._tables: dict[str, Chart] = {}

    @cached_property
    def graph(self) -> nx.DiGraph[int]:
        """Return the board's graph with entry areas and the edges into, out of and between them."""
        areas = self.ground.area_hexes.items()
        places = {letter: place for place, letter in self.boxes_in_play.items()}
        edges = [(i, places[a]) for i, letters in areas for a in letters if a in places]
        edges += [(place, i) for a, place in places.items() for i in self.board.areas[a].hexes]
        near = self.ground.area_neighbours
        edges += [(places[a], places[b]) for a in places for b in near[a] if b in places]
        return with_boxes(self.ground.graph, edges)

    @cached_property
    def changes(self) -> ChangeChart:
        """Return the combat modifiers."""
        return ChangeChart.model_validate(self.module.chart("modifiers"))

    @cached_property
    def rule_of_change(self) -> dict[str, str]:
        """Return the rules of the combat modifiers, by their ids."""
        return {change.id: change.rule for change in self.changes.changes}

    def results(self, odds: Odds) -> dict[int, str]:
        """Return the results of all rolls on the column of a combat, cached by column."""
        by_roll = self._results.get(odds.column)
        if by_roll is None:
            by_roll = self._results[odds.column] = results(self.crt, odds)
        return by_roll

    @property
    def crt(self) -> Chart:
        """Return the combat results table."""
        return self.table("crt")

    def table(self, name: str) -> Chart:
        """Return a table of die rolls, read once."""
        if name not in self._tables:
            self._tables[name] = Chart.model_validate(self.module.chart(name))
        return self._tables[name]

    @cached_property
    def times(self) -> dict[int, str]:
        """Return AM, PM or night by turn."""
        return {number: turn.time for number, turn in self.module.calendar.items()}

    @cached_property
    def counters(self) -> CounterSet:
        """Return the module's counters."""
        return self.module.counters

    def with_inline(self, inline: Mapping[str, Counter]) -> Setting:
        """Return the same setting with further counters, sharing the ground."""
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

    def make_position(self, state: State, like: Position | None) -> Position:
        """Return a new position."""
        return Position(self, state, like)

    def name(self, unit: str, state: State | None = None) -> str:
        """Return the name of a piece as text."""
        counter = state.pieces[unit].counter if state and unit in state.pieces else unit
        if counter in self.inline:
            return counter
        return self.module.unit_name(counter) if counter in self.counters else unit

    def where(self, place: int) -> str:
        """Return a hex or box as text."""
        if self.places.is_hex(place):
            return self.board.where(place)
        return self.module.place_name(self.places.name(place))


class Position(BasePosition[Ground, None, Unit]):
    """Facts derived from a state.

    The fronts with their zones and bonds are taken from the previous position where nothing they
    depend on has changed.
    """

    setting: Setting
    occupied: Set[int]
    fronts: dict[str, Front]

    def __init__(self, setting: Setting, state: State, like: Position | None = None) -> None:
        super().__init__(setting, state, like)
        self.board = setting.board
        self.crossings: Crossings = (
            like.crossings
            if like is not None and like.state.hexsides is state.hexsides
            else setting.ground.crossings(state.hexsides)
        )
        same = self.same_stacks
        self.occupied = (
            like.occupied
            if like is not None and same
            else self.stacks["allied"].keys() | self.stacks["german"].keys()
        )
        if like is not None and same and (like.crossings, like.turn) == (self.crossings, self.turn):
            self.fronts = like.fronts
        else:
            self.fronts = {side: self._front(side) for side in self.stacks}
            if like is not None:
                for side, front in self.fronts.items():
                    front.take_over(like.fronts[side])

    def _front(self, side: str) -> Front:
        edge, stacks = self.friendly_edge(side), self.stacks[side]
        return Front(side, stacks, self.occupied, self.ground, self.crossings, edge)

    @cached_property
    def aloft(self) -> dict[str, Unit]:
        """Return units that land on the enemy and must still fight for their hex (22.6), by id."""
        tracks, pieces = self.state.tracks, self.state.pieces
        names = {*self.tracks_with(ALOFT)}
        if not names:
            return {}
        # A remnant replaces its unit (11.4), in the box where the unit waited.
        names |= {t.removeprefix(REMNANT) for t, parent in tracks.items() if parent in names}
        aloft = {}
        for name in sorted(names & pieces.keys()):
            piece = pieces[name]
            if self.places.name(piece.place).startswith("turn-"):
                profile = self.setting.roster.profile(
                    piece.counter, piece.side, piece.steps, piece.status
                )
                aloft[name] = Unit(name, piece.place, profile)
        return aloft

    @cached_property
    def time(self) -> str:
        """Return AM, PM or night."""
        return self.setting.times.get(self.turn, "AM")

    @cached_property
    def weather(self) -> str:
        """Return clear, cloudy, overcast or night."""
        return "night" if self.time == "night" else str(self.state.tracks.get("weather", "clear"))

    @property
    def turn_boxes(self) -> list[int]:
        """Return the boxes of the turns up to the present one."""
        names = (f"turn-{turn}" for turn in range(1, self.turn + 1))
        return [self.places.index(name) for name in names if name in self.places]

    def stack(self, place: int) -> list[Unit]:
        """Return the units at a hex or in an entry area."""
        stacks = self.stacks
        on_map = stacks["allied"].get(place) or stacks["german"].get(place)
        return on_map or self.areas.get(place) or []

    def enemy(self, side: str) -> Front:
        """Return the other side's front."""
        return self.fronts["german" if side == "allied" else "allied"]

    def area_side(self, letter: str) -> str:
        """19.2.1, 19.2.2: return the side an entry area belongs to on this turn."""
        return self.board.areas[letter].side_on(self.turn)

    def friendly_areas(self, side: str) -> list[str]:
        """Return the letters of a side's entry areas."""
        return [a for a in self.board.areas if self.area_side(a) == side]

    def friendly_edge(self, side: str) -> frozenset[int]:
        """Return the edge hexes that touch a side's entry areas."""
        memo, key = self.ground.memo, ("edge", side, self.turn)
        if key not in memo:
            memo[key] = frozenset(
                i for a in self.friendly_areas(side) for i in self.board.areas[a].hexes
            )
        hexes: frozenset[int] = memo[key]
        return hexes

    def area_of(self, place: int) -> str | None:
        """Return the letter of the entry area at a place, or None."""
        return self.setting.boxes_in_play.get(place)

    def area_place(self, letter: str) -> int:
        """Return the place of an entry area."""
        return self.places.index(f"area-{letter}")

    @cached_property
    def ferry_hexes(self) -> frozenset[int]:
        """Return the hexes from which Allied engineers can ferry units over a major river (23.3.3).

        They contain an engineer unit, or a ferry marker that shows one operating a ferry.
        """
        engineers = {
            i
            for i, stack in self.stacks["allied"].items()
            if any(u.profile.counter.kind == "engineer" for u in stack)
        }
        return self.marked("ferry") | engineers

    def ferry_off_the_map(self, start: int, end: int) -> bool:
        """Return whether a step between a hex and an entry area uses a ferry (19.3.2)."""
        hexes = [i for i in (start, end) if self.places.is_hex(i)]
        return len(hexes) == 1 and self.crossings.outward(hexes[0]) == "ferry"

    @cached_property
    def traffic(self) -> frozenset[int]:
        """Return the hexes with a traffic marker (24)."""
        return self.marked("traffic")

    def number(self, place: int) -> str:
        """Return the printed number of a hex, or the letter of an entry area."""
        return self.area_of(place) or self.places.name(place)

    def where(self, place: int) -> str:
        """Return a hex or an entry area as text."""
        return self.setting.where(place)

    def name(self, unit: str) -> str:
        """Return the name of a unit; an unrevealed one has none (25)."""
        known = self.units.get(unit)
        if known is not None and known.profile.unknown:
            return t("unit.holland44.unknown")
        return self.setting.name(unit, self.state)
