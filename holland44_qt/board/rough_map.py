"""Quick preview of the map: land and water in flat colours, until the tiles are painted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from holland44_qt.board.lines import water_layer
from holland44_qt.board.marks import Layer, rings

if TYPE_CHECKING:
    from holland44_qt.board.map_painter import MapPainter

SCALE = 8.0
"""Scale of the preview in pixels per hex width."""
FLAT = ("heath", "polder", "marsh", "flooded", "lake", "woods")
"""Area layers drawn above the terrain, lowest first."""


def rough_map(painter: MapPainter, bounds: QRectF) -> QImage:
    """Draw the scene within ``bounds`` at SCALE in a few hundredths of a second."""
    data, theme = painter.data, painter.theme
    layer = Layer("rough")
    for kind in FLAT:
        layer.fill(rings(data["land"].get(kind, ())), theme[kind])
    layer.fill(rings(data.get("sea", ())), theme["sea"])
    size = bounds.size() * SCALE
    image = QImage(
        max(1, round(size.width())), max(1, round(size.height())), QImage.Format.Format_RGB32
    )
    image.fill(theme["paper"])
    with QPainter(image) as pen:
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen.scale(SCALE, SCALE)
        pen.translate(-bounds.topLeft())
        pen.setClipRect(painter.frame)
        pen.fillRect(painter.frame, theme["ground"])
        layer.paint(pen, bounds, SCALE)
        water_layer(data, theme).paint(pen, bounds, SCALE)
    return image
