"""The window: saved settings, messages, and closing."""

from __future__ import annotations

import threading

from PySide6.QtCore import QRect, QSize, QThread, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from holland44_qt.frame.bar import WIDTH
from holland44_qt.look import ACCENT, PAGE
from holland44_qt.samples import sample_games
from holland44_qt.window.on_screen import FRAMED, keep_on_screen, within
from holland44_qt.window.table_window import TableWindow


def test_an_empty_board_has_no_boxes(battle: TableWindow) -> None:
    battle.session.first()
    assert battle.boxes.titles == []


def test_size_drawer_and_inspector_are_restored(qtbot: QtBot, battle: TableWindow) -> None:
    # Within the screen of the offscreen platform, 800 pixels square: larger windows are cut to it.
    battle.resize(799, 690)
    battle.panels.show("boxes")
    battle.panels.inspector.pin.setChecked(True)
    size = battle.size()
    battle.close()
    again = TableWindow()
    qtbot.addWidget(again)
    assert again.size() == size
    assert again.height() == 690
    assert again.panels.is_shown("boxes")
    assert again.panels.inspector.pin.isChecked()
    again.close()


def test_messages_can_be_closed_and_are_not_repeated(window: TableWindow) -> None:
    window.messages.clear()
    for _ in range(3):
        window.messages.add("One.")
    window.messages.add("Two.", "error")
    assert window.messages.lines == ["One.", "Two."]
    window.messages.clear()
    assert not window.messages.isVisible()


def test_a_message_does_not_move_the_board(window: TableWindow) -> None:
    window.messages.clear()
    QApplication.processEvents()
    before = window.view.geometry()
    window.messages.add("one")
    QApplication.processEvents()
    assert window.messages.isVisible()
    assert window.messages.height() < window.view.height() / 4
    assert window.view.geometry() == before


def test_closing_stops_everything(qtbot: QtBot, battle: TableWindow) -> None:
    battle.player.start()
    battle.close()
    QApplication.processEvents()
    assert not battle.player.playing
    assert not [timer for timer in battle.findChildren(QTimer) if timer.isActive()]
    assert battle.view.tiles._pool.activeThreadCount() == 0
    assert battle.findChildren(QThread) == []
    # What watches over tests, counts their second tries or drives a browser is theirs.
    own = ("pytest_timeout", "run_server", "asyncio")
    running = [t.name for t in threading.enumerate() if not any(name in t.name for name in own)]
    assert running == ["MainThread"]


def test_a_message_is_shown_beside_an_open_drawer(qtbot: QtBot, battle: TableWindow) -> None:
    bar, drawer = battle.messages, battle.panels.drawer
    bar.add("Something that has to be read from its first word on.")
    battle.panels.show("log")
    label = bar.findChild(QLabel)
    assert label is not None

    def left() -> int:
        return label.mapTo(bar, label.rect().topLeft()).x()

    qtbot.waitUntil(lambda: left() >= drawer.width(), timeout=2000)
    battle.panels.close_drawer()
    qtbot.waitUntil(lambda: left() < 20, timeout=2000)


def test_the_entry_is_completely_visible_in_a_small_window(
    qtbot: QtBot, window: TableWindow
) -> None:
    window.resize(1366, 740)
    window.open_path(next(path for path in sample_games() if path.stem == "normandy44-d-day"))
    window.panels.show("entry")
    window.session.go(112)
    window.entry.show_stakes(["1-3: nothing at all happens to anybody here"] * 4)
    sheet = window.entry.parentWidget().parentWidget()
    qtbot.waitUntil(lambda: sheet.verticalScrollBar().maximum() == 0, timeout=2000)
    assert window.entry.stakes.height() > 40


def test_a_temporary_message_does_not_cover_the_hex(battle: TableWindow) -> None:
    hints, first = battle.hints, battle.session.module.board.hex("6319")
    battle.view.hovered.emit(first)
    assert not battle._hex.isHidden()
    hints.showMessage("It is too far.")
    battle.view.hovered.emit(first + 1)
    assert battle._hex.isHidden()
    hints.clearMessage()
    assert not battle._hex.isHidden()


def test_the_hint_line_is_as_wide_as_its_text(battle: TableWindow) -> None:
    battle.resize(1600, 900)
    QApplication.processEvents()
    long = "2811 Ste-Mere-Eglise · bocage · town · primary road · victory hex · drop zone · " * 2
    battle.hints.showMessage(long)
    needed = battle.hints.fontMetrics().horizontalAdvance(long)
    assert battle.hints.width() == min(needed + 16, battle.hints.parentWidget().width())
    battle.hints.clearMessage()
    assert battle.hints.width() == WIDTH


def test_a_reason_over_a_dark_map_is_legible(battle: TableWindow) -> None:
    battle.view.setBackgroundBrush(QColor("#000000"))
    battle.hints.showMessage("6520: no.")
    QApplication.processEvents()
    shown = battle.hints.grab().toImage()
    assert shown.pixelColor(2, shown.height() // 2) == QColor(PAGE)


def test_a_window_as_large_as_the_screen_has_room_for_its_frame() -> None:
    screen, frame = QSize(1366, 768), QSize(2, 21)
    for size, wanted in (
        (QSize(1366, 768), QSize(1364, 747)),
        (QSize(1000, 760), QSize(1000, 747)),
        (QSize(1000, 700), QSize(1000, 700)),
        (QSize(1680, 980), QSize(1680, 980)),  # somebody wants it over several screens
    ):
        assert within(screen, size, size + frame) == wanted


def test_a_message_does_not_cover_an_open_drawer(battle: TableWindow) -> None:
    battle.panels.show("log")
    drawer, messages = battle.panels.drawer, battle.messages
    messages.add("One.")
    QApplication.processEvents()
    middle = battle.centralWidget()
    assert middle is not None
    spots = {x: middle.childAt(x, 8) for x in (8, drawer.width() - 8, drawer.width() + 40)}
    over = [x for x, found in spots.items() if found is messages or messages.isAncestorOf(found)]
    assert over == [drawer.width() + 40]
    battle.panels.close_drawer()
    QApplication.processEvents()
    found = middle.childAt(8, 8)
    assert found is messages or messages.isAncestorOf(found)


def test_a_late_window_frame_is_on_the_screen(qtbot: QtBot) -> None:
    class Framed(QWidget):
        frame = QSize(0, 0)

        def frameGeometry(self) -> QRect:
            return QRect(self.pos(), self.size() + self.frame)

    window = Framed()
    qtbot.addWidget(window)
    room = window.screen().availableGeometry().size()
    window.resize(room)
    window.show()
    keep_on_screen(window)
    qtbot.wait(FRAMED + 50)
    assert window.size() == room, "nobody knows of a frame yet"
    window.frame = QSize(2, 24)
    qtbot.waitUntil(lambda: window.size() == room - window.frame, timeout=2000)


def test_the_thin_line_of_a_game_in_play_lies_within_its_bar(battle: TableWindow) -> None:
    scrubber = battle.scrubber
    battle.session.go(2)
    scrubber.make_thin(True)
    scrubber.resize(scrubber.width(), scrubber.sizeHint().height())
    drawn = scrubber.grab().toImage()
    accent, x = QColor(ACCENT), round(scrubber.x_of(2))
    low = drawn.height() - 1
    knob = [y for y in range(drawn.height()) if drawn.pixelColor(x, y) == accent]
    beside = [y for y in range(drawn.height()) if drawn.pixelColor(x - 3, y) == accent]
    assert knob
    assert beside
    assert max(beside) < low
