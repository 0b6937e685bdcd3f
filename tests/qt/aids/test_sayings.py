"""What is said over the board stays off what it is about."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF
from pytestqt.qtbot import QtBot

from holland44_qt.aids.sayings_feature import SayingsFeature
from holland44_qt.replay.player import NORMAL
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


def test_it_is_read_while_the_view_goes_to_what_happens(qtbot: QtBot, battle: TableWindow) -> None:
    said, view, player = battle.feature(SayingsFeature).sayings, battle.view, battle.player
    view.smooth = True
    for speed in (NORMAL, NORMAL + 2):
        battle.session.go(2)
        view.fit()
        qtbot.waitUntil(said.isVisible, timeout=2000)
        player.set_speed(speed)
        player.start()
        player.skip(battle.session.forward)
        assert view.travelling
        assert view._travel.duration() < player.interval
        qtbot.wait(60)
        assert said.isVisible()
        qtbot.waitUntil(lambda: not view.travelling, timeout=2000)
        player.stop()
    view.pan(40, 0)
    assert not said.isVisible()


def test_it_lies_where_it_hides_least_of_what_is_to_be_seen(battle: TableWindow) -> None:
    view, said = battle.view, battle.feature(SayingsFeature).sayings
    said.say(["What happened here is told in a few words."], shown=True)
    said.keep_clear(())
    below = said.geometry()
    above = below.translated(0, 16 - below.top())
    hexes = range(len(battle.session.module.board.numbers))

    def under(place: QRect) -> list[int]:
        return [h for h in hexes if view.seen_at((h,)).intersects(QRectF(place))]

    low, high = under(below), under(above)
    assert len(low) > 2
    assert len(high) > 2
    said.keep_clear((*low[:2], high[0]))
    assert said.geometry() == above
    said.keep_clear((low[0], *high[:2]))
    assert said.geometry() == below
