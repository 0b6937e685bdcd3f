"""The list of legal orders against every order that could be given: none is missing or too many."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.legal import orders_of
from engine.games.normandy44.rules.ch06_arrivals import arrival_places
from engine.rules.registry import is_legal
from tests.games.normandy44.tabletop import Json, Table, allied, german
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter

BEACH: Json = {"x": {"kind": "beach", "hexes": ["0101"]}}
ENGINEER = allied("e", "0101", 1, "beach_engineer", attack=0, movement=0)
HQ: Json = {"attack": 0, "steps": 1, "max_steps": 1}
MODES = ("normal", "tactical", "strategic", "truck", "truck_strategic")
MARKERS = ("replacement", "reserve", "improved_position")


def listed(table: Table) -> list[act.Action]:
    return list(table.rules.legal(table.state, 99_999).actions)


def markers(table: Table, side: str) -> set[tuple[str, str]]:
    """Every marker that could be put on a unit."""
    actions = [
        act.PlaceMarker(unit=name, marker=marker)
        for name, piece in table.state.pieces.items()
        if piece.side == side
        for marker in MARKERS
        if marker != "reserve" or "reserve" not in piece.status
    ]
    return {(a.unit, a.marker) for a in actions if not table.judge(a)}


POOL = {"repl/us/infantry": 1, "repl/german/infantry": 1}
ROAD = [{"class": "secondary", "hexes": [f"03{n:02d}" for n in range(1, 11)]}]
MIXED = [
    ENGINEER,
    allied("i", "0102", steps=1),
    allied("j", "0102", 2),
    allied("t", "0301", 4, "tank", armor=3),
    allied("r", "0203", status=["reserve"]),
    allied("s", "0104", status=["scattered"]),
    allied("d", "0202", status=["disrupted"], steps=1),
    allied("m", "0303", status=["replacement"], steps=1),
    german("x", "0407", steps=1),
    german("b", "0307", 2, "bicycle", movement=4),
    german("k", "0308", 4, "tank", armor=4, movement=5),
    german("l", "0308", 2),
]


def diagram(phase: str, active: str, turn: int = 5) -> Table:
    area = BEACH | {"E": {"kind": "entry", "hexes": ["0312"]}}
    row = POOL | {tracks.WEATHER_ROW: 4}
    more: Json = {"phase": phase, "active": active, "turn": turn, "tracks": row}
    return Table(MIXED, roads=ROAD, areas=area, **more)


def returning() -> Table:
    """American units in all boxes, with replacements for infantry and armour."""
    cadre, regiment = "US-Cadre-AG-1", "US-1-16"
    units = [
        ENGINEERS,
        counter("US-HQ-7", "2813"),
        counter("US-4-8", "2812", steps=1),
        counter("US-4-12", "eliminated-allied", steps=0),
        counter("US-4-22", "in-britain", steps=1),
        counter("US-745Tk", "eliminated-allied", steps=0),
        counter("US-2Rgr", "eliminated-allied", steps=0),
        counter(cadre, "2712"),
        counter(regiment, "cadres-allied", steps=1),
    ]
    pool = POOL | {"repl/us/armour": 1, tracks.CADRE + cadre: regiment}
    return campaign(units, phase="replacement", tracks=pool)


def mobilising() -> Table:
    units = [
        counter("GE-709-919", "mobilisation-709"),
        counter("GE-243-921", "mobilisation-243"),
        counter("GE-91-1058", "3210"),
    ]
    return campaign(units, phase="replacement", active="german", tracks=POOL)


LOTS = {
    "allied movement": lambda: diagram("movement", "allied"),
    "german movement": lambda: diagram("movement", "german"),
    "german movement of turn 3": lambda: diagram("movement", "german", 3),
    "allied replacement": lambda: diagram("replacement", "allied"),
    "german replacement": lambda: diagram("replacement", "german"),
    "returns": returning,
    "mobilisation": mobilising,
}


@pytest.mark.parametrize("name", LOTS)
def test_markers_are_listed_if_and_only_if_they_are_allowed(name: str) -> None:
    """6.2.1, 6.2.3, 15.1, 16.1.3."""
    table = LOTS[name]()
    found = [a for a in listed(table) if isinstance(a, act.PlaceMarker)]
    assert {(a.unit, a.marker) for a in found if a.on} == markers(table, table.now.active)
    assert len(found) == len(set(found))
    assert not [a for a in found if not a.on]


@pytest.mark.parametrize("name", LOTS)
def test_moves_are_listed_if_and_only_if_they_are_allowed(name: str) -> None:
    """9.1, 9.8, 9.10, 6.2.2, 6.7: every listed move is legal; every end in reach is listed."""
    table = LOTS[name]()
    moves = [a for a in listed(table) if isinstance(a, act.MoveUnits)]
    assert len(moves) == len(set(moves))
    for move in moves[:: max(1, len(moves) // 60)]:
        assert not table.judge(move)
    told = {(a.units, a.mode, a.path[-1]) for a in moves}
    if table.state.clock.phase != "movement":
        assert told == returns(table)
        return
    stacks = [stack for _, stack in table.now.stacks[table.now.active].items()]
    groups = {(u.id,) for stack in stacks for u in stack}
    groups |= {tuple(u.id for u in stack) for stack in stacks if len(stack) > 1}
    allowed = set()
    for names in groups:
        for mode in MODES:
            if mode in ("normal", "tactical") or len(names) == 1:
                found = table.rules.answers(table.state).reach(list(names), mode)
                allowed |= {(names, mode, table.now.number(i)) for i in found.hexes}
    assert told == allowed


def returns(table: Table) -> set[tuple[tuple[str, ...], str, str]]:
    """Every return from the boxes, and every mobilisation, to a hex near by."""
    position, found = table.now, set()
    ground = position.ground
    middle = {"2813", "2803", "3202", "3209", "3110"} & set(ground.numbers)
    near = {
        i
        for n in middle
        for i in range(len(ground.numbers))
        if ground.distance(i, ground.index[n]) <= 1
    }
    for name, piece in table.state.pieces.items():
        box = position.number(piece.place)
        if position.places.is_hex(piece.place) or box == "in-britain":
            continue
        mode = "normal" if box.startswith("mobilisation") else "return"
        for hex_ in near:
            number = position.number(hex_)
            move = act.MoveUnits(units=(name,), path=(box, number), mode=mode)
            if not table.judge(move):
                found.add(((name,), mode, number))
    return found


def test_reinforcements_that_may_come_are_listed() -> None:
    """6.5.2a, 6.6a, 9.8.1c, 21.2a: by their modes; Allied units may also leave."""
    britain = [ENGINEERS, counter("US-4-8", "2814"), counter("US-4-12", "in-britain")]
    table = campaign(britain)
    moves = [a for a in listed(table) if isinstance(a, act.MoveUnits)]
    unit = table.now.waiting("US-4-12")
    ends = table.numbers(arrival_places(table.now, (unit,)))
    assert {(a.mode, a.path[-1]) for a in moves if a.units == ("US-4-12",)} == {
        ("normal", number) for number in ends
    }
    assert [a.units for a in moves if a.mode == "evacuation"] == [("US-4-8",)]
    germans = [counter("GE-12SS-26", "turn-2"), counter("GE-77-1049", "turn-2")]
    late = campaign(germans, turn=2, active="german")
    moves = [a for a in listed(late) if isinstance(a, act.MoveUnits)]
    assert {(a.units, a.mode) for a in moves} == {
        (("GE-12SS-26",), "normal"),
        (("GE-12SS-26",), "strategic"),
        (("GE-77-1049",), "normal"),
    }
    early = campaign([counter("GE-12SS-26", "turn-3")], turn=2, active="german")
    assert not [a for a in listed(early) if isinstance(a, act.MoveUnits)]


def test_reserve_moves_and_the_seventh_stack() -> None:
    """15.1b, 15.2."""
    stacks = [allied(f"r{n}", f"0{n + 1}02", status=["reserve"]) for n in range(7)]
    table = Table([*stacks, allied("a", "1010")], phase="reserve_movement")
    found = listed(table)
    modes = {a.mode for a in found if isinstance(a, act.MoveUnits)}
    assert modes == {"reserve", "tactical"}
    assert {a.units[0] for a in found if isinstance(a, act.MoveUnits)} == {
        f"r{n}" for n in range(7)
    }
    off = [a for a in found if isinstance(a, act.PlaceMarker)]
    assert {(a.unit, a.marker, a.on) for a in off} == {
        (f"r{n}", "reserve", False) for n in range(7)
    }
    six = Table([*stacks[:6], allied("a", "1010")], phase="reserve_movement")
    assert not [a for a in listed(six) if isinstance(a, act.PlaceMarker)]


def attacks(table: Table) -> set[tuple[Any, ...]]:
    return {
        (a.attackers, a.target, a.artillery, a.air, a.lead, a.attached)
        for a in listed(table)
        if isinstance(a, act.DeclareAttack)
    }


def fight(**position: Any) -> Table:
    units = [
        allied("a", "0505", 6, formation="1 Inf Div"),
        allied("t", "0505", 3, "tank", armor=3),
        allied("q", "0402", 1, "hq", **HQ),
        german("d", "0506", 4),
        german("k", "0909", 4, "tank", armor=4, silhouette=True),
        ENGINEER,
    ]
    usual: Json = {"areas": BEACH, "hexes": {"0506": {"naval_zone": True}}}
    return Table(units, **(usual | position))


def test_attacks_are_listed_with_each_kind_of_support() -> None:
    """10.3, 11.6, 19.1.2, 19.2: all that can attack together, each alone, with every support."""
    support = ((), 0), (("q",), 0), ((), 1), (("naval",), 0)
    forces = (("a", "t"), "1 Inf Div", "t"), (("a",), "1 Inf Div", None), (("t",), "t", None)
    table = fight()
    assert attacks(table) == {
        (names, "0506", guns, air, lead, attached)
        for names, lead, attached in forces
        for guns, air in support
    }
    for action in listed(table):
        assert not table.judge(action)
    bare = fight(weather="storm", tracks={tracks.AIR + "us": 0, tracks.AIR + "cw": 0})
    assert {(a[2], a[3]) for a in attacks(bare)} == {((), 0), (("q",), 0)}
    theirs = fight(active="german")
    assert {a[:4] for a in attacks(theirs)} == {(("d",), "0505", (), 0)}


def test_weak_attacks_are_not_listed() -> None:
    """10.6a: less than one to three."""
    table = Table([allied("a", "0505", 1), german("d", "0506", 8)])
    assert attacks(table) == set()


def test_strafing_is_listed_over_silhouettes_while_there_are_aircraft() -> None:
    """19.1.4a, 19.1.4b."""
    bombs = [a for a in listed(fight()) if isinstance(a, act.Bombard)]
    assert [(a.target, a.air) for a in bombs] == [("0909", 1)]
    none = fight(tracks={tracks.AIR + "us": 0, tracks.AIR + "cw": 0})
    assert not [a for a in listed(none) if isinstance(a, act.Bombard)]
    late = fight(tracks={"fought/a": 1})
    assert not [a for a in listed(late) if isinstance(a, act.Bombard)]


def test_the_orders_of_one_unit_are_those_of_the_list() -> None:
    """Attacks of a unit are those in which it takes part."""
    table = fight()

    def allows(verdicts: Any) -> bool:
        return is_legal(list(verdicts))

    own = set(orders_of(table.now, allows, table.unit("t")))
    assert own == {
        a for a in listed(table) if isinstance(a, act.DeclareAttack) and "t" in a.attackers
    }
    moving = fight(phase="movement")
    found = list(orders_of(moving.now, allows, moving.unit("t")))
    assert found == [
        a
        for a in listed(moving)
        if (isinstance(a, act.MoveUnits) and a.units == ("t",))
        or (isinstance(a, act.PlaceMarker) and a.unit == "t")
    ]
