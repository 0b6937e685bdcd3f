"""Large dice over the board, shown for a moment after a roll."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt, QTimer, QVariantAnimation
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from engine.core.dice import Dice
from engine.i18n import has, t
from engine.log.both_dice import origin
from holland44_qt.aids.captions import LEAD
from holland44_qt.board.camera import MOVED, covered
from holland44_qt.board.view import BoardView
from holland44_qt.fonts import font
from holland44_qt.replay.dice_drawing import MOST, draw_die

TUMBLE, STAY = 800, 2600
"""Milliseconds that dice tumble, and that they stay visible afterwards."""
EDGE, GAP, MARGIN, CAPTION, LABEL = 84, 22, 26, 34, 26
FACES = 9
"""Number of faces shown while a die tumbles."""
PLATE, LETTERS = QColor(35, 31, 26, 205), QColor("#fffdf6")
SKIPPED_BY = (QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress)


class DiceShow(QWidget):
    """Overlay on a view that ignores the mouse; any key or click ends the tumbling.

    ``name`` returns the name of a roll's subject: a hex number or a unit's id.
    """

    def __init__(self, over: BoardView, name: Callable[[str], str] = str) -> None:
        super().__init__(over)
        self._over, self._name = over, name
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._thrown: list[tuple[int, int]] = []
        self._labels: list[str] = []
        self._caption = ""
        self._scale = 1.0
        self._left = 0
        self._below: tuple[QWidget, ...] = ()
        self._turns: list[list[tuple[int, float]]] = []
        self._tumble = QVariantAnimation(self, duration=TUMBLE)
        self._tumble.setStartValue(0.0)
        self._tumble.setEndValue(1.0)
        self._tumble.valueChanged.connect(lambda _: self.update())
        self._tumble.finished.connect(self._lie)
        self._hide_timer = QTimer(self, singleShot=True, interval=STAY)
        self._hide_timer.timeout.connect(self.hide)
        over.installEventFilter(self)
        over.window().installEventFilter(self)
        self.hide()

    @property
    def tumbling(self) -> bool:
        """Return whether the dice are still tumbling."""
        return self._tumble.state() == QVariantAnimation.State.Running

    @property
    def caption(self) -> str:
        """Return the text below the dice."""
        return self._caption

    @property
    def labels(self) -> list[str]:
        """Return the purpose of each die; empty if all have the same."""
        return self._labels

    def show_dice(self, dice: tuple[Dice, ...], game: str = "") -> None:
        """Show a roll that has already been made.

        ``game`` has the texts for the rolls of its rules.
        """
        self._thrown = [(d.sides, v) for d in dice for v in d.values][:MOST]
        self._labels = [self._name(word) for word in _subjects(dice)][:MOST]
        self._caption = _caption(dice, game)
        self.setAccessibleName(self._caption)
        rolled = self._over.moving and all(d.source == "rolled" for d in dice)
        # Only looks depend on these: the values have been drawn by the game's own dice.
        self._turns = [
            [(random.randint(1, sides), random.uniform(-50, 50)) for _ in range(FACES)]
            for sides, _ in self._thrown
        ]
        self._place()
        self.show()
        self.raise_()
        self._hide_timer.stop()
        self._tumble.stop()
        if rolled:
            self._tumble.start()
        else:
            self._lie()

    def skip(self) -> None:
        """End the tumbling at once."""
        if self.tumbling:
            self._tumble.stop()
            self._lie()

    def stop(self) -> None:
        """Stop the animation and hide the dice."""
        self._tumble.stop()
        self._hide_timer.stop()
        self.hide()

    def leave_left(self, room: int) -> None:
        """Leave a number of pixels at the left for a drawer."""
        self._left = room
        self._place()

    def lie_above(self, *others: QWidget) -> None:
        """Stay above widgets that appear at the lower edge of the view, without covering them."""
        self._below = others
        for other in others:
            other.installEventFilter(self)

    def _lie(self) -> None:
        self._hide_timer.start()
        self.update()

    def _place(self) -> None:
        over = self._over
        room = over.width() - min(self._left, over.width() // 2)
        across = len(self._thrown) * (EDGE + GAP) - GAP
        words = font("Barlow", 20, QFont.Weight.DemiBold)
        self.setFont(words)
        text = self.fontMetrics().horizontalAdvance(self._caption)
        width = min(max(across, text), room - 4 * MARGIN) + 2 * MARGIN
        self._scale = min(1.0, (width - 2 * MARGIN) / max(1, across))
        height = round(EDGE * self._scale) + 2 * MARGIN + CAPTION + self._label_room
        # In the lower right, where they hide neither the fight nor what is said of it; they lie
        # above what would be below them.
        place = QRect(over.width() - width - MARGIN, over.height() - height - MARGIN, width, height)
        others = (covered(over, other) for other in self._below)
        for other in sorted(others, key=QRect.bottom, reverse=True):
            if other.intersects(place):
                place.moveBottom(other.top() - LEAD)
        self.setGeometry(place)

    @property
    def _label_room(self) -> int:
        return LABEL if self._labels else 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the view's corner; a key or click ends the tumbling and is still handled."""
        if event.type() in SKIPPED_BY:
            self.skip()
        elif event.type() in MOVED and watched in (self._over, *self._below):
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the plate, the dice and their purposes."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(PLATE)
            painter.drawRoundedRect(self.rect(), 16, 16)
            room = len(self._thrown) * (EDGE + GAP) - GAP
            scale = self._scale
            x = (self.width() - room * scale) / 2
            at = float(self._tumble.currentValue() or 0.0) if self.tumbling else 1.0
            for k, (sides, value) in enumerate(self._thrown):
                box = QRectF(-EDGE / 2, -EDGE / 2, EDGE, EDGE)
                face, angle, lift = self._turn(k, value, at)
                painter.save()
                middle = x + (k * (EDGE + GAP) + EDGE / 2) * scale
                painter.translate(QPointF(middle, MARGIN + EDGE * scale / 2 - lift))
                painter.scale(scale, scale)
                painter.rotate(angle)
                draw_die(painter, box, sides, face)
                painter.restore()
            painter.setPen(LETTERS)
            if at >= 1.0:
                self._paint_labels(painter, x, scale)
            under = EDGE * scale + MARGIN * 1.35 + self._label_room
            below = QRectF(0, under, self.width(), CAPTION)
            caption = self._caption if at >= 1.0 else ""
            shown = self.fontMetrics().elidedText(
                caption, Qt.TextElideMode.ElideRight, self.width() - MARGIN
            )
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, shown)

    def _paint_labels(self, painter: QPainter, x: float, scale: float) -> None:
        """Draw the purpose of each die below it."""
        step = (EDGE + GAP) * scale
        under = MARGIN + EDGE * scale
        painter.save()
        painter.setFont(font("Barlow Semi Condensed", 16, QFont.Weight.DemiBold))
        for k, label in enumerate(self._labels):
            box = QRectF(x + k * step - GAP * scale / 2, under + 2, step, LABEL)
            shown = painter.fontMetrics().elidedText(label, Qt.TextElideMode.ElideRight, int(step))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)
        painter.restore()

    def _turn(self, k: int, value: int, at: float) -> tuple[int, float, float]:
        """Return face, angle and height of a die at a moment between 0 and 1."""
        if at >= 1.0:
            return value, 0.0, 0.0
        # Fast at first, then slower and slower, as dice are.
        moment = 1 - (1 - at) ** 2
        face, angle = self._turns[k][min(int(moment * FACES), FACES - 1)]
        left = 1 - moment
        bounce = abs((moment * 3) % 1 - 0.5) * 2
        return face, angle * left * 2, bounce * left * MARGIN * 0.7


