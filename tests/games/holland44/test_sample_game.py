"""The recorded example of play: every printed number, every hex it names, every step of every path.

What its units may do on the way is checked in test_sample_game_movement.py.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.state import State
from engine.log.entry import Entry
from engine.log.store import DIGEST_EVERY, load
from engine.log.verify import verify
from engine.modules.tables import Chart, lookup
from engine.play.game import Recording
from engine.rules.odds import odds, resolve
from logs.build import FOLDER

LOG = FOLDER / "market-garden-turn-1.h44log"
FIXTURE = Path(__file__).parents[2] / "fixtures" / "holland44" / "example_combats.csv"


@pytest.fixture(scope="module")
def game() -> Recording:
    """The log that comes with the program."""
    return Recording.load(LOG)


@pytest.fixture(scope="module")
def entries(game: Recording) -> list[Entry]:
    return game.log.entries


def combats(entries: list[Entry]) -> dict[str, Entry]:
    return {e.action.label: e for e in entries if isinstance(e.action, act.Combat)}


def after(game: Recording, turn: int, phase: str, active: str) -> State:
    """The position at the end of a phase."""
    last = 0
    for number in range(1, len(game) + 1):
        clock = game.state(number).clock
        if (clock.turn, clock.phase, clock.active) == (turn, phase, active):
            last = number
    assert last, "the log does not know this phase"
    return game.state(last)


def where(game: Recording, state: State, unit: str) -> str:
    return game.module.places.name(state.pieces[unit].place)


# -- the file -------------------------------------------------------------------------------------


def test_the_log_is_sound_and_goes_back_to_the_beginning(game: Recording) -> None:
    loaded = load(LOG)
    assert loaded.damage is None
    assert not loaded.notices
    assert game.notices == ()
    report = verify(game.log, game.module.places, game.annotations)
    assert report.problems == []
    assert report.digests == len(game) // DIGEST_EVERY


# -- the numbers ----------------------------------------------------------------------------------

PRINTED = list(csv.DictReader(FIXTURE.read_text(encoding="utf-8").splitlines()))


def fight_of(label: str, entries: list[Entry]) -> Entry:
    """Return the combat with a printed label, which continues with a name: "T1 A Krafft" is "T1 A"
    here.
    """
    found = combats(entries)
    fits = [short for short in found if f"{label} ".startswith(f"{short} ")]
    return found[max(fits, key=len)]


def test_there_are_22_combats_and_no_others(entries: list[Entry]) -> None:
    assert len(PRINTED) == len(combats(entries)) == 22
    assert len({fight_of(row["label"], entries).id for row in PRINTED}) == 22


@pytest.mark.parametrize("row", PRINTED, ids=[row["label"] for row in PRINTED])
def test_a_combat_has_its_printed_numbers(
    row: dict[str, str], entries: list[Entry], game: Recording
) -> None:
    entry = fight_of(row["label"], entries)
    fight = entry.action
    assert isinstance(fight, act.Combat)
    shifts = [(s.why, s.by) for s in fight.shifts]
    printed = sum(int(n) for n in re.findall(r"[a-z] (\d)", row["shifts"]))
    assert (fight.attack, fight.defense) == (int(row["attack"]), int(row["defense"]))
    assert sum(by for _, by in shifts) == printed
    assert fight.column == row["column"]
    assert [d.values for d in entry.dice] == [(int(row["die"]),)]
    assert fight.result == row["result"]
    crt = Chart.model_validate(game.module.chart("crt"))
    found = odds(int(fight.attack), int(fight.defense), shifts, crt)
    assert found.column == fight.column
    assert resolve(crt, found, int(row["die"])).result == fight.result


CONSULTED = {
    "airlanding": [2, 5, 4, 1, 6, 5, 5, 2, 6, 5, 6, 1, 3, 6],
    "demolition": [5, 5, 2, 1, 6, 2, 4],
    "determined_defense": [3, 2],
    "arrival_406": [2, 5, 5, 1, 1, 2],
    "traffic": [3, 6],
}
"""The dice the example prints, table by table, in the order of its text."""


@pytest.mark.parametrize("table", CONSULTED)
def test_the_printed_dice_fall_in_their_order(table: str, entries: list[Entry]) -> None:
    thrown = [
        value
        for e in entries
        if isinstance(e.action, act.Consult) and e.action.table == table
        if "The die is ours" not in e.action.text
        for dice in e.dice
        for value in dice.values
    ]
    assert thrown == CONSULTED[table]


def test_every_die_is_marked_as_scripted(entries: list[Entry]) -> None:
    assert {d.source for e in entries for d in e.dice} == {"scripted"}


def test_unprinted_die_results_are_marked(entries: list[Entry], game: Recording) -> None:
    ours = [e for e in entries if "The die is ours" in getattr(e.action, "text", "")]
    assert len(ours) == 4
    assert all("**Not in the text" in game.annotations.entries[e.id].comment for e in ours)


@pytest.mark.parametrize("table", ["airlanding", "demolition", "determined_defense"])
def test_the_tables_give_the_recorded_results(
    table: str, entries: list[Entry], game: Recording
) -> None:
    chart = Chart.model_validate(game.module.chart(table))
    for e in entries:
        if isinstance(e.action, act.Consult) and e.action.table == table:
            die = e.dice[0].values[0]
            found = lookup(chart, die, e.action.column or "", drm=e.action.drm)
            assert found.result == e.action.result, e.id


def test_attack_strengths_add_up_from_the_counters(entries: list[Entry], game: Recording) -> None:
    """Unit places are partly our reading, so halved and full factors must give the totals."""
    halved = {
        "T1 E": {"US-1/504", "US-2/504"},
        "T1 F": {"US-1/501", "US-2/501", "US-3/501"},
        "T1 G": {"US-2/506"},
        "T2 E": {"US-3/501"},
        "T2 J": {"BR-6DLI/151", "BR-8DLI/151", "BR-1H/231"},
        "T2 K": {"BR-5CG/32", "BR-2HC", "BR-44RTR", "BR-15/19KRH"},
    }
    for label, entry in combats(entries).items():
        assert isinstance(entry.action, act.Combat)
        before, total = game.state(entry.id - 1), 0
        for unit in entry.action.attackers:
            piece = before.pieces[unit]
            factor = game.module.counters.of(piece.counter).face_for(piece.steps).attack
            total += -(-factor // 2) if unit in halved.get(label, ()) else factor
        assert total == entry.action.attack, label


def test_defence_strengths_add_up_from_the_counters(entries: list[Entry], game: Recording) -> None:
    doubled = {"T1 B", "T1 D", "T1 E", "T1 F", "T2 A", "T2 E", "T2 G"}
    for label, entry in combats(entries).items():
        assert isinstance(entry.action, act.Combat)
        before, total = game.state(entry.id - 1), 0
        for unit in entry.action.defenders:
            piece = before.pieces[unit]
            counter = game.module.counters.of(piece.counter)
            factor = counter.face_for(piece.steps).defense
            factor = -(-factor // 2) if "disrupted" in piece.status else factor
            in_town = label == "T2 H" and not counter.vehicle
            total += factor * 2 if label in doubled or in_town else factor
        assert total == entry.action.defense, label


# -- the positions --------------------------------------------------------------------------------

STATED = "1405 1504 1605 1705 1606 1806 6321 2707 6122 5321 4816 3810 3507 3108 3806 2107 1603"


def test_every_stated_hex_is_visited(entries: list[Entry]) -> None:
    visited = {h for e in entries if isinstance(e.action, act.MoveUnits) for h in e.action.path}
    fought = {e.action.target for e in combats(entries).values()}
    assert set(STATED.split()) <= visited | fought
    assert "6516" in visited  # landing zone Y is guarded
    assert "4008" in {e.action.at for e in entries if isinstance(e.action, act.Consult)}


AFTER_TURN_1 = {
    "BR-2-1P": "6221",
    "GE-Spindler": "6321",
    "BR-2IG/5": "1806",
    "BR-2GG/5": "1705",
    "BR-5CG/32": "1606",
    "US-1/504": "4816",
    "US-3/505": "4721",
    "US-1/502": "3507",
    "US-101-REM-1": "3108",
    "US-2/506": "remnant-parents-allied",
    "US-A/82": "eliminated-allied",
    "GE-428Flak": "eliminated-german",
    "GE-14Hoffmann": "eliminated-german",
    "GE-Kerutt": "2107",
    "GE-559StuG": "2107",
    "GE-406Arty": "area-I",
    "GE-Goebel": "4924",
    "GE-I-vdH": "1501",
}
AFTER_TURN_2 = {
    "BR-2-1P": "6122",
    "GE-elm-I-6Training": "eliminated-german",
    "GE-Allwoerden": "eliminated-german",
    "US-B/82": "breakdowns-allied",
    "US-3/504": "5219",
    "GE-Goebel": "4924",
    "GE-HGTraining": "eliminated-german",
    "US-2/502": "3806",
    "US-3/502": "2707",
    "GE-Police": "eliminated-german",
    "BR-1CG/5": "2107",
    "BR-3Div-Arty": "area-M",
    "BR-50Div-Arty": "area-N",
}


@pytest.mark.parametrize("unit", AFTER_TURN_1)
def test_places_of_units_after_turn_1(unit: str, game: Recording) -> None:
    assert where(game, after(game, 1, "victory", "german"), unit) == AFTER_TURN_1[unit]


@pytest.mark.parametrize("unit", AFTER_TURN_2)
def test_places_of_units_at_the_end(unit: str, game: Recording) -> None:
    assert where(game, game.state(len(game)), unit) == AFTER_TURN_2[unit]


def test_the_canal_battalion_splits_and_joins(game: Recording) -> None:
    apart, joined = after(game, 1, "victory", "german"), game.state(len(game))
    assert (apart.pieces["US-3/504"].steps, joined.pieces["US-3/504"].steps) == (2, 3)
    assert where(game, apart, "US-B/82") == "4920"


def test_units_are_in_the_recorded_disorder(game: Recording) -> None:
    landed = after(game, 1, "airlanding", "allied")
    assert sum("scattered" in p.status for p in landed.pieces.values()) == 7
    fought = after(game, 1, "combat", "allied")
    marked = {u: set(p.status) for u, p in fought.pieces.items() if p.status}
    assert {u for u, s in marked.items() if "full_retreat" in s} == {"GE-Kerutt", "GE-6Penal"}
    assert {u for u, s in marked.items() if "engaged" in s} == {"GE-Henke", "GE-HGTraining"}
    disrupted = {u for u, s in marked.items() if "disrupted" in s}
    assert disrupted == {"GE-Krafft", "GE-RRSecurity", "GE-Alarm"}
    calm = after(game, 1, "victory", "german")
    still = {u: set(p.status) for u, p in calm.pieces.items() if p.status}
    assert still == {
        "BR-Gds-Arty": {"fired"},
        "BR-5AGRA": {"fired"},
        "GE-406Arty": {"fired"},
        "GE-Kerutt": {"disrupted"},
        "GE-6Penal": {"disrupted"},
        "US-3/508": {"disrupted"},
    }
    end = game.state(len(game)).pieces
    assert set(end["GE-Kerutt"].status) == {"full_retreat"}
    assert set(end["GE-Segler"].status) == {"disrupted"}
    assert set(end["US-1/502"].status) == {"replacement"}


def test_losses_and_replacement_tracks(game: Recording) -> None:
    turn_1 = after(game, 1, "victory", "german")
    end = game.state(len(game))
    assert (turn_1.tracks["airborne-82"], turn_1.tracks["airborne-101"]) == (2, 2)
    assert end.tracks["airborne-101"] == 1
    assert (turn_1.pieces["BR-2IG/5"].steps, turn_1.pieces["GE-Krafft"].steps) == (2, 1)
    assert (end.pieces["US-1/505"].steps, end.pieces["GE-Goebel"].steps) == (2, 1)


BRIDGES = {
    "6020/6120": "blown",
    "4820/4821": "blown",
    "4919/4920": "intact",
    "5019/5119": "intact",
    "4816/4817": "intact",
    "4621/4721": "blown",
    "3809/3810": "intact",
    "3709/3810": "intact",
    "3008/3108": "intact",
    "3005/3104": "blown",
    "3006/3105": "blown",
    "5218/5219": "intact",
    "5320/5421": "wired",
}


def test_the_bridges_at_the_end(game: Recording) -> None:
    held = game.state(len(game)).hexsides
    assert {side: held[side] for side in BRIDGES} == BRIDGES


def test_traffic_marker_3_is_back_in_its_box(game: Recording) -> None:
    markers = game.state(len(game)).markers
    assert markers["traffic-3"].at == "traffic"
    on_map = {markers["traffic-1"].at, markers["traffic-2"].at}
    assert on_map <= {game.module.board.numbers[i] for i in game.module.board.road_hexes}


def test_a_hex_belongs_to_the_side_that_was_there_last(game: Recording) -> None:
    state, index = game.state(len(game)), game.module.places.index
    for number in ("6122", "4816", "3810", "3108", "2707", "2107", "5219"):
        assert state.control[index(number)] == "allied"
    assert state.control[index("4924")] == "german"
    assert index("5321") not in state.control  # still with the side that began with the map


# -- the annotations ------------------------------------------------------------------------------


def test_the_annotations_lead_through_the_game(game: Recording) -> None:
    notes = game.annotations
    assert notes.title
    assert notes.author == "Holland '44 Qt"
    chapters = [n.chapter for _, n in sorted(notes.entries.items()) if n.chapter]
    assert chapters[0] == "The situation"
    assert chapters[-1] == "Conclusion"
    assert len(set(chapters)) == len(chapters) >= 25
    for number, note in notes.entries.items():
        assert 1 <= number <= len(game)
        assert note.camera or not note.chapter, number
        shown = [h for s in note.shapes for h in getattr(s, "hexes", None) or (s.hex,)]  # type: ignore[union-attr]
        shown += note.camera.hexes if note.camera else ()
        assert all(h in game.module.board.index for h in shown), number


def test_every_combat_and_open_question_is_explained(entries: list[Entry], game: Recording) -> None:
    for label, entry in combats(entries).items():
        assert game.annotations.entries[entry.id].comment, label
    told = "\n".join(note.comment for note in game.annotations.entries.values())
    assert told.count("**Where we chose.**") >= 20
    assert told.count("**Rules.**") >= 4


def test_only_recorded_effects_change_bridges(entries: list[Entry]) -> None:
    for entry in entries:
        if any(isinstance(e, fx.SetHexside) for e in entry.effects):
            assert entry.action.kind in ("setup", "consult", "manual_edit"), entry.id
