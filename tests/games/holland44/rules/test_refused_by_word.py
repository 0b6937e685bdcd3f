"""Reasons against answers, each alone, and none for legal answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Decision
from engine.games import require_rulebook
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch22_drop_zones import landing_faults, landing_hexes
from engine.rules import ports
from engine.rules.base.decisions import Choice
from engine.rules.judge import Given
from tests.games.holland44.rules.landings import HEAD, due
from tests.games.holland44.rules.tabletop import Json, at, played, seen, unit

GUN: Json = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}
NONE = [("3", "no_option")]
"""It is no answer, and the rules have nothing to say of it."""


def waiting(kind: str, side: str, args: Json, units: list[Json], **given: Any) -> ports.Answers:
    """A position in which a decision waits."""
    position = seen(units, **given)
    asked = Decision.model_validate({"kind": kind, "side": side, "args": args})
    return position.ruleset.answers(replace(position.state, pending=(asked,)))


def having_fought(position: ports.Answers, *names: str) -> ports.Answers:
    """9.1: the position after attacks of some units."""
    tracks = {**position.state.tracks, **dict.fromkeys((f"fought/{n}" for n in names), "attacked")}
    return position.ruleset.answers(replace(position.state, tracks=tracks))


def said(position: ports.Answers, words: str) -> list[tuple[str, str]]:
    """Return each rule against an answer to the pending decision, with the last word of its key."""
    asked = position.state.pending[-1]
    found = position.judge(act.Choose(decision=asked.kind, option=words))
    assert all(v.level == "forbid" for v in found)
    return [(v.rule, v.key.rpartition(".")[2]) for v in found]


# -- 12, 17.6.3: who leads a determined defence, and which artillery helps ------------------------


def defending(again: tuple[str, ...] = (), **battle: Any) -> ports.Answers:
    units = [
        unit("a1", "0505", attack=9), unit("a2", "0606"), unit("a8", "0604", **GUN),
        unit("g1", "0506"), unit("g2", "0506", status=["disrupted"]), unit("g3", "0506", **GUN),
        unit("g4", "0508", **GUN), unit("g5", "0509", **{**GUN, "status": ["fired"]}),
        unit("g6", "0408"), unit("g7", "0608", **GUN),
    ]  # fmt: skip
    told = {"attackers": ["a1"], "target": "0506", "defenders": ["g1", "g2", "g3"], **battle}
    args = {"battle": told, "again": list(again), "desperate": False}
    return waiting("determined", "german", args, units, phase="combat")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("g1", []),
        ("g1 g4", []),
        ("g2", [("12.1.2", "disorder")]),
        ("g3", [("12.1.2", "artillery")]),
        ("a1", [("12.1.2", "other")]),
        ("g6", [("12.1.2", "other")]),
        ("g1 g3", [("17.6.1", "own_hex")]),
        ("g1 g5", [("17.5", "fired")]),
        ("g1 g6", [("17.6.3", "no_artillery")]),
        ("g1 a8", [("17.6.3", "enemy")]),
        ("g1 a2", [("17.6.3", "enemy"), ("17.6.3", "no_artillery")]),
        ("g1 g4 g7", [("17.6.3", "one")]),
        ("g1 g5 g6", [("17.6.3", "one"), ("17.5", "fired"), ("17.6.3", "no_artillery")]),
        ("", NONE),
        ("hold", NONE),
    ],
)
def test_12_1_2_17_6_3_reasons_against_a_determined_defence(
    words: str, found: list[tuple[str, str]]
):
    assert said(defending(), words) == found


@pytest.mark.parametrize(
    ("words", "found"), [("g1", []), ("g1 g4", []), ("g1 a8", [("17.6.3", "enemy")])]
)
def test_17_6_3_artillery_helps_to_hold_when_all_attackers_are_lost(
    words: str, found: list[tuple[str, str]]
):
    """11.2: The attacker's loss is taken before the defender decides."""
    assert said(defending(attackers=["gone"]), words) == found


@pytest.mark.parametrize(
    ("battle", "words", "found"),
    [
        ({"breakthrough": True}, "g1", []),
        ({"breakthrough": True}, "g1 g4", [("16.3.5", "artillery")]),
        ({"breakthrough": True}, "g2", [("12.1.2", "disorder")]),
        ({"overrun": True}, "g1", []),
        ({"overrun": True}, "g1 g4", [("25.3.1", "artillery")]),
        ({"overrun": True}, "g2", [("12.1.2", "disorder")]),
        ({"overrun": True, "breakthrough": True}, "g1 g4", [("16.3.5", "artillery")]),
    ],
)
def test_16_3_5_25_3_1_fights_in_which_no_artillery_helps(
    battle: Json, words: str, found: list[tuple[str, str]]
):
    assert said(defending(**battle), words) == found


