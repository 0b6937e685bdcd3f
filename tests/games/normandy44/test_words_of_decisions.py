"""Decisions, attacks planned and fights reported: their words, places and numbers in full."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.request_fields import Refused
from engine.rules.answers import AttackPlan, Option
from tests.games.normandy44.tabletop import Json, Table, allied, german, opened
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter

HQ: Json = {"attack": 0, "steps": 1, "max_steps": 1}
ENTRY: Json = {"E": {"kind": "entry", "hexes": ["0512"]}}


def question(table: Table) -> Any:
    found = table.rules.answers(table.state).question()
    assert found is not None
    return found


def told(table: Table) -> tuple[str, str, str | None]:
    """The side that answers, the text, and the hex of the combat."""
    found = question(table)
    battle = None if found.battle is None else table.now.number(found.battle)
    return found.side, found.text, battle


def option(table: Table, name: str) -> Option:
    found: Option = next(o for o in question(table).options if o.id == name)
    return found


# -- words ----------------------------------------------------------------------------------------


def test_the_losses_of_a_beaten_stack() -> None:
    """12.1h, 13.1.1a: half of six steps, then four hexes back."""
    units = [
        allied("a", "0505", 18),
        german("d", "0506", 2, tq=1, steps=3, max_steps=3),
        german("e", "0506", 1, steps=3, max_steps=3),
    ]
    table = Table(units)
    table.attack(["a"], "0506", 6)
    for left, name in ((3, "d"), (2, "d"), (1, "e")):
        words = f"DH at 0506: which unit loses a step? ({left} in all)"
        assert told(table) == ("german", words, "0506")
        found = option(table, name)
        assert (found.text, found.units, found.path) == (name, (name,), ())
        assert (found.place, found.tag) == (table.hex("0506"), "")
        table.choose(name)
    assert told(table) == ("german", "DH at 0506: the units retreat 4 hexes. Where to?", "0506")
    for found in question(table).options:
        end = table.now.number(found.path[-1])
        assert (found.text, found.place, found.tag) == (
            f"{found.units[0]} to {end}",
            found.path[-1],
            "",
        )
        assert [table.now.number(i) for i in found.path[1:]] == found.id.split()[1:]
    table.choose(table.options[0])
    table.choose(table.options[0])
    assert told(table) == ("allied", "DH at 0506: which unit advances, and where?", "0506")
    assert option(table, "a 0506").text == "a to 0506"


def test_losses_of_both_sides_are_asked_one_by_one() -> None:
    """12.1e: after A1/D1 each side loses one step; only the next loss is counted."""
    units = [
        allied("a", "0505", 8, formation="1"),
        allied("b", "0606", 8, formation="1"),
        german("d", "0506", 2),
        german("e", "0506", 2),
    ]
    table = Table(units)
    table.attack(["a", "b"], "0506", 4)
    assert table.state.tracks[tracks.COMBAT] == "0506 4:1 4 A1/D1"
    assert told(table)[1] == "A1/D1 at 0506: which unit loses a step? (1 in all)"
    assert told(table)[0] == "allied"
    table.choose("a")
    assert told(table) == (
        "german",
        "A1/D1 at 0506: which unit loses a step? (1 in all)",
        "0506",
    )


def test_the_options_of_a_stand() -> None:
    """12.4.1c, 12.4.3: each able unit leads, with or without each support."""
    units = [
        allied("a", "0505", 8),
        german("d", "0506", 4),
        german("e", "0506", 1),
        german("h", "0508", 1, "hq", **HQ),
    ]
    table = Table(units, areas=ENTRY)
    table.attack(["a"], "0506", 5)
    assert told(table) == (
        "german",
        "DR at 0506: retreat, or hold with a lead unit?",
        "0506",
    )
    assert [(o.id, o.text, o.place) for o in question(table).options] == [
        ("retreat", "retreat", None),
        ("hold d", "d holds in 17 % of throws", table.hex("0506")),
        ("hold d h", "d holds, supported by h, in 33 % of throws", table.hex("0506")),
        ("hold e", "e holds in 17 % of throws", table.hex("0506")),
        ("hold e h", "e holds, supported by h, in 33 % of throws", table.hex("0506")),
    ]


def test_a_retreat_that_costs_a_step_has_a_tag() -> None:
    """13.2.1: nothing but floods around: the second hex costs a step on foot."""
    floods: Json = {"terrain": "flooded"}
    near = ("0506", "0405", "0406", "0504", "0605", "0606")
    table = Table(
        [allied("a", "0504", 8), german("d", "0505", 4)],
        hexes=dict.fromkeys(near[:3] + near[4:], floods),
    )
    table.attack(["a"], "0505", 5)
    table.choose("retreat")
    options = question(table).options
    assert options
    for found in options:
        lost = len(found.path) > 2
        assert found.tag == ("-1 step" if lost else ""), found.id
    assert any(found.tag for found in options)
    assert [bool(o.tag) for o in options] == sorted(bool(o.tag) for o in options)


def test_an_overfull_hex_is_named() -> None:
    """7.2b: in a movement phase there is no combat to name."""
    units = [allied(f"a{n}", "0505") for n in range(3)]
    table = Table([*units, german("g", "1212")], phase="movement")
    table.play(act.NextPhase())
    assert told(table) == (
        "allied",
        "Too many units are in 0505: choose the one to eliminate.",
        "0505",
    )
    assert [(o.id, o.text, o.place) for o in question(table).options] == [
        (f"a{n}", f"a{n}", table.hex("0505")) for n in range(3)
    ]


def test_an_advance_lists_staying_and_the_nearest_hexes_first() -> None:
    """14.1a: no further; then each unit's vacated hex, its other near hexes, the far ones."""
    units = [
        allied("a", "0505", 9),
        allied("b", "0606", 9),
        german("d", "0506", 1),
    ]
    table = Table(units)
    table.attack(["a", "b"], "0506", 6)
    while question(table).kind != "advance":
        table.choose(table.options[0])
    found = question(table).options
    assert found[0].text == "no further advance"
    for unit in ("a", "b"):
        paths = [o.path for o in found if o.path and o.units == (unit,)]
        assert paths[0][1:] == (table.hex("0506"),)
        assert [len(path) for path in paths] == sorted(len(path) for path in paths)
    moves = [o.units for o in found if o.path]
    assert moves == sorted(moves)
    assert len(found) > 9


