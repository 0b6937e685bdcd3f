"""Find the line that keeps the enemy from the goals of a side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx
from networkx.algorithms.flow import boykov_kolmogorov

if TYPE_CHECKING:
    from engine.opponent.outlook import Goal, Outlook

ENEMY, OURS = ("enemy", 0), ("ours", 0)
PARTS = 1000
"""Parts of the cost of a hex: with whole numbers every run finds the same line."""


def front_of(outlook: Outlook) -> frozenset[int]:
    """Return the hexes of the line that costs least to hold between the enemy and the goals that
    are to be kept; none without such goals or an enemy that can attack.

    It is a minimum cut of the board's graph, in which each hex has a way in and a way out. A hex
    costs less where the ground covers its defenders and where the side's units are, and the bank
    of a wide river less still. A goal that costs more than it is worth stays outside the line.
    """
    weights, ground = outlook.weights.front, outlook.ground
    kept = [goal for goal in outlook.goals if goal.held or _is_open(outlook, goal)]
    attackers = [i for i, stack in outlook.enemies.items() if any(f.attack for f in stack)]
    if not weights.worth or not kept or not attackers:
        return frozenset()
    graph: nx.DiGraph[tuple[str, int]] = nx.DiGraph()
    for hex_ in range(ground.hexes):
        cost = {} if hex_ in outlook.enemies else {"capacity": _cost(outlook, hex_)}
        graph.add_edge(("in", hex_), ("out", hex_), **cost)
    banks = []
    for start, hex_, march in ground.steps(outlook.blown):
        cost = {"capacity": round(PARTS * weights.water)} if march >= weights.wide else {}
        graph.add_edge(("out", start), ("in", hex_), **cost)
        if cost:
            banks.append((start, hex_))
    for hex_ in attackers:
        graph.add_edge(ENEMY, ("in", hex_))
    for number, goal in enumerate(kept):
        graph.add_edge(("goal", number), OURS, capacity=round(PARTS * weights.goal * goal.worth))
        for hex_ in goal.hexes:
            graph.add_edge(("out", hex_), ("goal", number))
    _, (beyond, _) = nx.minimum_cut(graph, ENEMY, OURS, flow_func=boykov_kolmogorov)
    line = {i for i in range(ground.hexes) if ("in", i) in beyond and ("out", i) not in beyond}
    line.update(j for i, j in banks if ("out", i) in beyond and ("in", j) not in beyond)
    return frozenset(line)


def _is_open(outlook: Outlook, goal: Goal) -> bool:
    """Return whether a goal is to be kept from the enemy though nobody holds it."""
    return outlook.weights.front.unheld and goal.hexes.isdisjoint(outlook.enemies)


def _cost(outlook: Outlook, hex_: int) -> int:
    """Return the cost of holding a hex, in parts."""
    weights = outlook.weights.front
    cost = PARTS / outlook.cover(hex_)
    if outlook.guarded[hex_]:
        cost *= weights.kept
    return round(cost * weights.alone if hex_ in outlook.goal_hexes else cost)
