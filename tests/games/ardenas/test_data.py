"""La Batalla de las Ardenas as data: 2,365 hexes, rivers in hexes, 387 counters, two lengths."""

from __future__ import annotations

import json
import math
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from engine.board.draw_curves import sampled, unpacked
from engine.core import actions as act
from engine.core.errors import UserError
from engine.games.ardenas.charts import Charts
from engine.games.ardenas.setting import base_of
from engine.games.ardenas.units import type_of
from engine.modules.corrections import ChartCell, Corrections, correctable, corrected
from engine.modules.module import Module, load_module
from engine.play.game import Game, Recording
from engine.rules.base.sequence import Sequence
from holland44_qt.aids.chart_pages import page, plain
from holland44_qt.aids.charts import all_charts
from tests.games.data_games import RESOURCES, broken, draw_all, facts, faults, misplaced, stale

GAME = "ardenas"


@pytest.fixture(scope="module")
def module() -> Module:
    return load_module(GAME)


def marked(module: Module, mark: str) -> set[str]:
    board = module.board
    return {board.numbers[i] for i, marks in enumerate(board.marks) if mark in marks}


def test_the_compiled_files_are_those_of_the_sources() -> None:
    assert stale(GAME) == []


def test_the_module_is_sound() -> None:
    assert faults(GAME) == []


def test_every_fact_holds(module: Module) -> None:
    assert len(facts(GAME)) == 24
    assert broken(module) == []


def test_the_game_is_played_on_the_hexes_of_the_map(module: Module) -> None:
    ground = base_of(module, "full").setting.ground
    assert len(ground.index) == 2365
    around = {ground.numbers[j] for j in ground.ring[ground.index["0305"]]}
    assert around == set(module.board.grid.ring("0305"))


def test_even_columns_lie_half_a_hex_lower(module: Module) -> None:
    grid = module.board.grid
    assert set(grid.ring("0205")) >= {"0105", "0106", "0305", "0306"}
    assert set(grid.ring("0305")) >= {"0204", "0205", "0404", "0405"}


def test_twenty_towns_are_worth_31_points(module: Module) -> None:
    board = module.board
    worth = {
        names[0]: points for names, points in zip(board.names, board.victory, strict=True) if points
    }
    assert (len(worth), sum(worth.values())) == (20, 31)
    assert worth["Liège"] == 5
    chart = module.chart("towns")["towns"]
    assert {row["name"]: row["points"] for row in chart} == worth


def test_rivers_run_through_hexes_and_every_bridge_is_in_one(module: Module) -> None:
    board, rivers, bridges = module.board, marked(module, "river"), marked(module, "bridge")
    assert not board.sides, "no river lies on a hexside"
    assert len(bridges) == 61
    assert bridges <= rivers
    drawn = {board.numbers[i] for stream in board.streams for i in stream.hexes}
    assert drawn == rivers, "a river is drawn through the hexes of the rules, and no others"


def test_rivers_are_drawn_inside_the_hexes_that_they_cross(module: Module) -> None:
    drawn = json.loads((RESOURCES / GAME / "map.json").read_bytes())["water"]
    grid, rivers = module.board.grid, marked(module, "river")
    points = [point for water in drawn for point in sampled(unpacked(water["line"]))]
    hexes = [number for point in points if (number := grid.nearest(point)) in grid]
    assert len(hexes) > 3000
    assert sum(number not in rivers for number in hexes) < len(hexes) / 200


def test_a_counter_lies_on_every_bridge_when_play_begins(module: Module) -> None:
    for name in module.meta.scenarios:
        markers = module.scenario(name).markers
        assert {m.at for m in markers if m.kind == "bridge"} == marked(module, "bridge")


def test_zones_of_armies_and_units_helmets_and_air_entries(module: Module) -> None:
    kinds = Counter(name.partition("-")[0] for name in module.board.areas)
    assert kinds == {"zone": 3, "spot": 34, "helmet": 10, "air": 6}


def test_23_german_divisions(module: Module) -> None:
    divisions: dict[str, set[str]] = {}
    for counter in module.counters:
        if counter.formation.endswith("Division") and counter.side == "german":
            kind = counter.formation.removesuffix(" Division").lstrip("0123456789 ")
            divisions.setdefault(kind, set()).add(counter.formation)
    assert {kind: len(names) for kind, names in divisions.items()} == {
        "SS Panzer": 4,
        "Panzer": 3,
        "Panzer Lehr": 1,
        "Volksgrenadier": 11,
        "Parachute": 2,
        "Panzergrenadier": 2,
    }


