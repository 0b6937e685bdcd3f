"""Evaluate where units stand that supply others or repair bridges: where they are needed, away from
the enemy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.opponent.outlook import Figure, Outlook
from engine.opponent.weights import Depot

if TYPE_CHECKING:
    from numpy.typing import NDArray


def follow(outlook: Outlook, figure: Figure) -> NDArray[np.float64] | None:
    """Return the worth of every hex for a depot, by the share of the units that it can serve from
    there; None for other units, even with a depot among them.

    A unit counts less if other depots of the kind are in range, and less for each hex beyond the
    range.
    """
    depot = outlook.weights.depots.get(figure.depot)
    if depot is None:
        return None
    if depot.bridges:
        return _to_bridges(outlook, figure, depot)
    result = np.zeros(outlook.ground.hexes)
    decay, needy = outlook.weights.goal.decay, _needy(outlook, figure, depot)
    for place, count in needy.items():
        result += count * decay ** np.maximum(0, _distances(outlook, place) - depot.range)
    worth: NDArray[np.float64] = depot.worth * result / max(1.0, sum(needy.values()))
    return worth


def settled(outlook: Outlook, figure: Figure) -> bool:
    """Return whether a depot is near enough to the units that it serves not to march."""
    depot, worth = outlook.weights.depots[figure.depot], follow(outlook, figure)
    on_map = 0 <= figure.place < outlook.ground.hexes
    if worth is None or not on_map:
        return True
    return bool(worth[figure.place] >= depot.settled * worth.max())


def _to_bridges(outlook: Outlook, figure: Figure, depot: Depot) -> NDArray[np.float64]:
    """Return the worth of every hex for a unit that repairs bridges: near the blown bridge within
    its range that keeps the side's units farthest from their goals.
    """
    result = np.zeros(outlook.ground.hexes)
    ground, decay = outlook.ground, outlook.weights.goal.decay
    on_map = 0 <= figure.place < ground.hexes
    for name in sorted(outlook.blown):
        ends = ground.ends(name)
        far = min((ground.board.distance(figure.place, i) for i in ends if on_map), default=0)
        if ends and far <= depot.range and outlook.enemies.keys().isdisjoint(ends):
            [march] = ground.distances([ends], outlook.blown)
            result = np.maximum(result, outlook.mended(name) * decay**march)
    worth: NDArray[np.float64] = depot.worth * result
    return worth


def _needy(outlook: Outlook, figure: Figure, depot: Depot) -> dict[int, float]:
    """Return the number of units by place that need a depot, shared among those in range."""

    alone = not any(
        f.formation == figure.formation and not f.depots
        for stack in outlook.own.values()
        for f in stack
    )
    mixed = alone or not depot.own

    def served(other: Figure) -> bool:
        return mixed or other.formation == figure.formation

    others = [
        f.place
        for f in outlook.figures.values()
        if f.side == outlook.side and f.depot == figure.depot and f.place != figure.place
        if served(f)
    ]
    distance, result = outlook.ground.board.distance, {}
    for place, stack in outlook.own.items():
        if depot.front and not any(distance(place, i) <= depot.front for i in outlook.enemies):
            continue
        count = sum(not f.depots and depot.trait in ("", *f.traits) and served(f) for f in stack)
        if count:
            sharing = sum(distance(place, other) <= depot.range for other in others)
            result[place] = count / (1 + sharing)
    return result


def exposure(outlook: Outlook, figure: Figure) -> NDArray[np.float64] | None:
    """Return the cost of every hex near the enemy for units with depots among them; None for
    others.
    """
    if not figure.depots:
        return None
    result = np.zeros(outlook.ground.hexes)
    shy = max(depot.shy for depot in outlook.weights.depots.values())
    for place, stack in outlook.enemies.items():
        if any(f.attack for f in stack):
            beyond = np.maximum(0, _distances(outlook, place) - 1)
            result = np.maximum(result, 1 - beyond / shy)
    return figure.depots * result


def _distances(outlook: Outlook, place: int) -> NDArray[np.int64]:
    """Return the distances from a hex to all hexes."""
    row = outlook.ground.board.grid.distances(place)
    return np.frombuffer(row, dtype=np.uint8).astype(np.int64)
