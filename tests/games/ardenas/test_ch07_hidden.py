"""Chapters 7.0o, 7.0s, 11.0e, 11.0f and 12.0k: face-down units and the enemy's view of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest

from engine.core import actions as act
from engine.core.reducer import apply
from engine.core.resolve import relocate
from engine.core.state import State, as_json
from engine.games.ardenas.own_actions import TurnOver
from engine.games.ardenas.rules.ch07_hidden import is_covered
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import after, against, allied, ask, given, unit
from tests.games.ardenas.test_ch11_groupings import grouping, march, name, on_map

DOWN = {"status": ["hidden"]}


def view(found: GivenPosition, side: str = "german") -> dict[str, Any]:
    said = ask("view", found, side=side)
    return {hex_: seen["units"] for hex_, seen in said["hexes"].items()} | {"sheet": said["sheet"]}


def turn(units: str, face: str = "down") -> TurnOver:
    return TurnOver.model_validate({"units": units.split(), "face": face})


def test_a_face_down_unit_is_seen_as_a_back_until_the_enemy_is_beside_it() -> None:
    """Rulebook 7: counters lie face down until they are in an enemy zone of control."""
    hidden = allied("e", "1512") | DOWN
    assert view(given(unit("a", "1515"), hidden)) == {"1512": None, "sheet": []}
    assert view(given(unit("a", "1513"), hidden)) == {"1512": ["e"], "sheet": []}
    assert view(given(unit("a", "1515"), allied("e", "1512"))) == {"1512": ["e"], "sheet": []}
    assert view(given(unit("a", "1515"), hidden), "allied") == {"1515": ["a"], "sheet": []}


def test_aircraft_uncover_the_ground_units_below() -> None:
    """Rulebook 7: or when they are flown over by aircraft."""
    hidden = allied("e", "1512") | DOWN
    plane = unit("p", "1512", kind="fighter")
    assert view(given(plane, hidden, phase="air", subturn=1))["1512"] == ["e"]
    near = unit("p", "1513", kind="fighter")
    assert view(given(near, hidden, phase="air", subturn=1))["1512"] is None


@pytest.mark.parametrize(("kind", "place"), [("fighter", "1512"), ("infantry", "1513")])
def test_units_are_uncovered_by_a_unit_that_comes_and_covered_when_it_goes(
    kind: str, place: str
) -> None:
    """7.0s: the hexes that uncover are found again only where units of a layer changed."""
    hidden = allied("e", "1512") | DOWN
    found = given(unit("p", "1010", kind=kind), hidden, phase="air", subturn=1)
    places, shown = found.ruleset.places, []
    state = found.state
    for hex_ in (place, "1010", place):
        shown.append(is_covered_in(found, state))
        state = apply(state, relocate(state, places, "p", hex_), places)
    assert [*shown, is_covered_in(found, state)] == [True, False, True, False]


def is_covered_in(found: GivenPosition, state: State) -> bool:
    position = found.ruleset.position(state)
    return is_covered(position, position.units["e"])


@pytest.mark.parametrize(("reading", "stays"), [("at_once", False), ("by_owner", True)])
def test_what_aircraft_fly_over_is_covered_again_at_once_or_by_its_owner(
    reading: str, stays: bool
) -> None:
    """7.0o: the second reading also turns units face up that aircraft only pass."""
    plane = unit("p", "1513", kind="fighter", movement=8)
    units = [allied(n, h) | DOWN for n, h in (("d", "1514"), ("e", "1515"), ("f", "1509"))]
    more = {"options": {"covered_again": reading}, "phase": "air", "subturn": 1}
    found = given(plane, *units, **more)
    path = ("1513", "1514", "1515", "1516")
    state = after(found, act.MoveUnits(units=("p",), path=path, mode="normal"))
    down = {n for n, piece in state.pieces.items() if "hidden" in piece.status}
    assert down == ({"f"} if stays else {"d", "e", "f"})


@pytest.mark.parametrize("reading", ["at_once", "by_owner"])
@pytest.mark.parametrize("kind", ["fighter", "bomber", "transport"])
def test_a_false_grouping_that_aircraft_fly_over_leaves_the_map(kind: str, reading: str) -> None:
    """7.0o, 11.0f: they uncover what they pass; true groupings, other hexes and own ones stay."""
    groups = [grouping(1, "1514", side="allied"), grouping(2, "1515", "d", side="allied")]
    groups += [grouping(3, "1414", side="allied"), grouping(4, "1515", side="allied")]
    groups += [grouping(5, "1518", side="german")]
    plane, enemy = unit("p", "1513", kind=kind, movement=8), allied("d", "1515")
    more = {"phase": "air", "subturn": 1, "options": {"covered_again": reading}}
    found = given(plane, enemy, unit("g", "1518"), groupings=groups, **more)
    path = tuple(f"15{row}" for row in range(13, 20))
    state = after(found, act.MoveUnits(units=("p",), path=path, mode="normal"))
    assert set(on_map(state)) == {name(2, "allied"), name(3, "allied"), name(5, "german")}


def test_aircraft_are_uncovered_by_enemy_aircraft_and_anti_aircraft_guns() -> None:
    hidden = allied("e", "1512", kind="fighter") | DOWN
    air: dict[str, Any] = {"phase": "air", "subturn": 1}
    assert view(given(unit("a", "1513"), hidden, **air))["1512"] is None, "infantry does not"
    for kind in ("fighter", "antiaircraft"):
        assert view(given(unit("a", "1513", kind=kind), hidden, **air))["1512"] == ["e"]
        assert view(given(unit("a", "1514", kind=kind), hidden, **air))["1512"] is None


@pytest.mark.parametrize("kind", ["supply", "fuel"])
def test_supply_and_fuel_uncover_nothing_and_dispel_no_false_grouping(kind: str) -> None:
    """Rulebook 12: they have no zone and discover no groupings, false or real."""
    stores = unit("s", "1513", kind=kind)
    assert view(given(stores, allied("e", "1512") | DOWN))["1512"] is None
    groups = [grouping(1, "1512", "e", side="allied"), grouping(2, "1512", side="allied")]
    found = given(stores, unit("a", "1519"), allied("e", "1512"), groupings=groups)
    assert view(found) == {"1512": None, "sheet": [["e"]]}
    moved = after(found, act.MoveUnits(units=("a",), path=("1519", "1520"), mode="normal"))
    assert set(on_map(moved)) == {name(1, "allied"), name(2, "allied")}


def test_units_are_hidden_again_once_they_have_left_the_zone() -> None:
    """Rulebook 7: the owner may hide them again when they leave the zone."""
    found = given(unit("a", "1515"), unit("b", "1714") | DOWN, allied("e", "1814"))
    assert "7.0s" not in against(found, found.state, turn("a"))
    beside = given(unit("a", "1813"), allied("e", "1814"))
    assert against(beside, beside.state, turn("a")) == {"7.0s"}
    assert view(found, "allied")["1714"] == ["b"]
    left = after(found, act.MoveUnits(units=("b",), path=("1714", "1614"), mode="normal"))
    assert "hidden" in left.pieces["b"].status
    assert view(replace(found, state=left), "allied")["1614"] is None


def test_units_are_turned_over_in_the_own_turn_only() -> None:
    found = given(unit("a", "1515"), unit("b", "1515") | DOWN, allied("e", "2020"))
    down = after(found, turn("a"))
    assert down.pieces["a"].status == {"hidden"}
    assert after(found, turn("b", "up")).pieces["b"].status == frozenset()
    assert against(found, found.state, turn("b")) == {"7.0o"}
    assert against(found, found.state, turn("a", "up")) == {"7.0o"}
    assert against(found, found.state, turn("e")) == {"4.0a"}
    early = given(unit("a", "1515"), phase="weather")
    assert against(early, early.state, turn("a")) == {"7.0o"}
    grouped = given(unit("a", "1515"), groupings=[grouping(1, "1515", "a")])
    assert against(grouped, grouped.state, turn("a")) == {"7.0o"}


def test_the_enemy_sees_the_sheet_but_not_where_a_grouping_is() -> None:
    """Rulebook 11: he sees the composition of groupings, not which is nearest to his units."""
    groups = [grouping(7, "1512", "e f", side="allied"), grouping(2, "1310", "g", side="allied"),
              grouping(5, "1110", side="allied")]  # fmt: skip
    enemies = [allied("e", "1512"), allied("f", "1512"), allied("g", "1310")]
    found = given(unit("a", "2020"), *enemies, groupings=groups)
    unseen = {"1512": None, "1310": None, "1110": None, "sheet": [["e", "f"], ["g"]]}
    assert view(found) == unseen
    met = given(unit("a", "1513"), *enemies, groupings=groups)
    assert view(met) == unseen | {"1512": ["e", "f"]}


def test_the_observed_state_has_neither_numbers_nor_hexes_of_groupings() -> None:
    groups = [grouping(7, "1512", "e f", side="allied"), grouping(5, "1110", side="allied")]
    marked = {"status": ["affected", "formed"], "fired": 1}
    found = given(unit("a", "2020"), allied("e", "1512") | marked, allied("f", "1512"),
                  allied("h", "1010") | DOWN, groupings=groups)  # fmt: skip
    rules = found.ruleset
    state = rules.observe(found.state, "german")
    assert on_map(state) == {name(1, "allied").replace("/1", f"/{hex_}-1"): hex_
                             for hex_ in ("1110", "1512")}  # fmt: skip
    assert not [track for track in state.tracks if "fired/e" in track or "/7" in track]
    assert state.tracks["sheet/allied/1"] == "e f"
    seen = {n: rules.places.name(p.place) for n, p in state.pieces.items() if p.side == "allied"}
    assert seen == {"e": "sheet-allied", "f": "sheet-allied", "cover:1010:1": "1010"}
    assert state.pieces["e"].status == {"affected"}
    assert state.pieces["cover:1010:1"].counter == "back-allied"
    assert rules.observe(state, "german") == state
    assert rules.observe(found.state, "allied") == found.state


def test_a_back_blocks_and_stops_like_any_enemy() -> None:
    """A side can plan against a grouping that it sees face down."""
    groups = [grouping(7, "1512", "e", side="allied")]
    found = given(unit("a", "1515"), allied("e", "1512"), groupings=groups)
    seen = replace(found, state=found.ruleset.observe(found.state, "german"))
    for mode in ("normal", "displacement"):
        one, other = (ask("reach", f, unit="a", mode=mode)["hexes"] for f in (found, seen))
        assert one == other
    assert view(seen) == view(found)
    assert ask("state", seen)["groupings"] == [
        {"side": "allied", "number": None, "kind": "ground", "hex": "1512", "units": []}
    ]


def test_units_of_a_declared_attack_are_visible() -> None:
    stores = allied("s", "1512", kind="supply")
    found = given(unit("a", "1513") | DOWN, unit("b", "1513") | DOWN, stores, phase="combat")
    assert view(found, "allied")["1513"] is None
    order = act.DeclareAttack(attackers=("a",), target="1512")
    declared = replace(found, state=after(found, order))
    assert view(declared, "allied")["1513"] == ["a"]


def test_a_false_grouping_that_meets_the_enemy_is_taken_off_the_map() -> None:
    """Rulebook 11: the printed list of cases is lost; the reconstruction removes it."""
    mine = [grouping(1, "1515")]
    found = given(allied("e", "1512"), groupings=mine)
    far = after(found, march(1, "1515", "1514"))
    assert on_map(far) == {name(1): "1514"}
    assert on_map(after(found, march(1, "1515", "1514", "1513"))) == {}
    met = given(unit("a", "1515"), groupings=[grouping(1, "1512", side="allied")])
    path = ("1515", "1514", "1513")
    state = after(met, act.MoveUnits(units=("a",), path=path, mode="normal"))
    assert on_map(state) == {}
    assert "1512" not in ask("reach", met, unit="a")["hexes"]


def test_two_false_groupings_that_meet_are_both_taken_off_the_map() -> None:
    groups = [grouping(1, "1515"), grouping(2, "1512", side="allied"), grouping(3, "1520")]
    found = given(unit("x", "2525"), groupings=groups)
    assert on_map(after(found, march(1, "1515", "1514", "1513"))) == {name(3): "1520"}


def test_a_true_grouping_stays_where_a_false_one_is_met() -> None:
    groups = [grouping(1, "1515", "a"), grouping(2, "1512", side="allied")]
    found = given(unit("a", "1515"), groupings=groups)
    assert on_map(after(found, march(1, "1515", "1514", "1513"))) == {name(1): "1513 a"}


# -- pairs of positions that differ only in what is hidden ----------------------------------------

HEXES = tuple(f"{column:02d}{row:02d}" for column in range(3, 28, 4) for row in (3, 5, 7, 9))
ENEMIES = 12


def arranged(chance: random.Random, shape: random.Random) -> tuple[list[Any], list[Any]]:
    """Return enemies and groupings: ``shape`` draws the visible parts, ``chance`` the
    hidden ones.
    """
    spots = shape.sample(HEXES, 10)
    boxes = [shape.randint(1, 4) for _ in range(2)]
    ids = [f"e{n}" for n in range(ENEMIES)]
    grouped = ids[: sum(boxes)]
    loose = ids[sum(boxes) :]
    true_spots, false_spots, covers = spots[:2], spots[2:4], spots[4:]
    backs = [*true_spots, *false_spots]
    chance.shuffle(backs)
    chance.shuffle(loose)
    numbers = chance.sample(range(1, 13), 4)
    contents = [grouped[: boxes[0]], grouped[boxes[0] :], [], []]
    places = dict(zip(loose, covers * 2, strict=False))
    groups = []
    for number, hex_, units in zip(numbers, backs, contents, strict=True):
        groups.append(grouping(number, hex_, " ".join(units), side="allied"))
        places |= dict.fromkeys(units, hex_)
    kinds = ("infantry", "tank", "field_artillery", "supply")
    enemies = [
        allied(n, places[n], kind=kinds[int(n[1:]) % len(kinds)], artillery=1, range=4)
        | ({} if n in grouped else DOWN)
        for n in ids
    ]
    return enemies, groups


def pair(seed: int) -> Iterator[GivenPosition]:
    """Yield two positions that differ only in what is hidden from the German side."""
    own = [unit(f"a{n}", f"{2 * n + 2:02d}20") for n in range(6)]
    for hidden in (2 * seed, 2 * seed + 1):
        enemies, groups = arranged(random.Random(hidden), random.Random(seed))
        yield given(*own, *enemies, groupings=groups)


def observed(found: GivenPosition) -> bytes:
    state: State = found.ruleset.observe(found.state, "german")
    return orjson.dumps(as_json(state, found.ruleset.places))


def differ(found: GivenPosition, other: GivenPosition) -> bool:
    return as_json(found.state, found.ruleset.places) != as_json(other.state, other.ruleset.places)


SOAK = [pytest.param(range(n, n + 1000), marks=pytest.mark.soak) for n in range(0, 10_000, 1000)]
"""Ten thousand pairs."""


@pytest.mark.parametrize("seeds", [range(40), *SOAK])
def test_an_observed_position_does_not_depend_on_hidden_units(seeds: range) -> None:
    different = 0
    for seed in seeds:
        one, other = pair(seed)
        assert observed(one) == observed(other), seed
        assert view(one) == view(other), seed
        different += differ(one, other)
    assert different > 0.9 * len(seeds)


@pytest.mark.parametrize("where", ["loose", "in a grouping"])
def test_units_under_fire_are_uncovered_so_that_the_gunner_can_choose(where: str) -> None:
    """Section 8.4i states it for bombs; our ruling applies it to guns."""
    loose = where == "loose"
    hidden = [allied(n, "1514") | (DOWN if loose else {}) for n in ("e", "f")]
    groups = [] if loose else [grouping(1, "1514", "e f", side="allied")]
    gun = unit("g", "1512", kind="field_artillery", artillery=2, range=4)
    found = given(gun, *hidden, groupings=groups, phase="bombardment")
    assert view(found)["1514"] is None
    asked = after(found, act.Bombard(artillery=("g",), target="1514"))
    seen = found.ruleset.observe(asked, "german")
    for state in (asked, seen):
        question = found.ruleset.answers(state).question()
        assert question is not None
        assert [option.id for option in question.options] == ["e", "f"]
