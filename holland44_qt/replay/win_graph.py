"""Graph of the win probability, aligned with the timeline below it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.i18n import t
from engine.modules.module import Module
from engine.play.game import Recording
from engine.report.analysis import Analysis, Position, TurningPoint, turning_points, win_of
from engine.report.analysis_words import interval, percent, phase_of, sentence_of
from engine.report.plots import readable
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, FAINT, INK
from holland44_qt.replay.scrubber import Scrubber

HEIGHT = 58
"""Height of the graph in pixels."""
EDGE_ROOM = 7
"""Pixels left free above 100 % and below 0 %."""
SCALE = 26
"""Width of the numbers of the scale in pixels."""
NEAR = 6
"""Distance in pixels within which the mouse is at a turning point."""


class WinGraph(QWidget):
    """Win probability of the first side over the timeline: rollouts, intervals, turning points.

    A click emits ``chosen`` with a step: the turning point or the end of a phase nearest to it.
    """

    chosen = Signal(int)

    def __init__(self, line: Scrubber, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = line
        self._analysis: Analysis | None = None
        self._module: Module | None = None
        self.points: list[TurningPoint] = []
        self._sentences: dict[int, str] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(t("analysis.title"))
        line.valueChanged.connect(self.update)

    def show_analysis(self, analysis: Analysis | None, recording: Recording | None) -> None:
        """Show the analysis of a recording; None for none."""
        self._analysis, self._module, self._sentences = analysis, None, {}
        self.points = []
        if analysis is not None and recording is not None:
            self._module, self.points = recording.module, turning_points(analysis)
            self._sentences = {
                point.step: sentence_of(point, recording, analysis) for point in self.points
            }
            last = self._words_of(analysis.positions[-1])
            self.setAccessibleDescription(last)
        self.update()

    def sizeHint(self) -> QSize:
        """Return a preferred width, and the fixed height."""
        return QSize(200, HEIGHT)

    # -- positions --------------------------------------------------------------------------------

    def x_of(self, step: float) -> float:
        """Return the position of a step in pixels, the same as on the timeline."""
        left = self.mapFromGlobal(self._line.mapToGlobal(QPoint(0, 0))).x()
        return left + self._line.x_of(step)

    def y_of(self, win: float) -> float:
        """Return the height of a probability in pixels."""
        return EDGE_ROOM + (self.height() - 2 * EDGE_ROOM) * (1 - win)

    def _nearest(self, x: float) -> Position | TurningPoint | None:
        """Return the turning point within reach of the mouse, or the nearest end of a phase."""
        if self._analysis is None:
            return None
        point = min(self.points, key=lambda p: abs(self.x_of(p.step) - x), default=None)
        if point is not None and abs(self.x_of(point.step) - x) <= NEAR:
            return point
        return min(self._analysis.positions, key=lambda p: abs(self.x_of(p.step) - x))

    # -- painting ---------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the band of the intervals, both estimates, turning points and the current step."""
        if self._analysis is None or self._module is None:
            return
        values = [(p, w) for p in self._analysis.positions if (w := win_of(p)) is not None]
        first = next(s for s in self._module.meta.sides if s.id == self._analysis.sides[0])
        ink = QColor(readable(first.color))
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_scale(painter)
            if not values:
                return
            upper = [QPointF(self.x_of(p.step), self.y_of(w.high)) for p, w in values]
            lower = [QPointF(self.x_of(p.step), self.y_of(w.low)) for p, w in values]
            band = QColor(ink)
            band.setAlpha(45)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(band)
            painter.drawPolygon(QPolygonF([*upper, *reversed(lower)]))
            fitted = [
                QPointF(self.x_of(p.step), self.y_of(p.estimate))
                for p, _ in values
                if p.estimate is not None
            ]
            painter.setPen(QPen(ink, 1.2, Qt.PenStyle.DashLine))
            painter.drawPolyline(QPolygonF(fitted))
            painter.setPen(QPen(ink, 2))
            painter.drawPolyline(
                QPolygonF([QPointF(self.x_of(p.step), self.y_of(w.value)) for p, w in values])
            )
            self._paint_points(painter)
            x = self.x_of(self._line.value())
            painter.setPen(QPen(QColor(ACCENT), 2))
            painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))

    def _paint_scale(self, painter: QPainter) -> None:
        left, right = self.x_of(0), self.x_of(self._line.maximum())
        painter.setFont(font("Barlow Semi Condensed", 11))
        end = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        for share in (0.0, 0.5, 1.0):
            y = self.y_of(share)
            painter.setPen(QPen(QColor(EDGE if share == 0.5 else FAINT), 1))
            painter.drawLine(QPointF(left, y), QPointF(right, y))
            painter.setPen(QColor(INK))
            number = QRectF(left - SCALE, y - 7, SCALE - 4, 14)
            painter.drawText(number, end, percent(share))
        assert self._analysis is not None
        assert self._module is not None
        name = self._module.side_name(self._analysis.sides[0])
        key = "analysis.graph.quick" if self._analysis.quick else "analysis.graph"
        painter.setPen(QColor(INK))
        area = QRectF(4, 0, max(0.0, left - SCALE - 8), self.height())
        painter.drawText(area, end | Qt.TextFlag.TextWordWrap, t(key, side=name))

    def _paint_points(self, painter: QPainter) -> None:
        for point in self.points:
            x = self.x_of(point.step)
            tip = self.height() - 1.0 if point.win < 0 else 1.0
            base = tip - 7 if point.win < 0 else tip + 7
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(INK))
            painter.drawPolygon(
                QPolygonF([QPointF(x, tip), QPointF(x - 4, base), QPointF(x + 4, base)])
            )

    # -- mouse ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the turning point or the end of a phase that was clicked."""
        nearest = self._nearest(event.position().x())
        if nearest is not None and event.button() == Qt.MouseButton.LeftButton:
            QToolTip.hideText()
            self.chosen.emit(nearest.step)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a tooltip for the point under the mouse."""
        nearest = self._nearest(event.position().x())
        self.setToolTip("" if nearest is None else f"<p>{escape(self._words_of(nearest))}</p>")

    def _words_of(self, point: Position | TurningPoint) -> str:
        """Return the text of a tooltip."""
        if isinstance(point, Position):
            assert self._module is not None, "there are positions of an analysis only"
            return f"{phase_of(point, self._module)}: {interval(win_of(point))}"
        return self._sentences[point.step]