def _subjects(dice: tuple[Dice, ...]) -> list[str]:
    """Return the hex or unit of each die named in the reason; empty if all dice are for one
    subject.
    """
    if len({d.reason for d in dice}) < 2:
        return []
    return [d.reason.partition(":")[2] for d in dice for _ in d.values]


def _caption(dice: tuple[Dice, ...], game: str = "") -> str:
    """Return reason, values and sum ("Weather: 3 + 5 = 8, entered by hand").

    Throws for several things ("airlanding:6418", "airlanding:6317") are not added up.
    """
    values = [v for d in dice for v in d.values]
    reasons = list(dict.fromkeys(d.reason for d in dice if d.reason))
    apart = len(reasons) > 1
    text = (", " if apart else " + ").join(map(str, values))
    if len(values) > 1 and not apart:
        text = t("aids.dice.sum", values=text, sum=sum(values))
    reason = reasons[0] if reasons else ""
    what, colon, subject = reason.partition(":")
    if colon and has(f"dice.{game}.{what}"):
        reason = t(f"dice.{game}.{what}", subject="" if apart else subject).strip()
    elif colon and has(f"aids.dice.of.{what}"):  # thrown by the rules
        # Of a unit only the rules know the name by which they call it.
        place = not apart and subject.replace("/", "").isdigit()
        reason = t(f"aids.dice.of.{what}") + (f" {subject}" if place else "")
    elif apart:
        reason = what.replace("_", " ")
    if reason:
        text = t("aids.dice.for", reason=reason[:1].upper() + reason[1:], values=text)
    if any(d.source == "entered" for d in dice):
        text = t("aids.dice.entered", values=text)
    elif dice and origin(dice[0]) in ("referee", "both"):
        text = t(f"together.dice.by.{origin(dice[0])}", values=text)
    return text
