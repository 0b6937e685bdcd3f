"""Answers against the rules: those that can be carried out, and nonsense (3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.games import require_rulebook
from engine.rules import ports
from engine.rules.judge import Given, play
from tests.games.holland44.rules.tabletop import Json, seen, unit

AREAS = {"G": {"side": "german", "hexes": ["0510"]}, "N": {"side": "allied", "hexes": ["0501"]}}
GUN: Json = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}


def waiting(kind: str, side: str, args: Json, units: list[Json], **given: Any) -> ports.Answers:
    """A position in which a decision waits."""
    position = seen(units, **given)
    asked = Decision.model_validate({"kind": kind, "side": side, "args": args})
    return position.ruleset.answers(replace(position.state, pending=(asked,)))


def passes(position: ports.Answers, words: str, mode: Any = "advisory") -> Any:
    """The state after an answer that breaks a rule; None where it makes no sense."""
    ruleset, asked = position.ruleset, position.state.pending[-1]
    answer = act.Choose(decision=asked.kind, option=words)
    try:
        done = play(ruleset, position.state, answer, Given([1] * 9), mode)
    except UserError:
        return None
    return ruleset.answers(apply(position.state, done.effects, ruleset.places))


def where(position: ports.Answers, name: str) -> str:
    return position.ruleset.places.name(position.state.pieces[name].place)


MINE = [unit("a1", "0505"), unit("a2", "0606")]
RETREAT = {"units": ["g1", "g2"], "hexes": [2], "battle": "0506", "shattered": False, "again": []}


@pytest.fixture
def beaten() -> ports.Answers:
    foes = [unit("g1", "0506"), unit("g2", "0506"), unit("g3", "0808")]
    return waiting("retreat", "german", RETREAT, [*MINE, *foes], phase="combat",
                   board={"areas": AREAS})  # fmt: skip


@pytest.mark.parametrize("mode", ["advisory", "off"])
@pytest.mark.parametrize(
    ("words", "end"),
    [
        ("g1 g2 0506 0507 0508", "0508"),  # both together, a legal way
        ("g1 0506 0507", "0507"),  # one hex, and the other stays (13.1.2, 13.3)
        ("g1 0507 0508", "0508"),  # without the hex where it stands
        ("g1 g2 0506 0507 0508 0509", "0509"),  # too far (13.1.1)
        ("eliminated", "eliminated-german"),
        ("a1 0506 0507", None),  # not of those who retreat
        ("g3 0506 0507", None),
        ("g1 a1 0506 0507", None),
        ("g1 0506 0508", None),  # a gap
        ("g1 0506 0505", None),  # onto the enemy
        ("g1", None),
        ("0506 0507", None),
        ("g1 nowhere", None),
        ("g1 0506 0507 nonsense", None),
    ],
)
def test_13_a_retreat_of_any_of_the_units_hex_by_hex(
    beaten: ports.Answers, mode: str, words: str, end: str | None
):
    after = passes(beaten, words, mode)
    assert (after is None) is (end is None), words
    if after is not None:
        assert where(after, "g1") == end
        assert passes(beaten, words, "enforced") is None or words.startswith("g1 g2 0506 0507 0508")


ADVANCE = {"units": ["a1", "a2"], "vacated": "0506", "advance": "normal",
           "fought": ["a1", "a2"], "through": False}  # fmt: skip


@pytest.fixture
def won() -> ports.Answers:
    others = [unit("a3", "0504"), unit("g3", "0508")]
    return waiting("advance", "allied", ADVANCE, [*MINE, *others], phase="combat",
                   board={"areas": AREAS})  # fmt: skip


@pytest.mark.parametrize(
    ("words", "end"),
    [
        ("a1 0505 0506", "0506"),
        ("a1 0505 0506 0507", "0507"),  # too far (15.2)
        ("a1 0506 0507", "0507"),
        ("a3 0504 0503", None),  # no victor
        ("a1 0505 0507", None),
        ("a1 0505 0506 0507 0508", None),  # onto the enemy
        ("a1 a2 0505 0506", None),
        ("a1", None),
        ("g3 0508 0507", None),
        ("a1 0505 0506 nowhere", None),
    ],
)
def test_15_an_advance_of_a_victor_hex_by_hex(won: ports.Answers, words: str, end: str | None):
    after = passes(won, words)
    assert (after is None) is (end is None), words
    if after is not None:
        assert where(after, words.split()[0]) == end


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("a1", "a1"),
        ("a3", "a3"),
        ("g1", None),
        ("a1 a2", None),
        ("a3 a4", None),
        ("a3 nobody", None),
        ("nobody", None),
        ("", None),
    ],
)
def test_11_2_a_loss_of_any_unit_of_the_same_side(words: str, name: str | None):
    args = {"of": "units", "units": ["a1", "a2"], "again": []}
    units = [*MINE, unit("a3", "0504"), unit("a4", "0504"), unit("g1", "0506")]
    position = waiting("loss", "allied", args, units, phase="combat")
    after = passes(position, words)
    assert (after is None) is (name is None)
    if after is not None and name is not None:
        assert after.state.pieces[name].steps == position.state.pieces[name].steps - 1


@pytest.mark.parametrize(
    ("words", "fine"), [("a1", True), ("a4", True), ("a5", False), ("a1 a2", False), ("x", False)]
)
def test_6_4_1_a_loss_in_the_overstacked_hex(words: str, *, fine: bool):
    crowd = [unit(f"a{n}", "0505", max_steps=4) for n in (1, 2, 3)]
    units = [*crowd, unit("a4", "0505", kind="engineer"), unit("a5", "0606"), unit("g1", "0110")]
    position = waiting("overstack", "allied", {"hex": "0505"}, units, phase="combat")
    assert (passes(position, words) is not None) is fine


@pytest.mark.parametrize(
    ("words", "fine"),
    [("a1", True), ("a2", True), ("a3", False), ("a4", False), ("g1", False), ("a1 a2", False)],
)
def test_17_8_any_gun_of_the_side_that_has_fired(words: str, *, fine: bool):
    """Disordered and unsupplied artillery too; not ready artillery, other units, or the enemy's."""
    fired = {**GUN, "status": ["fired"]}
    units = [
        unit("a1", "0505", **fired),
        unit("a2", "0606", **{**GUN, "status": ["fired", "disrupted"]}),
        unit("a3", "0504", **GUN), unit("a4", "0503", status=["fired"]),
        unit("g1", "0808", **fired),
    ]  # fmt: skip
    args = {"left": 1, "airborne": 0}
    position = waiting("resupply", "allied", args, units, phase="artillery_resupply")
    after = passes(position, words)
    assert (after is not None) is fine
    if after is not None:
        assert "fired" not in after.state.pieces[words].status


