"""The trail of a move: the path hex by hex that pieces are led along, always contiguous."""

from __future__ import annotations

import heapq
import math

from engine.board.board import BEYOND, Board

LEAN = 1e-3
"""What a hex width beside the straight line costs, in steps: of two shortest ways the straighter
one is taken."""


def shortest(board: Board, start: int, end: int) -> tuple[int, ...]:
    """A shortest way from hex to hex over the board, both included; empty if nothing joins them."""
    (ua, va), (ub, vb) = board.centres[start], board.centres[end]
    length = math.hypot(ub - ua, vb - va) or 1.0
    cost: dict[int, float] = {start: 0.0}
    came: dict[int, int] = {}
    queue = [(0.0, start)]
    while queue:
        _, here = heapq.heappop(queue)
        if here == end:
            way = [here]
            while way[-1] != start:
                way.append(came[way[-1]])
            return tuple(reversed(way))
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
    """Path of pieces since they were picked up.

    Each call of :meth:`to` is one leg. Going back to a hex of the trail cuts the loop off: nobody
    moves in circles on purpose.
    """

    def __init__(self, board: Board, start: int) -> None:
        self._board = board
        self._legs: list[tuple[int, ...]] = []
        self.start = start

    @property
    def path(self) -> tuple[int, ...]:
        """All hexes from the first to the last."""
        return (self.start, *(hex_ for leg in self._legs for hex_ in leg))

    @property
    def end(self) -> int:
        """The hex it has come to."""
        return self._legs[-1][-1] if self._legs else self.start

    @property
    def length(self) -> int:
        """Its length in hexes."""
        return sum(len(leg) for leg in self._legs)

    @property
    def straight(self) -> int:
        """The distance of its ends in hexes."""
        return self._board.distance(self.start, self.end)

    def to(self, hex_: int) -> None:
        """Lead on to a hex, by the shortest way."""
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
        """Does a place touch others? On loose boards many do not: the way there is straight."""
        return not self._board.loose or any(to != BEYOND for to in self._board.neighbours[place])

    def back(self) -> bool:
        """Take the last leg back; was there one?"""
        if not self._legs:
            return False
        self._legs.pop()
        return True

    def _cut(self, length: int) -> None:
        """Leave only so many hexes after the first."""
        kept: list[tuple[int, ...]] = []
        for leg in self._legs:
            room = length - sum(len(k) for k in kept)
            if room <= 0:
                break
            kept.append(leg[:room])
        self._legs = kept
