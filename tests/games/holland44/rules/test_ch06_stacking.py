"""Chapter 6: stacking, with the examples of page 7."""

from __future__ import annotations

import pytest

from engine.games.holland44 import positions
from engine.games.holland44.rules.ch06_stacking import battalion
from engine.modules.module import load_module
from tests.games.holland44.rules.tabletop import tank, unit


def levels(table, name, *path, mode="normal"):
    return {v["rule"]: v["level"] for v in table.move(name, *path, mode=mode)["verdicts"]}


def test_two_units_and_one_that_stacks_free(diagram):
    here = [unit("a1", "0505"), unit("a2", "0505")]
    gun = unit("a3", "0504", kind="engineer", attack=1, max_steps=1)
    third = unit("a4", "0504")
    table = diagram([*here, gun, third])
    assert "6.4.1" not in levels(table, "a3", "0504", "0505")
    assert levels(table, "a4", "0504", "0505")["6.4.1"] == "info"


def test_only_one_free_unit_stacks_free(diagram):
    here = [unit("a1", "0505"), unit("a2", "0505"), unit("a3", "0505", kind="flak", armor=2)]
    table = diagram([*here, unit("a4", "0504", kind="engineer", max_steps=1)])
    assert levels(table, "a4", "0504", "0505")["6.4.1"] == "info"


def test_a_one_step_tank_unit_stacks_free_only_without_other_tanks(diagram):
    tanks = [tank("a3", "0504", max_steps=1)]
    infantry = [unit("a1", "0505"), unit("a2", "0505")]
    assert "6.4.1" not in levels(diagram([*infantry, *tanks]), "a3", "0504", "0505")
    mixed = [unit("a1", "0505"), tank("a2", "0505")]
    assert "6.4.1" in levels(diagram([*mixed, *tanks]), "a3", "0504", "0505")


def test_page_7_half_battalions_count_as_one(diagram):
    halves = [
        unit("a1", "0505", half_battalion="a2"),
        unit("a2", "0505", half_battalion="a1"),
        unit("a3", "0505"),
    ]
    assert "6.4.1" not in levels(
        diagram([*halves[1:], unit("a1", "0504", half_battalion="a2")]), "a1", "0504", "0505"
    )
    apart = [{**u, "half_battalion": None} for u in halves[1:]]
    assert "6.4.1" in levels(diagram([*apart, unit("a1", "0504")]), "a1", "0504", "0505")


def test_more_than_nine_steps_are_lost_at_the_end_of_the_phase(diagram):
    here = [unit(f"a{n}", "0505", max_steps=3) for n in range(3)]
    table = diagram([*here, unit("a9", "0504", max_steps=1)])
    assert levels(table, "a9", "0504", "0505")["6.4.1"] == "warn"


def test_mechanized_units_enter_an_overstacked_hex_only_tactically(diagram):
    here = [unit(f"a{n}", "0505") for n in range(3)]
    table = diagram([*here, tank("a9", "0504"), unit("a8", "0504")])
    assert table.broken("a9", "0504", "0505") == {"6.4.2"}
    assert table.broken("a9", "0504", "0505", mode="tactical") == set()
    assert table.broken("a8", "0504", "0505") == set()
    assert table.reach("a9", "normal").get("0505") is None
    assert table.reach("a9", "tactical")["0505"]["mode"] == "tactical"


def test_two_units_and_a_free_one_fight_from_and_in_an_overstacked_hex(diagram):
    attackers = [unit(f"a{n}", "0505") for n in range(3)]
    defenders = [unit(f"g{n}", "0506", defense=3 + n) for n in range(3)]
    found = diagram([*attackers, *defenders]).odds("a0", "a1", "a2", target="0506")
    assert not found["legal"]
    assert {v["rule"] for v in found["verdicts"]} == {"6.4.2"}
    assert found["defense"] == 4 + 5
    beaten = {s["unit"]: s for s in found["strengths"]}["g0"]
    assert beaten["used"] == 0
    assert beaten["why"] == [{"rule": "6.4.2", "factor": 0.0}]