@pytest.mark.parametrize(
    ("words", "fine"),
    [
        ("blow 0505/0506", True), ("repair 0505/0506", True), ("rewire 0505/0506", True),
        ("blow 0303/0304", False), ("mend 0505/0506", False), ("blow", False),
        ("blow 0505/0506 now", False),
    ],
)  # fmt: skip
def test_5_any_work_on_a_bridge_that_can_be_blown(words: str, *, fine: bool):
    """Not on a ferry (5.1), nor on a hexside without a bridge."""
    sides = {"0505/0506": ["canal", "road_bridge"], "0303/0304": ["major_river", "ferry"]}
    units = [unit("a1", "0101"), unit("g1", "1010")]
    position = waiting("bridges", "german", {"used": []}, units, phase="bridge", active="german",
                       board={"hexsides": sides}, bridges={"0505/0506": "intact"})  # fmt: skip
    assert (passes(position, words) is not None) is fine


HEAD = {"id": "BR-1AB-supply", "hex": "eliminated-allied", "steps": 0}


@pytest.mark.parametrize(
    ("words", "fine"),
    [("6217", True), ("6010", True), ("6319", False), ("turn-5", False), ("6217 6010", False),
     ("nowhere", False)],
)  # fmt: skip
def test_18_2_3_a_supply_head_to_any_hex_but_the_enemys(words: str, *, fine: bool):
    units = [HEAD, {"id": "BR-2-1P", "hex": "6217"}, {"id": "GE-Krafft", "hex": "6319"}]
    position = waiting("supply_head", "allied", {"unit": HEAD["id"]}, units, real=True,
                       phase="supply")  # fmt: skip
    after = passes(position, words)
    assert (after is not None) is fine
    if after is not None:
        assert where(after, HEAD["id"]) == words


