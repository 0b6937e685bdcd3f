"""Diagram boards of questions: small boards for illustrations and tests, under the game's rules."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from engine.board.grid import Grid, Sheet, hexes_of, hexside
from engine.games.marketgarden.given import BoardIn, HexIn, RoadIn
from engine.games.marketgarden.ground import Crossing, Land, Pair
from engine.games.marketgarden.lands import land
from engine.i18n import t
from engine.questions import Refused

RIVER = "river"
"""The name of a river on a diagram."""


def diagram_grid(rows: tuple[int, int], cols: tuple[int, int]) -> Grid:
    """A rectangle of flat tops numbered CCRR from the north-west, even columns lower."""
    runs = tuple((col, *rows) for col in range(cols[0], cols[1] + 1))
    return Grid(
        [Sheet("", 0, 0, runs)],
        numbering="CCRR",
        orientation="flat",
        shifted="even",
        rows_from="north",
    )


def diagram_land(given: BoardIn, cities: Mapping[str, int]) -> Land:
    """The land of a diagram. Raises Refused with the place of the fault."""
    for low, high in (given.rows, given.cols):
        if not 0 <= low <= high <= 99:
            raise Refused("bad_position", t("probe.board_size"), "board.rows")
    grid = diagram_grid(given.rows, given.cols)
    index = {number: i for i, number in enumerate(grid)}
    for number in given.hexes:
        if number not in index:
            raise Refused("unknown_hex", t("probe.hex", hex=number), f"board.hexes.{number}")
    cells = [given.hexes.get(number, HexIn()) for number in index]
    rivers, crossings = _sides(given, grid, index)
    roads: set[Pair] = set()
    red: set[int] = set()
    for n, road in enumerate(given.roads):
        hexes = _chain(road, grid, index, f"board.roads[{n}].hexes")
        roads.update(pairwise(hexes))
        if road.road_class == "red":
            red.update(hexes)
    return land(
        grid,
        [cell.terrain or given.terrain for cell in cells],
        rivers,
        crossings,
        roads,
        red,
        {cell.name: i for i, cell in enumerate(cells) if cell.name},
        cities,
    )


def _sides(
    given: BoardIn, grid: Grid, index: Mapping[str, int]
) -> tuple[dict[Pair, str], list[Crossing]]:
    rivers: dict[Pair, str] = {}
    crossings: list[Crossing] = []
    for name, words in given.hexsides.items():
        pair = hexes_of(name)
        where = f"board.hexsides.{name}"
        if pair is None or not set(pair) <= index.keys() or grid.distance(*pair) != 1:
            raise Refused("unknown_hex", t("probe.hexside", hexside=name), where)
        a, b = pair
        ends = (index[min(a, b)], index[max(a, b)])
        water = {"river", "canal"}.intersection(words)
        bridges = {"bridge", "ferry"}.intersection(words)
        if bridges and not water:
            raise Refused("bad_position", t("probe.no_water", hexside=name), where)
        if water:
            rivers[ends] = RIVER
        for word in sorted(bridges):
            side = hexside(a, b)
            crossings.append(Crossing(side, ends, side, word == "ferry"))
    return rivers, crossings


def _chain(road: RoadIn, grid: Grid, index: Mapping[str, int], where: str) -> list[int]:
    for n, number in enumerate(road.hexes):
        if number not in index:
            raise Refused("unknown_hex", t("probe.hex", hex=number), f"{where}[{n}]")
    for n, (a, b) in enumerate(pairwise(road.hexes), 1):
        if grid.distance(a, b) != 1:
            raise Refused("bad_position", t("probe.gap", here=a, there=b), f"{where}[{n}]")
    return [index[number] for number in road.hexes]
