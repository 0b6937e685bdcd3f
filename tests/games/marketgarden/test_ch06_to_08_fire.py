"""Chapters 6, 7 and 8: air power, losses, artillery, bombardment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import actions as act
from engine.core.reducer import apply
from engine.games.marketgarden.answers.combat import bombardment as answered
from engine.games.marketgarden.answers.combat import odds
from engine.games.marketgarden.rules.ch05_support import Support
from engine.games.marketgarden.rules.ch06_air import air_value, points_left
from engine.games.marketgarden.rules.ch08_artillery import (
    able_to_fire,
    bombardment_column,
    bombardment_value,
)
from engine.rules.answers.combat import AttackPlan
from engine.rules.judge import Given, play
from tests.games.marketgarden.tabletop import CHARTS, Table, airborne, allied, corps, unit
from tests.games.marketgarden.test_ch05_results import settle


def bombardment(table: Table, value: int, on: str) -> str:
    return CHARTS.bombardment.columns[bombardment_column(table.now, value, table.hex(on))]


def test_the_printed_example_of_an_air_attack():
    """Two infantry and one armoured unit, six points: 4 times 6 is 24, column 13-24; any terrain
    of one column makes it 1-12.
    """
    defenders = [unit("i", "0506"), unit("j", "0506"), unit("t", "0506", kind="armour")]
    table = Table(defenders, active="allied", phase="combat")
    assert air_value(table.now, 6, table.hex("0506")) == 24
    assert bombardment(table, 24, "0506") == "13-24"
    covered = Table(defenders, hexes={"0506": {"terrain": "forest"}})
    assert bombardment(covered, 24, "0506") == "1-12"


def test_the_terrain_shift_is_told_by_the_rule_of_the_kind_of_bombardment():
    """6.2b, 8.0e: the shift for terrain names the chapter of aircraft or that of artillery."""
    gun = unit("a", "0503", "allied", kind="artillery", range=3)
    table = Table(
        [gun, unit("i", "0506")],
        active="allied",
        phase="combat",
        hexes={"0506": {"terrain": "forest"}},
    )
    for guns, air, rule in (((), 6, "6.2b"), ("a", 0, "8.0e")):
        found = answered(table.now, guns, table.hex("0506"), air)
        assert [(shift.rule, shift.by) for shift in found.shifts] == [(rule, -1)]


def test_the_printed_example_of_a_bombardment():
    """Two 2-1-3 guns on an armoured and an infantry unit: 4 times 3 is 12, column 1-12."""
    guns = [
        unit(f"a{n}", "0503", kind="artillery", attack=2, defense=1, movement=3, range=3)
        for n in (1, 2)
    ]
    table = Table([*guns, allied("t", "0506", kind="armour"), allied("i", "0506")], phase="combat")
    value = bombardment_value(table.now, [table.unit("a1"), table.unit("a2")], table.hex("0506"))
    assert value == 12
    assert bombardment(table, value, "0506") == "1-12"


def test_rivers_do_not_count_in_a_bombardment_and_shifts_stop():
    sides = {
        s: ["river"]
        for s in ("0405/0506", "0406/0506", "0505/0506", "0506/0507", "0506/0605", "0506/0606")
    }
    table = Table([unit("i", "0506")], hexsides=sides)
    assert bombardment(table, 24, "0506") == "13-24"
    city = Table([unit("i", "0506")], hexes={"0506": {"terrain": "city"}})
    assert bombardment(city, 24, "0506") == "1-12"
    assert bombardment(city, 60, "0506") == "25-36"


def test_the_tracks_are_set_every_turn_and_nothing_is_saved():
    table = Table(
        [allied("e", "0909"), unit("f", "0101")],
        turn=2,
        active="allied",
        phase="combat",
        air={"allied": 8},
    )
    table.end()
    assert table.now.turn == 3
    assert (points_left(table.now, "allied"), points_left(table.now, "german")) == (4, 8)


def test_points_are_spent_on_attack_and_defence():
    table = Table(
        [unit("f", "0505", attack=4), allied("e", "0506", defense=4), corps("x", "0507")],
        phase="combat",
        air={"german": 5, "allied": 3},
    )
    table.play(table.attack("f", on="0506", air=4))
    assert points_left(table.now, "german") == 1
    assert (table.asked.kind, table.asked.side) == ("support", "allied")
    assert table.options == ["air=0", "air=1", "air=2", "air=3"]
    table.choose("air=3", 1, 1)
    assert points_left(table.now, "allied") == 0
    assert table.state.tracks["air/german"] == 1


def test_more_points_than_are_left_are_refused():
    table = Table(
        [unit("f", "0505"), allied("e", "0506")], phase="combat", air={"german": 2}
    ).free()
    assert table.rules_against(table.attack("f", on="0506", air=3)) == ["6.1c"]
    assert table.rules_against(act.Bombard(target="0506", air=3)) == ["6.1c"]
    table.play(table.attack("f", on="0506", air=1))
    found = table.verdicts(act.Choose(decision="support", option="air=99"))
    assert [v.rule for v in found] == ["6.1c"]


def test_isolated_division_gets_no_air_support_until_contact():
    def attackers(*more) -> list[str]:
        table = Table(
            [airborne("p", "0505"), airborne("q", "0905"), unit("e", "0506"), *more],
            active="allied",
            phase="combat",
        )
        return table.rules_against(table.attack("p", on="0506", air=1))

    assert attackers() == ["6.2g"]
    assert attackers(corps("x", "0906")) == []
    assert attackers(corps("x", "0208")) == ["6.2g"]


def test_isolated_defenders_get_no_air_support_but_may_bombard():
    table = Table([unit("f", "0505"), airborne("p", "0506")], phase="combat", air={"allied": 4})
    table.play(table.attack("f", on="0506"), 1, 1)
    assert "support" not in table.pending
    free = Table([airborne("p", "0505"), unit("e", "0506")], active="allied", phase="combat").free()
    assert free.rules_against(act.Bombard(target="0506", air=2)) == []


def test_odds_report_verdicts_on_the_support_of_the_defence():
    """6.1c, 6.2g."""

    def wrong(defender, points) -> list[str]:
        table = Table([unit("f", "0505"), defender], phase="combat", air={"allied": 4})
        wanted = AttackPlan(("f",), table.hex("0506"), (), {"air_defense": points})
        return [v.rule for v in odds(table.now, wanted).verdicts]

    assert wrong(corps("e", "0506"), 4) == []
    assert wrong(corps("e", "0506"), 5) == ["6.1c"]
    assert wrong(airborne("p", "0506"), 1) == ["6.2g"]


def test_an_air_attack_reaches_any_hex_and_costs_a_step_of_the_owners_choice():
    table = Table([unit("f", "0101"), allied("e", "0909"), allied("d", "0909")], phase="combat")
    table.play(act.Bombard(target="0909", air=8), 1, 1)
    assert (table.asked.kind, table.asked.side, table.options) == ("loss", "allied", ["e", "d"])
    table.choose("d")
    assert table.unit("d").steps == 1
    assert points_left(table.now, "german") == 0
    assert table.where("e") == table.where("d") == "0909"


@pytest.mark.parametrize(
    ("kinds", "air", "guns", "column"),
    [
        (("armour", "armour"), 8, 0, "25-36"),  # 8 times 2 and 2 from the air
        (("armour", "armour"), 0, 8, "13-24"),  # 8 times 1 and 1 by artillery
        (("infantry", "infantry"), 8, 0, "13-24"),  # 8 times 1 and 1
        (("infantry", "infantry"), 0, 8, "25-36"),  # 8 times 2 and 2
        (("infantry", "armour"), 4, 0, "1-12"),
        (("infantry", "armour"), 0, 5, "13-24"),
    ],
)
def test_air_and_artillery_bombardments_differ_in_vulnerability(kinds, air, guns, column):
    """6.2a, 8.0d, T.VUL: points or attack factors times the vulnerability of all in the hex."""
    table = Table(
        [unit("g", "0907", kind="artillery", attack=guns, range=4),
         *(allied(f"e{n}", "0909", kind=kind) for n, kind in enumerate(kinds))],
        phase="combat",
        air={"german": 8},
    )  # fmt: skip
    fire = act.Bombard(target="0909", air=air, artillery=() if air else ("g",))
    table.play(fire, 3, 4)
    assert table.state.tracks["combat"] == f"0909 {column} 7 DI"


def test_a_miss_does_nothing():
    table = Table([unit("f", "0101"), allied("e", "0909")], phase="combat")
    table.play(act.Bombard(target="0909", air=1), 3, 4)
    assert table.unit("e").steps == 2
    assert table.pending == ()


def test_guns_and_aircraft_do_not_mix_and_neither_bombards_nothing():
    gun = unit("a", "0503", kind="artillery", attack=2, range=3)
    table = Table([gun, allied("e", "0506")], phase="combat")
    assert table.rules_against(act.Bombard(target="0506", artillery=("a",), air=2)) == ["8.0j"]
    assert table.rules_against(act.Bombard(target="0506")) == ["8.0d"]
    assert table.rules_against(act.Bombard(target="0505", air=1)) == ["5.0a"]


def test_a_loss_turns_a_unit_over_and_a_second_eliminates_it():
    table = Table([unit("f", "0101"), allied("e", "0909", attack=5, defense=3)], phase="combat")
    table.play(act.Bombard(target="0909", air=1), 1, 1)
    e = table.unit("e")
    assert (e.attack, e.defense, e.allowance) == (3, 2, 10)
    again = Table([unit("f", "0101"), allied("e", "0909", steps=1)], phase="combat")
    again.play(act.Bombard(target="0909", air=1), 6, 6)
    assert again.where("e") == "eliminated-allied"


def test_recovery_needs_the_whole_phase():
    table = (
        Table(
            [
                unit("free", "0101", steps=1),
                unit("engaged", "0505", steps=1),
                unit("leaves", "0705", steps=1),
                allied("e", "0506"),
                allied("d", "0706"),
                allied("other", "0909", steps=1),
            ],
            turn=2,
            active="allied",
            phase="combat",
        )
        .free()
        .end()
    )
    assert (table.now.active, table.now.phase) == ("german", "movement")
    table.play(table.move("leaves", path="0705 0704 0703"))
    table.play(table.move("free", path="0101 0102"))
    table.end()
    assert table.unit("free").steps == 2
    assert table.unit("engaged").steps == 1
    assert table.unit("leaves").steps == 1
    assert table.unit("other").steps == 1


def test_a_position_knows_who_begins_its_movement_phase_engaged():
    """7.0d: who breaks contact recovers no loss, also in a position given at the phase's start."""
    table = Table([unit("leaves", "0705", steps=1), allied("d", "0706")])
    table.play(table.move("leaves", path="0705 0704 0703")).end()
    assert table.unit("leaves").steps == 1


