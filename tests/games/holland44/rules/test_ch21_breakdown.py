"""Chapter 21: units broken down, joined again and regrouped."""

from __future__ import annotations

import pytest

from engine.games.holland44.positions import setting
from tests.games.holland44.rules.tabletop import unit

COMPANY = {"id": "US-B/82", "hex": "breakdowns-allied"}
BATTALION = {"id": "US-3/504", "hex": "0505"}
GERMAN = {"active": "german"}


@pytest.fixture
def regiment(diagram):
    """Return the 3rd of the 504th with companies and a remnant in their boxes, and other units."""

    def make(*more, board=None, **fields):
        battalion = {**BATTALION, **fields}
        remnant = {"id": "US-82-REM-1", "hex": "remnants-allied"}
        other = {"id": "US-A/82", "hex": "breakdowns-allied"}
        here = [battalion, COMPANY, other, remnant, unit("g1", "0110"), *more]
        return diagram(here, **(board or {}))

    return make


def split(name="US-3/504", part="US-B/82"):
    return {"kind": "split", "unit": name, "part": part}


def join(name="US-B/82", into="US-3/504"):
    return {"kind": "join", "unit": name, "into": into}


def rules(error):
    return {v["rule"] for v in error["verdicts"] if v["level"] == "forbid"}


def test_21_1_a_battalion_sends_out_a_company_that_moves_by_itself(regiment):
    table = regiment().apply(split())
    assert table.last["sentence"] == "3/504 detaches B/82."
    assert (table.steps("US-3/504"), table.steps("US-B/82")) == (2, 1)
    assert table.at("US-B/82") == "0505"
    away = table.march("US-B/82", "0505", "0506", "0507").march("US-3/504", "0505", "0504")
    assert (away.at("US-B/82"), away.at("US-3/504")) == ("0507", "0504")


def test_21_1_the_orders_are_among_the_legal_actions(regiment):
    listed = [a for a in regiment().ask("legal")["actions"] if a["kind"] == "split"]
    assert listed == [split(part="US-A/82"), split()]
    assert {"kind": "join"}.items() <= join().items()
    after = regiment().apply(split())
    joins = [a for a in after.ask("legal")["actions"] if a["kind"] == "join"]
    assert joins == [join()]


def test_21_1b_a_company_that_is_eliminated_can_be_used_again(diagram):
    company = {"id": "US-B/82", "hex": "0505"}
    battalion = {"id": "US-3/504", "hex": "0404"}
    units = [company, battalion, unit("g1", "0506", attack=15)]
    table = diagram(units, phase="combat", **GERMAN).attack("g1", "0505", 5)
    while table.at("US-B/82") == "0505":
        table = table.choose("US-B/82" if "US-B/82" in table.asked[2] else table.asked[2][0])
    assert table.at("US-B/82") == "breakdowns-allied"
    assert table.steps("US-B/82") == 1


def test_21_2_british_tanks_send_tanks_and_all_others_infantry(diagram):
    pool = [{"id": f"BR-BD-{kind}-1", "hex": "breakdowns-allied"} for kind in ("Tank", "Inf")]
    counters = setting("campaign").counters
    tanks = next(c.id for c in counters if c.kind == "tank" and c.side == "allied" and c.steps == 3)
    foot = next(
        c.id
        for c in counters
        if c.kind == "infantry" and c.side == "allied" and c.steps == 3 and c.mechanized
    )
    recon = next(
        c.id for c in counters if c.kind == "recon" and c.side == "allied" and c.steps == 2
    )
    for name, part, other in (
        (tanks, "BR-BD-Tank-1", "BR-BD-Inf-1"),
        (foot, "BR-BD-Inf-1", "BR-BD-Tank-1"),
        (recon, "BR-BD-Inf-1", "BR-BD-Tank-1"),
    ):
        table = diagram([{"id": name, "hex": "0505"}, *pool, unit("g1", "0110")])
        assert table.apply(split(name, part)).at(part) == "0505"
        assert rules(table.refused(split(name, other))) == {"21.2"}


