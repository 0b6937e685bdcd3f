"""Positions given in words: what is stated, and what follows where nothing is stated."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.ardenas.answers.position import Answers
from engine.probe.playing import apply
from engine.request_fields import Refused
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import BOARD, BOOK, allied, given, unit

WHOLE: dict[str, Any] = {"game": "ardenas", "active": "german", "phase": "movement"}
"""The map of the game with its set-up."""
PLANE: dict[str, Any] = {"kind": "fighter", "movement": 8}


def answers(found: GivenPosition) -> Answers:
    told = found.ruleset.answers(found.state)
    assert isinstance(told, Answers)
    return told


def places(found: GivenPosition, *names: str) -> list[str]:
    return [found.ruleset.places.name(found.state.pieces[name].place) for name in names]


@pytest.mark.parametrize(
    ("more", "weather"),
    [
        ({"turn": 6}, "bad"),
        ({"turn": 7}, "good"),
        ({"turn": 6, "weather": "good"}, "good"),
        ({"turn": 7, "weather": "storm"}, "storm"),
        ({"turn": 3, "board": BOARD, "units": []}, "good"),
    ],
)
def test_the_first_six_turns_have_bad_weather_unless_stated(
    more: dict[str, Any], weather: str
) -> None:
    """Section 14: fog and storms until turn 6; a diagram has the weather that it states."""
    assert BOOK.parse_position(WHOLE | more).state.tracks["weather"] == weather


@pytest.mark.parametrize(
    ("told", "phase"),
    [
        ({"phase": "air", "subturn": 1}, "air1"),
        ({"phase": "air", "subturn": 6}, "air6"),
        ({"phase": "combat"}, "combat"),
    ],
)
def test_a_sub_turn_is_a_phase(told: dict[str, Any], phase: str) -> None:
    clock = given(unit("a", "1515"), **told).state.clock
    assert (clock.phase, clock.turn, clock.active) == (phase, 7, "german")


@pytest.mark.parametrize(
    ("told", "clock"),
    [
        ({"board": BOARD, "units": []}, (1, "weather", "german")),
        ({"board": BOARD, "units": [], "phase": "combat"}, (1, "combat", "german")),
        ({"turn": 4}, (4, "weather", "german")),
        ({"phase": "movement"}, (1, "movement", "german")),
        ({"phase": "set_up"}, (1, "set_up", "allied")),
        ({}, (1, "set_up", "allied")),
        ({"turn": 4, "active": "allied"}, (4, "weather", "allied")),
    ],
)
def test_the_german_acts_first_where_the_set_up_is_over(
    told: dict[str, Any], clock: tuple[int, str, str]
) -> None:
    found = BOOK.parse_position({"game": "ardenas"} | told).state.clock
    assert (found.turn, found.phase, found.active) == clock


def test_a_unit_without_a_hex_waits_where_the_set_up_has_it_or_in_reserve() -> None:
    found = given(unit("a", None), {"id": "b", "counter": "GE-9-Pz", "hex": None},
                  {"id": "c", "counter": "GE-1SS-Pz", "hex": None}, allied("d", None))  # fmt: skip
    assert places(found, *"abcd") == ["held-german", "turn-7", "held-german", "held-allied"]
    short = given({"id": "b", "counter": "GE-9-Pz", "hex": None}, scenario="short")
    assert places(short, "b") == ["turn-6"]
    whole = BOOK.parse_position(WHOLE | {"turn": 7, "units": [{"id": "GE-9-Pz", "hex": None}]})
    assert places(whole, "GE-9-Pz") == ["turn-7"]


def test_values_that_are_not_stated_are_none() -> None:
    bare = given({"id": "a", "hex": "1515", "side": "german", "kind": "infantry"})
    found = bare.ruleset.position(bare.state).units["a"].type
    numbers = found.combat, found.movement, found.artillery, found.range
    assert (numbers, found.steps, found.size) == ((0, 0, 0, 0), 1, "regiment")
    assert (found.army, found.formation, found.nationality) == ("", "", "")
    gun = given(unit("g", "1515", kind="field_artillery", artillery=3, range=5, fired=2))
    assert gun.state.tracks["fired/g"] == 2
    assert answers(gun).values_of("g")["fired"] == 2
    assert "fired/a" not in bare.state.tracks


@pytest.mark.parametrize(
    ("units", "legal"),
    [
        ((unit("a", "1515"), allied("d", "1515")), False),
        ((unit("a", "1515", **PLANE), allied("d", "1515", **PLANE)), False),
        ((unit("a", "1515", **PLANE), allied("d", "1515")), True),
        ((unit("a", "1515"), allied("d", "1514")), True),
    ],
)
def test_both_sides_are_in_a_hex_only_on_the_ground_and_in_the_air(
    units: tuple[dict[str, Any], ...], legal: bool
) -> None:
    """Section 7: only aircraft stand above ground units of the enemy."""
    if legal:
        assert given(*units, phase="air", subturn=1)
    else:
        with pytest.raises(Refused):
            given(*units, phase="air", subturn=1)


def test_bridges_are_those_of_the_diagram_or_of_the_map() -> None:
    board = BOARD | {"hexes": {"1514": {"river": True, "bridge": True}, "1513": {"river": True}}}
    found = given(unit("a", "1515"), board=board)
    position = found.ruleset.position(found.state)
    assert set(map(position.number, position.bridges)) == {"1514"}
    whole = BOOK.parse_position(WHOLE | {"turn": 7})
    assert len(whole.ruleset.position(whole.state).bridges) == 61


def test_bridges_of_a_position_are_in_hexes() -> None:
    drawn = {"board": BOARD | {"hexes": {"1516": {"river": True, "bridge": True}}}}
    blown = given(unit("a", "1515"), bridges={"1516": "blown", "1517": "intact"}, **drawn)
    stand = blown.ruleset.position(blown.state).bridges
    assert {blown.ruleset.places.name(i) for i in stand} == {"1517"}
    for clear in (True, False):
        told = WHOLE | {"clear_board": clear, "bridges": {"2506": "blown"}}
        on_map = BOOK.parse_position(told)
        assert len(on_map.ruleset.position(on_map.state).bridges) == 60, "61 without this one"
    with pytest.raises(Refused) as refused:
        given(unit("a", "1515"), bridges={"9999": "blown"}, **drawn)
    assert (refused.value.code, refused.value.where) == ("unknown_hex", "bridges.9999")


def test_groupings_of_the_enemy_may_be_given_without_a_number() -> None:
    """11.0e: what a side sees: a counter in a hex."""
    groupings = [
        {"side": "allied", "number": None, "kind": "ground", "hex": "1510", "units": []},
        {"side": "allied", "number": None, "kind": "ground", "hex": "1510", "units": []},
        {"side": "allied", "number": 12, "kind": "ground", "hex": "1520", "units": []},
    ]
    found = given(unit("a", "1515"), groupings=groupings)
    told = found.ruleset.position(found.state).groupings
    assert sorted((g.label, g.number) for g in told) == [("12", 12), ("1510-0", None),
                                                         ("1510-1", None)]  # fmt: skip
    with pytest.raises(Refused):
        given(unit("a", "1515"), groupings=[groupings[2] | {"number": 13}])


def test_groupings_of_a_position_have_their_counters_on_the_map() -> None:
    """11.0a, 11.0c: also on the hex of a blown bridge; a false one that is met leaves the map."""
    told = {"side": "allied", "number": 4, "kind": "ground", "hex": "1515", "units": []}
    found = given(unit("a", "1511"), groupings=[told], bridges={"1515": "blown"}, board=BOARD)
    assert [(m.kind, m.at) for m in found.state.markers.values()] == [
        ("grouping_ground_allied", "1515")
    ]
    path = ["1511", "1512", "1513", "1514"]
    order = {"kind": "move", "units": ["a"], "path": path}
    state, answer = apply(found.ruleset, found.state, {"action": order})
    assert state.markers == {}
    assert "The grouping counter in 1515 has no units and leaves the map." in answer["sentence"]


def test_a_turn_after_the_last_is_refused() -> None:
    for scenario, last in (("short", 12), ("full", 20)):
        assert given(unit("a", "1515"), scenario=scenario, turn=last).state.clock.turn == last
        with pytest.raises(Refused, match=str(last)):
            given(unit("a", "1515"), scenario=scenario, turn=last + 1)
