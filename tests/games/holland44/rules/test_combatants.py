"""Units that count in a combat, and rules that halve attackers, one by one (6, 9 to 14, 18)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.rules import ports
from tests.games.holland44.rules.tabletop import Json, seen, tank, unit

HEAD: Json = {"kind": "supply_head", "attack": 0, "defense": 1, "max_steps": 1}


def fight(position: ports.Answers, attacker: str = "a1", target: str = "0506") -> Any:
    return position.odds(position.plan({"attackers": [attacker], "target": target}))


def fought(position: ports.Answers, **words: str) -> ports.Answers:
    """Return the position after the units' actions in the phase."""
    tracks = {**position.state.tracks, **{f"fought/{name}": w for name, w in words.items()}}
    return position.ruleset.answers(replace(position.state, tracks=tracks))


def silent(odds: Any) -> dict[str, str]:
    """Return the units in the hex that add nothing, each with the rule."""
    return {
        share.unit: factor.rule
        for share in odds.strengths
        for factor in share.why
        if share.role == "defense" and share.used == 0
    }


FOES = [unit("g1", "0506", defense=5), unit("g2", "0506", defense=4)]


@pytest.mark.parametrize(
    ("more", "words", "defense", "expected"),
    [
        ([], {}, 9, {}),
        ([unit("g3", "0506", defense=3)], {}, 9, {"g3": "6.4.2"}),
        ([unit("g3", "0506", defense=6)], {}, 11, {"g2": "6.4.2"}),  # the strongest are taken
        ([unit("g3", "0506", defense=3, kind="engineer")], {}, 12, {}),  # it stacks free
        ([unit("g3", "0506", status=["full_retreat"])], {}, 9, {"g3": "14.3.1"}),
        ([], {"g2": "retreated"}, 5, {"g2": "13.5"}),
        ([], {"g2": "driven"}, 5, {"g2": "13.5"}),
        ([], {"g2": "defended"}, 9, {}),
        ([], {"g2": "attacked"}, 9, {}),
        ([], {"g1": "retreated", "g2": "driven"}, 9, {}),  # nobody else is there
    ],
)
def test_6_4_2_13_5_14_3_1_units_that_defend(
    more: list[Json], words: dict[str, str], defense: int, expected: dict[str, str]
):
    position = seen([unit("a1", "0505"), *FOES, *more], phase="combat")
    odds = fight(fought(position, **words))
    assert odds.defense == defense
    assert silent(odds) == expected


@pytest.mark.parametrize(
    ("company", "defense", "expected"),
    [
        ([unit("a2", "0506")], 5, {"a1": "18.2.2"}),
        ([], 1, {}),
        ([unit("a2", "0506", status=["full_retreat"])], 1, {"a2": "14.3.1"}),
    ],
)
def test_18_2_2_a_supply_head_defends_alone_only(
    company: list[Json], defense: int, expected: dict[str, str]
):
    units = [unit("a1", "0506", **HEAD), *company, unit("g1", "0505")]
    odds = fight(seen(units, phase="combat", active="german"), "g1")
    assert odds.defense == defense
    assert silent(odds) == expected


def reasons(*units: Json, **board: Any) -> list[str]:
    """The rules that halve a1."""
    odds = fight(seen([*units], phase="combat", board=board))
    (share,) = (s for s in odds.strengths if s.unit == "a1")
    printed = share.printed
    assert share.used == (-(-printed // 2) if share.why else printed)
    return [factor.rule for factor in share.why]


FOE = unit("g1", "0506")


@pytest.mark.parametrize(
    ("status", "rules"),
    [
        ("engaged", ["11.5.1"]),
        ("scattered", ["22.3.6"]),
        ("out_of_supply", ["18.4"]),
        ("replacement", []),
        ("spent", []),
    ],
)
def test_statuses_that_halve_an_attacker(status: str, rules: list[str]):
    assert reasons(unit("a1", "0505", status=[status]), FOE) == rules


@pytest.mark.parametrize(
    ("words", "foot", "vehicle"),
    [
        ([], [], []),
        (["minor_river"], [], ["10.8.2"]),
        (["minor_river", "road_bridge"], [], ["10.8.2"]),
        (["canal"], ["10.8.2"], ["10.8.2"]),
        (["major_river"], ["10.8.2"], ["10.8.2"]),
        (["major_river", "road_bridge"], ["9.5.2"], ["9.5.2"]),
    ],
)
def test_9_5_2_10_8_2_water_halves_an_attacker(
    words: list[str], foot: list[str], vehicle: list[str]
):
    sides = {"0505/0506": words} if words else {}
    assert reasons(unit("a1", "0505"), FOE, hexsides=sides) == foot
    assert reasons(tank("a1", "0505"), FOE, hexsides=sides) == vehicle


@pytest.mark.parametrize(("where", "rules"), [("0505", ["10.8.3"]), ("0506", ["10.8.3"])])
def test_10_8_3_vehicles_in_and_against_a_marsh(where: str, rules: list[str]):
    marsh = {where: {"terrain": "marsh"}}
    assert reasons(tank("a1", "0505"), FOE, hexes=marsh) == rules
    assert reasons(unit("a1", "0505"), FOE, hexes=marsh) == []
    both = {"0505": {"terrain": "marsh"}, "0506": {"terrain": "marsh"}}
    assert reasons(tank("a1", "0505"), FOE, hexes=both) == rules


@pytest.mark.parametrize(("armor", "rules"), [(2, []), (3, []), (4, ["10.4"])])
def test_10_4_armour_against_better_armour(armor: int, rules: list[str]):
    foe = tank("g1", "0506", armor=armor)
    assert reasons(tank("a1", "0505", armor=3), foe) == rules
    assert reasons(unit("a1", "0505"), foe) == []
    helped = [tank("a1", "0505", armor=3), tank("a2", "0505", armor=4)]
    odds = seen([*helped, foe], phase="combat")
    found = odds.odds(odds.plan({"attackers": ["a1", "a2"], "target": "0506"}))
    assert {f.rule for s in found.strengths for f in s.why} == set()
