"""What is said over the board stays off what it is about."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from pytestqt.qtbot import QtBot

from holland44_qt.aids.sayings_feature import SayingsFeature
from holland44_qt.window.table_window import TableWindow


def test_it_makes_way_for_the_battle_where_the_view_comes_to_rest(
    qtbot: QtBot, battle: TableWindow
) -> None:
    said, view = battle.feature(SayingsFeature).sayings, battle.view
    battle.session.go(7)
    battle_hexes = battle.highlight.looked_at(battle.session.module.places)
    assert battle_hexes
    view.fit_to(battle_hexes)
    middle = view.seen_at(battle_hexes).center()
    for corner in (QPointF(180, view.height() - 90), QPointF(180, 90)):
        moved = (middle - corner).toPoint()
        view.pan(moved.x(), moved.y())
        qtbot.waitUntil(said.isVisible, timeout=2000)
        assert not view.seen_at(battle_hexes).intersects(QRectF(said.geometry()))
        middle = view.seen_at(battle_hexes).center()