def test_12_4_a_unit_in_its_second_retreat_leads_no_defence():
    position = defending(again=("g1",))
    assert said(position, "g1") == [("12.1.2", "again")]
    assert position.options() == ()


# -- 16.5: the attack that a group joins ----------------------------------------------------------


def joining(**given: Any) -> ports.Answers:
    units = [
        unit("a1", "0505", attack=9), unit("a2", "0606", attack=9), unit("a3", "0808"),
        unit("a8", "0604", **GUN), unit("g1", "0506"),
    ]  # fmt: skip
    args = {"target": "0506", "group": ["a1"], "course": {}}
    position = waiting("joint_attack", "allied", args, units, phase="combat", **given)
    return having_fought(position, "a1")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("a2", []),
        ("a2 a8", []),
        ("a8", [("16.5", "others")]),
        ("a1", [("16.5", "others")]),
        ("a2 a1", [("16.5", "others")]),
        ("", NONE),
        ("nobody", NONE),
    ],
)
def test_16_5_reasons_against_a_joint_attack(words: str, found: list[tuple[str, str]]):
    assert said(joining(), words) == found


@pytest.mark.parametrize("words", ["a3", "a2 a3", "a3 a8"])
def test_9_1_other_units_that_are_not_adjacent(words: str):
    assert {rule for rule, _ in said(joining(), words)} == {"9.1"}


def test_10_7_a_joint_attack_without_air_units_has_none():
    position = joining(weather="overcast")
    assert said(position, "a2") == []
    assert said(position, "a2 a8") == []
    assert {rule for rule, _ in said(position, "a2 air")} & {"4.4", "10.7"}
    assert not {rule for rule, _ in said(position, "a3")} & {"4.4", "10.7"}


# -- 22: who lands, and where ---------------------------------------------------------------------


def sky(turn: int, *units: Json, weather: str = "clear") -> ports.Answers:
    """The landing phase of a turn begins."""
    before = seen([*units, HEAD], real=True, phase="bridge", turn=turn, weather=weather)
    return played(before, act.NextPhase())


def test_22_2_2_22_5_1_reasons_against_a_landing():
    position = sky(3, due("BR-156-4P", 3), due("PO-1", 3))
    assert said(position, "BR-156-4P") == []
    assert said(position, "PO-1") == [("22.5.1", "poles")]
    assert said(position, "BR-1AB-supply") == [("22.2.2", "not_due")]
    assert said(position, "BR-1AB-supply PO-1") == [("22.2.2", "not_due"), ("22.5.1", "poles")]
    assert said(position, "BR-156-4P PO-1") == [("22.5.1", "poles")]
    assert said(position, "nobody") == NONE


def test_22_2_where_a_unit_may_be_put_although_it_may_not_land_there():
    """In advisory play: one hex, whichever."""
    choice = sky(3, due("BR-156-4P", 3))
    position = played(choice, act.Choose(decision="landing", option="BR-156-4P"))
    handler: Any = position
    places = position.ruleset.places
    book = handler.position.setting.book.decisions.handler("landing_hex")
    args = position.state.pending[-1].args

    def passed(*words: str) -> Any:
        return book.anyway(handler.position, args, words)

    far = passed("4923")
    assert (far.id, far.units, far.path) == ("4923", ("BR-156-4P",), (at(position, "4923"),))
    assert passed(places.name(0)).path == (0,)
    for nonsense in ((), ("nowhere",), ("turn-5",), ("area-N",), ("4923", "4924")):
        assert passed(*nonsense) is None, nonsense


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_22_2_3_nine_steps_land_in_a_hex(more: int):
    position: Any = sky(3, due("BR-156-4P", 3))
    hex_ = landing_hexes(position.position, "BR-156-4P", {})[0]
    room = 9 - position.state.pieces["BR-156-4P"].steps
    landed = {hex_: room + more}
    found = landing_faults(position.position, "BR-156-4P", hex_, landed)
    assert [v.key.rpartition(".")[2] for v in found] == (["steps"] if more > 0 else [])
    assert (hex_ in landing_hexes(position.position, "BR-156-4P", landed)) is (more <= 0)


@pytest.fixture(scope="module")
def first_wave() -> ports.Answers:
    """23.1.1: the drop of turn 1, before its dice."""
    found = require_rulebook("holland44").parse_position({"scenario": "campaign"})
    return played(found.ruleset.answers(found.state), act.NextPhase())