@pytest.mark.parametrize(("mechanized", "reach"), [(True, 5), (False, 3)])
def test_21_2b_the_side_of_the_counter_is_that_of_the_parent(diagram, mechanized, reach):
    name = next(
        c.id
        for c in setting("campaign").counters
        if c.kind == "infantry"
        and c.side == "german"
        and c.role == "combat"
        and c.steps == 2
        and c.count == 1
        and c.mechanized == mechanized
    )
    pool = {"id": "GE-BD-1", "hex": "breakdowns-german"}
    units = [{"id": name, "hex": "0505"}, pool, unit("a1", "0110")]
    table = diagram(units, **GERMAN).apply(split(name, "GE-BD-1"))
    costs = [v["cost"] for v in table.reach("GE-BD-1", "normal").values()]
    assert max(costs) == reach


def test_21_3_breakdown_units_have_spent_the_same_movement(regiment):
    table = regiment().march("US-3/504", "0505", "0506", "0507").apply(split())
    assert "0508" in table.reach("US-B/82", "normal")
    assert "0509" not in table.reach("US-B/82", "normal")
    gone = table.march("US-B/82", "0507", "0508")
    assert gone.march("US-3/504", "0507", "0607").at("US-3/504") == "0607"


def test_21_3_after_its_move_neither_of_them_goes_on(regiment):
    other = unit("a9", "0901")
    table = regiment(other).march("US-3/504", "0505", "0506").march("a9", "0901", "0902")
    parted = table.apply(split())
    assert parted.reach("US-B/82") == parted.reach("US-3/504") == {}


@pytest.mark.parametrize("status", [(), ("engaged",), ("out_of_supply",), ("spent",)])
def test_21_3_other_statuses_pass_to_the_breakdown_unit(regiment, status):
    near = unit("g2", "0506")  # EZOC does not matter either
    table = regiment(near, status=list(status)).apply(split())
    assert table.status("US-B/82") == set(status)


def test_21_3_nor_does_extended_movement(regiment):
    table = regiment().march("US-3/504", *(f"05{n:02d}" for n in range(5, 10)), mode="extended")
    assert table.apply(split()).at("US-B/82") == "0509"


@pytest.mark.parametrize("status", ["scattered", "disrupted", "full_retreat"])
def test_21_3_states_that_bar_breakdown(regiment, status):
    assert rules(regiment(status=[status]).refused(split())) == {"21.3"}


@pytest.mark.parametrize("board", [GERMAN, {"phase": "combat"}, {"phase": "supply"}])
def test_21_3_only_in_the_own_turn(regiment, board):
    assert rules(regiment(board=board).refused(split())) == {"21.1"}


def test_21_3_an_airborne_company_is_of_the_units_division(regiment):
    other = {"id": "US-101-BD-1", "hex": "breakdowns-allied"}
    assert rules(regiment(other).refused(split(part="US-101-BD-1"))) == {"21.2"}


def test_21_3_no_more_than_there_are_counters(regiment):
    table = regiment().apply(split())
    assert rules(table.refused(split())) == {"21.3"}
    last = table.apply(split(part="US-A/82"))
    assert last.at("US-82-REM-1") == "0505"  # one step of three is left: a remnant (11.4)
    assert [a["kind"] for a in last.ask("legal")["actions"] if a["kind"] == "split"] == []


def test_11_4_without_a_remnant_the_last_step_is_not_split_from(diagram):
    units = [{**BATTALION, "steps": 2}, COMPANY, unit("g1", "0110")]
    assert rules(diagram(units).refused(split())) == {"11.4"}


def test_21_1_units_break_down_before_they_advance(diagram):
    units = [
        {"id": "US-3/504", "hex": "0505"},
        {"id": "US-2/504", "hex": "0606"},
        COMPANY,
        unit("g1", "0506", defense=1, max_steps=1),
    ]
    table = diagram(units, phase="combat").attack("US-3/504 US-2/504", "0506", 2)
    while table.asked[1] != "advance":
        table = table.choose(table.asked[2][0])
    assert split() in table.ask("legal")["actions"]
    parted = table.apply(split())
    assert "US-B/82 0505 0506" in parted.asked[2]
    ahead = parted.choose("US-B/82 0505 0506")
    assert (ahead.at("US-B/82"), ahead.at("US-3/504")) == ("0506", "0505")


