"""Text and small drawings of pictures: wrapped lines, dice, chips, in the report's own colours."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from holland44_qt.fonts import font

PAPER, INK, MUTED, RULE = QColor("#fbf8ef"), QColor("#1f1c17"), QColor("#655d50"), QColor("#d8cfbb")
ACCENT, GOOD, BAD = QColor("#b8430a"), QColor("#2b7a3b"), QColor("#b3261e")


@dataclass(frozen=True, slots=True)
class Inks:
    """Colours of a card: background, lines and text."""

    paper: QColor
    rule: QColor
    ink: QColor
    muted: QColor
    good: QColor
    bad: QColor


ON_PAPER = Inks(PAPER, RULE, INK, MUTED, GOOD, BAD)
"""Light colours, for pictures, films and a light window."""
BY_NIGHT = Inks(*map(QColor, ("#28241f", "#4a443a", "#ece5d6", "#b5ab99", "#7fce8f", "#ff9a8c")))
"""Colours for a dark window."""
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
GLYPHS = {
    "!": "#2b7a3b",
    "!!": "#2b7a3b",
    "!?": "#1668c7",
    "?!": "#b86e00",
    "?": "#c4201c",
    "??": "#c4201c",
    "⚑": "#1668c7",
}


@dataclass(frozen=True, slots=True)
class Face:
    """Typeface: family, size in pixels, weight."""

    size: float
    weight: QFont.Weight = QFont.Weight.Normal
    family: str = "Barlow"

    @property
    def font(self) -> QFont:
        """The font."""
        made = font(self.family, self.size, self.weight)
        made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return made

    @property
    def leading(self) -> float:
        """Return the line spacing in pixels."""
        return self.size * 1.32

    def width(self, text: str) -> float:
        """Return the width of a line in pixels."""
        return QFontMetricsF(self.font).horizontalAdvance(text)


def wrap(text: str, face: Face, width: float, max_lines: int | None = None) -> list[str]:
    """Wrap a text into lines of a maximum width; with ``max_lines`` the last line ends in an
    ellipsis. A word that is wider than a line is divided.
    """
    metrics = QFontMetricsF(face.font)
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for word in (part for one in paragraph.split() for part in _divided(one, metrics, width)):
            longer = f"{line} {word}".strip()
            if line and metrics.horizontalAdvance(longer) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    while lines and not lines[-1]:
        lines.pop()
    if max_lines is not None and len(lines) > max_lines:
        cut = f"{lines[max_lines - 1]} …"
        lines = [
            *lines[: max_lines - 1],
            metrics.elidedText(cut, Qt.TextElideMode.ElideRight, width),
        ]
    return lines


def _divided(word: str, metrics: QFontMetricsF, width: float) -> Iterator[str]:
    """Yield the parts of a word that fit a line; usually the word itself."""
    while len(word) > 1 and metrics.horizontalAdvance(word) > width:
        lengths = range(1, len(word))
        fits = bisect_right(lengths, width, key=lambda n: metrics.horizontalAdvance(word[:n]))
        yield word[: max(1, fits)]
        word = word[max(1, fits) :]
    yield word


def fitted(text: str, face: Face, width: float, max_lines: int) -> Face:
    """Return the face, made smaller, to half at most, where a text needs more lines."""
    least = face.size / 2
    while face.size > least and len(wrap(text, face, width)) > max_lines:
        face = replace(face, size=face.size * 0.95)
    return face


def write(painter: QPainter, lines: list[str], face: Face, at: QPointF, ink: QColor = INK) -> float:
    """Write lines from a corner downwards; return their height."""
    painter.setFont(face.font)
    painter.setPen(ink)
    for number, line in enumerate(lines):
        baseline = at.y() + face.size * 0.98 + number * face.leading
        painter.drawText(QPointF(at.x(), baseline), line)
    return len(lines) * face.leading


def die(painter: QPainter, value: int, corner: QPointF, edge: float) -> None:
    """Draw a six-sided die as its face; other dice as numbers."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("#b9ae96"), edge * 0.03))
    painter.setBrush(QColor("#fffdf6"))
    square = QRectF(corner.x(), corner.y(), edge, edge)
    painter.drawRoundedRect(square, edge * 0.18, edge * 0.18)
    if value in PIPS:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(INK)
        for x, y in PIPS[value]:
            middle = square.center() + QPointF(x, y) * edge * 0.25
            painter.drawEllipse(middle, edge * 0.1, edge * 0.1)
    else:
        painter.setPen(INK)
        painter.setFont(Face(edge * 0.5, QFont.Weight.Bold).font)
        painter.drawText(square, Qt.AlignmentFlag.AlignCenter, str(value))


def glyph(painter: QPainter, sign: str, corner: QPointF, size: float) -> float:
    """Draw an annotation's glyph in a coloured box; return its width."""
    face = Face(size, QFont.Weight.Bold)
    wide = face.width(sign) + size * 0.7
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(GLYPHS.get(sign, "#1668c7")))
    box = QRectF(corner.x(), corner.y(), wide, size * 1.3)
    painter.drawRoundedRect(box, size * 0.3, size * 0.3)
    painter.setPen(QColor("#ffffff"))
    painter.setFont(face.font)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, sign)
    return wide
