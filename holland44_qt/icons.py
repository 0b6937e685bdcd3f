"""The app's icons: one-colour SVG drawings in the surrounding text's colour."""

from __future__ import annotations

from functools import cache, cached_property
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer


@cache
def icon(name: str, color: str, faint: str) -> QIcon:
    """Return an icon of ``resources/icons``, with a faint variant for disabled widgets.

    It is rendered on first use, in the size and resolution of the screen. Raises FileNotFoundError
    for an unknown name.
    """
    path = files("resources") / "icons" / f"{name}.svg"
    if not path.is_file():
        raise FileNotFoundError(path)
    return QIcon(_Inked(name, color, faint))


class _Inked(QIconEngine):
    """Icon engine that draws one icon in its state's text colour."""

    def __init__(self, name: str, color: str, faint: str) -> None:
        super().__init__()
        self._key = name, color, faint
        self._drawn: dict[tuple[int, int, bool], QPixmap] = {}

    @cached_property
    def _svg(self) -> str:
        path = files("resources") / "icons" / f"{self._key[0]}.svg"
        return path.read_text(encoding="utf-8")

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _: QIcon.State) -> None:
        """Draw the icon into a rectangle."""
        ink = self._key[2 if mode == QIcon.Mode.Disabled else 1]
        svg = self._svg.replace("currentColor", QColor(ink).name())
        QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(rect))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the icon as a cached picture in a size in pixels."""
        key = size.width(), size.height(), mode == QIcon.Mode.Disabled
        if key not in self._drawn:
            made = QPixmap(size)
            made.fill(Qt.GlobalColor.transparent)
            with QPainter(made) as painter:
                self.paint(painter, made.rect(), mode, state)
            self._drawn[key] = made
        return self._drawn[key]

    def clone(self) -> QIconEngine:
        """Return another engine of the same icon, for Qt."""
        return _Inked(*self._key)
