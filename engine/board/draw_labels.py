"""Names on the drawn map, and the shapes that they should not cover."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import Any

import shapely
from shapely.ops import substring

from engine.board.brushes import HIDDEN
from engine.board.draw_curves import packed, sampled
from engine.board.draw_places import RADIUS as GROUND
from engine.board.drawing import Drawing
from engine.board.grid import Grid, Point
from engine.board.label_curves import Curved, along, over
from engine.board.label_styles import STYLES
from engine.board.label_text import CAP_HEIGHT
from engine.board.labels import SURE, Ground, Label, Placed, place, text_width
from engine.i18n import t

MARGIN = 0.34
"""Minimum distance of names from the frame, in hex widths."""
ROAD_COST = {"primary": 4.0, "secondary": 2.4, "minor": 1.2}
RAIL_COST = 1.2
WATER_COST = {"major_river": 5.0, "canal": 3.5, "minor_river": 1.8, "lake": 4.0}
WATER_GAP = {"major_river": 0.1, "canal": 0.07, "minor_river": 0.055, "lake": 0.1}
WATER_EVERY = {"major_river": 9.0, "canal": 8.0, "minor_river": 8.0, "lake": 9.0}
COVERS = ("marsh", "heath", "woods", "hills", "polder")
FIELDS = 0.115
"""Half the size of an airfield symbol."""
SLOT, SLOT_RADIUS = (-0.24, -0.26), 0.19
"""Place and size of markers in a hex, from its centre, in hex widths."""
PROBE, PROBES = 2.72, 20
"""Distance from a border, in hex widths, at which towns name its countries, and the number of
samples.
"""


def compile_labels(drawing: Drawing) -> dict[str, Any]:
    """Return the labels of the map: level ones and curved ones."""
    ground = _ground(drawing)
    west, south, east, north = drawing.frame
    frame = (west + MARGIN, south + MARGIN, east - MARGIN, north - MARGIN)
    symbols = [p.ground for p in drawing.places.places if p.rank != "city"]
    symbols += [shapely.Point(c.point).buffer(0.07) for c in drawing.roads.crossings]
    marks = _marks(drawing, symbols)
    for at, radius in marks.values():
        spot = shapely.Point(at).buffer(radius)
        symbols.append(spot)
        ground.areas.append((spot, 30.0))
    fixed = _lettering(drawing)
    symbols += [shapely.box(*p.box) for p in fixed]
    placed = [*fixed, *place(_points(drawing), ground, frame, symbols)]
    taken = [shapely.box(*p.box) for p in placed] + symbols
    curved = _waters(drawing, ground, taken, shapely.box(*frame))
    curved += _countries(drawing, ground, taken, shapely.box(*frame))
    for area, text, style in [*_corps(drawing), *_areas(drawing)]:
        name = over(text, style, area, ground, taken, frame)
        if name:
            placed.append(name)
    others = [
        {"brush": kind.removeprefix("mark "), "hex": n, "at": packed([at])}
        for (kind, n), (at, _) in marks.items()
        if kind.startswith("mark ")
    ]
    return {
        **({"marks": others} if others else {}),
        "drops": [
            {
                "letter": d["letter"],
                "division": d["division"],
                "hex": n,
                "basis": d["basis"],
                "at": packed([marks["drop", n][0]]),
            }
            for d in drawing.source.board["drops"]
            for n in d["hexes"]
        ],
        "victory": [
            {"hex": n, "at": packed([at])}
            for (kind, n), (at, _) in marks.items()
            if kind == "victory"
        ],
        "labels": [_level(p) for p in placed],
        "curved": [_bent(c) for c in curved],
    }


def _marks(
    drawing: Drawing, symbols: list[shapely.Geometry]
) -> dict[tuple[str, str], tuple[Point, float]]:
    """Return position and radius of parachutes and stars at the emptiest spots of their hexes."""
    ways = [*drawing.roads.roads, *drawing.roads.railways]
    busy = [shapely.LineString(sampled(w.points)) for w in ways] + [drawing.water.all]
    tree = shapely.STRtree([*busy, *symbols])
    board = drawing.source.board
    wanted = [("drop", n, 0.16) for d in board["drops"] for n in d["hexes"]]
    wanted += [("victory", n, 0.1) for n, h in board["hexes"].items() if h.get("victory")]
    wanted += [
        (f"mark {brush}", n, 0.13)
        for n, h in board["hexes"].items()
        for _, brush in h["marks"]
        if brush != HIDDEN
    ]
    result: dict[tuple[str, str], tuple[Point, float]] = {}
    for kind, number, radius in wanted:
        u, v = drawing.source.grid.center(number)
        if kind == "mark slot":
            result[kind, number] = (u + SLOT[0], v + SLOT[1]), SLOT_RADIUS
            continue
        spots = [(u, v - 0.24)]
        for hour in range(12):
            angle = math.radians(30 * hour)
            at = (u + 0.3 * math.cos(angle), v - 0.06 + 0.27 * math.sin(angle))
            spots.append(at)
        # The first spot is the usual one: leave it only for a better one.
        room = [
            float(tree.query_nearest(shapely.Point(p), return_distance=True)[1][0]) for p in spots
        ]
        if kind.startswith("mark "):  # they also keep off the signs that their hex has already
            positions = [at for (_, n), (at, _) in result.items() if n == number]
            room = [
                min(r, *(math.dist(p, at) - radius for at in positions)) if positions else r
                for r, p in zip(room, spots, strict=True)
            ]
        best = max(range(len(spots)), key=lambda k: (min(round(room[k], SURE), radius * 1.3), -k))
        result[kind, number] = spots[best], radius
    return result


def _lettering(drawing: Drawing) -> list[Placed]:
    """Return the names at positions chosen by the module: seas, beaches, regions."""
    result = []
    for row in drawing.source.lettering:
        u, v = drawing.source.grid.center(row["hex"])
        u, v = u + float(row["du"] or 0), v + float(row["dv"] or 0)
        style, text = row["style"], row["text"]
        width, size = text_width(text, style), STYLES[style].size
        start = (u - width / 2, v - size * CAP_HEIGHT / 2)
        box = (start[0], start[1] - 0.05, start[0] + width, start[1] + size * CAP_HEIGHT + 0.05)
        result.append(Placed(text, style, start, width, box))
    return result


def _level(label: Placed) -> dict[str, Any]:
    return {
        "text": label.text,
        "style": label.style,
        "at": packed([label.start]),
        "width": round(label.width, 3),
        "box": packed([label.box[:2], label.box[2:]]),
    }


def _bent(label: Curved) -> dict[str, Any]:
    glyphs = [round(x, 3 if k < 2 else 1) for glyph in label.glyphs for k, x in enumerate(glyph)]
    return {"text": label.text, "style": label.style, "glyphs": glyphs}


def _ground(drawing: Drawing) -> Ground:
    """Return the obstacles that names should not cover."""
    ground = Ground()
    for number in drawing.source.grid:
        u, v = drawing.source.grid.center(number)
        top = v + drawing.source.grid.top
        ground.areas.append((shapely.box(u - 0.14, top - 0.26, u + 0.14, top - 0.14), 30.0))
    for stream in drawing.water.streams:
        for part in _pieces(drawing.water.course_of(stream)):
            ground.lines.append((part, WATER_COST[stream.kind]))
    for way in drawing.roads.roads:
        for part in _pieces(shapely.LineString(sampled(way.points))):
            ground.lines.append((part, ROAD_COST[way.kind]))
    for way in drawing.roads.railways:
        for part in _pieces(shapely.LineString(sampled(way.points))):
            ground.lines.append((part, RAIL_COST))
    for _, line in drawing.source.layer("borders"):
        ground.lines.append((line, 0.8))
    for spot in drawing.roads.crossings:
        ground.areas.append((shapely.Point(spot.point).buffer(0.1), 60.0))
    for settlement in drawing.places.places:
        ground.areas.append((settlement.ground, 60.0 if settlement.rank != "city" else 5.0))
    for boundary in drawing.source.board["boundaries"]:
        for chain in drawing.chains(boundary["hexsides"]):
            ground.lines.append((shapely.LineString(chain), 0.6))
    for _, at in drawing.airfields():
        ground.areas.append((shapely.Point(at).buffer(FIELDS), 60.0))
    return ground


def _pieces(line: shapely.Geometry) -> list[shapely.Geometry]:
    """Split a line into short pieces, so that a spatial index is precise."""
    result = []
    for part in shapely.get_parts(line):
        coords = list(part.coords)
        result += [shapely.LineString(coords[k : k + 7]) for k in range(0, len(coords) - 1, 6)]
    return result


def _points(drawing: Drawing) -> list[Label]:
    labels = []
    for settlement in drawing.places.places:
        at, reach = settlement.at, (GROUND[settlement.rank], 0.9 * GROUND[settlement.rank])
        if settlement.rank == "city":
            west, south, east, north = settlement.ground.bounds
            at, reach = (
                ((west + east) / 2, (south + north) / 2),
                (
                    (east - west) / 2 - 0.05,
                    (north - south) / 2 - 0.05,
                ),
            )
        labels.append(Label(settlement.name, settlement.rank, at, reach, settlement.side))
    labels += [Label(name, "airfield", at, (FIELDS, FIELDS)) for name, at in drawing.airfields()]
    return labels


def _waters(
    drawing: Drawing, ground: Ground, taken: list[shapely.Geometry], frame: shapely.Polygon
) -> list[Curved]:
    """Return the names of rivers and canals, great ones first."""
    order = ("major_river", "canal", "minor_river", "lake")
    names = sorted({(order.index(s.kind), s.name) for s in drawing.water.streams if s.name})
    result: list[Curved] = []
    # Waters that flow straight off the map need no name beyond it.
    room = frame.intersection(drawing.source.land) if drawing.source.drawn else frame
    for rank, name in names:
        kind = order[rank]
        pieces = [drawing.water.course_of(s) for s in drawing.water.streams if s.name == name]
        merged = shapely.line_merge(shapely.MultiLineString(pieces)).intersection(room)
        lines = [p for p in shapely.get_parts(merged) if p.geom_type == "LineString"]
        lines.sort(key=lambda p: (-round(p.length, SURE), p.bounds))
        for text, part in _reaches(name, lines, drawing.source.reaches, drawing.source.grid):
            result += along(
                text, kind, part, ground, taken, frame, WATER_EVERY[kind], WATER_GAP[kind]
            )
    return result


def _reaches(
    name: str, lines: list[shapely.LineString], reaches: dict[str, list[list[str]]], grid: Grid
) -> list[tuple[str, list[shapely.LineString]]]:
    """Split a water into the reaches that have different names."""
    plain = re.sub(r"\s*\(.*?\)", "", name)
    if name not in reaches or not lines:
        return [(plain, lines)]
    course = lines[0]
    if course.coords[0][0] < course.coords[-1][0]:
        course = course.reverse()
    result = []
    start = 0.0
    for text, until in reaches[name]:
        end = course.project(shapely.Point(grid.center(until))) if until else course.length
        if end > start:
            result.append((text, [substring(course, start, end)]))
        start = end
    return result


def _countries(
    drawing: Drawing, ground: Ground, taken: list[shapely.Geometry], frame: shapely.Polygon
) -> list[Curved]:
    """Return the countries' names on both sides of their borders."""
    if not drawing.source.layer("borders") or not drawing.source.layer("towns"):
        return []
    towns = [(p["country"], g) for p, g in drawing.source.layer("towns")]
    tree = shapely.STRtree([g for _, g in towns])
    result: list[Curved] = []
    for _, line in drawing.source.layer("borders"):
        for part in shapely.get_parts(line.intersection(frame)):
            if part.geom_type != "LineString" or part.length < 4:
                continue
            for offset in (0.34, -0.34):
                side = shapely.get_parts(part.simplify(0.3).offset_curve(offset))
                beyond = part.simplify(0.3).offset_curve(math.copysign(PROBE, offset))
                near = Counter(
                    towns[int(tree.nearest(beyond.interpolate(k / PROBES, normalized=True)))][0]
                    for k in range(1, PROBES)
                )
                country = near.most_common(1)[0][0]
                text = t(f"map.country.{country}")
                result += along(text, "country", list(side)[:1], ground, taken, frame, 11.0, -0.07)
    return result


