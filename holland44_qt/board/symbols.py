"""Symbols of the map: bridges, ferries, drop zones, victory hexes, entry areas."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform

from engine.board.draw_curves import unpacked
from engine.board.grid import Point
from engine.board.label_text import face
from engine.board.map_texts import area_title
from holland44_qt.board.lettering import centered_path
from holland44_qt.board.marks import Layer, xy
from holland44_qt.theme import Theme

FLAT = Qt.PenCapStyle.FlatCap
SPAN = {"major_river": 0.3, "canal": 0.21, "minor_river": 0.19, "lake": 0.3}
BOLD = "BarlowCondensed-Bold.ttf"
SEMI = "BarlowSemiCondensed-SemiBold.ttf"
BAND = 0.55
"""Width of the strip of entry areas round the map, in hex widths."""
BAND_GAP = 0.12
LEGIBLE = 0.12
"""Size below which the title of a short strip is left out."""


def bridge_layers(compiled: dict[str, Any], theme: Theme) -> list[Layer]:
    """Return the layers of bridges and ferries: decks below the roads, and structures above
    them.
    """
    decks, layer = Layer("decks"), Layer("bridges")
    for bridge in compiled["bridges"]:
        (at,) = unpacked(bridge["at"])
        angle, span = bridge["angle"], SPAN[bridge["water"]]
        if bridge["kind"] == "ferry":
            ferry(layer, at, angle, span, theme)
        elif bridge["kind"] == "pontoon":
            pontoon(layer, at, angle, span, theme)
        elif bridge["kind"] == "rail":
            rail_bridge(decks, layer, at, angle, span, theme)
        else:
            road_bridge(decks, layer, at, angle, span, theme, bridge["rule"])
    return [decks, layer]


def _turned(path: QPainterPath, at: Point, angle: float) -> QPainterPath:
    return QTransform.fromTranslate(at[0], -at[1]).rotate(-angle).map(path)


def road_bridge(
    decks: Layer, layer: Layer, at: Point, angle: float, span: float, theme: Theme, rule: str = ""
) -> None:
    """Draw a road bridge: deck and parapets with splayed ends, coloured if it has its own rule."""
    half, deck, splay = span / 2, 0.058, 0.035
    rails = QPainterPath()
    for side in (-1, 1):
        rails.moveTo(-half - splay, side * (deck + splay))
        rails.lineTo(-half, side * deck)
        rails.lineTo(half, side * deck)
        rails.lineTo(half + splay, side * (deck + splay))
    rails = _turned(rails, at, angle)
    floor = QPainterPath()
    floor.addRect(QRectF(-half, -deck, span, 2 * deck))
    decks.fill(_turned(floor, at, angle), theme["bridge_deck"])
    width = theme.widths["bridge"]
    if rule in ("never_blown", "grave"):
        layer.line(rails, theme["bridge"], width * 3.4)
        layer.line(rails, theme[rule], width * 1.9)
    else:
        layer.line(rails, theme["halo"], width * 2.4)
        layer.line(rails, theme["bridge"], width * 1.3)


def rail_bridge(
    decks: Layer, layer: Layer, at: Point, angle: float, span: float, theme: Theme
) -> None:
    """Draw a railway bridge: two girders and the struts between them."""
    half, deck = span / 2, 0.045
    floor = QPainterPath()
    floor.addRect(QRectF(-half, -deck, span, 2 * deck))
    decks.fill(_turned(floor, at, angle), theme["bridge_deck"])
    girders = QPainterPath()
    for side in (-1, 1):
        girders.moveTo(-half - 0.02, side * deck)
        girders.lineTo(half + 0.02, side * deck)
    count = max(3, round(span / 0.06))
    for k in range(count + 1):
        x = -half + span * k / count
        girders.moveTo(x, -deck)
        girders.lineTo(x, deck)
    layer.line(_turned(girders, at, angle), theme["bridge"], theme.widths["bridge"] * 0.85)


def pontoon(layer: Layer, at: Point, angle: float, span: float, theme: Theme) -> None:
    """Draw a bridge of boats with its middle swung out."""
    boats = QPainterPath()
    for x in (-0.5, -0.32, 0.32, 0.5):
        boats.addEllipse(QPointF(x * span, 0), 0.02, 0.042)
    shape = _turned(boats, at, angle)
    layer.line(shape, theme["bridge"], 0.018)
    layer.fill(shape, theme["bridge_deck"])


def ferry(layer: Layer, at: Point, angle: float, span: float, theme: Theme) -> None:
    """Draw a ferry: a dashed crossing and a boat."""
    course = QPainterPath(QPointF(-span * 0.85, 0))
    course.lineTo(span * 0.85, 0)
    layer.line(_turned(course, at, angle), theme["ferry"], 0.022, 0, (0.045, 0.035), FLAT)
    hull = QPainterPath(QPointF(-0.075, -0.012))
    hull.lineTo(0.075, -0.012)
    hull.quadTo(0.055, 0.045, 0.0, 0.045)
    hull.quadTo(-0.055, 0.045, -0.075, -0.012)
    hull.addRect(QRectF(-0.03, -0.045, 0.055, 0.03))
    boat = QTransform.fromTranslate(at[0], -at[1]).map(hull)
    layer.line(boat, theme["bridge_deck"], 0.035)
    layer.fill(boat, theme["ferry"])


def drop_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Return the layer of drop zones: a parachute with a letter, in the division's colour."""
    layer = Layer("drops")
    for drop in compiled["drops"]:
        (at,) = unpacked(drop["at"])
        division = drop["division"].split(" (")[0]
        parachute(layer, at, drop["letter"], theme, f"drop_{division}")
    return layer


