"""The set-up of Holland '44: every piece in its place."""

import csv
from collections import Counter as Tally
from importlib.resources import files
from pathlib import Path

import pytest

from engine.core.counters import CounterSet
from engine.core.scenario import Scenario
from engine.games.holland44.build_counters import compile_scenarios
from engine.i18n import has
from engine.modules.module import load_module

FOLDER = Path(str(files("resources") / "holland44"))
SHARED = Path(__file__).parents[3].parent / "shared" / "data" / "holland44"
BOTH = pytest.mark.parametrize("name", ["campaign", "short"])


@pytest.fixture(scope="module")
def module():
    return load_module("holland44")


def test_the_files_are_what_their_sources_compile_to():
    for name, data in compile_scenarios(FOLDER).items():
        assert (FOLDER / "scenarios" / name).read_bytes() == data, name


@BOTH
def test_every_piece_is_placed_once_where_there_is_a_place(module, name):
    scenario = module.scenario(name)
    assert Tally(u.unit for u in scenario.units) == Tally(module.counters.pieces)
    for unit in scenario.units:
        counter = module.counters.of(unit.unit)
        assert unit.at in module.places, unit
        assert unit.face == counter.face_name(unit.steps), unit
        assert unit.steps <= counter.steps
        if unit.choices:
            assert unit.at in unit.choices
            assert all(choice in module.places for choice in unit.choices)


@BOTH
def test_the_start(module, name):  # 23.1.1, S1.1, S1.2
    scenario = module.scenario(name)
    assert (scenario.first.turn, scenario.first.phase, scenario.first.active) == (
        1,
        "airlanding",
        "allied",
    )
    assert scenario.weather == "clear"
    assert scenario.hexsides == dict.fromkeys(
        ("1109/1210", "1306/1407", "1307/1408", "1402/1502"), "blown"
    )
    assert scenario.tracks == dict.fromkeys(
        ("airborne-82", "airborne-101", "airborne-1", "airborne-Pol"), 0
    )
    at = {marker.id: marker.at for marker in scenario.markers}
    assert [at[f"traffic-{n}"] for n in range(1, 7)] == ["traffic"] * 3 + [
        "turn-2",
        "turn-3",
        "turn-4",
    ]
    assert Tally(m.at for m in scenario.markers if m.kind == "moved") == {
        "moved-allied": 3,
        "moved-german": 2,
    }
    assert Tally(m.at for m in scenario.markers if m.kind == "air") == {"air": 2}
    assert all(marker.kind in module.markers for marker in scenario.markers)
    assert has(scenario.key)
    assert all(has(key) for key in scenario.victory.keys)


def test_lengths(module):
    assert module.scenario("campaign").turns == 20
    assert module.scenario("short").turns == 11


@pytest.mark.parametrize(
    ("piece", "at", "steps"),
    [
        ("BR-2-1P", "6217", 3),
        ("BR-2IG/5", "1504", 3),
        ("BR-1GG/5", "1503", 3),
        ("US-1/501", "4008", 3),
        ("US-A/82", "4715", 1),
        ("US-2/504", "4818", 2),
        ("GE-Graebner", "5820", 1),
        ("GE-TielGarrison", "5606", 1),
        ("GE-Bloch", "4301", 3),
        ("GE-I-3Police", "3104", 2),
        ("GE-Allwoerden", "turn-1", 1),
        ("GE-I-22-10ss", "turn-6", 1),
        ("BR-1-GP", "turn-2", 2),
        ("BR-10-4P", "turn-3", 3),
        ("GE-Goebel", "arrivals-406", 2),
        ("GE-unknown-6122", "6122", 1),
        ("GE-Police", "unknown-pool", 1),
        ("GE-Garrison-6", "unknown-pool", 0),
        ("BR-REM-Tank-5", "remnants-allied", 1),
        ("GE-BD-3", "breakdowns-german", 1),
    ],
)
def test_known_places(module, piece, at, steps):
    placed = {u.unit: u for u in module.scenario("campaign").units}[piece]
    assert (placed.at, placed.steps) == (at, steps)


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the shared data beside the repository")
def test_every_start_hex_of_the_shared_list(module):
    placed = {u.unit: u for u in module.scenario("campaign").units}
    text = (SHARED / "units.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(text.splitlines()):
        hexes = row["start_hex"].split()
        if hexes and row["arrival_turn"] in {"", "1"}:
            assert placed[row["id"]].at in hexes
            assert placed[row["id"]].choices == (tuple(hexes) if len(hexes) > 1 else ())
        elif row["arrival_turn"]:
            assert placed[row["id"]].at == f"turn-{row['arrival_turn']}"


def test_twenty_unknown_hexes(module):
    units = module.scenario("campaign").units
    hexes = [u.at for u in units if module.counters.of(u.unit).role == "unknown"]
    assert len(set(hexes)) == 20
    assert {"6122", "4816", "3108", "5320", "2707"} <= set(hexes)


def test_landings_obey_their_limit(module):  # 22.2.3: nine steps in a hex
    steps = Tally()
    for unit in module.scenario("campaign").units:
        counter = module.counters.of(unit.unit)
        lands = counter.arrival.how == "airlanding" and unit.at.isdigit()
        if lands and counter.role != "supply_head":
            steps[unit.at] += unit.steps
    assert max(steps.values()) <= 9


def test_control_at_the_start(module):
    scenario = module.scenario("campaign")
    assert scenario.control_default == "german"
    assert scenario.control["1504"] == "allied"
    assert "6217" not in scenario.control
    german = {u.at for u in scenario.units if module.counters.of(u.unit).side == "german"}
    assert not german & set(scenario.control)


def schedule(scenario: Scenario, counters: CounterSet) -> dict[int | None, dict[str, list[str]]]:
    """Return the arrivals by turn (None: by die) and place, up to the scenario's end."""
    table: dict[int | None, dict[str, list[str]]] = {}
    for unit in scenario.units:
        arrival = counters.of(unit.unit).arrival
        late = arrival.turn is not None and arrival.turn > scenario.turns
        if late or not unit.at.startswith(("turn-", "arrivals-")):
            continue
        place = f"drop-{arrival.drop}" if arrival.drop else arrival.how
        place = f"area-{arrival.area}" if arrival.area else place
        table.setdefault(arrival.turn, {}).setdefault(place, []).append(unit.unit)
    return table


def test_the_schedule_of_the_campaign(module):
    names = schedule(module.scenario("campaign"), module.counters)
    assert names[1] == {"area-F": ["GE-Helle"], "area-G": ["GE-Allwoerden"]}
    assert names[2]["automatic"] == ["BR-1-GP"]
    # The brigade of 22.3.2 lands on turn 3 or 4.
    assert names[3]["drop-Y"] == ["BR-10-4P", "BR-11-4P", "BR-156-4P"]
    assert names[6]["drop-P"] == ["PO-1", "PO-2", "PO-3"]
    assert names[20] == {"area-G": ["GE-3-506Hv"]}
    assert len(names[None]["die"]) == 6
    arrivals = sum(len(units) for by in names.values() for units in by.values())
    assert arrivals == sum(
        u.at.startswith(("turn-", "arrivals-")) for u in module.scenario("campaign").units
    )


def test_the_short_game_ends_its_schedule(module):
    table = schedule(module.scenario("short"), module.counters)
    assert max(turn for turn in table if turn is not None) == 11
