"""Edge cases of rules: armour of 0, first steps off the map, who pays, costs of a detour."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.effects import Decision
from engine.core.errors import UserError
from engine.core.modes import strictness_effects
from engine.core.reducer import apply
from engine.i18n import t
from engine.rules import ports
from engine.rules.judge import judged
from tests.games.holland44.rules.tabletop import Json, at, played, seen, tank, unit

FAR = unit("g9", "1010")
GUN: Json = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}
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
    fleeing = unit("g1", "0506", status=["full_retreat"])  # 14.3.1: does not defend
    alone = seen([gun, fleeing, FAR], phase="combat")
    odds = alone.odds(alone.plan({"attackers": ["a1"], "target": "0506"}))
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


def test_19_3_2_the_path_off_the_map_uses_an_open_hex() -> None:
    """The nearer edge hex lies behind a river; units that are spent have only closed paths."""
    board = {
        "areas": {"N": {"side": "allied", "hexes": ["0501", "0201"]}},
        "hexsides": {"0500/0501": ["major_river"]},
    }
    position = seen([unit("a1", "0502", movement=9, status=["spent"]), FAR], board=board)
    found = position.why_not(["a1"], at(position, "N"))
    assert [position.number(i) for i in found.path][-2:] == ["0201", "N"]
    assert {v.rule for v in found.verdicts if v.level == "forbid"} == {"25.3.3"}


def test_8_3_1_tactical_movement_over_ground_that_the_players_open_costs_no_points() -> None:
    polder = {"hexes": {"0506": {"terrain": "polder"}}}
    position = seen([tank("a1", "0505"), FAR], board=polder)
    effects = strictness_effects(position.state, house={"8.6.2": "off"})
    state = apply(position.state, effects, position.ruleset.places)
    move = act.MoveUnits(units=("a1",), path=("0505", "0506"), mode="tactical")
    after = played(position.ruleset.answers(state), move).reach(["a1"])
    assert (after.spent, after.spent_hexes) == (0, 1)


# -- several units: each is looked at, whatever the first is like ---------------------------------


def blamed(position: ports.Answers, action: act.Action, rule: str) -> set[str]:
    """Return the units that a rule's verdicts on an action name."""
    return {u for v in position.judge(action) if v.rule == rule for u in v.units}


def test_6_4_1_a_unit_elsewhere_is_named_beside_one_of_the_hex() -> None:
    crowd = [unit(f"a{n}", "0505", max_steps=4) for n in (1, 2, 3)]
    position = seen([*crowd, unit("a5", "0606"), FAR], phase="combat")
    asked = waiting(position, "overstack", "allied", hex="0505")
    answer = act.Choose(decision="overstack", option="a1 a5")
    assert blamed(asked, answer, "6.4.1") == {"a5"}


def test_17_8_each_unit_that_is_not_made_ready_is_named() -> None:
    units = [unit("a4", "0505"), unit("a9", "0504", **GUN), FAR]
    asked = waiting(
        seen(units, phase="artillery_resupply"), "resupply", "allied", left=1, airborne=0
    )
    answer = act.Choose(decision="resupply", option="a4 a9")
    assert blamed(asked, answer, "17.8") == {"a4", "a9"}


def test_17_6_1_each_unit_that_cannot_support_an_attack_is_named() -> None:
    units = [unit("a1", "0505"), unit("a4", "0504"), unit("g1", "0506"), FAR]
    units += [unit("a9", "0503", **{**GUN, "status": ["disrupted"]})]
    attack = act.DeclareAttack(attackers=("a1",), target="0506", artillery=("a4", "a9"))
    assert blamed(seen(units, phase="combat"), attack, "17.6.1") == {"a4", "a9"}


def test_9_5_1_a_unit_behind_the_river_is_named_beside_one_on_the_bank() -> None:
    units = [unit("a1", "0406"), unit("a2", "0505"), unit("g1", "0506"), FAR]
    position = seen(units, phase="combat", board={"hexsides": RIVER})
    attack = act.DeclareAttack(attackers=("a1", "a2"), target="0506")
    assert blamed(position, attack, "9.5.1") == {"a2"}


