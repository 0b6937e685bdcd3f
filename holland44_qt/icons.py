"""The app's own icons: one-colour SVG drawings, inked in the colour of the text around them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 24, 32, 48)
"""Pixel sizes an icon is drawn at."""


@cache
def icon(name: str, color: str, faint: str) -> QIcon:
    """An icon of ``resources/icons``, with a faint one for what cannot be used now.

    Raises FileNotFoundError for a name that is not there.
    """
    svg = (files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    made = QIcon()
    for mode, ink in ((QIcon.Mode.Normal, color), (QIcon.Mode.Disabled, faint)):
        renderer = QSvgRenderer(
            QByteArray(svg.replace("currentColor", QColor(ink).name()).encode())
        )
        for size in SIZES:
            pixmap = QPixmap(size, size)
            pixmap.fill(Qt.GlobalColor.transparent)
            with QPainter(pixmap) as painter:
                renderer.render(painter)
            made.addPixmap(pixmap, mode)
    return made
