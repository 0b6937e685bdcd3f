"""Loops pass over items that do not count, and go on to those after them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.answers import phase_duties
from engine.games.normandy44.rules import ch16_fortifications as fortifications
from engine.games.normandy44.rules import ch17_special_units as special
from engine.games.normandy44.rules import ch17_support as support
from engine.games.normandy44.rules import ch18_supply as supply
from engine.games.normandy44.rules import ch20_assault as assault
from engine.games.normandy44.rules import ch21_beachheads as beachheads
from engine.games.normandy44.vocabulary import IP
from tests.games.normandy44.tabletop import Json, Table, allied, german, opened
from tests.games.normandy44.test_each_by_itself import with_dice
from tests.games.normandy44.test_rules_by_themselves import campaign, counter, work_of

HQ: Json = {"attack": 0, "steps": 1, "max_steps": 1}
ENTRY: Json = {"E": {"kind": "entry", "hexes": ["0512"]}}


# -- defences -------------------------------------------------------------------------------------


def test_a_defence_is_led_by_those_behind_one_that_cannot() -> None:
    """12.4.1c, 12.4.1d: a disrupted unit and a headquarters lead none."""
    units = [
        allied("a", "0505", 8),
        german("c", "0506", 2, status=["disrupted"]),
        german("d", "0506", 1, "hq", **HQ),
        german("e", "0506", 2),
    ]
    table = Table(units)
    found = table.odds(["a"], "0506").prospect
    assert found is not None
    assert found.holder == "e"
    assert found.holds > 0
    table.attack(["a"], "0506", 5)
    assert {o for o in table.options if o.startswith("hold")} == {"hold e"}


# -- support --------------------------------------------------------------------------------------


def test_guns_behind_those_that_cannot_fire() -> None:
    """11.6.1a, 17.2d, 17.2f, 17.2g: out of range, not ready, of the other army, without points."""
    ours = [
        allied("a", "0101", 1, "hq", **HQ),
        allied("b", "0404", 1, "hq", nationality="british", **HQ),
        allied("c", "0404", 1, "hq", status=["moved"], **HQ),
        allied("i", "0404", 4),
        allied("q", "0405", 1, "hq", **HQ),
        german("x", "0506"),
    ]
    beach: Json = {"x": {"kind": "beach", "hexes": ["0404"]}}
    table = Table(ours, areas=beach)
    target = table.hex("0506")
    assert support.able_to_fire(table.now, "allied", target, "us") == ["q"]
    found = support.gun_verdicts(table.now, "allied", "us", ["b", "q", "q", "q"], target)
    assert {v.rule for v in found} == {"11.6.1a", "11.6.1b", "11.6.2"}
    theirs = [
        german("h", "0508", 1, "hq", **HQ),
        german("w", "0508", 1, "werfer", **HQ),
        allied("x", "0506"),
    ]
    broke = Table(theirs, areas=ENTRY, tracks={"supply_points.german7": 0})
    assert support.able_to_fire(broke.now, "german", broke.hex("0506"), "german") == ["w"]
    work = work_of(Table(theirs, areas=ENTRY))
    before = work.position.track("supply_points.german7")
    support.spend(work, ["w", "h"])
    assert work.position.track("supply_points.german7") == before - 1
    assert work.position.units["w"].status == {"fired"}


# -- supply ---------------------------------------------------------------------------------------


def test_attrition_after_units_that_roll_for_nothing() -> None:
    """18.5.1, 18.5.3, 18.5.4: in supply, headquarters, away from the enemy, fort with company."""
    isolated: Json = {"status": ["out_of_supply", "isolated"]}
    units = [
        german("a", "0101"),
        german("b", "0202", 1, "hq", **HQ, **isolated),
        german("c", "0303", **isolated),
        german("d", "0909", 2, "strongpoint", movement=0, **HQ, **isolated),
        german("e", "0909", **isolated),
        allied("x", "0910"),
    ]
    work = with_dice(Table(units, active="german"), 1)
    supply.attrition(work, "german")
    steps = {n: u.steps for n, u in work.position.units.items() if u.side == "german"}
    assert steps == {"a": 2, "b": 1, "c": 2, "d": 1, "e": 1}


# -- fortifications -------------------------------------------------------------------------------


def test_a_lone_position_after_one_of_the_enemy() -> None:
    """16.1.5: and after a marker of another kind."""
    work = work_of(Table([german("g", "0505"), allied("a", "0606")]))
    work.marker("a-mulberry", "mulberry", "0202", None)
    work.marker("ip-0303", IP, "0303", "allied")
    work.marker("ip-0404", IP, "0404", "german")
    work.marker("ip-0505", IP, "0505", "german")
    fortifications.remove_lone(work, "german")
    assert set(work.state.markers) == {"a-mulberry", "ip-0303", "ip-0505"}
    fortifications.remove_lone(work, "allied")
    assert set(work.state.markers) == {"a-mulberry", "ip-0505"}


# -- special units --------------------------------------------------------------------------------


def test_commandos_leave_though_the_rangers_stay() -> None:
    """17.5a, 17.5b: Germans are near the Pointe, none near Arromanches."""
    units = [
        counter("US-2Rgr", "2818"),
        counter("BR-4SS", "2526"),
        counter("GE-91-1058", "2717"),
    ]
    work = work_of(campaign(units))
    special.withdrawals(work)
    assert "US-2Rgr" in work.position.units
    assert "BR-4SS" not in work.position.units


@pytest.mark.parametrize("first", ["2711", "in-britain", "turn-3"])
def test_the_second_glider_lands_whatever_the_first_does(first: str) -> None:
    """20.2.4a, 20.2.4b: it has landed, is in Britain, or is delayed."""
    one, other = assault.GLIDERS
    units = [counter(one, first), counter(other, "turn-2")]
    work = with_dice(campaign(units, turn=2, phase="initial"), 6)
    assault.gliders(work)
    assert work.position.number(work.state.pieces[one].place) == first
    assert work.position.number(work.state.pieces[other].place) == assault.GLIDERS[other]


def test_the_second_unit_ashore_goes_inland_after_the_first() -> None:
    """20.3.6a."""
    table = opened()
    table.play(act.NextPhase(), *[6] * 9)
    table.choose("utah", 6)
    while table.state.pending[-1].kind != "assault_advance":
        table.choose(table.options[0])
    first = table.options[0]
    mover = first.split()[0]
    others = {o.split()[0] for o in table.options} - {mover, "none"}
    assert others
    table.choose(first)
    assert table.state.pending[-1].kind == "assault_advance"
    assert {o.split()[0] for o in table.options} - {"none"} == others


# -- Mulberries -----------------------------------------------------------------------------------


def test_the_british_mulberry_without_the_american_one() -> None:
    """21.1.1b, 21.1.4b: it is begun on a board without Omaha, and lost by itself."""
    board: Json = {"rows": [23, 25], "cols": [20, 30]}
    held: Json = {"2524": "allied"}
    work = work_of(campaign([], board=board, control=held))
    beachheads.build(work)
    due = {n: v for n, v in work.state.tracks.items() if n.startswith(tracks.MULBERRY_DUE)}
    assert due == {tracks.MULBERRY_DUE + "cw": 8}
    built = {tracks.MULBERRY_DUE + "cw": 2}
    taken = work_of(campaign([counter("GE-91-1058", "2524")], tracks=built))
    beachheads.lose(taken)
    assert taken.state.tracks[tracks.MULBERRY_DUE + "cw"] == 0
    assert tracks.MULBERRY_DUE + "us" not in taken.state.tracks
    near = work_of(campaign([counter("GE-91-1058", "2424")], tracks=built))
    beachheads.lose(near)
    assert near.state.tracks[tracks.MULBERRY_DUE + "cw"] == 2


def test_a_complete_mulberry_is_lost_only_in_its_own_hex() -> None:
    """21.1.4b: of the two hexes of Omaha that of the marker counts."""
    built: Json = {"tracks": {tracks.MULBERRY_DUE + "us": 2}}
    markers = [{"kind": "mulberry", "hex": "2719"}]
    for hex_, left in (("2620", 2), ("2719", 0)):
        table = campaign([counter("GE-91-1058", hex_)], markers=markers, **built)
        work = work_of(table)
        beachheads.lose(work)
        assert work.state.tracks[tracks.MULBERRY_DUE + "us"] == left
        assert ("mulberry-us" in work.state.markers) is bool(left)


# -- orders ---------------------------------------------------------------------------------------


def test_orders_of_a_unit_after_one_that_is_not_in_play() -> None:
    table = Table([allied("a", "0505"), german("g", "1010")], phase="movement")
    found = phase_duties.orders(table.now, table.rules.names, ["nobody", "a"])
    assert {o.action.unit for o in found if isinstance(o.action, act.PlaceMarker)} == {"a"}


# -- bonds at blue hexsides -----------------------------------------------------------------------


def test_every_vertex_of_a_blue_hexside_is_an_anchor_of_bonds() -> None:
    """8.5.5: the vertex opposite a hex, where two of its neighbours meet a third hex."""
    sides: Json = {
        "0102/0202": ["impassable"],
        "0505/0506": ["all_sea"],
        "0605/0606": ["impassable"],
        "1211/1212": ["impassable"],
    }
    ground = Table([], hexsides=sides).now.ground
    found: dict[int, set[frozenset[int]]] = {}
    for i, ring in enumerate(ground.ring):
        for x in ring:
            for y in ring:
                if x < y and ground.distance(x, y) == 1:
                    third = set(ground.ring[x]) & set(ground.ring[y]) - {i}
                    if any((x, z) in ground.blocked or (y, z) in ground.blocked for z in third):
                        found.setdefault(i, set()).add(frozenset((x, y)))
    told: dict[int, Any] = ground.boundary_anchors
    assert {i: {frozenset(pair) for pair in pairs} for i, pairs in told.items()} == found
    assert len(found) > 8
