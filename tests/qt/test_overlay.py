"""The overlay: areas kept free, and marks not drawn twice."""

from __future__ import annotations

import sys
from collections import Counter

import pytest
from PySide6.QtCore import QEventLoop, QPoint, QTimer
from PySide6.QtGui import QColor, QImage, QPainter

from engine.log.annotations import Arrow, Circle, Shape
from engine.report.highlights import Highlight
from engine.report.marks import Command, Path
from holland44_qt.board.mark_painter import paint_marks
from holland44_qt.board.overlay import FIGHT
from holland44_qt.board.view import BoardView
from holland44_qt.window.table_window import TableWindow
from tests.thoroughness import some_now

START, TARGET = "4012", "4013"
FRINGE = 6
"""Pixels that are no ink: the edge of a mark over a tree is still green."""


def at_rest(view: BoardView) -> QImage:
    """Return the view once all animations have ended."""
    loop = QEventLoop()  # unlike QTest.qWait it lets the thread work that paints the map
    seen = view.viewport().grab().toImage()
    for _ in range(200):
        QTimer.singleShot(20, loop.quit)
        loop.exec()
        now = view.viewport().grab().toImage()
        if now == seen and view.tiles.idle:
            break
        seen = now
    return seen


def inks(window: TableWindow, highlight: Highlight, *shapes: Shape) -> set[str]:
    """Return the plain colours of the overlay visible around two hexes beside counters."""
    view, board = window.view, window.session.module.board
    view.zoom_to([board.hex(START), board.hex(TARGET)])
    while True:
        # What comes into sight late (a sharper tile) is no ink: the same before and afterwards.
        view.show_entry(Highlight(), ())
        before = at_rest(view)
        view.show_entry(highlight, shapes)
        after = at_rest(view)
        view.show_entry(Highlight(), ())
        if at_rest(view) == before:
            break
    middle = view.viewport().rect().center()
    found: Counter[str] = Counter()
    for x in range(middle.x() - 110, middle.x() + 111):
        for y in range(middle.y() - 60, middle.y() + 61):
            color = after.pixelColor(QPoint(x, y))
            if color != before.pixelColor(QPoint(x, y)):
                found["red" if color.red() > color.green() + 60 else "other"] += 1
                found["green"] += color.green() > color.red() + 60
    return {ink for ink, pixels in found.items() if pixels >= FRINGE}


@pytest.mark.slow
@pytest.mark.parametrize("what", some_now(["attack", "path"], now=lambda what: what == "attack"))
def test_the_annotators_marks_are_not_drawn_twice(battle: TableWindow, what: str) -> None:
    board = battle.session.module.board
    way = (board.hex(START), board.hex(TARGET))
    fight = Highlight(attacks=(way,)) if what == "attack" else Highlight(retreats=(way,))
    drawn = Arrow(hexes=(START, TARGET), brush="green")
    assert "red" in inks(battle, fight)
    assert "green" not in inks(battle, fight)
    seen = inks(battle, fight, drawn)
    assert "green" in seen
    assert "red" not in seen
    assert "red" in inks(battle, fight, Arrow(hexes=(TARGET, START), brush="green"))


def test_a_ring_of_the_annotator_replaces_ours(battle: TableWindow) -> None:
    fight = Highlight(target=battle.session.module.board.hex(TARGET))
    assert "red" in inks(battle, fight)
    assert "red" not in inks(battle, fight, Circle(hex=TARGET, radius=0.5, brush="green"))


def test_an_arrow_leaves_the_middles_of_its_hexes_free(battle: TableWindow) -> None:
    view, board = battle.view, battle.session.module.board
    pair = board.hex(START), board.hex(TARGET)
    view.zoom_to(pair)
    view.show_entry(Highlight(), ())
    before = view.viewport().grab().toImage()
    for highlight, shapes in (
        (Highlight(attacks=(pair,)), ()),
        (Highlight(), (Arrow(hexes=(START, TARGET), brush="black"),)),
    ):
        view.show_entry(highlight, shapes)
        after = view.viewport().grab().toImage()
        assert after != before
        for place in pair:
            middle = view.mapFromScene(view.stacks.centre(place))
            assert after.pixelColor(middle) == before.pixelColor(middle)


def test_combats_are_red() -> None:
    assert FIGHT.red() > FIGHT.green() + 60
    assert QColor("#2e8b3d").green() > QColor("#2e8b3d").red() + 60


def front(number: int) -> Path:
    """Return a line of 300 points, different from any other front."""
    points = [(number + k / 8, k / 4) for k in range(300)]
    commands: list[Command] = [("M", points[0]), *(("L", point) for point in points[1:])]
    return Path(tuple(commands), stroke="#aa0000", width=0.1)


@pytest.mark.usefixtures("qapp")
def test_only_a_few_drawn_fronts_are_cached() -> None:
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        paint_marks(painter, [front(-1)])
        before = sys.getallocatedblocks()
        for number in range(150):
            paint_marks(painter, [front(number)])
    assert sys.getallocatedblocks() - before < 60 * 300 * 4
