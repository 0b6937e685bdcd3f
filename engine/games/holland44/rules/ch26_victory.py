"""26: victory points and the winner."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import actions as act
from engine.core.counters import Counter
from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch03_clock import next_clock, sequence_of
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.rules.answers import Peril
from engine.rules.base.clauses import clause
from engine.rules.base.sequence import WINNER

FULL = 3
"""26.5.2: steps of a unit that is worth a whole point."""
ALLIED_POINTS = 10
GERMAN_POINTS = 12
"""26.2a, 26.3: points of an automatic victory."""
STEPS_NORTH_OF_WAAL = 4
"""S1.3: steps that win the short scenario for the Allies."""


def count_victory(work: Resolution, _: str) -> None:
    """26, 26.1, 26.4: count the points, and record the winner in a track."""
    for side, points in victory_points(work.position).items():
        work.track(f"victory-{side}", points)
    over = sequence_of(work.setting).after(work.state.clock) is None
    winner = outcome(work.position, last=over)
    if winner is not None:
        work.track(WINNER, winner)


@clause("26.1", "clock")
def game_is_not_over(position: Position, _: act.Action) -> Iterator[Verdict]:
    """26.1: the game ends with a victory or after its last turn."""
    winner = position.state.tracks.get(WINNER)
    if winner:
        yield verdict("26.1", "won", side=position.setting.module.side_name(str(winner)))
    elif next_clock(position) is None:
        yield verdict("26.1", "over")


def victory_points(position: Position) -> dict[str, float]:
    """Return the points of both sides."""
    return {"allied": allied_points(position), "german": german_points(position)}


def allied_points(position: Position) -> float:
    """26.5.1: victory hexes, and supplied units that crossed the Lower Rhine by land."""
    controlled = sum(
        worth
        for i, worth in position.board.victory_hexes.items()
        if position.control(i) == "allied"
    )
    across = [
        u
        for i, stack in position.stacks["allied"].items()
        if i in position.ground.north_of_rhine
        for u in stack
        if not u.profile.airborne and u.profile.counter.role != "breakdown"
    ]
    if across:
        search = supply_of(position, "allied")
        across = [u for u in across if search.supplies(u, u.place)]
    return float(controlled + len(across))


def german_points(position: Position) -> float:
    """26.5.2: one point for each eliminated Allied unit of three steps, half for the others.

    A remnant in the box replaces its original unit. Breakdown units and supply heads are worth
    nothing.
    """
    box, counter = position.places.index("eliminated-allied"), position.setting.roster.counter
    pieces = (position.state.pieces[name] for name in position.state.stack(box))
    return sum((points_of(counter(piece.counter)) for piece in pieces), 0.0)


def points_of(counter: Counter) -> float:
    """26.5.2: return the points of an eliminated Allied unit."""
    if counter.role == "remnant":
        return 1.0
    return (1.0 if counter.steps == FULL else 0.5) if counter.role == "combat" else 0.0


def perils(position: Position) -> list[Peril]:
    """Return how near the Allies are to defeat by points: units that lose their last step count
    (26.2a, 26.5.2).
    """
    won = position.setting.scenario.victory
    if (won is not None and won.conditions == "short") or WINNER in position.state.tracks:
        return []
    own = position.own("allied")
    units = {u.id: points_of(u.profile.counter) for u in own if u.profile.steps == 1}
    return [Peril("allied", german_points(position), GERMAN_POINTS, units)]


def outcome(position: Position, *, last: bool) -> str | None:
    """26.2, 26.3: return the winner at a victory check (26.2-26.4, S1.3), or None.

    ``last`` is true for the check of the last turn.
    """
    won = position.setting.scenario.victory
    if won is not None and won.conditions == "short":
        if not last:
            return None
        return "allied" if steps_north_of_waal(position) >= STEPS_NORTH_OF_WAAL else "german"
    north = [
        u
        for i, stack in position.stacks["allied"].items()
        if i in position.ground.north_of_rhine
        for u in stack
    ]
    points = victory_points(position)
    if points["allied"] >= ALLIED_POINTS and any(not u.profile.airborne for u in north):
        return "allied"
    if not north or points["german"] >= GERMAN_POINTS:
        return "german"
    if last:
        return "allied" if points["allied"] > points["german"] else "german"
    return None


def steps_north_of_waal(position: Position) -> int:
    """S1.3: return the steps of units north of the Waal that are not airborne."""
    north = position.ground.north_of_waal
    return sum(
        u.profile.steps
        for i, stack in position.stacks["allied"].items()
        if i in north
        for u in stack
        if not u.profile.airborne
    )
