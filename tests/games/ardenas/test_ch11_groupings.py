"""Chapters 7.0q, 7.0r and 11: groupings are formed, altered, dissolved, and move as one."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.games.ardenas.groupings import Grouping
from engine.games.ardenas.own_actions import Dissolve, Group, March
from engine.games.ardenas.vocabulary import AIR, GROUND, SIDES
from engine.modules.module import load_module
from engine.request_fields import Refused
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import (
    BOARD,
    after,
    against,
    allied,
    ask,
    attack,
    given,
    hexes,
    unit,
)

PHASE: dict[str, Any] = {"phase": "groupings"}
PAIR = unit("a", "1515"), unit("b", "1515")


def grouping(number: int, hex_: str, units: str = "", side: str = "german") -> dict[str, Any]:
    kind = "air" if number < 0 else "ground"
    told = {"side": side, "kind": kind, "number": abs(number), "hex": hex_}
    return told | {"units": units.split()}


def name(number: int, side: str = "german", kind: str = "ground") -> str:
    return f"grouping/{side}/{kind}/{number}"


def group(number: int, hex_: str, units: str = "", **more: Any) -> Group:
    return Group(grouping=name(number, **more), hex=hex_, units=tuple(units.split()))


def march(number: int, *path: str, side: str = "german", kind: str = "ground") -> March:
    return March(grouping=name(number, side, kind), path=path)


def on_map(state: State) -> dict[str, object]:
    return {n: value for n, value in state.tracks.items() if n.startswith("grouping/")}


def refused(found: GivenPosition, order: Group | Dissolve | March) -> set[str]:
    return against(found, found.state, order)


def test_counters_of_a_hex_form_a_grouping_in_their_phase() -> None:
    """Rulebook 11: groupings are formed and dissolved in their own phase by counters of a hex."""
    found = given(*PAIR, unit("c", "1615"), **PHASE)
    state = after(found, group(3, "1515", "a b"))
    assert on_map(state) == {name(3): "1515 a b"}
    assert refused(found, group(3, "1515", "a c")) == {"11.0g"}
    assert refused(given(*PAIR), group(3, "1515", "a")) == {"11.0g"}
    assert refused(given(*PAIR, active="allied", **PHASE), group(3, "1515", "a")) == {"4.0a"}


def test_a_grouping_is_altered_and_dissolved_where_it_is() -> None:
    """Rulebook 11: any number of counters joins or leaves in the phase."""
    found = given(*PAIR, unit("c", "1515"), groupings=[grouping(3, "1515", "a b")], **PHASE)
    state = after(found, group(3, "1515", "b c"))
    assert on_map(state) == {name(3): "1515 b c"}
    assert "formed" not in state.pieces["c"].status, "an old grouping that changes may move"
    assert on_map(after(found, Dissolve(grouping=name(3)))) == {}
    assert refused(found, group(3, "1515", "a b")) == {"11.0g"}
    assert refused(found, group(4, "1515", "a c")) == {"11.0g"}, "a is in another grouping"
    away = given(*PAIR, unit("c", "1615"), groupings=[grouping(3, "1515", "a b")], **PHASE)
    assert refused(away, group(3, "1615", "c")) == {"11.0g"}


def test_units_that_leave_a_grouping_do_not_overfill_the_hex() -> None:
    many = [unit(f"u{n}", "1515") for n in range(8)]
    names = " ".join(u["id"] for u in many)
    found = given(*many, groupings=[grouping(1, "1515", names)], **PHASE)
    assert refused(found, Dissolve(grouping=name(1))) == {"7.0f"}
    assert refused(found, group(1, "1515", "u0")) == {"7.0f"}
    assert refused(found, group(1, "1515", "u0 u1")) == set()


def test_a_side_has_twelve_groupings_on_the_ground_and_three_in_the_air() -> None:
    """Rulebook 11: twelve ground and three air groupings a side; no mix."""
    found = given(*PAIR, **PHASE)
    assert refused(found, group(12, "1515", "a")) == set()
    assert refused(found, group(13, "1515", "a")) == {"11.0a"}
    planes = given(unit("p", "1515", kind="fighter"), unit("a", "1515"), phase="air", subturn=1)
    assert refused(planes, group(3, "1515", "p", kind="air")) == set()
    assert refused(planes, group(4, "1515", "p", kind="air")) == {"11.0a"}
    mixed = {
        v.rule for v in planes.ruleset.judge(planes.state, group(1, "1515", "p a", kind="air"))
    }
    assert mixed == {"11.0a"}


@pytest.mark.parametrize(("kind", "most"), [("infantry", 30), ("fighter", 12)])
def test_a_grouping_holds_thirty_counters_on_the_ground_and_twelve_in_the_air(
    kind: str, most: int
) -> None:
    """Rulebook 11: at most thirty and twelve, and no least number."""
    layer = "ground" if kind == "infantry" else "air"
    when = PHASE if layer == "ground" else {"phase": "air", "subturn": 1}
    many = [unit(f"u{n}", "1515", kind=kind) for n in range(most + 1)]
    names = [u["id"] for u in many]
    found = given(*many, **when)
    assert refused(found, group(1, "1515", " ".join(names[:-1]), kind=layer)) == set()
    assert refused(found, group(1, "1515", " ".join(names), kind=layer)) == {"11.0b"}
    assert refused(found, group(1, "1515", kind=layer)) == set(), "a false one"


def test_a_false_grouping_is_formed_where_its_side_has_a_counter() -> None:
    found = given(*PAIR, **PHASE)
    assert refused(found, group(1, "1616")) == {"11.0g"}
    state = after(found, group(1, "1515"))
    assert on_map(state) == {name(1): "1515"}


def test_no_more_than_three_groupings_are_in_a_hex() -> None:
    """Rulebook 7.0: up to three groupings of a side in a hex."""
    three = [grouping(n, "1515") for n in (1, 2, 3)]
    found = given(*PAIR, groupings=three, **PHASE)
    assert refused(found, group(4, "1515", "a")) == {"7.0r"}
    assert refused(found, group(3, "1515", "a")) == set(), "one that is there is altered"
    moving = given(*PAIR, unit("c", "1516"), groupings=[*three, grouping(4, "1516", "c")])
    assert "1515" not in hexes(moving, "c")
    assert refused(moving, march(4, "1516", "1515")) == {"7.0r"}
    assert refused(moving, march(4, "1516", "1517")) == set()


def test_a_grouping_formed_this_turn_neither_moves_nor_fights() -> None:
    """Rulebook 11: forming one counts as combat."""
    found = given(*PAIR, **PHASE)
    state = after(found, group(3, "1515", "a b"), group(4, "1515"))
    assert {"formed"} == state.pieces["a"].status
    at = found.ruleset.position(state)
    assert "formed" in at.dummy(next(g for g in at.groupings if not g.units)).status
    moving = given(
        *(u | {"status": ["formed"]} for u in PAIR), groupings=[grouping(3, "1515", "a b")]
    )
    assert refused(moving, march(3, "1515", "1516")) == {"11.0h"}
    fighting = given(*(u | {"status": ["formed"]} for u in PAIR), allied("e", "1514"),
                     groupings=[grouping(3, "1515", "a b")], phase="combat")  # fmt: skip
    assert against(fighting, fighting.state, attack("a b", "1514")) == {"11.0h"}


def test_units_that_acted_form_no_grouping_and_joined_units_wait() -> None:
    dropped = given(unit("a", "1515", status=["dropped"]), **PHASE)
    assert refused(dropped, group(3, "1515", "a")) == {"11.0h"}
    confused = given(unit("a", "1515", status=["frozen"]), **PHASE)
    assert refused(confused, group(3, "1515", "a")) == set()
    state = after(given(*PAIR, **PHASE), group(3, "1515", "a"), group(3, "1515", "a b"))
    assert "formed" in state.pieces["b"].status


def test_nothing_joins_or_leaves_a_grouping_on_the_way() -> None:
    """Rulebook 11: only in its phase does a unit join a grouping or leave it."""
    found = given(*PAIR, unit("c", "1615"), groupings=[grouping(3, "1515", "a b")])
    assert hexes(found, "a") == {}
    assert refused(found, group(3, "1515", "a")) == {"11.0g"}
    state = after(found, march(3, "1515", "1615"))
    assert on_map(state) == {name(3): "1615 a b"}, "the individual stays one"


def test_groupings_true_or_false_move_as_one_at_their_slowest() -> None:
    """Rulebook 7.0, and 11: the movement factor of the slowest unit; 4 for a false one."""
    found = given(*PAIR, unit("s", "1515", movement=2),
                  groupings=[grouping(3, "1515", "a s"), grouping(4, "1510")])  # fmt: skip
    assert max(_reach(found, 3).values()) == 2
    assert max(_reach(found, 4).values()) == 4
    state = after(found, march(4, "1510", "1511"))
    assert on_map(state)[name(4)] == "1511"
    assert against(found, state, march(4, "1511", "1512")) == {"7.0a"}, "it moves once"
    state = after(found, march(3, "1515", "1614", "1613"))
    assert on_map(state)[name(3)] == "1613 a s"
    with pytest.raises(UserError, match="not on the map"):
        refused(found, march(5, "1510", "1511"))


def _reach(found: GivenPosition, number: int) -> dict[str, int]:
    said = ask("reach", found, grouping=number, side="german", mode="normal")["hexes"]
    return {hex_: end["cost"] for hex_, end in said.items()}


def test_a_grouping_stops_the_enemy_whether_true_or_false() -> None:
    """Rulebook 7.0: its zone of control is that of a stack."""
    false = given(unit("a", "1515"), groupings=[grouping(2, "1512", side="allied")])
    true = given(unit("a", "1515"), allied("e", "1512"),
                 groupings=[grouping(2, "1512", "e", side="allied")])  # fmt: skip
    assert hexes(false, "a") == hexes(true, "a")
    assert "1512" not in hexes(false, "a")
    assert hexes(given(unit("a", "1515")), "a").keys() > hexes(false, "a").keys()


def test_false_groupings_in_the_air_come_home_with_the_aircraft() -> None:
    """Rulebook 15: after the sixth sub-turn the aircraft are taken off the map."""
    base = {"base": {"kind": "air_base", "side": "german", "hexes": ["1515"]}}
    groups = [grouping(-1, "1516"), grouping(-2, "1515", "p")]
    found = given(unit("p", "1515", kind="fighter"), groupings=groups, phase="air", subturn=6,
                  active="allied", board=BOARD | {"areas": base})  # fmt: skip
    state = after(found, act.NextPhase())
    assert state.clock.phase == "groupings"
    assert on_map(state) == {}


def test_a_dissolved_grouping_is_formed_again() -> None:
    """Rulebook 11: groupings are never lost."""
    found = given(*PAIR, groupings=[grouping(3, "1515", "b")], **PHASE)
    state = after(found, Dissolve(grouping=name(3)), group(3, "1515", "a b"))
    assert on_map(state) == {name(3): "1515 a b"}


def test_allied_groupings_mix_nationalities() -> None:
    """Rulebook 11: the Allies are one side."""
    found = given(allied("u", "1515", nationality="american"),
                  allied("k", "1515", nationality="british"), active="allied", **PHASE)  # fmt: skip
    assert refused(found, group(1, "1515", "u k", side="allied")) == set()
    assert ask("grouping", found, units=["u", "k"])["legal"]


def test_the_probe_says_whether_units_may_form_a_grouping() -> None:
    found = given(*PAIR, unit("c", "1615"), **PHASE)
    assert ask("grouping", found, units=["a", "b"])["legal"]
    said = ask("grouping", found, units=["a", "c"])
    assert [v["rule"] for v in said["verdicts"]] == ["11.0g"]
    taken = [grouping(n, "1515") for n in (1, 2, 3)]
    taken += [grouping(n, "1615") for n in (4, 5, 6)]
    taken += [grouping(n, "1415") for n in (7, 8, 9)]
    taken += [grouping(n, "1715") for n in (10, 11, 12)]
    said = ask("grouping", given(*PAIR, groupings=taken, **PHASE), units=["a"])
    assert {v["rule"] for v in said["verdicts"]} == {"11.0a", "7.0r"}


def test_the_short_game_has_no_groupings_unless_all_rules_are_agreed() -> None:
    """Rulebook 13: two levels of play; by our reading the short one is without groupings."""
    found = given(*PAIR, scenario="short", **PHASE)
    assert refused(found, group(3, "1515", "a")) == {"13.0"}
    agreed = given(*PAIR, scenario="short", options={"levels": "all_rules"}, **PHASE)
    assert refused(agreed, group(3, "1515", "a")) == set()


def test_every_auxiliary_counter_is_a_marker_of_the_module() -> None:
    """Rulebook 2.2 and 2.4: markers of stacks, groupings, affected units, turns, weather."""
    markers = load_module("ardenas").markers
    assert {"location", "affected", "turn", "subturn", "weather"} <= markers.keys()
    counts = {n: m.count for n, m in markers.items() if n.startswith("grouping")}
    assert counts == {
        f"grouping_{kind}_{side}": count
        for kind, count in (("ground", 12), ("air", 3))
        for side in ("german", "allied")
    }
    pieces = {Grouping(s, k, "1", 0).marker for s in SIDES for k in (GROUND, AIR)}
    assert pieces == counts.keys()


@pytest.mark.parametrize(
    ("groupings", "where"),
    [
        ([grouping(1, "1516", "a")], "groupings[0].units[0]"),
        ([grouping(1, "1515", "a", "allied")], "groupings[0].units[0]"),
        ([grouping(-1, "1515", "a")], "groupings[0].units[0]"),
        ([grouping(1, "1515", "off")], "groupings[0].units[0]"),
        ([grouping(1, "1515", "a a")], "groupings[0].units[1]"),
        ([grouping(1, "1515", "a"), grouping(2, "1515", "a")], "groupings[1].units[0]"),
        ([grouping(1, "1515", "a"), grouping(1, "1515")], "groupings[1].number"),
        ([grouping(-4, "1515")], "groupings[0].number"),
    ],
)
def test_a_position_with_an_impossible_grouping_is_refused(
    groupings: list[dict[str, Any]], where: str
) -> None:
    with pytest.raises(Refused) as refused:
        given(unit("a", "1515"), unit("off", None), groupings=groupings)
    assert (refused.value.code, refused.value.where) == ("bad_position", where)
