"""Rules at their limits: what is just allowed, and what is just not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import actions as act
from engine.games.holland44.positions import setting
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules import ports
from engine.rules.answers import AttackPlan
from tests.games.holland44.rules.tabletop import Json, at, played, seen, tank, unit
from tests.games.holland44.rules.test_clause_by_clause import waiting
from tests.games.holland44.rules.test_house_rules_of_moves import agreed
from tests.games.holland44.rules.test_lists import advanced

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


# -- 7: zones of control --------------------------------------------------------------------------


def test_7_2_units_that_pass_an_unknown_unit_stop_in_its_zone_behind_it() -> None:
    """25.3.1: only on the way to it that zone does not count."""
    units = [unit("a1", "0504", movement=6), unit("g1", "0506", kind="unknown"), FAR]
    move = act.MoveUnits(units=("a1",), path=tuple(f"05{n:02d}" for n in range(4, 9)))
    found = [v for v in seen(units).judge(move) if v.rule == "7.2"]
    assert [v.hexes for v in found] == [("0507",)]


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


@pytest.mark.parametrize(
    ("names", "moved"), [("a1 a2 a3 g9", "a1 a3"), ("g9 a1", "g9"), ("a2", "a2")]
)
def test_8_1_the_units_of_one_hex_move_together(names: str, moved: str) -> None:
    position = seen([unit("a1", "0505"), unit("a2", "0606"), unit("a3", "0505"), FAR])
    assert position.reach(names.split()).units == tuple(moved.split())


def test_8_1_units_that_go_on_together_have_used_as_much_as_the_one_that_came() -> None:
    units = [unit("a1", "0505"), unit("a2", "0504"), FAR]
    move = act.MoveUnits(units=("a2",), path=("0504", "0505"), mode="normal")
    position = played(seen(units), move)
    for names in (["a1", "a2"], ["a2", "a1"], ["a2"]):
        assert position.reach(names, "normal").spent == 1
    assert position.reach(["a1"], "normal").spent == 0


@pytest.mark.parametrize(
    ("modes", "able"), [(("normal", "tactical"), False), (("normal",) * 2, True)]
)
def test_8_1_parts_of_a_unit_that_moved_in_two_modes_do_not_move_together(
    modes: tuple[str, str], *, able: bool
) -> None:
    """21.3: each of them may go on by itself."""
    before = seen([unit("a1", "0505"), unit("a2", "0505"), FAR])
    moved = {f"moved/a{n}": f"{mode} 6 1 0" for n, mode in enumerate(modes, 1)}
    tracks = {**before.state.tracks, **moved, "moving": "a1 a2"}
    position = before.ruleset.answers(replace(before.state, tracks=tracks))
    assert bool(position.reach(["a1", "a2"]).hexes) is able
    move = act.MoveUnits(units=("a1", "a2"), path=("0505", "0506"), mode="normal")
    assert broken(position, move) == ([] if able else ["8.1"])
    assert position.reach(["a1"]).hexes


def test_8_1_a_detour_to_the_next_hex_is_made_straight() -> None:
    position = seen([unit("a1", "0505", movement=1), FAR])
    around = act.MoveUnits(units=("a1",), path=("0505", "0504", "0503", "0504", "0505", "0506"))
    straight = act.MoveUnits(units=("a1",), path=("0505", "0506"))
    assert position.drag_action(around, "enforced") == straight


@pytest.mark.parametrize("jam", [False, True])
def test_8_5_6_the_mode_with_the_fewest_objections_explains_a_river(*, jam: bool) -> None:
    """A ferry takes one step at a time, and only tactical movement uses it (8.5.4).

    A jam on the detour over the bridge changes nothing (24.2).
    """
    sides = {"/".join(sorted(("0507", n))): ["major_river"] for n in neighbours("0507")}
    sides["0506/0507"] = ["major_river", "ferry"]
    sides["0507/0508"] = ["major_river", "road_bridge"]
    units = [unit("a1", "0505", max_steps=2, movement=1, mechanized=True), FAR]
    markers = [{"kind": "traffic", "hex": "0508"}] if jam else []
    position = seen(units, board={"hexsides": sides}, markers=markers)
    near = position.why_not(["a1"], at(position, "0507"), near=True)
    assert [v.rule for v in near.around if v.level == "forbid"] == ["8.1"]
    assert ("24.2" in {v.rule for v in near.around}) is jam
    assert near.mode == "tactical"
    assert [v.rule for v in near.verdicts if v.level == "forbid"] == ["8.5.6"]


@pytest.mark.parametrize(
    ("carried", "over"), [({}, True), ({"a8": 1}, True), ({"a8": 1, "a9": 1}, False)]
)
def test_23_3_3_of_two_engineer_units_the_one_with_room_left_ferries(
    carried: dict[str, int], *, over: bool
) -> None:
    """Each takes six steps over in a turn."""
    engineers = [unit(n, "0505", kind="engineer", max_steps=1) for n in ("a8", "a9")]
    river = {"0505/0506": ["major_river"]}
    before = seen([unit("a1", "0505", max_steps=6), *engineers, FAR], board={"hexsides": river})
    tracks = {**before.state.tracks, **{f"ferry/{n}": steps for n, steps in carried.items()}}
    position = before.ruleset.answers(replace(before.state, tracks=tracks))
    move = act.MoveUnits(units=("a1",), path=("0505", "0506"), mode="tactical")
    assert broken(position, move) == ([] if over else ["23.3.3"])


def test_8_7_the_advance_after_an_automatic_ds_is_an_order_of_its_unit() -> None:
    (order,) = advanced(unit("a2", "0303"), FAR).orders(["a1"])
    assert order.action == act.TakeAdvance(unit="a1")
    assert order.text == t("ruling.holland44.order.advance", unit="a1")


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


# -- 9: combat ------------------------------------------------------------------------------------


def test_9_1_a_factor_of_one_attacks_and_one_of_none_does_not() -> None:
    units = [unit("a1", "0505", attack=1), unit("a2", "0606", attack=0), unit("g1", "0506")]
    position = seen(units, phase="combat")
    assert position.attackers(at(position, "0506")) == ("a1",)


@pytest.mark.parametrize("attached", ["a3", "a4"])
def test_10_2_3_the_attacker_may_attach_the_worse_of_two_units(attached: str) -> None:
    others: Json = {"formation": "82 AB Div"}
    units = [
        unit("a1", "0505"),
        unit("a3", "0505", attack=9, **others),
        unit("a4", "0505", attack=2, **others),
        unit("g1", "0506"),
    ]
    position = seen(units, phase="combat")
    choices = {"lead": "Guards Armd Div", "attached": attached}
    place = at(position, "0506")
    found = position.prepared(AttackPlan(("a1", "a3", "a4"), place, (), choices))
    assert {c.name: c.chosen for c in found.choices}["attached"] == attached


def test_11_2_13_5_units_that_retreated_before_pay_only_if_no_others_can() -> None:
    battle = {"attackers": ["a1"], "target": "0506", "defenders": ["g1", "g2"]}
    units = [unit("a1", "0505"), unit("g1", "0506"), unit("g2", "0506")]
    for again, payers in ((["g1"], ["g2"]), (["g1", "g2"], ["g1", "g2"]), ([], ["g1", "g2"])):
        args = {"of": "defenders", "battle": battle, "again": again}
        position = waiting("loss", "german", args, units, phase="combat")
        assert list(position.options()) == payers


def test_23_3_2_one_of_two_engineer_units_is_used_up_by_a_river_assault() -> None:
    ready: Json = {"status": ["river_assault"]}
    engineer = {"kind": "engineer", "max_steps": 1, **ready}
    units = [unit("a1", "0505", attack=14, **ready), unit("g1", "0506")]
    units += [unit(name, "0505", **engineer) for name in ("a8", "a9")]
    board = {"hexsides": {"0505/0506": ["major_river"]}}
    position = seen(units, phase="combat", board=board)
    after = played(position, act.DeclareAttack(attackers=("a1",), target="0506"), 3)
    left = [n for n in ("a8", "a9") if "river_assault" in after.state.pieces[n].status]
    assert len(left) == 1


def test_17_4_a_stated_combat_is_judged_with_its_artillery() -> None:
    """Units that are not in play do not matter."""
    gun = unit("a3", "0501", kind="artillery", attack=0, max_steps=1, range=3)
    position = seen([unit("a1", "0505"), gun, unit("g1", "0506")], phase="combat")
    stated: Json = {"attackers": ("a1",), "target": "0506", "attack": 5, "defense": 5}
    stated |= {"column": "1:1", "result": "EX"}
    for support, units in ((("a3",), ("a3",)), (("nobody",), ()), ((), ())):
        found = position.judge(act.Combat(support=support, **stated))
        assert tuple(u for v in found if v.rule == "17.4" for u in v.units) == units
    with pytest.raises(Refused) as refused:
        position.judge(act.Combat(**{**stated, "target": "9999"}))
    assert refused.value.where == "action.target"


# -- 13: retreats ---------------------------------------------------------------------------------


def test_13_1_3_each_retreat_that_is_not_allowed_has_its_reason() -> None:
    areas = {"G": {"side": "german", "hexes": ["0510"]}}
    units = [unit("g1", "0506"), unit("g2", "0607", max_steps=4), unit("a1", "0505")]
    position = seen(units, phase="combat", board={"areas": areas})
    found = position.retreats(["g1"], 2)
    assert found.legal
    for n, option in enumerate(found.options):
        assert bool(option.tag and option.why) is (n not in found.legal or option.eliminated)
        assert bool(option.broken) or n in found.legal or option.eliminated


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


def test_14_3_2_units_that_run_in_a_movement_phase_have_not_fought() -> None:
    """13.5: in the combat phase that follows they defend like any others."""
    areas = {"G": {"side": "german", "hexes": ["0510"]}}
    units = [unit("a1", "0504"), unit("g1", "0506", status=["full_retreat"])]
    position = seen(units, board={"areas": areas})
    move = act.MoveUnits(units=("a1",), path=("0504", "0505"), mode="normal")
    asked = played(position, move)
    after = played(asked, act.Choose(decision="retreat", option=asked.options()[0]))
    assert after.number(after.state.pieces["g1"].place) != "0506"
    assert not [name for name in after.state.tracks if name.startswith("fought/")]


# -- 15, 16: advances and breakthroughs -----------------------------------------------------------

COURSE: Json = {"vacated": "0506", "advance": "bonus", "through": True}


def test_16_3_5_a_part_of_a_stack_that_can_attack_breaks_through_without_the_rest() -> None:
    """9.1: units with an attack factor of 0 do not attack."""
    args = {**COURSE, "units": ["a1", "a2"], "fought": ["a1", "a2"]}
    units = [unit("a1", "0505", attack=0), unit("a2", "0505"), unit("g2", "0405"), FAR]
    position = waiting("advance", "allied", args, units, phase="combat")
    through = [o for o in position.options() if o.startswith("breakthrough")]
    assert through == ["breakthrough 0405 a2"]


def test_13_5_a_breakthrough_is_offered_at_the_odds_of_all_units_in_the_hex() -> None:
    """Units that retreated among friends defend in breakthrough combat."""
    args = {**COURSE, "units": ["a1"], "fought": ["a1"]}
    units = [unit("a1", "0505", attack=12), unit("g1", "0405"), unit("g2", "0405"), FAR]
    before = waiting("advance", "allied", args, units, phase="combat")
    tracks = {**before.state.tracks, "fought/g2": "retreated"}
    position = before.ruleset.answers(replace(before.state, tracks=tracks))
    question = position.question()
    assert question is not None
    (through,) = (o for o in question.options if o.id.startswith("breakthrough"))
    assert through.tag == "1:1"


def test_19_7_units_in_an_area_are_asked_for_an_advance_only_into_the_hex_they_attacked() -> None:
    args = {**COURSE, "units": ["a1", "a2"], "fought": ["a1", "a2"], "vacated": "0501"}
    args["through"] = False
    board = {"areas": {"N": {"side": "allied", "hexes": ["0501", "0601"]}}}
    units = [unit("a1", "N"), unit("a2", "0602"), unit("g2", "0603"), FAR]
    position = waiting("advance", "allied", args, units, phase="combat", board=board)
    assert {o.split()[2] for o in position.options() if o.startswith("a1")} == {"0501"}
    barred = position.barred()
    assert at(position, "0603") in barred
    assert at(position, "0501") not in barred


@pytest.mark.parametrize(("turn", "allowed"), [(6, False), (7, True)])
def test_23_4_an_advance_goes_no_further_past_a_corps_boundary_than_a_move(
    turn: int, *, allowed: bool
) -> None:
    ground = setting("campaign").ground
    zones, board = ground.corps_zones, ground.board
    mine = zones["30C"]
    near = mine | {j for i in mine for j in ground.ring[i]}
    beyond = frozenset().union(*(z for name, z in zones.items() if name != "north")) - near
    start, end = next(
        (i, j)
        for j in sorted(beyond)
        for i in ground.ring[j]
        if i in near - mine - zones["north"] and (i, j) not in ground.water
        if {ground.terrain[i], ground.terrain[j]} == {"clear"}
    )
    mover = unit("a1", board.numbers[start], nationality="British", corps="30C")
    position = seen([mover], real=True, turn=turn, phase="combat")
    assert (end in position.advances(["a1"], end, "normal")) is allowed


def test_15_1_a_unit_taken_from_the_path_of_its_advance_does_not_go_on() -> None:
    """As by hand; the other victors still advance."""
    args = {**COURSE, "units": ["a1", "a2"], "fought": ["a1", "a2"]}
    args["paths"] = {"a1": ["0505", "0506"], "a2": ["0505", "0506"]}
    units = [unit("a1", "0505"), unit("a2", "0506"), FAR]
    position = waiting("advance", "allied", args, units, phase="combat")
    assert {o.split()[0] for o in position.options()} == {"done", "a2"}


# -- 18: supply -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("foe", "supplied"), [("0501", False), ("0901", True)])
def test_18_2_1_an_enemy_on_the_hex_of_an_area_closes_it(foe: str, *, supplied: bool) -> None:
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    units = [unit("a1", "0503"), unit("a2", "0502"), unit("g1", foe)]
    position = seen(units, board={"areas": areas})
    assert [position.supply_of(name).supplied for name in ("a1", "a2")] == [supplied] * 2


# -- 19: entry areas ------------------------------------------------------------------------------


def test_19_1_the_arrivals_are_those_of_this_turn_and_later() -> None:
    counters = [c for c in setting("campaign").counters if c.arrival.how == "reinforcement"]
    names = [c.pieces()[0] for c in counters if c.arrival.area in {"I", "J", "K"}][:3]
    units = [{"id": n, "hex": f"turn-{turn}"} for n, turn in zip(names, (2, 3, 4), strict=True)]
    position = seen(units, real=True, turn=3)
    assert [(a.turn, a.units) for a in position.arrivals()] == [
        (3, (names[1],)),
        (4, (names[2],)),
    ]


def test_19_1_a_diagram_has_only_the_areas_that_it_names() -> None:
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    position = seen([unit("a1", "0505"), FAR], board={"areas": areas})
    assert position.place("N") == position.place("area-N") is not None
    assert position.place("A") is None


# -- 25: unknown units ----------------------------------------------------------------------------


@pytest.mark.parametrize(("names", "mode"), [(("g1",), "relocation"), (("g1", "g3"), "normal")])
def test_25_6_unknown_units_are_led_to_a_town_one_by_one(names: tuple[str, ...], mode: str) -> None:
    board = {
        "hexes": {"0808": {"settlement": "town"}},
        "areas": {"G": {"side": "german", "hexes": ["0810"]}},
        "roads": [{"class": "minor", "hexes": ["0808", "0809", "0810"]}],
    }
    units = [unit(n, "0505", kind="unknown") for n in ("g1", "g3")]
    position = seen([*units, unit("a1", "0101")], active="german", board=board)
    drag = act.MoveUnits(units=names, path=("0505", "0606", "0707", "0808"))
    found = position.drag_action(drag, "advisory")
    assert isinstance(found, act.MoveUnits)
    assert (found.units, found.mode) == (names, mode)


def test_19_3_1_a_move_into_an_area_ends_there() -> None:
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    position = seen([unit("a1", "0501", movement=6), FAR], board={"areas": areas})
    move = act.MoveUnits(units=("a1",), path=("0501", "area-N"), mode="normal")
    after = played(position, move).reach(["a1"])
    assert not after.hexes
    assert not after.boxes


def test_19_1_a_house_rule_opens_the_first_hex_only_to_what_it_is_about() -> None:
    """24.2: a jam there still costs two points more."""
    board: Json = {"areas": {"N": {"side": "allied", "hexes": ["0501", "0601"]}}}
    board["hexes"] = {"0501": {"terrain": "polder"}}
    jam = [{"kind": "traffic", "hex": "0501"}]
    position = seen([tank("a1", "N"), FAR], board=board, markers=jam)
    place = at(position, "0501")
    assert place not in agreed(position, "8.5.2").reach(["a1"], "normal").hexes
    assert agreed(position, "19.1").reach(["a1"], "normal").hexes[place].cost == 5


# -- 24: traffic ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("mechanized", "cost"), [(True, 3), (False, 1)])
def test_24_2_a_jam_in_the_first_hex_costs_two_points_more(cost: int, *, mechanized: bool) -> None:
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    jam = [{"kind": "traffic", "hex": "0501"}]
    mover = unit("a1", "N", mechanized=mechanized, movement=5)
    position = seen([mover, FAR], board={"areas": areas}, markers=jam)
    assert position.reach(["a1"], "normal").hexes[at(position, "0501")].cost == cost