def test_the_landings_of_the_invasion() -> None:
    """20.3.1: with their units, their column and their hex."""
    table = opened()
    table.play(act.NextPhase(), *[6] * 9)
    side, words, battle = told(table)
    assert (side, battle) == ("allied", None)
    assert words.startswith("Which landing is next?")
    found = {o.id: o for o in question(table).options}
    assert len(found) == 9
    assert found["utah"].text == "Utah: 8/4 Inf, 12/4 Inf, 70 Tk (Utah column)"
    assert found["pointe-du-hoc"].text == "Pointe du Hoc: 2 Rgr (column for all others)"
    assert found["omaha-1"].text.endswith("(Omaha column)")
    assert table.numbers([o.place for o in found.values()]) == {
        "2814", "2818", "2719", "2620", "2525", "2526", "2527", "2528", "2330"
    }  # fmt: skip
    table.choose("utah", 1)
    assert table.state.tracks[tracks.COMBAT].startswith("2814 utah 1")


def test_questions_without_a_combat() -> None:
    """22.2a, 5.3c."""
    units = [ENGINEERS, counter("US-82-505", "2811"), counter("US-101-506", "2812")]
    table = campaign(units, turn=9, phase="supply")
    table.play(act.NextPhase())
    assert told(table) == ("allied", "Does the 101 AB Div return to England?", None)
    assert [(o.id, o.text, o.place) for o in question(table).options] == [
        ("stay", "it stays", None),
        ("withdraw", "it returns to England", None),
    ]
    due = {tracks.MULBERRY_DUE + "us": 3}
    buying = campaign([ENGINEERS], turn=9, phase="supply", active="german", tracks=due)
    buying.play(act.NextPhase())
    assert told(buying)[0] == "allied"
    assert [(o.id, o.text) for o in question(buying).options] == [("us 0", "0"), ("us 1", "1")]


# -- plans ----------------------------------------------------------------------------------------


def test_a_plan_needs_an_attacker() -> None:
    table = Table([allied("a", "0505"), german("d", "0506")])
    port = table.rules.answers(table.state)
    assert port.plan({"attackers": ["a"], "target": "0506"}).attackers == ("a",)
    with pytest.raises(Refused):
        port.plan({"attackers": [], "target": "0506"})


def test_aircraft_join_a_plan_only_if_they_are_named() -> None:
    """19.1.2."""
    table = Table([allied("a", "0505"), german("d", "0506")])
    port = table.rules.answers(table.state)
    for choices, by in (({}, []), ({"air": 0}, []), ({"air": 1}, [1]), ({"air": 9}, [1])):
        found = port.prepared(AttackPlan(("a",), table.hex("0506"), (), choices))
        assert [s.by for s in found.shifts] == by


def test_germans_plan_without_aircraft() -> None:
    """19.1.1."""
    table = Table([allied("a", "0505"), german("d", "0506")], active="german")
    port = table.rules.answers(table.state)
    found = port.prepared(AttackPlan(("d",), table.hex("0505"), (), {"air": 2}))
    assert [s.rule for s in found.shifts] == []
    assert [line.name for line in found.choices] == ["lead", "attached"]


@pytest.mark.parametrize("first", ["0405", "0505"])
def test_attackers_are_listed_by_what_they_can_do(first: str) -> None:
    """10.1b, 13.6c: the able, then the others, those that have fought last; of one army."""
    second = "0505" if first == "0405" else "0405"
    units = [
        allied("x", first, status=["disrupted"]),
        allied("f", first, 2),
        allied("a", second),
        german("d", "0506"),
    ]
    table = Table(units, tracks={"fought/f": 1})
    port = table.rules.answers(table.state)
    beside = second == "0505"
    assert port.attackers(table.hex("0506")) == (("a",) if beside else ("x", "f"))
    three = [{**u, "hex": "0505"} for u in units[:3]]
    for order in (three, three[::-1]):
        table = Table([*order, units[3]], tracks={"fought/f": 1})
        port = table.rules.answers(table.state)
        assert port.attackers(table.hex("0506")) == ("a", "x", "f")
