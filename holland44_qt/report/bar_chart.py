"""Draws bar charts of studies as pictures."""

from __future__ import annotations

from math import ceil, floor, log10
from pathlib import Path

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen

from engine.i18n import decimal
from engine.studies.charts import BarChart
from holland44_qt.board.render import gui, save_png
from holland44_qt.report.lettering import Face

WIDTH, ROW, MARGIN = 1600.0, 44.0, 40.0
"""The size of a picture, in pixels: its width, the height of a bar with its gap, its margin."""
PAPER, INK, FILL, MARK = "#fbf8f0", "#2b2a27", "#4f7c8a", "#b3412e"
TICKS = 8
"""Maximum number of parts of the axis."""


def render_chart(chart: BarChart, path: Path) -> None:
    """Write a chart as PNG. Raises UserError if the file cannot be written."""
    app = gui()  # noqa: F841  # kept alive while text is drawn
    save_png(chart_image(chart), path)


def chart_image(chart: BarChart) -> QImage:
    """Return the picture of a chart."""
    height = round(3 * MARGIN + ROW * (len(chart.bars) + 2))
    image = QImage(round(WIDTH), height, QImage.Format.Format_RGB32)
    image.fill(QColor(PAPER))
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(INK))
        painter.setFont(Face(30, QFont.Weight.DemiBold).font)
        painter.drawText(QPointF(MARGIN, MARGIN + 30), chart.title)
        painter.setFont(Face(20).font)
        _draw_bars(painter, chart, MARGIN + ROW * 1.5)
    finally:
        painter.end()
    return image


def _draw_bars(painter: QPainter, chart: BarChart, top: float) -> None:
    """Draw the axis and all bars below a height."""
    metrics = QFontMetricsF(painter.font())
    widest = max(metrics.horizontalAdvance(bar.label) for bar in chart.bars)
    left = MARGIN + min(widest, WIDTH / 2) + 20
    values = [x for bar in chart.bars for x in bar.reach]
    low, high = min(0.0, *values), max(0.0, *values)
    scale = (WIDTH - left - 3 * MARGIN) / ((high - low) or 1.0)

    def x(value: float) -> float:
        return left + (value - low) * scale

    bottom = top + ROW * len(chart.bars)
    for value in _ticks(low, high):
        painter.setPen(QPen(QColor(INK).lighter(400), 1))
        painter.drawLine(QLineF(x(value), top, x(value), bottom))
        painter.setPen(QColor(INK))
        place = QRectF(x(value) - 80, bottom + 6, 160, 28)
        painter.drawText(place, Qt.AlignmentFlag.AlignHCenter, decimal(value, ".3g"))
    axis = QRectF(left, bottom + 36, WIDTH - left - 3 * MARGIN, 30)
    painter.drawText(axis, Qt.AlignmentFlag.AlignHCenter, chart.axis)
    for n, bar in enumerate(chart.bars):
        row = top + ROW * n
        label = metrics.elidedText(bar.label, Qt.TextElideMode.ElideMiddle, left - MARGIN - 20)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.setPen(QColor(INK))
        painter.drawText(QRectF(MARGIN, row, left - MARGIN - 12, ROW), middle, label)
        box = QRectF(QPointF(x(0), row + 8), QPointF(x(bar.value), row + ROW - 8)).normalized()
        painter.fillRect(box, QColor(FILL))
        if bar.interval is not None:
            painter.setPen(QPen(QColor(INK), 3))
            a, b = (x(end) for end in bar.interval)
            painter.drawLine(QLineF(a, row + ROW / 2, b, row + ROW / 2))
            for end in (a, b):
                painter.drawLine(QLineF(end, row + 14, end, row + ROW - 14))
        if bar.mark is not None:
            painter.setPen(QPen(QColor(MARK), 4))
            painter.drawLine(QLineF(x(bar.mark), row + 4, x(bar.mark), row + ROW - 4))
        end = x(max(0.0, *bar.reach)) + 10
        painter.setPen(QColor(INK))
        place = QRectF(end, row, 3 * MARGIN, ROW)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, decimal(bar.value, ".4g"))


def _ticks(low: float, high: float) -> list[float]:
    """Return round values on the axis from its low to its high end."""
    span = (high - low) or 1.0
    unit = 10 ** floor(log10(span / TICKS))
    step = next(unit * n for n in (1, 2, 5, 10) if span <= TICKS * unit * n)
    return [n * step for n in range(ceil(low / step), floor(high / step) + 1)]
