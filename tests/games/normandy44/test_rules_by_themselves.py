"""Replacements, landings, readiness, Mulberries and the Cherbourg game, each rule by itself."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.games.normandy44 import tracks
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules import ch06_arrivals as arrivals
from engine.games.normandy44.rules import ch06_replacements as replacements
from engine.games.normandy44.rules.ch03_sequence import carentan_falls
from engine.games.normandy44.rules.ch10_combat import could_attack
from engine.games.normandy44.rules.ch17_special_units import is_released
from engine.games.normandy44.rules.ch17_support import make_ready
from engine.games.normandy44.rules.ch18_supply import shelter
from engine.games.normandy44.rules.ch19_air_and_naval import naval_left, use_naval
from engine.games.normandy44.rules.ch21_beachheads import build, delay, sites, threatened
from engine.games.normandy44.rules.ch22_special_rules import (
    may_withdraw,
    out_of_bounds,
    withdraw,
)
from engine.games.normandy44.vocabulary import RETURN
from tests.games.normandy44.tabletop import BOOK, Json, Table, allied, german


def counter(name: str, hex_: str, **more: Any) -> Json:
    return {"id": name, "counter": name, "hex": hex_, **more}


def campaign(units: list[Json], scenario: str = "campaign", **position: Any) -> Table:
    """A position on the game's own map, empty but for the units named."""
    usual = {"turn": 3, "phase": "movement", "active": "allied", "weather": "overcast"}
    words = {"game": "normandy44", "scenario": scenario, "clear_board": True, "units": units}
    given = BOOK.parse_position({**words, **usual, **position})
    table = Table.__new__(Table)
    table.rules, table.state = given.ruleset, given.state  # type: ignore[assignment]
    return table


def work_of(table: Table) -> Resolution:
    return Resolution(table.rules.setting, table.state, Rolled(1))


ENGINEERS = counter("US-Eng-1S", "2814")


# -- 6 --------------------------------------------------------------------------------------------


def test_units_come_back_at_headquarters_and_in_towns_near_their_division() -> None:
    here = [ENGINEERS, counter("US-HQ-7", "2813"), counter("US-4-8", "2812")]
    table = campaign(
        [*here, counter("US-4-12", "eliminated-allied", steps=0)], control={"2811": "allied"}
    )
    back = table.now.any_unit("US-4-12")
    assert back is not None
    places = table.numbers(replacements.places_of_return(table.now, back))
    assert places == {"2813", "2811"}
    alone = campaign(
        [ENGINEERS, counter("US-HQ-7", "2813"), counter("US-4-12", "eliminated-allied", steps=0)]
    )
    gone = alone.now.any_unit("US-4-12")
    assert gone is not None
    assert replacements.places_of_return(alone.now, gone) == []


def test_a_returning_unit_is_on_its_last_step_and_marked() -> None:
    here = [
        ENGINEERS,
        counter("US-HQ-7", "2813"),
        counter("US-745Tk", "eliminated-allied", steps=0),
    ]
    table = campaign(here, phase="replacement", tracks={"repl/us/armour": 1})
    table.play(act.MoveUnits(units=("US-745Tk",), path=("eliminated-allied", "2813"), mode=RETURN))
    assert table.at("US-745Tk") == "2813"
    assert table.unit("US-745Tk").steps == 1
    assert "replacement" in table.unit("US-745Tk").status


def test_heavy_tanks_are_rebuilt_by_the_storm_only() -> None:
    units = [counter("GE-12SS-1/12", "1531", steps=1), counter("GE-12SS-2/12", "1630", steps=1)]
    for pool, heavy in (("armour", False), ("panther", True)):
        table = campaign(
            units, active="german", phase="replacement", tracks={f"repl/german/{pool}": 1}
        )
        panther = next(u for u in table.now.units.values() if replacements.is_heavy(u))
        assert panther.grey == 4
        assert (replacements.pool_for(table.now, panther) is not None) is heavy