def test_6_4_2_a_third_unit_of_an_overstacked_hex_attacks_no_other_hex_either(diagram):
    """Two units have attacked from the hex; a free-stacking one may still do so."""
    stack = [unit("a1", "0505"), unit("a2", "0505"), unit("a3", "0505", max_steps=1)]
    free = unit("a4", "0505", kind="engineer", attack=1, max_steps=1)
    foes = [unit("g1", "0506", defense=9), unit("g2", "0405", defense=3)]
    table = diagram([*stack, free, *foes], phase="combat").attack("a1 a2", "0506", 3)
    order = {"kind": "declare_attack", "attackers": ["a3"], "target": "0405"}
    assert {v["rule"] for v in table.refused(order, [1])["verdicts"]} == {"6.4.2"}
    assert table.attack("a4", "0405", 1).at("a4") != "0505"  # A1 at 1:3
    split = diagram([*stack, *foes], phase="combat").attack("a1", "0506", 1).attack("a2", "0405", 1)
    assert [a for a in split.ask("legal")["actions"] if a["kind"] == "declare_attack"] == []


def test_one_supply_head_in_a_hex(diagram):
    heads = [unit(f"a{n}", f"050{n}", kind="supply_head", max_steps=1) for n in (4, 5)]
    table = diagram(heads)
    assert table.broken("a4", "0504", "0505", mode="tactical") == {"6.1"}
    assert "0505" not in table.reach("a4")


def test_6_1_stacks_are_passed_through_without_penalty(diagram):
    here = [unit(f"a{n}", "0505") for n in range(2)]
    table = diagram([*here, unit("a9", "0504", movement=3)])
    assert levels(table, "a9", "0504", "0505", "0506") == {}
    assert table.reach("a9", "normal")["0506"]["cost"] == 2


def test_6_4_2_overstacked_units_stay_advance_and_defend_like_others(diagram):
    """Three units of two steps exceed the limit of units in a hex, but not of steps."""
    stack = [unit(f"a{n}", "0505", attack=9) for n in range(3)]
    areas = {"G": {"side": "german", "hexes": ["0510"]}, "N": {"side": "allied", "hexes": ["0501"]}}
    table = diagram([*stack, unit("g1", "0110")], areas=areas).next()
    assert (table.state()["phase"], table.pending) == ("combat", [])
    weak = unit("g1", "0506", defense=2, max_steps=1)
    won = diagram([*stack, weak], areas=areas, phase="combat").attack("a0 a1", "0506", 2)
    while won.asked[1] != "advance":
        won = won.choose(won.asked[2][0])
    assert {"a0 0505 0506", "a1 0505 0506"} <= set(won.asked[2])
    strong = [unit("g1", "0506", attack=30), *stack]
    held = diagram(strong, areas=areas, phase="combat", active="german").attack("g1", "0505", 4)
    while held.asked[1] == "loss":
        held = held.choose(held.asked[2][0])
    assert held.asked[1] == "determined"
    assert {"a0", "a1", "a2"} <= set(held.asked[2])


def test_6_5_nations_and_branches_stack_together(diagram):
    allies = ["British", "Polish", "American", "Canadian", "Dutch"]
    for n, nation in enumerate(allies):
        gun = unit("a3", "0505", kind="engineer", max_steps=1, nationality=allies[n - 2])
        here = unit("a1", "0505", nationality=nation)
        table = diagram([here, gun, unit("a2", "0504", nationality=allies[n - 1])])
        assert levels(table, "a2", "0504", "0505") == {}
    units = [unit("g1", "0505", nationality="SS"), unit("g2", "0504", nationality="Luftwaffe")]
    assert levels(diagram(units, active="german"), "g2", "0504", "0505") == {}


def test_6_1_supply_heads_do_not_count(diagram):
    here = [unit("a1", "0505"), unit("a2", "0505")]
    head = unit("a3", "0504", kind="supply_head", max_steps=1, movement=2)
    assert levels(diagram([*here, head]), "a3", "0504", "0505", mode="tactical") == {}


@pytest.mark.parametrize("named", ["first", "second"])
def test_page_7_one_half_that_names_the_other_is_enough(diagram, named):
    first = {"half_battalion": "a2"} if named == "first" else {}
    second = {"half_battalion": "a1"} if named == "second" else {}
    here = [unit("a2", "0505", **second), unit("a3", "0505")]
    table = diagram([*here, unit("a1", "0504", **first)])
    assert "6.4.1" not in levels(table, "a1", "0504", "0505")


def test_page_7_halves_are_known_by_their_counters_whatever_they_are_called():
    counters = load_module("holland44").counters.counters.values()
    half = next(c for c in counters if c.half_battalion)
    named = {"one": half.pieces()[0], "two": half.half_battalion}
    units = [{"id": name, "counter": c, "hex": "6122"} for name, c in named.items()]
    setting, state, _ = positions.read({"clear_board": True, "units": units})
    stack = list(setting.position(state).units.values())
    assert {battalion(u, stack) for u in stack} == {frozenset({"one", "two"})}
