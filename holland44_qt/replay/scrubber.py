"""Timeline: the whole game as a line with turns, phases, combats, dice, notes and branches."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QApplication, QSizePolicy, QToolTip, QWidget

from engine.i18n import t
from engine.modules.module import Module
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, FAINT, INK, PAGE, by_night
from holland44_qt.models.clock import phase_text, turn_text
from holland44_qt.models.landmarks import Landmarks
from holland44_qt.replay.timeline_marks import BOTTOM, MARKS, TOP, legend, steps_of

SIDE = 12
"""Pixels left free at both ends."""
HEIGHT, THIN, AROUND = 42, 26, 4
"""Height in pixels in review and in play, and the extra height of its bar."""
KNOB = 7
"""Radius of the knob at full height."""
TURNS = (QColor(by_night("#f3ecd8", "#2c2822")), QColor(by_night("#e2d6b8", "#3a342b")))


class Scrubber(QAbstractSlider):
    """Slider over the steps of a recording, set by click or drag.

    A drag with Alt or the right button is a temporary look that returns on release. ``left`` is
    emitted when a look begins, ``back`` when it has returned.
    """

    left = Signal()
    back = Signal()

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
        self._home: int | None = None
        self.mark: int | None = None
        """The step to which a temporary look returns."""
        self._thin = False
        self._button = Qt.MouseButton.NoButton

    def show_game(self, landmarks: Landmarks, module: Module) -> None:
        """Show another recording, or the same with one more entry."""
        self._landmarks, self._module = landmarks, module
        self._ground = None
        self.setRange(0, landmarks.length)
        self.setPageStep(max(1, landmarks.length // 20))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the full available width; a small height during play."""
        return QSize(200, THIN if self._thin else HEIGHT)

    def keep(self, step: int | None) -> None:
        """Mark a step to return to by a ring; None for none."""
        self.mark = step
        self.update()

    def make_thin(self, thin: bool) -> None:
        """Reduce the height, because the map needs the space in play."""
        changed, self._thin = thin != self._thin, thin
        bar = self.parentWidget()
        if bar is not None:
            bar.setFixedHeight(self.sizeHint().height() + AROUND)
        if changed:
            self._ground = None
            self.updateGeometry()
            self.update()

    # -- where steps are --------------------------------------------------------------------------

    def x_of(self, step: float) -> float:
        """Return the position of a step in pixels."""
        room = self.width() - 2 * SIDE
        return SIDE + room * step / max(1, self._landmarks.length)

    def step_at(self, x: float) -> int:
        """Return the step nearest to a pixel."""
        room = max(1, self.width() - 2 * SIDE)
        step = round((x - SIDE) / room * self._landmarks.length)
        return max(0, min(step, self._landmarks.length))

    # -- painting ---------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line of the game and the current step."""
        ratio = self.devicePixelRatioF()
        if self._ground is None or self._ground.devicePixelRatioF() != ratio:
            self._ground = self._painted_ground(ratio)
        middle = (TOP + self._floor) / 2
        knob = min(KNOB, (self._floor - TOP) / 2)
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._ground)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._landmarks.length:
                painter.setPen(QPen(QColor(ACCENT), 2))
                painter.setBrush(QColor(PAGE))
                for position in (self._home, self.mark):
                    if position is not None:
                        painter.drawEllipse(
                            QPointF(self.x_of(position), middle), knob - 1, knob - 1
                        )
                x = self.x_of(self.value())
                painter.drawLine(QPointF(x, TOP - 3), QPointF(x, self._floor + 8))
                painter.setPen(QPen(QColor(PAGE), 1.5))
                painter.setBrush(QColor(ACCENT))
                painter.drawEllipse(QPointF(x, middle), knob, knob)
                if self.isSliderDown():
                    self._paint_flag(painter, x)

    @property
    def _floor(self) -> int:
        """Return the lower edge of the line within the widget."""
        return min(BOTTOM, self.height() - 1)

    def _paint_flag(self, painter: QPainter, x: float) -> None:
        """Draw the moment above the line during a drag, where a tooltip would cover the marks."""
        painter.setFont(font("Barlow Semi Condensed", 12, QFont.Weight.DemiBold))
        text = self._step_text(self.value()).replace("\n", "  ·  ")
        wide = painter.fontMetrics().horizontalAdvance(text) + 12
        left = max(0.0, min(x - wide / 2, self.width() - wide))
        flag = QRectF(left, 0, wide, TOP - 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(flag, 3, 3)
        painter.setPen(QColor(PAGE))
        painter.drawText(flag, Qt.AlignmentFlag.AlignCenter, text)

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
            band = QRectF(SIDE, TOP, self.width() - 2 * SIDE, self._floor - TOP)
            painter.drawRoundedRect(band, 3, 3)
        return ground

    def _paint_turns(self, painter: QPainter) -> None:
        starts = [(phase.step, phase.clock.turn) for phase in self._landmarks.turns]
        ends = [*(step for step, _ in starts), self._landmarks.length][1:]
        painter.setFont(font("Barlow Semi Condensed", 12, QFont.Weight.DemiBold))
        for (step, turn), end in zip(starts, ends, strict=True):
            left, right = self.x_of(step if step > 1 else 0), self.x_of(end)
            painter.fillRect(QRectF(left, TOP, right - left, self._floor - TOP), TURNS[turn % 2])
            painter.setPen(QColor(INK))
            label = self._turn_label(turn)
            if painter.fontMetrics().horizontalAdvance(label) > right - left:
                label = str(turn)
            painter.drawText(QPointF(left + 1, TOP - 5), label)
            painter.setPen(QPen(QColor(FAINT), 1))
            painter.drawLine(QPointF(left, TOP - 4), QPointF(left, self._floor))

    def _turn_label(self, turn: int) -> str:
        return turn_text(self._module, turn) if self._module else str(turn)

    def _paint_marks(self, painter: QPainter) -> None:
        marks = steps_of(self._landmarks)
        for kind, draw in MARKS.items():
            # Of marks closer than a pixel only the first is drawn.
            for step in {round(self.x_of(s)): s for s in reversed(marks[kind])}.values():
                draw(painter, self.x_of(step))

    # -- mouse ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the clicked step; with Alt or the right button only temporarily."""
        left = event.button() == Qt.MouseButton.LeftButton
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if self.isSliderDown() or not (left or event.button() == Qt.MouseButton.RightButton):
            return
        self._button = event.button()
        if alt or not left:
            self._home = self.value()
            self.left.emit()
            self.setCursor(Qt.CursorShape.WhatsThisCursor)
        QToolTip.hideText()
        self.setSliderDown(True)
        self.setValue(self.step_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a tooltip for the step under the mouse; follow the mouse while pressed."""
        step = self.step_at(event.position().x())
        if self.isSliderDown():
            self.setValue(step)
        else:
            self.setToolTip(self._tip(step) + legend())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag; a temporary look returns to its start."""
        if event.button() == self._button:
            self._let_go()

    def leaveEvent(self, event: QEvent) -> None:
        """End a temporary look whose release event was lost to the keyboard."""
        if not QApplication.mouseButtons() and self.isSliderDown():
            self._let_go()
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Suppress the toolbar's menu, because the right button looks."""
        event.accept()

    @property
    def peeking(self) -> bool:
        """Return whether a temporary look is in progress."""
        return self._home is not None

    def _let_go(self) -> None:
        home, self._home, self._button = self._home, None, Qt.MouseButton.NoButton
        if home is not None:
            self.unsetCursor()
            self.setValue(home)
        self.setSliderDown(False)
        self.update()  # the flag goes
        if home is not None:
            self.back.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Go one entry per notch; turning down goes forward, as in a list."""
        notches = -event.angleDelta().y() // 120
        if notches:
            self.setValue(self.value() + notches)
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw the timeline again."""
        self._ground = None
        super().resizeEvent(event)

    def _step_text(self, step: int) -> str:
        """Return step, turn and phase, one line each."""
        phase = self._landmarks.phase_at(step)
        if phase is None or self._module is None:
            return t("app.scrubber.start")
        return t(
            "app.scrubber.tip",
            step=step,
            turn=turn_text(self._module, phase.clock.turn),
            phase=phase_text(self._module, phase.clock),
        )

    def _tip(self, step: int) -> str:
        """Return step, turn and phase as rich text."""
        return "<p>" + escape(self._step_text(step)).replace("\n", "<br>") + "</p>"
