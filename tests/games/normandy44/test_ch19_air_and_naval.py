"""Air and naval support (chapter 19): limits, bombardment and strafing."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.rules import ch19_air_and_naval as air_and_naval
from engine.games.normandy44.rules import ch19_air_and_naval as naval
from tests.games.normandy44.tabletop import Json, Table, allied, german
from tests.games.normandy44.test_each_by_itself import with_dice
from tests.games.normandy44.test_rules_by_themselves import campaign, work_of


def backed(table: Table, side: str, army: str, air: int, naval: int) -> set[str]:
    found = air_and_naval.support_verdicts(table.now, side, army, table.hex("0506"), air, naval)
    return {f"{v.rule} {v.key.rpartition('.')[2]}" for v in found}


def test_limits_of_air_and_naval_support() -> None:
    """19.1.1, 19.1.2, 19.2."""
    zone: Json = {"hexes": {"0506": {"naval_zone": True}}}
    units = [allied("a", "0505"), german("d", "0506")]
    table = Table(units, **zone)
    assert backed(table, "allied", "us", 1, 1) == set()
    assert backed(table, "german", "german", 1, 0) == {"19.1.1 german"}
    assert backed(table, "allied", "us", 2, 0) == {"19.1.2 too_many"}
    assert backed(table, "allied", "us", 0, 2) == {"19.2a too_many"}
    late = Table(units, turn=17, **zone)
    assert backed(late, "allied", "us", 2, 0) == set()
    assert backed(late, "allied", "us", 3, 0) == {"19.1.2 too_many"}
    none = {tracks.AIR + "us": 0, tracks.AIR + "cw": 0, tracks.NAVAL + "us": 0}
    spent = Table(units, tracks=none, **zone)
    assert backed(spent, "allied", "us", 1, 0) == {"19.1.1 none_left"}
    assert backed(spent, "allied", "us", 0, 1) == {"19.2b none_left"}
    assert backed(spent, "allied", "cw", 0, 1) == set()
    assert backed(Table(units), "allied", "us", 0, 1) == {"19.2b out_of_zone"}
    assert backed(Table(units, weather="storm", **zone), "allied", "us", 0, 1) == {"19.2e storm"}


def test_aircraft_are_used_of_the_army_with_more() -> None:
    """19.1.1: each flies once a turn."""
    left = {tracks.AIR + "us": 1, tracks.AIR + "cw": 2}
    work = work_of(Table([allied("a", "0505")], tracks=left))
    air_and_naval.use_air(work, 1)
    assert air_and_naval.air_left(work.position) == 2
    assert work.state.tracks[tracks.AIR + "cw"] == 1
    air_and_naval.use_air(work, 2)
    assert air_and_naval.air_left(work.position) == 0


def test_the_bombardment_of_cherbourg() -> None:
    """19.2f: American ships, in one turn of the game."""
    inside: Json = {"hexes": {"0506": {"inside": True}}}
    units = [allied("a", "0505"), german("d", "0506")]

    def left(army: str, turn: int | None) -> int:
        done = {} if turn is None else {tracks.CHERBOURG_BOMBARDED: turn}
        table = Table(units, tracks=done, turn=9, **inside)
        return air_and_naval.naval_left(table.now, army, table.hex("0506"))

    assert [left("us", t) for t in (None, 9, 8)] == [2, 2, 0]
    assert left("cw", None) == 0
    table = Table(units, turn=9, **inside)
    work = work_of(table)
    air_and_naval.use_naval(work, "us", table.hex("0506"))
    assert work.state.tracks[tracks.CHERBOURG_BOMBARDED] == 9
    assert work.state.tracks[tracks.NAVAL + "us"] == 1


@pytest.mark.parametrize(
    ("tank", "others", "die", "steps"),
    [
        ({}, [], 6, 1),
        ({}, [], 5, 2),
        ({"status": ["strategic"]}, [], 5, 1),
        ({}, [german("f", "0507", 2, "flak88")], 6, 2),
        ({"status": ["strategic"]}, [german("f", "0507", 2, "flak88")], 6, 1),
        ({}, [german("f", "0509", 2, "flak88")], 6, 1),
    ],
)
def test_strafing(tank: Json, others: list[Json], die: int, steps: int) -> None:
    """17.7b, 19.1.4."""
    units = [german("k", "0506", 3, "tank", armor=3, silhouette=True, **tank), *others]
    table = Table([*units, allied("a", "0101")])
    work = with_dice(table, die)
    air_and_naval.strafe(work, table.hex("0506"), 1)
    air_and_naval.fly(work)
    assert work.position.units["k"].steps == steps
    assert work.state.tracks[tracks.STRAFED + "0506"] == 1
    assert air_and_naval.air_left(work.position) == 3


@pytest.mark.parametrize(
    ("position", "rules"),
    [
        ({}, set()),
        ({"phase": "reserve_combat"}, {"19.1.4b"}),
        ({"active": "german"}, {"19.1.4b"}),
        ({"tracks": {"fought/a": 1}}, {"19.1.4b"}),
        ({"hexes": {"0506": {"terrain": "woods"}}}, {"19.1.4a"}),
        ({"hexes": {"0506": {"settlement": "city"}}}, {"19.1.4a"}),
        ({"hexes": {"0506": {"settlement": "town"}}}, set()),
        ({"tracks": {tracks.STRAFED + "0506": 1}}, {"19.1.4c"}),
        ({"tracks": {tracks.STRAFED + "0506": 1}, "turn": 17}, set()),
        ({"tracks": {tracks.AIR + "us": 0, tracks.AIR + "cw": 0}}, {"19.1.1"}),
    ],
)
def test_when_aircraft_strafe(position: Json, rules: set[str]) -> None:
    """19.1.4a, 19.1.4b, 19.1.4c."""
    units = [german("k", "0506", 3, "tank", armor=3, silhouette=True), allied("a", "0505")]
    assert Table(units, **position).judge(act.Bombard(target="0506", air=1)) == rules


@pytest.mark.parametrize(
    ("scenario", "ships", "bombarded", "left"),
    [
        # In the perimeter, in the zone, in the perimeter for a defence.
        ("campaign", 2, None, (2, 2, 0)),
        ("campaign", 1, None, (0, 1, 0)),
        ("campaign", 1, 9, (1, 0, 0)),
        ("campaign", 2, 8, (0, 2, 0)),
        ("cherbourg", 1, None, (1, 1, 0)),
        ("cherbourg", 1, 9, (1, 0, 0)),
    ],
)
def test_the_bombardment_of_cherbourg_takes_both_american_ships(
    scenario: str, ships: int, bombarded: int | None, left: tuple[int, ...]
) -> None:
    """19.2, 26.2.4: both on one turn, for attacks only, and then none is left for the zone."""
    known: Json = {"naval/us": ships}
    if bombarded is not None:
        known["cherbourg-bombarded"] = bombarded
    now = campaign([], scenario, turn=9, tracks=known).now
    inside, zone = now.ground.index["3506"], now.ground.index["2519"]
    found = (
        naval.naval_left(now, "us", inside),
        naval.naval_left(now, "us", zone),
        naval.naval_left(now, "us", inside, attacking=False),
    )
    assert found == left


@pytest.mark.parametrize("scenario", ["campaign", "cherbourg"])
def test_the_first_ship_against_cherbourg_leaves_the_second_to_use(scenario: str) -> None:
    """19.2, 26.2.4: the Cherbourg game has one ship a turn, but two for the bombardment."""
    ships = 1 if scenario == "cherbourg" else 2
    work = work_of(campaign([], scenario, turn=9, tracks={"naval/us": ships}))
    inside, beside = work.position.ground.hexes(("3506", "3606"))
    for hex_, other, remains in ((inside, beside, 1), (beside, inside, 0)):
        naval.use_naval(work, "us", hex_)
        assert naval.naval_left(work.position, "us", other) == remains
        assert naval.naval_left(work.position, "us", hex_) == 0
