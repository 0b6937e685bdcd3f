"""A series of logs of one game: put in the order in which they were played."""

from __future__ import annotations

from collections.abc import Sequence

from engine.vassal.replay import Table
from engine.vassal.savegame import SavedGame

Position = dict[str, tuple[object, ...]]
"""Where each piece is and in which state."""


def in_order(games: Sequence[SavedGame]) -> list[SavedGame]:
    """The games so that each start is as like the end before it as can be.

    From every possible first one the likest next is followed; the order with the fewest differences
    wins, among equals the one that begins with the earliest saved.
    """
    known = sorted(games, key=lambda g: (g.metadata.saved.zfill(20), g.path.name))
    if len(known) < 2:
        return known
    starts, ends = zip(*(_start_and_end(game) for game in known), strict=True)
    apart = [[_differences(end, start) for start in starts] for end in ends]
    _, order = min(_followed(first, apart) for first in range(len(known)))
    return [known[i] for i in order]


def _followed(first: int, apart: Sequence[Sequence[int]]) -> tuple[int, list[int]]:
    """The differences of an order, and the order."""
    order, total = [first], 0
    while len(order) < len(apart):
        left = (i for i in range(len(apart)) if i not in order)
        cost, nearest = min((apart[order[-1]][i], i) for i in left)
        order.append(nearest)
        total += cost
    return total, order


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
