"""Supply lines (chapter 16): paths to the source, or cuts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.airbridge.expectations.reading import position
from tests.games.airbridge.test_probe import BOARD, GUARDS, SS
from tests.games.airbridge.test_probe import position as asked
from tests.games.normandy44.expectations.asking import Asker, result

ROAD = ["road 0506 0507 0508 0509 0510 0511 0512"]
EDGE = {"rim": {"kind": "edge", "hexes": ["0512"]}}


@pytest.fixture(scope="module")
def asker() -> Asker:
    return Asker()


def lines(asker: Asker, side: str, **words: Any) -> dict[str, Any]:
    """Return the supply of a side's units in a position on a diagram board."""
    ask = {"op": "supply", "side": side}
    pos = asker.position(position({"phase": "initial", "active": side, **words}, ask))
    found: dict[str, Any] = result(asker, {**ask, "pos": pos})["units"]
    return found


def test_a_german_reaches_a_road_and_the_road_the_edge(asker: Asker) -> None:
    units = ["x g infantry 4-4-6-4 @0504", "y g infantry 4-4-6-4 @0512"]
    found = lines(asker, "german", units=units, roads=ROAD, areas=EDGE)
    assert found["x"]["path"] == [f"05{row:02}" for row in range(4, 13)]
    assert found["x"]["source"] == "road"
    assert found["x"]["cut"] is None
    assert found["y"]["path"] == ["0512"], "he stands on the source"


def test_an_enemy_on_the_road_is_named(asker: Asker) -> None:
    units = ["x g infantry 4-4-6-4 @0504", "a u infantry 4-4-6-4 @0509"]
    found = lines(asker, "german", units=units, roads=ROAD, areas=EDGE)["x"]
    assert not found["supplied"]
    assert {"hex": "0509", "rule": "16.0k", "unit": "a"} in found["cut"]
    assert found["cut"][0]["hex"] == "0508", "his zone is met first"


def test_unit_out_of_range_reports_rule_without_blocker(asker: Asker) -> None:
    units = ["x g infantry 4-4-6-4 @0501"]
    found = lines(asker, "german", units=units, roads=ROAD, areas=EDGE)["x"]
    assert found["cut"] == [{"hex": "0501", "rule": "16.0m", "unit": None}]


def test_south_of_the_canal_no_german_is_supplied(asker: Asker) -> None:
    areas = {**EDGE, "south": {"kind": "west_of_canal", "hexes": ["0506"]}}
    found = lines(asker, "german", units=["x g infantry 4-4-6-4 @0506"], roads=ROAD, areas=areas)[
        "x"
    ]
    assert found["cut"] == [{"hex": "0506", "rule": "16.0q", "unit": None}]


def test_the_airborne_trace_to_their_own_zone_or_to_the_highway(asker: Asker) -> None:
    zone = [{"kind": "dz", "division": "82", "hex": "0503"}]
    units = ["a u/82 parachute 4-3-6-4 @0505 airborne", "b u/101 parachute 4-3-6-4 @0505 airborne"]
    found = lines(asker, "allied", units=units, markers=zone)
    assert found["a"]["path"] == ["0505", "0504", "0503"]
    assert found["a"]["source"] == "drop_zone"
    assert not found["b"]["supplied"]
    road = {
        "roads": ["highway 0512 0511 0510 0509 0508"],
        "areas": {"end": {"kind": "highway_south", "hexes": ["0508"]}},
    }
    found = lines(asker, "allied", units=units, markers=zone, **road)["b"]
    assert (found["source"], found["path"]) == ("highway", ["0505", "0506", "0507", "0508"])


def test_others_trace_down_the_highway(asker: Asker) -> None:
    road = {
        "roads": ["highway 0503 0504 0505 0506 0507 0508"],
        "areas": {"end": {"kind": "highway_south", "hexes": ["0508"]}},
    }
    units = ["a b infantry 4-3-6-4 @0404", "x g infantry 4-4-6-4 @0307"]
    found = lines(asker, "allied", units=units, **road)["a"]
    assert found["path"][1:] == ["0504", "0505", "0506", "0507", "0508"]
    units = ["a b infantry 4-3-6-4 @0404", "x g infantry 4-4-6-4 @0507"]
    found = lines(asker, "allied", units=units, **road)["a"]
    assert [cut["unit"] for cut in found["cut"]] == ["x"] * len(found["cut"])
    assert "0507" in [cut["hex"] for cut in found["cut"]]


