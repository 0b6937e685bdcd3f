"""The tour, the shortcut sheet, and the details of an error."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMessageBox, QPlainTextEdit, QPushButton

from engine.i18n import t
from holland44_qt.commands import MENUS
from holland44_qt.replay import help as help_
from holland44_qt.replay.help import groups_of, print_shortcuts
from holland44_qt.replay.message_bar import MessageBar
from holland44_qt.shell.tour import Bubble, Tour
from holland44_qt.window.table_window import TableWindow

Key = Qt.Key


@pytest.fixture
def bubble(window: TableWindow) -> Bubble:
    window.feature(Tour).start()
    found = window.feature(Tour).bubble
    assert found is not None
    return found


def test_the_tour_points_at_six_things_on_the_sample(bubble: Bubble, window: TableWindow) -> None:
    assert window.session.recording is not None
    seen = []
    for _ in range(6):
        assert bubble.isVisible()
        assert not bubble.hole.isEmpty()
        card = bubble._card.geometry()
        assert bubble.rect().contains(card)
        words = bubble._text
        assert words.height() >= words.heightForWidth(words.width())
        seen.append(bubble._title.text())
        bubble.on.click()
    assert len(set(seen)) == 6
    assert window.feature(Tour).bubble is None
    assert not bubble.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("key", [Key.Key_Escape, None])
def test_the_tour_can_be_skipped_and_is_not_offered_again(
    bubble: Bubble, window: TableWindow, key: Qt.Key | None
) -> None:
    if key is None:
        bubble.skip.click()
    else:
        QTest.keyClick(bubble, key)
    assert window.feature(Tour).bubble is None
    window.feature(Tour).offer()
    assert window.feature(Tour).bubble is None
    window.commands["tour"].trigger()
    assert window.feature(Tour).bubble is not None


def test_the_tour_uses_keys_and_blocks_commands(bubble: Bubble, window: TableWindow) -> None:
    step = window.session.step
    for key, at in ((Key.Key_Right, 1), (Key.Key_Return, 2), (Key.Key_Left, 1), (Key.Key_Left, 0)):
        QTest.keyClick(bubble, key)
        assert bubble.at == at
    assert window.session.step == step
    for _ in range(4):
        QTest.keyClick(bubble, Key.Key_Tab)
        assert bubble.isAncestorOf(window.focusWidget() or window)


def test_the_bubble_stays_in_a_smaller_window(bubble: Bubble, window: TableWindow) -> None:
    for stop in range(6):
        bubble.show_stop(stop)
        window.resize(760 + 10 * stop, 560)
        assert bubble.size() == window.size()
        assert bubble.rect().contains(bubble._card.geometry())


def test_shortcuts_fit_on_printed_pages(window: TableWindow, tmp_path: Path) -> None:
    groups = groups_of(window.commands.all)
    assert len(groups) == len({c.menu for c in window.commands.all if c.shortcuts}) <= len(MENUS)
    target = tmp_path / "keys.pdf"
    print_shortcuts(groups, target)
    data = target.read_bytes()
    assert data.startswith(b"%PDF")
    assert data.count(b"/Type /Page\n") <= 2


def test_a_failed_export_of_shortcuts_is_reported(
    window: TableWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(help_, "ask_where_to_save", lambda *_: tmp_path / "no folder" / "keys.pdf")
    dialog = QDialog(window)
    help_._ask_and_print(dialog, groups_of(window.commands.all))
    (box,) = dialog.findChildren(QMessageBox)
    assert "keys.pdf cannot be written: the folder" in box.text()
    dialog.close()


def test_details_are_shown_by_a_button(qtbot: object, window: TableWindow) -> None:
    bar = window.messages
    bar.add("Plain.", "error")
    assert not bar.more.isVisible()
    bar.add("Something went wrong.", "error", "Traceback: secret detail")
    assert bar.more.isVisible()
    bar.more.click()
    dialog = next(d for d in window.findChildren(QDialog) if d.isVisible())
    text = dialog.findChild(QPlainTextEdit)
    assert text is not None
    assert "secret detail" in text.toPlainText()
    copy = next(b for b in dialog.findChildren(QPushButton) if b.text() == t("shell.details.copy"))
    copy.click()
    assert "secret detail" in QGuiApplication.clipboard().text()
    dialog.close()
    bar.clear()
    bar.add("New.")
    assert not bar.more.isVisible()


def test_a_second_bar_repeats_the_message(qapp: object) -> None:
    one, other = MessageBar(), MessageBar()
    one.added.connect(other.add)
    one.add("Broken.", "error", "why")
    assert (other.lines, other.details) == (["Broken."], "why")


def test_a_screen_reader_hears_the_remedy_in_full(qapp: object) -> None:
    bar = MessageBar()
    words = "Agree to a rematch with the sides exchanged"
    bar.resize(300, 40)
    bar.add("A rematch?", remedy=(words, bar.clear), refusal=("Not today", bar.clear))
    assert bar.help.text() != words
    assert bar.help.accessibleName() == words
    assert (bar.refuse.text(), bar.refuse.accessibleName()) == ("Not today", "")


def test_a_click_on_a_remedy_leaves_the_keys_with_the_board(window: TableWindow) -> None:
    bar = window.messages
    bar.add("A hint.", remedy=("Do it", bar.clear))
    window.view.setFocus()
    QTest.mouseClick(bar.help, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()
    assert window.focusWidget() is window.view
