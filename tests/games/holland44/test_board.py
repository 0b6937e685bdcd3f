"""The Holland '44 board against rulebook, set-up, geography, and the reference compilation."""

from __future__ import annotations

import csv
import itertools
import math
from collections import Counter, defaultdict
from importlib.resources import files
from pathlib import Path

import pytest

from engine.board.board import BEYOND, Board
from engine.board.facts import check, crosses
from engine.board.grid import hexside
from engine.board.source import Fact, Source, read_facts
from tests.grids import HOLLAND
from tests.outside import reference

MODULE = Path(str(files("resources") / "holland44"))
FACTS = read_facts(MODULE / "source" / "hexfacts.csv")

RHINE = "Pannerdens Kanaal - Nederrijn - Lek"


# ------------------------------------------------------------------------------- stated facts
@pytest.mark.parametrize("fact", FACTS, ids=[f"{f.status}: {f}" for f in FACTS])
def test_fact(board: Board, fact: Fact) -> None:
    holds, found = check(board, fact)
    assert holds, f"{fact.fact} ({fact.source}): found {found}"


def test_there_are_163_facts_of_which_71_are_stated() -> None:
    assert len(FACTS) == 163
    assert Counter(f.status for f in FACTS)["stated"] == 71


@pytest.mark.parametrize(
    ("kind", "where", "value"),
    [
        ("terrain", "6516", "woods"),
        ("settlement", "1000", "town"),
        ("place", "4816", "Paris"),
        ("water", "4816/4817", "canal"),
        ("bridge", "4816", "Nijmegen"),
        ("other_side", "4816", "4715:Maas"),
        ("same_side", "4816", "4818:Maas"),
        ("road", "1101", "any"),
        ("road_link", "1504/1605", "minor"),
        ("adjacent", "4816", "4818"),
        ("crossing", "", "WK_Son:rail:canal"),
        ("neighbour_terrain", "6516", "marsh:1"),
        ("terrain_east", "2914", "lake:12"),
        ("on_map", "9900", ""),
        ("terrain", "9900", "clear"),
        ("colour", "4816", "blue"),
    ],
)
def test_a_false_fact_does_not_hold(board: Board, kind: str, where: str, value: str) -> None:
    assert not check(board, Fact(where, kind, value, "stated", "", ""))[0]


def test_a_fact_lends_its_basis(board: Board) -> None:
    assert board.terrain_basis[board.hex("6516")] == "stated"
    assert board.terrain_basis[board.hex("6317")] == "setup"
    assert board.terrain_basis[board.hex("6720")] == "inferred"
    assert board.settlement_basis[board.hex("6122")] == "stated"
    assert board.sides["1402/1502"].basis == "stated"
    assert {b.id for b in board.bridges.values() if b.basis == "stated"} >= {"Grave", "Nijmegen"}


def test_victory_hexes(board: Board) -> None:
    """26.5: every city hex, Overloon and Venray; Eindhoven has three, Nijmegen two."""
    scoring = {n for n, points in zip(board.numbers, board.victory, strict=True) if points}
    cities = {n for n, rank in zip(board.numbers, board.settlement, strict=True) if rank == "city"}
    assert scoring == cities | {"3524", "3225"}
    assert set(board.victory) == {0, 1}
    main = Counter(board.names[board.hex(n)][0] for n in cities)
    assert main["Eindhoven"] == 3
    assert main["Nijmegen"] == 2


# ------------------------------------------------------------------------------- set-up
def test_set_up_hexes_are_those_of_the_units(board: Board) -> None:
    with (MODULE / "source" / "units.csv").open(encoding="utf-8", newline="") as file:
        units = {(h, u["id"]) for u in csv.DictReader(file) for h in u["start_hex"].split()}
    on_board = {
        (n, unit)
        for n, here in zip(board.numbers, board.setup, strict=True)
        for unit in here
        if unit != "unknown"
    }
    assert on_board == units
    assert sum("unknown" in here for here in board.setup) == 20


def test_nothing_starts_in_a_lake_or_lands_on_woods(board: Board) -> None:
    for i, units in enumerate(board.setup):
        assert not (units and board.terrain[i] == "lake")
    for drop in board.drops.values():
        for i in drop.hexes:
            assert board.terrain[i] in ("clear", "polder"), board.where(i)
            assert drop.letter in board.drop_letters[i]


@pytest.mark.parametrize(
    ("hexes", "reference", "river", "other"),
    [
        ("6317 6418 6217 6516 6113 6319 6321", "6122", RHINE, False),
        ("5820 5606 5908", "6122", RHINE, True),
        ("5820 5606 5908", "5321", "Rijn - Waal", True),
        ("4818 4819 4824 4924 5024 4721 4922", "5321", "Maas", False),
        ("4715 4816 3810 3104 2107 4301", "5321", "Maas", True),
        ("1401 1402 1201 1301 1103 1204 1303 1304 1306 1308 1107 1109", "1000",
         "Kanaal Bocholt-Herentals (Maas-Schelde)", False),
        ("1501 1502 1503 1504 1404 1405 1406 1408 1309 1110", "1000",
         "Kanaal Bocholt-Herentals (Maas-Schelde)", True),
        ("3306 3206 3207 3108 3104", "2707", "Wilhelminakanaal", True),
        ("3810 4008", "3708", "Zuid-Willemsvaart", True),
        ("6025", "6122", "IJssel", True),
    ],
)  # fmt: skip
def test_units_start_on_the_right_bank(
    board: Board, hexes: str, reference: str, river: str, other: bool
) -> None:
    wrong = [h for h in hexes.split() if crosses(board, h, reference, river) != other]
    assert wrong == []