def parachute(layer: Layer, at: Point, letter: str, theme: Theme, color: str) -> None:
    """Draw a canopy with its letter above the lines of the harness."""
    x, y = at[0], -at[1]
    canopy = QPainterPath(QPointF(x - 0.15, y + 0.01))
    canopy.cubicTo(x - 0.15, y - 0.185, x + 0.15, y - 0.185, x + 0.15, y + 0.01)
    for k in range(3):
        a = x + 0.15 - 0.1 * k
        canopy.quadTo(a - 0.05, y - 0.028, a - 0.1, y + 0.01)
    lines = QPainterPath()
    for k in range(4):
        lines.moveTo(x - 0.15 + 0.1 * k, y + 0.01)
        lines.lineTo(x, y + 0.13)
    layer.line(lines, theme["halo"], 0.035)
    layer.line(canopy, theme["halo"], 0.04)
    layer.line(lines, theme[color], 0.011)
    layer.fill(canopy, theme[color])
    size = 0.155 if len(letter) == 1 else 0.135
    if letter:
        layer.fill(centered_path(letter, BOLD, size, (x, 0.065 - y)), theme["drop_text"])


def mark_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Return the layer of marks in hexes, each in its brush's style."""
    layer = Layer("marks")
    for mark in compiled.get("marks", ()):
        (at,) = unpacked(mark["at"])
        MARKS.get(mark["brush"], _plain_mark)(layer, at, theme)
    return layer


def _plain_mark(layer: Layer, at: Point, theme: Theme) -> None:
    """Draw an unknown mark: a small square."""
    path = QPainterPath()
    path.addRect(QRectF(at[0] - 0.05, -at[1] - 0.05, 0.1, 0.1))
    layer.line(path, theme["halo"], 0.03)
    layer.fill(path, theme["plain"])


def _hilltop(layer: Layer, at: Point, theme: Theme) -> None:
    """Draw a hilltop: rays about a triangle."""
    x, y = at[0], -at[1]
    peak = QPainterPath(QPointF(x - 0.1, y + 0.07))
    peak.lineTo(x, y - 0.1)
    peak.lineTo(x + 0.1, y + 0.07)
    peak.closeSubpath()
    layer.line(peak, theme["halo"], 0.05)
    layer.fill(peak, theme["hilltop"])


def _beach(layer: Layer, at: Point, theme: Theme) -> None:
    """Draw a landing beach: an arrow head out of two waves."""
    x, y = at[0], -at[1]
    disc = QPainterPath()
    disc.addEllipse(QPointF(x, y), 0.13, 0.13)
    layer.line(disc, theme["halo"], 0.05)
    layer.fill(disc, theme["port"])
    anchor = QPainterPath(QPointF(x, y - 0.075))
    anchor.lineTo(x, y + 0.075)
    anchor.moveTo(x - 0.035, y - 0.04)
    anchor.lineTo(x + 0.035, y - 0.04)
    anchor.moveTo(x - 0.07, y + 0.02)
    anchor.quadTo(x - 0.05, y + 0.08, x, y + 0.08)
    anchor.quadTo(x + 0.05, y + 0.08, x + 0.07, y + 0.02)
    layer.line(anchor, theme["mark_text"], 0.02)


