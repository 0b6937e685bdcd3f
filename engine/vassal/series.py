"""A series of logs of one game: which follows which, and how well their ends and starts join.

The order in which the logs are given stands if their joints fit as well as in any other. A log that
starts where an earlier one ended opens a branch there; the line that goes on longest is the main
one. What differs at a joint is counted in pieces.
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
"""Where each piece is and in which state."""
Order = Literal["given", "found"]
"""The order in which the files are named, or the one that fits best."""
NEARER = 2
"""How many times nearer another end must be than that of the log before, to be followed instead."""
GAP = 10
"""A joint at which more than one in so many pieces differs is a gap: a log is missing."""


@dataclass(frozen=True, slots=True)
class Joint:
    """Where a log begins: after which other, and in how many pieces its start differs."""

    file: str
    after: str
    differs: int
    pieces: int
    """How many pieces either of them has."""
    branch: bool
    """Does another log of the main line go on from the same end?"""

    @property
    def fit(self) -> Literal["exact", "off", "gap"]:
        """How well it joins."""
        if not self.differs:
            return "exact"
        return "gap" if self.differs * GAP > self.pieces else "off"

    @property
    def sentence(self) -> str:
        """The joint in words."""
        key = f"vassal.series.{self.fit}" + (".branch" if self.branch else "")
        what = {"file": self.file, "after": self.after}
        return t(key, **what, count=self.differs, pieces=self.pieces)


@dataclass(frozen=True, slots=True)
class Part:
    """A log in its place: the number of the part whose end it continues (None: the first)."""

    game: SavedGame
    after: int | None = None
    joint: Joint | None = None


@dataclass(frozen=True, slots=True)
class _Measured:
    """The logs of a series, and in how many pieces each end differs from each start."""

    games: tuple[SavedGame, ...]
    apart: tuple[tuple[int, ...], ...]
    pieces: tuple[tuple[int, ...], ...]


def in_a_row(games: Sequence[SavedGame]) -> tuple[Part, ...]:
    """Logs of which each continues the one before, unmeasured."""
    return tuple(Part(game, i - 1 if i else None) for i, game in enumerate(games))


def arrange(games: Sequence[SavedGame], order: Order | None = None) -> tuple[Part, ...]:
    """The logs of a game, each with the part that it continues; the main line ends last.

    Without an ``order`` the given one is kept, unless another leaves not even half of the pieces
    that differ at its joints.
    """
    if len(games) < 2:
        return in_a_row(games)
    known = _measure(games)
    given = _followed(known, range(len(games)))
    if order == "given":
        return _parts(known, given)
    found = min((_followed(known, o) for o in _orders(known)), key=lambda f: _total(known, f))
    if order is None and _total(known, found) * NEARER >= _total(known, given):
        found = given
    return _parts(known, found)


def _measure(games: Sequence[SavedGame]) -> _Measured:
    starts, ends = zip(*(_start_and_end(game) for game in games), strict=True)
    return _Measured(
        tuple(games),
        tuple(tuple(_differences(end, start) for start in starts) for end in ends),
        tuple(tuple(len(end.keys() | start.keys()) for start in starts) for end in ends),
    )


Followed = dict[int, int | None]
"""For each log, in an order in which they can be played, the one that it continues."""


def _followed(known: _Measured, order: Sequence[int]) -> Followed:
    """Each log after the one before it in the order, or after an earlier one that is far nearer."""
    found: Followed = {}
    for place, i in enumerate(order):
        if not place:
            found[i] = None
            continue
        before = order[place - 1]
        # Of ends that are alike, the latest.
        nearest = min(reversed(order[:place]), key=lambda j: known.apart[j][i])
        nearer = known.apart[nearest][i] * NEARER <= known.apart[before][i]
        found[i] = nearest if nearer else before
    return found


def _total(known: _Measured, followed: Followed) -> int:
    return sum(known.apart[j][i] for i, j in followed.items() if j is not None)


def _orders(known: _Measured) -> Iterator[Sequence[int]]:
    """Orders to be tried: by when the files were saved, and so that joints differ least."""
    numbers = range(len(known.games))
    saved = [known.games[i].metadata.saved for i in numbers]
    if all(saved) and len(set(saved)) == len(saved):
        yield sorted(numbers, key=lambda i: saved[i].zfill(20))
    graph: nx.DiGraph[int] = nx.DiGraph()
    for j in numbers:
        for i in numbers:
            if i != j:
                # Where nothing else tells them apart, the order in which they are given does.
                graph.add_edge(j, i, weight=known.apart[j][i] * len(numbers) ** 2 + (j > i))
    tree = nx.minimum_spanning_arborescence(graph)
    root = next(i for i in numbers if not tree.in_degree(i))
    yield list(nx.dfs_preorder_nodes(tree, root, sort_neighbors=sorted))


def _parts(known: _Measured, followed: Followed) -> tuple[Part, ...]:
    """The parts in the order of the log: side lines where they leave, the main line to the end."""
    after: dict[int | None, list[int]] = {}
    for i, j in followed.items():
        after.setdefault(j, []).append(i)
    main = _main_line(known, followed)
    line, todo = [], list(after[None])
    while todo:
        i = todo.pop()
        line.append(i)
        # What is put on last comes next: side lines before the main one goes on.
        todo += sorted(after.get(i, []), key=lambda c: (c not in main, -c))
    at = {i: number for number, i in enumerate(line)}
    found = []
    for i in line:
        j = followed[i]
        joint = None if j is None else _joint(known, j, i, i not in main and j in main)
        found.append(Part(known.games[i], None if j is None else at[j], joint))
    return tuple(found)


def _main_line(known: _Measured, followed: Followed) -> frozenset[int]:
    """The logs of the line with the most steps, of several the one that ends last."""
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
