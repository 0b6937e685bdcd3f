"""The app's own icons: one-colour SVG drawings, inked in the colour of the text around them."""

from __future__ import annotations

from functools import cache, cached_property
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer


@cache
def icon(name: str, color: str, faint: str) -> QIcon:
    """An icon of ``resources/icons``, with a faint one for what cannot be used now.

    It is read and drawn when it is first seen, in the size and as finely as the screen asks.
    Raises FileNotFoundError for a name that is not there.
    """
    path = files("resources") / "icons" / f"{name}.svg"
    if not path.is_file():
        raise FileNotFoundError(path)
    return QIcon(_Inked(name, color, faint))


class _Inked(QIconEngine):
    """Draws one icon in the ink of its state."""

    def __init__(self, name: str, color: str, faint: str) -> None:
        super().__init__()
        self._made = name, color, faint
        self._drawn: dict[tuple[int, int, bool], QPixmap] = {}

    @cached_property
    def _svg(self) -> str:
        path = files("resources") / "icons" / f"{self._made[0]}.svg"
        return path.read_text(encoding="utf-8")

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _: QIcon.State) -> None:
        """Draw it into a rectangle."""
        ink = self._made[2 if mode == QIcon.Mode.Disabled else 1]
        svg = self._svg.replace("currentColor", QColor(ink).name())
        QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(rect))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """The icon as a picture of so many pixels; kept."""
        key = size.width(), size.height(), mode == QIcon.Mode.Disabled
        if key not in self._drawn:
            made = QPixmap(size)
            made.fill(Qt.GlobalColor.transparent)
            with QPainter(made) as painter:
                self.paint(painter, made.rect(), mode, state)
            self._drawn[key] = made
        return self._drawn[key]

    def clone(self) -> QIconEngine:
        """Another engine of the same icon, for Qt."""
        return _Inked(*self._made)
