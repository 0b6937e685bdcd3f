"""The marker on the turn track of the sheet: in the box of the turn, in the colour of the side."""

from __future__ import annotations

from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from holland44_qt.aids.turn_feature import TurnFeature
from holland44_qt.board.map_sheet import MapSheet
from holland44_qt.window.table_window import TableWindow


def test_the_turn_marker_is_in_its_box(qtbot: QtBot, battle: TableWindow) -> None:
    view, marker = battle.view, battle.feature(TurnFeature).marker
    sheet, session = view._sheet, battle.session
    assert isinstance(sheet, MapSheet)
    assert sheet.layers  # drawn by now
    assert len(sheet.turn_boxes) == 20
    session.first()
    assert marker.place is None, "there is no turn before the set-up"
    seen = set()
    for step in range(1, session.length + 1):
        session.go(step)
        turn = session.state.clock.turn
        assert marker.place is not None
        assert sheet.turn_boxes[turn].contains(marker.place)
        seen.add(turn)
    assert len(seen) > 1
    view.show_at(76.0, marker.place.center())
    shown = view.viewport().grab().toImage()
    band = marker.place.center() + marker.place.topLeft()
    found = shown.pixelColor(view.mapFromScene(band / 2))
    active = session.state.clock.active
    side = next(s for s in session.module.meta.sides if s.id == active)
    assert found == QColor(side.color)
