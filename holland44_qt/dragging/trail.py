"""Trail of a move: the dragged path hex by hex, always contiguous."""

from __future__ import annotations

import heapq
import math

from engine.board.board import BEYOND, Board

LEAN = 1e-3
"""Cost in steps of one hex width off the straight line: of two shortest paths the straighter
one is chosen.
"""


def shortest(board: Board, start: int, end: int) -> tuple[int, ...]:
    """Return a shortest path between two hexes of the board, both included; empty if there is
    none.
    """
    (ua, va), (ub, vb) = board.centres[start], board.centres[end]
    length = math.hypot(ub - ua, vb - va) or 1.0
    cost: dict[int, float] = {start: 0.0}
    came: dict[int, int] = {}
    queue = [(0.0, start)]
    while queue:
        _, here = heapq.heappop(queue)
        if here == end:
            path = [here]
            while path[-1] != start:
                path.append(came[path[-1]])
            return tuple(reversed(path))
        for to in board.neighbours[here]:
            if to == BEYOND:
                continue
            u, v = board.centres[to]
            beside = abs((ub - ua) * (v - va) - (vb - va) * (u - ua)) / length
            reached = cost[here] + 1 + LEAN * beside
            if reached < cost.get(to, math.inf):
                cost[to], came[to] = reached, here
                heapq.heappush(queue, (reached + board.distance(to, end), to))
    return ()


class Trail:
    """Path of dragged pieces since pick-up.

    Each call of :meth:`to` adds one leg. Returning to a hex of the trail removes the loop.
    """

    def __init__(self, board: Board, start: int) -> None:
        self._board = board
        self._legs: list[tuple[int, ...]] = []
        self.start = start

    @property
    def path(self) -> tuple[int, ...]:
        """Return all hexes from the first to the last."""
        return (self.start, *(hex_ for leg in self._legs for hex_ in leg))

    @property
    def end(self) -> int:
        """Return the last hex."""
        return self._legs[-1][-1] if self._legs else self.start

    @property
    def length(self) -> int:
        """Return the length in hexes."""
        return sum(len(leg) for leg in self._legs)

    @property
    def straight(self) -> int:
        """Return the distance in hexes between the two ends."""
        return self._board.distance(self.start, self.end)

    def to(self, hex_: int) -> None:
        """Extend the trail to a hex by the shortest path."""
        if not self._joined(self.start) or not self._joined(hex_):
            self._legs = [(hex_,)] if hex_ != self.start else []
            return
        if not self._joined(self.end):
            self._legs = []
        path = self.path
        if hex_ in path:
            self._cut(path.index(hex_))
            return
        leg = shortest(self._board, self.end, hex_)[1:]
        # The way there may touch the trail itself: what lies between is a loop, too.
        crossed = [k for k, h in enumerate(leg) if h in path]
        if crossed:
            self._cut(path.index(leg[crossed[-1]]))
            leg = leg[crossed[-1] + 1 :]
        if leg:
            self._legs.append(leg)

    def _joined(self, place: int) -> bool:
        """Return whether a place has neighbours.

        On loose boards many have none; the path is then a straight line.
        """
        return not self._board.loose or any(to != BEYOND for to in self._board.neighbours[place])

    def back(self) -> bool:
        """Remove the last leg; return whether there was one."""
        if not self._legs:
            return False
        self._legs.pop()
        return True

    def _cut(self, length: int) -> None:
        """Keep only a number of hexes after the first."""
        parts: list[tuple[int, ...]] = []
        for leg in self._legs:
            room = length - sum(len(k) for k in parts)
            if room <= 0:
                break
            parts.append(leg[:room])
        self._legs = parts
