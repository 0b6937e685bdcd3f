"""Order the logs of a game in a series, and measure how well their ends and starts match.

The given order is kept if its joints match about as well as any other's. A log that starts where an
earlier one ended opens a branch there; the longest line is the main one. Differences at a joint are
counted in pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import networkx as nx

from engine.i18n import t
from engine.vassal.replay import Table
from engine.vassal.savegame import SavedGame

Position = dict[str, tuple[object, ...]]
"""The spot and state of each piece."""
Order = Literal["given", "found"]
"""The given order of the files, or the one that matches best."""
NEARER = 2
"""An earlier end is followed if it has so many times fewer differences than the previous end."""
GAP = 10
"""A joint where more than one in so many pieces differs is a gap: a log is missing."""


@dataclass(frozen=True, slots=True)
class Joint:
    """The joint between a log and the log it continues, with the number of pieces that differ."""

    file: str
    after: str
    differs: int
    pieces: int
    """The number of pieces in either log."""
    branch: bool
    """Whether another log of the main line continues the same end."""

    @property
    def fit(self) -> Literal["exact", "off", "gap"]:
        """The quality of the match."""
        if not self.differs:
            return "exact"
        return "gap" if self.differs * GAP > self.pieces else "off"

    @property
    def sentence(self) -> str:
        """The joint as a sentence."""
        key = f"vassal.series.{self.fit}" + (".branch" if self.branch else "")
        what = {"file": self.file, "after": self.after}
        return t(key, **what, count=self.differs, pieces=self.pieces)


@dataclass(frozen=True, slots=True)
class Part:
    """A log at its place: the number of the part that it continues (None: the first)."""

    game: SavedGame
    after: int | None = None
    joint: Joint | None = None


@dataclass(frozen=True, slots=True)
class _Measured:
    """The logs of a series, and the number of differing pieces between each end and start."""

    games: tuple[SavedGame, ...]
    apart: tuple[tuple[int, ...], ...]
    pieces: tuple[tuple[int, ...], ...]


def in_a_row(games: Sequence[SavedGame]) -> tuple[Part, ...]:
    """Return logs that continue each other in the given order, without measuring."""
    return tuple(Part(game, i - 1 if i else None) for i, game in enumerate(games))


def arrange(games: Sequence[SavedGame], order: Order | None = None) -> tuple[Part, ...]:
    """Return the logs of a game, each with the part that it continues; the main line is last.

    Without an ``order`` the given one is kept, unless another has less than half of its differences
    at the joints.
    """
    if len(games) < 2:
        return in_a_row(games)
    known = _measure(games)
    given = _followed(known, range(len(games)))
    if order == "given":
        return _parts(known, given)
    best = min((_followed(known, o) for o in _orders(known)), key=lambda f: _total(known, f))
    if order is None and _total(known, best) * NEARER >= _total(known, given):
        best = given
    return _parts(known, best)


def _measure(games: Sequence[SavedGame]) -> _Measured:
    starts, ends = zip(*(_start_and_end(game) for game in games), strict=True)
    return _Measured(
        tuple(games),
        tuple(tuple(_differences(end, start) for start in starts) for end in ends),
        tuple(tuple(len(end.keys() | start.keys()) for start in starts) for end in ends),
    )


Followed = dict[int, int | None]
"""For each log, in a playable order, the log that it continues."""


def _followed(known: _Measured, order: Sequence[int]) -> Followed:
    """Let each log continue the previous one, or an earlier one with far fewer differences."""
    continued: Followed = {}
    for place, i in enumerate(order):
        if not place:
            continued[i] = None
            continue
        before = order[place - 1]
        # Of equal ends, take the latest.
        nearest = min(reversed(order[:place]), key=lambda j: known.apart[j][i])
        nearer = known.apart[nearest][i] * NEARER <= known.apart[before][i]
        continued[i] = nearest if nearer else before
    return continued


def _total(known: _Measured, followed: Followed) -> int:
    return sum(known.apart[j][i] for i, j in followed.items() if j is not None)


def _orders(known: _Measured) -> Iterator[Sequence[int]]:
    """Yield candidate orders: by the time of saving, and by the fewest differences at joints."""
    numbers = range(len(known.games))
    saved = [known.games[i].metadata.saved for i in numbers]
    if all(saved) and len(set(saved)) == len(saved):
        yield sorted(numbers, key=lambda i: saved[i].zfill(20))
    graph: nx.DiGraph[int] = nx.DiGraph()
    for j in numbers:
        for i in numbers:
            if i != j:
                # The given order breaks ties.
                graph.add_edge(j, i, weight=known.apart[j][i] * len(numbers) ** 2 + (j > i))
    tree = nx.minimum_spanning_arborescence(graph)
    root = next(i for i in numbers if not tree.in_degree(i))
    yield list(nx.dfs_preorder_nodes(tree, root, sort_neighbors=sorted))


def _parts(known: _Measured, followed: Followed) -> tuple[Part, ...]:
    """Return the parts in the order of the log: side lines at their start, the main line last."""
    after: dict[int | None, list[int]] = {}
    for i, j in followed.items():
        after.setdefault(j, []).append(i)
    main = _main_line(known, followed)
    line, todo = [], list(after[None])
    while todo:
        i = todo.pop()
        line.append(i)
        # The last item added is next: side lines before the main line continues.
        todo += sorted(after.get(i, []), key=lambda c: (c not in main, -c))
    at = {i: number for number, i in enumerate(line)}
    parts = []
    for i in line:
        j = followed[i]
        joint = None if j is None else _joint(known, j, i, i not in main and j in main)
        parts.append(Part(known.games[i], None if j is None else at[j], joint))
    return tuple(parts)


def _main_line(known: _Measured, followed: Followed) -> frozenset[int]:
    """Return the logs of the line with the most steps, or of several the one that ends last."""
    steps: dict[int, int] = {}
    for i, j in followed.items():
        steps[i] = len(known.games[i].steps) + (steps[j] if j is not None else 0)
    tip: int | None = max(reversed(steps), key=lambda i: steps[i])
    line = []
    while tip is not None:
        line.append(tip)
        tip = followed[tip]
    return frozenset(line)


def _joint(known: _Measured, end: int, start: int, branch: bool) -> Joint:
    return Joint(
        known.games[start].path.name,
        known.games[end].path.name,
        known.apart[end][start],
        known.pieces[end][start],
        branch,
    )


def _start_and_end(game: SavedGame) -> tuple[Position, Position]:
    table = Table(game.ids)
    table.set_up(game.setup)
    start = _position(table)
    for step in game.steps:
        for command in step:
            table.apply(command)
    return start, _position(table)


def _position(table: Table) -> Position:
    return {
        unit: (*table.spot(unit), tuple(piece.state[:-1])) for unit, piece in table.pieces.items()
    }


def _differences(a: Position, b: Position) -> int:
    return sum(1 for unit in a.keys() | b.keys() if a.get(unit) != b.get(unit))
