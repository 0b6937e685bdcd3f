"""The land of a board: places, waters, the red road, edges, the start zone."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.board.board import BEYOND
from engine.games.marketgarden.ground import Ground
from engine.games.marketgarden.land import land_of
from engine.games.marketgarden.rules.ch02_counters import type_of
from engine.games.marketgarden.units import UnitType
from engine.modules.module import load_module

MODULE = load_module("marketgarden")


def test_the_printed_map_becomes_the_land_of_the_rules() -> None:
    """2.1, 4.2.1, 10.1, 10.2, 11.1.1a, 11.2b: hexes, waters, red road, ferries, start zone."""
    board = MODULE.board
    land = land_of(board)
    assert Counter(land.terrain) == {"open": 445, "forest": 50, "city": 19, "hill": 11, "marsh": 3}
    assert land.rivers.keys() == {side.ends for side in board.sides.values()}
    assert "Waal" in land.rivers.values()
    ferries = {c.hexside for c in land.crossings if c.ferry}
    assert ferries == {b.hexside for b in board.bridges.values() if b.kind == "ferry"}
    assert len(ferries) == 2
    ends = [end for c in land.crossings if not (c.ferry or c.lasting) for end in c.ends]
    assert land.red.issuperset(ends)
    off = [c for c in land.crossings if c.lasting]
    assert off
    assert not any(land.red.issuperset(c.ends) for c in off)
    road = next(r for r in board.roads if r.road_class == "red")
    assert land.red == set(road.hexes)
    assert {land.numbers[i] for i in land.start_zone} >= {"0127", "0528", "0728"}
    names = {names[0] for names in board.names if names}
    assert land.places.keys() == names
    assert sum(land.cities.values()) == 100


def test_the_waal_parts_the_map() -> None:
    """11.1.4b: Arnhem and Utrecht are north of it, Nijmegen and Eindhoven south."""
    land = land_of(MODULE.board)
    north = {land.numbers[i] for i in land.north_of_waal}
    assert {"0202", "0405", "1403", "1703", "2201"} <= north
    assert not north & {"1609", "1710", "0816", "0528", "0820", "1014"}
    assert len(north) < 264


@pytest.mark.parametrize(
    ("edge", "hexes"),
    [
        ("north", {"0101", "2401"}),
        ("west", {"0101", "0128"}),
        ("east", {"2401", "2416", "1217", "1228"}),
        ("south", {"0128", "1228", "2416"}),
    ],
)
def test_the_edges_of_the_map_are_those_of_the_l(edge: str, hexes: set[str]) -> None:
    """4.2.1, 4.2.2: the hexes without a neighbour in the direction of the edge."""
    land = land_of(MODULE.board)
    found = {land.numbers[i] for i in land.edges[edge]}
    assert hexes <= found
    assert not found & {"0505", "1210", "0820"}


def read(name: str) -> UnitType:
    """Parse a counter of the game."""
    return type_of(next(c for c in MODULE.counters if c.id == name))


def test_a_counter_is_read_with_its_arrival() -> None:
    """2.2.1, 11.1.3, 11.1.4: set-up units have none, the others a turn, a place or neither."""
    found = {n: read(n) for n in ("BR-43-129", "GE-406-1", "BR-1AB-P4", "PO-1", "BR-52-155")}
    assert {n: (u.how, u.where) for n, u in found.items()} == {
        "BR-43-129": ("", "xxx-corps"),
        "GE-406-1": ("edge", "east"),
        "BR-1AB-P4": ("fixed", "1403"),
        "PO-1": ("drop", ""),
        "BR-52-155": ("flown", ""),
    }
    assert [found[n].arrives for n in ("GE-406-1", "BR-1AB-P4", "PO-1")] == [2, 2, 5]
    assert (found["BR-43-129"].xxx_corps, found["PO-1"].xxx_corps) == (True, False)
    assert (found["BR-43-129"].division, found["GE-406-1"].range) == ("43", 0)
    assert read("BR-Art-a").range > 0
    for unit in found.values():
        assert 0 < unit.reverse_defense < unit.defense


def test_the_entries_of_reinforcements_end_at_helmond_and_reusel() -> None:
    """4.2.1d, 4.2.1e: the hexes of the east and west edges north of these places."""
    land = land_of(MODULE.board)
    found = {edge: sorted(land.numbers[i] for i in land.entries[edge]) for edge in land.entries}
    east = ["1217", "1218", "1219", *(f"24{row:02d}" for row in range(1, 17))]
    assert found == {"east": east, "west": [f"01{row:02d}" for row in range(1, 23)]}


def test_roads_and_bridges_are_found_from_both_ends() -> None:
    """4.0a, 10.1: every bridge carries a road, also one that is drawn without."""
    board = MODULE.board
    ground = Ground(land_of(board))
    bridges = {pair for c in ground.bridges.values() for pair in (c.ends, c.ends[::-1])}
    assert ground.roads == {*board.road_links, *bridges}
    assert all((j, i) in ground.roads for i, j in ground.roads)
    assert all((j, i) in ground.rivers for i, j in ground.rivers)
    for bridge in ground.bridges.values():
        assert ground.bridge(*bridge.ends) == ground.bridge(*bridge.ends[::-1]) == bridge
        assert ground.ferry(*bridge.ends) is None
    for ferry in ground.ferries.values():
        assert ground.ferry(*ferry.ends) == ground.ferry(*ferry.ends[::-1]) == ferry
        assert ground.bridge(*ferry.ends) is None


def test_the_graph_of_the_land_leads_off_the_map_at_its_rim_alone() -> None:
    """4.2.1, 4.2.2: over any hex that lacks a neighbour."""
    ground = Ground(land_of(MODULE.board))
    rim = {i for i, six in enumerate(ground.land.around) if BEYOND in six}
    assert set(ground.graph[BEYOND]) == rim
    assert rim >= set().union(*ground.land.edges.values())
    inland = ground.index["0505"]
    assert set(ground.graph[inland]) == set(ground.ring[inland])
