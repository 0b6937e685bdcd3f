"""Chapters 11 to 13 and 17: units that take losses, remnants, attacked artillery."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import unit

AREAS = {
    "G": {"side": "german", "hexes": [f"{r:02d}10" for r in range(1, 11)]},
    "N": {"side": "allied", "hexes": [f"{r:02d}01" for r in range(1, 11)]},
}


def result(table):
    return table.state()["tracks"]["combat"].split()[3]


@pytest.fixture
def fight(diagram):
    """An attack of some factors of a1 on g1 (a defence of 5), with others if they are given."""

    def make(attack, *dice, units=(), attackers="a1", mine=None, foe=None, **board):
        lone = unit("a1", "0505", attack=attack, **(mine or {}))
        target = unit("g1", "0506", **(foe or {}))
        table = diagram([lone, target, *units], phase="combat", areas=AREAS, **board)
        return table.attack(attackers, "0506", *dice)

    return make


def test_11_1g_drx_costs_both_a_step_picked_by_the_opponent_and_retreats(fight):
    others = [unit("a2", "0505", attack=5), unit("g2", "0506")]
    table = fight(45, 2, units=others, attackers="a1 a2")  # 50 to 10
    assert result(table) == "DRX"
    assert table.asked == ("german", "loss", ["a1", "a2"])
    table = table.choose("a2")
    assert table.asked == ("allied", "loss", ["g1", "g2"])
    table = table.choose("g1")
    assert (table.steps("a2"), table.steps("g1"), table.steps("g2")) == (1, 1, 2)
    assert table.asked[:2] == ("german", "determined")
    table = table.choose("decline")
    assert table.asked[1] == "retreat"
    table = table.choose(table.asked[2][0])
    assert table.status("g2") == {"disrupted"}
    assert table.asked[:2] == ("allied", "advance")


def test_11_1j_a1_eng_engages_even_those_who_eliminated_every_attacker(fight):
    table = fight(5, 2, mine={"max_steps": 1})  # 1:1
    assert result(table) == "A1/ENG"
    assert table.at("a1") == "eliminated-allied"
    assert table.status("g1") == {"engaged"}
    assert table.pending == []


def test_11_1k_a1_costs_the_attacker_a_step_and_nothing_else(fight):
    table = fight(5, 1)
    assert result(table) == "A1"
    assert (table.steps("a1"), table.steps("g1")) == (1, 2)
    assert (table.at("g1"), table.status("g1")) == ("0506", set())
    assert table.pending == []


ELITE = {"quality": "elite", "max_steps": 3}


@pytest.mark.parametrize(
    ("attack", "die", "expected"),
    [(2, 1, "A1"), (2, 2, "A1/ENG"), (5, 4, "A1/DR"), (30, 1, "A1/D1")],
)
def test_11_2c_10_6b_the_units_that_gave_the_elite_shift_pay(fight, attack, die, expected):
    weak = [unit("a2", "0505", attack=1, max_steps=2)]
    table = fight(attack, die, units=weak, attackers="a1 a2", mine=ELITE)
    assert result(table) == expected
    assert (table.steps("a1"), table.steps("a2")) == (2, 2)  # there was nothing to choose


def test_11_2b_without_the_elite_shift_any_lead_unit_pays(fight):
    weak = [unit("a2", "0505", attack=1)]
    table = fight(9, 4, units=weak, attackers="a1 a2")
    assert result(table) == "A1/DR"
    assert table.asked == ("allied", "loss", ["a1", "a2"])


def test_11_2c_an_exchange_is_not_bound_to_the_elite(fight):
    weak = [unit("a2", "0505", attack=1, max_steps=2)]
    table = fight(10, 2, units=weak, attackers="a1 a2", mine=ELITE)
    assert result(table) == "EX"
    assert table.asked == ("german", "loss", ["a1", "a2"])


def test_11_2d_artillery_that_supports_takes_no_loss(diagram):
    guns = [
        unit("a9", "0505", kind="artillery", attack=0, range=4, max_steps=1),
        unit("g9", "0509", kind="artillery", attack=0, range=4, max_steps=1),
    ]
    units = [unit("a1", "0505", attack=10), unit("a2", "0606", attack=5), unit("g1", "0506")]
    table = diagram([*units, *guns], phase="combat", areas=AREAS)
    table = table.attack("a1 a2", "0506", 3, artillery=["a9"])  # 4:1, DR
    assert result(table) == "DR"
    table = table.choose("g1 g9", 5)  # 6 with the artillery: 1/1, the defender picks
    assert table.asked == ("german", "loss", ["a1", "a2"])
    assert (table.steps("g1"), table.steps("g9")) == (1, 1)


def test_11_2e_a_supply_head_is_taken_last(diagram):
    head = unit("a9", "0506", kind="supply_head", attack=0, max_steps=1)
    units = [unit("g1", "0505", attack=30), unit("a1", "0506", max_steps=2), head]
    table = diagram(units, phase="combat", active="german", areas=AREAS).attack("g1", "0506", 5)
    assert (table.steps("a1"), table.steps("a9")) == (1, 1)
    alone = diagram([units[0], head], phase="combat", active="german", areas=AREAS)
    assert alone.attack("g1", "0506", 5).at("a9") == "eliminated-allied"


def test_11_4b_an_eliminated_remnant_is_not_used_again(table):
    units = [
        {"id": "BR-1AB-REM-1", "hex": "6217"},
        {"id": "BR-2-1P", "hex": "6219", "steps": 2},
        unit("g1", "6218", attack=60),
        unit("g2", "6218", attack=60),
    ]
    position = {"turn": 3, "phase": "combat", "active": "german", "clear_board": True}
    after = table({**position, "units": units}).attack("g1", "6217", 5)
    assert after.at("BR-1AB-REM-1") == "eliminated-allied"
    after = after.choose("done").attack("g2", "6219", 5)
    assert after.at("BR-2-1P") == "eliminated-allied"
    assert after.at("BR-1AB-REM-1") == "eliminated-allied"


def test_11_4d_without_a_remnant_another_unit_loses_its_last_step(table):
    units = [{"id": "GE-Bloch", "hex": "6217", "steps": 2}, unit("a1", "6218", attack=60)]
    position = {"turn": 3, "phase": "combat", "active": "allied", "clear_board": True}
    after = table({**position, "units": units}).attack("a1", "6217", 5)
    assert after.at("GE-Bloch") == "eliminated-german"
    kept = table({**position, "units": [*units, {"id": "GE-REM-FJ-1", "hex": "remnants-german"}]})
    assert kept.attack("a1", "6217", 5).at("GE-REM-FJ-1") != "remnants-german"


@pytest.mark.parametrize("kind", ["tank", "tank_destroyer", "flak"])
def test_12_1_3b_vehicles_in_a_marsh_use_the_first_column(fight, kind):
    """Die 5: hold 0/1 in the first column, hold 1/1 in the second, which infantry uses there."""
    marsh = {"hexes": {"0506": {"terrain": "marsh"}}}
    vehicles = {"kind": kind, "armor": 3, "movement": 5}
    held = fight(15, 3, foe=vehicles, **marsh)
    assert result(held) == "DR"
    held = held.choose("g1", 5)
    assert (held.steps("g1"), held.steps("a1")) == (1, 2)
    foot = fight(20, 3, **marsh).choose("g1", 5)
    assert (foot.steps("g1"), foot.steps("a1")) == (1, 1)


def test_12_3e_the_hex_of_a_last_step_lost_in_success_stays_empty(fight):
    table = fight(15, 4, foe={"max_steps": 1}).choose("g1", 5)  # DR, hold 0/1
    assert table.at("g1") == "eliminated-german"
    assert table.pending == []
    assert table.at("a1") == "0505"


def test_13_1_3_6_a_retreat_avoids_overstacking_if_it_can(diagram):
    """Nine steps wait in two of the hexes two away; other ways are open."""
    units = [unit("a1", "0505", max_steps=3), unit("g1", "0506")]
    crowd = [unit(f"a{h}{n}", h, max_steps=3) for h in ("0503", "0604") for n in "bcd"]
    table = diagram([*units, *crowd], areas=AREAS)
    found = table.ask("retreat", units=["a1"], hexes=2)
    broken = {c["path"][-1]: c["priorities_broken"] for c in found["candidates"]}
    assert broken["0503"] == [6]
    ends = {found["candidates"][n]["path"][-1] for n in found["legal"]}
    assert "0503" not in ends
    assert "0404" in ends


def test_17_6_1b_17_7_artillery_defends_itself_and_supports_other_hexes(diagram):
    gun = {"kind": "artillery", "attack": 0, "range": 4, "max_steps": 1, "defense": 2}
    units = [
        unit("a1", "0505", attack=15),
        unit("a2", "0707", attack=15),
        unit("g1", "0506", defense=3),
        unit("g9", "0506", **gun),
        unit("g2", "0708"),
    ]
    table = diagram(units, phase="combat", areas=AREAS)
    assert table.odds("a1", target="0506")["defense"] == 5  # with its defence factor
    attacked = table.attack("a1", "0506", 4)  # 3:1, DR
    assert attacked.asked[2] == ["decline", "g1"]  # it does not support its own hex
    held = attacked.choose("g1", 5)
    assert held.status("g9") == {"engaged"}
    assert held.attack("a2", "0708", 4).asked[2] == ["decline", "g2"]  # engaged now
    elsewhere = table.attack("a2", "0708", 4)
    assert elsewhere.asked[2] == ["decline", "g2", "g2 g9"]
    helped = elsewhere.choose("g2 g9", 4)
    assert helped.status("g9") == {"fired"}
    assert helped.odds("a1", target="0506")["defense"] == 5  # and it defends all the same
    weak = diagram([unit("a1", "0505", attack=5), *units[1:]], phase="combat", areas=AREAS)
    spared = weak.attack("a1", "0506", 1)  # 1:1, A1: attacked and in order, so it still supports
    assert "g2 g9" in spared.attack("a2", "0708", 4).asked[2]


def test_15_1c_stacking_is_kept_at_the_end_of_each_advance(diagram):
    mine = [unit(f"a{n}", "0505", attack=20) for n in (1, 2)] + [unit("a3", "0606", attack=20)]
    table = diagram([*mine, unit("g1", "0506", max_steps=1)], phase="combat", areas=AREAS)
    table = table.attack("a1 a2 a3", "0506", 5)
    table = table.choose("a1 0505 0506").choose("a2 0505 0506")
    assert not any(o.startswith("a3 ") and o.endswith(" 0506") for o in table.asked[2])
    assert "a3 0606 0607" in table.asked[2]  # elsewhere it may go


def test_25_4b_a_revealed_unit_defends_beyond_the_stacking_limit(diagram):
    units = [
        unit("a1", "0505", attack=30),
        unit("g1", "0506", defense=4),
        unit("g2", "0506", defense=4),
        unit("g3", "0506", kind="unknown"),
        unit("g9", "unknown-pool", max_steps=1, defense=3),
    ]
    table = diagram(units, phase="combat", areas=AREAS)
    assert table.odds("a1", target="0506")["defense"] == 10  # taken as 2 before it is known
    table = table.attack("a1", "0506", 1, 1)
    assert table.state()["tracks"]["combat"].split()[1] == "2:1"  # 30 to 4 + 4 + 3
    assert table.at("g9") == "0506"