def test_22_2_1_reasons_against_a_hex_for_the_first_wave(first_wave: ports.Answers):
    position = first_wave
    assert position.state.pending[-1].kind == "drop_hex"
    own = position.ruleset.places.name(position.state.pieces["US-1/504"].place)
    assert said(position, "US-1/504 4819") == []
    assert said(position, f"US-1/504 {own}") == NONE
    assert said(position, "US-1/504") == NONE
    assert said(position, "US-1/504 turn-3") == NONE
    assert ("22.2.1", "leeway") in said(position, "US-1/508 4819")
    german = next(u.id for u in position.units("german"))
    assert said(position, f"{german} 4819") == [("22.2.2", "not_due")]
    both = said(position, f"{german} US-1/508 4819")
    assert both[0] == ("22.2.2", "not_due")
    assert ("22.2.1", "leeway") in both
    moved = played(position, act.Choose(decision="drop_hex", option="US-1/504 4819"))
    assert said(moved, f"US-1/504 {own}") == [("22.2.1", "moved")]
    assert ("22.2.1", "moved") not in said(moved, "US-1/508 4819")


# -- 24.4: traffic markers ------------------------------------------------------------------------


def test_24_4_reasons_against_a_traffic_marker():
    given = require_rulebook("holland44").parse_position(
        {"turn": 3, "phase": "supply", "active": "german"}
    )
    position = played(given.ruleset.answers(given.state), act.NextPhase())
    assert position.state.pending[-1].kind == "traffic"
    north = said(position, "traffic-1 6317")
    assert north == [("24.4", "front")]
    # A box is passed over, and what comes after it is told.
    assert said(position, "traffic-1 turn-5 6317") == north
    assert said(position, "traffic-1 turn-5") == NONE
    assert said(position, "traffic-1 1204 6317") == north


# -- 20.2: only the first unit is spoken of -------------------------------------------------------


def test_20_2_an_answer_is_about_one_unit():
    units: list[Json] = [
        {"id": "GE-II-1034-59", "hex": "B", "steps": 1}, {"id": "GE-Helle", "hex": "F"},
        {"id": "BR-2GH/46", "hex": "1507"},
    ]  # fmt: skip
    position = waiting("replacement", "german", {"last": False}, units, real=True, turn=8,
                       active="german")  # fmt: skip
    one = said(position, "west GE-Helle")
    assert ("20.2.3", "whole") in one
    assert said(position, "west GE-Helle GE-II-1034-59") == one
    found = position.judge(act.Choose(decision="replacement", option="west GE-Helle GE-II-1034-59"))
    assert {u for v in found for u in v.units} == {"GE-Helle"}


# -- 16: a breakthrough that is no answer ---------------------------------------------------------


def victors(
    *more: Json,
    through: bool = True,
    paths: Json | None = None,
    a1: str = "0505",
    also: Sequence[str] = (),
) -> ports.Answers:
    """a1 and a2 have won 0506 with a bonus advance; g3 is next to 0505, g4 next to 0407."""
    args = {"units": ["a1", "a2", *also], "vacated": "0506", "advance": "bonus",
            "fought": ["a1", "a2"], "through": through, "paths": paths or {}}  # fmt: skip
    units = [
        unit("a1", a1, attack=20), unit("a2", "0606", attack=20), unit("g3", "0405"),
        unit("g4", "0306"),
    ]  # fmt: skip
    position = waiting("advance", "allied", args, [*units, *more], phase="combat")
    return having_fought(position, "a1", "a2")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("breakthrough 0405 a1", []),
        ("breakthrough 0405 a2", [("9.1", "far")]),
        ("breakthrough 0504 a1", [("9.1", "nobody")]),
        ("breakthrough 0405", NONE),
        ("breakthrough", NONE),
        ("breakthrough nowhere a1", NONE),
        ("join 0405 a1", [("16.5", "nobody")]),
    ],
)
def test_16_reasons_against_a_breakthrough(words: str, found: list[tuple[str, str]]):
    position = victors(unit("a5", "0304", status=["disrupted"]))
    near = {"breakthrough 0405 a1"} & set(position.options())
    assert near == {"breakthrough 0405 a1"}
    assert said(position, words) == found


def test_16_1_only_where_the_result_allows_it():
    position = victors(through=False)
    assert said(position, "breakthrough 0405 a1") == [("16.1", "not_now")]
    assert said(position, "a1 0505 0506") == []


def test_16_5_a_group_may_join_other_units_that_could_attack():
    position = victors(unit("a5", "0304"))
    assert said(position, "join 0405 a1") == []
    assert said(position, "breakthrough 0405 a1") == []


