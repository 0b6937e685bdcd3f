"""The charts of Holland '44, cell by cell."""

import csv
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from engine.core.calendar import CalendarChart, SequenceChart
from engine.i18n import has
from engine.modules.module import load_module
from engine.modules.tables import (
    ChangeChart,
    Chart,
    TerrainChart,
    lookup,
)

SHARED = Path(__file__).parents[3].parent / "shared" / "data" / "holland44"
MODULE = load_module("holland44")
needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="needs the shared data beside the repository"
)


def chart(name):
    return Chart.model_validate(MODULE.chart(name))


def rows(name):
    return csv.DictReader((SHARED / name).read_text(encoding="utf-8").splitlines())


# Column by column, dice 1 to 6.
CRT = {
    "1:3": "A1 A1 A1 A1/ENG ENG EX",
    "1:2": "A1 A1 A1/ENG ENG EX A1/DR",
    "1:1": "A1 A1/ENG ENG EX A1/DR D1",
    "2:1": "A1/ENG ENG EX A1/DR DR D1",
    "3:1": "ENG EX DR DR A1/D1 D1",
    "4:1": "EX DR DR A1/D1 D1 D1",
    "5:1": "DR DRX A1/D1 DMR D1 DS",
    "6:1": "DRX A1/D1 DMR DMR DS DS",
    "7:1": "A1/D1 DMR DMR DMR DS DS",
}
DETERMINED = {
    "clear/polder": "0/1|-|-|-|hold 0/1|hold 1/1|hold 1/0",
    "other": "0/1|-|-|hold 0/1|hold 1/1|hold 0/0|hold 1/0",
    "city": "0/1|-|hold 0/1|hold 1/1|hold 0/0|hold 0/0|hold 1/0",
}
WEATHER = {
    "AM": "clear cloudy cloudy overcast overcast overcast",
    "PM": "clear clear clear cloudy cloudy overcast",
}
ONE_COLUMN = {
    "demolition": "intact|intact|blown|blown|blown|blown",
    "airlanding": "-|-|-|-|S|S1|S1|S2|S2",
    "disengagement": "No|No|Yes, lose 1 step|Yes|Yes|Yes",
    "isolation": "lose 1 step|lose 1 step|lose 1 step|lose 1 step|no effect|no effect",
    "recovery": "no|no|no|recover|recover|recover",
}
MODIFIERS = {
    "determined_defense": {"artillery": 1, "elite": 1, "low": -1},
    "weather": {"turns-3-4": -1, "turns-6-7": 2},
    "demolition": {"turn-1": -1},
    "airlanding": {"polder": 1, "contested": 2, "enemy-controlled": 3, "woods-or-town": 4},
    "disengagement": {"armored": 1, "elite": 1, "low": -1},
    "isolation": {"elite-or-allied": 1, "low": -1, "path-to-city": 2},
    "recovery": {"elite": 1, "low": -1},
    "crt": {},
}


@pytest.mark.parametrize("column", CRT)
def test_combat_results(column):
    table = chart("crt")
    found = [lookup(table, die, column).result for die in range(1, 7)]
    assert found == CRT[column].split()


def test_every_column_is_tested():
    assert list(chart("crt").columns) == list(CRT)


@pytest.mark.parametrize("column", DETERMINED)
def test_determined_defence(column):
    table = chart("determined_defense")
    found = [lookup(table, die, column).result for die in range(1, 8)]
    assert found == DETERMINED[column].split("|")
    assert lookup(table, 1, column, drm=-3).result == "0/1"
    assert lookup(table, 6, column, drm=4).result == "hold 1/0"


@pytest.mark.parametrize("column", WEATHER)
def test_weather(column):
    table = chart("weather")
    found = [lookup(table, die, column).result for die in range(1, 7)]
    assert found == WEATHER[column].split()
    assert lookup(table, 1, column, drm=-1).result == "clear"
    assert lookup(table, 6, column, drm=2).result == "overcast"


@pytest.mark.parametrize("name", ONE_COLUMN)
def test_charts_of_one_column(name):
    table = chart(name)
    expected = ONE_COLUMN[name].split("|")
    found = [lookup(table, die).result for die in range(1, len(expected) + 1)]
    assert found == expected


