"""Descriptions of decisions: the question, each option with its place, and barred places."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.rules import ports
from engine.rules.answers import Option, Question
from tests.games.holland44.rules.tabletop import Json, at, played, seen, unit

AREAS = {"G": {"side": "german", "hexes": ["0510"]}, "N": {"side": "allied", "hexes": ["0501"]}}
ROAD = [{"class": "minor", "hexes": [f"05{c:02d}" for c in range(1, 11)]}]
GUN: Json = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}


def asked(position: ports.Answers) -> Question:
    found = position.question()
    assert found is not None
    return found


def numbers(position: ports.Answers, places: Any) -> set[str]:
    return {position.number(i) for i in places}


def option(position: ports.Answers, name: str) -> Option:
    return next(o for o in asked(position).options if o.id == name)


def battle(result: str, *units: Json, strength: int = 0, foes: Any = None, **board: Any) -> Any:
    """Return the decision after a combat of a1 and a2 at 0506 with a result."""
    strength = strength or {"DR": 14, "DS": 60, "EX": 20, "A1/D1": 20}[result] // 2 + 1
    mine = [unit("a1", "0505", attack=strength), unit("a2", "0606", attack=strength)]
    theirs = foes or [unit("g1", "0506")]
    position = seen([*mine, *theirs, *units], phase="combat",
                    board={"areas": AREAS, "roads": ROAD, **board})  # fmt: skip
    odds = position.odds(position.plan({"attackers": ["a1", "a2"], "target": "0506"}))
    die = next(int(c.throws) for c in odds.chances if c.result.code == result)
    return played(position, act.DeclareAttack(attackers=("a1", "a2"), target="0506"), die)


def choose(position: ports.Answers, word: str, *dice: int) -> ports.Answers:
    return played(position, act.Choose(decision=asked(position).kind, option=word), *dice)


# -- 12: determined defence -----------------------------------------------------------------------


def test_12_the_question_of_a_determined_defence():
    position = battle("DR", unit("g8", "0508", **GUN))
    found = asked(position)
    assert (found.kind, found.side) == ("determined", "german")
    assert found.title == "German: determined defence?"
    assert found.text == "The result against 0506 is DR. Do the defenders try to hold it?"
    assert found.hint == "The lead unit's die decides on the determined defence table."
    assert found.battle == at(position, "0506")
    assert numbers(position, found.places) == {"0506"}
    assert [o.id for o in found.options] == ["decline", "g1", "g1 g8"]
    assert option(position, "decline").text == "No determined defence"
    alone, helped = option(position, "g1"), option(position, "g1 g8")
    assert alone.text == "g1 leads a determined defence: holds in 33 % of throws"
    assert helped.text == (
        "g1 leads a determined defence, supported by g8: holds in 50 % of throws"
    )
    assert alone.place == at(position, "0506")
    assert (alone.units, helped.units) == (("g1",), ("g1", "g8"))
    assert (helped.place, helped.tag) == (None, "")


# -- 11.2: losses ---------------------------------------------------------------------------------


def test_11_2_the_question_of_a_loss():
    """EX: the opponent chooses, first of the attackers, then of the defenders."""
    pair = [unit("g1", "0506", defense=3), unit("g2", "0506", defense=2)]
    position = battle("EX", foes=pair)
    first = asked(position)
    assert (first.kind, first.side) == ("loss", "german")
    assert first.text == ("The combat at 0506 (EX): which unit of the attackers loses a step?")
    assert {o.id: o.text for o in first.options} == {
        "a1": "a1 loses a step", "a2": "a2 loses a step"
    }  # fmt: skip
    assert numbers(position, [o.place for o in first.options]) == {"0505", "0606"}
    assert {"0505", "0506", "0606"} <= numbers(position, first.places)
    second = choose(position, "a1")
    assert asked(second).side == "allied"
    assert "of the defenders" in asked(second).text
    assert {o.id for o in asked(second).options} == {"g1", "g2"}


# -- 13: retreats ---------------------------------------------------------------------------------


def test_13_the_question_of_a_retreat():
    position = choose(battle("DR"), "decline")
    found = asked(position)
    assert (found.kind, found.side, found.title) == ("retreat", "german", "German: retreat")
    assert found.text == "g1: retreat from 0506 to which hex?"
    assert found.battle == at(position, "0506")
    by = {tuple(map(position.number, o.path)): o for o in found.options}
    assert by
    for path, o in by.items():
        assert (o.place, o.units) == (at(position, path[-1]), ("g1",))
        assert o.text == f"g1 → {path[-1]} by {path[1]}"
        assert o.id == " ".join(("g1", *path))
    barred = position.barred()
    assert set(barred).isdisjoint(o.place for o in found.options)
    held = barred[at(position, "0504")]
    assert held.tag == "13.2"
    assert held.why == "0504: a retreat there is fatal: the enemy holds 0505 (13.2)."
    zone = barred[at(position, "0405")]
    assert "two hexes in a row up to 0405 are in enemy zones" in zone.why
    beside = next(b for i, b in barred.items() if "13.1.3:" in b.tag)
    assert "forbidden while a better path is open" in beside.why
    assert all(b.answer is None or b.answer.tag == b.tag for b in barred.values())


def test_13_1_2_a_stack_may_split():
    pair = [unit("g1", "0506", defense=3), unit("g2", "0506", defense=2)]
    position = choose(battle("DR", foes=pair), "decline")
    found = asked(position)
    assert found.text == "g1, g2: retreat from 0506 to which hex?"
    assert option(position, "apart").text == "Let the units retreat one by one"
    assert found.options[0].id == "apart"  # not at the end of a long list
    assert option(position, "apart").place is None
    one = choose(position, "apart")
    assert asked(one).text == "g1: retreat from 0506 to which hex?"


def test_13_3_an_early_stop_is_tagged_with_its_loss():
    village = {"hexes": {"0507": {"settlement": "village"}}}
    position = choose(battle("DR", **village), "decline")
    early = option(position, "g1 0506 0507")
    assert (early.text, early.tag) == ("g1 → 0507, losing a step", "−1 step")
    assert all(o.tag == "" for o in asked(position).options if o.id != early.id)


def test_more_than_four_units_are_counted():
    five = [unit(f"g{n}", "0506", defense=1, max_steps=1) for n in range(1, 6)]
    position = choose(battle("DR", foes=five, strength=4), "decline")
    assert asked(position).text == "g1, g2, g3, g4, 1 more: retreat from 0506 to which hex?"
    four = choose(battle("DR", foes=five[:4], strength=4), "decline")
    assert asked(four).text == "g1, g2, g3, g4: retreat from 0506 to which hex?"


# -- 15, 16: advances -----------------------------------------------------------------------------


def advancing(*units: Json, **board: Any) -> ports.Answers:
    """After DS: a1 from 0505 and a2 from 0606 may advance two hexes."""
    foe = [unit("g1", "0506", max_steps=1)]
    position = battle("DS", *units, foes=foe, **board)
    while asked(position).kind != "advance":
        position = choose(position, asked(position).options[0].id)
    return position


def test_15_the_question_of_an_advance():
    position = advancing()
    found = asked(position)
    assert (found.side, found.title) == ("allied", "Allied: advance after combat")
    assert found.text == "Which unit advances after the combat at 0506 (bonus advance)?"
    assert option(position, "done").text == "No further advance"
    one, two = option(position, "a1 0505 0506"), option(position, "a1 0505 0506 0507")
    assert (one.text, two.text) == ("a1 → 0506", "a1 → 0507 by 0506")
    assert (one.place, two.place) == (at(position, "0506"), at(position, "0507"))
    assert found.options[0].id == "done"


def test_15_4_reasons_against_an_advance_are_reported():
    position = advancing(unit("a3", "0405"), unit("a4", "0405"))
    closed = position.barred()[at(position, "0405")]
    assert closed.tag == "15.1"
    assert closed.why.endswith("(15.1)")
    assert closed.answer is not None
    assert (closed.answer.tag, closed.answer.text) == ("15.1", "a1 → 0405")
    lake = advancing(hexes={"0405": {"terrain": "lake"}})
    water = lake.barred()[at(lake, "0405")]
    assert (water.tag, water.answer is not None) == ("15.5", True)
    assert water.answer is not None
    assert water.answer.tag == "15.5"
    assert water.answer.place == at(lake, "0405")


def test_16_a_breakthrough_shows_its_column():
    position = advancing(unit("g2", "0507"))
    near = choose(position, "a1 0505 0506")
    found = option(near, "breakthrough 0507 a1")
    column = near.odds(near.plan({"attackers": ["a1"], "target": "0507",
                                  "breakthrough": True})).column  # fmt: skip
    assert found.text == f"Breakthrough against 0507 at {column}: a1"
    assert (found.tag, found.place, found.units) == (column, at(near, "0507"), ("a1",))


def test_16_5_a_joining_group_shows_the_joint_odds():
    position = advancing(unit("g2", "0507"), unit("a3", "0408", attack=6),
                         unit("a8", "0409", **GUN))  # fmt: skip
    near = choose(position, "a1 0505 0506")
    join = option(near, "join 0507 a1")
    assert join.text == "Breakthrough group for another attack on 0507: a1"
    assert (join.tag, join.place) == ("", at(near, "0507"))
    waiting = choose(near, "join 0507 a1")
    found = asked(waiting)
    assert found.kind == "joint_attack"
    alone, helped = option(waiting, "a3"), option(waiting, "a3 a8")
    assert alone.units == ("a3",)
    # 16.5: six of a3 and half of the thirty-one of a1 to five; a column more for the gun.
    assert alone.text == "The attack of a3: 4:1 together"
    assert helped.text == "The attack of a3, a8: 5:1 together"
    assert helped.place is None


# -- 5: bridges -----------------------------------------------------------------------------------

BRIDGE = {"hexsides": {"0505/0506": ["canal", "road_bridge"]}}


def test_5_4_the_question_of_a_bridge():
    units = [unit("a1", "0503"), unit("g1", "0110")]
    before = seen(units, board=BRIDGE)
    move = act.MoveUnits(units=("a1",), path=("0503", "0504", "0505"), mode="normal")
    position = played(before, move)
    found = asked(position)
    assert (found.title, found.side) == ("German: blow the bridge?", "german")
    assert "Is it blown?" in found.text
    side = (at(position, "0505"), at(position, "0506"))
    assert found.hexsides == (side,)
    assert set(side) <= set(found.places)
    assert found.battle is None
    assert {o.id: o.text for o in found.options} == {
        "blow": "Blow it up", "decline": "Do not blow it: it counts as intact from now on"
    }  # fmt: skip
    assert all(o.hexside is None and o.place is None for o in found.options)
    assert position.barred() == {}


def test_5_5_the_bridges_of_a_bridge_phase_are_answers_on_their_hexsides():
    two = {"hexsides": {"0505/0506": ["canal", "road_bridge"],
                        "0707/0708": ["canal", "road_bridge"]}}  # fmt: skip
    units = [unit("g1", "0506"), unit("a1", "0504"), unit("g2", "0708"), unit("a2", "0706")]
    position = seen(units, board=two, phase="bridge", active="german",
                    bridges={"0505/0506": "wired", "0707/0708": "wired"})  # fmt: skip
    found = asked(position)
    assert found.text == "Which bridge is blown, repaired or wired again?"
    sides = {o.hexside for o in found.options if o.hexside is not None}
    assert sides == {(at(position, "0505"), at(position, "0506")),
                     (at(position, "0707"), at(position, "0708"))}  # fmt: skip
    assert set(found.hexsides) == sides
    words = {o.id: o.text for o in found.options}
    assert words["done"] == "Nothing more"
    assert words["blow 0505/0506"].startswith("Blow up ")


# -- 17, 20, 22: who waits in boxes ---------------------------------------------------------------


def test_17_8_the_question_of_resupply():
    fired = {**GUN, "status": ["fired"]}
    guns = [unit(f"a{n}", f"050{n}", **fired) for n in (1, 2, 3)]
    position = seen([*guns, unit("g1", "0110")], phase="artillery_resupply",
                    board={"areas": AREAS, "roads": ROAD})  # fmt: skip
    found = asked(position)
    assert found.text == "Which artillery is made ready? Units left to choose: 2."
    assert option(position, "a1").text == "a1 is ready again"
    assert option(position, "a1").place == at(position, "0501")
    assert numbers(position, found.places) == {"0501", "0502", "0503"}


def test_20_2_4_a_returning_unit_is_described_with_its_place():
    units = [
        {"id": "GE-II-1034-59", "hex": "eliminated-german", "steps": 0},
        {"id": "GE-Finzel-2", "hex": "B", "steps": 1}, {"id": "GE-Helle", "hex": "F"},
    ]  # fmt: skip
    before = seen(units, real=True, turn=8, phase="bridge", active="german")
    position = played(before, act.NextPhase())
    found = asked(position)
    assert found.kind == "replacement"
    words = {o.id: o for o in found.options}
    back = words["west GE-II-1034-59 area-B"]
    assert back.text.startswith("From the west: ")
    assert " returns in " in back.text
    assert back.place == at(position, "B")
    step = words["west GE-Finzel-2"]
    assert step.place == at(position, "B")
    assert step.text == f"From the west: {position.name('GE-Finzel-2')}"
    assert "GE-" not in step.text


def test_22_2_a_landing_hex_shows_its_modifier():
    """22.3.2: the modifier of the hex; beside the hexes that may be, those that may not."""
    units = [{"id": "BR-156-4P", "hex": "turn-3"}, {"id": "BR-1AB-supply", "hex": "6317"}]
    before = seen(units, real=True, phase="bridge", turn=3, weather="clear")
    choice = played(before, act.NextPhase())
    assert asked(choice).text == "Which unit lands? Landing points left: 8."
    position = choose(choice, "BR-156-4P")
    found = asked(position)
    assert found.kind == "landing_hex"
    assert all(o.tag[0] in "+−±" for o in found.options)
    tagged = {position.number(o.place): (o.tag, o.text) for o in found.options if o.place}
    assert all(text.endswith(f"landing die modifier {tag}") for tag, text in tagged.values())
    barred = position.barred()
    assert barred
    assert all("22.2" in b.tag for b in barred.values())
    assert {b.answer is not None for b in barred.values()} == {True}
    open_ = {o.place for o in found.options}
    ring = position.ruleset.board.neighbours
    assert all(any(j in open_ for j in ring[i]) for i in barred)


@pytest.mark.parametrize("mode", ["enforced", "advisory", "off"])
def test_without_a_decision_nothing_is_asked(mode: Any):
    position = seen([unit("a1", "0505"), unit("g1", "0110")])
    assert position.question() is None
    assert position.options() == ()
    assert position.barred() == {}
    note = act.Note(text=mode)
    assert position.drag_action(note, mode) == note
