"""The rulebook's printed examples, with their page in the Spanish edition 2.1."""

from __future__ import annotations

import pytest

from engine.core import effects as fx
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch04_weather import initial_phase
from engine.games.normandy44.rules.ch09_movement import allowance
from engine.games.normandy44.rules.ch12_determined_defense import drm
from engine.games.normandy44.vocabulary import RESERVE_MOVE
from engine.rules.judge import Given
from engine.rules.odds import column_name, column_of
from tests.games.normandy44.tabletop import CHARTS, Table, allied, german, opened

# Label, attack, defence, shifts, final column, die, result: pages 10, 11, 20, 26 to 29.
COMBATS = (
    ("G-1, page 27", 12, 4, 2, "5:1", 5, "D1"),
    ("G-2, page 27", 12, 2, 1, "7:1", 4, "A1/D2"),
    ("G-3, page 28", 12, 9, 1, "2:1", 3, "EX"),
    ("A, page 28", 8, 4, 1, "3:1", 6, "D1"),
    ("B, page 28", 7, 4, 1, "2:1", 4, "DR"),
    ("C, page 28", 7, 2, 1, "4:1", 5, "D1"),
    ("D, page 28", 9, 9, 1, "2:1", 5, "DR"),
    ("E, page 28", 11, 8, 1, "2:1", 1, "A1"),
    ("F, page 29", 12, 4, 1, "4:1", 3, "DR"),
    ("G, page 29", 7, 6, 2, "3:1", 5, "A1/D1"),
    ("H, page 29", 12, 7, 1, "2:1", 4, "DR"),
    ("I, page 29", 8, 2, 0, "4:1", 6, "D1"),
    ("J, page 29", 14, 10, 0, "1:1", 3, "A1/DR"),
)
ROLLS = (
    ("invasion", "utah", 4, "A1/D1 2"),
    ("invasion", "others", 4, "A1/D1 1"),
    ("invasion", "omaha", 1, "A1*"),
    ("invasion", "omaha", 6, "A1/D1 2"),
    ("invasion", "omaha", 2, "A2/D1 1"),
    ("invasion", "others", 6, "D1 2"),
    ("invasion", "others", 2, "EX 1"),
    ("invasion", "others", 1, "A2/D1 1"),
    ("dd_tanks", "result", 1, "-1"),
    ("dd_tanks", "result", 2, "-1"),
    ("dd_tanks", "result", 4, "-"),
    ("dd_tanks", "result", 5, "-"),
    ("dd_tanks", "result", 6, "-"),
    ("airborne_scatter", "82", 2, "S2"),
    ("airborne_scatter", "82", 5, "S"),
    ("airborne_scatter", "101", 2, "S1"),
    ("airborne_scatter", "101", 6, "-"),
    ("airborne_scatter", "101", 1, "S2"),
    ("airborne_scatter", "6", 6, "-"),
    ("airborne_scatter", "6", 3, "S"),
    ("airborne_scatter", "6", 1, "S1"),
)


@pytest.mark.parametrize("case", COMBATS, ids=lambda c: c[0])
def test_combats_of_the_extended_example(case):
    _, attack, defense, shifts, column, die, result = case
    assert column_name(column_of(attack, defense) + shifts) == column
    assert CHARTS.read("crt", die, column).result == result


@pytest.mark.parametrize("case", ROLLS, ids=str)
def test_rolls_of_the_extended_example_page_25(case):
    name, column, die, result = case
    assert CHARTS.read(name, die, column).result == result


def test_determined_defences_of_the_example_page_28_29():
    assert CHARTS.read("determined_defense", 4, "other", 1).result == "hold -1"
    assert CHARTS.read("determined_defense", 5, "other", 1).result == "hold EX"
    assert CHARTS.read("determined_defense", 2, "strongpoint/city").result == "-"


def test_ratios_are_rounded_down_page_11():
    table = Table([allied("a", "0505", 15), german("d", "0506", 4)])
    assert table.odds(["a"], "0506").ratio == "3:1"
    table = Table([allied("a", "0505", 11), german("d", "0506", 12)])
    assert table.odds(["a"], "0506").ratio == "1:2"


def test_shifts_come_before_the_limits_page_11():
    table = Table(
        [allied("a", "0505", 10, tq=-1), german("d", "0506", 1)],
        hexes={"0506": {"hilltop": True}},
    )
    found = table.odds(["a"], "0506")
    assert (found.ratio, found.column) == ("10:1", "7:1")