def test_387_counters_with_one_step_each(module: Module) -> None:
    assert Counter(c.side for c in module.counters if c.count) == {"german": 164, "allied": 223}
    assert {counter.steps for counter in module.counters} == {1}


def test_counters_are_of_the_sides_and_kinds_that_the_rulebook_names(module: Module) -> None:
    """Rulebook 2: brown and green counters are Allied, grey, black and blue ones German."""
    sides: dict[str, set[str]] = {}
    kinds: dict[str, set[str]] = {}
    for found in map(type_of, module.counters):
        if not found.dummy:
            sides.setdefault(found.nationality, set()).add(found.side)
            kinds.setdefault(found.kind, set()).add(found.side)
    allied = "British", "British airborne", "American", "American airborne"
    assert sides == {
        **{nation: {"german"} for nation in ("German", "SS", "Luftwaffe")},
        **{nation: {"allied"} for nation in allied},
    }
    both = """infantry parachute mechanised_infantry tank field_artillery sp_artillery antitank
        antiaircraft engineer parachute_engineer supply fuel fighter bomber transport"""
    assert kinds == {
        **{kind: {"german", "allied"} for kind in both.split()},
        "commando": {"german"},
        "airborne": {"allied"},
    }


def test_what_the_rulebook_states_about_counters_is_marked(module: Module) -> None:
    fuel = [c for c in module.counters if c.kind == "fuel"]
    assert {(c.front.attack, c.front.basis["attack"]) for c in fuel} == {(1, "stated")}
    transports = [c for c in module.counters if c.kind == "transport"]
    assert {(c.front.movement, c.front.basis["movement"]) for c in transports} == {(8, "stated")}
    assert {type_of(c).combat for c in fuel} == {1}
    assert {type_of(c).movement for c in transports} == {8}
    guns = [type_of(c) for c in module.counters if c.kind == "field_artillery"]
    assert {(gun.artillery > 0, gun.range > 0) for gun in guns} == {(True, True)}


def test_every_counter_and_marker_is_drawn(module: Module) -> None:
    assert draw_all(module) > 300


@pytest.mark.parametrize("scenario", ["short", "full"])
def test_the_set_up_is_complete(module: Module, scenario: str) -> None:
    units = module.scenario(scenario).units
    assert misplaced(module, scenario) == []
    assert len(units) == 387
    stacks = Counter(unit.at for unit in units if unit.at.isdigit())
    assert sum(stacks.values()) == 171
    assert max(stacks.values()) <= 6


def test_set_up_within_two_hexes_of_a_unit_zone_and_in_the_zone_of_the_army(
    module: Module,
) -> None:
    board = module.board
    for unit in module.scenario("full").units:
        counter = module.counters.of(unit.unit)
        if not unit.at.isdigit() or counter.arrival.area is None:
            continue
        hexes = [board.numbers[i] for i in board.areas[counter.arrival.area].hexes]
        if counter.side == "german":
            assert unit.at in hexes
        else:
            (spot,) = hexes
            near = {spot, *board.grid.ring(spot)}
            assert unit.at in near | {n for m in near for n in board.grid.ring(m)}


def test_arrivals_of_turns_7_and_8_come_on_turn_6_in_the_short_game(module: Module) -> None:
    def arrivals(scenario: str) -> Counter[str]:
        return Counter(u.at for u in module.scenario(scenario).units if u.at.startswith("turn-"))

    assert arrivals("full") == {
        "turn-2": 30,
        "turn-3": 24,
        "turn-5": 68,
        "turn-7": 18,
        "turn-8": 37,
    }
    assert arrivals("short") == {"turn-2": 30, "turn-3": 24, "turn-5": 68, "turn-6": 55}


def test_the_sequence_is_a_list_of_the_module(module: Module) -> None:
    sequence = Sequence.of(module, "full")
    assert sequence is not None
    first = [(s.phase, s.active) for s in sequence.phases(1)]
    assert first[:2] == [("set_up", "allied"), ("set_up", "german")]
    turn = [(s.phase, s.active) for s in sequence.phases(2)]
    assert first[2:] == turn
    air = [(f"air{n}", side) for n in range(1, 7) for side in ("german", "allied")]
    assert turn[:13] == [("weather", "german"), *air]
    ground = ["groupings", "engineers", "bombardment", "movement", "combat", "capture"]
    assert [p for p, s in turn[13:-1] if s == "allied"] == ground
    assert [p for p, s in turn[13:-1] if s == "german"] == ["groupings", "commandos", *ground[1:]]
    assert turn[-1][0] == "end"
    assert sequence.last == 20


