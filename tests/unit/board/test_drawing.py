"""The compiled map: reproducible, complete, and consistent with the board."""

import itertools
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import shapely

from engine.board.compile_map import compile_map
from engine.board.draw_curves import HANDLE, bezier, packed, sampled, unpacked
from engine.board.grid import Grid, hexside

SPOTS = np.array(
    [(x / 20, y / 20) for x in range(-6, 7) for y in range(-6, 7) if x * x + y * y <= 36]
)
"""Points spread over the middle of a hex, 0.3 hex widths about its centre."""

MODULE = Path(__file__).parents[3] / "resources" / "holland44"
BOARD = json.loads((MODULE / "board.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def drawn() -> dict:
    return json.loads((MODULE / "map.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def grid(drawn: dict) -> Grid:
    spec = drawn["grid"]
    return Grid.read(spec)


@pytest.fixture(scope="session")
def waters(drawn: dict) -> shapely.Geometry:
    lines = [sampled(unpacked(w["line"])) for w in drawn["water"]]
    return shapely.MultiLineString(lines)


def area(drawn: dict, kind: str) -> shapely.Geometry:
    """Return a drawn land cover as a shape; rings inside others are holes."""
    rings = [shapely.Polygon(sampled(unpacked(r), closed=True)) for r in drawn["land"][kind]]
    total = shapely.Polygon()
    for ring in rings:
        total = total.symmetric_difference(ring.buffer(0))
    return total


@pytest.mark.soak  # `make check` compares the same bytes
def test_committed_map_equals_a_new_build() -> None:
    assert compile_map(MODULE) == (MODULE / "map.json").read_bytes()


def test_map_stays_small() -> None:
    assert (MODULE / "map.json").stat().st_size < 1_500_000


def test_every_named_water_of_the_board_is_drawn(drawn: dict) -> None:
    named = {(s["name"], s["water"]) for s in BOARD["hexsides"].values()}
    assert {(w["name"], w["kind"]) for w in drawn["water"]} == named


def test_drawn_water_matches_water_hexsides(grid: Grid, waters: shapely.Geometry) -> None:
    """A line between centres crosses drawn water exactly where the board has a water hexside."""
    shapely.prepare(waters)
    wrong = []
    for number in grid:
        for other in grid.neighbors(number):
            if other > number:
                walk = shapely.LineString([grid.center(number), grid.center(other)])
                if waters.intersects(walk) != (hexside(number, other) in BOARD["hexsides"]):
                    wrong.append(hexside(number, other))
    assert wrong == []


def test_no_water_is_drawn_over_the_middle_of_a_hex(grid: Grid, waters: shapely.Geometry) -> None:
    near = [n for n in grid if waters.distance(shapely.Point(grid.center(n))) < 0.2]
    assert near == []


def test_roads_run_through_the_hexes_of_the_board_and_no_others(drawn: dict, grid: Grid) -> None:
    links = {
        hexside(a, b)
        for r in BOARD["roads"]
        for a, b in zip(r["hexes"], r["hexes"][1:], strict=False)
    }
    seen = set()
    for road in drawn["roads"]:
        hexes = [grid.hex_at(p) for p in sampled(unpacked(road["line"]), steps=12)]
        inside = [h for h in hexes if h is not None]
        seen |= {hexside(a, b) for a, b in itertools.pairwise(inside) if a != b}
    assert links <= seen
    # A bend may cut the tip of a hex beside the road.
    assert len(seen - links) <= 12


def test_roads_cross_great_water_only_at_a_bridge_or_a_ferry(drawn: dict) -> None:
    great = shapely.MultiLineString(
        [
            sampled(unpacked(w["line"]))
            for w in drawn["water"]
            if w["kind"] in ("major_river", "canal")
        ]
    )
    spots = shapely.MultiPoint([unpacked(b["at"])[0] for b in drawn["bridges"]])
    frame = shapely.box(*[c / 1000 for c in drawn["frame"]]).buffer(-0.9)
    loose = []
    for road in drawn["roads"]:
        crossing = shapely.LineString(sampled(unpacked(road["line"]))).intersection(great)
        loose += [
            (round(p.x, 2), round(p.y, 2))
            for p in shapely.get_parts(crossing)
            if frame.contains(p) and spots.distance(p) > 0.15
        ]
    assert loose == []


@pytest.mark.parametrize(
    ("cover", "terrains"),
    [
        ("woods", ("woods", "polder_woods")),
        ("polder", ("polder", "polder_woods")),
        ("marsh", ("marsh",)),
    ],
)
def test_hexes_look_like_their_terrain(
    drawn: dict, grid: Grid, cover: str, terrains: tuple[str, ...]
) -> None:
    own = area(drawn, cover)
    # Trees spill a little over the edge of a hex, onto whatever lies there.
    wooded = own.union(area(drawn, "woods"))
    shapely.prepare(own)
    shapely.prepare(wooded)
    for number in grid:
        terrain = BOARD["hexes"][number]["terrain"]
        if terrain == "polder_woods" and cover == "polder":
            continue  # trees stand on it
        u, v = grid.center(number)
        ground = own if terrain not in terrains else wooded
        share = shapely.contains_xy(ground, u + SPOTS[:, 0], v + SPOTS[:, 1]).mean()
        assert share > 0.9 if terrain in terrains else share < 0.25, number


def test_every_bridge_of_the_board_is_drawn_on_its_hexside(drawn: dict, grid: Grid) -> None:
    at = {b["id"]: unpacked(b["at"])[0] for b in drawn["bridges"]}
    assert set(at) == {b["id"] for b in BOARD["bridges"]}
    for bridge in BOARD["bridges"]:
        a, b = (grid.center(n) for n in bridge["hexside"].split("/"))
        middle = shapely.Point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        assert middle.distance(shapely.Point(at[bridge["id"]])) < 0.4, bridge["id"]


def test_every_settlement_is_drawn_in_its_hex(drawn: dict, grid: Grid) -> None:
    drawn_in = Counter(h for s in drawn["settlements"] for h in s["hexes"])
    for number, facts in BOARD["hexes"].items():
        if facts.get("settlement"):
            assert drawn_in[number] >= 1, number
    for settlement in drawn["settlements"]:
        if settlement["rank"] != "city":
            assert grid.hex_at(unpacked(settlement["at"])[0]) == settlement["hexes"][0]


def test_entry_areas_cover_the_edge_of_their_hexes(drawn: dict) -> None:
    assert {a["letter"] for a in drawn["areas"]} == set(BOARD["areas"])
    assert all(a["bands"] for a in drawn["areas"])


def test_curves_go_through_their_points() -> None:
    points = [(0.0, 0.0), (1.0, 0.2), (1.5, 1.0), (1.4, 2.0)]
    pieces = bezier(points)
    assert [p[0] for p in pieces] == points[:-1]
    assert pieces[-1][3] == points[-1]
    assert len(bezier(points, closed=True)) == 4
    assert 0 < HANDLE < 0.5


def test_packing_keeps_thousandths() -> None:
    assert unpacked(packed([(1.2344, -0.0006)])) == [(1.234, -0.001)]
