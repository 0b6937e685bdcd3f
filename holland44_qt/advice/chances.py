"""The chance of each result of a fight, as bars."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.i18n import t
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, FAINT, INK, TEXT, by_night

ROW = 20
FACES = 6
ATTACKER, DEFENDER, BOTH = QColor("#9c3b2e"), QColor("#3f6b46"), QColor("#8a7440")
"""Bars of results that cost the attacker, the defender, both or nobody."""


class Chances(QWidget):
    """A row for each result: the dice that give it, a bar, the chance in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[tuple[str, tuple[int, ...], QColor]] = []
        self.held: dict[str, float] = {}
        self.rolled: int | None = None
        """The die that was thrown: its row is lit."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_results(
        self,
        results: Mapping[int, str],
        effects: Mapping[str, Mapping[str, object]],
        holds: float = 0.0,
    ) -> None:
        """Show the results by die; ``effects`` says what each does, as the chart has it.

        ``holds`` is how likely a determined defence holds the hex where one is allowed.
        """
        self.rolled = None
        found: dict[str, list[int]] = {}
        for die, result in sorted(results.items()):
            found.setdefault(result, []).append(die)
        self.rows = [
            (result, tuple(dice), _color(effects.get(result, {}))) for result, dice in found.items()
        ]
        self.held = {
            result: holds
            for result in found
            if effects.get(result, {}).get("determined_defense") and holds
        }
        said = [f"{result}: {chance(len(dice))}" for result, dice, _ in self.rows]
        self.setAccessibleName(t("advice.odds.results"))
        self.setAccessibleDescription(", ".join(said))
        self.updateGeometry()
        self.update()

    def show_roll(self, die: int) -> None:
        """Light the row of a die."""
        self.rolled = die
        self.update()

    def sizeHint(self) -> QSize:
        """A row for each result."""
        return QSize(260, ROW * len(self.rows) + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for k, (result, dice, color) in enumerate(self.rows):
                self._row(painter, k * ROW + 2, result, dice, color)

    def _row(
        self, painter: QPainter, top: int, result: str, dice: tuple[int, ...], color: QColor
    ) -> None:
        middle = Qt.AlignmentFlag.AlignVCenter
        if self.rolled in dice:
            painter.setPen(QPen(QColor(ACCENT), 1.5))
            painter.setBrush(QColor(by_night("#f6dfa4", "#5a4a1c")))
            painter.drawRoundedRect(QRectF(1, top, self.width() - 2, ROW - 1), 4, 4)
        elif self.rolled is not None:
            painter.setOpacity(0.45)
        painter.setFont(font("Barlow Semi Condensed", TEXT, QFont.Weight.DemiBold))
        painter.setPen(QColor(INK))
        painter.drawText(QRectF(5, top, 57, ROW), middle, result)
        painter.setPen(QColor(FAINT).darker(150))
        painter.setFont(font("Barlow Semi Condensed", TEXT - 1, QFont.Weight.Medium))
        painter.drawText(QRectF(64, top, 36, ROW), middle, _faces(dice))
        room = max(20.0, self.width() - 104 - 56)
        track = QRectF(104, top + 4, room, ROW - 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(EDGE).lighter(112))
        painter.drawRoundedRect(track, 3, 3)
        painter.setBrush(color)
        bar = QRectF(track.x(), track.y(), room * len(dice) / FACES, track.height())
        painter.drawRoundedRect(bar, 3, 3)
        held = self.held.get(result, 0.0)
        if held:  # the part in which a determined defence keeps the hex
            painter.setBrush(QBrush(QColor(255, 255, 255, 190), Qt.BrushStyle.BDiagPattern))
            bar.setLeft(bar.right() - bar.width() * held)
            painter.drawRect(bar)
        painter.setPen(QColor(INK))
        painter.drawText(QRectF(track.right() + 8, top, 48, ROW), middle, chance(len(dice)))
        painter.setOpacity(1)


def chance(faces: int) -> str:
    """So many faces of a die in per cent."""
    return t("advice.odds.chance", percent=round(100 * faces / FACES))


def _faces(dice: tuple[int, ...]) -> str:
    if len(dice) > 2 and dice[-1] - dice[0] == len(dice) - 1:
        return f"{dice[0]}–{dice[-1]}"
    return ", ".join(str(die) for die in dice)


def _color(effect: Mapping[str, object]) -> QColor:
    hurts_attacker = bool(effect.get("attacker_loss"))
    hurts_defender = bool(effect.get("defender_loss") or effect.get("retreat"))
    if hurts_attacker == hurts_defender:
        return BOTH
    return ATTACKER if hurts_attacker else DEFENDER