def test_it_is_played_saved_and_read_with_the_rules_off(tmp_path: Path) -> None:
    path = tmp_path / "game.h44log"
    with Game.new(path, GAME, "short") as played:
        place = next(u.at for u in played.module.scenario("short").units if u.unit == "US-28-109")
        beside = played.module.board.grid.ring(place)[0]
        played.play(act.MoveUnits(units=("US-28-109",), path=(place, beside)))
    read = Recording.load(path)
    assert "US-28-109" in read.state(2).stack(read.module.places.index(beside))


def test_names_keep_clear_of_the_markers_of_bridges() -> None:
    drawn = json.loads((RESOURCES / GAME / "map.json").read_bytes())
    slots = [unpacked(m["at"])[0] for m in drawn["marks"] if m["brush"] == "slot"]
    assert len(slots) == 61
    for label in drawn["labels"]:
        (west, south), (east, north) = unpacked(label["box"])
        reach = 0.15
        covered = [
            at
            for at in slots
            if west - reach < at[0] < east + reach and south - reach < at[1] < north + reach
        ]
        assert not covered, label["text"]


def test_countries_are_named_on_their_own_side_of_a_border() -> None:
    drawn = json.loads((RESOURCES / GAME / "map.json").read_bytes())
    starts = [(c["text"], c["glyphs"][:2]) for c in drawn["curved"] if c["style"] == "country"]
    beside = [
        (one, other) for (one, a), (other, b) in combinations(starts, 2) if math.dist(a, b) < 1
    ]
    assert len(beside) >= 4
    assert all(one != other for one, other in beside)


def test_aircraft_at_their_bases_and_units_held_back_are_no_losses(module: Module) -> None:
    """Only units in boxes that are not waiting areas count as losses."""
    lost = {name for name, box in module.displays.items() if box.kind == "holding"}
    assert lost == {"eliminated-german", "eliminated-allied"}


def test_an_owner_corrects_a_cell_of_the_combat_table_and_the_window_shows_it(
    module: Module,
) -> None:
    cell = ChartCell(chart="crt", row="+3", column="-5", to="DX")
    assert any(isinstance(c.now, ChartCell) and c.now.chart == "crt" for c in correctable(module))
    changed = corrected(module, Corrections(module=GAME, corrections=(cell,)))
    assert Charts(changed).crt.result("-5", "+3") == "DX"
    (chart,) = (c for c in all_charts(changed) if c.id == "crt")
    shown = plain(page(chart))
    assert "dx [" in shown
    assert "−" in shown


def test_charts_of_hits_are_shown_and_an_owner_corrects_their_faces(module: Module) -> None:
    """8.3g, 8.3k, 8.4i: any set of faces of the special die, or none."""
    known = [v for v in correctable(module) if isinstance(v.now, ChartCell)]
    hits = [v for v in known if v.now.chart in ("bombardment", "bombing", "antitank")]
    assert len(hits) == 25 + 10 + 1
    assert all(v.choices[0] == "-" and len(v.choices) == 16 for v in hits)
    now = {v.now.chart: v.now for v in hits}
    some = {"bombardment": "2 3 4", "bombing": "-", "antitank": "5"}
    cells = tuple(now[chart].model_copy(update={"to": to}) for chart, to in some.items())
    charts = Charts(corrected(module, Corrections(module=GAME, corrections=cells)))
    assert charts.bombardment.faces_at("fuel", 5, town=False) == {2, 3, 4}
    assert charts.bombing.faces("supply", column=1) == frozenset()
    assert charts.antitank.faces("tank", column=0) == {5}
    assert charts.antitank.faces("infantry", column=0) == frozenset()
    wrong = Corrections(module=GAME, corrections=(cells[0].model_copy(update={"to": "6"}),))
    with pytest.raises(UserError):
        corrected(module, wrong)
    shown = {c.id: plain(page(c)) for c in all_charts(module)}
    assert "in the open" in shown["bombing"]
    assert "mechanised infantry" in shown["bombardment"]


@pytest.mark.parametrize(("language", "size"), [("es", "regimiento"), ("pt", "regimento")])
def test_the_size_of_a_unit_is_translated(
    module: Module, monkeypatch: pytest.MonkeyPatch, language: str, size: str
) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", language)
    assert module.values_text(module.counters.of("US-28-110"), "front").endswith(f" {size}")


def test_no_two_units_have_one_name(module: Module) -> None:
    """Three armies have a "Pi 1", and four a "Supply 1": messages add the army."""
    pieces = [piece for counter in module.counters for piece in counter.pieces()]
    names = [module.unit_name(piece) for piece in pieces]
    assert len(set(names)) == len(names)
    assert module.unit_name("GE-5A-Pi1") == "Pi 1/5A"
    assert module.unit_name("US-28-110") == "110 Inf"