@pytest.mark.parametrize("name", MODIFIERS)
def test_modifiers(name):
    assert {m.id: m.value for m in chart(name).modifiers} == MODIFIERS[name]


def test_effects_of_results():  # 11.1, 22.3, 4.4
    results = chart("crt").results
    for code, result in results.items():
        assert result["attacker_loss"] == (code.startswith("A1") or code in {"EX", "DRX"}), code
        loses = code in {"DS", "D1", "A1/D1", "EX", "DRX"}
        assert result["defender_loss"] == loses, code
        assert result["breakthrough"] == (code in {"DS", "DMR"}), code
        tries = code in {"D1", "A1/D1", "DR", "A1/DR", "DRX"}
        assert result["determined_defense"] == tries, code
        assert (result["losses_chosen_by"] == "opponent") == (code in {"EX", "DRX"}), code
    weather = chart("weather").results
    assert [weather[w]["landing_points"] for w in ("clear", "cloudy", "overcast")] == [8, 4, 0]
    assert [weather[w]["air_units"] for w in ("clear", "cloudy", "night")] == [2, 1, 0]
    landing = chart("airlanding").results
    assert [landing[r]["steps_lost"] for r in ("-", "S", "S1", "S2")] == [0, 0, 1, 2]
    assert [landing[r]["returnees"] for r in ("-", "S", "S1", "S2")] == [0, 0, 1, 1]


def test_optional_charts():
    optional = {name for name in MODIFIERS if chart(name).optional}
    assert optional == {"disengagement", "isolation"}


@needs_shared
def test_combat_results_of_the_shared_data():
    table = chart("crt")
    for row in rows("crt.csv"):
        for column in table.columns:
            found = lookup(table, int(row["die"]), column)
            assert found.result == row[column.replace(":", "-")]
            assert found.basis == row["basis"]


@needs_shared
def test_every_cell_of_the_shared_tables():
    names = {
        "determined_defense": "determined_defense",
        "weather": "weather",
        "bridge_demolition": "demolition",
        "airlanding": "airlanding",
        "disengagement (optional)": "disengagement",
        "isolation_attrition (optional)": "isolation",
        "combat_zone_recovery": "recovery",
    }
    words = {"no effect (Intact)": "intact", "Blown": "blown"}
    seen = 0
    for row in rows("tables.csv"):
        if row["table"] not in names:
            continue
        table = chart(names[row["table"]])
        label = row["row"].removesuffix("+")
        die = int(label.lstrip("<>=").split("-")[-1])
        found = lookup(table.model_copy(update={"clamp": None}), die, row["column"])
        expected = words.get(row["value"], row["value"])
        if table.id == "weather":
            expected = expected.lower()
        assert found.result == expected, row
        assert found.basis == row["basis"], row
        seen += 1
    assert seen == 46


# ---------------------------------------------------------------- terrain, sequence and calendar

TERRAIN = TerrainChart.model_validate(MODULE.chart("tec"))
COSTS = {
    "clear": ("1", "1"),
    "woods": ("1", "2"),
    "polder": ("2", "3"),
    "marsh": ("3", "4"),
    "city": ("1", "1"),
    "minor": ("1", "1"),
    "secondary": ("1", "1/2"),
    "primary": ("1", "1/3"),
    "minor_river": ("1", "2"),
    "road_bridge": ("0", "0"),
    "rail_bridge": ("1", "2"),
}


@pytest.mark.parametrize("name", COSTS)
def test_movement_points(name):
    row = next(row for row in TERRAIN.rows if row.id == name)
    foot, wheels = (Fraction(text) for text in COSTS[name])
    assert (row.cost(mechanized=False), row.cost(mechanized=True)) == (foot, wheels)