def _airfield(layer: Layer, at: Point, theme: Theme) -> None:
    """Draw two crossed runways in a ring."""
    x, y = at[0], -at[1]
    ring = QPainterPath()
    ring.addEllipse(QPointF(x, y), 0.1, 0.1)
    layer.line(ring, theme["halo"], 0.05)
    layer.line(ring, theme["airfield"], 0.018)
    runways = QPainterPath()
    runways.addRect(QRectF(x - 0.075, y - 0.014, 0.15, 0.028))
    runways.addRect(QRectF(x - 0.014, y - 0.075, 0.028, 0.15))
    layer.fill(runways, theme["airfield"])


def _drop_zone(layer: Layer, at: Point, theme: Theme) -> None:
    """Draw a parachute without a letter."""
    parachute(layer, at, "", theme, "drop_zone")


def _fortification(layer: Layer, at: Point, theme: Theme) -> None:
    """Draw a bastion: a star of four points."""
    path = QPainterPath()
    for k in range(8):
        reach = 0.12 if k % 2 == 0 else 0.06
        spot = xy(
            (at[0] + reach * math.sin(k * math.pi / 4), at[1] + reach * math.cos(k * math.pi / 4))
        )
        path.lineTo(spot) if k else path.moveTo(spot)
    path.closeSubpath()
    layer.line(path, theme["halo"], 0.05)
    layer.fill(path, theme["fortification"])


def _battery(layer: Layer, at: Point, theme: Theme) -> None:
    """Draw a coastal battery: a gun's barrel over its pit."""
    x, y = at[0], -at[1]
    pit = QPainterPath(QPointF(x - 0.1, y + 0.06))
    pit.arcTo(QRectF(x - 0.1, y - 0.04, 0.2, 0.2), 180, -180)
    pit.closeSubpath()
    layer.line(pit, theme["halo"], 0.05)
    layer.fill(pit, theme["battery"])
    barrel = QPainterPath(QPointF(x, y))
    barrel.lineTo(x + 0.1, y - 0.1)
    layer.line(barrel, theme["battery"], 0.035)


def _port(layer: Layer, at: Point, theme: Theme) -> None:
    _beach(layer, at, theme)


def _victory_mark(layer: Layer, at: Point, theme: Theme) -> None:
    star(layer, at, 0.1, theme)


def _flag(layer: Layer, at: Point, theme: Theme) -> None:
    """Draw a flag on its staff."""
    x, y = at[0], -at[1]
    flag = QPainterPath(QPointF(x - 0.05, y - 0.12))
    flag.lineTo(x + 0.1, y - 0.07)
    flag.lineTo(x - 0.05, y - 0.02)
    flag.closeSubpath()
    staff = QPainterPath(QPointF(x - 0.05, y - 0.12))
    staff.lineTo(x - 0.05, y + 0.1)
    layer.line(flag, theme["halo"], 0.04)
    layer.line(staff, theme["mark"], 0.02)
    layer.fill(flag, theme["boundary"])


def _helmet(layer: Layer, at: Point, theme: Theme) -> None:
    """Draw a steel helmet from the side."""
    x, y = at[0], -at[1]
    helmet = QPainterPath(QPointF(x - 0.13, y + 0.06))
    helmet.cubicTo(x - 0.11, y - 0.14, x + 0.1, y - 0.14, x + 0.105, y + 0.02)
    helmet.lineTo(x + 0.15, y + 0.07)
    helmet.quadTo(x + 0.02, y + 0.02, x - 0.13, y + 0.06)
    helmet.closeSubpath()
    layer.line(helmet, theme["halo"], 0.05)
    layer.fill(helmet, theme["boundary"])


def _slot(layer: Layer, at: Point, theme: Theme) -> None:
    """Draw the place of a bridge marker: the two parapets that remain without the marker."""
    x, y = at[0], -at[1]
    rails = QPainterPath()
    for side in (-1, 1):
        rails.moveTo(x + side * 0.08, y - 0.09)
        rails.lineTo(x + side * 0.045, y - 0.05)
        rails.lineTo(x + side * 0.045, y + 0.05)
        rails.lineTo(x + side * 0.08, y + 0.09)
    layer.line(rails, theme["halo"], 0.05)
    layer.line(rails, theme["bridge"], theme.widths["bridge"])