def test_15_1_16_3_5_units_that_did_not_fight_take_no_part_and_block_it():
    position = victors(unit("a3", "0505"))
    assert said(position, "breakthrough 0405 a1") == [("16.3.5", "jam")]
    assert said(position, "breakthrough 0405 a1 a3")[0] == ("15.1", "no_victor")
    gun = victors(unit("a8", "0604", **GUN))
    assert said(gun, "breakthrough 0405 a1 a8") == [("15.1", "artillery")]


def test_15_1_artillery_does_not_advance():
    """Not even if the question of a given position names it."""
    position = victors(unit("a8", "0505", **GUN), also=["a8"])
    assert not [option for option in position.options() if option.startswith("a8")]
    assert {"a1 0505 0506", "a2 0606 0506"} < set(position.options())
    assert said(position, "a8 0505 0506") == [("15.1", "artillery")]
    assert said(position, "a8 0505 0406") == [("15.1", "artillery")]
    assert said(position, "a1 0505 0506") == []


@pytest.mark.parametrize(
    ("way", "target", "found"),
    [
        (["0505", "0406"], "0306", []),
        (["0505", "0506", "0407"], "0306", [("16.3.1", "no_hex")]),
    ],
)
def test_16_3_1_a_breakthrough_costs_a_hex(
    way: list[str], target: str, found: list[tuple[str, str]]
):
    position = victors(paths={"a1": way}, a1=way[-1])
    words = f"breakthrough {target} a1"
    assert (words in position.options()) is (not found)
    assert said(position, words) == found


def test_16_2_the_advanced_units_are_the_group():
    position = victors(unit("g5", "0706"), paths={"a1": ["0505", "0406"]}, a1="0406")
    assert said(position, "breakthrough 0706 a2") == [("16.2", "apart")]
    assert said(position, "breakthrough 0306 a1") == []


# -- 17.8: as many as may be made ready -----------------------------------------------------------


@pytest.mark.parametrize(("left", "found"), [(0, [("17.8", "enough")]), (1, [])])
def test_17_8_when_as_many_are_ready_as_may_be(left: int, found: list[tuple[str, str]]):
    fired = {**GUN, "status": ["fired"]}
    units = [unit("a1", "0502", **fired), unit("a2", "0503", **fired), unit("g1", "0110")]
    board = {"areas": {"N": {"side": "allied", "hexes": ["0501"]}},
             "roads": [{"class": "primary", "hexes": ["0501", "0502", "0503"]}]}  # fmt: skip
    args = {"left": left, "airborne": 1}
    position = waiting("resupply", "allied", args, units, phase="artillery_resupply", board=board)
    assert said(position, "a1") == found


@pytest.mark.parametrize(
    ("name", "left"),
    [("US-82-Arty", {"left": 2, "airborne": 2}), ("BR-Gds-Arty", {"left": 1, "airborne": 3})],
)
def test_17_8_2_ground_and_airborne_artillery_are_counted_apart(name: str, left: Json):
    units: list[Json] = [
        {"id": "US-82-Arty", "hex": "5013", "status": ["fired"]},
        {"id": "BR-Gds-Arty", "hex": "1507", "status": ["fired"]},
    ]  # fmt: skip
    position: Any = seen(units, real=True, phase="movement")
    work = Resolution(position.position.setting, position.state, Given([]))
    handler = position.position.setting.book.decisions.handler("resupply")
    handler.answer(work, {"left": 2, "airborne": 3}, Choice(name, (name,)))
    assert work.state.pending[-1].args == left
    assert "fired" not in work.state.pieces[name].status


# -- 27.1.1: a way on which a unit slips away -----------------------------------------------------


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("g1 0506 0507", set()),
        ("g1 0506 0507 0508", set()),
        ("g1 0506 0507 0508 0509", {("27.1.1", "far")}),
        ("g1 0506 0606", {("13.2", "zone"), ("27.1.1", "zone")}),
        ("g1 0506 0605", {("13.1", "gap")}),
        ("g1 0506 0406", {("13.2", "zone"), ("27.1.1", "zone")}),
        ("g1 0506 0407", set()),
    ],
)
def test_27_1_1_reasons_against_a_path(words: str, found: set[tuple[str, str]]):
    road = {"class": "minor", "hexes": [f"05{c:02d}" for c in range(6, 11)]}
    board = {"areas": {"G": {"side": "german", "hexes": ["0510"]}}, "roads": [road]}
    units = [unit("g1", "0506"), unit("a1", "0505"), unit("g2", "0407")]
    position = waiting("disengage", "german", {"unit": "g1"}, units, phase="combat",
                       active="german", options={"disengagement": True}, board=board)  # fmt: skip
    assert set(said(position, words)) == found