@needs_shared
def test_movement_points_of_the_shared_data():
    names = {
        "minor road": "minor",
        "secondary road": "secondary",
        "primary road": "primary",
        "minor river side": "minor_river",
        "canal side": "canal",
        "major river or lake side": "major_river",
        "road bridge": "road_bridge",
        "rail bridge": "rail_bridge",
    }
    by_id = {row.id: row for row in TERRAIN.rows}
    for line in rows("tec.csv"):
        row = by_id[names.get(line["terrain"], line["terrain"])]
        for text, own in ((line["nonmech_mp"], row.nonmech), (line["mech_mp"], row.mech)):
            number = text.split(" (")[0]
            if number in {"other terrain", "same"} or number.startswith("tactical"):
                assert own is None, line["terrain"]
            else:
                assert own == number, line["terrain"]
        if line["armor_shift"].startswith("yes"):
            assert row.armor_shift is not False, line["terrain"]
        elif line["armor_shift"] == "no":
            assert row.armor_shift is False, line["terrain"]


def test_terrain_effects():
    by_id = {row.id: row for row in TERRAIN.rows}
    assert TERRAIN.leave_ezoc == 2
    assert {r for r, row in by_id.items() if row.vehicles == "road"} == {
        "polder",
        "polder_woods",
        "marsh",
    }
    assert {r for r, row in by_id.items() if row.defense == "double"} == {"town", "city"}
    assert {r for r, row in by_id.items() if row.infiltration} == {"woods", "town", "city"}
    stops = {r for r, row in by_id.items() if row.stops_retreat}
    assert stops == {"woods", "village", "town", "city"}
    assert by_id["woods"].extra_after == 2
    assert {r for r, row in by_id.items() if row.landing.get("glider")} == {"clear"}
    assert not by_id["marsh"].landing["parachute"]
    assert by_id["polder_woods"].basis == "inferred"
    assert all(has(row.key) for row in TERRAIN.rows)
    board = set(MODULE.board.terrain)
    assert board <= {row.id for row in TERRAIN.rows if row.on == "hex"}


def test_the_sequence_of_play():  # 3, 23.1.1
    chart = SequenceChart.model_validate(MODULE.chart("sequence"))
    allied = [s.phase for s in chart.steps if s.active == "allied"]
    german = [s.phase for s in chart.steps if s.active == "german"]
    turn = ["artillery_resupply", "bridge", "movement", "combat", "reorganization", "supply"]
    assert allied == ["weather", *turn[:2], "airlanding", *turn[2:]]
    assert german == [*turn, "traffic", "victory"]
    assert [s.phase for s in chart.steps if s.times == ("AM",)] == ["weather"]
    first = next(
        s for s in chart.steps if "AM" in s.times and "PM" in s.times and 1 not in s.not_on_turns
    )
    start = MODULE.scenario("campaign").first
    assert (first.phase, first.active) == (start.phase, start.active)
    assert all(has(step.key) for step in chart.steps)


def test_the_calendar():
    chart = CalendarChart.model_validate(MODULE.chart("calendar"))
    assert [turn.turn for turn in chart.turns] == list(range(1, 21))
    assert (chart.turns[0].date, chart.turns[0].time) == (date(1944, 9, 17), "PM")
    assert (chart.turns[2].date, chart.turns[2].time) == (date(1944, 9, 18), "AM")
    assert (chart.turns[10].date, chart.turns[10].time) == (date(1944, 9, 20), "night")
    assert (chart.turns[19].date, chart.turns[19].time) == (date(1944, 9, 23), "night")
    order = {"AM": 0, "PM": 1, "night": 2}
    moments = [(t.date, order[t.time]) for t in chart.turns]
    assert moments == sorted(set(moments))
    replaced = [t.turn for t in chart.turns if "calendar.replacements" in t.events]
    assert replaced == [8, 11, 14, 17, 20]
    assert all(has(event) for turn in chart.turns for event in turn.events)


def test_column_shifts_and_changes():
    chart = ChangeChart.model_validate(MODULE.chart("modifiers"))
    shifts = {c.id: c.by for c in chart.changes if c.kind == "shift"}
    assert shifts["armor_defender"] == -1
    assert shifts["artillery_turn_1"] == 2
    assert all(
        by == 1 for name, by in shifts.items() if name not in {"armor_defender", "artillery_turn_1"}
    )
    assert len({c.id for c in chart.changes}) == len(chart.changes)
    assert all(has(change.key) for change in chart.changes)
