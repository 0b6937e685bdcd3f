"""Chapter 5.1.1 to 5.1.4: strengths, odds, terrain, surround, divisions."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.marketgarden.rules.ch05_combat import Attack, odds_column, reckon
from engine.games.marketgarden.rules.ch05_engagement import is_surrounded
from engine.rules.answers import AttackPlan
from tests.games.marketgarden.tabletop import CHARTS, Table, airborne, allied, unit


def attack(table: Table, *names: str, on: str, air: int = 0, guns: str = "", **more):
    units = tuple(table.unit(n) for n in names)
    firers = tuple(table.unit(n) for n in guns.split())
    return Attack(table.now, table.now.active, units, table.hex(on), firers, air, **more)


def column(table: Table, *names: str, on: str, **more) -> str:
    return CHARTS.crt.columns[reckon(attack(table, *names, on=on, **more)).column]


@pytest.mark.parametrize(
    ("strengths", "expected"),
    [
        ((11, 4), "2:1"),
        ((4, 4), "1:1"),
        ((7, 4), "1:1"),
        ((8, 4), "2:1"),
        ((5, 8), "1:2"),
        ((4, 8), "1:2"),
        ((3, 8), "1:3"),
        ((1, 9), "1:3"),
        ((40, 4), "9:1"),
    ],
)
def test_the_odds_drop_the_fraction(strengths, expected):
    """The printed example is 11 to 4: 2.75, so 2 to 1."""
    table = Table([unit("f", "0505"), allied("e", "0506")], phase="combat")
    assert CHARTS.crt.columns[odds_column(table.now, *strengths)] == expected


def test_odds_below_one_may_be_rounded_down():
    table = Table([unit("f", "0505")], options={"odds_below_one": "rounded_down"})
    assert CHARTS.crt.columns[odds_column(table.now, 5, 8)] == "1:1"
    assert CHARTS.crt.columns[odds_column(table.now, 4, 8)] == "1:2"
    assert CHARTS.crt.columns[odds_column(table.now, 1, 3)] == "1:3"


def test_strengths_are_summed_with_air_and_guns_on_both_sides():
    table = Table(
        [
            unit("f", "0505", attack=3),
            unit("g", "0605", attack=4, reverse_attack=2, steps=1),
            unit("a", "0503", kind="artillery", attack=2, range=3),
            allied("e", "0506", defense=4),
            allied("d", "0506", defense=5, reverse_defense=3, steps=1),
            allied("b", "0508", kind="artillery", attack=3, defense=1, range=2),
        ],
        phase="combat",
    )
    helpers = (table.unit("b"),)
    found = reckon(
        attack(table, "f", "g", on="0506", air=2, guns="a", helpers=helpers, air_defense=1)
    )
    assert found.attack == 3 + 2 + 2 + 2
    assert found.defense == 4 + 3 + 3 + 1
    other = Table(
        [
            unit("f", "0505"),
            allied("e", "0506"),
            allied("b", "0508", kind="artillery", attack=3, defense=1, range=2),
        ],
        phase="combat",
        options={"artillery_in_defence": "defence"},
    )
    assert reckon(attack(other, "f", on="0506", helpers=(other.unit("b"),))).defense == 5


@pytest.mark.parametrize(
    ("terrain", "expected"),
    [("open", "4:1"), ("forest", "3:1"), ("marsh", "3:1"), ("city", "2:1"), ("hill", "2:1")],
)
def test_terrain_shifts_to_the_left(terrain, expected):
    table = Table(
        [unit("f", "0505", attack=16), allied("e", "0506")],
        phase="combat",
        hexes={"0506": {"terrain": terrain}},
    )
    assert column(table, "f", on="0506") == expected


def test_a_river_counts_where_every_attacker_crosses_it_ferry_or_bridge():
    def odds(words: list[str], both: bool, terrain: str = "open", **options: str) -> str:
        sides = {"0505/0506": words, **({"0506/0605": words} if both else {})}
        table = Table(
            [unit("f", "0505", attack=12), unit("g", "0605", attack=12), allied("e", "0506")],
            phase="combat",
            hexsides=sides,
            hexes={"0506": {"terrain": terrain}},
            options=options,
        )
        return column(table, "f", "g", on="0506")

    assert odds(["river"], both=False) == "6:1"
    assert odds(["river"], both=True) == "4:1"
    assert odds(["river", "ferry"], both=True) == "4:1"
    assert odds(["river", "bridge"], both=True) == "4:1"
    assert odds(["river", "bridge"], both=True, bridge_in_combat="no_river") == "6:1"
    assert odds(["river"], both=True, terrain="city") == "4:1"
    assert odds(["river"], both=True, terrain="forest") == "4:1"
    assert odds(["river"], both=True, terrain="city", several_terrains="sum") == "2:1"


RING = ("0404", "0405", "0504", "0506", "0604", "0605")


def encircled(table_side: str, defender) -> Table:
    """Three units of a side around a hex; their zones of control cover its whole ring."""
    maker = unit if table_side == "german" else allied
    units = [maker(f"x{n}", h, attack=4) for n, h in enumerate(("0404", "0506", "0604"))]
    return Table([*units, defender], active=table_side, phase="combat")


def test_surrounded_defender_shifts_one_column_right():
    table = encircled("allied", unit("e", "0505"))
    assert is_surrounded(table.now, table.hex("0505"), "german")
    assert column(table, "x0", "x1", on="0505") == "3:1"


def test_surrounded_airborne_shift_one_column_left():
    table = encircled("german", airborne("e", "0505", defense=4))
    assert column(table, "x0", "x1", on="0505") == "1:1"
    ground = encircled("german", allied("e", "0505"))
    assert column(ground, "x0", "x1", on="0505") == "3:1"


def test_a_free_hex_or_the_edge_of_the_map_is_a_way_out():
    table = Table([unit("x", "0504"), allied("e", "0505")])
    assert not is_surrounded(table.now, table.hex("0505"), "allied")
    assert not is_surrounded(table.now, table.hex("0909"), "allied")
    corner = [allied("x", "0201"), allied("y", "0102")]
    german = Table([unit("e", "0101"), *corner], active="allied")
    assert not is_surrounded(german.now, german.hex("0101"), "german")
    turned = Table([allied("e", "0101"), unit("x", "0201"), unit("y", "0102")])
    assert is_surrounded(turned.now, turned.hex("0101"), "allied")


def test_a_complete_allied_division_shifts_a_column():
    def odds(present: int, side: str = "allied", size: int = 3, **options: str) -> str:
        maker = allied if side == "allied" else unit
        other = unit if side == "allied" else allied
        places = ("0505", "0605", "0505")
        division = [
            maker(f"d{n}", places[n], division="43", division_size=size) for n in range(present)
        ]
        table = Table(
            [*division, other("e", "0506", defense=present * 2)],
            active=side,
            phase="combat",
            options=options,
        )
        return column(table, *(f"d{n}" for n in range(present)), on="0506")

    assert odds(3) == "3:1"
    assert odds(2) == "2:1"
    assert odds(2, division_elements="in_play") == "3:1"
    assert odds(3, side="german") == "2:1"
    assert odds(1, size=1) == "2:1"


def test_elements_in_play_are_those_of_the_division_wherever_they_are():
    """5.1.4b by the reading: eliminated units and other divisions do not count."""
    for far, found in (({"division": "43"}, "2:1"), ({"division": "50"}, "3:1"), ({}, "3:1")):
        two = [allied(f"d{n}", ("0505", "0605")[n], division="43", division_size=3)
               for n in range(2)]  # fmt: skip
        table = Table(
            [*two, allied("far", "0101", **far), unit("e", "0506")],
            active="allied",
            phase="combat",
            options={"division_elements": "in_play"},
        )
        assert column(table, "d0", "d1", on="0506") == found


def test_a_complete_division_defends_better():
    table = Table(
        [unit("f", "0505", attack=24)]
        + [allied(f"d{n}", "0506", division="43", division_size=3) for n in range(3)],
        phase="combat",
    )
    assert column(table, "f", on="0506") == "1:1"


def test_only_engaged_units_of_the_active_side_attack_once():
    table = Table(
        [unit("f", "0505"), unit("far", "0502"), allied("e", "0506"), allied("d", "0405")],
        phase="combat",
    )
    assert table.rules_against(table.attack("far", on="0506")) == ["5.0a"]
    assert table.rules_against(table.attack("f", on="0507")) == ["5.0a"]
    assert table.rules_against(table.attack("e", on="0405")) == ["5.0a"]
    table.fight(table.attack("f", on="0506"), 1, 1)
    while table.state.pending:
        table.choose(table.options[0])
    assert table.rules_against(table.attack("f", on="0405")) == ["5.0a"]


def test_a_hex_is_attacked_once_in_a_turn_by_whatever_means():
    table = Table(
        [unit("f", "0505"), unit("g", "0605"), allied("e", "0506", defense=16)],
        phase="combat",
        air={"german": 4},
    ).free()
    from engine.core import actions as act

    strike = act.Bombard(target="0506", air=2)
    table.play(strike, 3, 4)
    assert table.rules_against(table.attack("f", "g", on="0506")) == ["5.1.2b"]
    assert table.rules_against(strike) == ["5.1.2b"]


def test_a_hex_is_attacked_by_one_side_in_a_turn():
    """5.1.2b, 8.0: the limit is one of the turn, which has the phases of both sides (3.0)."""
    table = Table(
        [unit("f", "0505"), allied("e", "0506", defense=16)], phase="combat", air={"german": 4}
    ).free()
    from engine.core import actions as act

    table.play(act.Bombard(target="0506", air=2), 3, 4)
    for _ in range(2):
        table.play(act.NextPhase())
    assert table.now.state.clock.active == "allied"
    assert table.now.state.tracks["struck/0506"] == "german"


def test_attacks_are_made_in_the_combat_phase():
    table = Table([unit("f", "0505"), allied("e", "0506")])
    assert table.rules_against(table.attack("f", on="0506")) == ["3.0c"]


def test_armour_attacks_enemies_in_a_marsh():
    table = Table(
        [unit("t", "0505", kind="armour"), allied("e", "0506")],
        phase="combat",
        hexes={"0506": {"terrain": "marsh"}},
    )
    assert table.rules_against(table.attack("t", on="0506")) == []


def test_odds_warn_of_units_left_out():
    table = Table([unit("f", "0505"), unit("g", "0505"), allied("e", "0506")], phase="combat")
    alone = act.DeclareAttack(attackers=("f",), target="0506")
    plan = AttackPlan(("f",), table.hex("0506"))
    said = table.rules.answers(table.state).odds(plan).verdicts
    assert [v.rule for v in said] == table.rules_against(alone) == ["4.1.2g"]


def test_units_attack_only_with_a_factor_or_help():
    """5.1.1a: a unit without an attack factor attacks beside one that has one, or with support."""
    table = Table(
        [unit("f", "0505", attack=0), unit("g", "0505", attack=1), allied("e", "0506")],
        phase="combat",
    )
    assert "5.1.1a" in table.rules_against(table.attack("f", on="0506"))
    assert table.rules_against(table.attack("f", "g", on="0506")) == []


@pytest.mark.parametrize(("size", "shift"), [(1, 0), (2, 1), (3, 0)])
def test_a_division_of_two_is_complete_with_both(size: int, shift: int):
    """5.1.4a: with all its elements; a brigade by itself is no division."""
    names = "pq"[: min(size, 2)]
    units = [airborne(n, "0505", "X", division_size=size) for n in names]
    table = Table([*units, unit("e", "0506")], active="allied", phase="combat")
    found = reckon(attack(table, *names, on="0506"))
    assert [by for rule, by, _ in found.shifts if rule == "5.1.4a"] == ([shift] if shift else [])


def test_in_the_open_nothing_shifts_and_one_point_attacks():
    """5.1.1a: an attack needs a strength of one."""
    table = Table([unit("f", "0505", attack=1), allied("e", "0506")], phase="combat").free()
    assert reckon(attack(table, "f", on="0506")).shifts == ()
    assert table.rules_against(table.attack("f", on="0506")) == []
    weak = Table([unit("f", "0505", attack=0), allied("e", "0506")], phase="combat").free()
    assert weak.rules_against(weak.attack("f", on="0506")) == ["5.1.1a"]


def test_a_unit_between_enemy_zones_is_not_surrounded_unless_it_is_engaged():
    """5.1.3a: a siege is an engagement without a free hex to retreat to."""
    board = Table([allied("e", "0505")]).now.ground
    center = board.index["0505"]
    far = [i for i, steps in board.within(center, 2).items() if steps == 2]
    around = [unit(f"g{n}", board.numbers[i]) for n, i in enumerate(far)]
    table = Table([allied("e", "0505"), *around])
    assert set(table.now.ground.ring[center]) <= table.now.zones["german"]
    assert not is_surrounded(table.now, center, "allied")
    near = Table([allied("e", "0505"), *around, unit("h", "0506")])
    assert is_surrounded(near.now, center, "allied")


def test_units_of_the_enemy_neither_attack_nor_support():
    """5.0a, 8.0h: each side fights with its own."""
    gun = {"kind": "artillery", "range": 3}
    units = [
        unit("f", "0505"),
        allied("e", "0506"),
        allied("d", "0605"),
        allied("g", "0508", **gun),
    ]
    table = Table(units, phase="combat").free()
    found = table.verdicts(table.attack("f", "d", on="0506"))
    assert [v.key for v in found] == ["rule.marketgarden.5.0a.other_side"]
    found = table.verdicts(table.attack("f", on="0506", guns="g"))
    assert [v.key for v in found] == ["rule.marketgarden.8.0h.other_side"]