def test_airborne_units_recover_only_in_supply():
    def after(**position) -> int:
        table = Table([airborne("p", "0505", steps=1)], active="allied", **position)
        return table.end().unit("p").steps

    assert after() == 2
    assert after(unsupplied={"p": 1}) == 1


def test_artillery_fires_within_its_range_once_in_a_phase():
    table = Table(
        [
            unit("a", "0502", kind="artillery", attack=2, range=3),
            unit("f", "0505"),
            unit("g", "0705"),
            allied("e", "0506"),
            allied("d", "0704"),
        ],
        phase="combat",
    ).free()
    assert [u.id for u in able_to_fire(table.now, "german", table.hex("0704"))] == ["a"]
    assert table.rules_against(table.attack("f", on="0506", guns="a")) == ["8.0h"]
    assert table.rules_against(table.attack("g", on="0704", guns="f")) == ["8.0b"]
    assert table.rules_against(table.attack("g", on="0704", guns="a")) == []
    table.fight(table.attack("g", on="0704", guns="a"), 1, 1)
    settle(table)
    assert table.rules_against(act.Bombard(target="0506", artillery=("a",)))[0] == "8.0g"


def test_guns_that_were_attacked_still_support():
    """8.0 (8.0g): a gun is used in one combat of a phase; to be attacked is no use of it."""
    table = Table(
        [
            unit("f", "0505", attack=8),
            unit("g", "0808"),
            allied("r", "0506", kind="artillery", attack=2, defense=1, range=3),
            allied("e", "0506", defense=7),
            allied("d", "0707"),
        ],
        phase="combat",
    ).free()
    table.fight(table.attack("f", on="0506"), 1, 2)
    settle(table)
    assert {"r", "e", "f"} <= table.now.units.keys()
    assert [u.id for u in able_to_fire(table.now, "allied", table.hex("0707"))] == ["r"]


