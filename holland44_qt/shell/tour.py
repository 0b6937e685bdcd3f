"""The tour: six bubbles that describe the parts of the window, using the sample game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.i18n import t
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, PAPER, TEXT
from holland44_qt.settings import settings
from holland44_qt.shell.cover import Cover

SEEN = "tour/seen"
WIDTH, TIP, GAP, ROUND = 400, 16, 10, 8
GROUND, DIM = QColor(PAPER), QColor(20, 16, 10, 120)


@dataclass(frozen=True)
class Stop:
    """Step of the tour: the key of its texts and the widget it describes."""

    key: str
    target: Callable[[], QRect | None]


class Bubble(Cover):
    """Bubble with a text for a part of the window, which stays uncovered.

    ``ended`` is emitted after the last step or on skip, and ``lesson_wanted`` after it when the
    user asks for a lesson.
    """

    ended = Signal()
    lesson_wanted = Signal()

    def __init__(self, stops: tuple[Stop, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self._stops = stops
        self.at = 0
        self._title, self._text, self._count = QLabel(), QLabel(), QLabel()
        self._title.setFont(font("Barlow", TEXT + 4, QFont.Weight.DemiBold))
        self._title.setStyleSheet(f"color: {ACCENT};")
        self._text.setWordWrap(True)
        self._text.setFont(font("Barlow", TEXT + 1))
        self._count.setFont(font("Barlow Semi Condensed", TEXT - 1, QFont.Weight.Medium))
        self.skip = QPushButton(t("shell.tour.skip"))
        self.back = QPushButton(t("shell.tour.back"))
        self.on = QPushButton(t("shell.tour.on"))
        self.lesson = QPushButton(t("shell.tour.lesson"))
        self.lesson.clicked.connect(self.ended)
        self.lesson.clicked.connect(self.lesson_wanted)
        self.on.setDefault(True)
        self.skip.clicked.connect(self.ended)
        self.back.clicked.connect(lambda: self.show_stop(self.at - 1))
        self.on.clicked.connect(lambda: self.show_stop(self.at + 1))
        self._card = QWidget(self)
        column = self._column = QVBoxLayout(self._card)
        column.setContentsMargins(20, 16, 20, 14)
        column.setSpacing(8)
        column.addWidget(self._title)
        column.addWidget(self._text)
        row = QHBoxLayout()
        row.addWidget(self._count, 1)
        for button in self._buttons:
            row.addWidget(button)
        column.addLayout(row)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_stop(0)

    def show_stop(self, number: int) -> None:
        """Show a step; after the last one the tour ends."""
        if number >= len(self._stops):
            self.ended.emit()
            return
        self.at = max(0, number)
        key = self._stops[self.at].key
        self._title.setText(t(f"shell.tour.{key}.title"))
        self._text.setText(t(f"shell.tour.{key}"))
        self._count.setText(t("shell.tour.count", step=self.at + 1, last=len(self._stops)))
        self.setAccessibleName(f"{self._title.text()}. {self._text.text()}")
        self.back.setEnabled(self.at > 0)
        last = self.at == len(self._stops) - 1
        self.lesson.setVisible(last)
        self.skip.setVisible(not last)
        self.on.setText(t("shell.tour.end" if last else "shell.tour.on"))
        self.on.setFocus()
        self.place()

    @property
    def _buttons(self) -> tuple[QPushButton, ...]:
        return self.skip, self.back, self.lesson, self.on

    @property
    def hole(self) -> QRect:
        """Rectangle that the bubble points at; empty if it is not visible."""
        result = self._stops[self.at].target()
        return result.intersected(self.rect()) if result is not None else QRect()

    def place(self) -> None:
        """Cover the window, and place the card so that it leaves the hole visible."""
        super().place()
        width = min(WIDTH, self.width() - 2 * GAP)
        self._column.invalidate()
        self._card.setFixedSize(width, self._column.totalHeightForWidth(width))
        self._card.move(self._spot(self._card.rect(), self.hole))
        self.update()

    def _spot(self, card: QRect, hole: QRect) -> QPoint:
        """Return a position on the side of the hole with the most space; the middle without a
        hole.
        """
        whole = self.rect()
        if hole.isEmpty():
            return whole.center() - card.center()
        rooms = {
            "right": whole.right() - hole.right(),
            "left": hole.left(),
            "below": whole.bottom() - hole.bottom(),
            "above": hole.top(),
        }
        needs = {"right": card.width(), "left": card.width()}
        fitting = [
            side for side, room in rooms.items() if room > needs.get(side, card.height()) + 2 * TIP
        ]
        side = max(fitting, key=lambda s: rooms[s]) if fitting else "inside"
        corner = hole.center() - card.center()
        x = min(max(corner.x(), GAP), whole.right() - card.width() - GAP)
        y = min(max(corner.y(), GAP), whole.bottom() - card.height() - GAP)
        spots = {
            "right": QPoint(hole.right() + TIP, y),
            "left": QPoint(hole.left() - card.width() - TIP, y),
            "below": QPoint(x, hole.bottom() + TIP),
            "above": QPoint(x, hole.top() - card.height() - TIP),
            "inside": QPoint(x, y),
        }
        return spots[side]

    def focusNextPrevChild(self, next: bool) -> bool:
        """Move the focus among the buttons with Tab."""
        buttons = [b for b in self._buttons if b.isEnabled() and not b.isHidden()]
        at = next_at = buttons.index(self.on)
        for k, button in enumerate(buttons):
            if button.hasFocus():
                at = k
        next_at = (at + (1 if next else -1)) % len(buttons)
        buttons[next_at].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Skip the tour on Escape, and step through it with the arrows and Enter."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.ended.emit()
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.show_stop(self.at + 1)
        elif key == Qt.Key.Key_Left:
            self.show_stop(self.at - 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Dim the window except for the hole, and draw the bubble with its tip."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            hole = QRectF(self.hole)
            shade = QPainterPath()
            shade.addRect(QRectF(self.rect()))
            if not hole.isEmpty():
                inner = QPainterPath()
                inner.addRoundedRect(hole, 5, 5)
                shade = shade.subtracted(inner)
            painter.fillPath(shade, DIM)
            card = QRectF(self._card.geometry())
            bubble = QPainterPath()
            bubble.addRoundedRect(card, ROUND, ROUND)
            bubble = bubble.united(_tip(card, hole))
            painter.setPen(QPen(QColor(ACCENT), 1.5))
            painter.setBrush(GROUND)
            painter.drawPath(bubble)
            if not hole.isEmpty():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(hole, 5, 5)


def _tip(card: QRectF, hole: QRectF) -> QPainterPath:
    """Return the corner of the bubble that points at the hole; none if they overlap."""
    path = QPainterPath()
    if hole.isEmpty() or card.intersects(hole):
        return path
    middle = hole.center()
    x = min(max(middle.x(), card.left() + 30), card.right() - 30)
    y = min(max(middle.y(), card.top() + 30), card.bottom() - 30)
    wide = TIP * 0.7
    if card.left() >= hole.right() or card.right() <= hole.left():
        edge = card.left() + 1 if card.left() >= hole.right() else card.right() - 1
        end = edge + (-TIP if card.left() >= hole.right() else TIP)
        points = [QPointF(edge, y - wide), QPointF(end, y), QPointF(edge, y + wide)]
    else:
        below = card.top() >= hole.bottom()
        edge = card.top() + 1 if below else card.bottom() - 1
        end = edge + (-TIP if below else TIP)
        points = [QPointF(x - wide, edge), QPointF(x, end), QPointF(x + wide, edge)]
    path.addPolygon(QPolygonF(points))
    path.closeSubpath()
    return path


class Tour(Feature):
    """Feature that runs the tour on request, and offers it at the first start."""

    COMMANDS = (Command("tour", "help", "start"),)

    def ready(self) -> None:
        """Do nothing before the tour is started."""
        self.bubble: Bubble | None = None

    def offer(self) -> None:
        """Start the tour if this user has never seen it."""
        if settings().value(SEEN) is None:
            self.start()

    def start(self) -> None:
        """Open the sample game and begin."""
        self._end()
        self.commands.run("sample")
        if self.session.recording is None:
            return
        window = self.window
        stops = (
            Stop("board", lambda: self._rect(window.view)),
            Stop("line", lambda: self._dock("bar-time")),
            Stop("log", lambda: self._dock("bar-rail")),
            Stop("entry", lambda: self._dock("inspector")),
            Stop("boxes", lambda: self._dock("stance")),
            Stop("palette", lambda: self._dock("menu")),
        )
        self.bubble = Bubble(stops, window)
        self.bubble.ended.connect(self._end)
        self.bubble.lesson_wanted.connect(lambda: self.commands.run("lesson"))
        self.bubble.show()
        self.bubble.raise_()
        self.bubble.on.setFocus()

    def _end(self) -> None:
        if self.bubble is None:
            return
        settings().setValue(SEEN, "true")
        self.bubble.lift()
        self.bubble = None
        self.view.setFocus()

    def _dock(self, name: str) -> QRect | None:
        result = self.window.findChild(QWidget, name)
        return self._rect(result) if isinstance(result, QWidget) else None

    def _rect(self, widget: QWidget) -> QRect | None:
        if not widget.isVisible():
            return None
        return QRect(widget.mapTo(self.window, QPoint(0, 0)), widget.size())
