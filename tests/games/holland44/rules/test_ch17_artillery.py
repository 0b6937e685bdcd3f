"""Chapter 17: moving artillery, its limited moved markers, support and resupply."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import unit


def gun(name, hex_="0505", **fields):
    return unit(name, hex_, kind="artillery", movement=1, max_steps=1, range=6, **fields)


def mark(name, on=True, marker="moved"):
    return {"kind": "mark", "unit": name, "marker": marker, **({} if on else {"on": False})}


def rules(table, action):
    return {v["rule"] for v in table.refused(action)["verdicts"] if v["level"] == "forbid"}


def test_17_3_artillery_goes_one_hex_and_still_fires(diagram):
    units = [gun("a1", "0503"), unit("a2", "0505", attack=9), unit("g1", "0506")]
    for path, told in ((["0503", "0504"], set()), (["0503", "0504", "0404"], {"17.3"})):
        verdicts = diagram(units).move("a1", *path, mode="tactical")["verdicts"]
        assert {v["rule"] for v in verdicts} == told
    one = diagram(units).march("a1", "0503", "0504", mode="tactical")
    assert one.status("a1") == set()
    assert one.next().odds("a2", target="0506", artillery=["a1"])["legal"]
    two = diagram(units).march("a1", "0503", "0504", "0404", mode="tactical")
    assert two.status("a1") == {"disrupted"}
    assert not two.next().odds("a2", target="0506", artillery=["a1"])["legal"]


def test_17_3_artillery_is_a_vehicle_unit(diagram):
    hexes = {"0506": {"terrain": "marsh"}}
    table = diagram([gun("a1"), unit("g1", "0110")], hexes=hexes)
    assert table.broken("a1", "0505", "0506", mode="tactical") == {"8.6.2"}


def test_17_3_under_a_moved_marker_artillery_goes_five_points(diagram):
    roads = [{"class": "primary", "hexes": [f"05{n:02d}" for n in range(5, 11)]}]
    table = diagram([gun("a1"), unit("g1", "0110")], roads=roads)
    assert "0508" not in table.reach("a1")
    marked = table.apply(mark("a1"))
    assert marked.last["sentence"] == "a1 gets a marker: Moved."
    assert marked.reach("a1")["0510"]["cost"] == pytest.approx(5 / 3, abs=1e-5)
    moved = marked.march("a1", "0505", "0506", "0507")
    assert moved.status("a1") == {"moved"}
    assert rules(moved, mark("a1", on=False)) == {"17.3"}  # it stays to the next phase


def test_17_3_the_marker_is_removed_or_placed_again_in_the_next_movement_phase(diagram):
    units = [gun("a1", status=["moved"]), gun("a2", "0605"), unit("g1", "0110")]
    table = diagram(units).apply(mark("a1", on=False)).apply(mark("a2"))
    assert (table.status("a1"), table.status("a2")) == (set(), {"moved"})


@pytest.mark.parametrize(("side", "most", "status"), [("a", 3, "moved"), ("g", 2, "moved_german")])
def test_17_3_the_allies_have_three_and_the_germans_two(diagram, side, most, status):
    guns = [gun(f"{side}{n}", f"0{n}05") for n in range(1, 5)]
    enemy = unit("g9" if side == "a" else "a9", "0910")
    table = diagram([*guns, enemy], active="allied" if side == "a" else "german")
    for n in range(1, most + 1):
        table = table.apply(mark(f"{side}{n}"))
        assert table.status(f"{side}{n}") == {status}
    assert rules(table, mark(f"{side}4")) == {"17.3"}
    assert not [a for a in table.ask("legal")["actions"] if a == mark(f"{side}4")]


def test_17_3_the_marker_comes_out_of_its_box_and_goes_back(table):
    position = {"turn": 3, "phase": "movement", "active": "allied"}
    given = table(position).apply(mark("BR-5AGRA"))
    boxes = [m["at"] for m in given.state()["markers"].values() if m["kind"] == "moved"]
    assert boxes.count("moved-allied") == 2
    back = given.apply(mark("BR-5AGRA", on=False))
    assert back.state()["markers"] == table(position).state()["markers"]


@pytest.mark.parametrize(
    ("fields", "board", "action"),
    [
        ({"status": ["moved"]}, {}, mark("a1")),
        ({}, {}, mark("a1", on=False)),
        ({}, {"phase": "combat"}, mark("a1")),
        ({}, {"active": "german"}, mark("a1")),
        ({}, {}, mark("a1", marker="gold")),
    ],
)
def test_17_3_orders_that_are_refused(diagram, fields, board, action):
    assert rules(diagram([gun("a1", **fields), unit("g1", "0110")], **board), action) == {"17.3"}


def test_17_3_only_artillery_needs_one(diagram):
    assert rules(diagram([unit("a1", "0505"), unit("g1", "0110")]), mark("a1")) == {"17.3"}


@pytest.mark.parametrize(("formation", "may"), [("any", True), ("82 AB Div", False)])
def test_17_6_1_artillery_supports_remnants_which_are_of_any_formation(diagram, formation, may):
    units = [unit("a1", "0505", formation=formation), unit("g1", "0506")]
    units.append(gun("a9", "0504", formation="43 Inf Div"))
    found = diagram(units, phase="combat").odds("a1", target="0506", artillery=["a9"])
    assert found["legal"] is may


def test_17_8_1_artillery_in_another_area_traces_over_the_map(diagram):
    """One hex, and up to three more, from the first hex of its area to area N."""
    areas = {
        "M": {"side": "allied", "hexes": ["0801", "0901"]},
        "N": {"side": "allied", "hexes": ["0201", "0301"]},
    }
    board = {"areas": areas, "phase": "weather", "weather": "clear"}
    fired = [gun("a1", "M", status=["fired"])]
    assert diagram(fired, **board).next().status("a1") == {"fired"}
    road = [{"class": "minor", "hexes": ["0301", "0401", "0501"]}]
    assert diagram(fired, roads=road, **board).next().status("a1") == set()
    far = [{"class": "minor", "hexes": ["0301", "0401"]}]
    assert diagram(fired, roads=far, **board).next().status("a1") == {"fired"}
