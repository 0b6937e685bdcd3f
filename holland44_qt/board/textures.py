"""Terrain of the map: hills, heath, polder, marsh, woods and houses as layers of marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainterPath

from engine.board.draw_curves import unpacked
from engine.board.grid import Grid, Point
from holland44_qt.board.marks import Layer, Tiles, flat_curve, polygon, rings, xy
from holland44_qt.theme import Theme

DETAIL = 28.0
"""Pixels per hex above which textures are drawn."""


def ground_layers(compiled: dict[str, Any], theme: Theme) -> list[Layer]:
    """Return the terrain layers, from hills to woods."""
    layer = Layer("terrain")
    land = compiled["land"]
    # What has no pattern lies lowest; covers that a map has not are empty.
    for kind in ("fields", "hedgerows"):
        layer.fill(rings(land.get(kind, ())), theme[kind])
    _hills(layer, land["hills"], theme)
    _strokes(layer, compiled.get("furrows", ()), theme, "furrow")
    _hedges(layer, compiled.get("hedges", ()), theme)
    layer.fill(rings(land["heath"]), theme["heath"])
    layer.later(DETAIL, lambda made: _dots(made, compiled["heather"], theme))
    layer.fill(rings(land["polder"]), theme["polder"])
    _edge(layer, land["polder"], theme["polder_edge"], 0.018)
    _strokes(layer, compiled["ditches"], theme, "ditch")
    layer.fill(rings(land["marsh"]), theme["marsh"])
    _edge(layer, land["marsh"], theme["marsh_edge"], 0.016)
    layer.later(DETAIL, lambda made: _tufts(made, compiled["tufts"], theme))
    layer.fill(rings(land.get("flooded", ())), theme["flooded"])
    _edge(layer, land.get("flooded", ()), theme["flood_line"], 0.014)
    _strokes(layer, compiled.get("ripples", ()), theme, "flood_line")
    layer.fill(rings(land["lake"]), theme["lake"])
    _edge(layer, land["lake"], theme["lake_edge"], 0.025)
    _woods(layer, land["woods"], compiled["trees"], theme)
    return [layer]


def corrected_layers(compiled: dict[str, Any], grid: Grid, theme: Theme) -> list[Layer]:
    """Return the layers of hexes whose terrain the user has corrected, with a fine dashed edge."""
    own = compiled.get("corrected")
    if own is None:
        return []
    below, edges = Layer("patch"), Layer("corrected")
    below.fill(rings(own["patch"]), theme["ground"])
    for number in own["hexes"]:
        edges.line(polygon(grid.corners(number)), theme["frame"], 0.014, dashes=(0.1, 0.07))
    return [below, *ground_layers(own, theme), edges]


def sea_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Return the sea with its shallows along the coast; empty inland."""
    layer = Layer("sea")
    flats = compiled.get("sea", ())
    area = rings(flats)
    if not flats:
        return layer
    layer.fill(area, theme["sea"])
    # Shallows and beach hug the coast: wide strokes along it, of which the sea's half is kept.
    inner = Layer("shallows", clip_path=area)
    for width, color in ((1.1, "sea_deep"), (0.62, "sea"), (0.34, "shallow"), (0.13, "beach")):
        _edge(inner, flats, theme[color], width)
    layer.layers.append(inner)
    over = Layer("coast")
    _edge(over, flats, theme["sea_edge"], theme.widths["sea_edge"])
    layer.layers.append(over)
    return layer


def _strokes(layer: Layer, flat: Sequence[int], theme: Theme, color: str) -> None:
    """Draw short straight strokes, two points each."""

    def build(made: Layer) -> None:
        tiles = Tiles()
        points = unpacked(flat)
        for a, b in zip(points[::2], points[1::2], strict=True):
            path = tiles.at(a)
            path.moveTo(xy(a))
            path.lineTo(xy(b))
        for path in tiles.paths.values():
            made.line(path, theme[color], theme.widths.get(color, 0.01), DETAIL)

    layer.later(DETAIL, build)


def _hedges(layer: Layer, flat: Sequence[int], theme: Theme) -> None:
    """Draw hedgerows: a bank with trees."""
    points = unpacked(flat)
    ends = list(zip(points[::2], points[1::2], strict=True))

    def plant(made: Layer) -> None:
        trees = Tiles()
        for k, (a, b) in enumerate(ends):
            for n in range(3):
                share = 0.2 + 0.3 * n
                u, v = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
                size = 0.011 + 0.004 * ((k + 2 * n) % 3)
                trees.at((u, v)).addEllipse(QPointF(u, -v), size, size)
        for path in trees.paths.values():
            made.fill(path, theme["hedge"], DETAIL)

    banks = Tiles()
    for a, b in ends:
        path = banks.at(a)
        path.moveTo(xy(a))
        path.lineTo(xy(b))
    for path in banks.paths.values():
        layer.line(path, theme["hedge"], theme.widths["hedge"], 18)
    layer.later(DETAIL, plant)


