"""The scrubber: the whole game as a line, with its turns, phases, fights and annotated entries."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from engine.i18n import t
from engine.modules import Module
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, FAINT, INK, PAGE
from holland44_qt.models.landmarks import Landmarks
from holland44_qt.replay.clock import phase_text, turn_text

SIDE = 12
"""Pixels left free at both ends."""
HEIGHT = 52
TOP, BOTTOM = 18, 36
"""The band of the turns."""
TURNS = (QColor("#f3ecd8"), QColor("#e2d6b8"))
FIGHT, NOTE = QColor("#c81e1e"), QColor("#1f5fbf")


class Scrubber(QAbstractSlider):
    """A slider over the steps of a recording: click or drag anywhere on it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # The keys of the window step through the game, whatever has the focus.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(t("app.scrubber.name"))
        self.setMouseTracking(True)
        self._landmarks = Landmarks()
        self._module: Module | None = None
        self._ground: QPixmap | None = None

    def show_game(self, landmarks: Landmarks, module: Module) -> None:
        """Show another recording."""
        self._landmarks, self._module = landmarks, module
        self._ground = None
        self.setRange(0, landmarks.length)
        self.setPageStep(max(1, landmarks.length // 20))
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(600, HEIGHT)

    # -- where steps are --------------------------------------------------------------------------

    def x_of(self, step: float) -> float:
        """Where a step is, in pixels."""
        room = self.width() - 2 * SIDE
        return SIDE + room * step / max(1, self._landmarks.length)

    def step_at(self, x: float) -> int:
        """The step nearest to a pixel."""
        room = max(1, self.width() - 2 * SIDE)
        step = round((x - SIDE) / room * self._landmarks.length)
        return max(0, min(step, self._landmarks.length))

    # -- painting ---------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """The line of the game, and where it stands."""
        ratio = self.devicePixelRatioF()
        if self._ground is None or self._ground.devicePixelRatioF() != ratio:
            self._ground = self._painted_ground(ratio)
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._ground)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._landmarks.length:
                x = self.x_of(self.value())
                painter.setPen(QPen(QColor(ACCENT), 2))
                painter.drawLine(QPointF(x, TOP - 3), QPointF(x, BOTTOM + 8))
                painter.setPen(QPen(QColor(PAGE), 1.5))
                painter.setBrush(QColor(ACCENT))
                painter.drawEllipse(QPointF(x, (TOP + BOTTOM) / 2), 7, 7)

    def _painted_ground(self, ratio: float) -> QPixmap:
        ground = QPixmap(self.size() * ratio)
        ground.setDevicePixelRatio(ratio)
        ground.fill(Qt.GlobalColor.transparent)
        with QPainter(ground) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_turns(painter)
            self._paint_marks(painter)
            painter.setPen(QPen(QColor(EDGE), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            band = QRectF(SIDE, TOP, self.width() - 2 * SIDE, BOTTOM - TOP)
            painter.drawRoundedRect(band, 3, 3)
        return ground

    def _paint_turns(self, painter: QPainter) -> None:
        starts: list[tuple[int, int]] = []
        for phase in self._landmarks.phases:
            if not starts or starts[-1][1] != phase.clock.turn:
                starts.append((phase.step, phase.clock.turn))
        ends = [*(step for step, _ in starts), self._landmarks.length][1:]
        painter.setFont(font("Barlow Semi Condensed", 12, QFont.Weight.DemiBold))
        for (step, turn), end in zip(starts, ends, strict=True):
            left, right = self.x_of(step if step > 1 else 0), self.x_of(end)
            painter.fillRect(QRectF(left, TOP, right - left, BOTTOM - TOP), TURNS[turn % 2])
            painter.setPen(QColor(INK))
            label = self._turn_label(turn)
            if painter.fontMetrics().horizontalAdvance(label) > right - left:
                label = str(turn)
            painter.drawText(QPointF(left + 1, TOP - 5), label)
            painter.setPen(QPen(QColor(FAINT), 1))
            painter.drawLine(QPointF(left, TOP - 4), QPointF(left, BOTTOM))

    def _turn_label(self, turn: int) -> str:
        return turn_text(self._module, turn) if self._module else str(turn)

    def _paint_marks(self, painter: QPainter) -> None:
        painter.setPen(QPen(QColor(FAINT), 1))
        for phase in self._landmarks.phases:
            x = self.x_of(phase.step)
            painter.drawLine(QPointF(x, TOP + 9), QPointF(x, BOTTOM))
        painter.setPen(QPen(FIGHT, 1.6))
        for step in self._landmarks.combats:
            x = self.x_of(step)
            painter.drawLine(QPointF(x, TOP + 3), QPointF(x, BOTTOM - 3))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(NOTE)
        for step in self._landmarks.annotated:
            x = self.x_of(step)
            tip = QPolygonF(
                [QPointF(x, BOTTOM + 2), QPointF(x + 4, BOTTOM + 9), QPointF(x - 4, BOTTOM + 9)]
            )
            painter.drawPolygon(tip)

    # -- mouse ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to what was clicked."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self.step_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell what lies under the mouse; go along with it while it is down."""
        step = self.step_at(event.position().x())
        self.setToolTip(self._tip(step))
        if self.isSliderDown():
            self.setValue(step)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """One entry a notch, forward by turning down as a list does."""
        notches = -event.angleDelta().y() // 120
        if notches:
            self.setValue(self.value() + notches)
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw the line anew."""
        self._ground = None
        super().resizeEvent(event)

    def _tip(self, step: int) -> str:
        phase = self._landmarks.phase_at(step)
        if phase is None or self._module is None:
            return t("app.scrubber.start")
        return t(
            "app.scrubber.tip",
            step=step,
            turn=turn_text(self._module, phase.clock.turn),
            phase=phase_text(self._module, phase.clock),
        )
