"""Painter of the compiled map: layers of marks built once, painted at any scale."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Any

import orjson
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.board.draw_curves import unpacked
from engine.board.grid import Grid
from holland44_qt.board.lettering import name_layer, number_layer
from holland44_qt.board.lines import (
    border_layer,
    boundary_layer,
    grid_layer,
    line_layer,
    outside,
    road_layers,
    side_layer,
    water_layer,
)
from holland44_qt.board.marks import Layer
from holland44_qt.board.symbols import (
    area_layer,
    bridge_layers,
    drop_layer,
    mark_layer,
    victory_layer,
)
from holland44_qt.board.textures import (
    airfield,
    corrected_layers,
    ground_layers,
    sea_layer,
    town_layer,
)
from holland44_qt.theme import Theme

MARGIN = 0.95
"""Margin for the entry areas round the map, in hex widths."""


class MapPainter:
    """Painter of one module's map in one theme.

    Scene coordinates are hex widths with x = u and y = -v of :mod:`engine.board.grid`.
    """

    LAYERS = (
        "terrain",
        "water",
        "borders",
        "towns",
        "decks",
        "rail",
        "roads",
        "grid",
        "numbers",
        "boundaries",
        "bridges",
        "drops",
        "victory",
        "names",
        "areas",
    )
    """Names of the layers, lowest first; each can be hidden."""

    def __init__(self, compiled: bytes, theme: Theme) -> None:
        """Read a ``map.json``."""
        data: dict[str, Any] = orjson.loads(compiled)
        self.data = data
        self.theme = theme
        spec = data["grid"]
        self.grid = Grid.read(spec)
        (west, south), (east, north) = unpacked(data["frame"])
        self.frame = QRectF(west, -north, east - west, north - south)
        """The landscape, in scene coordinates."""
        self.bounds = self.frame.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        """The landscape with the entry areas round it."""
        self._veil = outside(data, self.frame)
        self._frame_path = QPainterPath()
        self._frame_path.addRect(self.frame)

    @cached_property
    def layers(self) -> dict[str, Layer]:
        """Return the layers by name, built at the first painting so that a covered map costs
        nothing.
        """
        data, theme = self.data, self.theme
        towns = town_layer(data, theme)
        for flat in data["airfields"]:
            airfield(towns, unpacked(flat)[0], theme)
        made = [
            _joined(*ground_layers(data, theme), *corrected_layers(data, self.grid, theme)),
            _joined(water_layer(data, theme), sea_layer(data, theme)),
            border_layer(data, theme),
            towns,
            *road_layers(data, theme),
            grid_layer(self.grid, theme),
            number_layer(self.grid, theme),
            _joined(
                Layer("boundaries"),
                side_layer(data, theme),
                boundary_layer(data, theme),
                line_layer(data, theme),
            ),
            *bridge_layers(data, theme),
            _joined(Layer("drops"), mark_layer(data, theme), drop_layer(data, theme)),
            victory_layer(data, theme),
            name_layer(data, theme),
            area_layer(data, theme),
        ]
        shared: dict[int, tuple[QPainterPath, QPainterPath]] = {}
        for layer in made:
            layer.trim(shared)
        return {layer.name: layer for layer in made}

    def paint(
        self,
        painter: QPainter,
        rect: QRectF,
        scale: float,
        hidden: Collection[str] = (),
    ) -> None:
        """Draw a rectangle of the scene with its corner at the painter's origin.

        ``scale`` is in pixels per hex width; ``hidden`` names layers to leave out.
        """
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        painter.translate(-rect.topLeft())
        painter.fillRect(rect, self.theme["paper"])
        painter.save()
        painter.setClipRect(self.frame.intersected(rect))
        painter.fillRect(self.frame, self.theme["ground"])
        for name in self.LAYERS:
            if name not in hidden and name != "areas":
                if name == "grid":
                    self._fill(painter, self._veil, self.theme["veil"])
                self.layers[name].paint(painter, rect, scale)
        painter.restore()
        edge = Layer("frame")
        edge.line(self._frame_path, self.theme["frame"], 0.05, cap=Qt.PenCapStyle.SquareCap)
        edge.paint(painter, rect, scale)
        if "areas" not in hidden:
            self.layers["areas"].paint(painter, rect, scale)
        painter.restore()

    @staticmethod
    def _fill(painter: QPainter, path: QPainterPath, color: QColor) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPath(path)


def _joined(layer: Layer, *above: Layer) -> Layer:
    """Return a layer with others above it, shown and hidden together; empty ones are left out."""
    layer.layers += [one for one in above if one.marks or one.layers or one.unbuilt]
    return layer
