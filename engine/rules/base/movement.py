"""Stacks that move together: costs, objections to steps, path searches."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

from engine.board.board import BEYOND
from engine.core.modes import HouseLevel, house_level, house_rules
from engine.core.verdicts import Verdict
from engine.rules.answers import Number
from engine.rules.base.clauses import Objection
from engine.rules.base.position import P
from engine.rules.base.setting import U
from engine.rules.registry import RuleMessages

if TYPE_CHECKING:
    import networkx as nx

    from engine.search.open_graph import Paths

BROKEN = 100_000
"""The cost of an objection in the search for the best path: more than any detour."""
ENDLESS = 100_000
"""A budget that no move uses up, for house rules that set the allowance aside."""


@dataclass(frozen=True)
class Mover(Generic[P, U]):
    """A stack that moves together.

    A game implements the cost of a step and its objections, which reach, judge, why-not and the
    lists of legal moves all use. If its ``Position.mover`` returns the mover, the base classes
    answer these questions by :func:`reached`, :func:`best_path` and :func:`path_verdicts`.
    """

    messages: ClassVar[RuleMessages] = RuleMessages("")
    """The game's verdicts."""
    allowance_rule: ClassVar[str] = ""
    """The rule of movement points: its keys are ``gap``, ``barred`` and ``too_far``."""
    parts: ClassVar[int] = 1
    """The parts of a movement point in which costs are counted."""

    position: P
    units: tuple[U, ...]

    @property
    def side(self) -> str:
        """The side of the units."""
        return self.units[0].side

    @property
    def start(self) -> int:
        """The hex or box of the units."""
        return self.units[0].place

    @property
    def source(self) -> int:
        """The place in the graph where the move begins: ``BEYOND`` for units in a box."""
        return self.start if self.position.places.is_hex(self.start) else BEYOND

    @property
    def graph(self) -> nx.DiGraph[int]:
        """The graph of the board."""
        ground: Any = self.position.ground
        graph: nx.DiGraph[int] = ground.graph
        return graph

    @property
    def allowance(self) -> int:
        """The parts of a point that the stack has left."""
        raise NotImplementedError

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The ids of the units."""
        return tuple(u.id for u in self.units)

    @cached_property
    def zone(self) -> frozenset[int]:
        """The enemy zone of control."""
        return self.position.enemy_zone(self.side)

    @cached_property
    def enemy_stacks(self) -> Mapping[int, Sequence[U]]:
        """The enemy's units by hex."""
        return self.position.stacks[self.position.setting.enemy_of(self.side)]

    @cached_property
    def _prices(self) -> dict[tuple[int, int], int | None]:
        return {}

    def price(self, i: int, j: int) -> int | None:
        """Return the cost of a step, cached."""
        pair = i, j
        cached = self._prices.get(pair, -1)
        if cached == -1:
            cached = self._prices[pair] = self.cost(i, j)
        return cached

    def cost(self, i: int, j: int) -> int | None:
        """Return the cost of a step in parts of a point; None if impossible."""
        raise NotImplementedError

    def step_objections(self, i: int, j: int, *, first: bool) -> Iterator[Objection]:
        """Yield the objections to a step; ``first``: the move begins with it."""
        raise NotImplementedError

    def end_objections(self, place: int) -> Iterator[Objection]:
        """Yield the objections to ending the move in a place, such as overstacking."""
        return iter(())

    @cached_property
    def watched(self) -> Set[int] | None:
        """The hexes whose steps may have other objections than their price; None: any hex.

        The searches ask for no objections elsewhere.
        """
        return None

    @property
    def step_basis(self) -> tuple[tuple[Hashable, ...], tuple[object, ...]] | None:
        """Values and shared objects on which steps after the first depend, besides enemies.

        They include all that counts of the units and of the place where they start. Searches with
        the same basis share the costs of these steps; None: each search asks for its own.
        """
        return None

    @property
    def far_steps(self) -> dict[int, dict[int, int]]:
        """The known steps, with their costs, out of hexes of which neither they nor those around
        are watched; not those out of the first hex.

        A game may share them between positions.
        """
        return {}

    @property
    def search_basis(self) -> tuple[tuple[Hashable, ...], tuple[object, ...]] | None:
        """Values and shared objects on which a search depends, besides start, limit and enemies.

        They include all that counts of the units, so that units alike share a search. The search is
        not repeated while they are the same; None: it always is.
        """
        return self.step_basis

    @cached_property
    def house(self) -> Mapping[str, HouseLevel]:
        """Return the game's house rules, by rule number."""
        return house_rules(self.position.state)

    def sets_aside(self, rule: str) -> bool:
        """Return whether a house rule keeps a printed rule from forbidding."""
        return bool(self.house) and house_level(self.house, rule) in ("off", "advise")

    def budget(self, rule: str, points: int) -> int:
        """Return the points to spend; endless if a house rule sets the allowance's rule aside."""
        return ENDLESS if self.sets_aside(rule) else points

    def closed(self, i: int, j: int, *, first: bool) -> bool:
        """Return whether an objection closes a step that no house rule sets aside."""
        for objection in self.step_objections(i, j, first=first):
            if not self.sets_aside(objection.rule):
                return True
        return False

    def open_price(self, i: int, j: int, *, first: bool) -> int | None:
        """Return the cost of an open step; None for a closed one.

        A step that only house rules open costs nothing: no rule names its price.
        """
        price = self.price(i, j)
        if price is None:
            objections = self.step_objections(i, j, first=first) if self.house else ()
            rules = [objection.rule for objection in objections]
            return 0 if rules and all(map(self.sets_aside, rules)) else None
        return None if self.closed(i, j, first=first) else price

    def verdict(self, objection: Objection) -> Verdict:
        """Return an objection as a verdict."""
        return objection.verdict(self.messages, self.position.number, self.names)

    def step_verdicts(self, i: int, j: int, *, first: bool) -> Iterator[Verdict]:
        """Yield the objections to a step as verdicts."""
        return map(self.verdict, self.step_objections(i, j, first=first))


