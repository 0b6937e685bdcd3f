"""Reasons for being out of supply: the break of the path, its rule and its unit (18.3)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.effects import SetControl
from engine.core.reducer import apply
from engine.rules.answers import SupplyLine
from tests.games.holland44.rules.tabletop import Json, at, seen, unit

AREAS = {"N": {"side": "allied", "hexes": ["0501"]}, "G": {"side": "german", "hexes": ["0110"]}}
ROAD = [{"class": "minor", "hexes": [f"05{c:02d}" for c in range(1, 11)]}]
FAR = unit("g9", "0110")


def line(
    *units: Json, name: str = "a1", last_held: str = "", **given: Any
) -> tuple[SupplyLine, Any]:
    board = {"areas": AREAS, "roads": ROAD, **given.pop("board", {})}
    position = seen([*units, FAR], board=board, **given)
    if last_held:
        taken = SetControl(hex=last_held, before=None, after="german")
        ruleset = position.ruleset
        position = ruleset.answers(apply(position.state, (taken,), ruleset.places))
    return position.supply_of(name), position


def cut(*units: Json, **given: Any) -> set[tuple[str, str, str | None]]:
    """Return the breaks of a1's supply path; empty if it is in supply."""
    found, position = line(*units, **given)
    assert found.supplied is (not found.cuts)
    return {(position.number(c.place), c.rule, c.unit) for c in found.cuts}


LAKES = {
    "hexes": {f"{row:02d}{col:02d}": {"terrain": "lake"} for row in (4, 6) for col in range(1, 11)}
}
"""A strip of dry land: the road along row 5, with lakes to both sides."""
SHORE = {(f"{row:02d}{col:02d}", "18.3.1", None) for row in (4, 6) for col in range(1, 11)}


def on_the_strip(*units: Json, **given: Any) -> set[tuple[str, str, str | None]]:
    """Return the breaks of the supply path of a unit on the strip, except the lakes beside it."""
    board = {**LAKES, **given.pop("board", {})}
    return cut(unit("a1", "0509"), *units, board=board, **given) - SHORE


def test_18_3_2_the_strip_itself_is_open():
    assert on_the_strip() == set()
    found, position = line(unit("a1", "0509"), board=LAKES)
    assert found.source == "N"
    assert [position.number(i) for i in found.path] == [f"05{c:02d}" for c in range(9, 0, -1)]


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        # 18.3.2b: an enemy on the road; his zone lies before him.
        ([unit("g1", "0503")], {("0504", "18.3.2", "g1")}),
        # 25.2.1: an unknown unit too.
        ([unit("g1", "0503", kind="unknown")], {("0504", "18.3.2", "g1")}),
        # 14.3.2: a unit in full retreat has no zone; its hex is barred.
        ([unit("g1", "0503", status=["full_retreat"])], {("0503", "18.3.2", "g1")}),
        # A friend on the road does not cancel EZOC for the road part.
        ([unit("g1", "0503"), unit("a2", "0504")], {("0504", "18.3.2", "g1")}),
    ],
)
def test_18_3_2b_enemies_on_the_road(units: list[Json], expected: set[Any]):
    assert on_the_strip(*units) == expected


@pytest.mark.parametrize(
    ("words", "state", "active", "expected"),
    [
        (["canal", "road_bridge"], "intact", "allied", set()),
        (["canal", "road_bridge"], "wired", "allied", {("0503", "18.3.2", None)}),
        (["canal", "road_bridge"], "blown", "allied", {("0503", "18.3.2", None)}),
        (["canal", "rail_bridge"], "intact", "allied", {("0503", "18.3.2", None)}),
        (["minor_river"], None, "allied", set()),
        (["canal"], None, "allied", {("0503", "18.3.2", None)}),
    ],
)
def test_18_3_2c_water_under_the_road(
    words: list[str], state: str | None, active: str, expected: set[Any]
):
    """The Allies need an intact marker; a railway bridge carries no road."""
    board = {**LAKES, "hexsides": {"0503/0504": words}}
    bridges = {"0503/0504": state} if state else {}
    assert on_the_strip(board=board, bridges=bridges) == expected


def test_18_3_2c_the_germans_need_a_bridge_without_a_marker():
    areas = {"G": {"side": "german", "hexes": ["0501"]}}
    board = {"roads": ROAD, "areas": areas, **LAKES,
             "hexsides": {"0503/0504": ["canal", "road_bridge"]}}  # fmt: skip
    for state, supplied in (("wired", True), ("intact", False), ("blown", False)):
        position = seen([unit("g1", "0509"), unit("a1", "0110")], board=board,
                        bridges={"0503/0504": state})  # fmt: skip
        assert position.supply_of("g1").supplied is supplied


def test_18_3_2b_an_empty_city_last_held_by_the_enemy():
    city = {"hexes": {**LAKES["hexes"], "0503": {"settlement": "city"}}}
    assert on_the_strip(board=city) == set()
    assert on_the_strip(board=city, last_held="0503") == {("0503", "18.3.2", None)}
    town = {"hexes": {**LAKES["hexes"], "0503": {"settlement": "town"}}}
    assert on_the_strip(board=town, last_held="0503") == set()


# -- 18.3.1: across country -----------------------------------------------------------------------

OFF = {"roads": [], "areas": {"N": {"side": "allied", "hexes": ["0501"]}}}


def across(*units: Json, start: str = "0503", **given: Any) -> set[tuple[str, str, str | None]]:
    """Three hexes of the strip without a road, between a unit and its area."""
    board = {**OFF, **LAKES, **given.pop("board", {})}
    return cut(unit("a1", start), *units, board=board, **given) - SHORE