def test_21_1_a_part_has_no_more_hexes_left_than_its_unit(diagram):
    units = [
        {"id": "US-3/504", "hex": "0505"},
        unit("a2", "0505", attack=90),
        COMPANY,
        unit("g1", "0506", max_steps=1),
    ]
    table = diagram(units, phase="combat").attack("US-3/504 a2", "0506", 5, lead="82 AB Div")
    table = table.choose("US-3/504 0505 0506").apply(split())
    assert "US-B/82 0506 0507" in table.asked[2]
    assert not any(o.startswith("US-B/82") and len(o.split()) > 3 for o in table.asked[2])


def test_21_3_units_break_down_after_an_advance_too(diagram):
    units = [{"id": "US-3/504", "hex": "0505"}, COMPANY, unit("g1", "0506", attack=1, defense=1)]
    table = diagram(units, phase="combat").attack("US-3/504", "0506", 5)
    assert rules(table.refused(split())) == {"3"}  # the enemy retreats first
    while table.pending:
        ahead = "US-3/504 0505 0506"
        table = table.choose(ahead if ahead in table.asked[2] else table.asked[2][0])
    assert table.at("US-3/504") == "0506"
    assert split() in table.ask("legal")["actions"]
    assert table.apply(split()).at("US-B/82") == "0506"
    assert rules(table.next().refused(split())) == {"21.1"}


def test_21_4_a_company_and_its_battalion_are_one_again(regiment):
    table = regiment().apply(split()).march("US-B/82", "0505", "0506", "0505").apply(join())
    assert table.last["sentence"] == "A step of B/82 joins 3/504."
    assert (table.steps("US-3/504"), table.at("US-B/82")) == (3, "breakdowns-allied")
    assert table.reach("US-3/504") == {}  # both have finished their move
    again = table.apply(split())
    assert again.at("US-B/82") == "0505"  # 21.4d


def test_21_4_the_unit_may_go_on_where_the_option_is_in_force(regiment):
    """Contradiction C12: on page 47 the battalion takes its company in and moves on."""
    board = {"options": {"recombine_on_the_move": True}}
    table = regiment(board=board).apply(split()).march("US-3/504", "0505", "0506")
    joined = table.march("US-B/82", "0505", "0506").apply(join())
    assert "0508" in joined.reach("US-3/504", "normal")
    assert "0509" not in joined.reach("US-3/504", "normal")


def test_21_4_a_unit_that_took_one_in_still_attacks(diagram):
    units = [{**BATTALION, "steps": 2}, {"id": "US-B/82", "hex": "0505"}, unit("g1", "0506")]
    table = diagram(units).apply(join()).next()
    kinds = {a["kind"] for a in table.ask("legal")["actions"]}
    assert "declare_attack" in kinds


@pytest.mark.parametrize(
    ("status", "before", "after"),
    [
        ("spent", (), {"spent"}),
        ("engaged", (), {"engaged"}),
        ("disrupted", ("engaged",), {"disrupted"}),
        ("full_retreat", ("disrupted",), {"full_retreat"}),
        ("out_of_supply", (), set()),
    ],
)
def test_21_4_the_state_of_the_company_passes_on(diagram, status, before, after):
    battalion = {**BATTALION, "steps": 2, "status": list(before)}
    company = {"id": "US-B/82", "hex": "0505", "status": [status]}
    table = diagram([battalion, company, unit("g1", "0110")]).apply(join())
    assert table.status("US-3/504") == after
    assert table.status("US-B/82") == set()


def test_21_4_airborne_companies_join_any_unit_of_their_division(diagram):
    company = {"id": "US-B/82", "hex": "0505"}
    own = {"id": "US-1/508", "hex": "0505", "steps": 2}
    other = {"id": "US-1/501", "hex": "0505", "steps": 2}
    table = diagram([company, own, other, unit("g1", "0110")])
    assert table.apply(join(into="US-1/508")).steps("US-1/508") == 3
    assert rules(table.refused(join(into="US-1/501"))) == {"21.4"}


