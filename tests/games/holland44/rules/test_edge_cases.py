"""Edge cases of rules: armour of 0, first steps off the map, who pays, costs of a detour."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.modes import strictness_effects
from engine.core.reducer import apply
from engine.rules import ports
from tests.games.holland44.rules.tabletop import at, seen, tank, unit

FAR = unit("g9", "1010")
NORTH = {"N": {"side": "allied", "hexes": ["0501"]}}
RIVER = {"0505/0506": ["major_river"]}


def waiting(position: ports.Answers, kind: str, side: str, **args: Any) -> ports.Answers:
    """Return the position with a decision pending."""
    asked = Decision.model_validate({"kind": kind, "side": side, "args": args})
    return position.ruleset.answers(replace(position.state, pending=(asked,)))


def options(position: ports.Answers) -> set[str]:
    question = position.question()
    assert question is not None
    return {o.id for o in question.options}


# -- 10: strengths and losses ---------------------------------------------------------------------


@pytest.mark.parametrize(("armor", "used"), [(1, 5), (2, 5)])
def test_10_4_anti_tank_guns_are_not_halved_against_infantry(armor: int, used: int) -> None:
    """Their value counts one less in attack (10.3.3), and infantry has none."""
    gun = unit("a1", "0505", antitank=armor)
    position = seen([gun, unit("g1", "0506"), FAR], phase="combat")
    odds = position.odds(position.plan({"attackers": ["a1"], "target": "0506"}))
    assert [s.used for s in odds.strengths if s.unit == "a1"] == [used]
    against = seen([gun, tank("g1", "0506", armor=2), FAR], phase="combat")
    odds = against.odds(against.plan({"attackers": ["a1"], "target": "0506"}))
    assert [s.used for s in odds.strengths if s.unit == "a1"] == [3]


@pytest.mark.parametrize("assault", [["0505"], []])
def test_11_2_units_that_can_cross_the_river_of_an_assault_pay(assault: list[str]) -> None:
    """9.5.3f: tanks do not cross it; without an assault nobody does, so that all may pay."""
    units = [unit("a1", "0505"), tank("a2", "0505"), FAR]
    units += [unit("a9", "0505", kind="engineer", max_steps=1)]
    position = seen(units, phase="combat", board={"hexsides": RIVER})
    battle = {"attackers": ["a1", "a2"], "target": "0506", "lead": "Guards Armd Div",
              "result": "A1", "assault": assault}  # fmt: skip
    asked = waiting(position, "loss", "allied", of="attackers", battle=battle)
    assert options(asked) == ({"a1"} if assault else {"a1", "a2"})


# -- 19.3.1: off the map --------------------------------------------------------------------------


def test_19_3_1_an_advance_may_begin_with_the_step_off_the_map() -> None:
    position = seen([unit("a1", "0501"), FAR], phase="combat", board={"areas": NORTH})
    vacated = at(position, "0502")
    found = position.advances(["a1"], vacated, "normal")
    assert at(position, "N") in found
    assert at(position, "N") not in position.advances(["a1"], vacated, "limited")


@pytest.mark.parametrize("bound", [["a1"], []])
def test_9_5_3e_units_that_only_stayed_behind_cross_before_they_leave_the_map(
    bound: list[str],
) -> None:
    areas = {"N": {"side": "allied", "hexes": ["0501", "0502"]}}
    board = {"areas": areas, "hexsides": {"0501/0502": ["major_river"]}}
    position = seen([unit("a1", "0501"), FAR], phase="combat", board=board)
    args = {"units": ["a1"], "vacated": "0502", "advance": "bonus", "fought": ["a1"],
            "assault": ["0501"], "bound": bound}  # fmt: skip
    asked = waiting(position, "advance", "allied", **args)
    paths = {tuple(o.split()[1:]) for o in options(asked) if o.startswith("a1 ")}
    (off,) = {path for path in paths if path[-1] == "area-N"}
    assert off == (("0501", "0502", "area-N") if bound else ("0501", "area-N"))


# -- 8: moves -------------------------------------------------------------------------------------


def test_25_3_1_extended_movement_enters_no_unknown_unit_beside_its_start() -> None:
    units = [unit("a1", "0505"), unit("g1", "0506", kind="unknown"), FAR]
    position = seen(units)
    place = at(position, "0506")
    assert place in position.reach(["a1"], "normal").hexes
    assert place not in position.reach(["a1"], "extended").hexes


def test_23_3_3_only_the_ferry_that_engineers_have_made_holds_them() -> None:
    for status, rules in ((["ferry"], {"23.3.3"}), ([], set())):
        engineers = unit("a1", "0505", kind="engineer", status=status)
        move = act.MoveUnits(units=("a1",), path=("0505", "0504"), mode="normal")
        found = seen([engineers, FAR]).judge(move)
        assert {v.rule for v in found if v.level == "forbid"} == rules


def test_9_1_attacks_are_listed_in_the_combat_phase() -> None:
    """In no other phase, even if the players have set the rule aside."""
    position = seen([unit("a1", "0505"), unit("g1", "0506"), FAR], phase="reorganization")
    effects = strictness_effects(position.state, house={"9.1": "off"})
    state = apply(position.state, effects, position.ruleset.places)
    assert position.ruleset.legal(state, 20, 0).actions == (act.NextPhase(),)
    fighting = replace(state, clock=state.clock.model_copy(update={"phase": "combat"}))
    kinds = {type(a) for a in position.ruleset.legal(fighting, 20, 0).actions}
    assert act.DeclareAttack in kinds


def test_8_4_the_path_shown_for_units_that_cannot_move_is_the_cheapest() -> None:
    """Eight hexes along a main road take 2⅔ points, the straight line of three hexes 3."""
    road = ["0501", "0401", "0301", "0302", "0303", "0304", "0305", "0405", "0504"]
    board = {"roads": [{"class": "primary", "hexes": road}]}
    tired = unit("a1", "0501", mechanized=True, movement=9, status=["spent"])
    position = seen([tired, FAR], board=board)
    found = position.why_not(["a1"], at(position, "0504"))
    assert [position.number(i) for i in found.path] == road
    assert {v.rule for v in found.verdicts if v.level == "forbid"} == {"25.3.3"}


@pytest.mark.parametrize(("near", "carried"), [("0110", True), ("0507", False)])
def test_8_5_5_a_closed_ferry_carries_nobody(near: str, *, carried: bool) -> None:
    """In EZOC it is closed, and no verdict reports that it carries the units."""
    ferry = {"0505/0506": ["major_river", "ferry"]}
    move = act.MoveUnits(units=("a1",), path=("0505", "0506"), mode="tactical")
    units = [unit("a1", "0505", max_steps=1), unit("g1", near)]
    found = seen(units, board={"hexsides": ferry}).judge(move)
    expected = ("8.5.6", "info") if carried else ("8.5.5", "forbid")
    assert {(v.rule, v.level) for v in found if v.rule.startswith("8.5")} == {expected}


@pytest.mark.parametrize(
    ("other", "goes_on"), [("0505", True), ("0504", False), ("eliminated-allied", False)]
)
def test_8_1_the_rest_of_a_move_needs_all_its_units(other: str, *, goes_on: bool) -> None:
    position = seen([unit("a1", "0505"), unit("a2", other), FAR])
    args = {"units": ["a1", "a2"], "mode": "normal", "path": ["0505", "0605"]}
    asked = waiting(position, "march", "allied", **args)
    legal = asked.ruleset.legal(asked.state, 10, 0).actions
    assert legal == ((act.Choose(decision="march", option="go_on"),) if goes_on else ())


def test_8_1_a_move_whose_units_are_all_gone_ends() -> None:
    position = seen([unit("a1", "eliminated-allied"), FAR])
    args = {"units": ["a1"], "mode": "normal", "path": ["0505", "0605"]}
    asked = waiting(position, "march", "allied", **args)
    assert asked.ruleset.legal(asked.state, 10, 0).actions == ()