MARKS: dict[str, Callable[[Layer, Point, Theme], None]] = {
    "hilltop": _hilltop,
    "beach": _beach,
    "airfield": _airfield,
    "drop_zone": _drop_zone,
    "fortification": _fortification,
    "battery": _battery,
    "port": _port,
    "victory": _victory_mark,
    "flag": _flag,
    "helmet": _helmet,
    "slot": _slot,
}
"""Drawing function of each brush of :data:`engine.board.brushes.MARKS`."""


def victory_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Return the layer of victory hexes: a star in every hex with victory points."""
    layer = Layer("victory")
    for victory in compiled["victory"]:
        (at,) = unpacked(victory["at"])
        star(layer, at, 0.1, theme)
    return layer


def star(layer: Layer, at: Point, radius: float, theme: Theme) -> None:
    """Return a five-pointed star."""
    path = QPainterPath()
    for k in range(10):
        reach = radius if k % 2 == 0 else radius * 0.42
        spot = xy(
            (at[0] + reach * math.sin(k * math.pi / 5), at[1] + reach * math.cos(k * math.pi / 5))
        )
        if k:
            path.lineTo(spot)
        else:
            path.moveTo(spot)
    path.closeSubpath()
    layer.line(path, theme["victory_edge"], 0.028)
    layer.fill(path, theme["victory"])


def area_strips(compiled: dict[str, Any]) -> dict[str, list[tuple[str, QRectF]]]:
    """Return the strips of entry areas by letter, each with its edge of the map."""
    west, south, east, north = (c for p in unpacked(compiled["frame"]) for c in p)
    near, far = BAND_GAP, BAND_GAP + BAND
    result: dict[str, list[tuple[str, QRectF]]] = {}
    for area in compiled["areas"]:
        for edge, start, end in area["bands"]:
            a, b = start + 0.05, end - 0.05
            box = {
                "west": QRectF(west - far, -b, BAND, b - a),
                "east": QRectF(east + near, -b, BAND, b - a),
                "south": QRectF(a, near - south, b - a, BAND),
                "north": QRectF(a, -north - far, b - a, BAND),
            }[edge]
            result.setdefault(area["letter"], []).append((edge, box))
    return result


def area_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Return the layer of entry areas: strips along the map's edge in their side's colour, with
    their letters.
    """
    layer = Layer("areas")
    strips = area_strips(compiled)
    for area in compiled["areas"]:
        for edge, box in strips.get(area["letter"], ()):
            strip = QPainterPath()
            strip.addRoundedRect(box, 0.12, 0.12)
            own = f"area_{area['letter']}"
            layer.fill(strip, theme[own if own in theme.colors else area["side"] or "area"])
            for side in area["later"].values():
                # The side that takes the area over later: the outer half of the strip.
                half = QPainterPath()
                outer = {
                    "west": QRectF(box.left(), box.top(), BAND * 0.4, box.height()),
                    "east": QRectF(box.right() - BAND * 0.4, box.top(), BAND * 0.4, box.height()),
                    "south": QRectF(box.left(), box.bottom() - BAND * 0.4, box.width(), BAND * 0.4),
                    "north": QRectF(box.left(), box.top(), box.width(), BAND * 0.4),
                }[edge]
                half.addRect(outer)
                layer.fill(half.intersected(strip), theme[side])
            layer.line(strip, theme["frame"], 0.025)
            middle = box.center()
            if "title" in area:
                title = area_title(compiled["game"], area["letter"], area["title"])
                _along_strip(layer, box, edge, title, theme)
                continue
            disc = QPainterPath()
            disc.addEllipse(middle, 0.27, 0.27)
            layer.fill(disc, theme["frame"])
            layer.fill(
                centered_path(area["letter"], "Barlow-Bold.ttf", 0.4, (middle.x(), -middle.y())),
                theme["area_text"],
            )
    return layer


def _along_strip(layer: Layer, box: QRectF, edge: str, title: str, theme: Theme) -> None:
    """Draw the title of an area along its strip, as large as possible."""
    upright = edge in ("west", "east")
    room = (box.height() if upright else box.width()) - 0.3
    size = min(0.32, 0.32 * room / face(SEMI).width(title, 0.32, 0.06))
    if size < LEGIBLE:
        return
    path = centered_path(title, SEMI, size, (0.0, 0.0), 0.06)
    turn = {"west": -90.0, "east": 90.0}.get(edge, 0.0)
    place = QTransform.fromTranslate(box.center().x(), box.center().y()).rotate(turn)
    layer.fill(place.map(path), theme["area_text"])
