"""Marks of the timeline: colour and shape of each kind, for the line and its legend."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from engine.i18n import t
from holland44_qt.look import FAINT, INK, PAGE, by_night
from holland44_qt.models.landmarks import Landmarks

TOP, BOTTOM = 16, 34
"""The band of the turns, in pixels from the top of the timeline."""
FIGHT, DICE, COMMENT = (
    QColor(by_night(*pair))
    for pair in (("#c81e1e", "#ff7a6e"), ("#b86e00", "#e8a84a"), ("#1f5fbf", "#7fb2ff"))
)
NOTE, FORK, RIBBON = (
    QColor(by_night(*pair)) for pair in ((INK, INK), ("#2a7a3b", "#7fc98f"), ("#8a1f14", "#e58a78"))
)

Draw = Callable[[QPainter, float], None]


def _phase(painter: QPainter, x: float) -> None:
    painter.setPen(QPen(QColor(FAINT), 1))
    painter.drawLine(QPointF(x, TOP + 11), QPointF(x, BOTTOM))


def _fight(painter: QPainter, x: float) -> None:
    painter.setPen(QPen(FIGHT, 1.7))
    painter.drawLine(QPointF(x, TOP + 1), QPointF(x, BOTTOM - 1))


def _dice(painter: QPainter, x: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(DICE)
    painter.drawRect(QRectF(x - 1.6, TOP + 7.5, 3.2, 3.2))


def _comment(painter: QPainter, x: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(COMMENT)
    painter.drawPolygon(
        QPolygonF(
            [QPointF(x, BOTTOM + 2), QPointF(x + 3.5, BOTTOM + 8), QPointF(x - 3.5, BOTTOM + 8)]
        )
    )


def _note(painter: QPainter, x: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(NOTE)
    painter.drawEllipse(QPointF(x, BOTTOM + 5), 2.4, 2.4)


def _fork(painter: QPainter, x: float) -> None:
    """Draw a line that forks in two."""
    for color, width in ((QColor(PAGE), 5.0), (FORK, 2.6)):
        painter.setPen(QPen(color, width, c=Qt.PenCapStyle.RoundCap))
        foot = QPointF(x, BOTTOM + 1)
        painter.drawLine(QPointF(x, BOTTOM - 8), foot)
        painter.drawLine(foot, QPointF(x - 5, BOTTOM + 10))
        painter.drawLine(foot, QPointF(x + 5, BOTTOM + 10))


def _ribbon(painter: QPainter, x: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(RIBBON)
    notch = QPointF(x, TOP + 4)
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(x - 2.4, TOP - 3),
                QPointF(x + 2.4, TOP - 3),
                QPointF(x + 2.4, TOP + 6),
                notch,
                QPointF(x - 2.4, TOP + 6),
            ]
        )
    )


MARKS: dict[str, Draw] = {
    "phase": _phase,
    "bookmark": _ribbon,
    "dice": _dice,
    "combat": _fight,
    "comment": _comment,
    "note": _note,
    "branch": _fork,
}
"""Drawing by kind, in drawing order."""


def steps_of(marks: Landmarks) -> dict[str, tuple[int, ...]]:
    """Return the steps of each kind of mark."""
    return {
        "phase": tuple(phase.step for phase in marks.phases),
        "dice": marks.dice,
        "combat": marks.combats,
        "comment": marks.annotated,
        "note": marks.notes,
        "bookmark": marks.bookmarks,
        "branch": marks.branches,
    }


@cache
def legend() -> str:
    """Return the marks with their names, as rich text for a tooltip."""
    rows = "".join(
        f"<tr><td><img src='{_picture(kind)}'></td><td>&nbsp;{t(f'history.mark.{kind}')}</td></tr>"
        for kind in MARKS
    )
    return f"<table cellspacing='1'>{rows}</table>"


def _picture(kind: str) -> str:
    """Return a mark as an image in a data URI."""
    pixmap = QPixmap(14, 16)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        low = kind in ("comment", "note", "branch")
        painter.translate(0, 8 - ((BOTTOM + 3) if low else (TOP + BOTTOM) / 2 - 2))
        painter.setClipRect(QRectF(0, -100, 14, 200))
        MARKS[kind](painter, 7)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    pixmap.save(buffer, "PNG")
    return "data:image/png;base64," + bytes(data.toBase64().data()).decode()
