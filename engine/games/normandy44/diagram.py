"""Diagram boards of questions: small boards for illustrations and tests."""

from __future__ import annotations

from typing import Any

from engine.board.board import Board
from engine.board.grid import Grid, hexside
from engine.games.normandy44.position_schema import BoardIn, HexIn
from engine.games.normandy44.vocabulary import GAME
from engine.rules.positions import boards
from engine.rules.positions.boards import BASIS

HEX_KM = 3.8
RIVERS = ("minor_river", "major_river")
MARKS = ("flooded", "causeway", "impassable", "all_sea", "airfield")


def diagram_board(given: BoardIn) -> Board:
    """Return the board of a diagram; raises Refused with the place of the fault."""
    marks, grid = boards.grid_of(given, boards.pointed_grid)
    boards.check_hexes(given.inside, grid, "board.inside")
    inside = _inside(given)
    sectors = _sectors(given, grid)
    hexes = {
        n: _hex(given.hexes.get(n) or HexIn(), given, n in inside, sectors.get(n, ())) for n in grid
    }
    sides = _sides(given, grid)
    roads = [boards.line(n, r.hexes, grid, r.road_class) for n, r in enumerate(given.roads)]
    areas = _areas(given, grid)
    return boards.load(GAME, marks, HEX_KM, hexes, sides, roads=roads, areas=areas)


def _inside(given: BoardIn) -> set[str]:
    """Return the hexes inside the perimeter: marked ones, or else the first hex of a side."""
    marked = {number for number, cell in given.hexes.items() if cell.inside} | {*given.inside}
    sides = [name.split("/") for name, words in given.hexsides.items() if "perimeter" in words]
    return marked | {first for first, second in sides if marked.isdisjoint((first, second))}


def _sectors(given: BoardIn, grid: Grid) -> dict[str, tuple[str, ...]]:
    """22.1.2a: return the army sectors of hexes by the nearer bank of the boundary, if any.

    The US sector is west of it, the Commonwealth's east; a hex as near to both is in both.
    """
    beside = [
        sorted(pair, key=_easting)
        for _, pair, words in boards.sides_of(given.hexsides, grid)
        if "army_boundary" in words
    ]
    result = {}
    for number in grid if beside else ():
        west, east = (
            min(grid.distance(number, h) for h in bank) for bank in zip(*beside, strict=True)
        )
        near = (("us_sector", west <= east), ("cw_sector", east <= west))
        result[number] = tuple(sector for sector, on in near if on)
    return result


def _easting(number: str) -> tuple[int, int]:
    """Return a key of how far east a hex lies; odd rows lie half a hex east."""
    return int(number[2:]), int(number[:2]) % 2


def _hex(own: HexIn, given: BoardIn, inside: bool, sectors: tuple[str, ...]) -> dict[str, Any]:
    cell: dict[str, Any] = {"terrain": own.terrain or given.terrain, "basis": BASIS}
    if own.settlement:
        cell |= {"settlement": own.settlement, "settlement_basis": BASIS}
    if own.name:
        cell["names"] = [own.name]
    marks = [
        word
        for word, on in (
            ("hilltop", own.hilltop),
            ("permanent_ip", own.improved_position),
            ("naval_zone", own.naval_zone),
            ("perimeter", inside),
        )
        if on
    ] + list(sectors)
    if marks:
        cell |= {"marks": marks, "mark_basis": dict.fromkeys(marks, BASIS)}
    return cell


def _sides(given: BoardIn, grid: Grid) -> dict[str, Any]:
    sides: dict[str, Any] = {}
    for _, pair, words in boards.sides_of(given.hexsides, grid):
        river = next((w for w in words if w in RIVERS), "")
        marks = [w for w in words if w in MARKS]
        side: dict[str, Any] = {"name": "", "basis": BASIS}
        if river:
            side["water"] = river
        if marks:
            side |= {"marks": marks, "mark_basis": dict.fromkeys(marks, BASIS)}
        sides[hexside(*pair)] = side
    return sides


def _areas(given: BoardIn, grid: Grid) -> dict[str, Any]:
    areas = {}
    for name, area in given.areas.items():
        boards.check_hexes(area.hexes, grid, f"board.areas.{name}.hexes")
        side = area.side or ("german" if area.kind in ("entry", "cherbourg") else "allied")
        key = name if area.kind == "entry" else f"{area.kind}-{name}"
        key = "cherbourg" if area.kind == "cherbourg" else key
        areas[key] = {"title": name, "side": side, "hexes": list(area.hexes), "basis": BASIS}
    return areas
