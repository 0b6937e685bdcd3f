"""Victory points as they stand (26.5)."""

from __future__ import annotations

from engine.games.holland44.position import Position
from engine.games.holland44.supplying import supply_of

FULL = 3
"""26.5.2: steps of a unit that is worth a whole point."""


def victory_points(position: Position) -> dict[str, float]:
    """The points of both sides."""
    return {"allied": allied_points(position), "german": german_points(position)}


def allied_points(position: Position) -> float:
    """26.5.1: held victory hexes, and supplied units that came over the Lower Rhine by land."""
    held = sum(
        worth
        for i, worth in enumerate(position.board.victory)
        if worth and position.control(i) == "allied"
    )
    search = supply_of(position, "allied")
    across = sum(
        1
        for i, stack in position.stacks["allied"].items()
        if i in position.ground.north_of_rhine
        for u in stack
        if not u.p.airborne and u.p.counter.role != "breakdown" and search.line(u).supplied
    )
    return float(held + across)


def german_points(position: Position) -> float:
    """26.5.2: one point for each eliminated Allied unit of three steps, half for the others.

    A remnant in the box stands for the unit it was the last of; breakdown units and supply heads
    count nothing.
    """
    if "eliminated-allied" not in position.places:
        return 0.0
    points = 0.0
    box = position.places.index("eliminated-allied")
    for name in position.state.stack(box):
        counter = position.setting.roster.counter(position.state.pieces[name].counter)
        if counter.role == "remnant":
            points += 1
        elif counter.role == "combat":
            points += 1 if counter.steps == FULL else 0.5
    return points
