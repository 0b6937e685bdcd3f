"""Lettering of the map: names and numbers as outlines in hex widths, with halos."""

from __future__ import annotations

from functools import cache
from typing import Any

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QTransform

from engine.board.draw_curves import unpacked
from engine.board.grid import Grid, Point
from engine.board.label_styles import STYLES
from engine.board.label_text import face
from engine.board.map_texts import bent, label_text, level_start
from holland44_qt.board.marks import Layer, Tiles
from holland44_qt.fonts import file_font
from holland44_qt.theme import Theme

PIXELS = 200
"""Font size at which outlines are taken."""

LEAST = {
    "city": 7.0,
    "town": 14.0,
    "village": 34.0,
    "airfield": 34.0,
    "major_river": 14.0,
    "polder": 14.0,
}
"""Pixels per hex above which a text style is legible."""

NUMBER_FILE = "BarlowCondensed-Medium.ttf"
NUMBER_SIZE = 0.135
NUMBERED = 48.0
"""Pixels per hex from which the numbers of hexes are drawn."""


@cache
def glyph(file: str, letter: str) -> QPainterPath:
    """Return the outline of one letter at one hex width per em, baseline at the origin."""
    path = QPainterPath()
    path.addText(QPointF(0, 0), file_font(file, PIXELS), letter)
    return QTransform.fromScale(1 / PIXELS, 1 / PIXELS).map(path)


def text_path(
    text: str, file: str, size: float, start: Point, spacing: float = 0.0
) -> QPainterPath:
    """Return a line of text as a path from its baseline start, with the font metrics used to
    place labels.
    """
    path = QPainterPath()
    x = start[0]
    for letter, advance in zip(text, face(file).advances(text, size, spacing), strict=True):
        shape = QTransform.fromTranslate(x, -start[1]).scale(size, size).map(glyph(file, letter))
        path.addPath(shape)
        x += advance
    return path


def centered_path(
    text: str, file: str, size: float, middle: Point, spacing: float = 0.0
) -> QPainterPath:
    """Return a line of text centred on a point, also by the height of capitals."""
    width = face(file).width(text, size, spacing)
    return text_path(text, file, size, (middle[0] - width / 2, middle[1] - 0.35 * size), spacing)


def name_layer(compiled: dict[str, Any], theme: Theme) -> Layer:
    """Return the layer of all names; halos are below all letters so that none covers another
    name.
    """
    layer = Layer("names")
    paths: list[tuple[QPainterPath, str]] = []
    game = compiled["game"]
    for label in compiled["labels"]:
        style = STYLES[label["style"]]
        (start,) = unpacked(label["at"])
        start = level_start(game, label["text"], label["style"], start)
        text = label_text(game, label["text"], label["style"])
        paths.append(
            (text_path(text, style.file, style.size, start, style.spacing), label["style"])
        )
    paths += [(_curved(game, label), label["style"]) for label in compiled["curved"]]
    for path, kind in paths:
        width = theme.widths["halo"] * (1.25 if kind == "city" else 1.0)
        layer.line(path, theme["halo"], width, LEAST.get(kind, 30.0))
    for path, kind in paths:
        layer.fill(path, theme[f"label_{kind}"], LEAST.get(kind, 30.0))
    return layer


def _curved(game: str, label: dict[str, Any]) -> QPainterPath:
    style = STYLES[label["style"]]
    text = label_text(game, label["text"], label["style"])
    letters = bent(game, label["text"], label["style"], label["glyphs"])
    path = QPainterPath()
    for letter, (u, v, turn) in zip(text, letters, strict=True):
        place = QTransform.fromTranslate(u, -v).rotate(-turn).scale(style.size, style.size)
        path.addPath(place.map(glyph(style.file, letter)))
    return path


def number_layer(grid: Grid, theme: Theme) -> Layer:
    """Return the layer of hex numbers, each below its hex's northern corner or side."""

    def build(made: Layer) -> None:
        tiles = Tiles()
        for number in grid:
            u, v = grid.center(number)
            middle = (u, v + grid.top - 0.2)
            tiles.at(middle).addPath(centered_path(number, NUMBER_FILE, NUMBER_SIZE, middle))
        for path in tiles.paths.values():
            made.line(path, theme["number_halo"], 0.03, NUMBERED)
        for path in tiles.paths.values():
            made.fill(path, theme["number"], NUMBERED)

    layer = Layer("numbers")
    layer.later(NUMBERED, build)
    return layer