def test_guns_beside_the_target_are_attackers():
    table = Table(
        [
            unit("a", "0505", kind="artillery", attack=2, range=3),
            unit("f", "0605"),
            allied("e", "0506"),
        ],
        phase="combat",
    ).free()
    assert table.rules_against(table.attack("f", on="0506", guns="a")) == ["8.0c"]
    assert table.rules_against(table.attack("f", "a", on="0506")) == []
    assert table.rules_against(act.Bombard(artillery=("a",), target="0506")) == ["8.0c"]


def test_guns_that_must_attack_do_not_fire_elsewhere():
    table = Table(
        [
            unit("a", "0505", kind="artillery", attack=2, range=3),
            unit("f", "0703"),
            allied("e", "0506"),
            allied("d", "0704"),
        ]
    ).end()
    assert table.rules_against(table.attack("f", on="0704", guns="a")) == ["4.1.2g"]


def test_several_guns_bombard_together_and_defend_together():
    guns = [unit(f"a{n}", "0503", kind="artillery", attack=3, range=3) for n in (1, 2)]
    table = Table([*guns, allied("e", "0506")], phase="combat")
    table.play(act.Bombard(target="0506", artillery=("a1", "a2")), 1, 1)
    assert table.unit("e").steps == 1
    defence = Table(
        [*guns, unit("e", "0506"), allied("f", "0507", attack=8)],
        active="allied",
        phase="combat",
        air={"german": 0},
    )
    defence.play(defence.attack("f", on="0506"))
    assert defence.options == ["air=0", "air=0 a1", "air=0 a2", "air=0 a1 a2"]
    defence.choose("air=0 a1", 3, 3)
    assert "fired/a1" in defence.state.tracks
    assert "fired/a2" not in defence.state.tracks