@pytest.mark.parametrize(
    ("sides", "enemy", "supplied"),
    [
        ((), "0909", True),
        (("canal",), "0909", False),
        (("canal", "bridge"), "0909", True),
        ((), "0503", False),
    ],
)
def test_the_airborne_trace_no_hexes_over_water_or_through_enemies(
    sides: tuple[str, ...], enemy: str, supplied: bool
) -> None:
    """16.0k, 16.0o: two hexes from the zone, all of whose hexsides are alike."""
    zone = "0503"
    ring = ("0502", "0504", "0402", "0403", "0602", "0603")
    board = BOARD | {"hexsides": {f"{zone}/{n}": list(sides) for n in ring} if sides else {}}
    table = asked(
        GUARDS | {"id": "a", "hex": "0505", "airborne": True, "division": "82"},
        SS | {"id": "x", "hex": enemy},
        board=board,
        markers=[{"kind": "dz", "division": "82", "hex": zone}],
    )
    assert table.supply_of("a").supplied == supplied


def test_a_cut_of_the_highway_is_named_beside_a_zone_out_of_range(asker: Asker) -> None:
    """16.0k, 16.0o, 16.0p."""
    found = lines(
        asker,
        "allied",
        units=["a u/82 parachute 4-3-6-4 @0501 airborne", "x g infantry 4-4-6-4 @0504"],
        markers=[{"kind": "dz", "division": "82", "hex": "0512"}],
        roads=["highway 0506 0505 0504"],
        areas={"end": {"kind": "highway_south", "hexes": ["0504"]}},
    )["a"]
    assert not found["supplied"]
    assert {(cut["rule"], cut["unit"]) for cut in found["cut"]} == {("16.0k", "x")}


@pytest.mark.parametrize(
    ("turn", "words", "enemy", "supplied"),
    [
        (1, "cm", "0407", True),
        (1, "cm", "0508", False),
        (1, "", "0407", False),
        (2, "cm", "0407", False),
    ],
)
def test_allied_motorised_units_trace_through_zones_in_turn_1(
    asker: Asker, turn: int, words: str, enemy: str, supplied: bool
) -> None:
    """6.0e, 16.0k: the path to the highway, the highway, and the path to a drop zone."""
    board: dict[str, Any] = {
        "roads": ["highway 0503 0504 0505 0506 0507 0508"],
        "areas": {"end": {"kind": "highway_south", "hexes": ["0508"]}},
        "markers": [{"kind": "dz", "division": "82", "hex": "0508"}],
        "turn": turn,
    }
    for unit in ("b infantry 4-3-6-4 @0404", "u/82 parachute 4-3-6-4 @0505 airborne"):
        units = [f"a {unit} {words}", f"x g infantry 4-4-6-4 @{enemy}"]
        found = lines(asker, "allied", units=units, **board)["a"]
        assert found["supplied"] == supplied
        assert bool(found["cut"]) != supplied
    near = [
        "a b infantry 4-3-6-4 @0301 cm",
        "x g infantry 4-4-6-4 @0202",
        "y g infantry 4-4-6-4 @0302",
    ]
    assert lines(asker, "allied", units=near, **board)["a"]["supplied"] == (turn == 1)


@pytest.mark.parametrize(
    ("hex_", "cut"),
    [
        ("0502", {("0503", "16.0k", "a"), ("0504", "16.0k", "a")}),
        ("0501", {("0501", "16.0m", None)}),
    ],
)
def test_an_enemy_cuts_only_what_would_be_in_range(
    asker: Asker, hex_: str, cut: set[tuple[str, str, str | None]]
) -> None:
    """16.0k, 16.0m: four points to the road by four clear hexes, but not five."""
    units = [f"x g infantry 4-4-6-4 @{hex_}", "a u infantry 4-4-6-4 @0504"]
    found = lines(asker, "german", units=units, roads=ROAD, areas=EDGE)["x"]
    assert not found["supplied"]
    assert cut <= {(one["hex"], one["rule"], one["unit"]) for one in found["cut"]}


def test_the_airborne_count_hexes_whatever_their_terrain_to_their_zone(asker: Asker) -> None:
    """16.0o: the path is straight through a forest and ends at the zone, not along its road."""
    found = lines(
        asker,
        "allied",
        units=["a u/82 parachute 4-3-6-4 @0507 airborne", "x g infantry 4-4-6-4 @1212"],
        markers=[{"kind": "dz", "division": "82", "hex": "0503"}],
        hexes={f"05{row:02}": "forest" for row in (4, 5, 6)},
        roads=["road 0503 0502 0501"],
        areas={"rim": {"kind": "edge", "hexes": ["0501"]}},
    )["a"]
    assert found["path"] == ["0507", "0506", "0505", "0504", "0503"]