def test_commonwealth_infantry_is_of_either_nation() -> None:
    table = campaign([], phase="end", turn=2)
    table.play(act.NextPhase(), 2)
    while table.state.pending[-1].kind != "commonwealth":
        table.choose(table.options[0])
    assert table.options == ["british", "canadian"]
    table.choose("canadian")
    assert table.state.tracks["repl/canadian/infantry"] == 1


@pytest.mark.parametrize(
    ("name", "price"),
    [
        ("US-2A-CCA", 4),
        ("US-9-39", 3),
        ("BR-49-70", 3),
        ("US-HQ-8", 2),
        ("US-712Tk", 2),
        ("US-744Tk", 1),
        ("US-99", 1),
        ("US-2Rgr", 1),
        ("US-634TD", 1),
        ("US-102Rcn", 2),
        ("BR-11A-29a", 4),
        ("BR-11A-29b", 2),
        ("BR-4A(-)", 2),
        ("BR-GdA-32", 3),
        ("BR-1SS", 3),
        ("US-Eng-1S", 0),
    ],
)
def test_landing_costs_by_strength(name: str, price: int) -> None:
    table = campaign([counter(name, "in-britain", steps=1)])
    unit = table.now.any_unit(name)
    assert unit is not None
    assert arrivals.cost_of(unit) == price


def test_late_germans_may_take_the_next_zone() -> None:
    table = campaign([counter("GE-12SS-26", "turn-2")], turn=2, active="german")
    unit = table.now.any_unit("GE-12SS-26")
    assert unit is not None
    own = unit.type.where
    assert arrivals.entry_colours(table.now, unit) == (own,)
    late = campaign([counter("GE-12SS-26", "turn-2")], turn=3, active="german")
    unit = late.now.any_unit("GE-12SS-26")
    assert unit is not None
    wider = arrivals.entry_colours(late.now, unit)
    assert own in wider
    assert 2 <= len(wider) <= 3
    assert len(arrivals.entry_hexes(late.now, unit)) > len(late.now.ground.entries[own])


def test_a_unit_in_britain_takes_one_replacement_a_turn() -> None:
    """6.2.3c, 6.2.4: its marker goes in the recovery phase."""
    unit = counter("US-4-8", "in-britain", steps=1)
    pool = {"repl/us/infantry": 2}
    table = campaign([unit], turn=3, phase="replacement", tracks=pool)
    take = act.PlaceMarker(unit="US-4-8", marker="replacement")
    table.play(take)
    assert "6.2.3c" in table.judge(take)
    recovering = campaign([{**unit, "status": ["replacement"]}], turn=3, phase="recovery")
    recovering.play(act.NextPhase())
    assert recovering.state.pieces["US-4-8"].status == frozenset()


def test_a_scattered_unit_does_not_evacuate() -> None:
    """20.2.3a."""
    table = campaign([ENGINEERS, counter("US-4-8", "2814", status=["scattered"])])
    out = act.MoveUnits(units=("US-4-8",), path=("2814", "in-britain"), mode="evacuation")
    assert table.judge(out) == {"20.2.3a"}


def test_a_unit_dragged_to_britain_is_evacuated() -> None:
    """21.2a: the log says so, not that it moves a hex."""
    table = campaign([ENGINEERS, counter("US-4-8", "2814")])
    out = act.MoveUnits(units=("US-4-8",), path=("2814", "in-britain"), mode="box")
    for mode in ("normal", "box"):
        dragged = out.model_copy(update={"mode": mode})
        meant = table.rules.answers(table.state).drag_action(dragged, "enforced")
        assert meant == out.model_copy(update={"mode": "evacuation"})