def test_21_4_a_remnant_that_takes_a_company_in_is_its_battalion_again(regiment):
    table = regiment(steps=2).apply(split())
    assert table.at("US-82-REM-1") == "0505"
    whole = table.apply(join(into="US-82-REM-1"))
    assert (whole.at("US-3/504"), whole.steps("US-3/504")) == ("0505", 2)
    assert whole.at("US-82-REM-1") == "remnants-allied"
    assert not [name for name in whole.state()["tracks"] if name.startswith("remnant/")]


def test_21_4_german_and_generic_units_rejoin_only_where_they_came_from(diagram):
    names = [
        c.id
        for c in setting("campaign").counters
        if c.kind == "infantry" and c.side == "german" and c.steps == 2 and c.count == 1
    ][:2]
    pool = {"id": "GE-BD-1", "hex": "breakdowns-german"}
    units = [
        {"id": names[0], "hex": "0505"},
        {"id": names[1], "hex": "0505", "steps": 1},
        pool,
        unit("a1", "0110"),
    ]
    table = diagram(units, **GERMAN).apply(split(names[0], "GE-BD-1"))
    assert rules(table.refused(join("GE-BD-1", names[1]))) == {"21.4"}
    whole = table.apply(join("GE-BD-1", names[0]))
    assert whole.steps(names[0]) == 2
    assert "parent/GE-BD-1" not in whole.state()["tracks"]


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"hex": "0504"}, "21.4"),
        ({"steps": 3}, "21.4"),
    ],
)
def test_21_4_recombining_needs_a_reduced_unit_in_the_hex(diagram, fields, rule):
    company = {"id": "US-B/82", "hex": "0505"}
    units = [{**BATTALION, "steps": 2, **fields}, company, unit("g1", "0110")]
    assert rules(diagram(units).refused(join())) == {rule}


def regrouping(diagram, giver=None, taker=None, **board):
    """Two German battalions of a formation in a hex, the second reduced."""
    units = [
        unit("g1", "0505", **(giver or {})),
        unit("g2", "0505", steps=1, **(taker or {})),
        unit("a1", "0110"),
    ]
    return diagram(units, **{**GERMAN, **board})


def test_21_5_a_german_unit_gives_a_step_to_another_of_its_formation(diagram):
    table = regrouping(diagram).apply(join("g1", "g2"))
    assert (table.steps("g1"), table.steps("g2")) == (1, 2)
    assert table.reach("g1") == table.reach("g2") == {}
    last = regrouping(diagram, giver={"max_steps": 1}).apply(join("g1", "g2"))
    assert last.at("g1") == "eliminated-german"


@pytest.mark.parametrize(
    ("giver", "taker", "ok"),
    [
        ({"quality": "elite"}, {"quality": "low"}, True),
        ({"quality": "low"}, {"quality": "low"}, True),
        ({"quality": "low"}, {}, False),
        ({"formation": "II SS Pz"}, {}, False),
        ({"formation": None}, {"formation": None}, False),
    ],
)
def test_21_5_formation_and_quality(diagram, giver, taker, ok):
    table = regrouping(diagram, giver, taker)
    if ok:
        assert table.apply(join("g1", "g2")).steps("g2") == 2
    else:
        assert rules(table.refused(join("g1", "g2"))) == {"21.5"}


def test_21_5_the_allies_do_not_regroup(diagram):
    units = [unit("a1", "0505"), unit("a2", "0505", steps=1), unit("g1", "0110")]
    assert rules(diagram(units).refused(join("a1", "a2"))) == {"21.5"}


def test_21_5_only_in_the_movement_phase(diagram):
    assert rules(regrouping(diagram, phase="combat").refused(join("g1", "g2"))) == {"21.5"}


@pytest.mark.parametrize("status", ["scattered", "spent", "engaged", "disrupted", "full_retreat"])
def test_21_5_the_state_of_the_giver_passes_on(diagram, status):
    table = regrouping(diagram, giver={"status": [status]}).apply(join("g1", "g2"))
    assert table.status("g2") == {status}


