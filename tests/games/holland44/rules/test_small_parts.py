"""Small parts of answers and rules that no larger test notices when they change."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Decision
from engine.games import require_rulebook
from engine.games.holland44.audit_account import Account
from engine.request_fields import Refused
from engine.rules import ports
from engine.rules.answers import AttackPlan
from tests.games.holland44.rules.tabletop import Json, at, seen, tank, unit

GUN: Json = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}


def plan(
    position: ports.Answers, attackers: str, target: str, *guns: str, **more: Any
) -> AttackPlan:
    return AttackPlan(tuple(attackers.split()), at(position, target), guns, more)


# -- odds -----------------------------------------------------------------------------------------


def test_9_the_odds_of_an_attack_in_full() -> None:
    units = [
        unit("a1", "0505", attack=6),
        tank("a2", "0505", attack=6),
        unit("a3", "0504", **GUN),
        unit("g1", "0506", defense=3),
        unit("g9", "0110"),
    ]
    position = seen(units, phase="combat", weather="overcast")
    found = position.odds(plan(position, "a1 a2", "0506", "a3"))
    assert (found.attack, found.defense, found.ratio) == (12, 3, "4:1")
    assert sum(c.probability for c in found.chances) == 1
    assert [(c.throws, c.probability) for c in found.chances] == [
        (str(n), Fraction(1, 6)) for n in range(1, 7)
    ]
    assert [(s.unit, s.role, s.printed, s.used) for s in found.strengths] == [
        ("a1", "attack", 6, 6),
        ("a2", "attack", 6, 6),
        ("g1", "defense", 3, 3),
    ]
    assert {s.rule: s.by for s in found.shifts}["17.6.2"] == 1
    assert (found.attackers, found.defenders, found.support) == (("a1", "a2"), ("g1",), ("a3",))
    assert found.able == ("a3",)
    assert found.kind == ""
    lead, attached, air = found.choices
    assert [v for v, _ in lead.options] == ["Guards Armd Div"]
    assert (lead.chosen, attached.chosen, air.chosen) == ("Guards Armd Div", None, "0")
    assert air.options == (("0", "0"), ("1", "1"), ("2", "2"))
    assert [v for v in found.verdicts if v.level == "forbid"] == []


@pytest.mark.parametrize(("lead", "attached"), [("Guards Armd Div", "a3"), ("82 AB Div", None)])
def test_10_2_a_plan_keeps_its_lead_and_its_attached_unit(lead: str, attached: str | None) -> None:
    """The attached unit belongs to another formation, and is stacked with the lead's."""
    units = [
        unit("a1", "0505"),
        unit("a3", "0505", formation="82 AB Div", quality="elite"),
        unit("a4", "0505", formation="82 AB Div"),
        unit("g1", "0506"),
    ]
    position = seen(units, phase="combat")
    found = position.prepared(plan(position, "a1 a3 a4", "0506", lead=lead, attached="a3"))
    line = {c.name: c for c in found.choices}
    assert line["lead"].chosen == lead
    if attached is not None:
        assert line["attached"].chosen == attached
    other = position.prepared(plan(position, "a1 a3 a4", "0506", lead="?", attached="nobody"))
    assert {c.name: c for c in other.choices}["lead"].chosen in ("Guards Armd Div", "82 AB Div")


def test_9_1_an_attack_of_a_unit_that_has_fought_is_refused_in_its_own_phase_only() -> None:
    units = [unit("a1", "0505"), unit("g1", "0506")]
    fought = {"fought/a1": "attacked"}
    for phase, active, refused in (
        ("combat", "allied", True),
        ("movement", "allied", False),
        ("combat", "german", False),
    ):
        position = seen(units, phase=phase, active=active)
        state = replace(position.state, tracks={**position.state.tracks, **fought})
        position = position.ruleset.answers(state)
        found = position.odds(plan(position, "a1", "0506"))
        assert any("a1" in v.units and v.rule.startswith("9.1") for v in found.verdicts) is refused


