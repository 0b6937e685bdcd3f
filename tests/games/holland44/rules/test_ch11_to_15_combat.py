"""Chapters 9 and 11 to 15 played: results, losses, determined defence, retreat, advance."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import tank, unit


@pytest.fixture
def attack(diagram):
    """A fight at 3:1 in the open: two attackers of 9 and 6 against 5, and a supply base east."""

    def make(*dice, units=(), defender=None, **board):
        target = {**unit("g1", "0506"), **(defender or {})}
        mine = [unit("a1", "0505", attack=9), unit("a2", "0606", attack=6)]
        areas = {
            "G": {"side": "german", "hexes": ["0510"]},
            "N": {"side": "allied", "hexes": ["0501"]},
        }
        table = diagram([*mine, target, *units], phase="combat", areas=areas, **board)
        return table.attack("a1 a2", "0506", *dice)

    return make


def test_9_an_attack_reports_its_odds_and_marks_the_fighters(attack):
    table = attack(1)
    tracks = table.state()["tracks"]
    assert tracks["combat"] == "0506 3:1 1 ENG"
    assert (tracks["fought/a1"], tracks["fought/g1"]) == ("attacked", "defended")
    assert "at 3:1: die 1, ENG" in table.last["sentence"]
    again = {"kind": "declare_attack", "attackers": ["a1"], "target": "0506"}
    assert {v["rule"] for v in table.refused(again)["verdicts"]} == {"9.1"}


def test_11_5_the_defender_is_engaged_unless_disordered(attack):
    assert attack(1).status("g1") == {"engaged"}
    disordered = attack(1, defender={"status": ["disrupted"], "defense": 10})
    assert disordered.status("g1") == {"disrupted"}


def test_11_2_an_exchange_is_picked_by_the_opponent(attack):
    table = attack(2)  # EX at 3:1
    assert table.asked == ("german", "loss", ["a1", "a2"])
    table = table.choose("a2")
    assert (table.steps("a2"), table.steps("g1")) == (1, 1)
    assert table.pending == []  # the defender stays, so nobody advances


def test_11_1h_an_exchange_that_eliminates_lets_the_attacker_in(attack):
    table = attack(2, defender={"max_steps": 1}).choose("a1")
    side, kind, options = table.asked
    assert (side, kind) == ("allied", "advance")
    assert options == ["done", "a1 0505 0506", "a2 0606 0506"]
    assert table.at("g1") == "eliminated-german"
    after = table.choose("a1 0505 0506")
    assert after.at("a1") == "0506"
    assert after.state()["control"]["0506"] == "allied"


def test_11_2b_the_loss_comes_from_the_lead_formation(diagram):
    units = [
        unit("a1", "0505", attack=9),
        unit("a2", "0606", attack=9, formation="82 AB Div"),
        unit("g1", "0506"),
    ]
    table = diagram(units, phase="combat").attack("a1 a2", "0506", 4, lead="Guards Armd Div")
    assert table.state()["tracks"]["combat"].split()[3] == "A1/DR"  # 9 + 5 : 5 = 2:1
    assert table.steps("a1") == 1  # the only unit of the lead formation: nothing to choose
    assert table.asked[:2] == ("german", "determined")


def test_12_determined_defence_holds_and_engages(attack):
    table = attack(4)  # DR
    assert table.asked == ("german", "determined", ["decline", "g1"])
    held = table.choose("g1", 5)  # clear: hold 0/1
    assert held.steps("g1") == 1
    assert held.status("g1") == {"engaged"}
    assert held.at("g1") == "0506"
    assert held.pending == []


def test_12_determined_defence_fails_and_the_retreat_goes_on(attack):
    failed = attack(4).choose("g1", 2)
    assert failed.asked[:2] == ("german", "retreat")


def test_12_1_2_disrupted_units_do_not_lead(attack):
    table = attack(4, defender={"status": ["disrupted"], "defense": 10})
    assert table.asked[1] == "retreat"


def test_12_3_the_defender_picks_the_attackers_loss_of_1_1(attack):
    table = attack(4).choose("g1", 6)  # clear: hold 1/1
    assert table.asked == ("german", "loss", ["a1", "a2"])
    assert table.steps("g1") == 1
    assert table.choose("a1").steps("a1") == 1


def test_17_6_3_artillery_helps_to_hold(attack):
    gun = unit("g2", "0508", kind="artillery", attack=0, range=4, formation="II SS Pz")
    table = attack(4, units=[gun])
    assert table.asked[2] == ["decline", "g1", "g1 g2"]
    held = table.choose("g1 g2", 4)
    assert held.status("g2") == {"fired"}
    assert held.status("g1") == {"engaged"}


def test_13_a_retreat_of_two_hexes_disrupts_and_lets_the_victor_advance(attack):
    table = attack(4).choose("decline")
    side, kind, options = table.asked
    assert (side, kind) == ("german", "retreat")
    assert all(len(o.split()) == 4 for o in options)
    ends = {o.split()[-1] for o in options}
    assert "0508" in ends
    table = table.choose(next(o for o in options if o.endswith("0508")))
    assert table.status("g1") == {"disrupted"}
    assert table.state()["tracks"]["fought/g1"] == "retreated"
    assert table.asked[:2] == ("allied", "advance")
    table = table.choose("a1 0505 0506")
    assert table.asked[2][0] == "done"
    assert table.choose("done").pending == []


def test_13_1_2_a_stack_may_split(attack):
    table = attack(6, units=[unit("g2", "0506", defense=1)]).choose("g1")  # D1: 5 + 1 is 2:1
    assert table.asked[1] == "determined"
    table = table.choose("decline")
    assert table.asked[2][-1] == "apart"
    table = table.choose("apart")
    first = table.asked[2]
    assert all(o.startswith("g1 ") for o in first)
    table = table.choose(first[0])
    assert all(o.startswith("g2 ") for o in table.asked[2])


def test_12_3_an_attached_unit_pays_for_the_table_but_not_for_determined_defence(diagram):
    units = [
        unit("a1", "0505", attack=9),
        unit("a2", "0505", attack=6, formation="43 Div"),
        unit("g1", "0506", defense=5),
    ]
    table = diagram(units, phase="combat", areas={"G": {"side": "german", "hexes": ["0510"]}})
    names = {"lead": "Guards Armd Div", "attached": "a2"}
    assert table.attack("a1 a2", "0506", 2, **names).asked[2] == ["a1", "a2"]  # EX
    held = table.attack("a1 a2", "0506", 3, **names).choose("g1", 6)  # DR, then 1/1
    assert (held.steps("a1"), held.steps("a2"), held.steps("g1")) == (1, 2, 1)


def test_13_2_a_surrounded_unit_is_eliminated(attack):
    ring = [unit(f"a{n}", h) for n, h in enumerate(("0406", "0407", "0507", "0607"), 3)]
    table = attack(4, units=ring).choose("decline")
    assert table.at("g1") == "eliminated-german"
    assert table.asked[:2] == ("allied", "advance")


def test_12_4_desperate_defence_rolls_again_and_pays_for_dashes(attack):
    ring = [unit(f"a{n}", h) for n, h in enumerate(("0406", "0407", "0507", "0607"), 3)]
    table = attack(4, units=ring).choose("g1", 2)
    assert table.asked == ("german", "determined", ["decline", "g1"])
    assert table.steps("g1") == 1  # the dash counts as 0/1
    held = table.choose("g1", 6)  # hold 1/1 takes the last step
    assert held.at("g1") == "eliminated-german"


def test_13_3_a_retreat_may_stop_in_a_village_for_a_step(attack):
    table = attack(4, hexes={"0507": {"settlement": "village"}}).choose("decline")
    short = [o for o in table.asked[2] if o.split()[1:] == ["0506", "0507"]]
    assert len(short) == 1
    after = table.choose(short[0])
    assert (after.steps("g1"), after.status("g1")) == (1, set())


def test_14_1_ds_puts_in_full_retreat_and_the_advance_is_a_bonus(diagram):
    units = [tank("a1", "0505", attack=40), unit("g1", "0506")]
    areas = {"G": {"side": "german", "hexes": ["0510"]}}
    table = diagram(units, phase="combat", areas=areas).attack("a1", "0506", 5)
    assert table.state()["tracks"]["combat"].split()[3] == "DS"
    assert table.steps("g1") == 1
    _, kind, options = table.asked
    assert kind == "retreat"
    assert {len(o.split()) - 2 for o in options} == {2, 3}
    table = table.choose(options[0])
    assert table.status("g1") == {"full_retreat"}
    ends = {len(o.split()) - 2 for o in table.asked[2] if o != "done"}
    assert ends == {1, 2}


def test_13_5_units_that_retreated_into_a_hex_do_not_defend_it(diagram):
    units = [unit("a1", "0505", attack=10), unit("g1", "0506"), unit("g2", "0506", defense=9)]
    base = diagram(units, phase="combat")
    together = base.odds("a1", target="0506")["defense"]
    retreated = base.apply(
        {
            "kind": "manual_edit",
            "effects": [
                {"kind": "set_track", "track": "fought/g2", "before": None, "after": "retreated"}
            ],
        },
        mode="off",
    )
    found = retreated.odds("a1", target="0506")
    assert (together, found["defense"]) == (14, 5)
    assert {"rule": "13.5", "factor": 0.0} in [w for s in found["strengths"] for w in s["why"]]


def test_11_4_the_last_of_three_steps_is_a_remnant(table):
    units = [
        {"id": "BR-2-1P", "hex": "6217", "steps": 2},
        {"id": "BR-1AB-REM-1", "hex": "remnants-allied"},
        unit("g1", "6218", attack=60),
    ]
    position = {"turn": 3, "phase": "combat", "active": "german", "clear_board": True}
    after = table({**position, "units": units}).attack("g1", "6217", 5)
    assert after.at("BR-1AB-REM-1") != "remnants-allied"
    assert after.at("BR-2-1P") == "remnant-parents-allied"
    assert after.state()["tracks"]["remnant/BR-1AB-REM-1"] == "BR-2-1P"


def test_11_4c_without_a_remnant_an_airborne_unit_leaves_a_returnee(table):
    units = [{"id": "BR-2-1P", "hex": "6217", "steps": 2}, unit("g1", "6218", attack=60)]
    position = {"turn": 3, "phase": "combat", "active": "german", "clear_board": True}
    after = table({**position, "units": units}).attack("g1", "6217", 5)
    assert after.at("BR-2-1P") == "eliminated-allied"
    assert after.state()["tracks"]["airborne-1"] == 1
    assert after.state()["victory_points"]["german"] == 1


def test_the_air_units_of_the_day_are_counted(diagram):
    units = [unit("a1", "0505"), unit("a2", "0305"), unit("g1", "0506"), unit("g2", "0306")]
    table = diagram(units, phase="combat", weather="cloudy").attack("a1", "0506", 1, air=1)
    more = {"kind": "declare_attack", "attackers": ["a2"], "target": "0306", "air": 1}
    if table.pending:
        table = table.choose(table.asked[2][0])
    assert "4.4" in {v["rule"] for v in table.refused(more)["verdicts"]}