@pytest.mark.parametrize("kind", ["artillery", "infantry"])
def test_artillery_moves_like_infantry(kind):
    from engine.games.marketgarden.rules.ch04_movement import step_cost

    table = Table([unit("a", "0505", kind=kind)], hexes={"0506": {"terrain": "forest"}})
    assert step_cost(table.now, table.unit("a"), table.hex("0505"), table.hex("0506")) == 4


def test_bombardment_may_not_take_a_required_target():
    table = Table([unit("f", "0505"), allied("e", "0506")], phase="combat")
    assert table.rules_against(act.Bombard(target="0506", air=1)) == ["4.1.2g"]
    position = table.rules.answers(table.state)
    assert position.bombard((), table.hex("0506"), air=1).verdicts == ()


def test_artillery_that_has_fired_cannot_attack():
    table = Table(
        [unit("g", "0505", kind="artillery", range=3), allied("e", "0506")], phase="combat"
    )
    attack = table.attack("g", on="0506")
    before = table.rules_against(attack)
    table.state = replace(table.state, tracks={**table.state.tracks, "fired/g": 1})
    assert set(table.rules_against(attack)) > set(before)


def test_the_defender_names_guns_in_any_order():
    """5.1.1d, 6.1c, 8.0h: support is a number of points and a set of guns in range."""
    guns = [allied(f"a{n}", "0508", kind="artillery", range=3) for n in (1, 2)]
    table = Table(
        [unit("f", "0505"), allied("e", "0506"), *guns], phase="combat", air={"allied": 2}
    )
    table.play(table.attack("f", on="0506"))
    found = Support().other(table.now, {}, ["air=1", "a2", "a1"])
    assert found is not None
    assert (found.id, found.points, found.units) == ("air=1 a1 a2", 1, ("a1", "a2"))
    assert Support().other(table.now, {}, ["air=2", "a2"]) is not None
    assert Support().other(table.now, {}, ["air=3", "a1"]) is None
    assert Support().other(table.now, {}, ["air=1", "a1", "e"]) is None
    assert Support().other(table.now, {}, ["a1"]) is None
    quiet = Table([unit("f", "0505"), allied("e", "0506")], phase="combat")
    assert list(Support().refuse(quiet.now, {}, ["air=99"])) == []
    assert list(Support().refuse(table.now, {}, [])) == []