# -- charts ---------------------------------------------------------------------------------------


def test_a_chart_of_several_columns_needs_one() -> None:
    book = require_rulebook("holland44")
    with pytest.raises(Refused) as refused:
        book.table("determined_defense", {"die": 3})
    assert refused.value.where == "column"
    with pytest.raises(Refused):
        book.table("crt", {"die": 3, "column": "9:9"})
    for name in ("isolation", "demolition", "recovery", "airlanding"):
        named = book.table(name, {"die": 3, "column": "result"})
        assert book.table(name, {"die": 3}).result == named.result


# -- names ----------------------------------------------------------------------------------------


def test_25_an_unknown_unit_has_no_name() -> None:
    position = seen([unit("g1", "0505", kind="unknown"), unit("g2", "0606"), unit("a1", "0101")])
    assert position.name("g1") not in ("", "g1", "None")
    assert position.name("g1") == position.name("g1").strip()
    assert position.name("g2") == "g2"


# -- zones ----------------------------------------------------------------------------------------


EDGE = ["0101", "0201", "0301"]


@pytest.mark.parametrize(
    ("side", "areas", "edges"),
    [
        ("allied", {"B": EDGE, "N": EDGE}, {"N"}),
        ("german", {"B": EDGE, "N": EDGE}, {"B"}),
        ("allied", {"N": EDGE}, {"N"}),
        ("allied", {"B": EDGE}, set()),
        ("allied", {"M": EDGE[:2], "N": EDGE[2:]}, {"M"}),
    ],
)
def test_7_3_a_bond_to_the_edge_names_the_friendly_area_behind_it(
    side: str, areas: dict[str, list[str]], edges: set[str]
) -> None:
    """Between two areas, the bond names the area of its first hex."""
    sides = {"B": "german", "M": "allied", "N": "allied"}
    board = {"areas": {a: {"side": sides[a], "hexes": hexes} for a, hexes in areas.items()}}
    mine, foe = ("a1", "g9") if side == "allied" else ("g1", "a9")
    position = seen([unit(mine, "0202"), unit(foe, "1010")], board=board)
    assert {b.edge for b in position.zones(side).bonds if b.between[1] is None} == edges


# -- orders ---------------------------------------------------------------------------------------


def test_27_1_nobody_disengages_while_a_decision_waits() -> None:
    units = [unit("a1", "0505"), unit("a2", "0404"), unit("g1", "0506"), unit("g2", "0405")]
    position = seen(units, phase="combat", options={"disengagement": True})
    assert [type(o.action).__name__ for o in position.orders(["a1"])] == ["Disengage"]
    args = {
        "units": ["a2"],
        "vacated": "0304",
        "advance": "normal",
        "fought": ["a2"],
        "through": False,
    }
    asked = Decision.model_validate({"kind": "advance", "side": "allied", "args": args})
    waiting = position.ruleset.answers(replace(position.state, pending=(asked,)))
    assert not any(isinstance(o.action, act.Disengage) for o in waiting.orders(["a1"]))


# -- supply ---------------------------------------------------------------------------------------


def test_18_5_whether_a_unit_would_be_supplied_at_the_end_of_its_move() -> None:
    """In reach of a source, beyond it, and in a friendly entry area."""
    road = [{"class": "primary", "hexes": [f"05{c:02d}" for c in range(1, 4)]}]
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    mover = unit("a1", "0506", mechanized=True, movement=8)
    position = seen([mover, unit("g1", "1010")], board={"areas": areas, "roads": road})
    reach = position.reach(["a1"])
    prices = {position.number(i): end.price.supplied for i, end in reach.hexes.items()}
    assert prices["0504"] is True
    assert set(prices.values()) <= {True, False}
    assert {end.price.supplied for end in reach.boxes.values()} <= {True}