# ------------------------------------------------------------------------------- areas, zones
def test_entry_areas_share_out_the_edge(board: Board) -> None:
    assert "".join(board.areas) == "ABCDEFGHIJKLMNO"
    edge = {i for i, around in enumerate(board.neighbours) if BEYOND in around}
    taken = [i for a in board.areas.values() for i in a.hexes]
    assert len(taken) == len(set(taken))
    assert set(taken) <= edge
    for area in board.areas.values():
        assert {board.area_of[i] for i in area.hexes} == {area.id}


def test_drop_zones_lie_near_their_real_places(board: Board, source: Source) -> None:
    """Within 1.5 hexes of the middle of the zone; the letters are those of the game."""
    assert sorted(board.drops) == sorted(["A", "A1", "A2", "B", "C", "N", "O", "O1", "P", "S", "T",
                                          "X", "Y", "Z"])  # fmt: skip
    zones = {p["letter"]: point for p, point in source.layer("airlanding")}
    for letter, drop in board.drops.items():
        there = source.warp(zones[letter])
        gap = min(math.dist(board.centres[i], (there.x, there.y)) for i in drop.hexes)
        assert gap < 1.5, letter


def test_corps_boundaries_are_chains_of_hexsides(board: Board) -> None:
    assert len(board.boundaries) == 3
    for boundary in board.boundaries:
        for side in boundary.hexsides:
            a, b = side.split("/")
            assert b in HOLLAND.ring(a)
            assert a in board.index or b in board.index
        for one, two in itertools.pairwise(boundary.hexsides):
            ends = [
                {(round(u, 6), round(v, 6)) for u, v in HOLLAND.side_ends(*s.split("/"))}
                for s in (one, two)
            ]
            assert ends[0] & ends[1], f"{boundary.name} breaks between {one} and {two}"


# ------------------------------------------------------------------------------- reference
def rows_of(name: str) -> list[dict[str, str]]:
    with (reference() / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_reference_terrain_and_settlements(board: Board) -> None:
    for row in rows_of("hexes"):
        i = board.hex(row["hex"])
        assert board.terrain[i] == row["terrain"].replace("+", "_"), row["hex"]
        # Zaltbommel lies just beyond the west edge; we put it at its bridge, not a hex south of it.
        if row["hex"] not in ("5000", "5100"):
            assert (board.settlement[i] or "") == row["settlement"], row["hex"]
            assert "; ".join(board.names[i]) == row["names"]


def test_reference_water(board: Board) -> None:
    ours = {n: (s.water, s.river, s.basis) for n, s in board.sides.items()}
    theirs = {r["hexside"]: (r["kind"], r["name"], r["basis"]) for r in rows_of("hexsides")}
    assert ours == theirs


def test_reference_bridges(board: Board) -> None:
    """Of the reference's crossings three lie on the outer side of an edge hex; one has no road."""
    theirs = {r["id"]: r for r in rows_of("bridges")}
    assert set(theirs) - set(board.bridges) == {
        "ZW_Bocholt", "Vierlingsbeek", "Millingen", "WN_Hunsel"
    }  # fmt: skip
    for bridge in board.bridges.values():
        row = theirs[bridge.id]
        assert (bridge.hexside, bridge.kind, bridge.water) == (
            row["hexside"], row["kind"], row["water_kind"]
        )  # fmt: skip


def test_reference_roads(board: Board) -> None:
    """Nearly all links agree; where they differ, ours run as near or nearer to the road."""
    theirs: dict[str, set[str]] = defaultdict(set)
    for row in rows_of("paths"):
        for a, b in itertools.pairwise(row["hexes"].split()):
            theirs[row["class"] or "railway"].add(hexside(a, b))
    for kind in ("primary", "secondary", "minor"):
        ours = {
            hexside(board.numbers[i], board.numbers[j])
            for r in board.roads
            if r.road_class == kind
            for i, j in itertools.pairwise(r.hexes)
        }
        assert len(ours & theirs[kind]) / len(ours | theirs[kind]) > 0.8, kind


def test_chains_stay_near_the_real_road(board: Board, source: Source) -> None:
    """Each hex of a road is, on average, within half a hex of the real line."""
    real = {p["name"]: source.warp(line) for p, line in source.layer("roads")}
    shapely = pytest.importorskip("shapely")
    far = {}
    for road in board.roads:
        points = [shapely.Point(HOLLAND.center(board.numbers[i])) for i in road.hexes]
        mean = sum(real[road.name].distance(p) for p in points) / len(points)
        if mean > 0.5:
            far[road.name] = round(mean, 2)
    assert far == {}