def _edge(layer: Layer, flats: Sequence[Sequence[int]], color: QColor, width: float) -> None:
    """Return the outline of an area, ring by ring."""
    for flat in flats:
        layer.line(flat_curve(flat, closed=True), color, width)


def _hills(layer: Layer, flats: list[list[int]], theme: Theme) -> None:
    """Draw hills as soft shading: wide strokes from the terrain's colour to the hill's."""
    steps, curves = 12, [flat_curve(flat, closed=True) for flat in flats]
    for k in range(1, steps + 1):
        share = (k / steps) ** 1.2
        color = mixed(theme["ground"], theme["hills"], share)
        for path in curves:
            layer.line(path, color, 1.0 * (1 - k / steps) + 0.02)
    layer.fill(rings(flats), theme["hills"])


def mixed(a: QColor, b: QColor, share: float) -> QColor:
    """Return the colour between two colours, at a fraction of the way to the second."""
    return QColor.fromRgbF(
        a.redF() + share * (b.redF() - a.redF()),
        a.greenF() + share * (b.greenF() - a.greenF()),
        a.blueF() + share * (b.blueF() - a.blueF()),
    )


def _dots(layer: Layer, flat: list[int], theme: Theme) -> None:
    tiles = Tiles()
    for k, (u, v) in enumerate(unpacked(flat)):
        size = 0.011 + 0.005 * (k % 3)
        tiles.at((u, v)).addEllipse(QPointF(u, -v), size, size * 0.75)
    for path in tiles.paths.values():
        layer.fill(path, theme["heather"], DETAIL)


def _tufts(layer: Layer, flat: list[int], theme: Theme) -> None:
    tiles = Tiles()
    for u, v in unpacked(flat):
        path = tiles.at((u, v))
        path.moveTo(u - 0.075, -v)
        path.lineTo(u + 0.075, -v)
        for lean, height in ((-0.045, 0.055), (-0.018, 0.085), (0.014, 0.095), (0.045, 0.06)):
            path.moveTo(u + 0.6 * lean, -v - 0.012)
            path.lineTo(u + lean, -v - height)
    for path in tiles.paths.values():
        layer.line(path, theme["tuft"], theme.widths["tuft"], DETAIL)


def _woods(layer: Layer, flats: list[list[int]], trees: list[int], theme: Theme) -> None:
    _edge(layer, flats, theme["woods_edge"], 0.03)
    layer.fill(rings(flats), theme["woods"])
    layer.later(DETAIL, lambda made: _trees(made, trees, theme))


def _trees(layer: Layer, trees: list[int], theme: Theme) -> None:
    shadows, crowns, lights = Tiles(), Tiles(), Tiles()
    for k, (u, v) in enumerate(unpacked(trees)):
        size = 0.036 + 0.007 * ((k * 7) % 4)
        shadows.at((u, v)).addEllipse(QPointF(u + 0.012, 0.014 - v), size, size)
        crowns.at((u, v)).addEllipse(QPointF(u, -v), size, size)
        lights.at((u, v)).addEllipse(QPointF(u - 0.010, -v - 0.011), size * 0.6, size * 0.55)
    # Tile by tile, shadow below crown: neighbours share no edge that shows.
    for tiles, color in ((shadows, "tree_shadow"), (crowns, "tree"), (lights, "tree_light")):
        for path in tiles.paths.values():
            layer.fill(path, theme[color], DETAIL)


def town_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Return the layer of built-up areas and blocks of houses."""
    layer = Layer("towns")
    for settlement in compiled["settlements"]:
        rank = settlement["rank"]
        area = rings(settlement["ground"])
        if rank != "village":
            layer.fill(area, theme[f"{rank}_ground"])
        houses = QPainterPath()
        for house in settlement["houses"]:
            houses.addPath(polygon(unpacked(house)))
        if not settlement["houses"]:
            (at,) = unpacked(settlement["at"])
            houses.addEllipse(xy(at), 0.05, 0.05)
        layer.fill(houses, theme[f"{rank}_house"])
    return layer


def airfield(layer: Layer, at: Point, theme: Theme) -> None:
    """Return an airfield: two crossed runways in a ring."""
    x, y = at[0], -at[1]
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), 0.1, 0.1)
    layer.line(path, theme["airfield"], 0.016)
    runways = QPainterPath()
    runways.addRect(QRectF(x - 0.075, y - 0.014, 0.15, 0.028))
    runways.addRect(QRectF(x - 0.014, y - 0.075, 0.028, 0.15))
    layer.fill(runways, theme["airfield"])
