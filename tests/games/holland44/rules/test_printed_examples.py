"""Printed examples that concern more than one chapter, each named by its page."""

from __future__ import annotations

import pytest

from engine.games.holland44.positions import setting
from tests.games.holland44.rules.tabletop import unit

EDGES = {
    "N": {"side": "allied", "hexes": [f"{r:02d}01" for r in range(1, 11)]},
    "G": {"side": "german", "hexes": [f"{r:02d}10" for r in range(1, 11)]},
}


def test_page_6_bridges_that_the_german_may_blow_in_his_phase(diagram):
    """A: no Allied unit near; B: no German; C: a bond or an Allied unit between; two others."""
    near, beside = "0505/0506", "0708/0709"
    a, b, bond, taken = "0109/0110", "0909/0910", "0303/0304", "0701/0702"
    bridges = {name: ["canal", "road_bridge"] for name in (near, beside, a, b, bond, taken)}
    germans = ("0504", "0708", "0109", "0302", "0703")
    allies = ("0507", "0710", "0909", "0203", "0404", "0702")
    units = [unit(f"g{n}", h) for n, h in enumerate(germans)]
    units += [unit(f"a{n}", h) for n, h in enumerate(allies)]
    board = {"hexsides": bridges, "phase": "artillery_resupply", "active": "german"}
    table = diagram(units, **board).next()
    assert table.asked == ("german", "bridges", ["done", f"blow {near}", f"blow {beside}"])
    assert table.choose(f"blow {near}", 2).state()["bridges"][near] == "intact"
    assert table.choose(f"blow {near}", 3).state()["bridges"][near] == "blown"


def test_page_18_a_desperate_defence_of_five_steps(diagram):
    """A1/D1, then 2, 1 and 4 in a city: the defender loses four steps, the attacker two."""
    ring = ("0505", "0507", "0406", "0407", "0606", "0607")
    attackers = [unit(f"a{n}", h, attack=3) for n, h in enumerate(ring)]
    defenders = [
        unit("g1", "0506", max_steps=3, defense=2),
        unit("g2", "0506", defense=1),
    ]
    city = {"0506": {"settlement": "city"}}
    table = diagram([*attackers, *defenders], hexes=city, phase="combat")
    names = [u["id"] for u in attackers]
    table = table.attack(" ".join(names), "0506", 5)
    assert table.state()["tracks"]["combat"] == "0506 3:1 5 A1/D1"
    table = table.choose("a0").choose("g1")
    table = table.choose("g1", 2)
    assert table.steps("g1") == 1  # the dash counts as 0/1
    table = table.choose("g1", 1)
    assert table.at("g1") == "eliminated-german"
    table = table.choose("g2", 4)
    assert table.asked[:2] == ("german", "loss")
    table = table.choose("a1")
    assert (table.at("g2"), table.steps("g2"), table.status("g2")) == ("0506", 1, {"engaged"})
    assert sum(table.steps(name) for name in names) == 10
    assert table.pending == []


def test_page_34_dice_of_two_and_four_take_those_traffic_markers(table):
    after = table({"turn": 4, "phase": "supply", "active": "german"}).next()
    for number in range(1, 5):
        after = after.choose(next(o for o in after.asked[2] if o.startswith(f"traffic-{number} ")))
    after = after.choose("done", 2, 4)
    markers = after.state()["markers"]
    assert {n for n in range(1, 5) if markers[f"traffic-{n}"]["at"].isdigit()} == {1, 3}


@pytest.mark.parametrize(("battalions", "winner"), [(5, "allied"), (4, None)])
def test_page_36_ten_points(table, battalions, winner):
    """Eindhoven (3), Nijmegen (2), and five supplied units over the Lower Rhine."""
    board = setting("campaign").board
    names = ("BR-2GH/46", "BR-7SH/46", "BR-4D/130", "BR-5D/130", "BR-7H/130")
    units = [{"id": name, "hex": "6221"} for name in names[:battalions]]
    units.append({"id": "BR-2-1P", "hex": "6221"})  # it came from the air and counts nothing
    wired = [b for b in board.bridges.values() if b.rule is None and b.kind in ("road", "rail")]
    position = {
        "turn": 9,
        "phase": "traffic",
        "active": "german",
        "clear_board": True,
        "units": units,
        "bridges": {b.hexside: "intact" for b in wired},
        "control": dict.fromkeys(("2608", "2707", "2708", "5320", "5321"), "allied"),
    }
    after = table(position)
    assert after.state()["victory_points"]["allied"] == 5 + battalions
    assert after.next().state()["tracks"].get("winner") == winner


@pytest.mark.parametrize(("die", "at"), [(4, "0507"), (2, "0506")])
def test_page_37_a_unit_moves_up_and_slips_away(diagram, die, at):
    units = [unit("g1", "0507"), unit("a1", "0505")]
    board = {"active": "german", "areas": EDGES, "options": {"disengagement": True}}
    table = diagram(units, **board).march("g1", "0507", "0506").next()
    table = table.apply({"kind": "disengage", "unit": "g1"}, [die])
    if die == 4:
        table = table.choose("g1 0506 0507")
        assert table.status("g1") == {"disrupted"}
    assert (table.at("g1"), table.pending) == (at, [])


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(
    ("side", "quality", "city", "fatal"),
    [("allied", "elite", True, {1}), ("german", "low", False, {1, 2, 3, 4, 5})],
)
def test_page_37_isolation(diagram, die, side, quality, city, fatal):
    """An elite airborne unit in a city loses a step on a 1, a green German on 1 to 5."""
    name = f"{side[0]}1"
    ring = ("0406", "0405", "0504", "0506", "0605", "0606")
    table = diagram(
        [unit(name, "0505", quality=quality, status=["out_of_supply"])],
        turn=2,
        phase="reorganization",
        active=side,
        areas=EDGES,
        hexes={"0505": {"settlement": "city"}} if city else {},
        hexsides={"/".join(sorted(("0505", h))): ["major_river"] for h in ring},
        options={"isolation_attrition": True},
    ).next(die)
    assert table.steps(name) == (1 if die in fatal else 2)