def test_14_2_a_green_unit_in_a_stack_has_to_flee_before_the_phase_ends() -> None:
    units = [unit("a1", "0505"), unit("a2", "0505", quality="low", status=["disrupted"])]
    position = seen([*units, unit("g1", "0506")])
    assert blamed(position, act.NextPhase(), "14.2") == {"a2"}


def test_14_4_units_in_good_order_do_not_keep_others_from_recovering() -> None:
    units = [unit("a1", "0505"), unit("a2", "0303", status=["disrupted"]), FAR]
    position = seen(units, phase="combat", board={"areas": NORTH})
    after = played(position, act.NextPhase())
    while after.state.clock.phase in ("combat", "reorganization"):
        after = played(after, act.NextPhase())
    assert after.state.pieces["a2"].status == frozenset()


def test_18_1_each_unit_is_checked_for_supply() -> None:
    """A supply head is not marked (18.2.2); g1 is cut off by water, and g2 is not any more."""
    lakes = {name: {"terrain": "lake"} for name in ("0405", "0406", "0504", "0506", "0605", "0606")}
    areas = {"G": {"side": "german", "hexes": ["0101"]}}
    units = [
        unit("g0", "0101", kind="supply_head"),
        unit("g1", "0505"),
        unit("g2", "0202", status=["out_of_supply"]),
        unit("a1", "1010"),
    ]
    board = {"areas": areas, "hexes": lakes}
    position = seen(units, phase="reorganization", active="german", board=board)
    after = played(position, act.NextPhase())
    assert after.state.clock.phase == "supply"
    marked = {n for n, p in after.state.pieces.items() if "out_of_supply" in p.status}
    assert marked == {"g1"}


def test_18_2_1_an_area_supplies_by_each_of_its_open_hexes() -> None:
    areas = {"N": {"side": "allied", "hexes": ["0501", "0301"]}}
    units = [unit("a1", "0303"), unit("g1", "0501"), FAR]
    found = seen(units, board={"areas": areas}).supply("allied")
    assert found["a1"].supplied


def test_9_1_hexes_that_were_attacked_are_no_targets_and_others_are() -> None:
    units = [unit("a1", "0505"), unit("g1", "0405"), unit("g2", "0506"), FAR]
    position = seen(units, phase="combat")
    effects = [fx.SetTrack(track="fought/g1", before=None, after="defended")]
    state = apply(position.state, effects, position.ruleset.places)
    listed = position.ruleset.answers(state).checklist()
    assert {item.attack for item in listed if item.attack} == {at(position, "0506")}


# -- orders that make no sense ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "told"),
    [("a1", "neither on the map nor in an entry area"), ("zz", "There is no unit 'zz'")],
)
def test_17_8_a_marker_for_a_unit_that_is_not_there_is_refused_in_words(
    name: str, told: str
) -> None:
    position = seen([unit("a1", "eliminated-allied"), FAR], phase="movement")
    order = act.PlaceMarker(unit=name, marker="moved", on=True)
    with pytest.raises(UserError, match=told):
        judged(position.ruleset, position.state, order)


def test_8_1_two_units_of_different_hexes_do_not_move_together() -> None:
    position = seen([unit("a1", "0505"), unit("a2", "0506"), FAR], phase="movement")
    order = act.MoveUnits(units=("a1", "a2"), path=("0505", "0605"), mode="normal")
    with pytest.raises(UserError, match="only a stack moves together"):
        judged(position.ruleset, position.state, order)


@pytest.mark.parametrize("rule", ["9.5.1.river", "8.5.4.no_crossing", "8.5.2.vehicle"])
def test_engineers_are_offered_as_a_means_of_the_allied_player_only(rule: str) -> None:
    """9.5.3, 23.3.1 (p. 12, 33): Germans have no engineer units, and a German reads this too."""
    assert "Allied" in t(f"rule.holland44.{rule}.fix")
