"""Rivers, bridges, roads and railways of the Holland '44 board, complete and correctly crossed."""

from __future__ import annotations

import itertools
import math

import networkx as nx
import pytest

from engine.board.board import BEYOND, Board
from engine.board.graph import board_graph
from engine.board.grid import Point, hexside
from engine.board.source import Source
from tests.grids import HOLLAND

RHINE = "Pannerdens Kanaal - Nederrijn - Lek"
GREAT_RIVERS = {"Maas", "Rijn - Waal", RHINE, "IJssel"}
CANALS = {
    "Kanaal Bocholt-Herentals (Maas-Schelde)",
    "Zuid-Willemsvaart",
    "Wilhelminakanaal",
    "Eindhovens Kanaal",
    "Beatrixkanaal",
    "Maas-Waalkanaal",
    "Kanaal Wessem-Nederweert",
    "Noordervaart",
}

Corner = tuple[int, int]


# ------------------------------------------------------------------------------- rivers
def chain_of(board: Board, river: str) -> nx.Graph[Corner]:
    """The hexsides of a water as a graph of corners, each corner the middle of its three hexes."""
    found: nx.Graph[Corner] = nx.Graph()
    for side in board.sides.values():
        if river in (side.river, *side.also):
            ends = HOLLAND.side_ends(*side.name.split("/"))
            found.add_edge(*((round(u * 1000), round(v * 1000)) for u, v in ends))
    return found


def rivers(board: Board) -> set[str]:
    return {name for s in board.sides.values() for name in (s.river, *s.also)}


def on_edge(board: Board, corner: Corner) -> bool:
    """Does a corner belong to fewer than three hexes of the board?"""
    u, v = corner[0] / 1000, corner[1] / 1000
    return sum(math.dist(c, (u, v)) < 0.6 for c in board.centres) < 3


def stretches(board: Board, river: str) -> list[list[Corner]]:
    """The parts of a water on the board, each as its end corners (none for a closed ring)."""
    chain = chain_of(board, river)
    return [
        sorted(c for c in part if chain.degree[c] == 1) for part in nx.connected_components(chain)
    ]


def real_ends(source: Source, river: str) -> list[Point]:
    """Both ends of a water in the geography, in grid coordinates."""
    for layer in ("rivers_major", "canals", "rivers_minor"):
        for p, line in source.layer(layer):
            if p["name"] == river:
                there = source.warp(line).coords
                return [there[0], there[-1]]
    raise AssertionError(f"no geography has {river}")


def test_every_water_is_an_unbroken_line_without_forks_or_islands(
    board: Board, source: Source
) -> None:
    """It ends at the edge of the board, or where the river or canal itself ends."""
    for river in rivers(board):
        assert max(dict(chain_of(board, river).degree).values()) == 2, river
        for ends in stretches(board, river):
            assert len(ends) == 2, f"{river} runs in a ring"
            for end in (c for c in ends if not on_edge(board, c)):
                point = (end[0] / 1000, end[1] / 1000)
                gap = min(math.dist(point, real) for real in real_ends(source, river))
                assert gap < 1, f"{river} breaks off at {point}"


@pytest.mark.parametrize("river", ["Maas", "Rijn - Waal", RHINE])
def test_the_great_rivers_run_from_edge_to_edge(board: Board, river: str) -> None:
    for ends in stretches(board, river):
        assert all(on_edge(board, c) for c in ends)


def test_the_ijssel_begins_in_the_rhine(board: Board) -> None:
    inner = [c for ends in stretches(board, "IJssel") for c in ends if not on_edge(board, c)]
    assert len(inner) == 1
    assert inner[0] in chain_of(board, RHINE)


@pytest.mark.parametrize(
    ("river", "into"),
    [
        ("Maas-Waalkanaal", {"Maas", "Rijn - Waal"}),
        ("Wilhelminakanaal", {"Zuid-Willemsvaart"}),
        ("Eindhovens Kanaal", {"Zuid-Willemsvaart"}),
        ("Beatrixkanaal", {"Wilhelminakanaal"}),
        ("Kanaal Wessem-Nederweert", {"Zuid-Willemsvaart"}),
        ("Dommel", {"Dieze"}),
        ("Grift - Valleikanaal", {RHINE}),
        ("Kromme Rijn", {RHINE}),
    ],
)
def test_a_water_ends_in_the_waters_it_joins(board: Board, river: str, into: set[str]) -> None:
    ends = {c for part in stretches(board, river) for c in part}
    for name in into:
        others = chain_of(board, name)
        assert ends & set(others), f"{river} does not reach {name}"


