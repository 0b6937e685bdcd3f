"""Bar chart of the probabilities of combat results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.i18n import t
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, FAINT, INK, TEXT, by_night

if TYPE_CHECKING:
    from engine.rules.answers import Chance, Result

ROW, TEXT_HEIGHT = 20, 15
"""Pixels of a row, and of a line that describes the effects on both sides."""
WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
ATTACKER, DEFENDER, BOTH = QColor("#9c3b2e"), QColor("#3f6b46"), QColor("#8a7440")
"""Bar colours of results that cost the attacker, the defender, both or neither."""


class Row(NamedTuple):
    """A combat result: its code, dice rolls, probability and bar colour.

    ``text`` describes the effect on both sides; ``unstated`` is the share of the chance that rests
    on reconstructed cells of the chart.
    """

    code: str
    throws: tuple[str, ...]
    likely: float
    color: QColor
    text: str = ""
    unstated: float = 0.0


class Chances(QWidget):
    """Widget with a row for each result: dice rolls, a bar, the probability as text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self.compared: dict[str, float] = {}
        self.high = ROW
        """Pixels from row to row."""
        self.rolled: int | None = None
        """The die that was thrown: its row is lit."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_results(self, chances: Sequence[Chance], holds: float = 0.0) -> None:
        """Show the results with their dice rolls and probabilities.

        ``holds`` is the chance that a determined defence holds the hex where one is allowed.
        """
        self.rolled = None
        by_result: dict[str, list[Chance]] = {}
        for one in chances:
            by_result.setdefault(one.result.code, []).append(one)
        self.rows = [
            Row(
                code,
                tuple(c.throws for c in some),
                float(sum(c.probability for c in some)),
                _color(some[0].result),
                some[0].result.text if some[0].result.text != code else "",
                float(sum(c.probability for c in some if c.basis)),
            )
            for code, some in by_result.items()
        ]
        self.compared = {
            code: holds
            for code, some in by_result.items()
            if "determined_defense" in some[0].result.words and holds
        }
        self._fit()
        texts = [
            f"{row.code}: {chance(row.likely)} {row.text}".rstrip()
            + (f" ({t('advice.odds.unstated')})" if row.unstated else "")
            for row in self.rows
        ]
        self.setAccessibleName(t("advice.odds.results"))
        self.setAccessibleDescription(", ".join(texts))
        self.updateGeometry()
        self.update()

    def show_roll(self, die: int) -> None:
        """Highlight the row of a die roll."""
        self.rolled = die
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give long texts as many lines as they need in the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Compute the height of a row from the longest text below a bar."""
        metrics, room = QFontMetrics(_small()), QRect(0, 0, self.width() - 10, 0)
        high = [
            metrics.boundingRect(room, WRAPPED, row.text).height() for row in self.rows if row.text
        ]
        lines = -(-max(high) // metrics.lineSpacing()) if high else 0
        if self.high != ROW + lines * TEXT_HEIGHT:
            self.high = ROW + lines * TEXT_HEIGHT
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the height of all rows."""
        return QSize(260, self.high * len(self.rows) + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for k, row in enumerate(self.rows):
                self._row(painter, k * self.high + 2, row)

    def _row(self, painter: QPainter, top: int, row: Row) -> None:
        middle = Qt.AlignmentFlag.AlignVCenter
        if self.rolled is not None and str(self.rolled) in row.throws:
            painter.setPen(QPen(QColor(ACCENT), 1.5))
            painter.setBrush(QColor(by_night("#f6dfa4", "#5a4a1c")))
            painter.drawRoundedRect(QRectF(1, top, self.width() - 2, self.high - 1), 4, 4)
        elif self.rolled is not None:
            painter.setOpacity(0.45)
        painter.setFont(font("Barlow Semi Condensed", TEXT, QFont.Weight.DemiBold))
        codes = _widest(painter, 57, (some.code for some in self.rows))
        if row.unstated:  # as in the charts: nothing printed says what stands in these cells
            painter.fillRect(QRectF(3, top + 2, codes + 1, ROW - 4), _hatched())
        painter.setPen(QColor(INK))
        painter.drawText(QRectF(5, top, codes, ROW), middle, row.code)
        painter.setPen(QColor(FAINT).darker(150))
        painter.setFont(font("Barlow Semi Condensed", TEXT - 1, QFont.Weight.Medium))
        throws = _widest(painter, 36, (_faces(some.throws) for some in self.rows))
        painter.drawText(QRectF(codes + 11, top, throws, ROW), middle, _faces(row.throws))
        left = codes + throws + 15
        room = max(20.0, self.width() - left - 56)
        track = QRectF(left, top + 4, room, ROW - 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(EDGE).lighter(112))
        painter.drawRoundedRect(track, 3, 3)
        painter.setBrush(row.color)
        bar = QRectF(track.x(), track.y(), room * row.likely, track.height())
        painter.drawRoundedRect(bar, 3, 3)
        compared = self.compared.get(row.code, 0.0)
        if compared:  # the part in which a determined defence keeps the hex
            painter.setBrush(QBrush(QColor(255, 255, 255, 190), Qt.BrushStyle.BDiagPattern))
            bar.setLeft(bar.right() - bar.width() * compared)
            painter.drawRect(bar)
        painter.setPen(QColor(INK))
        painter.drawText(QRectF(track.right() + 8, top, 48, ROW), middle, chance(row.likely))
        if row.text:
            painter.setFont(_small())
            painter.setPen(QColor(FAINT).darker(140))
            lines = QRectF(5, top + ROW - 3, self.width() - 10, self.high - ROW + 3)
            painter.drawText(lines, WRAPPED, row.text)
        painter.setOpacity(1)


def _small() -> QFont:
    """Return the font of the effects on both sides."""
    return font("Barlow Semi Condensed", TEXT - 2, QFont.Weight.Medium)


def chance(likely: float) -> str:
    """Format a probability in per cent."""
    return t("advice.odds.chance", percent=round(100 * likely))


def _widest(painter: QPainter, least: int, texts: Iterable[str]) -> int:
    """Return the width of a column in pixels that holds all texts in the current font."""
    return max(least, *(painter.fontMetrics().horizontalAdvance(text) for text in texts))


def _hatched() -> QBrush:
    """Return the brush for reconstructed cells."""
    return QBrush(QColor(by_night("#c9b98d", "#6d6243")), Qt.BrushStyle.BDiagPattern)


def _faces(throws: tuple[str, ...]) -> str:
    numbers = [int(throw) for throw in throws if throw.isdigit()]
    if len(numbers) == len(throws) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(throws)


def _color(result: Result) -> QColor:
    hurts_attacker = any(result.attacker.values())
    hurts_defender = any(result.defender.values())
    if hurts_attacker == hurts_defender:
        return BOTH
    return ATTACKER if hurts_attacker else DEFENDER
