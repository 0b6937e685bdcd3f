"""Positions, tables and questions: what is stated, what follows otherwise, and the limits."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.airbridge.rules.ch03_sequence import begin
from engine.games.airbridge.rules.ch10_refusal import reactors
from engine.games.airbridge.units import Face
from engine.probe.questions import answer
from engine.request_fields import Refused
from engine.rules.answers import AttackPlan
from engine.rules.judge import Given
from tests.games.airbridge.test_answers import BOOK, A, G
from tests.games.airbridge.test_examples import Table, read
from tests.games.airbridge.test_probe import GUN, position


@pytest.mark.parametrize(
    ("front", "reduced", "back"),
    [
        ((5, 3, 6, 7), {}, (3, 2, 5, 4)),
        ((4, 2, 0, 8), {}, (2, 1, 0, 4)),
        ((4, 2, 1, 8), {}, (2, 1, 0, 4)),
        ((5, 3, 6, 7), {"attack": 0, "efficiency": 6}, (0, 2, 6, 4)),
        ((5, 3, 6, 7), {"defense": 1, "bombardment": 0}, (3, 1, 5, 0)),
    ],
)
def test_the_reverse_of_a_counter_is_half_of_its_front(
    front: tuple[int, ...], reduced: dict[str, int], back: tuple[int, ...]
) -> None:
    """2.3e: halves are rounded up, efficiency is one less, and what is stated counts."""
    names = ("attack", "defense", "efficiency", "bombardment")
    table = position(A | dict(zip(names, front, strict=True)) | {"reduced": reduced})
    kind = table.position.units["a"].type
    assert (kind.front, kind.back) == (Face(*front), Face(*back))


ZONE = {"division": "101", "hex": "0404"}


@pytest.mark.parametrize(
    ("markers", "at", "rolls", "returns"),
    [
        ([ZONE | {"kind": "dz"}], "0404", False, None),
        ([ZONE | {"kind": "dz", "alt": True}], "0404", True, None),
        ([ZONE | {"kind": "alt_dz", "hex": "0505"}], "0505", True, None),
        ([ZONE | {"kind": "alt_dz", "hex": "0505"}, ZONE | {"kind": "dz"}], "0505", True, None),
        ([ZONE | {"kind": "dz_lost", "turn": 2}], None, False, 4),
        ([ZONE | {"kind": "dz_lost"}], None, False, 3),
    ],
)
def test_drop_zones_are_on_the_map_on_their_other_side_or_lost(
    markers: list[dict[str, Any]], at: str | None, rolls: bool, returns: int | None
) -> None:
    """7.3b, 7.3g, 7.3h, 7.3j, 7.3m, 7.3n: a zone lost in turn 2 returns in turn 4, and once."""
    table = position(A, G, markers=markers, turn=6)
    assert [table.where(hex_) for hex_ in table.position.drop_zones] == ([at] if at else [])
    first = "0404" if any(m["kind"] != "alt_dz" for m in markers) else "0505"
    assert table.position.first_dz("101") == first
    land = answer(table, "land", {"division": "101"})
    assert (land["within"], land["roll"], bool(land["hexes"])) == (5, rolls, at is not None)
    assert [v["rule"] for v in land["verdicts"]] == ([] if at else ["7.3b"])
    if at:
        distance = table.position.ground.distance
        far = {distance(table.place(at), table.place(n)) for n in land["hexes"]}
        assert max(far) <= 5
        assert "0404" not in land["hexes"], "a German is there"
    back = answer(table, "dz", {"division": "101"})
    assert (back["turn"], bool(back["hexes"])) == (returns, returns is not None)
    assert [v["rule"] for v in back["verdicts"]] == ([] if returns else ["7.3b"])


def test_nobody_lands_in_bad_weather() -> None:
    """18.1a."""
    table = position(A, markers=[ZONE | {"kind": "dz"}], weather="bad")
    told = answer(table, "land", {"division": "101"})
    assert [v["rule"] for v in told["verdicts"]] == ["18.1a"]


@pytest.mark.parametrize(
    ("told", "first"), [(1, "allied"), ("allied", "allied"), (2, "german"), ("german", "german")]
)
def test_the_initiative_is_given_by_number_or_side(told: int | str, first: str) -> None:
    """20.0a."""
    table = position(A, tracks={"initiative": told, "air.german": 4})
    assert (table.position.first_player, table.facts()["air"]["german"]) == (first, 4)


LIMITS = [
    ("bombardment", {"points": 8, "die": 4}, "die", 0, 10),
    ("bombardment", {"points": 8, "die": 4}, "drm", -99, 99),
    ("bombardment", {"points": 8, "die": 4}, "points", 1, 999),
    ("attack", {"points": 8, "die": 4}, "points", 1, 999),
    ("efficiency_check", {"efficiency": 6, "die": 4}, "efficiency", 0, 10),
    ("efficiency_check", {"efficiency": 6, "die": 4}, "die", 0, 10),
    ("initiative", {"allied": 1, "german": 2}, "allied", 0, 10),
    ("date", {"turn": 1}, "turn", 1, 22),
    ("arrivals", {"scenario": "campaign", "turn": 1, "column": "german"}, "turn", 1, 22),
    ("victory_campaign", {"steps": 1}, "steps", 0, 999),
    ("victory_introductory", {"destroyed": 1, "beyond": 1}, "destroyed", 0, 999),
    ("victory_introductory", {"destroyed": 1, "beyond": 1}, "beyond", 0, 999),
]


@pytest.mark.parametrize(("table", "asked", "field", "low", "high"), LIMITS)
def test_tables_refuse_numbers_beyond_their_limits(
    table: str, asked: dict[str, Any], field: str, low: int, high: int
) -> None:
    for value in (low, high):
        assert BOOK.table(table, asked | {field: value}).result is not None
    for value in (low - 1, high + 1):
        with pytest.raises(Refused) as refused:
            BOOK.table(table, asked | {field: value})
        assert refused.value.where == field


@pytest.mark.parametrize(
    ("op", "field"), [("odds", "air"), ("odds", "defense_air"), ("bombard", "air")]
)
def test_questions_refuse_points_from_the_air_beyond_their_limits(op: str, field: str) -> None:
    table = position(A, G, phase="maneuver")
    asked = {"attackers": ["a"], "target": "0404"}
    for value, legal in ((-1, False), (0, True), (99, True), (100, False)):
        if legal:
            assert answer(table, op, asked | {field: value})
            continue
        with pytest.raises(Refused) as refused:
            answer(table, op, asked | {field: value})
        assert refused.value.where == field


def test_a_zero_is_a_ten_on_the_die() -> None:
    """2.5a."""
    table = position(A, GUN | {"id": "gun", "hex": "0402"}, G, phase="maneuver")
    asked = {"attackers": ["a"], "target": "0404", "artillery": ["gun"]}
    zero, ten = (answer(table, "odds", asked | {"die": die}) for die in (0, 10))
    assert zero == ten
    for die in (0, 10):
        plan = table.plan(asked | {"die": die})
        assert plan == AttackPlan(("a",), table.place("0404"), ("gun",), plan.choices)
        assert plan.choices["die"] == 10


@pytest.mark.parametrize(
    ("scenario", "reading", "asked"),
    [
        ("introductory", "allowed", True),
        ("introductory", "none", False),
        ("campaign", "allowed", True),
        ("campaign", "none", True),
    ],
)
@pytest.mark.parametrize("phase", ["refusal", "reaction"])
def test_the_defender_replies_except_by_the_reading_in_the_introduction(
    scenario: str, reading: str, asked: bool, phase: str
) -> None:
    """INTRO.a, 10.0a, 11.1a."""
    table = read(Table(scenario, turn=1, phase=phase, active="german"), "intro_replies", reading)
    table.put("BR-GA-2GG", "A0508").put("GE-10SS-2/22", "A0510")
    table.track("maneuver/A0509", "BR-GA-2GG")
    work = table.rules.work(table.state, Given([]))
    begin(work, table.state.clock)
    kind = {"refusal": "refuse", "reaction": "react"}[phase]
    assert [d.kind for d in work.state.pending] == ([kind] if asked else [])


def test_an_empty_hex_is_reinforced_by_nobody() -> None:
    """11.1a."""
    table = position(A, G, phase="reaction")
    assert list(reactors(table.position, table.place("0808"))) == []


def test_an_unknown_counter_is_refused_with_those_of_a_similar_name() -> None:
    told = {"game": "airbridge", "scenario": "campaign"}
    with pytest.raises(Refused) as refused:
        BOOK.parse_position(told | {"units": [{"id": "x", "counter": "GE-6Q", "hex": "A0505"}]})
    assert "GE-6P" in str(refused.value)
