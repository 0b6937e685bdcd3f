"""Rules at their limits: what is just allowed, and what is just not."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.holland44.positions import setting
from engine.rules import ports
from tests.games.holland44.rules.tabletop import at, played, seen, tank, unit
from tests.games.holland44.rules.test_house_rules_of_moves import agreed

FAR = unit("g9", "1010")
TO_THE_NORTH = [{"class": "primary", "hexes": ["0505", "0506"]}]


def neighbours(number: str) -> list[str]:
    """Return the neighbours of a hex that is not at the edge."""
    position = seen([FAR])
    board = position.ruleset.board
    return [board.numbers[i] for i in board.neighbours[at(position, number)]]


def broken(position: ports.Answers, action: act.Action) -> list[str]:
    """Return the rules that forbid an action, once for each objection."""
    return [v.rule for v in position.judge(action) if v.level == "forbid"]


# -- 8: movement ----------------------------------------------------------------------------------


@pytest.mark.parametrize("water", ["canal", "major_river"])
def test_8_6_2_a_road_bridge_brings_a_road_into_the_polder(water: str) -> None:
    board = {
        "hexes": {"0506": {"terrain": "polder"}},
        "hexsides": {"0505/0506": [water, "road_bridge"]},
        "roads": TO_THE_NORTH,
    }
    position = seen([tank("a1", "0505"), FAR], board=board)
    for mode in ("normal", "tactical"):
        assert not broken(position, act.MoveUnits(units=("a1",), path=("0505", "0506"), mode=mode))


def test_19_3_2_the_way_into_an_area_that_is_too_far_leaves_the_map_where_it_may() -> None:
    """0501 is nearer but its edge is a river; distance is then the only reason."""
    board = {
        "areas": {"N": {"side": "allied", "hexes": ["0501", "0601"]}},
        "hexsides": {"0500/0501": ["major_river"]},
    }
    position = seen([unit("a1", "0503", movement=1), FAR], board=board)
    found = position.why_not(["a1"], at(position, "N"))
    assert position.number(found.path[-2]) == "0601"
    assert {v.rule for v in found.verdicts if v.level == "forbid"} == {"8.1"}


@pytest.mark.parametrize(("rules", "through"), [((), False), (("25.3.1",), True)])
def test_25_3_1_a_hex_closed_to_units_without_attack_is_passed_only_by_a_house_rule(
    rules: tuple[str, ...], *, through: bool
) -> None:
    """The straight way then breaks as few rules as the long one over the river, and is shown."""
    beside = set(neighbours("0506")) - {"0505", "0507"}
    river = {"/".join(sorted(("0507", n))): ["major_river"] for n in neighbours("0507")}
    del river["0506/0507"]
    board = {"hexes": {n: {"terrain": "lake"} for n in beside}, "hexsides": river}
    mover = unit("a1", "0505", attack=0, movement=9)
    printed = seen([mover, unit("g1", "0506", kind="unknown"), FAR], board=board)
    position = agreed(printed, *rules)
    found = position.why_not(["a1"], at(position, "0507"))
    assert (at(position, "0506") in found.path) is through
    reasons = [v.rule for v in found.verdicts if v.level == "forbid"]
    assert reasons == (["8.1"] if through else ["8.5.4"])


# -- 21: units joined again -----------------------------------------------------------------------


def test_21_5_a_remnant_takes_a_step_of_another_unit_of_its_formation() -> None:
    """21.4: only breakdown units have to return to the unit from which they came."""
    counters = setting("campaign").counters
    whole = next(c for c in counters if c.side == "german" and c.steps == 3)
    remnant = counters.remnants_for(whole)[0][0].pieces()[0]
    part = counters.breakdowns_for(whole)[0][0].pieces()[0]
    units = [
        {"id": whole.id, "hex": "0505", "steps": 2},
        {"id": part, "hex": "breakdowns-german"},
        {"id": remnant, "hex": "remnants-german"},
        unit("g2", "0505", formation=whole.formation, quality="elite"),
        unit("a1", "0110"),
    ]
    position = played(seen(units, active="german"), act.SplitUnit(unit=whole.id, part=part))
    assert position.number(position.state.pieces[remnant].place) == "0505"
    after = played(position, act.JoinUnits(unit="g2", into=remnant))
    assert after.state.pieces[whole.id].steps == 2
    assert after.state.pieces["g2"].steps == 1


def test_21_4_a_refusal_names_the_giver_first() -> None:
    units = [
        {"id": "US-B/82", "hex": "0505"},
        {"id": "US-1/501", "hex": "0505", "steps": 2},
        FAR,
    ]
    position = seen(units)
    found = position.judge(act.JoinUnits(unit="US-B/82", into="US-1/501"))
    assert [(v.rule, v.args["unit"], v.args["into"]) for v in found] == [("21.4", "B/82", "1/501")]


# -- 24: traffic ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("mechanized", "cost"), [(True, 3), (False, 1)])
def test_24_2_a_jam_in_the_first_hex_costs_two_points_more(cost: int, *, mechanized: bool) -> None:
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    jam = [{"kind": "traffic", "hex": "0501"}]
    mover = unit("a1", "N", mechanized=mechanized, movement=5)
    position = seen([mover, FAR], board={"areas": areas}, markers=jam)
    assert position.reach(["a1"], "normal").hexes[at(position, "0501")].cost == cost