def test_kinds_of_water_are_those_of_the_map(board: Board) -> None:
    for side in board.sides.values():
        assert (side.water == "major_river") == (side.river in GREAT_RIVERS), side.name
        if side.river in CANALS:
            assert side.water == "canal"
    assert rivers(board) >= GREAT_RIVERS | CANALS


def without_great_rivers(board: Board) -> nx.Graph:
    """Neighbouring hexes with no great river between them; no hex that has them all around."""
    whole = board_graph(board)
    return nx.Graph(
        (i, j)
        for i, j, data in whole.edges(data=True)
        if i != BEYOND and data.get("water") != "major_river"
    )


def test_no_hex_is_cut_off_by_great_rivers(board: Board) -> None:
    """Every bank is a region, not a stray hex that a bend has caught."""
    dry = without_great_rivers(board)
    for i in set(range(len(board.numbers))) - set(dry):
        assert BEYOND in board.neighbours[i], f"{board.where(i)} has great rivers on all sides"
    for bank in nx.connected_components(dry):
        assert len(bank) >= 3 or any(BEYOND in board.neighbours[i] for i in bank)


# ------------------------------------------------------------------------------- bridges
def test_every_bridge_crosses_its_own_water(board: Board) -> None:
    for bridge in board.bridges.values():
        side = board.sides[bridge.hexside]
        assert bridge.river in (side.river, *side.also), bridge.id
        assert bridge.water == side.water
        assert bridge.ends != (BEYOND, BEYOND)
        assert bridge in side.bridges


def test_the_state_at_the_start_is_that_of_the_rules(board: Board) -> None:
    """5.3.1, 5.7 and the list of bridges that start blown; errata: the bridge at 1303/1404."""
    b = board.bridges
    assert {x.id for x in b.values() if x.rule == "never_blown"} == {
        "Arnhem", "Nijmegen", "Westervoort"
    }  # fmt: skip
    assert b["Grave"].rule == "grave"
    assert b["Pannerden"].rule == "entry_area_H"
    for side in ("1402/1502", "1306/1407", "1307/1408", "1109/1210"):
        assert {x.start for x in board.sides[side].bridges} == {"blown"}
    assert b["BH_Joe"].start == "intact"
    canal = "Kanaal Bocholt-Herentals (Maas-Schelde)"
    for x in b.values():
        if x.kind == "ferry":
            assert x.start == "ferry"
        elif x.river != canal and x.rule != "never_blown" and x.kind != "pontoon":
            assert x.start == "wired", x.id


@pytest.mark.parametrize(
    ("a", "b", "bridges", "ferries"),
    [
        # The Betuwe from the north, from the south, and the way over the Maas from Brabant.
        ("5820", "6614", {"Rhenen", "Oosterbeek", "Arnhem"}, {"Lexkes", "Heveadorp", "Opheusden"}),
        ("5820", "5017", {"Nijmegen", "NijmegenRail"}, {"TielVeer", "Ochten", "Beuningen"}),
        ("5017", "3810", {"Grave", "MookRail", "RavensteinRail"}, {"Cuijk", "Megen"}),
        ("6025", "6614", {"Westervoort", "WestervoortRail"}, set()),
    ],
)
def test_banks_are_joined_by_bridges_and_ferries_alone(
    board: Board, a: str, b: str, bridges: set[str], ferries: set[str]
) -> None:
    """Without the crossings of great rivers the board falls apart into banks."""
    dry = without_great_rivers(board)
    i, j = board.hex(a), board.hex(b)
    assert not nx.has_path(dry, i, j)
    here, there = (nx.node_connected_component(dry, n) for n in (i, j))
    crossing = {
        x.id: x.kind
        for x in board.bridges.values()
        if BEYOND not in x.ends
        and ((x.ends[0] in here and x.ends[1] in there)
             or (x.ends[0] in there and x.ends[1] in here))
    }  # fmt: skip
    assert bridges <= {name for name, kind in crossing.items() if kind != "ferry"}
    assert ferries <= {name for name, kind in crossing.items() if kind == "ferry"}
    # With every bridge and ferry blown nobody gets across; with one of them open somebody does.
    open_again = dry.copy()
    open_again.add_edge(*board.bridges[min(bridges)].ends)
    assert nx.has_path(open_again, i, j)


