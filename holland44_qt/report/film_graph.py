"""The graph of the win probability in a film: the whole game, with the current moment marked."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from engine.modules.module import Module
from engine.report.analysis import Analysis
from engine.report.plots import Series, win_plot
from holland44_qt.report.lettering import ACCENT, Face, write

WIDE, HIGH = 0.27, 0.13
"""The size of the graph, as shares of the frame."""
DARK, LIGHT, SOFT = QColor(24, 22, 18, 225), QColor("#f6f1e4"), QColor("#8d8574")


class FilmGraph:
    """The win probability of the first side over all entries; see :func:`win_plot`."""

    def __init__(self, analysis: Analysis, module: Module, width: int, height: int) -> None:
        plot = win_plot(analysis, module)
        self._title = plot.title
        self._series: Series = plot.series[0]
        self._margin = height * 0.028
        self._box = QRectF(self._margin, self._margin, width * WIDE, height * HIGH)
        self._face = Face(height / 46, QFont.Weight.Medium)

    def paint(self, painter: QPainter, entry: int) -> None:
        """Draw the graph in the upper left corner, with a line and the value at an entry."""
        box, face = self._box, self._face
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(box, DARK)
        points = self._series.points
        known = [value for at, value in points if at <= entry]
        words = self._title
        if known:
            words += f" · {self._series.name}: {known[-1]:.0f} %"
        corner = box.topLeft() + QPointF(face.size * 0.6, face.size * 0.3)
        write(painter, [words], face, corner, LIGHT)
        inner = box.adjusted(
            face.size * 0.6, face.leading * 1.4, -face.size * 0.6, -face.size * 0.5
        )
        last = max(1.0, points[-1][0] if points else 1.0)

        def place(at: float, value: float) -> QPointF:
            return QPointF(
                inner.left() + inner.width() * at / last,
                inner.bottom() - inner.height() * value / 100,
            )

        painter.setPen(QPen(SOFT, max(1.0, face.size / 14)))
        painter.drawLine(place(0, 50), place(last, 50))
        painter.setPen(QPen(LIGHT, max(1.5, face.size / 8)))
        painter.drawPolyline(QPolygonF([place(at, value) for at, value in points]))
        now = min(float(entry), last)
        painter.setPen(QPen(ACCENT, max(1.5, face.size / 7)))
        painter.drawLine(QPointF(place(now, 0)), QPointF(place(now, 100)))
        painter.restore()