# -- movement -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("soft", "told"), [("0505", "0505"), ("0506", "0506")])
def test_8_6_2_vehicles_need_a_road_into_the_polder_and_out_of_it(soft: str, told: str) -> None:
    """The verdict shows the polder hex."""
    hexes = {soft: {"terrain": "polder"}}
    position = seen([tank("a1", "0505"), unit("g1", "1010")], board={"hexes": hexes})
    move = act.MoveUnits(units=("a1",), path=("0505", "0506"), mode="normal")
    found = [v for v in position.judge(move) if v.level == "forbid"]
    assert [(v.rule, v.args["hex"]) for v in found] == [("8.6.2", told)]


@pytest.mark.parametrize(
    ("to", "path"), [("0603", ("0503", "0603")), ("0703", ("0503", "0604", "0703"))]
)
def test_a_detour_that_is_too_long_is_answered_by_the_direct_path(
    to: str, path: tuple[str, ...]
) -> None:
    """8.5.4: the river is the reason, not the way around by the bridge far away."""
    sides = {f"05{c:02d}/06{c:02d}": ["major_river"] for c in range(1, 11)}
    sides |= {f"05{c:02d}/06{c + 1:02d}": ["major_river"] for c in range(1, 10)}
    sides["0509/0609"] = ["major_river", "road_bridge"]
    road = [{"class": "primary", "hexes": ["0509", "0609"]}]
    units = [tank("a1", "0503", movement=3), unit("g1", "1010"), unit("g2", "0110")]
    position = seen(units, board={"hexsides": sides, "roads": road})
    near = position.why_not(["a1"], at(position, to), near=True)
    assert tuple(position.number(i) for i in near.path) == path
    assert [v.rule for v in near.verdicts] == ["8.5.4"]
    assert [v.rule for v in near.around] == ["8.1"]
    far = position.why_not(["a1"], at(position, to))
    assert len(far.path) > len(path)
    assert [v.rule for v in far.verdicts] == ["8.1"]


# -- the audit ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "phase", "found"),
    [(4, "movement", 1), (4, "combat", 1), (3, "movement", 0), (4, "supply", 0)],
)
def test_6_4_1_the_audit_finds_stacks_left_too_large(count: int, phase: str, found: int) -> None:
    """At the end of the movement and combat phases of their side."""
    units = [unit(f"a{n}", "0505", max_steps=3) for n in range(count)]
    position = seen([*units, unit("g1", "1010")], phase=phase)
    account = Account(position.ruleset, position.ruleset.setting)
    breaches = [v for v in account.end_of_phase(position.state) if v.rule == "6.4.1"]
    assert [v.hexes for v in breaches] == [("0505",)] * found
    assert all(v.level == "forbid" for v in breaches)


# -- the orders of one unit -----------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["movement", "combat", "bridge", "supply"])
def test_9_1_the_orders_of_one_unit_are_those_of_the_list_that_name_it(phase: str) -> None:
    units = [
        unit("a1", "0505", attack=7),
        unit("a2", "0606"),
        unit("a3", "0404", **GUN),
        unit("g1", "0506"),
        unit("g2", "0909"),
    ]
    position = seen(units, phase=phase, weather="overcast")
    ruleset, state = position.ruleset, position.state
    every = ruleset.legal(state, 9_999).actions
    for name in ("a1", "a2", "a3"):
        own = set(ruleset.actions_of(state, name))
        attacks = {a for a in every if isinstance(a, act.DeclareAttack)}
        involved = {a for a in attacks if name in (*a.attackers, *a.artillery)}
        assert {a for a in own if isinstance(a, act.DeclareAttack)} == involved
        assert bool(involved) is (phase == "combat")
        moves = {a for a in every if isinstance(a, act.MoveUnits) and a.units == (name,)}
        assert {a for a in own if isinstance(a, act.MoveUnits) and a.units == (name,)} == moves
    assert list(ruleset.actions_of(state, "g1")) == []
    assert list(ruleset.actions_of(state, "nobody")) == []
