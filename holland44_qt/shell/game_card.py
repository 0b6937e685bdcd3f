"""Game card of the start page: picture, name and status, as one button."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QWidget

from engine.i18n import t
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, INK, ON_ACCENT, PAGE, PHASE, SOFT, TEXT
from holland44_qt.plain_text import tip
from holland44_qt.shell.thumbnails import GamePreview

SMALL, LARGE = QSize(172, 290), QSize(560, 300)
PAD, LINE = 12, 20
ARROWS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class GameCard(QAbstractButton):
    """Card for a game, also before its picture is loaded; a large card has its text beside the
    picture. ``passed`` requests the next card (1) or the previous one (-1).
    """

    passed = Signal(int)

    def __init__(
        self, path: Path, *, large: bool = False, hint: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.path = path
        self._large, self._hint = large, hint
        self._glimpse: GamePreview | None = None
        self._problem = ""
        self.setText(path.stem)
        self.setToolTip(tip(str(path)))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFixedHeight(self.sizeHint().height())
        if large:
            self.setMinimumWidth(320)
            self.setMaximumWidth(self.sizeHint().width())
        else:
            self.setFixedWidth(self.sizeHint().width())
        self._name()

    def sizeHint(self) -> QSize:
        """Return the size: one for all small cards, another for the large one."""
        return LARGE if self._large else SMALL

    def show_preview(self, preview: GamePreview | str) -> None:
        """Show a game's picture and status, or why they cannot be shown."""
        if isinstance(preview, GamePreview):
            self._glimpse = preview
            self.setText(preview.title)
        else:
            self._problem = preview
            self.setToolTip(tip(preview))
        self._name()
        self.update()

    @property
    def status_lines(self) -> list[str]:
        """Return the lines below the name."""
        if self._problem:
            return [t("shell.card.unreadable")]
        lines = [self._hint] if self._hint and self._large else []
        if self._glimpse is not None:
            lines.append(self._glimpse.where)
            lines.append(t("shell.card.entries", count=self._glimpse.entries))
        return lines

    def _name(self) -> None:
        self.setAccessibleName(". ".join([self.text(), *self.status_lines]))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card."""
        with QPainter(self) as painter:
            painter.setRenderHints(
                QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
            )
            whole = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
            painter.setBrush(QColor(PHASE if self.underMouse() else PAGE))
            focused = self.hasFocus()
            painter.setPen(QPen(QColor(ACCENT if focused else EDGE), 3 if focused else 1))
            painter.drawRoundedRect(whole, 7, 7)
            if self._large:
                picture = QRectF(PAD, PAD, 200, self.height() - 2 * PAD)
                words = QRectF(picture.right() + 2 * PAD, PAD + 4, 0, 0)
                words.setRight(self.width() - PAD)
                words.setBottom(self.height() - PAD)
            else:
                picture = QRectF(PAD, PAD, self.width() - 2 * PAD, 172)
                words = QRectF(PAD, picture.bottom() + 8, picture.width(), 0)
                words.setBottom(self.height() - 6)
            self._picture(painter, picture)
            self._words(painter, words)
            if self._large:
                self._go_on(painter, words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the game on Enter, as on the space bar."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in ARROWS:
            self.passed.emit(ARROWS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _picture(self, painter: QPainter, room: QRectF) -> None:
        frame = QPainterPath()
        frame.addRoundedRect(room, 4, 4)
        painter.save()
        painter.setClipPath(frame)
        painter.fillRect(room, QColor("#f1eeda"))
        if self._glimpse is not None:
            image = self._glimpse.picture
            # As much as fills the room: of a tall map from a little below the top, where the
            # bridges are, of a wide one the middle.
            shape = room.width() / room.height()
            wide = min(image.width(), round(image.height() * shape))
            high = min(image.height(), round(image.width() / shape))
            left, top = (image.width() - wide) / 2, (image.height() - high) * 0.12
            painter.drawImage(room, image, QRectF(left, top, wide, high))
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(EDGE), 1))
        painter.drawPath(frame)

    def _words(self, painter: QPainter, room: QRectF) -> None:
        name = (
            font("Barlow Condensed", TEXT + 12, QFont.Weight.Bold)
            if self._large
            else font("Barlow Semi Condensed", TEXT + 1, QFont.Weight.DemiBold)
        )
        painter.setFont(name)
        painter.setPen(QColor(INK))
        measure = QFontMetrics(name)
        lines = _wrapped(self.text(), measure, room.width(), 3 if self._large else 2)
        y = room.top()
        for line in lines:
            painter.drawText(QRectF(room.left(), y, room.width(), measure.height()), 0, line)
            y += measure.lineSpacing() * (1.0 if self._large else 0.95)
        small = font("Barlow", TEXT + 1 if self._large else TEXT - 1)
        painter.setFont(small)
        painter.setPen(QColor(SOFT))
        y += 4 if self._large else 1
        for text in self.status_lines:
            for line in _wrapped(text, QFontMetrics(small), room.width(), 4 if self._large else 2):
                painter.drawText(QRectF(room.left(), y, room.width(), LINE), 0, line)
                y += LINE + (2 if self._large else -3)

    def _go_on(self, painter: QPainter, room: QRectF) -> None:
        """Draw a button in the lower right that names the effect of a click."""
        text = t("shell.home.continue")
        name = font("Barlow", TEXT + 1, QFont.Weight.DemiBold)
        wide = QFontMetrics(name).horizontalAdvance(text) + 40
        button = QRectF(room.right() - wide - 6, room.bottom() - 40, wide, 36)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ACCENT))
        painter.drawRoundedRect(button, 6, 6)
        painter.setPen(QColor(ON_ACCENT))
        painter.setFont(name)
        painter.drawText(button, Qt.AlignmentFlag.AlignCenter, text)


def _wrapped(text: str, measure: QFontMetrics, width: float, max_lines: int) -> list[str]:
    """Return a text in lines of limited width; the last line is shortened if there are too many."""
    lines = [""]
    words = text.split()
    for k, word in enumerate(words):
        longer = f"{lines[-1]} {word}".strip()
        if measure.horizontalAdvance(longer) <= width or not lines[-1]:
            lines[-1] = longer
        elif len(lines) < max_lines:
            lines.append(word)
        else:
            lines[-1] = " ".join([lines[-1], *words[k:]])
            break
    return [measure.elidedText(x, Qt.TextElideMode.ElideRight, int(width)) for x in lines]
