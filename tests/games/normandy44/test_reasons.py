"""Each reason of a clause by itself, for the rows of the coverage table."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.normandy44.rules.ch06_replacements import replacement_verdicts
from engine.games.normandy44.rules.ch10_attack import Attack
from engine.games.normandy44.rules.ch10_combat import unit_verdicts
from engine.games.normandy44.rules.ch11_modifiers import halved
from engine.games.normandy44.rules.ch14_advance import step_objections
from engine.games.normandy44.rules.ch15_reserve import reserve_verdicts
from engine.games.normandy44.rules.ch16_fortifications import position_verdicts
from tests.games.normandy44.tabletop import Table, allied, german

ENEMY = german("x", "0506")


def rules(verdicts: Any) -> set[str]:
    return {verdict.rule for verdict in verdicts}


@pytest.mark.parametrize(
    ("fields", "position", "rule"),
    [
        ({}, {}, None),
        ({"hex": "0508"}, {}, "10.1a"),
        ({"attack": 0}, {}, "10.7a"),
        ({"status": ["disrupted"]}, {}, "13.6c"),
        ({"status": ["scattered"]}, {}, "20.2.3a"),
        ({"status": ["replacement"]}, {}, "6.2.5b"),
        ({}, {"tracks": {"fought/a": 1}}, "10.1b"),
        ({}, {"phase": "reserve_combat"}, "15.3"),
    ],
)
def test_a_unit_that_may_not_attack(
    fields: dict[str, Any], position: dict[str, Any], rule: str | None
) -> None:
    """6.2.5b, 10.1a, 10.1b, 10.7a, 13.6c, 15.3, 20.2.3a."""
    table = Table([{**allied("a", "0505"), **fields}, ENEMY], **position)
    found = rules(unit_verdicts(table.now, table.unit("a"), table.hex("0506")))
    assert found == ({rule} if rule else set())


@pytest.mark.parametrize(
    ("fields", "position", "reason"),
    [
        ({"kind": "tank"}, {}, "16.1.3a.no_infantry"),
        ({"kind": "beach_engineer"}, {}, "16.1.3a.no_infantry"),
        ({}, {"phase": "combat"}, "16.1.3a.phase"),
        ({}, {"tracks": {"moved/a": 6}}, "16.1.3a.moved"),
        ({}, {"hexes": {"0505": {"settlement": "city"}}}, "16.1.4b.city"),
        ({}, {"tracks": {"built/us": 9}}, "16.1.2a.none_left"),
    ],
)
def test_an_improved_position_that_may_not_be_begun(
    fields: dict[str, Any], position: dict[str, Any], reason: str
) -> None:
    """16.1.2a, 16.1.3a, 16.1.4b."""
    found = []
    for more, board in (({}, {}), (fields, position)):
        table = Table([{**allied("a", "0505"), **more}], **{"phase": "movement", **board})
        found.append({v.key for v in position_verdicts(table.now, table.unit("a"))})
    assert found[1] - found[0] == {f"rule.normandy44.{reason}"}


@pytest.mark.parametrize(
    ("fields", "position", "rule"),
    [
        ({}, {}, None),
        ({}, {"phase": "combat"}, "15.1a"),
        ({"status": ["disrupted"]}, {}, "15.1d"),
        ({}, {"tracks": {"moved/a": 18}}, "15.1a"),
        ({"hex": "0505"}, {"tracks": {"moved/a": 6}}, "15.1a"),
    ],
)
def test_a_unit_that_may_not_go_into_reserve(
    fields: dict[str, Any], position: dict[str, Any], rule: str | None
) -> None:
    """15.1a, 15.1d, 15.4, 9.10b."""
    table = Table([{**allied("a", "0909"), **fields}, ENEMY], **{"phase": "movement", **position})
    found = rules(reserve_verdicts(table.now, table.unit("a"), True))
    assert found == ({rule} if rule else set())


@pytest.mark.parametrize(
    ("fields", "board", "reasons"),
    [
        ({}, {}, []),
        ({}, {"hexes": {"0505": {"terrain": "flooded"}}}, ["11.3b"]),
        ({}, {"hexsides": {"0505/0506": ["major_river"]}}, ["11.3a"]),
        ({"status": ["out_of_supply"]}, {}, ["18.4a"]),
        ({"status": ["regroup"]}, {}, ["6.5.2c"]),
        ({}, {"hexsides": {"0505/0506": ["airfield"]}}, ["11.7"]),
    ],
)
def test_what_halves_an_attack(
    fields: dict[str, Any], board: dict[str, Any], reasons: list[str]
) -> None:
    """6.5.2c, 10.3.1, 11.1c, 11.3a, 11.3b, 11.7, 18.4a."""
    table = Table([{**allied("a", "0505"), **fields}, ENEMY], **board)
    unit, target = table.unit("a"), table.hex("0506")
    assert list(halved(table.now, unit, target, in_force=True)) == reasons
    assert list(halved(table.now, unit, target, in_force=False)) == [*reasons, "10.3.1"]


@pytest.mark.parametrize(
    ("board", "others", "fields", "rule"),
    [
        ({}, [], {}, None),
        ({"hexes": {"0507": {"terrain": "marsh"}}}, [], {}, "14.4.2"),
        ({"hexes": {"0507": {"terrain": "flooded"}}}, [], {"kind": "tank"}, "14.4.3c"),
        ({"hexsides": {"0506/0507": ["major_river"]}}, [], {}, "14.4.4"),
        ({}, [german("y", "0507")], {}, "9.1c"),
        ({}, [german("y", "0407"), german("z", "0607")], {}, "14.3c"),
    ],
)
def test_a_second_step_of_an_advance_that_is_barred(
    board: dict[str, Any], others: list[Any], fields: dict[str, Any], rule: str | None
) -> None:
    """8.5.2c, 9.1c, 14.2, 14.3c, 14.4.2, 14.4.3c, 14.4.4."""
    table = Table([{**allied("a", "0505"), **fields}, *others, german("far", "1212")], **board)
    path, vacated = [table.hex("0505"), table.hex("0506")], table.hex("0506")
    found = {
        o.rule
        for o in step_objections(table.now, table.unit("a"), path, table.hex("0507"), vacated)
    }
    assert found >= {rule} if rule else found == set()


def test_an_advance_from_zone_to_zone_leads_only_into_the_vacated_hex() -> None:
    """14.3a."""
    table = Table([allied("a", "0505"), german("y", "0605"), german("far", "1212")])
    start, vacated = [table.hex("0505")], table.hex("0506")
    unit = table.unit("a")
    beside = table.hex("0606")
    assert "14.3a" in {o.rule for o in step_objections(table.now, unit, start, beside, vacated)}
    assert not list(step_objections(table.now, unit, start, vacated, vacated))


def test_the_defenders_of_an_attack_are_the_whole_stack() -> None:
    """10.1c, 10.2a."""
    table = Table([allied("a", "0505"), german("x", "0506"), german("y", "0506")])
    attack = Attack(table.now, "allied", (table.unit("a"),), table.hex("0506"), "", "", (), 0, 0, 0)
    assert {unit.id for unit in attack.defenders} == {"x", "y"}


@pytest.mark.parametrize(
    ("fields", "position", "rule"),
    [
        ({}, {}, None),
        ({"status": ["disrupted"]}, {}, "6.2.3b"),
        ({"status": ["out_of_supply"]}, {}, "6.2.3b"),
        ({"kind": "strongpoint"}, {}, "6.3a"),
        ({}, {"phase": "movement"}, "6.1a"),
        ({}, {"tracks": {}}, "6.2.6"),
    ],
)
def test_a_unit_that_may_take_no_replacement(
    fields: dict[str, Any], position: dict[str, Any], rule: str | None
) -> None:
    """6.1a, 6.2.1, 6.2.3b, 6.2.6, 6.3a, 13.6e, 17.7a, 18.4c."""
    usual = {"phase": "replacement", "tracks": {"repl/us/infantry": 2}}
    table = Table([{**allied("a", "0505", steps=1), **fields}], **{**usual, **position})
    found = rules(replacement_verdicts(table.now, table.unit("a")))
    assert found == ({rule} if rule else set())
