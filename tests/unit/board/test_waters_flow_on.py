"""On boards compiled from tables no river ends in the middle of the drawn map."""

import json
from pathlib import Path

import pytest
import shapely

from engine.board.compile_map import compile_map
from engine.board.draw_curves import sampled, unpacked

RESOURCES = Path(__file__).parents[3] / "resources"
BEYOND = 0.4
"""Hex widths that a river goes on beyond the hexes at least, unless the frame ends before."""
HARBOURS = {"Beatrixkanaal": 1, "Eindhovens Kanaal": 1, "Zuid-Willemsvaart": 1}
"""Canals that end in a town on the board, with the number of their ends there."""


def drawn(game: str) -> dict:
    return json.loads((RESOURCES / game / "map.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", ["marketgarden", "airbridge"])
def test_every_water_ends_off_map_in_other_water_or_in_a_harbour(game: str) -> None:
    found = drawn(game)
    outlines = found["outline"]
    parts = outlines if isinstance(outlines[0], list) else [outlines]
    land = shapely.union_all([shapely.Polygon(unpacked(part)) for part in parts])
    lines = [(w["name"], shapely.LineString(sampled(unpacked(w["line"])))) for w in found["water"]]
    loose: dict[str, int] = {}
    for at, (name, line) in enumerate(lines):
        others = [other for k, (_, other) in enumerate(lines) if k != at]
        for end in (line.coords[0], line.coords[-1]):
            tip = shapely.Point(end)
            joined = any(other.distance(tip) < 0.3 for other in others)
            if not joined and land.distance(tip) < BEYOND:
                loose[name] = loose.get(name, 0) + 1
    assert {n: c for n, c in loose.items() if c > HARBOURS.get(n, 0)} == {}


@pytest.mark.parametrize("game", ["marketgarden", "airbridge"])
def test_brooks_are_drawn_without_hexsides(game: str) -> None:
    found = drawn(game)
    assert len(found["brooks"]) > 10
    board = json.loads((RESOURCES / game / "board.json").read_text(encoding="utf-8"))
    kinds = {side["water"] for side in board["hexsides"].values()}
    assert kinds <= {"river", "canal"}


@pytest.mark.soak  # compiling takes seconds
@pytest.mark.parametrize("game", ["marketgarden", "airbridge"])
def test_the_map_equals_a_new_build(game: str) -> None:
    assert compile_map(RESOURCES / game) == (RESOURCES / game / "map.json").read_bytes()