def test_orders_against_the_rules_are_flagged_in_advisory_mode(regiment):
    table = regiment(status=["disrupted"]).apply(split(), mode="advisory")
    assert [v["rule"] for v in table.last["verdicts"]] == ["21.3"]
    assert table.at("US-B/82") == "0505"


def test_no_house_rule_creates_a_step(regiment):
    """Impossible orders are refused in one sentence, regardless of house rules."""
    agreed = {"kind": "set_rules", "house": {"21": "off"}}
    table = regiment(steps=1).apply(agreed)
    assert rules(table.refused(split())) == {"21.1"}
    apart = regiment({"id": "US-1/508", "hex": "0606", "steps": 2}).apply(agreed).apply(split())
    assert rules(apart.refused(join(into="US-1/508"))) == {"21.4"}
    for action in apart.ask("legal", most=900)["actions"]:
        assert action["kind"] != "join" or action["into"] == "US-3/504"


def test_page_41_a_company_goes_to_the_bridges_and_the_battalion_marches_north(table):
    """Heumen is blown on a 5, Malden stays on a 2; the battalion takes the bridge by Hatert."""
    position = {"turn": 1, "phase": "movement", "active": "allied", "clear_board": True}
    pool = {"id": "US-B/82", "hex": "breakdowns-allied"}
    start = table({**position, "units": [{"id": "US-3/504", "hex": "4819"}, pool]})
    heumen = start.apply(split()).march("US-B/82", "4819", "4820").choose("blow", 5)
    assert heumen.state()["bridges"]["4820/4821"] == "blown"
    malden = heumen.march("US-B/82", "4820", "4919").choose("blow", 2)
    assert malden.state()["bridges"]["4919/4920"] == "intact"
    held = malden.march("US-B/82", "4919", "4920")
    north = held.march("US-3/504", "4819", "4919", "5019", "5119").choose("blow", 2)
    assert (north.at("US-B/82"), north.at("US-3/504")) == ("4920", "5119")


@pytest.mark.parametrize("goes_on", [True, False])
def test_page_47_the_battalion_is_whole_again_and_goes_on_by_the_option(table, goes_on):
    position = {"turn": 3, "phase": "movement", "active": "allied", "clear_board": True}
    units = [
        {"id": "US-3/504", "hex": "5119", "steps": 2},
        {"id": "US-B/82", "hex": "4920"},
        {"id": "GE-unknown-5219", "hex": "5219"},
        {"id": "GE-I-6Training", "hex": "unknown-pool"},
    ]
    bridges = dict.fromkeys(("4919/4920", "5019/5119"), "intact")
    options = {"recombine_on_the_move": goes_on}
    start = table({**position, "units": units, "bridges": bridges, "options": options})
    whole = start.march("US-B/82", "4920", "5020", "5119", mode="tactical").apply(join())
    assert whole.steps("US-3/504") == 3
    on = {"kind": "move", "units": ["US-3/504"], "path": ["5119", "5219"], "mode": "normal"}
    if not goes_on:
        assert rules(whole.refused(on)) == {"8.1"}
        return
    fought = whole.apply(on, [1, 3])
    assert fought.state()["tracks"]["combat"] == "5219 4:1 3 DR"


@pytest.mark.parametrize("remnant", [True, False])
def test_11_4_a_giver_of_three_steps_leaves_a_remnant(diagram, remnant):
    counters = setting("campaign").counters
    giver = next(c for c in counters if c.side == "german" and c.steps == 3)
    kind = counters.remnants_for(giver)[0][0].pieces()[0]
    units = [
        {"id": giver.id, "hex": "0505", "steps": 2},
        unit("g2", "0505", steps=1, formation=giver.formation, quality="low"),
        unit("a1", "0110"),
        *([{"id": kind, "hex": "remnants-german"}] if remnant else []),
    ]
    table = diagram(units, **GERMAN)
    if not remnant:
        assert rules(table.refused(join(giver.id, "g2"))) == {"11.4"}
        return
    after = table.apply(join(giver.id, "g2"))
    assert (after.at(kind), after.steps("g2")) == ("0505", 2)
    assert after.reach(kind) == {}
