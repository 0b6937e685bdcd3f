"""Very many stacks on a board: found, painted and panned like few."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.play.vassal.log_import import import_files
from holland44_qt.board import stacks as layer
from holland44_qt.board.crowd import Crowd
from holland44_qt.window.table_window import TableWindow
from tests.perf.large_save import write_large_save

FIXTURES = Path(__file__).parents[1] / "fixtures" / "vassal"
RED, BLUE = QColor("#c02020"), QColor("#2040c0")


@dataclass
class PlacedStack:
    middle: QPointF
    reach: float


def _lying(count: int) -> list[PlacedStack]:
    chance = random.Random(44)
    return [
        PlacedStack(QPointF(chance.uniform(0, 90), chance.uniform(0, 90)), chance.uniform(0.2, 4))
        for _ in range(count)
    ]


def test_stacks_that_intersect_a_rectangle_are_found() -> None:
    lying = _lying(400)
    rects = [QRectF(10, 10, 60, 2), QRectF(66, 10, 4, 50)]
    wanted = [
        k
        for k, one in enumerate(lying)
        if any(
            rect.adjusted(-one.reach, -one.reach, one.reach, one.reach).contains(one.middle)
            for rect in rects
        )
    ]
    assert 20 < len(wanted) < 200
    assert Crowd(lying).within(rects) == wanted


@pytest.mark.parametrize("turned", [1.0, -1.0])
def test_specks_are_drawn_at_their_pieces(turned: float) -> None:
    crowd = Crowd([PlacedStack(QPointF(3, 4), 1.0), PlacedStack(QPointF(8, 2), 6.0)])
    crowd.color([RED, BLUE])
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    to_screen = QTransform().translate(100, 100).scale(5 * turned, 5 * turned)
    with QPainter(image) as painter:
        crowd.paint(painter, [QRectF(-20, -20, 40, 40)], to_screen)
    for middle, color in ((QPointF(3, 4), RED), (QPointF(8, 2), BLUE)):
        assert image.pixelColor(to_screen.map(middle).toPoint()) == color
    assert image.pixelColor(to_screen.map(QPointF(3, 9)).toPoint()) == QColor("white")
    colored = sum(image.pixelColor(x, y) != QColor("white") for x in range(200) for y in range(200))
    assert colored == 4 * 4 + 22 * 22, "three quarters of 5 and of 30 pixels, in whole pixels"


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[TableWindow]:
    save = write_large_save(tmp_path / "crowd.vsav", 3000)
    import_files([save], tmp_path / "crowd.h44log", FIXTURES / "little.vmod")
    made = TableWindow()
    made.resize(1400, 900)
    made.show()
    assert made.open_path(tmp_path / "crowd.h44log", play=True)
    yield made
    made.close()
    made.deleteLater()


@pytest.mark.slow
def test_each_piece_is_found_under_the_pointer(window: TableWindow) -> None:
    view, session = window.view, window.session
    view.show_at(40.0, view.part_bounds.center())
    seen = view.mapToScene(view.viewport().rect()).boundingRect().adjusted(1, 1, -1, -1)
    places = [p for p in session.state.stacks if seen.contains(view.stacks.centre(p))]
    assert len(places) > 100
    for place in places:
        assert view.hex_at(view.mapFromScene(view.stacks.centre(place))) == place


@pytest.mark.slow
def test_a_diagonal_pan_paints_two_strips(
    window: TableWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = window.view
    window.panels.close_drawer()  # below it pixels cannot be pushed
    view.show_at(40.0, view.part_bounds.center())
    qtbot.waitUntil(lambda: view.tiles.idle, timeout=10_000)
    painted: list[float] = []
    exposed = layer.exposed

    def watched(painter: QPainter, bounds: QRectF) -> list[QRectF]:
        rects = exposed(painter, bounds)
        painted.append(sum(rect.width() * rect.height() for rect in rects))
        return rects

    monkeypatch.setattr(layer, "exposed", watched)
    view.pan(9, 7)
    QApplication.processEvents()  # the captions went out of the way with the first push
    painted.clear()
    view.pan(9, 7)
    qtbot.waitUntil(lambda: bool(painted), timeout=5_000)
    size = view.viewport().size()
    assert max(painted) < 0.2 * size.width() * size.height() / 40**2


@pytest.mark.slow
def test_a_panned_view_equals_a_new_painting(window: TableWindow, qtbot: QtBot) -> None:
    """The reused part of the picture equals a new painting."""
    view = window.view
    view.show_at(40.0, view.part_bounds.center())
    qtbot.waitUntil(lambda: view.tiles.idle, timeout=10_000)
    view.viewport().grab()
    view.pan(23, 31)
    qtbot.waitUntil(lambda: view.tiles.idle, timeout=10_000)
    kept = view.viewport().grab().toImage()
    for stack in view.stacks._stacks:
        stack.near = None
    assert view.viewport().grab().toImage() == kept
