"""Read SVG pictures of modules with Qt, after removing harmful parts and checking their size."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtSvg import QSvgRenderer

from engine.vassal.errors import VassalError
from engine.vassal.svg_safety import harmless
from holland44_qt.vassal_art.strips import PictureError

LARGE = 24_000_000
"""Maximum number of pixels of a picture that is painted as a whole."""


def area(size: QSize) -> int:
    """Return the number of pixels of a picture, which may exceed the range of Qt's integers."""
    return size.width() * size.height()


def svg_renderer(name: str, data: bytes) -> QSvgRenderer:
    """Return the renderer of an SVG picture. Raises PictureError if it cannot be drawn."""
    try:
        renderer = QSvgRenderer(QByteArray(harmless(name, data)))
    except VassalError as error:
        raise PictureError(str(error)) from None
    size = renderer.defaultSize()
    if not renderer.isValid() or size.isEmpty() or area(size) > LARGE:
        raise PictureError(f"{size.width()} x {size.height()}")
    return renderer
