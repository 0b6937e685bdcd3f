"""The narrative view: a document beside the board, read by scrolling, edited in place."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from engine.i18n import t
from holland44_qt.report.narrative_feature import Narrating
from holland44_qt.report.narrative_panel import NarrativePanel
from holland44_qt.window.table_window import TableWindow


def answer(window: TableWindow, key: str) -> None:
    """Press a button of the next question."""

    def press() -> None:
        (box,) = window.findChildren(QMessageBox)
        next(button for button in box.buttons() if button.text() == t(key)).click()

    QTimer.singleShot(0, press)


@pytest.fixture
def panel(battle: TableWindow) -> NarrativePanel:
    notes = battle.session.annotate
    assert notes(lambda n: n.with_moment(3, True).with_moment(9, True))
    battle.panels.show("narrative")
    return battle.feature(Narrating).panel


def test_the_moments_are_passages(panel: NarrativePanel, battle: TableWindow) -> None:
    recording = battle.session.recording
    assert recording is not None
    wanted = sorted(recording.annotations.moments())
    assert [p.entry for p in panel.passages.values()] == wanted
    written = [p.edit.generated for p in panel.passages.values()]
    assert sorted(written) == [False, True, True]


def test_editing_saves_the_annotation_and_clears_the_draft_mark(
    panel: NarrativePanel, battle: TableWindow, qtbot: QtBot
) -> None:
    passage = next(p for p in panel.passages.values() if p.entry == 3)
    draft = passage.edit.toPlainText()
    assert draft
    assert passage.edit.generated
    passage.edit.setFocus()
    passage.edit.moveCursor(passage.edit.textCursor().MoveOperation.End)
    QTest.keyClicks(passage.edit, " So.")
    assert not passage.edit.generated
    passage.edit.flush()
    recording = battle.session.recording
    assert recording is not None
    assert recording.annotations.entries[3].comment == f"{draft} So."
    panel.flush()
    qtbot.waitUntil(lambda: not battle.feature(Narrating)._later.isActive(), timeout=5000)
    assert panel.passages[passage_step(battle, 3)].edit.toPlainText() == f"{draft} So."


def test_a_title_in_the_narrative_is_the_moments_title(
    panel: NarrativePanel, battle: TableWindow, qtbot: QtBot
) -> None:
    passage = next(p for p in panel.passages.values() if p.entry == 3)
    assert passage.title.text() == ""
    assert passage.title.placeholderText(), "the generated title"
    passage.title.setFocus()
    QTest.keyClicks(passage.title, "The first shot")
    QTest.keyClick(passage.title, Qt.Key.Key_Return)
    recording = battle.session.recording
    assert recording is not None
    assert recording.annotations.entries[3].title == "The first shot"
    qtbot.waitUntil(lambda: not battle.feature(Narrating)._later.isActive(), timeout=5000)
    shown = panel.passages[passage_step(battle, 3)]
    assert shown.title.text() == "The first shot"
    battle.session.annotate_entry(3, lambda note: note.model_copy(update={"title": "Again"}))
    qtbot.waitUntil(lambda: shown.title.text() == "Again", timeout=5000)


def passage_step(window: TableWindow, entry: int) -> int:
    recording = window.session.recording
    assert recording is not None
    step = recording.timeline.step_of(entry)
    assert step is not None
    return step


def test_an_unedited_draft_is_not_saved(panel: NarrativePanel, battle: TableWindow) -> None:
    before = battle.session.recording and battle.session.recording.annotations
    panel.flush()
    assert battle.session.recording is not None
    assert battle.session.recording.annotations == before


def test_a_draft_can_be_accepted_unchanged(panel: NarrativePanel, battle: TableWindow) -> None:
    passage = next(p for p in panel.passages.values() if p.entry == 9)
    passage.adopt.click()
    passage.edit.flush()
    recording = battle.session.recording
    assert recording is not None
    assert recording.annotations.entries[9].comment == passage.edit.toPlainText()
    assert passage.adopt.isHidden()


def test_scrolling_moves_the_board_and_steps_mark_the_passage(
    panel: NarrativePanel, battle: TableWindow
) -> None:
    panel.reached.emit(9)
    assert battle.session.step == 9
    assert panel.passages[9]._here
    battle.session.go(3)
    assert panel.passages[3]._here
    assert not panel.passages[9]._here


def test_a_new_title_moves_the_board_to_its_entry(
    panel: NarrativePanel, battle: TableWindow
) -> None:
    battle.session.go(1)
    QTest.keyClicks(panel.passages[9].title, "T")
    assert battle.session.step == 9


def test_the_board_stays_at_the_passage_that_is_written(
    panel: NarrativePanel, battle: TableWindow, qtbot: QtBot
) -> None:
    battle.activateWindow()
    for step, passage in panel.passages.items():
        passage.edit.setFocus(Qt.FocusReason.MouseFocusReason)
        qtbot.waitUntil(passage.hasFocusWithin, timeout=5000)
        panel._scrolled()
        assert battle.session.step == step


def test_the_introduction_is_edited_in_place(panel: NarrativePanel, battle: TableWindow) -> None:
    panel.fronts["intro"].setPlainText("How it began.")
    panel.fronts["intro"].flush()
    recording = battle.session.recording
    assert recording is not None
    assert recording.annotations.intro == "How it began."


def test_a_click_into_a_passage_shows_its_entry(
    panel: NarrativePanel, battle: TableWindow, qtbot: QtBot
) -> None:
    """Marks drawn afterwards belong to that passage."""
    passage = next(p for p in panel.passages.values() if p.entry == 9)
    battle.session.go(1)
    panel.area.ensureWidgetVisible(passage.edit)
    qtbot.waitUntil(lambda: not panel._rest.isActive(), timeout=5000)
    battle.session.go(1)
    qtbot.mouseClick(passage.edit.viewport(), Qt.MouseButton.LeftButton)
    passage.edit.focusInEvent(
        QFocusEvent(QFocusEvent.Type.FocusIn, Qt.FocusReason.MouseFocusReason)
    )
    assert battle.session.step == passage_step(battle, 9)


def test_the_writers_view_is_saved_for_readers(
    panel: NarrativePanel, battle: TableWindow, qtbot: QtBot
) -> None:
    step = passage_step(battle, 9)
    battle.session.go(step)
    recording = battle.session.recording
    assert recording is not None
    camera = panel.passages[step].camera
    assert camera.isVisibleTo(panel)
    QTest.mouseClick(camera, Qt.MouseButton.LeftButton)
    assert recording.annotations.entries[9].camera is not None
    qtbot.waitUntil(lambda: camera.text().startswith("✓"), timeout=5000)
    assert battle.session.step == step
    answer(battle, "report.camera.keep")
    QTest.mouseClick(camera, Qt.MouseButton.LeftButton)
    assert recording.annotations.entries[9].camera is not None, "not removed without a question"
    qtbot.waitUntil(camera.isChecked, timeout=5000)
    answer(battle, "report.camera.remove")
    QTest.mouseClick(camera, Qt.MouseButton.LeftButton)
    assert recording.annotations.entries[9].camera is None
    others = [p for number, p in panel.passages.items() if number != step]
    assert not any(p.camera.isVisibleTo(panel) for p in others)


def test_a_visible_passage_does_not_move_under_the_pointer(
    panel: NarrativePanel, battle: TableWindow, qtbot: QtBot
) -> None:
    step = passage_step(battle, 9)
    battle.session.go(step)
    here, bar = panel.passages[step], panel.area.verticalScrollBar()
    panel.area.setFixedHeight(here.height() + 60)
    qtbot.waitUntil(lambda: bar.maximum() > 60, timeout=5000)
    panel._quiet = True  # as where nobody scrolls by hand
    bar.setValue(max(0, here.y() - 30))
    at = bar.value()
    assert panel._in_sight(here)
    panel.mark(step)
    assert bar.value() == at
    panel._quiet = True
    bar.setValue(0 if here.y() > 60 else bar.maximum())
    assert not panel._in_sight(here)
    panel.mark(step)
    assert bar.value() == min(bar.maximum(), max(0, here.y() - 8))


def test_editing_one_draft_does_not_accept_others(
    panel: NarrativePanel, battle: TableWindow, qtbot: QtBot
) -> None:
    feature = battle.feature(Narrating)
    assert battle.session.annotate(lambda notes: notes.model_copy(update={"entries": {}}))
    qtbot.waitUntil(lambda: not feature._later.isActive(), timeout=5000)
    proposed = [p.entry for p in panel.passages.values()]
    assert len(proposed) > 1
    first = next(iter(panel.passages.values()))
    feature._write(first.entry, "Only this.")
    recording = battle.session.recording
    assert recording is not None
    assert recording.annotations.moments() == {first.entry}
    qtbot.waitUntil(lambda: not feature._later.isActive(), timeout=5000)
    assert [p.entry for p in panel.passages.values()] == proposed, "proposals stay to be written"
