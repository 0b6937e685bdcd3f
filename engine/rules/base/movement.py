"""Units that move together, what the rules have against a step, searches over open steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Generic

from engine.core.verdicts import Verdict
from engine.rules.base.clauses import Objection
from engine.rules.base.position import P
from engine.rules.base.setting import U
from engine.rules.registry import Voice

if TYPE_CHECKING:
    import networkx as nx

BROKEN = 100_000
"""What each objection costs in the search for the best way: more than any way round."""


@dataclass(frozen=True)
class Mover(Generic[P, U]):
    """Units of one place that move together in a position.

    A game writes what a step costs them, and the one generator of objections that reach, judge,
    why-not and the lists of legal moves all ask.
    """

    say: ClassVar[Voice] = Voice("")
    """The game's verdicts."""

    position: P
    units: tuple[U, ...]

    @property
    def side(self) -> str:
        """Whose they are."""
        return self.units[0].side

    @property
    def start(self) -> int:
        """The hex or box where they stand."""
        return self.units[0].place

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple(u.id for u in self.units)

    @cached_property
    def zone(self) -> frozenset[int]:
        """The enemy's zone."""
        return self.position.enemy_zone(self.side)

    @cached_property
    def enemy_stacks(self) -> Mapping[int, Sequence[U]]:
        """The enemy's units by hex."""
        return self.position.stacks[self.position.setting.enemy_of(self.side)]

    @cached_property
    def _prices(self) -> dict[tuple[int, int], int | None]:
        return {}

    def price(self, i: int, j: int) -> int | None:
        """Return the cost of a step, computed once."""
        pair = i, j
        found = self._prices.get(pair, -1)
        if found == -1:
            found = self._prices[pair] = self.cost(i, j)
        return found

    def cost(self, i: int, j: int) -> int | None:
        """Return what a step costs them, in parts of a point; None where they cannot go."""
        raise NotImplementedError

    def step_objections(self, i: int, j: int, *, first: bool) -> Iterator[Objection]:
        """Yield all that the rules have against a step; ``first``: the move begins with it."""
        raise NotImplementedError

    def verdict(self, objection: Objection) -> Verdict:
        """Return an objection in words."""
        return objection.verdict(self.say, self.position.number, self.names)

    def step_verdicts(self, i: int, j: int, *, first: bool) -> Iterator[Verdict]:
        """Yield the objections to a step in words."""
        return map(self.verdict, self.step_objections(i, j, first=first))


@dataclass(frozen=True, slots=True)
class Arrived:
    """An end of a move: its cost in the game's parts of a point, the way, what ends it there."""

    cost: int
    path: tuple[int, ...]
    stop: str | None


def dearest(prices: Iterable[int | None]) -> int | None:
    """What units pay together: the dearest price; None where one of them may not go."""
    most = 0
    for price in prices:
        if price is None:
            return None
        most = max(most, price)
    return most


def ways(
    mover: Mover[P, U], graph: nx.DiGraph[int], source: int, limit: int
) -> tuple[Mapping[int, int], Mapping[int, list[int]]]:
    """Return the costs of the places within a limit, and the cheapest ways, over open steps.

    ``source`` is the place in the graph where the move begins.
    """
    import networkx as nx  # loaded when it is used

    objections, price = mover.step_objections, mover.price

    def weight(i: int, j: int, _: object) -> int | None:
        cost = price(i, j)
        if cost is not None:
            for _objection in objections(i, j, first=i == source):
                return None
        return cost

    costs: dict[int, int]
    paths: dict[int, list[int]]
    costs, paths = nx.single_source_dijkstra(  # type: ignore[assignment]
        graph, source, cutoff=limit, weight=weight
    )
    return costs, paths


def least_bad(
    mover: Mover[P, U], graph: nx.DiGraph[int], source: int, target: int
) -> tuple[int, ...] | None:
    """Return the way to a place that meets the fewest objections, and of those the cheapest.

    None where no chain of hexes leads there.
    """
    import networkx as nx  # loaded when it is used

    def weight(i: int, j: int, _: object) -> int:
        objections = sum(1 for _objection in mover.step_objections(i, j, first=i == source))
        return (mover.price(i, j) or 1) + BROKEN * objections

    if target not in graph or source not in graph:
        return None
    try:
        return tuple(nx.dijkstra_path(graph, source, target, weight=weight))
    except nx.NetworkXNoPath:
        return None