@pytest.mark.parametrize(("number", "sets"), [(1, 2), (3, 8), (4, 16), (5, 7)])
def test_the_sets_of_guns_that_may_defend_are_listed(number: int, sets: int):
    """8.0h: all sets of up to four; of more none, each and all together."""
    places = ("0508", "0507")
    guns = [allied(f"a{n}", places[n // 3], kind="artillery", range=3) for n in range(number)]
    table = Table(
        [unit("f", "0505"), allied("e", "0506"), *guns], phase="combat", air={"allied": 1}
    )
    table.play(table.attack("f", on="0506"))
    assert len(table.options) == len(set(table.options)) == 2 * sets


def test_only_artillery_fires_at_a_range():
    """8.0b: another unit does not, whatever its counter says."""
    units = [unit(kind, "0503", kind=kind, range=3) for kind in ("infantry", "artillery")]
    table = Table([*units, allied("e", "0506")], phase="combat")
    assert [u.id for u in able_to_fire(table.now, "german", table.hex("0506"))] == ["artillery"]


@pytest.mark.parametrize(
    ("own", "air", "answer", "column"),
    [
        ("", 0, "air=0", "2:1"),
        ("own", 0, "air=0", "3:1"),
        ("", 8, "air=0", "4:1"),
        ("", 0, "air=0 gun", "1:1"),
        ("", 0, "air=4", "1:1"),
        ("own", 4, "air=4", "2:1"),
    ],
)
def test_the_support_of_both_sides_counts_when_the_dice_are_rolled(own, air, answer, column):
    """5.1.1d, 6.2e, 8.0h: guns add their attack factors, air points one each."""
    kind = {"kind": "artillery", "attack": 4, "range": 3}
    table = Table(
        [unit("f", "0505", attack=8), allied("e", "0506"), unit("own", "0503", **kind),
         allied("gun", "0508", **kind)],
        phase="combat",
        air={"german": 8, "allied": 8},
    )  # fmt: skip
    table.play(table.attack("f", on="0506", guns=own, air=air)).choose(answer, 3, 4)
    assert table.state.tracks["combat"].split()[:3] == ["0506", column, "7"]


def test_points_beyond_those_left_leave_none_and_no_debt():
    """6.1c: players may agree on more support than there is; the list of orders reads the rest."""
    table = Table([unit("f", "0505"), allied("e", "0506")], phase="combat", air={"german": 2})
    order = act.Bombard(target="0506", air=5)
    played = play(table.rules, table.state, order, Given([3, 4]), "advisory")
    state = apply(table.state, played.effects, table.rules.places)
    assert points_left(table.rules.position(state), "german") == 0
    assert table.rules.legal(state, 50).actions
