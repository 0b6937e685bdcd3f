"""Refused orders: the sentence of each, with the hexes and numbers that it names."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.ardenas import tracks
from engine.games.ardenas.own_actions import (
    AttackSeveral,
    Dissolve,
    Drop,
    Embark,
    Group,
    PlaceCommando,
    Rebuild,
    Shift,
    Take,
    TurnOver,
    WorkOnBridge,
)
from engine.request_fields import Refused
from engine.rules.judge import Given
from engine.rules.ports import GivenPosition
from engine.rules.registry import text
from tests.games.ardenas.tabletop import BOARD, after, allied, ask, attack, given, unit
from tests.games.ardenas.test_ch08_guns import GUN
from tests.games.ardenas.test_ch09_drops import BASES, MEN, PLANE, aboard

RIVER: dict[str, Any] = BOARD | {
    "hexes": {"1514": {"river": True, "bridge": True}, "1513": {"river": True}}
}
FIGHTER: dict[str, Any] = {"kind": "fighter", "combat": 3, "movement": 8}
BOMBER: dict[str, Any] = {"kind": "bomber", "combat": 2, "movement": 8}
SKY: dict[str, Any] = {"phase": "air", "subturn": 2, "board": BASES}
FIRE, FIGHT = {"phase": "bombardment"}, {"phase": "combat"}
A, D = unit("a", "1515"), allied("d", "1514")
NO_FIELD = (
    "Attacks and bombardments of this game have no “{}”. Leave it out; aircraft are counters that"
    " act themselves."
)


def name(number: int, side: str = "german", kind: str = "ground") -> str:
    return f"grouping/{side}/{kind}/{number}"


def grouped(number: int, hex_: str, *units: str, **more: Any) -> dict[str, Any]:
    return {"side": "german", "number": number, "hex": hex_, "units": list(units)} | more


def bridge(way: str, unit_: str = "a", hex_: str = "1514") -> WorkOnBridge:
    return WorkOnBridge.model_validate({"unit": unit_, "hex": hex_, "way": way})


def move(*path: str, units: str = "a", mode: str = "normal") -> act.MoveUnits:
    return act.MoveUnits(units=tuple(units.split()), path=path, mode=mode)


def bomb(hex_: str, *guns: str) -> act.Bombard:
    return act.Bombard(artillery=guns or ("g",), target=hex_)


def said(found: GivenPosition, order: act.Action) -> set[str]:
    """The sentences against an order."""
    return {text(v) for v in found.ruleset.judge(found.state, order) if v.level == "forbid"}


REFUSED: list[tuple[GivenPosition, act.Action, set[str]]] = [
    # 6: entry and set-up
    (given(A), move("1515", "1514", mode="set_up"),
     {"The set-up is changed only before the first turn.",
      "German reinforcements enter in a German set-up zone; 1514 is not in one."}),
    (given(A), move("1514", "1513"), {"The path must begin where the units are, in 1515."}),
    # 7: moves, stacks, faces
    (given(A), move("1515", "1514", mode="jump"),
     {"There is no movement mode “jump”; the modes are normal, displacement, entry, set_up."}),
    (given(A), move("1515", "1514", mode="entry"), {"Units move from hex to hex of the map."}),
    (given(A), move("1515", "held-german"), {"Units move from hex to hex of the map."}),
    (given(A, unit("p", "1515", **FIGHTER)), move("1515", "1514", units="a p"),
     {"Aircraft and ground units do not move together."}),
    (given(A), move(*(f"15{row}" for row in range(15, 9, -1))),
     {"The move to 1510 counts as 5 hexes; 4 are allowed."}),
    (given(A, unit("b", "1515")), move("1515", "1514"),
     {"A stack or grouping in 1515 moves as one; no counter may be left behind."}),
    (given(A), move("1515", "1513"), {"1515 and 1513 are not adjacent."}),
    (given(A), TurnOver(units=("a",), face="up"), {"This unit is face up already."}),
    (given(unit("a", "1515", status=["hidden"])), TurnOver(units=("a",)),
     {"This unit is face down already."}),
    (given(A, D), TurnOver(units=("a",)),
     {"The units in 1515 are in an enemy zone of control: they stay face up until they leave it."}),
    (given(A, groupings=[grouped(1, "1515", "a")]), TurnOver(units=("a",)),
     {"The units of a grouping are face down on the sheet."}),
    (given(unit("p", "1515", **FIGHTER), **SKY), TurnOver(units=("p",)), set()),
    (given(A, **SKY), TurnOver(units=("a",)),
     {"Units are turned face down or up in their own turn."}),
    # 8.1: attacks
    (given(A, D, **FIGHT), attack("a", "1513"),
     {"No enemy ground unit is in 1513.", "This unit is not adjacent to 1513."}),
    (given(A, unit("b", "1414"), D, allied("e", "1614"), **FIGHT),
     AttackSeveral(attackers=("a", "b"), targets=("1514", "1614")),
     {"Units that attack several hexes together must be adjacent to all of them; 1614 is not."}),
    (given(A, D, allied("e", "1415"), **FIGHT, options={"several_targets": "one_another"}),
     AttackSeveral(attackers=("a",), targets=("1514", "1415")),
     {"In an attack on several hexes all hexes must be adjacent to one another; 1514 and 1415 are"
      " not."}),
    (given(A, D, **FIGHT), AttackSeveral(attackers=("a",), targets=("1514", "1514")),
     {"An attack names each hex once; 1514 is named twice."}),
    (given(A, D, **FIGHT), attack("a a", "1514"),
     {"This unit is named twice among the attackers."}),
    (given(A, D, **FIGHT), act.DeclareAttack(attackers=("a",), target="1514", air=2),
     {NO_FIELD.format("air")}),
    (given(A, D, **FIGHT), act.DeclareAttack(attackers=("a",), target="1514", combat="assault"),
     {NO_FIELD.format("combat")}),
    (given(unit("g", "1515", **GUN), D, **FIRE),
     act.Bombard(artillery=("g",), target="1514", air=1), {NO_FIELD.format("air")}),
    (given(A, D, **FIGHT), attack("a d", "1514"),
     {"Units of both sides do not attack together.", "This unit is not adjacent to 1514."}),
    (given(A, unit("b", "1515", combat=9), phase="capture"), Rebuild(unit="a", lost="b"),
     {"This unit is not affected.", "The two units must have the same combat and movement"
      " factors."}),
    (given(A, unit("b", "1514", movement=5), phase="combat", active="allied"),
     Rebuild(unit="a", lost="b"),
     {"Only the active side acts now.", "The two units must be in one stack or one grouping.",
      "This unit is not affected.",
      "The two units must have the same combat and movement factors."}),
    # 8.2: bridges
    (given(A, board=RIVER, **FIRE), bridge("demolish"),
     {"Only tanks, field and self-propelled artillery and engineers blow a bridge from beside"
      " it."}),
    (given(unit("a", "1517", kind="tank"), board=RIVER, **FIRE), bridge("demolish"),
     {"This unit is not adjacent to the bridge in 1514."}),
    (given(unit("a", "1613", kind="tank"), board=RIVER, **FIRE), bridge("demolish", hex_="1513"),
     {"There is no bridge in 1513."}),
    (given(unit("a", "1614", kind="engineer"), board=RIVER, phase="engineers"),
     bridge("build", hex_="1513"), {"The engineer must be in the river hex 1513."}),
    (given(unit("a", "1514", kind="engineer"), board=RIVER, phase="engineers"), bridge("build"),
     {"There is a bridge in 1514 already."}),
    (given(unit("a", "1515", kind="engineer"), board=RIVER, phase="engineers"),
     bridge("build", hex_="1515"), {"No river crosses 1515."}),
    (given(unit("a", "1513", kind="engineer"), allied("d", "1512"), board=RIVER,
           phase="engineers"),
     bridge("build", hex_="1513"),
     {"No bridge is built in an enemy zone of control, as in 1513."}),
    (given(unit("a", "1513", kind="engineer"), board=RIVER, phase="engineers", weather="storm"),
     bridge("build", hex_="1513"), {"In a storm engineers build no bridges."}),
    (given(unit("a", "1514"), board=RIVER, phase="engineers"), bridge("build"),
     {"Only engineers build bridges."}),
    (given(unit("a", "1614", **BOMBER), board=RIVER, phase="air", subturn=1), bridge("bomb"),
     {"The bomber must be above the bridge in 1514."}),
    (given(unit("a", "1614", kind="commando", status=["deployed"]), board=RIVER,
           phase="commandos"),
     bridge("commando"), {"The commando must be in the hex of the bridge, 1514."}),
    # 8.3: guns
    (given(unit("g", "1515", **GUN), allied("d", "1510"), **FIRE), bomb("1510"),
     {"1510 is out of range; the gun reaches 4."}),
    (given(unit("g", "1515", **GUN), **FIRE), bomb("1513"),
     {"No enemy ground unit is in 1513."}),
    (given(unit("g", "1515", **GUN, fired=2), allied("d", "1513"), **FIRE), bomb("1513"),
     {"This gun has no shot left for this; it has 2 in a turn."}),
    (given(unit("g", "1515", **GUN), allied("d", "1513"), **FIRE), bomb("1513", "g", "g", "g"),
     {"This gun has no shot left for this; it has 2 in a turn."}),
    (given(A, unit("g", "1518", **GUN), D, **FIGHT), attack("a", "1514", "g"),
     {"This gun supports combats within 2 hexes only."}),
    (given(A, unit("g", "1516", **GUN), D, **FIGHT, weather="storm"), attack("a", "1514", "g"),
     {"In a storm guns support combats one hex away only."}),
    (given(A, allied("g", "1513", **GUN), D, **FIGHT), attack("a", "1514", "g"),
     {"Guns support friendly units only."}),
    (given(unit("t", "1515", kind="tank"), D, **FIGHT), attack("t", "1514", "t"),
     {"A tank that attacks does not support."}),
    # 8.4: aircraft
    (given(unit("p", "1514", **FIGHTER), D, **SKY), attack("p", "1514"),
     {"No enemy aircraft is in 1514; aircraft bomb ground units, they do not attack them.",
      "This unit is not adjacent to 1514."}),
    (given(unit("p", "1515", **FIGHTER), unit("g", "1515", **GUN),
           allied("x", "1514", **FIGHTER), **SKY),
     attack("p", "1514", "g"), {"No gun supports a combat in the air."}),
    (given(unit("b", "1515", **BOMBER), D, **SKY), bomb("1514", "b"),
     {"The bomber must be above its target, in 1514."}),
    (given(unit("b", "1515", **BOMBER), **SKY), bomb("1515", "b"),
     {"No enemy ground unit is in 1515."}),
    (given(unit("p", "1514", **FIGHTER), D, **SKY), bomb("1514", "p"), {"Only bombers bomb."}),
    # 9: drops
    (given(unit("t", "1515", **PLANE), unit("m", None, **MEN), phase="movement", board=BASES),
     Embark(transport="t", units=("m",)), {"Units board and drop in the air phase."}),
    (given(unit("p", "1515", **FIGHTER), unit("m", None, **MEN), **SKY),
     Embark(transport="p", units=("m",)), {"Only transport aircraft carry ground units."}),
    (given(unit("t", "1514", **PLANE), unit("m", None, **MEN), **SKY),
     Embark(transport="t", units=("m",)),
     {"A transport is loaded in an air entry hex of its side."}),
    (given(unit("t", "1515", **PLANE), unit("m", "1516", **MEN), **SKY),
     Embark(transport="t", units=("m",)),
     {"This unit is on the map but not in the transport's hex."}),
    (given(unit("t", "1515", **PLANE), *(unit(n, None, **MEN) for n in "mno"), **SKY),
     Embark(transport="t", units=("m", "n", "o")),
     {"A transport carries 2 units, or one brigade."}),
    (given(unit("m", "1516", **MEN), **SKY), Drop(unit="m"),
     {"This unit is not aboard a transport."}),
    # 10: commandos
    (given(unit("a", "1515", kind="commando"), phase="commandos"),
     PlaceCommando(unit="a", hex="1513"),
     {"Only a commando that has not come into play yet is placed."}),
    (given(unit("a", None, kind="commando"), phase="movement"),
     PlaceCommando(unit="a", hex="1513"), {"Commandos are placed in the commando phase."}),
    (given(unit("a", None, kind="commando"), D, phase="commandos"),
     PlaceCommando(unit="a", hex="1513"),
     {"No commando is placed in an enemy zone of control, as in 1513."}),
    (given(A, D, phase="commandos"), Shift(unit="d", hex="1512"),
     {"This unit is not within 3 hexes of a commando placed this turn."}),
    (given(A, D, phase="commandos"), Shift(unit="a", hex="1516"),
     {"The German moves confused Allied units only.",
      "This unit is not within 3 hexes of a commando placed this turn."}),
    # 11: groupings
    (given(A, phase="groupings"), Group(grouping=name(13), hex="1515", units=("a",)),
     {"A side has 12 grouping counters of this kind."}),
    (given(A, phase="groupings"), Group(grouping=name(1), hex="1514"),
     {"A grouping is formed in a hex with a counter of its side; 1514 has none."}),
    (given(A, unit("b", "1514"), phase="groupings"),
     Group(grouping=name(1), hex="1515", units=("a", "b")),
     {"Only friendly units in 1515 may be in this grouping."}),
    (given(A, unit("p", "1515", **FIGHTER), phase="groupings"),
     Group(grouping=name(1), hex="1515", units=("a", "p")),
     {"Ground units join groupings on the ground only, aircraft groupings in the air only."}),
    (given(*(unit(f"u{n}", "1515") for n in range(31)), phase="groupings"),
     Group(grouping=name(1), hex="1515", units=tuple(f"u{n}" for n in range(31))),
     {"This grouping may hold at most 30 counters."}),
    (given(A, unit("b", "1514"), phase="groupings", groupings=[grouped(1, "1515", "a")]),
     Group(grouping=name(1), hex="1514", units=("b",)),
     {"This grouping is in 1515 already."}),
    (given(A, phase="groupings", groupings=[grouped(1, "1515", "a")]),
     Group(grouping=name(1), hex="1515", units=("a",)),
     {"The grouping already holds exactly these units."}),
    (given(A, phase="groupings", groupings=[grouped(1, "1515", "a")]),
     Group(grouping=name(2), hex="1515", units=("a",)), {"This unit is in another grouping."}),
    (given(A, phase="groupings", groupings=[grouped(n, "1515") for n in (1, 2, 3)]),
     Group(grouping=name(4), hex="1515", units=("a",)),
     {"No more than 3 groupings of a side may be in 1515."}),
    (given(A, phase="movement", groupings=[grouped(1, "1515", "a")]),
     Dissolve(grouping=name(1)),
     {"Groupings are formed, changed and dissolved in the groupings phase; in the air, before"
      " aircraft move."}),
    (given(A, phase="groupings", scenario="short"),
     Group(grouping=name(1), hex="1515", units=("a",)),
     {"The short game is played without groupings, unless its players have agreed on all rules."}),
    # 12: supply
    (given(unit("a", "1515", combat=1), allied("s", "1514", kind="fuel", combat=1),
           phase="capture"),
     Take(unit="a", target="s"),
     {"A unit with at least double the combat factor must be adjacent to 1514."}),
    (given(A, unit("s", "1514", kind="fuel", combat=1), phase="capture"),
     Take(unit="a", target="s"), {"Only enemy counters are captured."}),
    (given(A, D, phase="capture"), Take(unit="a", target="d"),
     {"Only supply and fuel counters are captured or destroyed."}),
    (given(A, allied("s", "1514", kind="fuel", combat=1)), Take(unit="a", target="s"),
     {"Supply and fuel are captured and destroyed in the capture phase."}),
    (given(A, unit("s", "1510", kind="fuel", combat=1), phase="capture"),
     Take(unit="a", target="s", way="destroy"),
     {"A friendly unit with a combat factor must be adjacent to 1510."}),
    (given(A, allied("s", "1514", kind="fuel", combat=1), phase="capture"),
     Take(unit="a", target="s", way="destroy"),
     {"Only friendly counters can be destroyed in this way."}),
]  # fmt: skip


@pytest.mark.parametrize(("found", "order", "sentences"), REFUSED)
def test_a_refusal_is_said_in_clear_sentences(
    found: GivenPosition, order: act.Action, sentences: set[str]
) -> None:
    assert said(found, order) == sentences


def test_units_left_behind_are_named_with_the_objection() -> None:
    found = given(unit("a", "1515"), unit("b", "1515"))
    (verdict,) = found.ruleset.judge(found.state, move("1515", "1514"))
    assert (verdict.rule, set(verdict.units)) == ("7.0p", {"a", "b"})
    dry = given(unit("t", "1515", kind="tank"), unit("f", "0101", kind="fuel"))
    (verdict,) = dry.ruleset.judge(dry.state, move("1515", "1514", units="t"))
    assert (verdict.rule, verdict.units) == ("12.0a", ("t",))


def test_a_drop_is_judged_by_phase_side_and_distance() -> None:
    """Section 9: in the air sub-turns, from the transport, at most a hex away."""
    found, state = aboard("a", at="2020")
    told = found.ruleset.answers(state)
    for hex_, rules in (("2020", []), ("2021", []), ("2022", ["9.0c"])):
        request = {"unit": "a", "hex": hex_}
        assert [v["rule"] for v in told.ask("drop", request)["verdicts"]] == rules
    late = given(unit("t", "1515", **PLANE), unit("a", None, **MEN), phase="movement", board=BASES)
    work = late.ruleset.work(late.state, Given([]))
    work.put("a", "aboard-german")
    work.track(tracks.ABOARD + "a", "t")
    assert {v.rule for v in late.ruleset.judge(work.state, Drop(unit="a"))} == {"9.0b"}
    work.eliminate("a")
    orders = Embark(transport="t", units=("a",)), Drop(unit="a")
    gone = [{text(v) for v in late.ruleset.judge(work.state, order)} for order in orders]
    assert "This unit cannot board: it is out of the game, or other rules bring it in." in gone[0]
    assert "This unit is not aboard a transport." in gone[1]


@pytest.mark.parametrize(
    ("op", "request_"),
    [
        ("embark", {"transport": "t", "units": []}),
        ("rebuild", {"units": []}),
        ("grouping", {"units": []}),
        ("odds", {"attackers": [], "target": "1514"}),
        ("odds", {"attackers": ["a"], "target": "1514", "dice": [3, 6]}),
        ("odds", {"attackers": ["a"], "target": "1514", "dice": [3]}),
        ("bridge", {"unit": "a", "hex": "1514", "way": "paint"}),
        ("capture", {"unit": "a", "target": "d", "way": "steal"}),
        ("supply", {"side": "nobody"}),
        ("zoc", {"side": "german", "layer": "sea"}),
        ("zoc", {"side": "nobody"}),
        ("bombard", {"firer": "a", "target": "d", "die": 6}),
    ],
)
def test_a_request_with_a_wrong_word_is_refused(op: str, request_: dict[str, Any]) -> None:
    found = given(A, D, unit("t", "1516", kind="transport"), phase="combat")
    with pytest.raises(Refused):
        ask(op, found, **request_)


def test_the_menu_of_a_passenger_and_of_grouped_units() -> None:
    """A passenger drops; a grouping is dissolved from the menu of its own units."""
    found, state = aboard("a", at="2020")
    assert Drop(unit="a") in list(found.ruleset.actions_of(state, "a"))
    groups = given(A, unit("b", "1515"), unit("c", "1515"), phase="groupings",
                   groupings=[grouped(1, "1515", "a"), grouped(2, "1515", "b")])  # fmt: skip
    menus = {n: set(groups.ruleset.actions_of(groups.state, n)) for n in "abc"}
    gone = {n: {o for o in menu if isinstance(o, Dissolve)} for n, menu in menus.items()}
    assert gone == {"a": {Dissolve(grouping=name(1))}, "b": {Dissolve(grouping=name(2))},
                    "c": set()}  # fmt: skip
    new = {o for o in menus["c"] if isinstance(o, Group) and o.grouping == name(3)}
    assert {o.units for o in new} == {("c",), ()}
    assert not [o for o in menus["a"] if isinstance(o, Group) and o.units and "a" not in o.units]


def test_the_next_counter_of_a_grouping_is_the_first_that_is_free() -> None:
    """2.2b: counters 1 to 12; after three attempts the fourth is out of order in a hex."""
    for taken, free in (([], 1), ([1], 2), ([2, 3], 1), ([1, 2, 4], 3), ([*range(1, 12)], 12),
                        ([*range(1, 13)], None)):  # fmt: skip
        places = [f"{n:02d}10" for n in range(10, 10 + len(taken))]
        groupings = [grouped(n, at) for n, at in zip(taken, places, strict=True)]
        found = given(A, *(unit(f"o{n}", at) for n, at in enumerate(places)),
                      phase="groupings", groupings=groupings)  # fmt: skip
        menu = found.ruleset.actions_of(found.state, "a")
        names = {o.grouping for o in menu if isinstance(o, Group)}
        assert names == (set() if free is None else {name(free)})
    assert after(given(A, phase="groupings"), Group(grouping=name(1), hex="1515", units=("a",)))


def test_each_reason_is_given_once_and_fits_the_unit() -> None:
    """7.0j, 8.3b, 8.4i, 11.0h, 14.0c: no reason twice, and none about other kinds of units."""
    units = [unit(n, "1515", status=["formed"]) for n in "ab"]
    formed = given(*units, groupings=[grouped(1, "1515", "a", "b")])
    told = ask("why_not", formed, units=["a", "b"], hex="1514")["verdicts"]
    assert [v["rule"] for v in told] == ["11.0h"]
    fog = {"weather": "fog", "turn": 8}
    told = ask("reach", given(A, **fog), unit="a", mode="displacement")["verdicts"]
    assert [v["text"] for v in told] == ["In fog there is no displacement."]
    plane = given(unit("p", "1515", **FIGHTER), **SKY | fog)
    assert [v["rule"] for v in ask("why_not", plane, unit="p", hex="1514")["verdicts"]] == ["14.0c"]
    foot = given(A, allied("d", "1514", kind="tank"), phase="bombardment")
    told = ask("bombard", foot, firer="a", target="d")["verdicts"]
    assert [v["rule"] for v in told] == ["8.3b"]
    above = given(unit("p", "1515", **FIGHTER), allied("d", "1515"), **SKY)
    told = ask("bombard", above, firer="p", target="d")["verdicts"]
    assert [v["text"] for v in told] == ["Only bombers bomb."]


def test_the_best_reach_of_units_that_cannot_move_says_why() -> None:
    """12.0b: without a mode the reasons are those against the best move."""
    found = given(A, unit("s", "1524", kind="supply"))
    assert [v["rule"] for v in ask("reach", found, unit="a")["verdicts"]] == ["12.0b"]