def _corps(drawing: Drawing) -> list[tuple[shapely.Geometry, str, str]]:
    """Return the corps on both sides of a boundary named ``west | east``."""
    result: list[tuple[shapely.Geometry, str, str]] = []
    for boundary in drawing.source.board["boundaries"]:
        names = boundary["name"].split(" | ")
        if len(names) != 2:
            continue
        for chain in drawing.chains(boundary["hexsides"]):
            line = shapely.LineString(chain)
            if line.coords[0][1] > line.coords[-1][1]:
                line = line.reverse()
            # Seen northwards, west lies on the left.
            for text, side in zip(names, (1, -1), strict=True):
                if any(text == known for _, known, _ in result):
                    continue
                beside = line.simplify(0.4).buffer(side * 1.5, single_sided=True)
                result.append((beside.difference(line.buffer(0.12)), text, "corps"))
    return result


def _areas(drawing: Drawing) -> list[tuple[shapely.Geometry, str, str]]:
    """Return named woods, heaths, marshes and polders (except those named by a list of places)."""
    result: list[tuple[shapely.Geometry, str, str]] = []
    names = {p.name for p in drawing.places.places}
    for kind in COVERS:
        for properties, geometry in drawing.source.layer("landcover"):
            if properties.get("class") != kind:
                continue
            name = re.sub(r"\s*\(.*?\)", "", properties["name"])
            if kind == "marsh":
                name = name.split(" - ")[0]
            if " - " in name or name in names or " east" in name or "ridge" in name:
                continue
            names.add(name)
            area = geometry.intersection(drawing.covers[kind])
            if area.area > 0.6:
                result.append((area, name, kind))
    return result
