"""Undo and play on: the old line remains, is listed, named, pruned and reopened."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.log.annotations import Annotations, Branch
from holland44_qt.history.branches import Branches, BranchPanel
from holland44_qt.models.log_model import Role
from holland44_qt.window.table_window import TableWindow


def panel(window: TableWindow) -> BranchPanel:
    return window.feature(Branches).panel


def choose(window: TableWindow, start: int) -> None:
    panel(window).tree.setCurrentIndex(window.feature(Branches).model.index_of(start))


def notes(log: Path) -> dict[int, Branch]:
    return Annotations.load(log.with_suffix(".h44aar")).branches


def test_an_action_after_going_back_opens_a_branch(branched: TableWindow) -> None:
    session = branched.session
    assert (session.step, session.length) == (10, 10)
    assert session.landmarks.branches == (8,)
    assert branched.model.listed == 10
    assert branched.model.index(branched.model.row_of(8), 0).data(Role.FORK) is True
    model = branched.feature(Branches).model
    assert model.current is not None
    assert model.current.start == 12
    assert model.rowCount(model.index(0, 0)) == 1


def test_the_old_line_can_be_reopened(branched: TableWindow) -> None:
    choose(branched, 1)
    QTest.mouseClick(panel(branched).go, Qt.MouseButton.LeftButton)
    session = branched.session
    assert (session.step, session.length) == (11, 11)
    assert session.state == session.recording.state(11)  # type: ignore[union-attr]
    assert not panel(branched).go.isEnabled()
    assert branched.scrubber.maximum() == 11


def test_keys_go_from_line_to_line(branched: TableWindow) -> None:
    current = branched.feature(Branches).model
    for expected in (1, 12, 1):
        QTest.keyClick(branched, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
        assert current.current is not None
        assert current.current.start == expected
    QTest.keyClick(branched, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    assert current.current is not None
    assert current.current.start == 12


def test_a_single_line_has_no_next_line(game: TableWindow) -> None:
    assert not game.commands["next_line"].isEnabled()


def test_a_branch_is_named(qtbot: QtBot, branched: TableWindow, log_path: Path) -> None:
    branched.commands["branches"].trigger()
    choose(branched, 12)
    QTest.mouseClick(panel(branched).name, Qt.MouseButton.LeftButton)
    field = panel(branched).tree.indexWidget(panel(branched).tree.currentIndex())
    assert field is not None
    QTest.keyClicks(field, "Round by Elst")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: notes(log_path) == {12: Branch(name="Round by Elst")})
    assert "Round by Elst" in panel(branched).tree.currentIndex().data()


def test_pruning_hides_and_never_deletes(branched: TableWindow, log_path: Path) -> None:
    log = log_path.read_bytes()
    choose(branched, 12)
    QTest.mouseClick(panel(branched).prune, Qt.MouseButton.LeftButton)
    model = branched.feature(Branches).model
    assert model.rowCount(model.index(0, 0)) == 0
    assert branched.session.landmarks.branches == ()
    assert (branched.session.step, branched.session.length) == (11, 11)
    assert log_path.read_bytes() == log
    assert notes(log_path) == {12: Branch(pruned=True)}
    panel(branched).pruned.setChecked(True)
    choose(branched, 12)
    QTest.mouseClick(panel(branched).prune, Qt.MouseButton.LeftButton)
    assert notes(log_path) == {}
    assert branched.session.landmarks.branches == (8,)


def test_the_first_line_cannot_be_pruned(branched: TableWindow) -> None:
    choose(branched, 1)
    assert not panel(branched).prune.isEnabled()
    assert panel(branched).name.isEnabled()


def test_names_of_branches_are_restored(branched: TableWindow, log_path: Path) -> None:
    branched.feature(Branches).model.renamed.emit(1, "As it was")
    branched.session.close()
    assert branched.open_path(log_path, play=True)
    assert branched.feature(Branches).model.index(0, 0).data() == "As it was"


def test_undo_and_play_keep_every_line(branched: TableWindow) -> None:
    for _ in range(3):
        branched.commands["undo"].trigger()
    assert branched.session.step == 7
    branched.commands["redo"].trigger()
    assert branched.session.step == 8