def entry(name: str, mode: str, *others: Any) -> tuple[set[str], set[str]]:
    """Return the rules against a German unit's entry in a mode, alone and with other units."""
    table = campaign([counter(name, "turn-2"), *others], turn=2, active="german")
    door = table.now.number(arrivals.entry_hexes(table.now, table.now.waiting(name))[0])
    way = act.MoveUnits(units=(name,), path=("turn-2", door), mode=mode)
    return table.judge(way), set(
        arrivals.arrival_places(table.now, (table.now.waiting(name),), mode)
    )


@pytest.mark.parametrize(
    ("name", "mode", "rule"),
    [
        ("GE-12SS-26", "strategic", None),
        ("GE-12SS-26", "truck", "9.8.6a"),
        ("GE-77-1049", "strategic", "9.8.1a"),
        ("GE-77-1049", "truck", None),
    ],
)
def test_entry_by_strategic_movement_and_by_truck(name: str, mode: str, rule: str | None) -> None:
    """9.8.1a, 9.8.1c, 9.8.6b."""
    rules, ends = entry(name, mode)
    assert rules == ({rule} if rule else set())
    assert bool(ends) == (rule is None)


def test_there_is_one_truck_and_no_entry_onto_other_units() -> None:
    """9.8.2, 9.8.6a."""
    elsewhere = counter("GE-3FJ-9", "1010", status=["truck"])
    assert entry("GE-77-1049", "truck", elsewhere)[0] == {"9.8.6a"}
    table = campaign([counter("GE-12SS-26", "turn-2")], turn=2, active="german")
    doors = arrivals.entry_hexes(table.now, table.now.waiting("GE-12SS-26"))
    beside = counter("GE-3FJ-9", table.now.number(doors[0]))
    assert entry("GE-12SS-26", "strategic", beside)[0] == {"9.8.2"}


def test_no_unit_off_the_map_begins_a_position() -> None:
    """16.1.3a."""
    table = campaign([counter("US-4-8", "in-britain")])
    mark = act.PlaceMarker(unit="US-4-8", marker="improved_position")
    assert table.judge(mark) == {"16.1.3a"}


def test_evacuation_wants_an_open_beach_and_takes_two() -> None:
    names = ("US-4-8", "US-4-12", "US-70Tk")
    table = campaign([ENGINEERS, *(counter(n, "2814") for n in names)])
    for name in names[:2]:
        table.play(act.MoveUnits(units=(name,), path=("2814", "in-britain"), mode="evacuation"))
    third = act.MoveUnits(units=(names[2],), path=("2814", "in-britain"), mode="evacuation")
    assert any(rule.startswith("21.2") for rule in table.judge(third))
    assert tracks.RP + "us" not in table.state.tracks
    shut = campaign([counter("US-4-8", "2814")])
    assert list(arrivals.evacuation_verdicts(shut.now, [shut.unit("US-4-8")]))


# -- 10, 17, 18, 19 -------------------------------------------------------------------------------


def test_units_that_could_attack_are_listed_once() -> None:
    table = Table([allied("a", "0505"), german("d", "0506", 8), german("e", "0909")])
    now, target = table.now, table.hex("0506")
    assert could_attack(now, table.unit("a"), target)
    assert not could_attack(now, table.unit("a"), table.hex("0909"))
    table.attack(["a"], "0506", 1)
    assert not could_attack(table.now, table.unit("a"), target)


def test_headquarters_and_werfers_in_supply_are_ready_again() -> None:
    hq = {"attack": 0, "steps": 1, "max_steps": 1}
    units = [
        german("h", "0502", 1, "hq", status=["moved", "strategic"], **hq),
        german("w", "0502", 1, "werfer", status=["fired"], **hq),
        german("k", "1212", 1, "hq", status=["moved"], **hq),
    ]
    table = Table(units, areas={"E": {"kind": "entry", "hexes": ["0501"]}})
    work = work_of(table)
    make_ready(work)
    status = {name: work.position.units[name].status for name in "hwk"}
    assert status == {"h": {"strategic"}, "w": set(), "k": {"moved"}}


