"""Supply (chapter 18): its markers, attrition and isolated headquarters."""

from __future__ import annotations

import pytest

from engine.games.normandy44.rules import ch18_supply as supply
from tests.games.normandy44.givens import ENTRY, HQ
from tests.games.normandy44.tabletop import Json, Table, allied, german
from tests.games.normandy44.test_each_by_itself import with_dice
from tests.games.normandy44.test_rules_by_themselves import work_of


def test_supply_markers_go_and_come() -> None:
    """18.3: out of supply, then isolated; reserves are lost; a line removes both."""
    units = [
        german("in", "0102", status=["out_of_supply", "isolated"]),
        german("out", "1010", status=["reserve"]),
        german("worse", "1110", status=["out_of_supply"]),
    ]
    work = work_of(Table(units, areas=ENTRY, active="german"))
    supply.supply_phase(work, "german")
    status = {n: set(u.status) for n, u in work.position.units.items()}
    assert status == {"in": set(), "out": {"out_of_supply"}, "worse": {"out_of_supply", "isolated"}}


@pytest.mark.parametrize(
    ("unit", "others", "die", "steps"),
    [
        ({}, [], 4, 1),
        ({}, [], 5, 2),
        ({"tq": 1}, [], 4, 2),
        ({"tq": -1}, [], 5, 1),
        ({}, [german("s", "1010", 2, "strongpoint", movement=0, **HQ)], 2, 1),
        ({}, [german("s", "1010", 2, "strongpoint", movement=0, **HQ)], 3, 2),
    ],
)
def test_attrition(unit: Json, others: list[Json], die: int, steps: int) -> None:
    """18.5.1, 18.5.2: one to four costs a step; quality and shelter are added."""
    lone = german("x", "1010", status=["out_of_supply", "isolated"], **unit)
    work = with_dice(Table([lone, *others, allied("a", "1011")], active="german"), die)
    supply.attrition(work, "german")
    assert work.position.units["x"].steps == steps


def test_no_attrition_away_from_the_enemy_or_in_mere_want() -> None:
    """18.5.1."""
    for status, enemy in ((["isolated"], "0101"), (["out_of_supply"], "1011")):
        lone = german("x", "1010", status=status)
        work = with_dice(Table([lone, allied("a", enemy)], active="german"))
        supply.attrition(work, "german")
        assert work.position.units["x"].steps == 2


def test_an_isolated_headquarters_without_friends_is_lost() -> None:
    """18.5.4."""
    head = german("h", "1010", 1, "hq", status=["isolated"], **HQ)
    for friends, stays in (([], False), ([german("f", "1012")], True)):
        work = with_dice(Table([head, *friends, allied("a", "0101")], active="german"))
        supply.attrition(work, "german")
        assert ("h" in work.position.units) is stays


def test_an_isolated_headquarters_is_kept_by_any_other_unit() -> None:
    """18.5.4: another headquarters is a friendly unit too."""
    head: Json = {"kind": "hq", "steps": 1, "max_steps": 1, "status": ["isolated"]}
    for others, stays in (([], False), ([german("f", "1012", 1, **head)], True)):
        work = work_of(Table([german("h", "1010", 1, **head), *others], active="german"))
        supply.attrition(work, "german")
        assert ("h" in work.position.units) is stays
