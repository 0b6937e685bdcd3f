"""Arrivals at their limits: beaches, Mulberries, entry hexes, points, boxes, and their prices."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules import ch03_sequence as sequence
from engine.games.normandy44.rules import ch06_arrivals as arrivals
from engine.games.normandy44.rules.ch04_weather import first_weather
from engine.games.normandy44.rules.ch18_supply import coastal
from engine.rules.base.sequence import WINNER
from engine.rules.judge import Given
from tests.games.normandy44.tabletop import Json, Rolled, Table, opened
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter

BRITAIN = "in-britain"
OMAHA = counter("US-Eng-5S", "2719")
GOLD = counter("BR-Eng-9+10", "2525")
JUNO = counter("BR-Eng-7+8", "2527")
SWORD = counter("BR-Eng-5", "2330")
PANZER, FOOT = "GE-12SS-26", "GE-77-1049"
GREEN = {"1005": "primary", "1009": "secondary", "1012": "primary", "1018": "primary"}
RED = {"1039": "secondary", "1340": "secondary", "1840": "primary"}
ORANGE = {"1025": "primary", "1027": "secondary", "1032": "primary", "1034": "secondary"}


def landings(table: Table, name: str) -> dict[str, str]:
    """The hexes where a unit may land, each with its beach."""
    unit = table.now.waiting(name)
    assert unit is not None
    found = arrivals.landing_hexes(table.now, unit)
    return {table.now.number(i): beach for i, beach in found.items()}


def reasons(table: Table, names: str, *path: str, mode: str = "normal") -> set[str]:
    """The rules that forbid a move, each with the word of its reason."""
    move = act.MoveUnits(units=tuple(names.split()), path=path, mode=mode)
    found = table.verdicts(move)
    return {f"{v.rule} {v.key.rpartition('.')[2]}" for v in found if v.level == "forbid"}


def ends(table: Table, *names: str, mode: str = "normal") -> dict[str, Any]:
    units = tuple(u for n in names if (u := table.now.waiting(n)) is not None)
    found = arrivals.arrival_places(table.now, units, mode)
    return {table.now.number(i): end for i, end in found.items()}


# -- beaches --------------------------------------------------------------------------------------

BOTH: Json = {"2719": "allied", "2620": "allied", "2814": "allied"}
HALF: Json = {"2719": "allied", "2814": "allied"}


@pytest.mark.parametrize(
    ("name", "box", "control", "hexes"),
    [
        ("US-9-39", BRITAIN, BOTH, {"2814": "utah", "2719": "omaha", "2620": "omaha"}),
        ("US-9-39", BRITAIN, HALF, {"2814": "utah", "2719": "omaha"}),
        ("US-29-175", "follow-up-omaha", BOTH, {"2719": "omaha", "2620": "omaha"}),
        ("US-4-22", "follow-up-utah", BOTH, {"2814": "utah"}),
        ("BR-49-70", BRITAIN, BOTH, {"2525": "gold"}),
        ("BR-3-185", "follow-up-sword", BOTH, {}),
        ("US-Eng-5S", BRITAIN, {"2814": "allied"}, {}),
        ("BR-Eng-5", "follow-up-sword", {**BOTH, "2330": "allied"}, {"2330": "sword"}),
        ("BR-Eng-5", BRITAIN, {**BOTH, "2330": "allied"}, {"2330": "sword"}),
        ("BR-Eng-5", BRITAIN, BOTH, {}),
    ],
)
def test_the_hexes_of_a_landing(name: str, box: str, control: Json, hexes: Json) -> None:
    """6.5.2a, 17.8a, 20.5.2: Allied hexes of open beaches; engineers land on their own."""
    here = [e for e in (ENGINEERS, OMAHA, GOLD) if e["id"] != name]
    table = campaign([*here, counter(name, box)], control=control)
    assert landings(table, name) == hexes


def test_a_mulberry_receives_its_army_whatever_the_beach() -> None:
    """21.1.4a, 20.5.2: that of Omaha Americans, that of Arromanches the Commonwealth."""
    markers = [
        {"kind": "mulberry", "hex": "2719"},
        {"kind": "mulberry", "hex": "2524"},
    ]
    names = ("US-9-39", "BR-49-70", "US-29-175", "BR-Eng-5")
    boxes = (BRITAIN, BRITAIN, "follow-up-omaha", BRITAIN)
    units = [counter(n, b) for n, b in zip(names, boxes, strict=True)]
    table = campaign(units, markers=markers)
    found = [landings(table, n) for n in names]
    assert found == [{"2719": "omaha"}, {"2524": "gold"}, {}, {}]
    assert reasons(table, "US-9-39", BRITAIN, "2524") == {"6.5.2a no_beach"}


def test_the_engineers_that_can_open_a_beach() -> None:
    """17.8a: those that wait, in a turn in which they may land, for a hex in Allied hands."""
    taken: Json = {"2814": "allied", "2330": "allied"}
    waiting = [counter("US-Eng-1S", BRITAIN), counter("US-Eng-5S", BRITAIN)]
    now = campaign([*waiting, SWORD], control=taken).now
    found = {b: arrivals.engineers_for(now, b) for b in ("utah", "omaha", "sword", "gold")}
    assert found == {"utah": "US-Eng-1S", "omaha": None, "sword": None, "gold": None}
    first = campaign(waiting, turn=1, control=taken).now
    assert arrivals.engineers_for(first, "utah") is None


def test_the_beaches_that_are_closed_to_a_unit() -> None:
    """6.5.2a, 20.5.2."""
    names = ("US-9-39", "BR-49-70", "US-29-175", "BR-3-185")
    boxes = (BRITAIN, BRITAIN, "follow-up-omaha", "follow-up-sword")
    units = [counter(n, b) for n, b in zip(names, boxes, strict=True)]
    now = campaign([ENGINEERS, SWORD, *units]).now
    found = [arrivals.closed_beaches_of(now, now.waiting(n)) for n in names]
    assert found == [["omaha"], ["gold", "juno"], ["omaha"], []]


# -- points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("open_", "turn", "us", "cw"),
    [
        ([ENGINEERS, OMAHA, GOLD, JUNO], 2, 6, 6),
        ([OMAHA, GOLD], 2, 4, 4),
        ([SWORD], 3, 2, 2),
        ([], 3, 2, 2),
    ],
)
def test_points_by_open_beaches(open_: list[Json], turn: int, us: int, cw: int) -> None:
    """6.5.1a, 6.5.3a: from turn 2; two fewer for each closed beach, except Sword."""
    now = campaign(open_, turn=turn).now
    assert (arrivals.budget(now, "us"), arrivals.budget(now, "cw")) == (us, cw)
    spent = campaign(open_, turn=turn, tracks={tracks.RP + "us": 2}).now
    assert (arrivals.points_left(spent, "us"), arrivals.points_left(spent, "cw")) == (us - 2, cw)


@pytest.mark.parametrize(("weather", "us"), [("clear", 2), ("overcast", 1), ("storm", 0)])
def test_points_of_the_cherbourg_game_without_engineers(weather: str, us: int) -> None:
    """26.2.7a, 6.5.3a."""
    now = campaign([OMAHA], "cherbourg", weather=weather).now
    assert (arrivals.budget(now, "us"), arrivals.budget(now, "cw")) == (us, 0)


def test_a_cadre_costs_as_much_as_its_unit() -> None:
    """6.5.1c."""
    cadre, regiment = "US-Cadre-AG-1", "US-9-39"
    units = [ENGINEERS, counter(cadre, BRITAIN), counter(regiment, "cadres-allied", steps=1)]
    table = campaign(units, tracks={tracks.CADRE + cadre: regiment})
    unit = table.now.waiting(cadre)
    assert arrivals.price_of(table.now, unit) == 3
    table.play(act.MoveUnits(units=(cadre,), path=(BRITAIN, "2814")))
    assert table.state.tracks[tracks.RP + "us"] == 3
    assert table.state.tracks[tracks.LANDED + "utah"] == 3
    free = campaign([ENGINEERS, units[1]])
    assert arrivals.price_of(free.now, free.now.waiting(cadre)) == 1


def test_units_that_land_together_pay_together() -> None:
    """6.5.1a, 6.5.2e: four points over a beach, and no more than are left."""
    names = ("US-634TD", "US-702TD", "US-9-39")
    units = [ENGINEERS, OMAHA, *(counter(n, BRITAIN) for n in names)]
    table = campaign(units)
    assert reasons(table, "US-634TD US-9-39", BRITAIN, "2814") == set()
    assert reasons(table, "US-634TD US-702TD US-9-39", BRITAIN, "2814") >= {"6.5.2e beach_full"}
    three = campaign(units, tracks={tracks.RP + "us": 3})
    assert reasons(three, "US-9-39", BRITAIN, "2814") == set()
    assert "6.5.1a no_points" in reasons(three, "US-634TD US-9-39", BRITAIN, "2814")
    four = campaign(units, tracks={tracks.RP + "us": 4})
    assert reasons(four, "US-9-39", BRITAIN, "2814") == {"6.5.1a no_points"}
    assert ends(four, "US-9-39") == {}
    landed = campaign(units, tracks={tracks.LANDED + "utah": 3})
    assert reasons(landed, "US-634TD", BRITAIN, "2814") == set()
    assert reasons(landed, "US-634TD US-702TD", BRITAIN, "2814") == {"6.5.2e beach_full"}
    assert set(ends(landed, "US-9-39")) & {"2814"} == set()
    assert "2719" in ends(landed, "US-9-39")


# -- landings and what follows --------------------------------------------------------------------


def test_where_a_landing_may_end() -> None:
    """6.5.2b, 8.2, 2.3.1b: the beach and one hex more, not from a zone, not with engineers."""
    table = campaign([ENGINEERS, counter("US-9-39", BRITAIN)])
    ring = table.numbers(table.now.ground.ring[table.hex("2814")])
    found = ends(table, "US-9-39")
    assert "2814" in found
    assert set(found) <= {"2814", *ring}
    assert len(found) > 1
    for number, end in found.items():
        path = [table.now.number(i) for i in end.path]
        assert path == [BRITAIN, "2814", *([number] if number != "2814" else [])]
        assert end.cost == len(path) - 1
        assert reasons(table, "US-9-39", *path) == set()
    watched = campaign([ENGINEERS, counter("US-9-39", BRITAIN), counter("GE-91-1058", "2813")])
    assert set(ends(watched, "US-9-39")) == {"2814"}
    assert "8.2 stops" in reasons(watched, "US-9-39", BRITAIN, "2814", "2713")
    own = campaign([counter("US-Eng-1S", BRITAIN)], control={"2814": "allied"})
    assert set(ends(own, "US-Eng-1S")) == {"2814"}
    assert "2.3.1b immobile" in reasons(own, "US-Eng-1S", BRITAIN, "2814", "2813")
    assert reasons(own, "US-Eng-1S", BRITAIN, "2814") == set()


@pytest.mark.parametrize(
    ("position", "places"),
    [
        ({}, True),
        ({"turn": 1}, False),
        ({"phase": "combat"}, False),
        ({"weather": "storm"}, False),
        ({"tracks": {"moved/US-9-39": -1}}, False),
        ({"tracks": {"withdrawn/US-9-39": 2}}, False),
    ],
)
def test_when_a_unit_in_britain_may_land(position: Json, places: bool) -> None:
    """6.5.1a, 6.5.2a, 21.2a, 22.2b: not in the turn in which it has left over a beach."""
    table = campaign([ENGINEERS, counter("US-9-39", BRITAIN)], **position)
    assert bool(ends(table, "US-9-39")) is places
    assert (reasons(table, "US-9-39", BRITAIN, "2814") == set()) is places


def test_follow_up_units_land_in_the_first_turn() -> None:
    """20.5.1: others from turn 2."""
    table = campaign([ENGINEERS, counter("US-4-22", "follow-up-utah")], turn=1)
    assert "2814" in ends(table, "US-4-22")
    assert table.now.waiting("US-4-22") is not None
    table.play(act.MoveUnits(units=("US-4-22",), path=("follow-up-utah", "2814")))
    assert tracks.RP + "us" not in table.state.tracks
    assert tracks.LANDED + "utah" not in table.state.tracks
    assert tracks.OPENED + "utah" not in table.state.tracks


# -- entries --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "mode", "weather", "primary"),
    [
        (PANZER, "normal", "overcast", 3),
        (PANZER, "normal", "clear", 3),
        (PANZER, "normal", "storm", 2),
        (PANZER, "strategic", "storm", 2),
        (FOOT, "normal", "storm", 3),
        (FOOT, "truck", "storm", 2),
        (FOOT, "truck_strategic", "storm", 2),
        (FOOT, "truck", "overcast", 3),
        (PANZER, "tactical", "storm", 1),
        (FOOT, "tactical", "overcast", 1),
    ],
)
def test_the_cost_of_an_entry_hex(name: str, mode: str, weather: str, primary: int) -> None:
    """6.6b, 9.3a, 9.7b, 9.10a: that of its road, in sixths; tactically one of two hexes."""
    table = campaign([counter(name, "turn-2")], turn=2, active="german", weather=weather)
    found = ends(table, name, mode=mode)
    colour = table.now.waiting(name).type.where
    doors = {"green": GREEN, "orange": ORANGE, "red": RED}[colour]
    for number, road in doors.items():
        assert found[number].path[-1] == table.now.ground.index[number]
        assert len(found[number].path) == 2
        assert found[number].cost == (primary if road == "primary" or primary == 1 else 3)
    assert set(doors) == table.numbers(arrivals.entry_hexes(table.now, table.now.waiting(name)))


def test_entries_of_the_cherbourg_game() -> None:
    """26.2.6, 26.3.4: over one hex, at no cost of its own; without markers."""
    table = campaign([counter(FOOT, "turn-2")], "cherbourg", turn=2, active="german")
    unit = table.now.waiting(FOOT)
    assert table.numbers(arrivals.entry_hexes(table.now, unit)) == {"2506"}
    found = ends(table, FOOT)
    assert found["2506"].cost == 0
    assert len(found) > 1
    assert ends(table, FOOT, mode="truck") == {}


@pytest.mark.parametrize(
    ("where", "turn", "colours"),
    [
        ("blue", 2, ("blue",)),
        ("blue", 3, ("blue", "red")),
        ("red", 3, ("blue", "red", "orange")),
        ("orange", 3, ("red", "orange", "green")),
        ("green", 3, ("orange", "green")),
        ("M", 3, ("M",)),
    ],
)
def test_colours_of_a_late_unit(where: str, turn: int, colours: tuple[str, ...]) -> None:
    """6.6c: of a unit that was due on turn 2."""
    table = campaign([counter(PANZER, "turn-2")], turn=turn, active="german")
    unit = table.now.waiting(PANZER)
    assert unit.type.arrives == 2
    other = replace(unit, type=replace(unit.type, where=where))
    assert arrivals.entry_colours(table.now, other) == colours


@pytest.mark.parametrize(
    ("box", "turn", "due"),
    [
        ("turn-2", 1, False),
        ("turn-2", 2, True),
        ("turn-2", 3, True),
        ("mobilisation-709", 1, True),
        ("eliminated-german", 5, False),
    ],
)
def test_when_a_german_is_due(box: str, turn: int, due: bool) -> None:
    """6.6a, 6.7a."""
    table = campaign([counter(PANZER, box)], turn=turn, active="german")
    unit = table.now.any_unit(PANZER)
    assert unit is not None
    assert arrivals.is_due(table.now, unit) is due


def test_gliders_do_not_come_over_a_beach() -> None:
    """20.2.4a: they land by themselves."""
    table = campaign([ENGINEERS, counter("US-82-325", "turn-2")], turn=3)
    unit = table.now.any_unit("US-82-325")
    assert unit is not None
    assert not arrivals.is_due(table.now, unit)


@pytest.mark.parametrize(("die", "gone"), [(1, False), (2, False), (3, True), (6, True)])
def test_a_doubtful_unit_comes_on_a_one_or_two(die: int, gone: bool) -> None:
    """6.6: the reinforcement card; in its turn only."""
    (name,) = arrivals.DOUBTFUL
    start = opened().now.any_unit(name)
    assert start is not None
    box = opened().at(name)
    turn = int(box.removeprefix("turn-"))
    table = campaign([counter(name, box)], turn=turn, phase="initial", active="german")
    work = Resolution(table.rules.setting, table.state, Given((die,)))
    arrivals.throw_for_arrivals(work)
    assert (f"withdrawn/{name}" in work.state.tracks) is gone
    early = campaign([counter(name, box)], turn=turn - 1, phase="initial", active="german")
    none = Resolution(early.rules.setting, early.state, Given(()))
    arrivals.throw_for_arrivals(none)
    assert f"withdrawn/{name}" not in none.state.tracks


# -- mobilisation ---------------------------------------------------------------------------------


def test_where_units_are_mobilised() -> None:
    """6.7a, 6.7b: in the free hexes of their box, at no cost, one a turn."""
    units = [counter("GE-709-919", "mobilisation-709"), counter("US-4-8", "3209")]
    usual: Json = {"turn": 2, "phase": "replacement", "active": "german"}
    table = campaign(units[:1], **usual)
    found = ends(table, "GE-709-919")
    assert {n: (e.cost, len(e.path)) for n, e in found.items()} == {"3209": (0, 2), "3110": (0, 2)}
    assert "3209" not in ends(campaign(units, **usual), "GE-709-919")
    assert ends(campaign(units[:1], **{**usual, "phase": "movement"}), "GE-709-919") == {}
    table.play(act.MoveUnits(units=("GE-709-919",), path=("mobilisation-709", "3110")))
    assert table.at("GE-709-919") == "3110"
    assert table.state.tracks[tracks.MOBILISED + "mobilisation-709"] == 1
    assert tracks.MOVED + "GE-709-919" not in table.state.tracks


# -- evacuation -----------------------------------------------------------------------------------


def test_two_units_leave_over_each_hex_of_a_beach() -> None:
    """21.2a, 21.2c: also over the second hex of an open beach, together or one by one."""
    names = ("US-1-16", "US-1-18", "US-1-26")
    held: Json = {"2620": "allied"}
    table = campaign([OMAHA, *(counter(n, "2620") for n in names)], control=held)
    two, three = " ".join(names[:2]), " ".join(names)
    assert reasons(table, two, "2620", BRITAIN, mode="evacuation") == set()
    found = reasons(table, three, "2620", BRITAIN, mode="evacuation")
    assert found == {"21.2a two_a_turn"}
    table.play(act.MoveUnits(units=names[:2], path=("2620", BRITAIN), mode="evacuation"))
    assert table.state.tracks[tracks.EVACUATED + "2620"] == 2
    assert {table.state.tracks[tracks.MOVED + n] for n in names[:2]} == {-1}
    left = reasons(table, names[2], "2620", BRITAIN, mode="evacuation")
    assert left == {"21.2a two_a_turn"}
    other = campaign([counter("US-2Rgr", "2818"), counter("US-4-8", "2818")])
    mixed = reasons(other, "US-2Rgr US-4-8", "2818", BRITAIN, mode="evacuation")
    assert mixed == {"21.2a no_beach"}
    germans = campaign([OMAHA, counter(PANZER, "2620")], active="german")
    assert "21.2a phase" in reasons(germans, PANZER, "2620", BRITAIN, mode="evacuation")
    some = campaign([OMAHA, counter("US-1-16", "2719"), counter("US-1-18", "2719")])
    moved = campaign(
        [OMAHA, counter("US-1-16", "2719"), counter("US-1-18", "2719")],
        tracks={"moved/US-1-18": 1},
    )
    pair = ("US-1-16 US-1-18", "2719", BRITAIN)
    assert reasons(some, *pair, mode="evacuation") == set()
    assert reasons(moved, *pair, mode="evacuation") == {"9.1a moved"}


# -- the coast, and the end of the game -----------------------------------------------------------


def test_the_coast_is_the_edge_of_the_map_but_for_south_and_east() -> None:
    """18.5.2: rows count from the south, 10 the lowest; columns end with 40 in the east."""
    ground = opened().now.ground
    for i, number in enumerate(ground.numbers):
        edge = any(j < 0 for j in ground.board.neighbours[i])
        assert coastal(ground, i) is (edge and number[:2] != "10" and number[2:] != "40"), number


def test_no_phase_follows_the_end() -> None:
    """23.1, 24.1."""
    table = campaign([ENGINEERS], tracks={WINNER: "german"})
    assert sequence.next_clock(table.now) is None
    running = sequence.next_clock(campaign([ENGINEERS]).now)
    assert running is not None
    assert (running.turn, running.phase) == (3, "combat")
    last = campaign([ENGINEERS], turn=22, phase="end")
    assert sequence.next_clock(last.now) is None
    before = campaign([ENGINEERS], turn=21, phase="end")
    following = sequence.next_clock(before.now)
    assert following is not None
    assert (following.turn, following.phase, following.active) == (22, "initial", "german")


@pytest.mark.parametrize(
    ("scenario", "us", "cw"), [("campaign", 2, 2), ("seven_turns", 2, 2), ("cherbourg", 1, None)]
)
def test_the_ships_of_the_first_day(scenario: str, us: int, cw: int | None) -> None:
    """4.1b, 26.2.4."""
    table = opened(scenario)
    work = Resolution(table.rules.setting, table.state, Rolled(1))
    first_weather(work)
    found = work.state.tracks
    assert (found[tracks.NAVAL + "us"], found.get(tracks.NAVAL + "cw")) == (us, cw)
    assert (found[tracks.WEATHER], found[tracks.WEATHER_ROW]) == ("overcast", 2)