@pytest.mark.parametrize(
    ("words", "fine"),
    [("west GE-II-1034-59", True), ("east GE-II-1034-59", True), ("south GE-II-1034-59", False),
     ("west GE-Helle", False), ("west BR-2-1P", False), ("west", False),
     ("west GE-II-1034-59 B", False)],
)  # fmt: skip
def test_20_2_a_step_for_any_unit_of_the_side_that_lacks_one(words: str, *, fine: bool):
    units = [
        {"id": "GE-II-1034-59", "hex": "2010", "steps": 1}, {"id": "GE-Helle", "hex": "2012"},
        {"id": "BR-2-1P", "hex": "6217", "steps": 1},
    ]  # fmt: skip
    position = waiting("replacement", "german", {"last": False}, units, real=True, turn=8,
                       active="german")  # fmt: skip
    after = passes(position, words)
    assert (after is not None) is fine
    if after is not None:
        assert after.state.pieces["GE-II-1034-59"].steps == 2


@pytest.mark.parametrize(
    ("words", "fine"),
    [("traffic-1 6319", True), ("traffic-9 6319", False), ("traffic-1", False),
     ("traffic-1 turn-5", False), ("traffic-4 6319", False), ("traffic-1 6319 6320", False)],
)  # fmt: skip
def test_24_a_marker_of_the_box_in_any_hex(words: str, *, fine: bool):
    """Not a marker that enters play later."""
    given = {"scenario": "campaign", "turn": 1, "phase": "traffic", "active": "german"}
    found = require_rulebook("holland44").parse_position(given)
    start = found.ruleset.answers(found.state)
    assert start.state.pending[-1].kind == "traffic"
    after = passes(start, words)
    assert (after is not None) is fine
    if after is not None:
        assert after.state.markers["traffic-1"].at == "6319"


@pytest.mark.parametrize(
    ("words", "fine"),
    [("west GE-II-1034-59", True), ("east GE-II-1034-59", True), ("west", False),
     ("west GE-Helle", False), ("west GE-II-1034-59 GE-Helle", False)],
)  # fmt: skip
def test_20_2_3_a_step_for_a_unit_in_disorder_is_let_pass(words: str, *, fine: bool):
    units = [
        {"id": "GE-II-1034-59", "hex": "2010", "steps": 1, "status": ["disrupted"]},
        {"id": "GE-Helle", "hex": "2012"}, {"id": "BR-2-1P", "hex": "6217"},
    ]  # fmt: skip
    position = waiting("replacement", "german", {"last": False}, units, real=True, turn=8,
                       active="german")  # fmt: skip
    assert passes(position, words, "enforced") is None
    after = passes(position, words)
    assert (after is not None) is fine
    if after is not None:
        assert after.state.pieces["GE-II-1034-59"].steps == 2


def test_15_an_unlisted_path_is_legal_for_each_victor():
    """Two ways of two hexes lead to 0607: one is listed, the other is as good, for a2 as for a1."""
    pair = [unit("a1", "0505"), unit("a2", "0505"), unit("g9", "0110")]
    args = {**ADVANCE, "advance": "bonus"}
    position = waiting("advance", "allied", args, pair, phase="combat", board={"areas": AREAS})
    for name in ("a1", "a2"):
        ways = {f"{name} 0505 0506 0607", f"{name} 0505 0606 0607"}
        (other,) = ways - set(position.options())
        after = passes(position, other, "enforced")
        assert after is not None
        assert where(after, name) == "0607"


def test_5_4_an_advance_over_a_bridge_waits_on_this_side_of_it():
    """If attempts may be kept, no unit crosses before the German has decided."""
    sides = {"0505/0506": ["canal", "road_bridge"]}
    roads = [{"class": "minor", "hexes": ["0505", "0506", "0507"]}]
    args = {**ADVANCE, "units": ["a1"], "fought": ["a1"]}
    position = waiting("advance", "allied", args, [unit("a1", "0505"), unit("g9", "0110")],
                       phase="combat", board={"areas": AREAS, "hexsides": sides, "roads": roads},
                       options={"keep_attempts": True})  # fmt: skip
    asked = passes(position, "a1 0505 0506", "enforced")
    assert asked is not None
    assert where(asked, "a1") == "0505"
    assert asked.state.pending[-1].kind == "demolish"
    gone = passes(asked, "decline", "enforced")
    assert gone is not None
    assert gone.state.pending[-1].kind == "advance"
    assert "a1 0505 0506" in gone.options()


