"""Movement trails of a VASSAL file on the map: of all pieces, or of the selected ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from engine.play.vassal.log_import import import_files
from engine.vassal.plane import SpotBoard
from holland44_qt.board.layer import to_scene
from holland44_qt.pictures.maps import Maps
from holland44_qt.window.table_window import TableWindow
from tests.unit.vassal import making

FIXTURES = Path(__file__).parents[2] / "fixtures" / "vassal"
LINK = "footprint;84,130;Trail;false;true;10;255,255,255;0,160,0;100;50;20;30;4.0"
GREEN = QColor(0, 160, 0)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[TableWindow]:
    seen, unseen = making.unit("a", 400, 200), making.unit("b", 162, 52, side="Red")
    state = "true;Main Map;2;100,100;250,100;true;1"
    seen = replace(seen, type=(LINK, *seen.type), state=(state, *seen.state))
    hidden = state.replace("true", "false", 1)
    unseen = replace(unseen, type=(LINK, *unseen.type), state=(hidden, *unseen.state))
    save = tmp_path / "trail.vlog"
    save.write_bytes(making.log([*making.setup()[3:], seen, unseen], [[making.cmd.Chat("x")]]))
    import_files([save], tmp_path / "trail.h44log", FIXTURES / "little.vmod")
    made = TableWindow()
    made.resize(1400, 900)
    made.show()
    assert made.open_path(tmp_path / "trail.h44log", play=True)
    yield made
    made.close()
    made.deleteLater()


def _pixel(window: TableWindow, x: float, y: float) -> QColor:
    board = window.session.module.board
    assert isinstance(board, SpotBoard)
    point = window.view.mapFromScene(to_scene(board.point(0, x, y)))
    return window.view.viewport().grab().toImage().pixelColor(point)


def test_a_trail_goes_from_its_first_point_to_the_piece(window: TableWindow) -> None:
    (trail,) = window.feature(Maps).trails.trails
    assert len(trail.line) == 3
    place = window.session.state.pieces["a"].place
    assert trail.line[2] == window.view.stacks.centre(place)
    window.view.show_at(60.0, trail.line[1])
    assert _pixel(window, 175, 100) == GREEN
    assert _pixel(window, 175, 130) != GREEN


def test_with_trails_off_only_selected_pieces_have_one(window: TableWindow) -> None:
    trails, view = window.feature(Maps).trails, window.view
    window.commands["kept_trails"].trigger()
    assert not trails.trails
    view.selection.set(("a",))
    assert len(trails.trails) == 1
    view.selection.set(("b",))
    assert not trails.trails, "nor in VASSAL is that one shown"
    window.commands["kept_trails"].trigger()
    assert len(trails.trails) == 1
