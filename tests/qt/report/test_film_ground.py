"""The map in a film: a view composed of cached parts equals one painted at once."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from engine.report.scene import Box
from holland44_qt.report.film_ground import FilmGround

WIDTH, HEIGHT = 320, 180


class Paper:
    """A map of slanting lines that counts the requested pixels."""

    bounds = QRectF(-1, -1, 20, 12)
    theme = {"paper": QColor("#f0ead8")}  # noqa: RUF012

    def __init__(self) -> None:
        self.pixels = 0.0

    def paint(
        self, painter: QPainter, rect: QRectF, scale: float, hidden: Collection[str] = ()
    ) -> None:
        """Draw lines across the whole map."""
        self.pixels += rect.width() * rect.height() * scale * scale
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        painter.translate(-rect.topLeft())
        painter.setPen(QPen(QColor("#204060"), 0.11))
        for n in range(-12, 30):
            painter.drawLine(QLineF(QPointF(n, -1), QPointF(n + 3.7, 11)))
        painter.restore()


def ground() -> tuple[FilmGround, Paper]:
    paper = Paper()
    source: Any = paper
    return FilmGround(source, WIDTH, HEIGHT), paper


def box(x: float, y: float) -> Box:
    return Box(x, y, 8.0, 4.5)


@pytest.mark.parametrize("at", [(2.0, 1.0), (5.3, 2.0), (3.1, 3.3), (-3.0, -2.0), (14.0, 8.0)])
def test_a_composed_view_equals_one_painted_whole(qapp: object, at: tuple[float, float]) -> None:
    fresh, _ = ground()
    reused, paper = ground()
    for place in ((2.1, 1.1), (4.0, 1.7), (3.0, 3.0)):
        reused.rest(box(*place))
    before = paper.pixels
    image = reused.rest(box(*at))
    assert paper.pixels - before <= WIDTH * HEIGHT
    whole = fresh.rest(box(*at))
    off = max(
        abs(a - b)
        for y in range(0, HEIGHT, 3)
        for x in range(0, WIDTH, 3)
        for a, b in zip(
            QColor(image.pixel(x, y)).getRgb()[:3],  # type: ignore[index]
            QColor(whole.pixel(x, y)).getRgb()[:3],  # type: ignore[index]
            strict=True,
        )
    )
    assert off <= 12  # lines may be rounded otherwise at an edge; a seam differs by more


def test_seen_areas_are_not_painted_again(qapp: object) -> None:
    under, paper = ground()
    under.rest(box(3, 3))
    once = paper.pixels
    under.rest(box(3, 3))
    assert paper.pixels == once
    under.rest(box(5, 3))
    assert paper.pixels - once == pytest.approx(once / 4, rel=0.02)


def test_cached_pictures_are_limited(qapp: object) -> None:
    paper: Any = Paper()
    under = FilmGround(paper, 3840, 2160)
    for n in range(8):
        under.rest(box(n, 0))
    assert len(under._rests) <= 5
    first = under.rest(box(7, 0))
    assert first.width() == 3840
