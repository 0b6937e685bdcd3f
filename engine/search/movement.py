"""Search for the hexes that a mover can reach, by cost, with zones, bonds and closed hexes.

Costs are whole numbers (the game's smallest fraction of a movement point). The game's rules enter
as :class:`Terms`; this module is independent of rules. The searches walk the board's graph; costs
that grow with repetition are searched in layers of the graph (decision 13).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.board.board import BEYOND

if TYPE_CHECKING:
    import networkx as nx

Edge = tuple[int, int, bool]
"""A step to a neighbouring hex: the hex, its cost, and whether the cost grows with repetition."""

Ways = Mapping[int, Mapping[int, Edge]]
"""The steps out of every hex, by their target hexes."""

Plain = dict[int, tuple[Mapping[int, Edge], dict[int, int]]]
"""Known steps without obstacles, by node: those out of its hex, and the nodes they lead to."""

NOTHING: frozenset[int] = frozenset()

LAYERS = 3
"""Number of layers of the graph: none, one, or more hexes of growing cost so far."""


def layered(graph: nx.DiGraph[int], growing: Collection[int]) -> nx.DiGraph[int]:
    """Return a board's graph in layers, with nodes ``hex * LAYERS + layer``; it is frozen.

    A step stays in its layer; into a hex of ``growing`` it can also lead to the next layer.
    """
    import networkx as nx  # loaded when it is used

    result: nx.DiGraph[int] = nx.DiGraph()
    top = LAYERS - 1
    for i, around in graph.adjacency():
        for layer in range(LAYERS):
            here = i * LAYERS + layer
            result.add_node(here, **graph.nodes[i])
            for j in around:
                there = j * LAYERS + layer
                result.add_edge(here, there)
                if layer < top and j in growing:
                    result.add_edge(here, there + 1)
    nx.freeze(result)
    return result


@dataclass(frozen=True, slots=True)
class Terms:
    """Constraints of a mover.

    ``graph``: the board's graph in layers. ``edges[i]``: the steps out of hex i; ``first``: those
    from beyond the map. ``limit``: points to spend. ``zone``: hexes that stop a mover and cost
    ``leave`` more to leave. ``closed``: hexes that may not be entered; ``barred``: pairs that may
    not be crossed. ``dear``: extra cost of hexes. Growing costs: after ``cheap`` such hexes (at
    most two), each costs ``growth`` more. ``quarry``: hexes that may be entered but end the move;
    ``hold``: the part of the zone that also keeps a mover from entering them.
    """

    graph: nx.DiGraph[int]
    edges: Ways
    limit: int
    leave: int
    zone: Collection[int]
    closed: Set[int] = NOTHING
    barred: Collection[tuple[int, int]] = frozenset()
    dear: Mapping[int, int] = field(default_factory=dict)
    first: Mapping[int, Edge] = field(default_factory=dict)
    cheap: int = 2
    growth: int = 0
    quarry: Set[int] = NOTHING
    hold: Collection[int] = NOTHING
    steps: int | None = None
    """Maximum number of hexes if a rule limits the move to one hex; else None."""
    halts: bool = True
    """Whether the zone stops a mover; it costs ``leave`` in any case."""
    caught: bool = True
    """Whether a quarry hex ends the move."""
    fenced: Collection[int] | None = None
    """The hexes with a side in ``barred``; None: any hex may have one."""
    plain: Plain = field(default_factory=dict, compare=False)
    """Shared by all terms with the same growing costs."""

    def leaving(self, i: int, *, free: bool) -> tuple[int | None, int | None]:
        """Return the extra cost to leave a hex, into ordinary hexes and into quarry; None if
        forbidden.

        ``free``: the move begins there.
        """
        quarry = self.quarry
        if not free and ((self.caught and i in quarry) or self.steps == 1):
            return None, None
        in_zone, in_hold = i in self.zone, i in self.hold
        stopped = self.halts and in_zone and not free
        if stopped and (not quarry or in_hold):
            return None, None
        leave = self.leave if in_zone else 0
        return (None if stopped else leave), (leave if in_hold else 0)

    def onward(self, source: int | None) -> Callable[[int], dict[int, int]]:
        """Return the function of the open steps from a node of the graph, with their costs.

        The move begins at ``source``; None: it began before the search.
        """
        edges, zone, closed, quarry = self.edges, self.zone, self.closed, self.quarry
        plain, dear, one_step = self.plain, self.dear.keys(), self.steps == 1
        fenced = self.fenced if self.barred else NOTHING

        def steps(node: int) -> dict[int, int]:
            i = node // LAYERS
            if i == BEYOND or i in zone or i in quarry or (one_step and node != source):
                return self._hindered(node, free=node == source)
            ways = edges[i]
            if (
                not closed.isdisjoint(ways)
                or (quarry and not quarry.isdisjoint(ways))
                or (dear and not dear.isdisjoint(ways))
                or fenced is None
                or i in fenced
            ):
                return self._hindered(node, free=node == source)
            known = plain.get(node)
            return known[1] if known is not None and known[0] is ways else self._plainly(node)

        return steps

    def _plainly(self, node: int) -> dict[int, int]:
        """Return the steps from a node without obstacles, which are kept."""
        i, layer = divmod(node, LAYERS)
        top, known = LAYERS - 1, dict[int, int]()
        ways = self.edges[i]
        for j, price, grows in ways.values():
            there = j * LAYERS + layer
            known[there + (grows and layer < top)] = price + (
                self.growth if grows and layer == top else 0
            )
        self.plain[node] = ways, known
        return known

    def _hindered(self, node: int, *, free: bool) -> dict[int, int]:
        """Return the open steps from a node where the terms may close some or make them dear."""
        i, layer = divmod(node, LAYERS)
        top, closed = LAYERS - 1, self.closed
        result: dict[int, int] = {}
        leave: int | None = 0
        into_quarry: int | None = 0
        ways, dear = self.first, self.dear
        barred, quarry = self.barred, self.quarry
        inside = i != BEYOND
        if inside:
            leave, into_quarry = self.leaving(i, free=free)
            ways = self.edges[i]
            if leave is None and into_quarry is None:
                return result
        for j, price, grows in ways.values():
            more = into_quarry if j in quarry else leave
            if more is None or j in closed or (inside and barred and (i, j) in barred):
                continue
            there = j * LAYERS + layer
            if grows:
                if layer == top:
                    more += self.growth
                else:
                    there += 1
            result[there] = price + more + (dear.get(j, 0) if inside else 0)
        return result


@dataclass(frozen=True, slots=True)
class Reach:
    """The reachable hexes, cheapest first: the cost of each, and its predecessors."""

    cost: dict[int, int]
    _node: Mapping[int, int]
    _before: Mapping[int, list[int]]
    _spent: Mapping[int, int]

    def path(self, hex_: int) -> list[int]:
        """Return the cheapest path to a hex, beginning with the start (or the first hex on the
        board).
        """
        result = _back(self._node[hex_], self._before, self._spent)
        return [node // LAYERS for node in result if node >= 0]


def _back(node: int, before: Mapping[int, list[int]], spent: Mapping[int, int]) -> list[int]:
    """Return the path to a node; ties are broken by the cheapest and then the first node."""
    path = [node]
    while those := before[path[-1]]:
        path.append(those[0] if len(those) == 1 else min(those, key=lambda n: (spent[n], n)))
    return path[::-1]


RECENT = 128
"""Number of searches that are kept; each takes some ten kilobytes."""

_recent: dict[tuple[int, ...], tuple[Terms, Reach]] = {}


def reach(terms: Terms, start: int, *, entering: bool = False) -> Reach:
    """Return the hexes in which a mover can end, each with its least cost.

    ``start`` is the mover's hex, or ``BEYOND``. With ``entering`` the mover reaches it in the
    middle of a move: zones stop the mover there. The last search from a hex is returned again if
    its terms were equal.
    """
    key = start, entering, terms.limit, terms.cheap, id(terms.edges)
    known = _recent.get(key)
    if known is not None and known[0].edges is terms.edges and known[0] == terms:
        return known[1]
    if len(_recent) >= RECENT:
        _recent.clear()
    result = _search(terms, start, entering=entering)
    _recent[key] = terms, result
    return result


def _search(terms: Terms, start: int, *, entering: bool) -> Reach:
    from engine.search.open_graph import searched  # networkx is loaded when it is used

    source = start * LAYERS + LAYERS - 1 - terms.cheap

    if terms.limit < 0:
        return Reach({}, {}, {}, {})
    onward = terms.onward(None if entering else source)
    before, spent = searched(terms.graph.nodes, source, onward, terms.limit)
    cost: dict[int, int] = {}
    nodes: dict[int, int] = {}
    for price, node in sorted((price, node) for node, price in spent.items() if node >= 0):
        if node // LAYERS not in cost:
            cost[node // LAYERS], nodes[node // LAYERS] = price, node
    return Reach(cost, nodes, before, spent)


def least_bad(
    graph: nx.DiGraph[int],
    start: int,
    target: int,
    edges: Callable[[int, bool], Mapping[int, int]],
    limit: int | None = None,
) -> list[int] | None:
    """Return the path with the lowest price; games give broken rules a higher price than any
    detour.

    ``edges(i, first)`` returns the neighbours of a hex with their prices. None if no chain of hexes
    costs less than ``limit``.
    """
    from engine.search.open_graph import searched  # networkx is loaded when it is used

    come = False

    def onward(i: int) -> Mapping[int, int]:
        nonlocal come
        come = come or i == target
        # Nothing leads on once the target has been taken: no way to it is left to find.
        return {} if come else edges(i, i == start)

    most = None if limit is None else limit - 1
    before, spent = searched(graph.nodes, start, onward, most)
    return _back(target, before, spent) if target in spent else None