def test_the_garrison_goes_free_when_the_enemy_is_within_two_hexes() -> None:
    for place, free in (("0504", True), ("0505", False)):
        units = [german("r", "0502", restricted=True), allied("a", place)]
        table = Table(units, phase="replacement", active="german")
        table.play(act.NextPhase())
        assert is_released(table.now, table.unit("r")) is free


def test_isolated_units_shelter_with_cities_strongpoints_and_headquarters() -> None:
    hq = {"attack": 0, "steps": 1, "max_steps": 1}
    lone = german("x", "1010", status=["out_of_supply", "isolated"])
    others: dict[str, tuple[list[Json], dict[str, Any]]] = {
        "hq": ([german("h", "1011", 1, "hq", **hq)], {}),
        "strongpoint": ([german("s", "1010", 2, "strongpoint", movement=0, **hq)], {}),
        "city": ([], {"hexes": {"1011": {"settlement": "city"}}, "control": {"1011": "german"}}),
    }
    for units, more in others.values():
        table = Table([lone, *units], **more)
        assert shelter(table.now, table.unit("x"))
    assert not shelter(Table([lone]).now, Table([lone]).unit("x"))


def test_a_naval_marker_is_used_once() -> None:
    table = Table([allied("a", "0505"), german("d", "0506")], hexes={"0506": {"naval_zone": True}})
    work, target = work_of(table), table.hex("0506")
    before = naval_left(work.position, "us", target)
    use_naval(work, "us", target)
    assert naval_left(work.position, "us", target) == before - 1


# -- 21, 22 ---------------------------------------------------------------------------------------


def test_a_mulberry_is_begun_at_a_free_site_and_a_german_beside_it_delays_it() -> None:
    held = {"2524": "allied", "2719": "german"}
    table = campaign([], turn=2, phase="initial", control=held)
    assert table.numbers(sites(table.now, "cw")) == {"2524"}
    work = work_of(table)
    build(work)
    assert work.state.tracks[tracks.MULBERRY_DUE + "cw"] == 7
    # Control matters at Arromanches only.
    assert work.state.tracks[tracks.MULBERRY_DUE + "us"] == 7
    table = campaign([], turn=2, phase="initial", control={"2524": "german"})
    work = work_of(table)
    build(work)
    assert tracks.MULBERRY_DUE + "cw" not in work.state.tracks
    near = table.now.number(table.now.ground.ring[table.hex("2524")][0])
    late = campaign(
        [counter("GE-12SS-26", near)], turn=3, control=held, tracks={tracks.MULBERRY_DUE + "cw": 7}
    )
    assert threatened(late.now, "cw")
    work = work_of(late)
    delay(work)
    assert work.state.tracks[tracks.MULBERRY_DUE + "cw"] == 8


def test_an_airborne_division_goes_home_whole() -> None:
    units = [ENGINEERS, counter("US-82-505", "2811"), counter("US-82-507", "2810")]
    table = campaign(units, turn=9, phase="end")
    assert may_withdraw(table.now, "82 AB Div")
    work = work_of(table)
    withdraw(work, "82 AB Div")
    assert not {"US-82-505", "US-82-507"} & set(work.position.units)
    assert "withdrawn/US-82-505" in work.state.tracks
    beside = campaign([*units, counter("GE-91-1058", "2909")], turn=9, phase="end")
    assert not may_withdraw(beside.now, "82 AB Div")


# -- 26 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "name", "at", "to", "out"),
    [
        (3, "US-4-8", "2614", "2615", True),
        (3, "GE-91-1058", "2614", "2615", True),
        (3, "GE-91-1058", "2614", "1510", False),
        (3, "US-4-8", "2614", "1510", True),
        (3, "US-101-506", "2812", "2912", False),
        (3, "US-101-506", "2812", "3012", True),
        (2, "US-101-506", "2812", "3012", False),
        (3, "US-82-505", "3109", "3209", True),
        (3, "US-82-505", "3010", "3109", False),
    ],
)
def test_the_bounds_of_the_cherbourg_game(
    turn: int, name: str, at: str, to: str, out: bool
) -> None:
    table = campaign([counter(name, at)], "cherbourg", turn=turn)
    assert bool(out_of_bounds(table.now, table.unit(name), table.hex(to))) is out


