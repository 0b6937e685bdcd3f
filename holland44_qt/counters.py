"""Counters and markers as pixmaps, drawn from the engine's SVG and cached by appearance."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from engine.core.counters import CounterSet, FaceName, Marker
from engine.export.counter_markers import marker_svg
from engine.export.counters import Theme, counter_svg
from holland44_qt.fonts import load_fonts

Key = tuple[str, str, str, tuple[str, ...], int]

KEPT = 2000
"""Maximum number of cached pixmaps; a whole game at two sizes needs about 1,200."""

SMOOTH = (
    QPainter.RenderHint.Antialiasing
    | QPainter.RenderHint.TextAntialiasing
    | QPainter.RenderHint.SmoothPixmapTransform
)


def draw_svg(svg: str, painter: QPainter, rect: QRectF) -> None:
    """Draw an SVG picture into a rectangle with the program's fonts."""
    load_fonts()
    QSvgRenderer(QByteArray(svg.encode())).render(painter, rect)


def bucket(size: float) -> int:
    """Return the pixmap size for a wanted size: the next step up, in steps of an eighth to a
    quarter. Zooming then scales a cached pixmap down a little instead of drawing every counter
    again.
    """
    step = 8
    while size > step * 8 and step < 64:
        step *= 2
    return max(step, int(-(-size // step)) * step)


class CounterArt:
    """Pixmaps of counters and markers for one game. Needs a running QGuiApplication."""

    def __init__(self, counters: CounterSet) -> None:
        self._counters = counters
        self._theme = Theme.of(counters)
        self._cache: OrderedDict[Key, QPixmap] = OrderedDict()

    def pixmap(
        self, piece: str, face: FaceName, statuses: Iterable[str], size: float, ratio: float = 1.0
    ) -> QPixmap:
        """Return the pixmap of a piece with one side up and its status badges.

        ``size`` is the wanted width on a screen with a pixel ratio; the pixmap has as many device
        pixels or a few more, to be drawn into a target rectangle. Raises KeyError for an unknown
        piece.
        """
        counter = self._counters.of(piece)
        label = self._counters.label(piece)
        status = tuple(sorted(statuses))

        def draw() -> str:
            return counter_svg(counter, face, theme=self._theme, statuses=status, label=label)

        return self._keep((counter.id, label, face, status, bucket(size * ratio)), draw)

    def marker(
        self,
        marker: Marker,
        size: float,
        label: str = "",
        face: str | None = None,
        ratio: float = 1.0,
    ) -> QPixmap:
        """Return the pixmap of a marker; size as for counters, ``label`` and ``face`` as in
        :func:`marker_svg`.
        """
        key: Key = (f"marker {marker.id}", label, face or "", (), bucket(size * ratio))
        return self._keep(key, lambda: marker_svg(marker, label, face))

    def _keep(self, key: Key, draw: Callable[[], str]) -> QPixmap:
        result = self._cache.get(key)
        if result is not None:
            self._cache.move_to_end(key)
            return result
        pixels = key[-1]
        pixmap = QPixmap(pixels, pixels)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHints(SMOOTH)
        draw_svg(draw(), painter, QRectF(0, 0, pixels, pixels))
        painter.end()
        self._cache[key] = pixmap
        if len(self._cache) > KEPT:
            self._cache.popitem(last=False)
        return pixmap
