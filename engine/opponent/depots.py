"""Evaluate where units stand that supply others: near those that need them, away from the enemy."""

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
    result = np.zeros(outlook.ground.hexes)
    decay, needy = outlook.weights.goal.decay, _needy(outlook, figure, depot)
    for place, count in needy.items():
        result += count * decay ** np.maximum(0, _distances(outlook, place) - depot.range)
    worth: NDArray[np.float64] = depot.worth * result / max(1.0, sum(needy.values()))
    return worth


def _needy(outlook: Outlook, figure: Figure, depot: Depot) -> dict[int, float]:
    """Return the number of units by place that need a depot, shared among those in range."""
    others = [
        f.place
        for f in outlook.figures.values()
        if f.side == outlook.side and f.depot == figure.depot and f.place != figure.place
    ]
    distance, result = outlook.ground.board.distance, {}
    for place, stack in outlook.own.items():
        count = sum(not f.depots and depot.trait in ("", *f.traits) for f in stack)
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
