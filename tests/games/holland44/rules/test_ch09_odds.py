"""Chapter 9: legal attacks, and the order of odds, shifts and limits."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import tank, unit


@pytest.mark.parametrize(
    ("attack", "defense", "ratio", "column"),
    [(40, 4, "10:1", "7:1"), (32, 4, "8:1", "7:1"), (28, 4, "7:1", "6:1"), (1, 5, "1:5", "1:3")],
)
def test_9_4_2_shifts_count_beyond_the_table(diagram, attack, defense, ratio, column):
    """A tank in the defence shifts one column to the left (10.3.2), from wherever the ratio is."""
    tanks = tank("g1", "0506", defense=1)
    units = [unit("a1", "0505", attack=attack), tanks, unit("g2", "0506", defense=defense - 1)]
    found = diagram(units).odds("a1", target="0506")
    assert [s["by"] for s in found["shifts"]] == [-1]
    assert (found["ratio"], found["column"]) == (ratio, column)


def test_9_3c_all_shifts_are_added_up_before_they_are_applied(diagram):
    """Elite +1, air +1, a tank in the defence −1: from 3:1 one column to the right."""
    defence = [tank("g1", "0506", defense=1), unit("g2", "0506", defense=4)]
    units = [unit("a1", "0505", attack=15, quality="elite"), *defence]
    found = diagram(units).odds("a1", target="0506", air=1)
    assert sorted(s["by"] for s in found["shifts"]) == [-1, 1, 1]
    assert (found["ratio"], found["column"]) == ("3:1", "4:1")


@pytest.fixture
def two_stacks(diagram):
    units = [
        unit("a1", "0505"),
        unit("a2", "0505"),
        unit("a3", "0604"),
        unit("g1", "0506"),
        unit("g2", "0605"),
    ]
    return diagram(units, phase="combat")


def attack(units, target):
    return {"kind": "declare_attack", "attackers": units.split(), "target": target}


def test_9_1a_attacks_are_voluntary(two_stacks):
    listed = two_stacks.ask("legal")["actions"]
    assert listed[0] == {"kind": "next_phase"}
    assert {a["kind"] for a in listed[1:]} == {"declare_attack"}
    assert two_stacks.next().state()["phase"] == "reorganization"


def test_9_1b_each_unit_attacks_once_and_each_hex_is_attacked_once(two_stacks):
    after = two_stacks.apply(attack("a1", "0506"), [3])
    while after.pending:
        after = after.choose(after.asked[2][-1])
    again = {v["rule"] for v in after.refused(attack("a1", "0605"))["verdicts"]}
    assert "9.1" in again
    if after.at("g1") == "0506":
        assert "9.1" in {v["rule"] for v in after.refused(attack("a2", "0506"))["verdicts"]}
    assert after.ask("judge", action=attack("a2", "0605"))["legal"]


def test_9_1c_a_part_of_a_stack_may_attack(two_stacks):
    offered = [a for a in two_stacks.ask("legal")["actions"] if a.get("target") == "0506"]
    assert {("a1",), ("a2",), ("a1", "a2")} <= {tuple(a["attackers"]) for a in offered}


def test_9_1d_attacks_come_in_any_order(two_stacks):
    for first, second in (("0506", "0605"), ("0605", "0506")):
        assert two_stacks.ask("judge", action=attack("a1", first))["legal"]
        assert two_stacks.ask("judge", action=attack("a2", second))["legal"]


def test_9_2a_one_attack_has_one_target_hex(two_stacks):
    """The target of an attack is one hex; a unit that is not next to it cannot join."""
    far = attack("a1 a3", "0506")
    apart = two_stacks.ask("hex", hex="0604")["neighbours"]
    assert ("0506" in apart) is two_stacks.ask("judge", action=far)["legal"]
    assert not two_stacks.ask("judge", action=attack("a1", "0510"))["legal"]
    offered = [a for a in two_stacks.ask("legal")["actions"] if a["kind"] == "declare_attack"]
    assert {a["target"] for a in offered} == {"0506", "0605"}


def test_9_2b_the_units_of_a_stack_may_attack_different_hexes(two_stacks):
    after = two_stacks.apply(attack("a1", "0506"), [3])
    while after.pending:
        after = after.choose(after.asked[2][-1])
    assert after.ask("judge", action=attack("a2", "0605"))["legal"]
    divided = {v["rule"] for v in after.refused(attack("a1", "0605"))["verdicts"]}
    assert divided == {"9.1"}