def test_18_3_1a_four_hexes_count_from_beyond_the_map_edge():
    """The area's first hex is one hex from it: 0504 is the fourth, 0505 is too far."""
    for start, supplied in (("0504", True), ("0505", False)):
        found, _ = line(unit("a1", start), board={**OFF, **LAKES})
        assert found.supplied is supplied
    bare, position = line(unit("a1", "0505"), board=OFF)
    assert [(position.number(c.place), c.rule, c.unit) for c in bare.cuts] == [
        ("0505", "18.3.1", None)
    ]


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ([unit("g1", "0502")], {("0502", "18.3.1", "g1")}),
        ([unit("g1", "0502", status=["full_retreat"])], {("0502", "18.3.1", "g1")}),
    ],
)
def test_18_3_1b_no_trace_enters_an_enemy_hex(units: list[Json], expected: set[Any]):
    assert across(*units) == expected


def test_18_3_1b_one_empty_hex_in_ezoc_is_no_bar_two_are():
    """Guns beside the strip: the zone of one lies on 0502 and 0503."""
    dry = {n: t for n, t in LAKES["hexes"].items() if n != "0403"}
    board = {"hexes": dry}
    # 0403 is next to 0502 and 0503; 0503 holds the unit itself, which cancels EZOC there.
    assert across(unit("g1", "0403"), board=board) == set()
    far = across(unit("g1", "0403"), start="0504", board=board)
    assert ("0502", "18.3.1", "g1") in far
    helped = across(unit("g1", "0403"), unit("a2", "0503"), start="0504", board=board)
    assert helped == set()


def test_18_3_1b_a_major_river_bars_and_a_canal_does_not():
    river = across(board={**LAKES, "hexsides": {"0502/0503": ["major_river"]}})
    assert river == {("0502", "18.3.1", None)}
    assert across(board={**LAKES, "hexsides": {"0502/0503": ["canal"]}}) == set()
    assert across(board={**LAKES, "hexsides": {"0502/0503": ["minor_river"]}}) == set()


def test_7_4_2d_bonds_bar_supply_and_name_a_unit():
    """g1 and g2 to both sides of the strip close the hexside between 0502 and 0503."""
    dry = {n: t for n, t in LAKES["hexes"].items() if n not in ("0403", "0603")}
    units = [unit("g1", "0403"), unit("g2", "0603")]
    found, position = line(unit("a1", "0504"), *units, board={**OFF, "hexes": dry})
    bonds = {b.hexside or b.hex for b in position.zones("german").bonds}
    assert bonds
    told = {(position.number(c.place), c.rule, c.unit) for c in found.cuts} - SHORE
    assert "7.4.2" in {rule for _, rule, _ in told}
    assert all(who in ("g1", "g2") for _, rule, who in told if rule == "7.4.2")


@pytest.mark.parametrize(("rivers", "closed"), [([], "0503"), (["0403/0503", "0503/0603"], "0502")])
def test_7_4_2d_a_bond_over_a_road_is_reported_as_its_zone(rivers: list[str], closed: str):
    """The bond runs through 0502, 0503 or both: its zone there cuts the road (18.3.2)."""
    dry = {n: t for n, t in LAKES["hexes"].items() if n not in ("0403", "0603")}
    board = {"hexes": dry, "hexsides": {side: ["major_river"] for side in rivers}}
    units = [unit("a1", "0509"), unit("g1", "0403"), unit("g2", "0603")]
    found, position = line(*units, board=board)
    sides = [{position.number(i) for i in b.hexside} for b in position.zones("german").bonds]
    assert sides == [{"0502", "0503"}]
    told = {(position.number(c.place), c.rule) for c in found.cuts}
    assert {t for t in told if t[0] in sides[0]} == {(closed, "18.3.2")}


def test_18_2_1_in_an_area_a_unit_has_the_supply_of_its_side():
    mine, position = line(unit("a1", "N"))
    assert (mine.supplied, mine.source, mine.path) == (True, "N", (at(position, "N"),))
    areas = {**AREAS, "A": {"side": "german", "hexes": ["1001"]}}
    theirs, position = line(unit("a1", "A"), board={"areas": areas})
    assert not theirs.supplied
    assert [(c.place, c.rule) for c in theirs.cuts] == [(at(position, "A"), "18.3.1")]
    assert not position.supply("allied")["a1"].supplied


def test_18_6_a_canal_on_the_only_path_is_reported():
    canal = {"0501/0502": ["canal"]}
    found, _ = line(unit("a1", "0503"), board={**OFF, **LAKES, "hexsides": canal})
    assert (found.supplied, dict(found.notes)) == (True, {"over_canal": True})
    plain, _ = line(unit("a1", "0503"), board={**OFF, **LAKES})
    assert (plain.supplied, dict(plain.notes)) == (True, {})


@pytest.mark.parametrize(
    ("units", "board", "supplied"),
    [
        ([], {}, True),
        ([unit("g1", "0501")], {}, False),
        ([unit("g1", "0501", status=["full_retreat"])], {}, False),
        ([], {"hexes": {"0501": {"terrain": "lake"}}}, False),
    ],
)
def test_18_2_1_no_supply_comes_in_by_a_hex_that_is_closed(
    units: list[Json], board: Json, *, supplied: bool
):
    """The only hex of the area is the enemy's, or under water."""
    found, _ = line(unit("a1", "0503"), *units, board={"roads": [], **board})
    assert found.supplied is supplied
