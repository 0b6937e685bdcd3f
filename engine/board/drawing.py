"""Compiler of a module's drawn map: ``map.json``, format ``h44map/1``.

The map uses the same geography and the same hexes as the board: :mod:`engine.board.draw_water`,
``draw_roads``, ``draw_land`` and ``draw_places`` draw it, :mod:`engine.board.labels` labels it.
Coordinates are whole thousandths of a hex width, u east and v north; lines and rings are the
control points of the curves of :mod:`engine.board.draw_curves`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import networkx as nx
import shapely

from engine.board.brushes import HIDDEN
from engine.board.draw_curves import packed, rounded_rings
from engine.board.draw_fields import Stroke, furrows, hedges, ripples
from engine.board.draw_land import cover, ditches, layer_area, rings, scattered, sea
from engine.board.draw_places import Places
from engine.board.draw_roads import Roads
from engine.board.draw_source import MapSource
from engine.board.draw_water import Corner, Water, unbranched
from engine.board.grid import Grid, Point

FORMAT = "h44map/1"

FRAME = 0.3
"""Width of the landscape beyond the outermost hexes, in hex widths."""

LETTERS = 2
"""Maximum length of an area name that is printed as a letter; longer names show the area's title
along the edge.
"""

TREES = {"pitch": 0.1, "jitter": 0.032}
TUFTS = {"pitch": 0.27, "jitter": 0.07}
HEATHER = {"pitch": 0.13, "jitter": 0.05}


class Drawing:
    """The parts of the drawn map: water, places, roads and land covers, in grid coordinates."""

    def __init__(self, source: MapSource) -> None:
        self.source = source
        self.water = Water(source)
        self.places = Places(source, self.water)
        self.roads = Roads(source, self.water, self.places.nodes)
        west, south, east, north = source.grid.bounds()
        self.frame = (west - FRAME, south - FRAME, east + FRAME, north + FRAME)
        self.covers = {kind: cover(source, kind) for kind in ("woods", "polder", "marsh", "lake")}
        self.covers["polder"] = self.covers["polder"].difference(self.covers["woods"])
        busy = shapely.union_all([*self.covers.values()])
        self.covers["heath"] = layer_area(source, "heath", busy.buffer(0.02))
        self.covers["hills"] = layer_area(source, "hills", shapely.Polygon(), 0.32)
        # What only some games have is not written for the others.
        for kind in ("hills", "heath", "hedgerows", "fields", "flooded"):
            if next(source.hexes(kind), None) is not None:
                own = cover(source, kind)
                self.covers[kind] = shapely.union_all([own, self.covers.get(kind, own)])
        self.sea = sea(source, self.frame)
        box = shapely.box(*self.frame).buffer(0.2)
        self.covers = {kind: area.intersection(box) for kind, area in self.covers.items()}

    def compiled(self, labels: Mapping[str, Any]) -> dict[str, Any]:
        """Return the whole file."""
        board = self.source.board
        land = shapely.normalize(self.source.land.simplify(1e-4))
        outlines = [
            packed((float(u), float(v)) for u, v in part.exterior.coords[:-1])
            for part in shapely.get_parts(land)
        ]
        return {
            "format": FORMAT,
            "game": board["game"],
            "grid": board["grid"],
            "frame": packed([self.frame[:2], self.frame[2:]]),
            "outline": outlines[0] if len(outlines) == 1 else outlines,
            "land": {k: [packed(r) for r in rings(a)] for k, a in sorted(self.covers.items())},
            **self._coast(),
            **self._texture(),
            "water": [
                {"kind": s.kind, "name": s.name, "line": packed(s.points)}
                for s in self.water.streams
            ],
            "brooks": self._brooks(),
            "roads": [{"class": w.kind, "line": packed(w.points)} for w in self.roads.roads],
            "railways": [packed(w.points) for w in self.roads.railways],
            "bridges": [
                {
                    "id": c.facts["id"],
                    "kind": c.facts["kind"],
                    "start": c.facts["start"],
                    "rule": c.facts.get("rule") or "",
                    "water": c.facts.get("water") or "canal",
                    "at": packed([c.point]),
                    "angle": round(c.angle % 360, 1),
                }
                for c in self.roads.crossings
            ],
            "settlements": [
                {
                    "rank": p.rank,
                    "name": p.name,
                    "hexes": p.hexes,
                    "at": packed([p.at]),
                    "ground": [packed(r) for r in rounded_rings(p.ground, 0.012)],
                    "houses": [packed(h) for h in p.houses],
                }
                for p in self.places.places
            ],
            "airfields": [packed([at]) for _, at in self.airfields()],
            "borders": self._borders(),
            "boundaries": [
                {"name": b["name"], "line": packed(line)}
                for b in board["boundaries"]
                for line in self.chains(b["hexsides"])
            ],
            "areas": [self._area(letter, area) for letter, area in board["areas"].items()],
            **self._marked(),
            **labels,
            "credits": board["credits"],
        }

    def _marked(self) -> dict[str, Any]:
        """Return marked hexsides and lines along hexsides, if the game has any."""
        board = self.source.board
        sides = [
            {"brush": brush, "line": packed(chain)}
            for brush, members in sorted(board["marked"].items())
            if brush != HIDDEN
            for chain in self.chains(members)
        ]
        lines = [
            {"brush": line["brush"], "name": line.get("name", ""), "line": packed(chain)}
            for line in board["lines"]
            if line["brush"] != HIDDEN
            for chain in self.chains(line["hexsides"])
        ]
        return {**({"sides": sides} if sides else {}), **({"lines": lines} if lines else {})}

    def _coast(self) -> dict[str, Any]:
        """Return the sea, and the veiled ground beyond the map; nothing for an inland board."""
        if self.sea.is_empty:
            return {}
        frame = shapely.box(*self.frame)
        veil = frame.difference(shapely.union_all([self.source.land, self.sea]))
        return {
            "sea": [packed(r) for r in rounded_rings(self.sea, 0.008)],
            "veil": [
                packed((float(u), float(v)) for u, v in part.exterior.coords[:-1])
                for part in shapely.get_parts(shapely.normalize(veil.simplify(0.01)))
                if part.area > 0.01
            ],
        }

    def _texture(self) -> dict[str, Any]:
        """Return trees, tufts, heather and ditches, clear of everything drawn over them."""
        lines = shapely.MultiLineString(
            [w.points for w in self.roads.roads if w.kind != "minor" and len(w.points) > 1]
        ).buffer(0.085)
        thin = shapely.MultiLineString(
            [w.points for w in (*self.roads.roads, *self.roads.railways) if len(w.points) > 1]
        ).buffer(0.065)
        towns = shapely.union_all([p.ground.buffer(0.03) for p in self.places.places])
        numbers = shapely.union_all([number_box(self.source.grid, n) for n in self.source.grid])
        keep_off = shapely.union_all([lines, thin, towns, self.places.wet.buffer(0.02)])
        wet = keep_off if self.sea.is_empty else shapely.union_all([keep_off, self.sea])
        return textures(self.covers, keep_off, numbers, wet)

    def _brooks(self) -> list[list[int]]:
        """Return waters that are no obstacle: thin lines at their real positions."""
        near = self.water.all.buffer(0.28)
        lines = []
        board = self.source.board
        played = {facts["name"] for facts in (*board["hexsides"].values(), *board["streams"])}
        # A board that takes single layers of the geography states its waters itself.
        barring = not self.source.drawn
        for layer in ("rivers_minor", "canals"):
            for properties, line in self.source.layer(layer):
                if properties.get("barrier") and (barring or properties["name"] in played):
                    continue
                for part in shapely.get_parts(line.difference(near)):
                    if part.geom_type == "LineString" and part.length > 0.7:
                        calm = part.simplify(0.04)
                        lines.append(packed([(float(u), float(v)) for u, v in calm.coords]))
        return lines

    def _borders(self) -> list[list[int]]:
        return [
            packed([(float(u), float(v)) for u, v in part.simplify(0.02).coords])
            for _, line in self.source.layer("borders")
            for part in shapely.get_parts(line.intersection(shapely.box(*self.frame).buffer(0.3)))
            if part.geom_type == "LineString" and part.length > 0.1
        ]

    def airfields(self) -> list[tuple[str, Point]]:
        """Return the airfields within the frame: name and position."""
        inside = shapely.box(*self.frame).buffer(-0.3)
        return [
            (p["name_1944"], (float(g.x), float(g.y)))
            for p, g in self.source.layer("towns")
            if p.get("class") == "airfield" and inside.contains(g)
        ]

    def chains(self, hexsides: list[str]) -> list[list[Point]]:
        """Return hexsides joined to lines of corners."""
        places: dict[Corner, Point] = {}
        graph: nx.Graph[Corner] = nx.Graph()
        for side in hexsides:
            a, b = self.source.grid.ends(side)
            places[self.source.grid.key(a)], places[self.source.grid.key(b)] = a, b
            graph.add_edge(self.source.grid.key(a), self.source.grid.key(b))
        return [[places[k] for k in path] for path in unbranched(graph)]

    def _area(self, letter: str, area: dict[str, Any]) -> dict[str, Any]:
        """Return an entry area: side, side of later turns, and its stretches of the map edge."""
        grid = self.source.grid
        cells: dict[str, list[tuple[float, float]]] = {}
        for number in area["hexes"]:
            u, v = grid.center(number)
            gone = [other not in grid for other in grid.around(number)]
            for edge, ways in grid.edges:
                if all(gone[k] for k in ways):
                    middle, half = (
                        (v, grid.half[1]) if edge in ("west", "east") else (u, grid.half[0])
                    )
                    cells.setdefault(edge, []).append((middle - half, middle + half))
        whole = len(letter) <= LETTERS
        # A lone span is a source of its own, unless it is the corner of a longer stretch.
        far = {edge: max(map(len, _runs(every))) for edge, every in cells.items()}
        lone = max(far.values(), default=0) <= 1
        bands = [
            [edge, round(min(a for a, _ in spans), 3), round(max(b for _, b in spans), 3)]
            for edge, every in cells.items()
            for spans in ([every] if whole else _runs(every))
            # A corner hex alone does not carry the area round the corner.
            if len(spans) > 1 or (not whole and (lone or far[edge] > 1))
        ]
        named = {} if len(letter) <= LETTERS else {"title": area["title"]}
        return {
            "letter": letter,
            **named,
            "side": area.get("side", ""),
            "later": area.get("side_from", {}),
            "bands": bands,
        }


def _runs(spans: list[tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """Return spans along an edge, grouped where they touch."""
    result: list[list[tuple[float, float]]] = []
    for span in sorted(spans):
        if result and span[0] - result[-1][-1][1] < 0.01:
            result[-1].append(span)
        else:
            result.append([span])
    return result


def textures(
    covers: Mapping[str, shapely.Geometry],
    keep_off: shapely.Geometry,
    numbers: shapely.Geometry,
    wet: shapely.Geometry,
) -> dict[str, list[int]]:
    """Return the symbols that cover kinds of ground, as listed in ``map.json``, clear of some
    shapes.

    Tufts also avoid the ``numbers`` of hexes, fields avoid ``wet`` shapes. Hedges, furrows and
    ripples appear only if the game has such ground.
    """
    nothing = shapely.Polygon()
    woods, polder = covers.get("woods", nothing), covers.get("polder", nothing)
    marsh = covers.get("marsh", nothing).buffer(-0.06)
    heath = covers.get("heath", nothing).buffer(-0.04)
    below = shapely.union_all([keep_off, numbers])
    busy = shapely.union_all([wet, woods])
    strokes: dict[str, tuple[str, Callable[..., list[Stroke]]]] = {
        "hedges": ("hedgerows", hedges),
        "furrows": ("fields", furrows),
        "ripples": ("flooded", ripples),
    }
    return {
        "trees": packed(scattered(woods.buffer(-0.03), **TREES, keep_off=keep_off, seed="trees")),
        "tufts": packed(scattered(marsh, **TUFTS, keep_off=below, seed="tufts")),
        "heather": packed(scattered(heath, **HEATHER, keep_off=keep_off, seed="heath")),
        "ditches": packed([p for line in ditches(polder, keep_off) for p in line]),
        **{
            name: packed([p for line in draw(covers[kind], busy) for p in line])
            for name, (kind, draw) in strokes.items()
            if kind in covers
        },
    }


def number_box(grid: Grid, number: str) -> shapely.Polygon:
    """Return the box around a hex's printed number."""
    u, v = grid.center(number)
    return shapely.box(u - 0.16, v + grid.top - 0.27, u + 0.16, v + grid.top - 0.13)