class Arrived(NamedTuple):
    """A reachable end of a move: cost in parts of a point, path, reason to stop."""

    cost: int
    path: tuple[int, ...]
    stop: str | None


def in_points(parts: int, whole: int) -> Number:
    """Return parts of a movement point as points: whole ones, or a fraction."""
    number = Fraction(parts, whole)
    return int(number) if number.denominator == 1 else number


def highest_cost(prices: Iterable[int | None]) -> int | None:
    """Return the highest price, which units moving together pay; None if one is None."""
    highest = 0
    for price in prices:
        if price is None:
            return None
        highest = max(highest, price)
    return highest


def cheapest_paths(
    mover: Mover[P, U], graph: nx.DiGraph[int], source: int, limit: int
) -> tuple[Mapping[int, int], Paths]:
    """Return costs and cheapest paths of the places within a limit, over legal steps.

    Steps are open by the rules and the game's house rules. ``source`` is the place in the graph
    where the move begins.
    """
    from engine.search.open_graph import cheapest  # networkx is loaded when it is used

    watched = None if mover.house else mover.watched

    def open_steps(i: int) -> dict[int, int]:
        prices = ((j, mover.open_price(i, j, first=i == source)) for j in graph[i])
        return {j: price for j, price in prices if price is not None}

    def search() -> tuple[Mapping[int, int], Paths]:
        steps = open_steps if watched is None else _watchful(mover, graph, source, watched)
        return cheapest(graph.nodes, source, steps, limit)

    basis = None if watched is None else mover.search_basis
    if basis is None:
        return search()
    key = ("paths", source, limit, *basis[0])
    inputs = (mover.zone, mover.enemy_stacks, *basis[1])
    found: tuple[Mapping[int, int], Paths]
    found = mover.position.setting.latest(key, inputs, search)
    return found


