"""Edge cases: no active side, units in different hexes, orders during a decision."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Decision
from engine.rules import ports
from tests.games.holland44.rules.tabletop import at, seen, unit


def waiting(position: ports.Answers, *asked: tuple[str, str, dict[str, Any]]) -> ports.Answers:
    pending = tuple(
        Decision.model_validate({"kind": kind, "side": side, "args": args})
        for kind, side, args in asked
    )
    return position.ruleset.answers(replace(position.state, pending=pending))


def test_9_1_no_targets_without_an_active_side():
    position = seen([unit("a1", "0505"), unit("g1", "0506")], phase="combat")
    assert [position.number(i) for i in position.targets(())] == ["0506"]
    state = position.state
    nobody = replace(state, clock=state.clock.model_copy(update={"active": ""}))
    assert position.ruleset.answers(nobody).targets(()) == ()


def test_8_1b_units_of_different_hexes_are_not_dragged_together():
    position = seen([unit("a1", "0505"), unit("a2", "0605"), unit("g1", "0110")])
    for path in (("0505", "0508"), ("0505", "1010"), ("0605", "0606")):
        led = act.MoveUnits(units=("a1", "a2"), path=path, mode="arrival")
        assert position.drag_action(led, "enforced") == led


ADVANCE = {"units": ["US-3/504"], "vacated": "5014", "advance": "normal",
           "fought": ["US-3/504"], "through": False}  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "offered"),
    [
        ([], False),
        ([("advance", "allied", ADVANCE)], True),
        ([("overstack", "allied", {"hex": "5013"})], False),
        ([("overstack", "allied", {"hex": "5013"}), ("advance", "allied", ADVANCE)], True),
        ([("advance", "allied", ADVANCE), ("overstack", "allied", {"hex": "5013"})], False),
    ],
)
def test_21_1_units_break_down_while_the_topmost_question_is_an_advance(
    asked: list[tuple[str, str, dict[str, Any]]], *, offered: bool
):
    units = [
        {"id": "US-3/504", "hex": "5013"}, {"id": "US-B/82", "hex": "breakdowns-allied"},
        {"id": "US-82-REM-1", "hex": "remnants-allied"}, {"id": "GE-Helle", "hex": "2010"},
    ]  # fmt: skip
    position = waiting(seen(units, real=True, phase="combat"), *asked)
    found = [o.action for o in position.orders(["US-3/504"])]
    assert (act.SplitUnit(unit="US-3/504", part="US-B/82") in found) is offered


def test_2_3_12_a_unit_of_a_diagram_has_one_step_by_default():
    base = {"side": "allied", "kind": "infantry", "attack": 3, "defense": 3, "movement": 3}
    given = [
        {**base, "id": "a1", "hex": "0505"}, {**base, "id": "a2", "hex": "0506", "steps": 2},
        {**base, "id": "a3", "hex": "0507", "max_steps": 3},
    ]  # fmt: skip
    position = seen(given)
    assert {n: position.state.pieces[n].steps for n in ("a1", "a2", "a3")} == {
        "a1": 1, "a2": 2, "a3": 3
    }  # fmt: skip
    assert position.ruleset.answers(position.state).unit("a1") is not None


@pytest.mark.parametrize(
    ("kind", "more", "mechanized", "vehicle"),
    [
        ("infantry", {}, False, False),
        ("parachute", {}, False, False),
        ("engineer", {}, True, False),
        ("bridging", {}, True, False),
        ("recon", {}, True, False),
        ("recon", {"armor": 1}, True, True),
        ("tank", {}, True, True),
        ("tank_destroyer", {}, True, True),
        ("flak", {}, True, True),
        ("artillery", {}, True, True),
        ("infantry", {"mechanized": True}, True, False),
        ("engineer", {"mechanized": False}, False, False),
    ],
)
def test_2_3_13_the_class_of_a_unit_of_a_diagram_follows_from_its_kind(
    kind: str, more: dict[str, Any], *, mechanized: bool, vehicle: bool
):
    position = seen([unit("a1", "0505", kind=kind, **more), unit("g1", "1010")])
    values = position.values_of("a1")
    assert (values["mechanized"], values["vehicle"]) == (mechanized, vehicle)


@pytest.mark.parametrize(
    ("words", "rule"),
    [("blow 6121/6122", "5.7"), ("rewire 5321/5421", "5.7"), ("blow 6123/6124", "5.7")],
)
def test_5_7_the_bridges_that_are_never_blown_are_refused_as_such(words: str, rule: str):
    units = [{"id": "GE-Helle", "hex": "3108"}, {"id": "US-1/501", "hex": "3007"}]
    position = seen(units, real=True, phase="bridge", active="german")
    assert position.state.pending[-1].kind == "bridges"
    found = position.judge(act.Choose(decision="bridges", option=words))
    assert {v.rule for v in found if v.level == "forbid"} == {rule}


def test_19_an_area_is_called_by_its_letter():
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    position = seen([unit("a1", "N"), unit("g1", "0110")], board={"areas": areas})
    place = at(position, "N")
    assert at(position, "area-N") == place
    assert position.number(place) == "N"
    assert position.place("nowhere") is None


@pytest.mark.parametrize(("active", "shifts"), [("german", 1), ("allied", 1)])
def test_17_6_2_two_guns_are_worth_one_column(active: str, shifts: int):
    """5 AGRA with a gun of the lead formation is the only exception (17.6.2b)."""
    gun = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}
    mine, foe = ("g", "a") if active == "german" else ("a", "g")
    units = [
        unit(f"{mine}1", "0505"), unit(f"{mine}8", "0503", **gun), unit(f"{mine}9", "0503", **gun),
        unit(f"{foe}1", "0506"),
    ]  # fmt: skip
    position = seen(units, phase="combat", active=active)
    asked = {"attackers": [f"{mine}1"], "target": "0506", "artillery": [f"{mine}8", f"{mine}9"]}
    odds = position.odds(position.plan(asked))
    assert [s.by for s in odds.shifts] == [1] * shifts
    (too_many,) = (v for v in odds.verdicts if v.rule == "17.6.2")
    assert too_many.units == (f"{mine}9",)


def test_16_5_a_group_that_joins_wins_no_elite_shift():
    """It never belongs to the lead formation, even in the same division: six and half of thirty."""
    course = {"units": ["a1"], "vacated": "0506", "advance": "bonus", "fought": ["a1"],
              "through": True, "open": True, "paths": {"a1": ["0505", "0506"]}}  # fmt: skip
    units = [
        unit("a1", "0506", attack=30, quality="elite", max_steps=3),
        unit("a3", "0408", attack=6, max_steps=2), unit("g2", "0507"),
    ]  # fmt: skip
    position = seen(units, phase="combat")
    args = {"target": "0507", "group": ["a1"], "course": course}
    found = waiting(position, ("joint_attack", "allied", args))
    question = found.question()
    assert question is not None
    assert {o.id: o.text for o in question.options}["a3"] == "The attack of a3: 4:1 together"


def test_19_3_a_move_into_the_first_of_all_areas_has_no_gap():
    areas = {"A": {"side": "allied", "hexes": ["0501"]}}
    position = seen([unit("a1", "0502"), unit("g1", "0110")], board={"areas": areas})
    move = act.MoveUnits(units=("a1",), path=("0502", "0501", "area-A"), mode="normal")
    assert [v for v in position.judge(move) if v.level == "forbid"] == []
