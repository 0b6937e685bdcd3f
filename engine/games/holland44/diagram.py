"""Diagram boards of questions: small boards for illustrations and tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.board.board import Area, Board
from engine.board.grid import Grid, hexes_of, hexside
from engine.games.holland44.constants import GAME
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules.positions import boards
from engine.rules.positions.boards import BASIS
from engine.rules.positions.shape import AreaIn, BoardIn, HexIn

HEX_KM = 2
CITY = 1
"""26.5.1: points for each city hex."""


def ordered(name: str) -> str | None:
    """Return a hexside with its smaller hex first, or None if the name is invalid."""
    a, b = hexes_of(name) or ("", "")
    return hexside(a, b) if len(a) == len(b) == 4 else None


def diagram_board(given: BoardIn, real: Mapping[str, Area]) -> Board:
    """Return the board of a diagram; raises Refused with the place of the fault.

    ``real`` supplies the sides of entry areas that the question does not name.
    """
    marks, grid = boards.grid_of(given, boards.pointed_grid)
    hexes = {number: _hex(given.hexes.get(number) or HexIn(), given) for number in grid}
    sides, bridges = _sides(given, grid)
    roads: list[dict[str, Any]] = []
    railways: list[dict[str, Any]] = []
    for n, road in enumerate(given.roads):
        if road.road_class == "railway":
            railways.append(boards.line(n, road.hexes, grid))
        else:
            roads.append(boards.line(n, road.hexes, grid, road.road_class))
    areas = {}
    for name, area in given.areas.items():
        checked = boards.check_hexes(area.hexes, grid, f"board.areas.{name}.hexes")
        areas[name] = _area(name, area, real, checked)
    return boards.load(
        GAME,
        marks,
        HEX_KM,
        hexes,
        sides,
        bridges=bridges,
        roads=roads,
        railways=railways,
        areas=areas,
    )


def _hex(own: HexIn, given: BoardIn) -> dict[str, Any]:
    return {
        "terrain": own.terrain or given.terrain,
        "basis": BASIS,
        "settlement": own.settlement,
        "settlement_basis": BASIS if own.settlement else None,
        "names": [own.name] if own.name else [],
        "victory": CITY if own.settlement == "city" else None,
    }


def _area(name: str, area: AreaIn, known: Mapping[str, Area], hexes: list[str]) -> dict[str, Any]:
    """Return an entry area; its default side is that of its letter and turn (19.2)."""
    if area.side is not None:
        return {"title": name, "side": area.side, "hexes": hexes, "basis": BASIS}
    real = known.get(name)
    if real is None:
        raise Refused(
            "bad_position", t("probe.holland44.area", area=name), f"board.areas.{name}.side"
        )
    changes = {str(turn): side for turn, side in real.side_from.items()}
    return {
        "title": name,
        "side": real.side,
        "side_from": changes,
        "hexes": hexes,
        "basis": BASIS,
    }


def _sides(given: BoardIn, grid: Grid) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    lying: dict[str, list[str]] = {}
    written: dict[str, str] = {}
    for name, words in given.hexsides.items():
        side = ordered(name)
        a, b = hexes_of(side or "") or ("", "")
        on_board = a in grid or b in grid
        if side is None or not a.isdigit() or b not in grid.ring(a) or not on_board:
            raise boards.unknown_hexside(name)
        lying.setdefault(side, []).extend(words)
        written.setdefault(side, name)
    sides: dict[str, Any] = {}
    bridges: list[dict[str, Any]] = []
    kinds = {"road_bridge": "road", "rail_bridge": "rail", "ferry": "ferry"}
    for side, every in lying.items():
        waters = [w for w in every if w not in kinds]
        features = [w for w in dict.fromkeys(every) if w in kinds]
        if not waters:
            if features:
                raise boards.no_water(written[side])
            continue
        water = max(waters, key=("minor_river", "canal", "major_river", "lake").index)
        others = [w for w in dict.fromkeys(waters) if w != water]
        sides[side] = boards.water_side(water, also=others)
        for word in features:
            kind = kinds[word]
            start = "ferry" if kind == "ferry" else "wired"
            bridges.append(boards.crossing(side, kind, kind, water, start))
    return sides, bridges
