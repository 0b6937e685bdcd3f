"""Tests of a board against facts on single hexes in rules, examples and set-up."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from engine.board.board import BEYOND, Board
from engine.board.grid import hexes_of, hexside
from engine.board.source import Fact

Finding = tuple[bool, str]
"""Whether a fact is true, and the board's actual content."""


def check(board: Board, fact: Fact) -> Finding:
    """Test one fact. An unknown kind of test fails."""
    test = TESTS.get(fact.kind)
    if test is None:
        return False, f"unknown test {fact.kind}"
    if fact.kind != "off_map" and "/" not in fact.hex and fact.hex and fact.hex not in board.index:
        return False, "off the map"
    return test(board, fact.hex, fact.value)


def crosses(board: Board, a: str, b: str, river: str) -> bool:
    """Return whether the straight line of hexes from a to b crosses a water an odd number
    of times.
    """
    steps = board.grid.distance(a, b)
    (ua, va), (ub, vb) = board.grid.center(a), board.grid.center(b)
    # A nudge off the centres decides between two hexes where the line runs along their side.
    points = [
        (ua + (ub - ua) * k / steps + 1e-6, va + (vb - va) * k / steps + 2e-6)
        for k in range(steps + 1)
    ]
    path = [str(board.grid.nearest(p)) for p in points]
    sides = [board.sides.get(hexside(x, y)) for x, y in itertools.pairwise(path)]
    return sum(1 for s in sides if s and river in (s.river, *s.also)) % 2 == 1


def _terrain(board: Board, number: str, value: str) -> Finding:
    result = board.terrain[board.index[number]]
    return result in value.split("|"), result


def _neighbour_terrain(board: Board, number: str, value: str) -> Finding:
    terrain, count = value.split(":")
    around = [board.terrain[n] for n in board.neighbours[board.index[number]] if n != BEYOND]
    matching = sum(terrain in word.split("_") for word in around)
    return matching >= int(count), f"{matching} of 6"


def _terrain_east(board: Board, number: str, value: str) -> Finding:
    """Test ``terrain:columns``: such terrain is at most that many columns east and four
    rows away.
    """
    terrain, columns = value.split(":")
    row, col = board.grid.split(number)
    result = [
        n
        for n, word in zip(board.numbers, board.terrain, strict=True)
        if word == terrain
        for r, c in (board.grid.split(n),)
        if abs(r - row) <= 4 and 0 < c - col <= int(columns)
    ]
    return bool(result), " ".join(result) or "none"


def _settlement(board: Board, number: str, value: str) -> Finding:
    result = board.settlement[board.index[number]] or "none"
    return result in value.split("|"), result


def _place(board: Board, number: str, value: str) -> Finding:
    result = board.names[board.index[number]]
    return value in result, ", ".join(result) or "none"


def _water(board: Board, side: str, value: str) -> Finding:
    result = board.sides[side].water if side in board.sides else "none"
    return result == value, result


def _bridge(board: Board, where: str, value: str) -> Finding:
    """Test whether the bridge is on this hexside, or on a side of this hex."""
    result = board.bridges[value].hexside if value in board.bridges else "none"
    return (result == where if "/" in where else where in (hexes_of(result) or ())), result


def _crossing(board: Board, _: str, value: str) -> Finding:
    """Test ``bridge id:kind of bridge:kind of water``."""
    name, kind, water = value.split(":")
    bridge = board.bridges.get(name)
    result = f"{bridge.kind}:{bridge.water}" if bridge else "none"
    return result == f"{kind}:{water}", result


def _other_side(board: Board, number: str, value: str) -> Finding:
    other, river = value.split(":", 1)
    odd = crosses(board, number, other, river)
    return odd, "other side" if odd else "same side"


def _same_side(board: Board, number: str, value: str) -> Finding:
    odd, result = _other_side(board, number, value)
    return not odd, result


def _road(board: Board, number: str, value: str) -> Finding:
    i = board.index[number]
    result = {r.road_class for r in board.roads if i in r.hexes}
    return (bool(result) if value == "any" else value in result), "/".join(sorted(result)) or "none"


def _road_link(board: Board, side: str, value: str) -> Finding:
    a, b = hexes_of(side) or ("", "")
    result = board.road_class(board.index[a], board.index[b])
    return result == value, result or "none"


def _adjacent(board: Board, number: str, value: str) -> Finding:
    return value in board.grid.ring(number), f"{board.grid.distance(number, value)} hexes apart"


def _mark(board: Board, where: str, value: str) -> Finding:
    """Test whether the hex or the hexside has a mark."""
    if "/" in where and where not in board.index:
        result: tuple[str, ...] = board.sides[where].marks if where in board.sides else ()
    else:
        result = board.marks[board.index[where]]
    return value in result, " ".join(result) or "none"


def _victory(board: Board, number: str, value: str) -> Finding:
    result = board.victory[board.index[number]]
    return str(result) == value, str(result)


def _area(board: Board, number: str, value: str) -> Finding:
    result = [name for name, area in board.areas.items() if board.index[number] in area.hexes]
    return value in result, " ".join(result) or "none"


def _drop(board: Board, number: str, value: str) -> Finding:
    result = board.drop_letters[board.index[number]]
    return value in result, " ".join(result) or "none"


def _line(board: Board, side: str, value: str) -> Finding:
    """Test whether the hexside is part of a line of this kind."""
    result = sorted({line.kind for line in board.lines if side in line.hexsides})
    return value in result, " ".join(result) or "none"


def _off_map(board: Board, number: str, _: str) -> Finding:
    return number not in board.index, "on the map"


def _on_map(_: Board, number: str, __: str) -> Finding:
    return True, "yes"  # check() has turned away hexes off the map


TESTS: dict[str, Callable[[Board, str, str], Finding]] = {
    "terrain": _terrain,
    "neighbour_terrain": _neighbour_terrain,
    "terrain_east": _terrain_east,
    "settlement": _settlement,
    "place": _place,
    "water": _water,
    "bridge": _bridge,
    "crossing": _crossing,
    "same_side": _same_side,
    "other_side": _other_side,
    "road": _road,
    "road_link": _road_link,
    "adjacent": _adjacent,
    "on_map": _on_map,
    "mark": _mark,
    "victory": _victory,
    "area": _area,
    "drop": _drop,
    "line": _line,
    "off_map": _off_map,
}
"""The test for each ``kind`` of ``hexfacts.csv``."""
