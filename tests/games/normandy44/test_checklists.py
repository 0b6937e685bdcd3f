"""Whole checklists, arrivals and standings of given positions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.answers import phase_duties
from engine.rules.answers import Arrival, CheckItem, Spare
from engine.rules.base.sequence import WINNER
from tests.games.normandy44.tabletop import Json, Table, allied, german, opened
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter

HQ: Json = {"attack": 0, "steps": 1, "max_steps": 1}
EMPTY = {tracks.NAVAL + "us": 0, tracks.NAVAL + "cw": 0, tracks.AIR + "us": 0, tracks.AIR + "cw": 0}


def checklist(table: Table, *rules: str) -> list[CheckItem]:
    """The lines of the checklist, or only those of some rules."""
    found = table.rules.answers(table.state).checklist()
    assert all(item.text for item in found)
    return [item for item in found if not rules or item.rule in rules]


def texts(table: Table, *rules: str) -> list[str]:
    return [item.text for item in checklist(table, *rules)]


# -- movement -------------------------------------------------------------------------------------


@pytest.mark.parametrize("stacks", [0, 5, 6])
def test_the_reserve_markers_left(stacks: int) -> None:
    """15.1b: six a side; in the reserve phases no unit is put into reserve."""
    units = [allied(f"r{n}", f"0{n + 1}01", status=["reserve"]) for n in range(stacks)]
    units += [allied("x", "0101", status=["reserve"])] if stacks else []
    table = Table([*units, allied("a", "1010"), german("g", "1212")], phase="movement")
    lines = checklist(table, "15.1b")
    left = 6 - stacks
    assert [item.spare for item in lines] == ([Spare("reserve")] if left else [])
    if lines:
        assert lines[0].text == (
            f"{left} reserve markers are left" if left > 1 else "1 reserve marker is left"
        )
    later = Table([*units, allied("a", "1010")], phase="reserve_movement")
    assert checklist(later, "15.1b") == []


def test_an_overfull_hex_of_the_side_that_moves_is_a_warning() -> None:
    """7.2b."""
    crowd = [allied(f"a{n}", "0505") for n in range(3)]
    table = Table([*crowd, german("g", "1212")], phase="movement")
    (line,) = checklist(table, "7.2b")
    assert (line.weight, line.places) == ("warning", (table.hex("0505"),))
    theirs = Table([*crowd, german("g", "1212")], active="german", phase="movement")
    assert checklist(theirs, "7.2b") == []


def test_reinforcement_points_left() -> None:
    """6.5.1a, 6.5.3a: six an army, less two for each closed beach but Sword."""
    units = [ENGINEERS, counter("BR-Eng-9+10", "2525"), counter("BR-Eng-7+8", "2527")]
    table = campaign(units)
    assert texts(table, "6.5.1a") == [
        "US First Army: 4 reinforcement points left",
        "British Second Army: 6 reinforcement points left",
    ]
    britain = [counter("US-79-313", "in-britain"), counter("US-745Tk", "in-britain")]
    few = campaign([*units, *britain], tracks={tracks.RP + "us": 2})
    assert checklist(few, "6.5.1a")[0].units == ("US-745Tk",), "an infantry regiment costs 3"
    spent = campaign(units, tracks={tracks.RP + "us": 4, tracks.RP + "cw": 5})
    assert texts(spent, "6.5.1a") == ["British Second Army: 1 reinforcement point left"]
    assert texts(campaign(units, active="german"), "6.5.1a") == []


def test_engineers_land_first_and_others_wait_for_them() -> None:
    """6.5.2a, 17.8a: the beach is in Allied hands, so that the engineers can land and open it."""
    units = [
        counter("US-Eng-1S", "follow-up-utah"),
        counter("US-4-22", "follow-up-utah"),
        counter("US-29-175", "follow-up-omaha"),
        counter("BR-3-185", "follow-up-sword"),
        counter("BR-Eng-5", "2330"),
        counter("US-9-39", "in-britain"),
    ]
    table = campaign(units, turn=1, control={"2814": "allied", "2330": "allied"})
    lines = [i for i in checklist(table) if i.rule in ("17.8a", "6.5.2a")]
    assert [(i.rule, i.weight, i.units) for i in lines] == [
        ("17.8a", "possible", ("US-Eng-1S",)),
        ("6.5.2a", "possible", ("BR-3-185",)),
        ("6.5.2a", "told", ("US-29-175",)),
        ("6.5.2a", "told", ("US-4-22",)),
    ]
    assert table.numbers(lines[0].places) == {"2814"}
    assert "Utah" in lines[0].text
    assert table.numbers(lines[1].places) == {"2330"}
    assert table.numbers(lines[2].places) == {"2719", "2620"}
    assert "must be taken" in lines[2].text
    assert "Omaha" in lines[2].text
    assert table.numbers(lines[3].places) == {"2814"}
    assert lines[3].text.startswith("Utah")
    assert "has landed there" in lines[3].text


def test_units_that_no_beach_would_help_are_told_first_by_themselves() -> None:
    """6.5.2a: each closed beach has a line of its own; those in Britain have none."""
    units = [
        ENGINEERS,
        counter("BR-49-70", "in-britain"),
        counter("BR-3-185", "follow-up-sword"),
        counter("US-29-175", "follow-up-omaha"),
        counter("US-4-22", "follow-up-utah"),
    ]
    table = campaign(units, turn=1)
    lines = checklist(table, "6.5.2a")
    assert [(i.weight, i.units) for i in lines] == [
        ("possible", ("US-4-22",)),
        ("told", ("BR-3-185",)),
        ("told", ("US-29-175",)),
    ]
    names = table.rules.names
    units_ = [table.now.waiting(n) for n in ("US-4-22", "US-29-175")]
    found = list(phase_duties._units_that_cannot_land(table.now, names, units_))
    assert [(i.weight, i.units, i.places) for i in found] == [
        ("told", ("US-4-22",), ()),
        ("told", ("US-29-175",), table.now.ground.hexes(("2719", "2620"))),
    ]
    assert found[0].text != found[1].text


def test_germans_come_over_their_entry_hexes() -> None:
    """6.6a."""
    units = [counter("GE-12SS-26", "turn-2"), counter("GE-77-1049", "turn-5")]
    units.append(counter("GE-709-919", "mobilisation-709"))
    table = campaign(units, turn=2, active="german")
    (line,) = checklist(table, "6.6a", "6.5.2a")
    assert (line.rule, line.weight, line.units) == ("6.6a", "possible", ("GE-12SS-26",))
    unit = table.now.waiting("GE-12SS-26")
    assert line.places == table.now.ground.entries[unit.type.where]


def test_units_that_can_still_move() -> None:
    """15.2, 17.6a, 20.2.3a: not the scattered, immobile or restricted; in reserve only reserves."""
    units = [
        allied("a", "0101"),
        allied("r", "0301", status=["reserve"]),
        allied("s", "0501", status=["scattered"]),
        allied("i", "0701", movement=0),
        german("g", "1212"),
    ]
    now = {u for i in checklist(Table(units, phase="movement")) for u in i.units}
    assert now == {"a"}
    later = {u for i in checklist(Table(units, phase="reserve_movement")) for u in i.units}
    assert later == {"r"}
    kept = [german("k", "0101", restricted=True), german("f", "0301"), allied("x", "1212")]
    free = {u for i in checklist(Table(kept, phase="movement", active="german")) for u in i.units}
    assert free == {"f"}


# -- combat ---------------------------------------------------------------------------------------


def test_hexes_that_may_be_attacked() -> None:
    """10.1a, 10.1b: with the units that may; not again in the phase."""
    units = [
        allied("a", "0505"),
        allied("q", "0505", 1, "hq", **HQ),
        allied("f", "0606"),
        german("d", "0506"),
        german("far", "1010"),
    ]
    fought = {"fought/f": 1, **EMPTY}
    table = Table(units, tracks=fought)
    (line,) = checklist(table)
    assert (line.weight, line.rule, line.units) == ("possible", "10.1a", ("a",))
    assert (line.places, line.attack) == ((table.hex("0506"),), table.hex("0506"))
    assert checklist(Table(units, tracks=fought | {"struck/0506": "allied"})) == []
    reserve = [{**units[0], "status": ["reserve"]}, *units[1:]]
    (line,) = checklist(Table(reserve, phase="reserve_combat", tracks=fought))
    assert line.units == ("a",)


def test_aircraft_and_ships_that_are_left() -> None:
    """19.1.2, 19.2a: for the Allies."""
    units = [allied("a", "0101"), german("d", "1212")]
    left = EMPTY | {tracks.AIR + "us": 1, tracks.AIR + "cw": 2, tracks.NAVAL + "cw": 1}
    table = Table(units, tracks=left)
    assert [(i.text, i.rule, i.spare) for i in checklist(table)] == [
        ("3 air units are left", "19.1.2", Spare("jabos", "air")),
        ("British Second Army: 1 naval unit left", "19.2a", Spare("naval", "naval")),
    ]
    assert checklist(Table(units, tracks=left, active="german")) == []


# -- the other phases -----------------------------------------------------------------------------


def test_replacements_of_the_side_whose_phase_it_is() -> None:
    """6.1a."""
    pool = {"repl/us/infantry": 2, "repl/cw/armour": 1, "repl/german/infantry": 1}
    pool["repl/us/armour"] = 0
    units = [allied("a", "0101"), german("d", "1212")]
    mine = checklist(Table(units, phase="replacement", tracks=pool), "6.1a")
    nobody = " No unit can take one now."
    assert [i.text for i in mine] == [
        "British Second Army: replacements to take: 1 armour." + nobody,
        "US First Army: replacements to take: 2 infantry." + nobody,
    ]
    assert {i.spare for i in mine} == {Spare("replacement")}
    theirs = texts(Table(units, phase="replacement", active="german", tracks=pool), "6.1a")
    assert len(theirs) == 1
    assert "1 infantry." in theirs[0]


def test_replacements_name_the_units_that_can_take_them() -> None:
    """6.2.1, 6.2.2a, 6.2.3a: reduced units in supply and eliminated ones; none in turn 1."""
    units = [
        ENGINEERS,
        counter("US-4-8", "2814", steps=2),
        counter("US-4-12", "2813"),
        counter("US-4-22", "eliminated-allied", steps=0),
    ]
    usual = {"phase": "replacement", "tracks": {"repl/us/infantry": 1, "repl/us/armour": 1}}
    tanks, infantry = checklist(campaign(units, turn=2, **usual), "6.1a")
    assert (infantry.weight, infantry.units) == ("possible", ("US-4-8",))
    assert (tanks.weight, tanks.units) == ("told", ())
    assert tanks.text.endswith(" No unit can take one now.")
    assert {i.weight for i in checklist(campaign(units, turn=1, **usual), "6.1a")} == {"told"}


def test_mobilisation_names_the_first_unit_of_each_box() -> None:
    """6.7a: German units, in hexes without Allies."""
    units = [counter("GE-709-919", "mobilisation-709"), counter("GE-243-921", "mobilisation-243")]
    table = campaign(units, turn=2, phase="replacement", active="german")
    lines = checklist(table, "6.7a")
    assert {i.units for i in lines} == {("GE-709-919",), ("GE-243-921",)}
    for line in lines:
        assert table.numbers(line.places) in ({"2803", "3202"}, {"3209", "3110"})
    assert checklist(campaign(units, turn=2, phase="replacement"), "6.7a") == []


def test_nothing_is_offered_in_the_supply_phase() -> None:
    assert checklist(Table([allied("a", "0101")], phase="supply")) == []


def test_landings_still_to_be_made() -> None:
    """20.2.1, 20.3.1."""
    table = opened()
    lines = checklist(table)
    assert [i.rule for i in lines] == ["20.2.1", *["20.3.1"] * 9]
    assert lines[0].action == act.NextPhase()
    assert {n for i in lines[1:] for n in table.numbers(i.places)} == {
        "2814", "2818", "2719", "2620", "2525", "2526", "2527", "2528", "2330"
    }  # fmt: skip
    assert all(i.text.endswith("must still be assaulted") for i in lines[1:])


# -- arrivals -------------------------------------------------------------------------------------


def arrivals(table: Table, turn: int | None = None) -> list[Arrival]:
    return list(table.rules.answers(table.state).arrivals(turn))


def test_arrivals_by_turn() -> None:
    """6.5.2a, 6.6a, 6.7a, 20.2.4a, 20.5.2: those that wait come first."""
    units = [
        ENGINEERS,
        counter("BR-3-8", "2527"),
        counter("GE-77-1049", "turn-5"),
        counter("GE-12SS-26", "turn-2"),
        counter("GE-709-919", "mobilisation-709"),
        counter("US-82-325", "turn-4"),
        counter("US-4-22", "follow-up-utah"),
        counter("US-2A-CCA", "in-britain"),
    ]
    table = campaign(units, turn=3)
    found = arrivals(table)
    told = {a.units[0]: (a.turn, a.side, a.waiting, a.text) for a in found}
    assert told == {
        "GE-12SS-26": (3, "german", True, told["GE-12SS-26"][3]),
        "GE-709-919": (3, "german", True, "mobilised in its hexes"),
        "US-2A-CCA": (3, "allied", True, "over a beach (reinforcement points: 4)"),
        "US-4-22": (3, "allied", True, "over its beach"),
        "US-82-325": (4, "allied", False, "by glider"),
        "GE-77-1049": (5, "german", False, told["GE-77-1049"][3]),
    }
    assert told["GE-12SS-26"][3].startswith("by the ")
    assert [a.turn for a in found] == sorted(a.turn for a in found)
    places = {a.units[0]: table.numbers(a.places) for a in found}
    assert places["US-82-325"] == set()
    assert places["US-4-22"] == places["US-2A-CCA"] == {"2814"}
    assert places["GE-709-919"] == {"3209", "3110"}
    late = table.now.waiting("GE-77-1049")
    assert places["GE-77-1049"] == table.numbers(table.now.ground.entries[late.type.where])
    assert [a.units[0] for a in arrivals(table, 5)] == ["GE-77-1049"]
    assert {a.units[0] for a in arrivals(table, 3)} == {n for n, t in told.items() if t[0] == 3}
    assert arrivals(table, 6) == []


def test_units_due_after_the_last_turn_do_not_arrive() -> None:
    """25.1: the short game ends with its seventh turn."""
    units = [counter("GE-77-1049", "turn-8"), counter("GE-12SS-26", "turn-7")]
    table = campaign(units, "seven_turns", turn=3)
    assert [a.units[0] for a in arrivals(table)] == ["GE-12SS-26"]


# -- the score ------------------------------------------------------------------------------------


def standing(scenario: str, **position: Any) -> Any:
    table = campaign([ENGINEERS, counter("US-4-8", "2812")], scenario, turn=3, **position)
    return table, table.rules.answers(table.state).standing()


def test_the_standing_of_the_campaign() -> None:
    """23.3, 24.3.1."""
    table, told = standing("campaign")
    ground = table.now.ground
    assert told.text.endswith(" of 10 points")
    assert told.winner is None
    places = {o.id: o for o in told.objectives if o.place is not None}
    marked = {side: ground.with_mark(f"vp_{side}") for side in ("allied", "german")}
    assert set(places) == {ground.numbers[i] for hexes in marked.values() for i in hexes}
    for side, rule in (("allied", "24.3.1a"), ("german", "24.3.1b")):
        for i in marked[side] - marked["german" if side == "allied" else "allied"]:
            worth = 2 if ground.settlement[i] == "city" else 1
            found = places[ground.numbers[i]]
            assert (found.worth, found.rule) == ({side: worth}, rule)
            assert found.holder == table.now.control(i)
    others = {o.id: o.text for o in told.objectives if o.place is None}
    assert others == {
        "us_units": "US units eliminated or reduced to cadres: 0 of 7",
        "cw_units": "British units eliminated or reduced to cadres: 0 of 5",
        "beaches": "Beaches closed: 0 of 3; open: utah",
    }
    assert [o.rule for o in told.objectives if o.place is None] == ["23.3b", "23.3c", "23.3a"]


def test_the_standing_of_the_other_games() -> None:
    """25.2, 26.3.1."""
    _, told = standing("seven_turns")
    assert told.text.endswith(" of 14 points")
    assert told.points == {
        "allied": sum(o.worth.get("allied", 0) for o in told.objectives),
        "german": 0,
    }
    assert [o.id for o in told.objectives if o.rule == "25.2f"] == ["engineers"] * 4
    assert {o.rule for o in told.objectives} >= {"25.2f", "23.3a", "23.3b", "23.3c"}
    _, told = standing("cherbourg")
    assert told.text == "The Germans would win now"
    assert told.objectives == ()
    _, told = standing("campaign", tracks={WINNER: "german"})
    assert told.winner == "german"
    assert told.text.startswith("German")
    assert "has won" in told.text