def _watchful(
    mover: Mover[P, U], graph: nx.DiGraph[int], source: int, near: Set[int]
) -> Callable[[int], dict[int, int]]:
    """Return the open steps of places, asking for objections to watched steps only.

    Steps after the first are asked for once for all searches with the same basis.
    """
    from engine.search.open_graph import around_each  # networkx is loaded when it is used

    cost, closed, basis, far = mover.cost, mover.closed, mover.step_basis, mover.far_steps
    around, known = around_each(graph), dict[int, dict[int, int]]()
    if basis is not None:
        inputs = (mover.zone, mover.enemy_stacks, *basis[1])
        known = mover.position.setting.latest(("steps", *basis[0]), inputs, dict)

    def ask(i: int) -> dict[int, int]:
        result, beside = {}, i in near
        for j in around[i]:
            price = cost(i, j)
            if price is not None and not (
                (beside or j in near) and closed(i, j, first=i == source)
            ):
                result[j] = price
        return result

    def steps(i: int) -> dict[int, int]:
        if i == source:
            return ask(i)
        result = known.get(i)
        if result is None:
            is_far = i not in near and near.isdisjoint(around[i])
            result = far.get(i) if is_far else None
            if result is None:
                result = ask(i)
            if is_far:
                far[i] = result
            known[i] = result
        return result

    return steps


def reached(mover: Mover[P, U]) -> dict[int, Arrived]:
    """Return the places where a stack may end its move, with the cost and the cheapest path."""
    limit = mover.budget(mover.allowance_rule, mover.allowance)
    costs, paths = cheapest_paths(mover, mover.graph, mover.source, limit)
    result = {}
    for place, cost in costs.items():
        barring = (o for o in mover.end_objections(place) if not mover.sets_aside(o.rule))
        if place != mover.source and next(barring, None) is None:
            stop = "ezoc" if place in mover.zone else None
            result[place] = Arrived(cost, (mover.start, *paths[place][1:]), stop)
    return result


def best_path(mover: Mover[P, U], place: int, *, direct: bool = False) -> tuple[int, ...]:
    """Return the path of a stack to a place with the fewest objections.

    ``direct``: return the cheapest path, regardless of objections.
    """
    broken = 0 if direct else BROKEN
    path = least_bad(mover, mover.graph, mover.source, place, broken)
    return mover.start, *(path or (mover.source, place))[1:]


def merely_too_long(mover: Mover[P, U], verdicts: Sequence[Verdict]) -> bool:
    """Return whether only the allowance forbids a path."""
    keys = {verdict.key for verdict in verdicts}
    return keys == {mover.messages(mover.allowance_rule, "too_far").key}


def path_verdicts(mover: Mover[P, U], path: Sequence[int]) -> Iterator[Verdict]:
    """Yield the verdicts of the printed rules against the path of a stack from its place."""
    rule, number, spent = mover.allowance_rule, mover.position.number, 0
    for n, (i, j) in enumerate(pairwise((mover.source, *path[1:]))):
        if j not in mover.graph[i]:
            yield mover.verdict(Objection(rule, "gap", j, path[n]))
            return
        verdicts = list(mover.step_verdicts(i, j, first=n == 0))
        yield from verdicts
        price = mover.price(i, j)
        if price is None and not verdicts:
            yield mover.verdict(Objection(rule, "barred", j, path[n]))
        spent += price or 0
    if spent > mover.allowance:
        far = Objection(rule, "too_far", path[-1])
        cost, left = spent / mover.parts, mover.allowance / mover.parts
        yield far.verdict(mover.messages, number, mover.names, cost=cost, left=left)
    yield from map(mover.verdict, mover.end_objections(path[-1]))


def least_bad(
    mover: Mover[P, U], graph: nx.DiGraph[int], source: int, target: int, broken: int = BROKEN
) -> tuple[int, ...] | None:
    """Return the cheapest path with the fewest objections to a place; None if there is no path.

    ``broken`` is the cost of an objection.
    """
    import networkx as nx  # loaded when it is used

    def weight(i: int, j: int, _: object) -> int:
        objections = sum(1 for _objection in mover.step_objections(i, j, first=i == source))
        return (mover.price(i, j) or 1) + broken * objections

    if target not in graph or source not in graph:
        return None
    try:
        return tuple(nx.dijkstra_path(graph, source, target, weight=weight))
    except nx.NetworkXNoPath:
        return None