@pytest.mark.parametrize(
    ("die", "german_infantry", "american"),
    [(1, 0, True), (2, 0, False), (4, 0, False), (5, 1, True)],
)
def test_replacements_of_the_cherbourg_game(die: int, german_infantry: int, american: bool) -> None:
    table = campaign([], "cherbourg", turn=2, phase="end")
    table.play(act.NextPhase(), die)
    held = table.state.tracks
    assert sum(v for k, v in held.items() if k.startswith("repl/german/inf")) == german_infantry  # type: ignore[misc]
    assert any(k.startswith("repl/us/") for k in held) is american


def test_germans_of_the_cherbourg_game_come_to_la_haye() -> None:
    table = campaign([counter("GE-77-3/1050", "turn-5")], "cherbourg", turn=5, active="german")
    unit = table.now.any_unit("GE-77-3/1050")
    assert unit is not None
    assert table.numbers(arrivals.entry_hexes(table.now, unit)) == {"2506"}


def test_the_parachutists_leave_with_carentan() -> None:
    units = [counter("GE-6FJ", "2109"), counter("US-101-506", "2512")]
    table = campaign(units, "cherbourg", turn=5, phase="end")
    work = work_of(table)
    carentan_falls(work)
    assert "GE-6FJ" not in work.position.units
    free = campaign([units[0]], "cherbourg", turn=5, phase="end")
    work = work_of(free)
    carentan_falls(work)
    assert "GE-6FJ" in work.position.units


# -- 2, 12 ----------------------------------------------------------------------------------------


def test_a_village_belongs_to_the_side_that_passed_it_last() -> None:
    """2.2.5: a unit takes the towns and cities along its path."""
    units = [allied("a", "0505"), german("d", "1010")]
    towns = {"0506": {"settlement": "town"}}
    control = {"0506": "german"}
    table = Table(units, phase="movement", hexes=towns, control=control)
    assert table.now.control(table.hex("0506")) == "german"
    table.play(table.move("a", "0506", "0507", "0508"))
    assert table.now.control(table.hex("0506")) == "allied"


@pytest.mark.parametrize(
    ("tq", "armor", "offered"), [(0, 3, None), (1, 3, ["a", "t"]), (0, 0, ["a", "t", "b"])]
)
def test_units_that_gave_a_shift_take_its_loss(
    tq: int, armor: int, offered: list[str] | None
) -> None:
    """12.2.1: of those that gave a quality or armour shift, else of the whole force."""
    units = [
        allied("a", "0505", 8, formation="1", tq=tq, steps=3, max_steps=3),
        allied("t", "0505", 4, "tank", formation="1", armor=armor or None),
        allied("b", "0606", 4, formation="1"),
        german("d", "0506", 16),
    ]
    table = Table(units)
    table.attack(["a", "t", "b"], "0506", 1)
    if offered is None:
        assert table.unit("t").steps == 1
        assert not table.state.pending
    else:
        assert sorted(table.options) == sorted(offered)


@pytest.mark.parametrize(("die", "comes"), [(1, True), (2, True), (3, False), (6, False)])
def test_the_panthers_of_the_9th_ss_come_on_one_or_two(die: int, comes: bool) -> None:
    """The German reinforcement card, turn 21."""
    table = campaign([counter("GE-9SS-1/9", "turn-21")], turn=20, phase="end")
    table.play(act.NextPhase(), 4, die)
    unit = table.now.any_unit("GE-9SS-1/9")
    assert unit is not None
    assert arrivals.is_due(table.now, unit) is comes
