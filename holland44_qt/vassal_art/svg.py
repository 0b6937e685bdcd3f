"""Reading SVG pictures of modules with Qt: made harmless first, of a size that memory can hold."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtSvg import QSvgRenderer

from engine.vassal.errors import VassalError
from engine.vassal.svg_safety import harmless
from holland44_qt.vassal_art.strips import PictureError

LARGE = 24_000_000
"""Pixels of a picture that is painted as a whole."""


def area(size: QSize) -> int:
    """Pixels of a picture; a size of strangers may have more than Qt's own numbers hold."""
    return size.width() * size.height()


def svg_renderer(name: str, data: bytes) -> QSvgRenderer:
    """Make the renderer of an SVG picture. Raises PictureError for one that cannot be drawn."""
    try:
        renderer = QSvgRenderer(QByteArray(harmless(name, data)))
    except VassalError as error:
        raise PictureError(str(error)) from None
    size = renderer.defaultSize()
    if not renderer.isValid() or size.isEmpty() or area(size) > LARGE:
        raise PictureError(f"{size.width()} x {size.height()}")
    return renderer
