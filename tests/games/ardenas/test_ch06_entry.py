"""Chapter 6: set-up zones, unit zones, red helmets, turns of arrival."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Rolled
from engine.games.ardenas.rules.ch06_entry import arrival_turn
from engine.games.ardenas.rules.ch09_drops import boarding_turn
from engine.request_fields import Refused
from tests.games.ardenas.tabletop import BOARD, BOOK, against, ask, given, unit

AREAS: dict[str, Any] = {
    "north": {"kind": "zone", "side": "german", "hexes": ["2010", "2110"], "army": "6 Panzer Army"},
    "south": {"kind": "zone", "side": "german", "hexes": ["2020"], "army": "7 Army"},
    "spot": {"kind": "unit_zone", "side": "allied", "hexes": ["1515"], "formation": "2 Division"},
    "helmet": {"kind": "helmet", "side": "allied", "hexes": ["0101"]},
}
PLACES = {"board": BOARD | {"areas": AREAS}}


def may_enter(turn: int, hex_: str, *others: dict[str, Any], **of_unit: Any) -> list[str]:
    """The rules that forbid a unit off the map to enter in a hex; none where it may."""
    side = of_unit.get("side", "german")
    found = given(unit("a", None, **of_unit), *others, turn=turn, active=side, **PLACES)
    said = ask("enter", found, unit="a", hex=hex_)
    assert said["legal"] == (not said["verdicts"])
    return [v["rule"] for v in said["verdicts"]]


def test_germans_set_up_in_the_zone_of_their_army() -> None:
    assert may_enter(1, "2010", army="6 Panzer Army") == []
    assert may_enter(1, "2020", army="6 Panzer Army") == ["6.0d"]


def test_germans_place_auxiliary_units_in_any_of_their_zones() -> None:
    for kind in ("supply", "fuel", "engineer", "field_artillery"):
        assert [may_enter(1, hex_, kind=kind) for hex_ in ("2010", "2020")] == [[], []]
    assert may_enter(1, "1010", kind="supply") == ["6.0d"]


@pytest.mark.parametrize("kind", ["supply", "fuel", "engineer", "field_artillery", "antiaircraft"])
def test_only_auxiliary_units_without_a_division_are_free_of_their_army(kind: str) -> None:
    """6.0b, 6.0d: guns of a division enter with it."""
    own: dict[str, Any] = {"kind": kind, "army": "6 Panzer Army"}
    assert may_enter(1, "2020", formation="Army troops", **own) == []
    assert may_enter(1, "2020", formation="1 SS Panzer Division", **own) == ["6.0d"]
    own["kind"] = "infantry"
    assert may_enter(1, "2020", formation="Army troops", **own) == ["6.0d"]


def test_german_reinforcements_enter_in_any_zone() -> None:
    assert may_enter(7, "2020", army="6 Panzer Army") == []
    assert may_enter(7, "1010", army="6 Panzer Army") == ["6.0h"]


def test_allies_set_up_within_two_hexes_of_their_zone() -> None:
    own = {"side": "allied", "formation": "2 Division", "nationality": "american"}
    assert may_enter(1, "1517", **own) == []
    assert may_enter(1, "1518", **own) == ["6.0j"]


def test_allies_enter_later_at_their_zone_or_a_helmet() -> None:
    own = {"side": "allied", "formation": "2 Division", "nationality": "american"}
    assert may_enter(5, "1515", **own) == []
    assert may_enter(5, "0101", **own) == []
    assert may_enter(5, "1010", **own) == ["6.0k"]


@pytest.mark.parametrize(
    ("kind", "formation", "rules"),
    [("infantry", "1 Division", ["6.0k"]), ("supply", "Troops", []), ("infantry", "", [])],
)
def test_a_unit_zone_of_another_name_admits_auxiliaries(
    kind: str, formation: str, rules: list[str]
) -> None:
    """6.0k: the text means the zones with the name of the unit."""
    own = {"side": "allied", "nationality": "american", "kind": kind, "formation": formation}
    assert may_enter(5, "1515", **own) == rules


@pytest.mark.parametrize(
    ("hex_", "kind", "rules"),
    [("2515", "infantry", ["6.0l"]), ("2615", "infantry", []), ("2515", "supply", [])],
)
def test_an_enemy_within_ten_hexes_bars_a_unit_zone(hex_: str, kind: str, rules: list[str]) -> None:
    enemy = unit("e", hex_, kind=kind)
    own = {"side": "allied", "formation": "2 Division", "nationality": "american"}
    assert may_enter(5, "1515", enemy, **own) == rules
    assert may_enter(5, "0520", enemy, **own) == ["6.0k"], (
        "a hex far from the zone is no part of it"
    )


def test_british_auxiliaries_enter_at_red_helmets_only() -> None:
    own = {"side": "allied", "nationality": "british", "kind": "supply"}
    assert may_enter(5, "0101", **own) == []
    assert may_enter(5, "1515", **own) == ["6.0k"]
    assert may_enter(4, "0101", **own) == ["6.0q"]
    assert may_enter(4, "0101", **own | {"kind": "infantry"}) == []


def test_british_divisional_artillery_enters_at_a_helmet_too() -> None:
    """6.0p: British artillery enters at red helmets; the infantry has the zone with its name."""
    found = BOOK.parse_position(
        {"game": "ardenas", "turn": 5, "active": "allied", "phase": "movement"}
    )
    for name, hex_, wrong in (
        ("BR-43-Art", "0406", []),
        ("BR-43-Art", "1007", ["6.0k"]),
        ("BR-43-129", "1007", []),
    ):
        told = ask("enter", found, unit=name, hex=hex_)
        assert [v["rule"] for v in told["verdicts"]] == wrong


def test_a_commando_does_not_enter_in_a_zone() -> None:
    assert may_enter(2, "2010", kind="commando") == ["6.0o"]


def test_units_do_not_enter_an_enemy_or_full_hex() -> None:
    enemy = unit("e", "2010", side="allied")
    assert may_enter(7, "2010", enemy) == ["7.0g"]
    six = [unit(f"s{n}", "2010") for n in range(6)]
    assert may_enter(7, "2010", *six) == ["7.0f"]


def test_units_enter_in_the_movement_phase() -> None:
    found = given(unit("a", None), phase="combat", **PLACES)
    assert [v["rule"] for v in ask("enter", found, unit="a", hex="2010")["verdicts"]] == ["6.0q"]


def test_reserves_wait_for_their_turn() -> None:
    rules = BOOK.ruleset("full")
    answers = rules.answers(rules.opening())
    turns = {a.units[0]: a.turn for a in answers.arrivals()}
    assert turns["GE-9-Pz"] == 7
    short = BOOK.ruleset("short")
    turns = {a.units[0]: a.turn for a in short.answers(short.opening()).arrivals()}
    assert turns["GE-9-Pz"] == 6
    found = BOOK.parse_position(
        {"game": "ardenas", "turn": 6, "active": "german", "phase": "movement"}
    )
    said = ask("enter", found, unit="GE-9-Pz", hex="5107")
    assert [v["rule"] for v in said["verdicts"]] == ["6.0q"]


def test_aircraft_and_commandos_enter_by_their_own_chapters() -> None:
    found = BOOK.parse_position(
        {"game": "ardenas", "turn": 7, "active": "german", "phase": "movement"}
    )
    for name in ("GE-F1", "GE-150-A"):
        said = ask("enter", found, unit=name, hex="4908")
        assert "6.0o" in {v["rule"] for v in said["verdicts"]}


def test_each_side_arranges_its_set_up_the_allies_first() -> None:
    rules = BOOK.ruleset("full")
    state = rules.opening()
    assert (state.clock.phase, state.clock.active) == ("set_up", "allied")
    here = rules.places.name(state.pieces["US-28-109"].place)
    spot = "3827"

    def judged(target: str, unit_: str = "US-28-109", start: str = here) -> set[str]:
        move = act.MoveUnits(units=(unit_,), path=(start, target), mode="set_up")
        return {v.rule for v in rules.judge(state, move)}

    assert judged(spot) == set()
    assert judged("3800"[:2] + "30") == {"6.0j"}
    assert judged("held-allied") == {"6.0i"}
    enemies = (p.place for p in state.pieces.values() if p.side == "german")
    hex_ = next(rules.places.name(i) for i in enemies if rules.places.is_hex(i))
    assert judged(hex_) == {"7.0g"}
    german = rules.places.name(state.pieces["GE-1SS-Pz"].place)
    assert judged("4808", "GE-1SS-Pz", german) == {"4.0a"}
    later = given(unit("a", "2010"), turn=1, **PLACES)
    order = act.MoveUnits(units=("a",), path=("2010", "2110"), mode="set_up")
    assert against(later, later.state, order) == {"6.0n"}


def test_the_german_holds_units_back_and_brings_them_in_later() -> None:
    rules = BOOK.ruleset("full")
    state = rules.opening()
    for _ in range(1):
        work = rules.work(state, Rolled())
        work.do(*rules.resolve(state, act.NextPhase(), Rolled())[0])
        state = work.state
    assert (state.clock.phase, state.clock.active) == ("set_up", "german")
    here = rules.places.name(state.pieces["GE-1SS-Pz"].place)
    away = act.MoveUnits(units=("GE-1SS-Pz",), path=(here, "held-german"), mode="set_up")
    assert rules.judge(state, away) == []
    held = [e for e in rules.resolve(state, away, Rolled())[0] if e.kind == "move"]
    assert held
    coming = given(unit("a", None), turn=2, **PLACES)
    assert ask("enter", coming, unit="a", hex="2020")["legal"]


def test_arrivals_by_turn() -> None:
    def arriving(scenario: str, turn: int, side: str) -> list[dict[str, Any]]:
        request = {"scenario": scenario, "turn": turn, "column": side}
        rows: list[dict[str, Any]] = BOOK.table("arrivals", request).result
        return rows

    assert {row["formation"] for row in arriving("full", 7, "german")} == {
        "9 Panzer Division",
        "3 Panzergrenadier Division",
        "15 Panzergrenadier Division",
    }
    assert arriving("full", 7, "german") == arriving("short", 6, "german")
    assert len(arriving("full", 8, "allied")) == len(arriving("short", 6, "allied")) == 37
    for turn in (4, 6):
        assert arriving("full", turn, "allied") == arriving("full", turn, "german") == []
    assert len(arriving("full", 1, "german")) == 133


@pytest.mark.parametrize(
    ("scenario", "turn", "counter", "rules"),
    [
        ("full", 6, "GE-9-Pz", ["6.0q"]),
        ("full", 7, "GE-9-Pz", []),
        ("short", 5, "GE-9-Pz", ["6.0q"]),
        ("short", 6, "GE-9-Pz", []),
        ("full", 3, "GE-1SS-Pz", []),
    ],
)
def test_a_counter_given_off_the_map_waits_for_its_turn(
    scenario: str, turn: int, counter: str, rules: list[str]
) -> None:
    coming = {"id": "a", "counter": counter, "hex": None}
    found = given(coming, scenario=scenario, turn=turn, **PLACES)
    assert [v["rule"] for v in ask("enter", found, unit="a", hex="2010")["verdicts"]] == rules


def test_units_do_not_enter_in_the_enemy_half_of_the_turn() -> None:
    found = given(unit("a", None), active="allied", **PLACES)
    assert [v["rule"] for v in ask("enter", found, unit="a", hex="2010")["verdicts"]] == ["4.0a"]


@pytest.mark.parametrize(
    ("op", "words", "code", "where"),
    [
        ("enter", {"unit": "z", "hex": "2010"}, "unknown_unit", "unit"),
        ("enter", {"unit": "a", "hex": "9999"}, "unknown_hex", "hex"),
        ("embark", {"transport": "a", "units": ["a", "z"]}, "unknown_unit", "units[1]"),
        ("bombard", {"firer": "a", "target": "z"}, "unknown_unit", "target"),
        ("bridge", {"hex": "9999", "way": "build", "unit": "a"}, "unknown_hex", "hex"),
    ],
)
def test_unknown_units_and_hexes_are_refused_by_their_codes(
    op: str, words: dict[str, Any], code: str, where: str
) -> None:
    found = given(unit("a", None), **PLACES)
    with pytest.raises(Refused) as refused:
        ask(op, found, **words)
    assert (refused.value.code, refused.value.where) == (code, where)


@pytest.mark.parametrize(
    ("name", "phase", "box", "arrives", "boards"),
    [
        ("GE-9-Pz", "movement", "turn-7", 7, 7),
        ("GE-9-Pz", "movement", "held-german", 1, 1),
        ("GE-9-Pz", "movement", "eliminated-german", None, None),
        ("GE-9-Pz", "air1", "aboard-german", 7, 7),
        ("GE-1SS-Pz", "air1", "aboard-german", 1, 1),
        ("GE-vdH-1", "air1", "aboard-german", None, 1),
        ("GE-vdH-1", "air1", "eliminated-german", None, None),
        ("GE-150-A", "commandos", "commandos", None, None),
        ("GE-F1", "air1", "air-german", 1, 1),
        ("GE-F1", "air1", "eliminated-german", None, None),
        ("GE-F1", "air2", "air-german", None, None),
    ],
)
def test_the_box_and_the_kind_of_a_unit_say_when_it_enters_and_boards(
    name: str, phase: str, box: str, arrives: int | None, boards: int | None
) -> None:
    """Sections 6, 8.4 and 9: by its turn, its transport, its base or its own chapter."""
    rules = BOOK.ruleset("full")
    work = rules.work(rules.opening(), Rolled())
    work.do(fx.SetPhase(before=work.state.clock,
                        after=fx.Clock(turn=7, phase=phase, active="german")))  # fmt: skip
    work.put(name, box)
    unit_ = work.position.any_unit(name)
    assert unit_ is not None
    assert arrival_turn(work.position, unit_) == arrives
    assert boarding_turn(work.position, unit_) == boards


@pytest.mark.parametrize(
    ("phase", "offered"), [("movement", {"2010", "2110", "2020"}), ("combat", set())]
)
def test_a_reinforcement_is_offered_hexes_in_the_movement_step_only(
    phase: str, offered: set[str]
) -> None:
    found = given(unit("a", None, kind="supply"), turn=3, phase=phase, active="german", **PLACES)
    assert set(ask("reach", found, units=["a"])["hexes"]) == offered
