"""Messages over the board avoid covering their subject."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.core.dice import Dice
from holland44_qt.aids.captions_feature import CaptionsFeature
from holland44_qt.aids.dice_feature import DiceFeature
from holland44_qt.replay.player import NORMAL
from holland44_qt.window.table_window import TableWindow


def test_messages_avoid_the_combat_after_the_view_moved(qtbot: QtBot, battle: TableWindow) -> None:
    said, view = battle.feature(CaptionsFeature).captions, battle.view
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


@pytest.mark.slow
def test_messages_are_shown_while_the_view_moves(qtbot: QtBot, battle: TableWindow) -> None:
    said, view, player = battle.feature(CaptionsFeature).captions, battle.view, battle.player
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


def test_messages_are_placed_where_they_hide_least(battle: TableWindow) -> None:
    view, said = battle.view, battle.feature(CaptionsFeature).captions
    said.show_lines(["What happened here is told in a few words."], shown=True)
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


def test_captions_that_leave_the_mouse_are_legible_again(battle: TableWindow) -> None:
    view, said = battle.view, battle.feature(CaptionsFeature).captions
    said.show_lines(["What happened here is told in a few words."], shown=True, clear=())
    below = said.geometry()
    spot = QPointF(below.center())
    none = Qt.MouseButton.NoButton
    move = QMouseEvent(QEvent.Type.MouseMove, spot, spot, none, none, Qt.KeyboardModifier(0))
    QApplication.sendEvent(view.viewport(), move)
    assert said.faded
    hexes = range(len(battle.session.module.board.numbers))
    said.keep_clear([h for h in hexes if view.seen_at((h,)).intersects(QRectF(below))][:40])
    assert said.geometry() != below
    assert not said.faded


def test_the_hint_line_is_repainted_as_a_whole(battle: TableWindow, qtbot: QtBot) -> None:
    painted: list[QRegion] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if isinstance(event, QPaintEvent):
                painted.append(event.region())
            return False

    watch = Watch()
    battle.hints.showMessage("The reason for an order")
    QApplication.processEvents()
    battle.hints.installEventFilter(watch)
    battle.hints.clearMessage()
    qtbot.waitUntil(lambda: any(region.contains(QPoint(1, 12)) for region in painted), timeout=5000)


def _on_view(window: TableWindow, widget: QWidget) -> QRect:
    return QRect(window.view.mapFromGlobal(widget.mapToGlobal(QPoint())), widget.size())


def test_a_message_at_the_top_is_below_the_message_bar(battle: TableWindow) -> None:
    view, said = battle.view, battle.feature(CaptionsFeature).captions
    said.show_lines(["What happened here is told in a few words."], shown=True)
    below = said.geometry()
    hexes = range(len(battle.session.module.board.numbers))
    said.keep_clear([h for h in hexes if view.seen_at((h,)).intersects(QRectF(below))][:40])
    assert said.y() < view.height() // 2
    battle.messages.add("Something that the player has to know.", "notice")
    QApplication.processEvents()
    assert said.y() > _on_view(battle, battle.messages).bottom()
    battle.messages.clear()
    QApplication.processEvents()
    assert said.y() == 16


def test_dice_are_above_sentences_and_arrivals(battle: TableWindow) -> None:
    battle.resize(1440, 900)
    session, said = battle.session, battle.feature(CaptionsFeature).captions
    show = battle.feature(DiceFeature).show
    units = list(session.state.pieces)[:4]
    for waiting in ([], units):
        battle.arrivals.show_units(session.module, session.state, waiting)
        said.show_lines(
            ["A long sentence about what happened last on this map. " * 4] * 3, shown=True
        )
        show.show_dice((Dice(sides=6, count=12, values=(3,) * 12, source="entered", reason="x"),))
        QApplication.processEvents()
        assert not show.geometry().intersects(said.geometry())
        if waiting:
            assert not show.geometry().intersects(_on_view(battle, battle.arrivals))
    show.stop()