def rules_against(position: ports.Answers, action: act.Action) -> set[str]:
    return {v.rule for v in position.judge(action) if v.level == "forbid"}


def test_21_1_units_that_do_not_advance_do_not_break_down_first():
    units = [
        {"id": "US-3/504", "hex": "5013"}, {"id": "US-1/504", "hex": "5013"},
        {"id": "US-B/82", "hex": "breakdowns-allied"},
        {"id": "US-82-REM-1", "hex": "remnants-allied"}, {"id": "GE-Helle", "hex": "2010"},
    ]  # fmt: skip
    args = {**ADVANCE, "units": ["US-3/504"], "fought": ["US-3/504"], "vacated": "5014"}
    position = waiting("advance", "allied", args, units, real=True, phase="combat")
    able, other = (act.SplitUnit(unit=n, part="US-B/82") for n in ("US-3/504", "US-1/504"))
    assert rules_against(position, able) == set()
    assert rules_against(position, other) == {"21.1"}
    listed = position.ruleset.legal(position.state, 500).actions
    assert able in listed
    assert other not in listed
    gone = {**position.state.tracks, "advanced/US-1/504": 1}
    after = position.ruleset.answers(replace(position.state, tracks=gone))
    assert rules_against(after, other) == set()  # 21.3: after its advance it may


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ("a1 0505 0506 0507 0508 0509", {"27.1.1", "13.1.3.5"}),
        ("a2 0505 0506", {"3"}),
        ("0505 0506", {"3"}),
        ("a1 a2 0505 0506", {"3"}),
        ("a1", {"3"}),
    ],
)
def test_27_1_1_only_the_disengaged_unit_has_a_retreat(words: str, rules: set[str]):
    units = [unit("a1", "0505"), unit("a2", "0606"), unit("g1", "0404")]
    position = waiting("disengage", "allied", {"unit": "a1"}, units, phase="combat",
                       options={"disengagement": True}, board={"areas": AREAS})  # fmt: skip
    assert rules_against(position, act.Choose(decision="disengage", option=words)) == rules


BATTALION: Json = {"id": "US-3/504", "hex": "5013"}
REMNANT = {"id": "US-82-REM-1", "hex": "remnants-allied"}


def ordered(units: list[Json], action: act.Action, mode: Any) -> bool:
    """Whether an order can be carried out in a mode."""
    position = seen([*units, REMNANT, {"id": "GE-Helle", "hex": "2010"}], real=True)
    try:
        play(position.ruleset, position.state, action, Given([]), mode)
    except UserError:
        return False
    return True


@pytest.mark.parametrize("mode", ["enforced", "advisory"])
@pytest.mark.parametrize(
    ("fields", "pool", "fine"),
    [
        ({}, "breakdowns-allied", True),
        ({"steps": 1}, "breakdowns-allied", False),  # 21.1: nothing would be left of it
        ({}, "5014", False),  # 21.3: the counter is in play
    ],
)
def test_21_1_units_that_can_break_down(fields: Json, pool: str, mode: str, *, fine: bool):
    units = [{**BATTALION, **fields}, {"id": "US-B/82", "hex": pool}]
    assert ordered(units, act.SplitUnit(unit="US-3/504", part="US-B/82"), mode) is fine


@pytest.mark.parametrize("mode", ["enforced", "advisory"])
@pytest.mark.parametrize(
    ("company", "steps", "into", "fine"),
    [
        ("5013", 2, "US-3/504", True),
        ("5014", 2, "US-3/504", False),  # 21.4: not in its hex
        ("5013", 3, "US-3/504", False),  # whole already
        ("5013", 2, "US-B/82", False),  # with itself
    ],
)
def test_21_4_units_that_can_recombine(
    company: str, steps: int, into: str, mode: str, *, fine: bool
):
    units = [{**BATTALION, "steps": steps}, {"id": "US-B/82", "hex": company}]
    assert ordered(units, act.JoinUnits(unit="US-B/82", into=into), mode) is fine
