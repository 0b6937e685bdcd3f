"""Compiler of a module's board from geography (``board.json``), byte-identical on every machine."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from engine.board.board import Board
from engine.board.compile_bridges import compile_bridges
from engine.board.compile_land import (
    Settlement,
    compile_places,
    compile_settlements,
    compile_terrain,
)
from engine.board.compile_roads import Chain, compile_network
from engine.board.compile_water import Water
from engine.board.facts import check
from engine.board.format import (
    FORMAT,
    Basis,
    BoardError,
    BoardFile,
    BoundaryFile,
    BridgeFile,
    DropFile,
    GridFile,
    HexFile,
    HexsideFile,
    RailwayFile,
    RoadFile,
    Terrain,
)
from engine.board.grid import hexes_of, hexside
from engine.board.source import Fact, Source, read_facts
from engine.board.tables import board_from_tables, is_tabled
from engine.i18n import t

STRENGTH: tuple[Basis, ...] = ("stated", "setup", "geography", "inferred")


def compile_board(folder: Path) -> bytes:
    """Compile ``board.json`` for a module folder with a ``source/`` folder; nothing is written.

    The source is tables if there are any (:mod:`engine.board.tables`), else geography from ``geo/``
    beside the module. Raises BoardError if the source cannot be compiled or the result contradicts
    a stated fact.
    """
    if is_tabled(folder):
        data = serialize(board_from_tables(folder, folder.name))
        path = folder / "source" / "hexfacts.csv"
        facts = read_facts(path) if path.is_file() else []
    else:
        source = Source(folder)
        data = serialize(_board(source, folder.name))
        facts = source.facts
    board = Board.load(data)
    for fact in facts:
        holds, finding = check(board, fact)
        if fact.status == "stated" and not holds:
            key = "board.fact_fails.tables" if is_tabled(folder) else "board.fact_fails"
            raise BoardError(t(key, fact=fact, found=finding, source=fact.source))
    return data


def _board(source: Source, game: str) -> BoardFile:
    water = Water(source)
    bridges = compile_bridges(source, water)
    places = compile_places(source, water)
    roads = compile_network(source, water, bridges, places, "roads")
    railways = compile_network(source, water, bridges, places, "railways")
    extent = source.extent
    return BoardFile(
        format=FORMAT,
        game=game,
        credits=tuple(source.overrides.credits),
        grid=GridFile(
            rows=extent["rows"],
            cols_even=extent["columns_even"],
            cols_odd=extent["columns_odd"],
            hex_km=source.hex_km,
        ),
        hexes=_hexes(source, compile_terrain(source, water), compile_settlements(source, places)),
        hexsides=_hexsides(source, water),
        bridges=tuple(bridges),
        roads=tuple(_road(c, bridges) for c in roads),
        railways=tuple(
            RailwayFile(name=c.name, hexes=c.hexes, exits=c.exits, basis=c.basis) for c in railways
        ),
        areas=source.overrides.entry_areas,
        drops=tuple(_drops(source)),
        boundaries=tuple(
            BoundaryFile(name=p["name"], hexsides=tuple(p["h44_hexsides"]), basis=p["basis"])
            for p, _ in source.layer("boundaries")
        ),
    )


def _hexes(
    source: Source,
    terrain: Mapping[str, tuple[Terrain, Basis]],
    settlements: Mapping[str, Settlement],
) -> dict[str, HexFile]:
    areas = {h: letter for letter, a in source.overrides.entry_areas.items() for h in a.hexes}
    drops: dict[str, list[str]] = defaultdict(list)
    for drop in _drops(source):
        for number in drop.hexes:
            drops[number].append(drop.letter)
    victory = source.overrides.victory
    result = {}
    for number in source.grid:
        word, basis = terrain[number]
        here = settlements.get(number)
        points = victory.cities if here and here.rank == "city" else victory.hexes.get(number)
        result[number] = HexFile(
            terrain=word,
            basis=_strongest(basis, source.facts, number, {"terrain"}),
            settlement=here.rank if here else None,
            names=tuple(here.names) if here else (),
            settlement_basis=(
                _strongest(here.basis, source.facts, number, {"settlement", "place"})
                if here
                else None
            ),
            area=areas.get(number),
            drop=tuple(drops[number]),
            victory=points,
            setup=source.setup.get(number, ()),
        )
    return result


def _hexsides(source: Source, water: Water) -> dict[str, HexsideFile]:
    return {
        side: wet.model_copy(
            update={"basis": _strongest(wet.basis, source.facts, side, {"water", "bridge"})}
        )
        for side, wet in sorted(water.sides.items())
        if any(h in source.grid for h in hexes_of(side) or ())
    }


def _road(chain: Chain, bridges: Iterable[BridgeFile]) -> RoadFile:
    bridged = {b.hexside for b in bridges if b.kind in ("road", "both")}
    ferries = {b.hexside for b in bridges if b.kind == "ferry"} - bridged
    sides = [hexside(a, b) for a, b in zip(chain.hexes, chain.hexes[1:], strict=False)]
    return RoadFile.model_validate(
        {
            "class": chain.kind,
            "name": chain.name,
            "hexes": chain.hexes,
            "ferries": [s for s in sides if s in ferries],
            "exits": chain.exits,
            "basis": chain.basis,
        }
    )


def _drops(source: Source) -> list[DropFile]:
    """Return the drop zones that the game uses; purely historical ones have no hexes."""
    return [
        DropFile(
            letter=p["letter"],
            division=p["division"],
            name=p["name"],
            hexes=tuple(p["h44_hexes"]),
            basis=p["h44_basis"],
            history=p["history_1944"],
        )
        for p, _ in source.layer("airlanding")
        if p["h44_hexes"]
    ]


def _strongest(basis: Basis, facts: Iterable[Fact], where: str, kinds: set[str]) -> Basis:
    """Return the strongest basis among the compiler's own and the facts on a hex or hexside."""
    known = {f.status for f in facts if f.hex == where and f.kind in kinds}
    return min((b for b in STRENGTH if b in known or b == basis), key=STRENGTH.index)


NEWER = ("lines", "streams")
"""Parts that are omitted when empty, so that the bytes of older boards do not change."""


def serialize(board: BoardFile) -> bytes:
    """Return a board as JSON with one hex, hexside, bridge or road a line, for readable diffs."""
    parts = [
        f"{_json(name)}:{_block(getattr(board, name))}"
        for name in type(board).model_fields
        if getattr(board, name) or name not in NEWER
    ]
    return ("{" + ",\n".join(parts) + "}\n").encode()


def _block(value: Any) -> str:
    if isinstance(value, Mapping):
        lines = [f"{_json(k)}:{_json(_plain(v))}" for k, v in value.items()]
        return "{\n" + ",\n".join(lines) + "\n}"
    if isinstance(value, tuple):
        return "[\n" + ",\n".join(_json(_plain(v)) for v in value) + "\n]"
    return _json(_plain(value))


def _plain(value: Any) -> Any:
    """Return a part as JSON data, without empty values."""
    if not isinstance(value, BaseModel):
        return value
    data = value.model_dump(mode="json", by_alias=True)
    return {k: v for k, v in data.items() if v not in (None, "", [], {})}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
