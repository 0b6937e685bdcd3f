"""Turn track: a row for each day, a field for each turn, the current one marked."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QHelpEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.core.calendar import CalendarTurn
from engine.i18n import has, t
from engine.rules.base.sequence import Sequence
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, FAINT, INK, PAGE, TEXT, by_night
from holland44_qt.plain_text import tip

ROW, DAY = 21, 62
"""Pixels: height of a day's row, width of its label."""
TIMES = ("AM", "PM", "night")
"""Times of day in order; other times of a game follow."""
ACROSS = 5
"""Turns in a row where a turn is a day or more."""
GROUNDS = {
    "AM": QColor(by_night("#fdf6df", "#3d3a2c")),
    "PM": QColor(by_night("#f6e3b4", "#4d4122")),
    "night": QColor(by_night("#39435c", "#262f45")),
}
SUN, DUSK, MOON = QColor("#e5a50a"), QColor("#d2691e"), QColor("#e9e4c9")


class TurnTrack(QWidget):
    """Widget that shows the current turn in the calendar and the number of arrivals in each
    turn.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fields: list[tuple[int, CalendarTurn]] = []
        self._days: list[date] = []
        self._rows = 0
        self._times: tuple[str, ...] = TIMES
        self._by_day = False
        self._column: dict[int, int] = {}
        self._turn = 0
        self._due: dict[int, int] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(t("aids.turn.track"))

    def show_calendar(self, sequence: Sequence | None) -> None:
        """Show another game's turns, up to its last."""
        turns = sequence.turns if sequence is not None else {}
        last = sequence.last if sequence is not None else 0
        rows = [row for turn, row in sorted(turns.items()) if turn <= last]
        named = dict.fromkeys(row.time for row in rows)
        known = [time for time in TIMES if time in named]
        self._times = (*known, *(time for time in named if time not in TIMES))
        dates = list(dict.fromkeys(row.date for row in rows))
        self._by_day = len(dates) == len(rows)
        if self._by_day:  # no parts of the day: some days in a row, each named by its field
            self._days, self._rows = [], -(-len(rows) // ACROSS)
            self._fields = [(k // ACROSS, row) for k, row in enumerate(rows)]
        else:
            self._days, self._rows = dates, len(dates)
            self._fields = [(dates.index(row.date), row) for row in rows]
        self._column = {
            row.turn: k % ACROSS if self._by_day else self._times.index(row.time)
            for k, row in enumerate(rows)
        }
        self.setVisible(bool(rows))
        self.updateGeometry()
        self.update()

    def show_turn(self, turn: int, due: dict[int, int]) -> None:
        """Mark another turn; ``due`` counts the pieces that wait in each turn's box."""
        if (turn, due) != (self._turn, self._due):
            self._turn, self._due = turn, due
            self.setAccessibleDescription(t("app.clock.turn", turn=turn))
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of one row per day."""
        return QSize(300, self._rows * self._row + 2)

    def _rect(self, day: int, row: CalendarTurn) -> QRectF:
        start, across = (0, ACROSS) if self._by_day else (DAY, max(1, len(self._times)))
        width = (self.width() - start) / across
        left = start + self._column[row.turn] * width
        return QRectF(left, day * self._row + 1, width - 2, self._row - 2)

    @property
    def _row(self) -> int:
        return ROW + 15 if self._by_day else ROW

    def turn_at(self, point: QPointF) -> CalendarTurn | None:
        """Return the turn at a point."""
        return next((r for d, r in self._fields if self._rect(d, r).contains(point)), None)

    def event(self, event: QEvent) -> bool:
        """Show a tooltip for a turn: its events and arrivals."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = self.turn_at(QPointF(event.pos()))
            if row is not None:
                QToolTip.showText(event.globalPos(), tip(self.events_text(row)), self)
                return True
        return super().event(event)

    def events_text(self, row: CalendarTurn) -> str:
        """Return the events of a turn, one line each."""
        lines = [t("app.clock.turn", turn=row.turn)]
        lines += [t(key) for key in row.events if has(key)]
        if self._due.get(row.turn):
            lines.append(t("aids.turn.due", count=self._due[row.turn]))
        return "\n".join(lines)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw days and turns."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(font("Barlow Semi Condensed", TEXT - 1, QFont.Weight.Medium))
            painter.setPen(QColor(INK))
            for k, day in enumerate(self._days):
                box = QRectF(0, k * ROW, DAY - 6, ROW)
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, _day_text(day))
            for k, row in self._fields:
                self._field(painter, self._rect(k, row), row)

    def _field(self, painter: QPainter, box: QRectF, row: CalendarTurn) -> None:
        now, past = row.turn == self._turn, row.turn < self._turn
        night = row.time == "night"
        painter.setPen(QPen(QColor(ACCENT if now else EDGE), 2.5 if now else 1))
        painter.setBrush(GROUNDS.get(row.time, GROUNDS["AM"]))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 4, 4)
        ink = QColor(PAGE if night else INK)
        if past:
            ink.setAlphaF(0.45)
        painter.setPen(ink)
        weight = QFont.Weight.Bold if now else QFont.Weight.DemiBold
        painter.setFont(font("Barlow Semi Condensed", TEXT + (2 if now else 0), weight))
        number = box.adjusted(8, 0, 0, -15 if self._by_day else 0)
        painter.drawText(number, Qt.AlignmentFlag.AlignVCenter, str(row.turn))
        if self._by_day:
            painter.setFont(font("Barlow Semi Condensed", TEXT - 3, QFont.Weight.Medium))
            low = box.adjusted(8, 16, -4, 0)
            painter.drawText(low, Qt.AlignmentFlag.AlignVCenter, _day_text(row.date))
        elif row.time in TIMES:
            _sky(painter, QPointF(box.left() + 36, box.center().y()), row.time)
        due = self._due.get(row.turn, 0)
        if due and not past:
            painter.setFont(font("Barlow Semi Condensed", TEXT - 3, QFont.Weight.DemiBold))
            painter.setPen(QColor("#d9d2b4" if night else FAINT).darker(100 if night else 130))
            painter.drawText(
                box.adjusted(0, 0, -7, -15 if self._by_day else 0),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
                f"+{due}",
            )


def _day_text(day: date) -> str:
    """Format a date as day and short month."""
    month = t(f"app.month.{day.month}")[:3]
    return t("aids.turn.day", day=day.day, month=month)


def _sky(painter: QPainter, middle: QPointF, time: str) -> None:
    """Draw a sun, a sun on the horizon, or a moon."""
    painter.setPen(Qt.PenStyle.NoPen)
    if time == "night":
        moon, shade = QPainterPath(), QPainterPath()
        moon.addEllipse(middle, 6, 6)
        shade.addEllipse(middle + QPointF(3.2, -1.6), 5.4, 5.4)
        painter.setBrush(MOON)
        painter.drawPath(moon.subtracted(shade))
        return
    if time == "AM":
        painter.setBrush(SUN)
        painter.drawEllipse(middle, 5, 5)
        return
    painter.setBrush(DUSK)
    painter.drawPie(QRectF(middle.x() - 6, middle.y() - 4, 12, 12), 0, 180 * 16)
    painter.setPen(QPen(DUSK, 1.5))
    painter.drawLine(middle + QPointF(-8, 3.5), middle + QPointF(8, 3.5))
