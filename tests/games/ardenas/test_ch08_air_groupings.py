"""Section 8.4: groupings of aircraft: members, range, leaving."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core.state import State
from engine.games.ardenas.own_actions import Group, March
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import after, against, allied, ask, choose, given, unit
from tests.games.ardenas.test_ch09_drops import BASES

SKY: dict[str, Any] = {"phase": "air", "subturn": 1}
PLANE: dict[str, Any] = {"kind": "fighter", "combat": 4, "movement": 10}
SLOW: dict[str, Any] = {"kind": "transport", "combat": 1, "movement": 8}
NAME = "grouping/german/air/1"


def wing(*units: str, hex_: str = "1515", number: int = 1) -> dict[str, Any]:
    return {"side": "german", "number": number, "kind": "air", "hex": hex_, "units": list(units)}


def fleet(*units: str, **more: Any) -> GivenPosition:
    """A grouping of a fighter, a fighter and a transport in 1515, of those that are named."""
    kinds = {"p": PLANE, "q": PLANE, "t": SLOW}
    planes = [unit(n, "1515", **kinds[n]) for n in units]
    rest = more.pop("others", ())
    return given(*planes, *rest, **{"groupings": [wing(*units)]} | SKY | more)


def fly(*path: str, units: str) -> act.MoveUnits:
    return act.MoveUnits(units=tuple(units.split()), path=path)


def grouped(found: GivenPosition, state: State) -> dict[str, tuple[str, ...]]:
    """The units of each grouping, by the hex where it is."""
    position = found.ruleset.position(state)
    return {position.number(g.place): g.units for g in position.groupings}


def test_a_side_forms_air_groupings_at_its_bases_before_they_fly() -> None:
    """Section 8.4: at most twelve counters, or none; three a side; one in each air entry hex."""
    names = [f"p{n:02d}" for n in range(13)]
    planes = [unit(n, "1515", **PLANE) for n in names]
    found = given(*planes[:6], **SKY)
    assert ask("grouping", found, units=names[:6])["legal"]
    many = given(*planes, groupings=[wing(*names[:12])], **SKY)
    order = Group(grouping=NAME, hex="1515", units=tuple(names))
    assert "11.0b" in against(many, many.state, order)
    assert against(found, found.state, Group(grouping=NAME, hex="1515")) == set()
    late = given(*planes[:6], **SKY | {"subturn": 2})
    assert against(late, late.state, Group(grouping=NAME, hex="1515")) == {"11.0g"}
    base = fleet("p", board=BASES, others=[unit("q", "1515", **PLANE)])
    second = Group(grouping="grouping/german/air/2", hex="1515", units=("q",))
    assert against(base, base.state, second) == {"8.4b"}
    away = fleet("p", others=[unit("q", "1515", **PLANE)])
    assert against(away, away.state, second) == set()


def test_an_air_grouping_flies_as_its_slowest_aircraft_and_a_false_one_eight_hexes() -> None:
    """Section 8.4: the factor of its slowest unit; a false grouping moves 8, the lowest factor."""
    for units, most in (("p q", 10), ("p t", 8), ("", 8)):
        found = fleet(*units.split())
        told = ask("reach", found, grouping=1, side="german", mode="normal")["hexes"]
        assert max(end["cost"] for end in told.values()) == most
    path = tuple(f"15{row:02d}" for row in range(15, 5, -1))
    march = March(grouping=NAME, path=path)
    false, true = fleet(), fleet("p", "q")
    assert against(false, false.state, march) == {"7.0b"}
    state = after(true, march)
    assert grouped(true, state) == {"1506": ("p", "q")}
    assert grouped(false, after(false, March(grouping=NAME, path=path[:9]))) == {"1507": ()}


@pytest.mark.parametrize(
    ("enemy", "shown"),
    [
        (allied("d", "1513", **PLANE), False),
        (allied("d", "1514", **PLANE), True),
        (allied("d", "1514", kind="antiaircraft", artillery=1), True),
        (allied("d", "1514"), False),
    ],
)
def test_an_air_grouping_is_uncovered_in_the_zone_of_aircraft_and_anti_aircraft_guns(
    enemy: dict[str, Any], shown: bool
) -> None:
    """Section 8.4: it is shown as it enters the zone of an enemy aircraft or anti-aircraft gun."""
    found = fleet("p", "q", others=[enemy])
    told = ask("view", found, side="allied")["hexes"]["1515"]["units"]
    assert told == (["p", "q"] if shown else None)


def test_aircraft_leave_their_grouping_as_they_fly_or_only_as_it_is_formed() -> None:
    """Section 8.4: to attack other targets or to go home; section 11 allows it in its phase."""
    found = fleet("p", "q", "t")
    order = fly("1515", "1514", units="q")
    assert against(found, found.state, order) == set()
    assert order in found.ruleset.legal(found.state, 5000).actions
    state = after(found, order)
    assert grouped(found, state) == {"1515": ("p", "t")}
    assert found.ruleset.places.name(state.pieces["q"].place) == "1514"
    assert list(found.ruleset.invariants(state, found.state)) == []
    strict = fleet("p", "q", "t", options={"air_leaving": "formation_only"})
    assert against(strict, strict.state, order) == {"7.0p"}
    assert order not in strict.ruleset.legal(strict.state, 5000).actions


def test_aircraft_that_leave_a_grouping_need_room_in_the_stack() -> None:
    """Section 7: six counters outside groupings in a hex."""
    others = [unit(f"o{n}", "1514", **PLANE) for n in range(6)]
    found = fleet("p", "q", others=others)
    assert against(found, found.state, fly("1515", "1514", units="q")) == {"7.0f"}
    assert against(found, found.state, fly("1515", "1514", units="p q")) == set()


def test_a_grouping_flies_on_with_the_aircraft_that_flak_leaves() -> None:
    """Section 8.4: it takes the fire of each gun it passes, and moves on if it can."""
    gun = allied("g", "1510", kind="antiaircraft", combat=1, artillery=2)
    found = fleet("p", "q", others=[gun])
    state = after(found, fly("1515", "1514", "1513", "1512", "1612", units="p q"))
    assert grouped(found, state) == {"1512": ("p", "q")}
    told = found.ruleset.answers(state).ask("view", {"side": "allied"})
    assert told["hexes"]["1512"]["units"] == ["p", "q"]
    state = after(found, choose("flak", "q"), choose("flak", "p"), dice="23", start=state)
    assert grouped(found, state) == {"1612": ("p",)}


@pytest.mark.parametrize(
    ("gun", "path", "place"),
    [
        ({}, ("1515", "1514", "1513"), "1513"),
        ({}, ("1515", "1514", "1513", "1512", "1612"), None),
        ({"artillery": 0}, ("1515", "1514", "1513", "1512", "1612"), "1612"),
        ({"kind": "infantry"}, ("1515", "1514", "1513", "1512", "1612"), "1612"),
    ],
)
@pytest.mark.parametrize("covered", [False, True])
def test_a_false_grouping_in_range_of_flak_is_found_out_as_a_true_one_is_seen(
    gun: dict[str, Any], path: tuple[str, ...], place: str | None, covered: bool
) -> None:
    """Sections 8.3, 11: two hexes from a gun true aircraft are fired at, and seen.

    A false grouping that flew on there unasked would be known to be false, and still lie.
    """
    status = ["hidden"] if covered else []
    kind = {"kind": "antiaircraft", "combat": 1, "artillery": 2, "status": status} | gun
    found = fleet(others=[allied("g", "1510", **kind)])
    state = after(found, March(grouping=NAME, path=path))
    assert grouped(found, state) == ({} if place is None else {place: ()})
    assert not state.pending
    assert list(found.ruleset.invariants(state, found.state)) == []


def test_a_false_grouping_near_flak_is_found_out_as_its_half_of_a_sub_turn_begins() -> None:
    """Section 8.3: as true aircraft in range are fired at then; in the other half nothing is."""
    gun = allied("g", "1517", kind="antiaircraft", combat=1, artillery=2)
    waiting = fleet(others=[gun], active="allied")
    assert grouped(waiting, waiting.state) == {"1515": ()}
    state = after(waiting, act.NextPhase())
    assert grouped(waiting, state) == {}