def test_eighteen_factors_page_11():
    table = Table(
        [
            allied("a", "0505", 9),
            german("x", "0506", 7),
            german("y", "0506", 7),
            german("t", "0506", 3, "tank", armor=3),
        ],
        hexes={"0506": {"settlement": "city"}},
    )
    found = table.odds(["a"], "0506")
    assert found.own["bonus"] == 5
    assert found.defense == 18


def test_two_fives_halved_make_six_page_11():
    table = Table(
        [allied("a", "0505", 5), allied("b", "0505", 5), german("d", "0506", 4)],
        hexsides={"0505/0506": ["minor_river"]},
    )
    assert table.odds(["a", "b"], "0506").attack == 6


def test_the_bonus_is_no_more_than_the_strength_behind_it_page_11():
    woods = {"0506": {"terrain": "bocage"}}
    units = [allied("a", "0505"), german("i", "0506", 2), german("t", "0506", 4, "tank", armor=3)]
    assert Table(units, hexes=woods).odds(["a"], "0506").own["bonus"] == 2
    units = [allied("a", "0505"), german("x", "0506", 6), german("y", "0506", 6)]
    found = Table(units, hexes={"0506": {"settlement": "town"}}).odds(["a"], "0506")
    assert found.defense == 16


def test_a_clear_sky_costs_german_vehicles_two_points_page_9():
    tank = german("t", "0505", 4, "tank", movement=5, armor=3)
    assert allowance(Table([tank], weather="clear").now, Table([tank]).unit("t")) == 18
    assert allowance(Table([tank], weather="storm").now, Table([tank]).unit("t")) == 30


def test_reserve_movement_is_half_rounded_up_page_16():
    tank = german("t", "0505", 4, "tank", movement=5, armor=3)
    unit = Table([tank]).unit("t")
    assert allowance(Table([tank], weather="overcast").now, unit, RESERVE_MOVE) == 18
    assert allowance(Table([tank], weather="storm").now, unit, RESERVE_MOVE) == 18
    assert allowance(Table([tank], weather="clear").now, unit, RESERVE_MOVE) == 12


def test_quality_and_support_make_two_page_13():
    table = Table([allied("a", "0505"), german("fj", "0506", 4, "parachute", tq=1)])
    assert drm(table.unit("fj"), [table.unit("a")], support=True) == 2
    assert drm(table.unit("fj"), [table.unit("a")], support=False) == 1


def test_an_isolated_unit_with_quality_and_a_strongpoint_loses_on_a_one_page_19():
    assert CHARTS.read("isolation", 1, drm=3).result == "-1"
    assert CHARTS.read("isolation", 2, drm=3).result == "-"


def test_three_jabo_shifts_bring_four_to_one_down_page_20():
    table = Table(
        [german("a", "0505", 4), allied("d", "0506", 1)], active="german", weather="clear"
    )
    assert table.odds(["a"], "0506").column == "4:1"
    assert table.odds(["a"], "0506", jabos=6).column == "1:1"


def test_a_strongpoint_bars_the_armour_shift_page_20():
    units = [
        allied("t", "0505", 4, "tank", armor=3, tq=0, formation="1 Inf Div"),
        allied("i", "0505", 5, tq=1, formation="1 Inf Div"),
        german("sp", "0506", 2, "strongpoint", attack=0, movement=0),
    ]
    found = Table(units, hexes={"0506": {"naval_zone": True}}).odds(["t", "i"], "0506", naval=1)
    assert found.ratio == "4:1"
    assert {s.name for s in found.shifts} == {"quality", "naval"}
    assert found.column == "6:1"


def test_weather_row_four_page_5():
    table = opened()
    work = Resolution(table.rules.setting, table.state, Given([4]))
    clock = table.state.clock
    after = fx.Clock(turn=3, phase="initial", active="german")
    work.do(fx.SetPhase(before=clock, after=after))
    initial_phase(work)
    state = work.state
    assert state.tracks["weather"] == "clear"
    assert state.tracks["repl/german/infantry"] == 1
    assert state.tracks["repl/us/infantry"] == state.tracks["repl/us/armour"] == 1
    assert state.tracks["repl/cw/armour"] == 1
    assert state.tracks["naval/us"] == state.tracks["naval/cw"] == 2
    assert state.tracks["air/us"] == state.tracks["air/cw"] == 2
    assert state.tracks["supply_points.us"] == state.tracks["supply_points.cw"] == 1
    assert [d.kind for d in state.pending] == ["allocation"]


def test_odds_name_the_bonus_of_the_hex():
    city = {"0506": {"settlement": "city"}}
    units = [allied("a", "0505", 9), german("d", "0506", 7)]
    assert Table(units).odds(["a"], "0506").notes == ()
    assert Table(units, hexes=city).odds(["a"], "0506").notes == (
        "The hex adds 5 to the defence (11.2).",
    )