def test_rhine_and_waal_make_an_island_of_the_betuwe(board: Board) -> None:
    dry = without_great_rivers(board)
    betuwe = nx.node_connected_component(dry, board.hex("5820"))
    inside = ("5606", "5908", "6010", "5421", "5626", "6019")
    assert all(board.hex(n) in betuwe for n in inside)
    outside = ("5321", "6122", "6614", "5017", "4301", "6025")
    assert not any(board.hex(n) in betuwe for n in outside)


# ------------------------------------------------------------------------------- roads
def lines(board: Board) -> list[tuple[str, tuple[int, ...], bool]]:
    return [(r.name, r.hexes, True) for r in board.roads] + [
        (r.name, r.hexes, False) for r in board.railways
    ]


def test_chains_are_contiguous_and_visit_no_hex_twice(board: Board) -> None:
    for name, hexes, _ in lines(board):
        assert len(hexes) > 1, name
        assert len(set(hexes)) == len(hexes), name
        for i, j in itertools.pairwise(hexes):
            assert j in board.neighbours[i], name


def test_chains_cross_rivers_and_canals_only_at_bridges_and_ferries(board: Board) -> None:
    for name, hexes, is_road in lines(board):
        for i, j in itertools.pairwise(hexes):
            side = board.hexside(i, j)
            if side is None or side.water == "minor_river":
                continue
            fit = {"road", "both", "ferry"} if is_road else {"rail", "both"}
            assert fit & set(side.features), f"{name} crosses {side.river} at {side.name}"


def test_ferries_of_a_road_are_the_hexsides_without_a_bridge(board: Board) -> None:
    for road in board.roads:
        for i, j in itertools.pairwise(road.hexes):
            side = hexside(board.numbers[i], board.numbers[j])
            wet = board.sides.get(side)
            by_ferry = bool(wet) and "ferry" in wet.features and "road" not in wet.features
            assert (side in road.ferries) == by_ferry, road.name


def test_every_bridge_on_the_board_carries_its_road_or_railway(board: Board) -> None:
    idle = []
    for bridge in board.bridges.values():
        if BEYOND in bridge.ends or bridge.kind in ("pontoon", "ferry"):
            continue
        road, rail = board.road_class(*bridge.ends), board.has_railway(*bridge.ends)
        if not (rail if bridge.kind == "rail" else road):
            idle.append(bridge.id)
    assert idle == []


def test_every_town_has_a_road_and_all_roads_are_one_net(board: Board) -> None:
    for i, rank in enumerate(board.settlement):
        if rank in ("city", "town"):
            assert i in board.road_hexes, board.where(i)
    net = nx.Graph(p for r in board.roads for p in itertools.pairwise(r.hexes))
    assert nx.is_connected(net)


def test_the_main_road_does_not_zigzag(board: Board) -> None:
    """A turn that could be cut short is there for a bridge or a town."""
    for road in board.roads:
        if road.road_class != "primary":
            continue
        for i, j, k in zip(road.hexes, road.hexes[1:], road.hexes[2:], strict=False):
            if k in board.neighbours[i]:
                wet = board.hexside(i, k)
                assert wet or board.settlement[j] in ("city", "town"), board.where(j)


def test_sharp_turns_are_few(board: Board) -> None:
    sharp = sum(
        k in board.neighbours[i]
        for _, hexes, _ in lines(board)
        for i, _, k in zip(hexes, hexes[1:], hexes[2:], strict=False)
    )
    assert sharp <= 16


def test_exits_lie_on_the_edge(board: Board) -> None:
    for line in (*board.roads, *board.railways):
        for i in line.exits:
            assert BEYOND in board.neighbours[i], line.name
            assert i in (line.hexes[0], line.hexes[-1])
