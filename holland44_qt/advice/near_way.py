"""The way to a hex that a player has in mind: on from the nearest hex that can be reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.house import ruled
from engine.games.holland44.rules.ch08_movement.mover import MODES, Move, Mover
from engine.games.holland44.rules.ch08_movement.reach import reachable
from engine.games.holland44.rules.ch08_movement.why_not import judge_move

FAR = frozenset({"rule.8.1.points", "rule.8.3.1.far"})
"""Verdicts that only say how far it is."""
PLAIN = 2
"""A way that breaks more rules than these explains nothing."""

BEYOND = 4
"""Hexes beyond the nearest reached one: what lies further is far, and no more need be said."""

Judged = tuple[Move, list[Verdict]]


def is_only_far(verdicts: Iterable[Verdict]) -> bool:
    """Does nothing stand against a way but its length?"""
    return all(v.key in FAR for v in verdicts if v.level == "forbid")


def near_way(mover: Mover, target: int) -> Judged | None:
    """What closes the short way to a hex to which an open way leads round; None if nothing does.

    The mode in which the way breaks the fewest rules, of which one at least is not its length.
    """
    best: tuple[tuple[int, int], Judged] | None = None
    for path in _ways(mover, target):
        for mode in MODES:
            move = Move(mover, mode, path)
            verdicts = ruled(mover.position, judge_move(move))
            broken = sum(v.level == "forbid" and v.key not in FAR for v in verdicts)
            weight = sum(v.level == "forbid" for v in verdicts), len(path)
            if 0 < broken <= PLAIN and (best is None or weight < best[0]):
                best = weight, (move, verdicts)
    return None if best is None else best[1]


def _ways(mover: Mover, target: int) -> Iterator[tuple[int, ...]]:
    """Paths by the reached hexes that are nearest to a hex, and straight on."""
    ring, reached = mover.position.ground.ring, reachable(mover)
    starts = {place: arrival.path for place, arrival in reached.items()}
    starts[mover.start] = (mover.start,)
    onward: dict[int, tuple[int, ...]] = {target: (target,)}
    layer = [target]
    for _ in range(BEYOND):
        if any(i in starts for i in layer):
            break
        following = []
        for i in layer:
            for j in ring[i]:
                if j not in onward:
                    onward[j] = (j, *onward[i])
                    following.append(j)
        layer = following
    for i in layer:
        if i in starts:
            yield (*starts[i][:-1], *onward[i])
