"""The stack card: opening, closing, contents, selecting and reordering units."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.core import effects as fx
from holland44_qt.referee.decision_feature import Deciding
from holland44_qt.samples import sample_games
from holland44_qt.table.hex_words import side_words, unit_words
from holland44_qt.window.table_window import TableWindow
from tests.qt.table.conftest import START, Player


def rows(player: Player) -> list[str]:
    card = player.grip.card
    return [card.list.item(k).data(Qt.ItemDataRole.UserRole) for k in range(card.list.count())]


def test_pointer_rest_on_a_stack_shows_its_card(qtbot: QtBot, player: Player) -> None:
    card = player.grip.card
    QTest.mouseMove(player.view.viewport(), player.at(START))
    assert not card.isVisible()
    qtbot.waitUntil(card.isVisible)
    assert rows(player) == list(reversed(player.stack(START)))
    assert START in card.title.text()
    QTest.mouseMove(player.view.viewport(), player.at("6016"))
    qtbot.waitUntil(lambda: not card.isVisible())


def test_an_automatic_card_ignores_clicks_and_closes_with_its_hex(
    qtbot: QtBot, player: Player
) -> None:
    card, port = player.grip.card, player.view.viewport()
    QTest.mouseMove(port, player.at(START))
    qtbot.waitUntil(card.isVisible)
    middle = card.geometry().center()
    assert player.view.childAt(middle) is port
    player.send(QEvent.Type.MouseMove, middle)
    assert not card.isVisible()
    player.grip.show_card(player.session.module.board.hex(START), focus=True)
    held = player.view.childAt(card.geometry().center())
    assert held is not None
    assert card.isAncestorOf(held)


def test_a_closed_card_draws_no_more_pictures(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.grip.show_card(player.session.module.board.hex(START), focus=True)
    player.grip.card.dismiss()
    asked: list[object] = []
    pictures = player.window.pictures
    monkeypatch.setattr(pictures, "piece", lambda *piece: asked.append(piece))
    pictures.more.emit()
    assert asked == []


def test_an_empty_hex_shows_no_card(qtbot: QtBot, player: Player) -> None:
    QTest.mouseMove(player.view.viewport(), player.at("6019"))
    qtbot.wait(500)
    assert not player.grip.card.isVisible()


@pytest.mark.slow
def test_a_key_shows_the_card_of_any_hex(player: Player) -> None:
    player.view.setFocus()
    player.hand._show_cursor(player.session.module.board.hex("6019"))
    QTest.keyClick(player.view, Qt.Key.Key_I)
    assert player.grip.card.isVisible()
    assert rows(player) == []
    player.window.commands["inspect"].trigger()
    assert not player.grip.card.isVisible()


def test_a_requested_card_stays_while_the_pointer_rests(player: Player) -> None:
    QTest.mouseMove(player.view.viewport(), player.at(START))
    assert player.grip._dwell.isActive()
    player.grip.show_card(player.session.module.board.hex(START), focus=True)
    assert not player.grip._dwell.isActive()
    assert player.grip.card.has_focus


def test_selecting_in_the_card_splits_the_stack(player: Player) -> None:
    bottom = player.stack(START)[0]
    player.grip.show_card(player.session.module.board.hex(START), focus=True)
    card = player.grip.card
    item = card.list.item(card.list.count() - 1)
    QTest.mouseClick(
        card.list.viewport(),
        Qt.MouseButton.LeftButton,
        pos=card.list.visualItemRect(item).center(),
    )
    assert player.selection.units == (bottom,)
    player.drag(START, "6218")
    assert player.place(bottom) == "6218"


def test_reordering_in_the_card_is_recorded(player: Player) -> None:
    a, b, c = player.stack(START)
    player.grip.show_card(player.session.module.board.hex(START))
    player.grip.card.list.reordered.emit(c, 3)  # the top one below the last row
    assert player.stack(START) == (c, a, b)
    assert isinstance(player.effects[0], fx.Move)
    assert rows(player) == [b, a, c]
    player.grip.card.list.reordered.emit(c, 1)
    assert player.stack(START) == (a, c, b)
    length = player.session.length
    player.grip.card.list.reordered.emit(b, 1)  # below itself: where it is
    assert player.session.length == length


def test_dragging_closes_the_card(player: Player) -> None:
    player.grip.show_card(player.session.module.board.hex(START))
    player.drag(START, "6218", drop=False)
    assert not player.grip.card.isVisible()


def test_scrolling_closes_the_card(player: Player) -> None:
    board = player.session.module.board
    for move in (lambda: player.view.pan(40, 0), lambda: player.view.look_at([board.hex("1001")])):
        player.grip.show_card(board.hex(START))
        assert player.grip.card.isVisible()
        move()
        assert not player.grip.card.isVisible()


def test_the_card_stays_within_the_view(player: Player) -> None:
    card = player.grip.card
    for pos in (QPoint(5, 5), player.view.rect().bottomRight()):
        hex_ = player.session.module.board.hex(START)
        card.show_hex(player.session.module, player.session.state, hex_, ())
        card.stand_beside(pos, 40)
        assert player.view.rect().contains(card.geometry())


def test_messages_and_arrivals_do_not_cover_the_card(player: Player, qtbot: QtBot) -> None:
    window, card = player.window, player.grip.card
    deciding = window.feature(Deciding)
    qtbot.waitUntil(lambda: not deciding._soon.isActive())  # it shows the arrivals of the game
    hex_ = player.session.module.board.hex(START)
    card.show_hex(player.session.module, player.session.state, hex_, ())
    card.stand_beside(QPoint(400, 0), 40)
    window.messages.add("A message that arrives while the card is open.")
    QApplication.processEvents()

    def overlaps(other: QWidget) -> bool:
        place = QRect(card.mapToGlobal(QPoint()), card.size())
        return place.intersects(QRect(other.mapToGlobal(QPoint()), other.size()))

    assert window.messages.isVisible()
    assert not overlaps(window.messages)
    window.messages.clear()
    units = player.stack(START)
    window.arrivals.show_units(player.session.module, player.session.state, units)
    QApplication.processEvents()
    card.stand_beside(QPoint(400, player.view.height()), 40)
    assert window.arrivals.isVisible()
    assert not overlaps(window.arrivals)


def test_units_and_rivers_are_described(player: Player) -> None:
    module, state = player.session.module, player.session.state
    piece = state.pieces[player.stack(START)[0]]
    words = unit_words(module, piece)
    face = module.counters.of(piece.counter).front
    assert module.unit_name(piece.counter) in words
    assert f"attack {face.attack}" in words
    side = next(s for s, how in sorted(state.hexsides.items()) if how == "wired")
    (line,) = [
        line
        for line in side_words(module, state, module.board.hex(side[:4]))
        if "wired" in line and module.board.sides[side].bridges[0].name in line
    ]
    assert module.board.sides[side].river in line


def test_the_top_counter_is_under_the_middle_of_its_rectangle(player: Player) -> None:
    place = player.session.module.board.hex(START)
    rects = player.view.stacks.rects(player.stack(START), place, player.view.viewportTransform())
    for unit, rect in rects[-1:]:
        assert player.grip.unit_at(QPointF(rect.center()).toPoint()) == unit


@pytest.mark.slow
def test_a_long_description_fits_its_row(window: TableWindow) -> None:
    window.open_path(next(path for path in sample_games() if path.stem == "normandy44-d-day"))
    window.session.go(2)
    state, module = window.session.state, window.session.module
    place = module.places.index("2710")
    card = window.hand.card
    card.show_hex(module, state, place, ())
    assert card.list.count() > 0
    for row in range(card.list.count()):
        item = card.list.item(row)
        wide = QRect(0, 0, card.width() - 140, 0)
        words = card.list.fontMetrics().boundingRect(wide, Qt.TextFlag.TextWordWrap, item.text())
        assert item.sizeHint().height() >= words.height()
    assert "– -" not in card.list.item(0).text()


def test_a_card_taller_than_the_view_scrolls_its_list(qtbot: QtBot, player: Player) -> None:
    card, session = player.grip.card, player.session
    card.show_hex(session.module, session.state, session.module.board.hex(START), ())
    whole = card.height()
    player.window.resize(player.window.width(), 400)
    qtbot.waitUntil(lambda: player.view.height() < whole)
    card.stand_beside(QPoint(300, 100), 40)
    assert player.view.rect().contains(card.geometry())
    assert card.list.verticalScrollBar().maximum() > 0
