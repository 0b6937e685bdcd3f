"""The model of entries and the landmarks of a recording."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from engine.play.game import Recording
from holland44_qt.models.landmarks import Landmarks
from holland44_qt.models.log_model import LogModel, Role


@pytest.fixture
def recording(log_path: Path) -> Recording:
    return Recording.load(log_path)


def test_the_model_keeps_qt_contracts(recording: Recording, qapp: object) -> None:
    model = LogModel()
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Fatal, model
    )
    assert isinstance(tester.model(), QAbstractItemModel)
    model.show(recording)
    model.show(None)
    model.show(recording)


def row(model: LogModel, step: int) -> QModelIndex:
    return model.index(model.row_of(step), 0)


def test_has_a_row_for_each_entry_and_each_turn(recording: Recording) -> None:
    model = LogModel()
    assert model.rowCount() == 0
    model.show(recording)
    assert model.listed == len(recording) == 11
    assert model.rowCount() == 11 + 2
    assert model.rowCount(model.index(0, 0)) == 0


def test_a_turn_has_an_unselectable_heading(recording: Recording) -> None:
    model = LogModel()
    model.show(recording)
    heading = model.index(model.row_of(10) - 1, 0)
    assert heading.data() == "Turn 2 · 17 September, night"
    assert heading.data(Role.STEP) is None
    assert not heading.flags() & Qt.ItemFlag.ItemIsSelectable
    assert row(model, 10).flags() & Qt.ItemFlag.ItemIsSelectable


def test_rows_show_the_sentences_of_entries(recording: Recording) -> None:
    model = LogModel()
    model.show(recording)
    for step in range(1, len(recording) + 1):
        index = row(model, step)
        assert index.data() == recording.step(step).sentence
        assert index.data(Role.STEP) == step
        assert index.data(Role.KIND) == recording.step(step).entry.action.kind
    assert row(model, 3).data(Role.SIDE) == "allied"


def test_rows_show_the_annotators_marks(recording: Recording) -> None:
    model = LogModel()
    model.show(recording)
    fight, note = row(model, 7), row(model, 8)
    assert (fight.data(Role.GLYPH), fight.data(Role.CHAPTER)) == ("!", "Arnhem")
    assert fight.data(Role.COMMENTED) is True
    assert (note.data(Role.GLYPH), note.data(Role.COMMENTED)) == ("", False)


def test_there_is_no_data_beyond_the_rows(recording: Recording) -> None:
    model = LogModel()
    model.show(recording)
    assert model.data(QModelIndex()) is None
    assert model.data(model.index(0, 0), Qt.ItemDataRole.DecorationRole) is None


def test_only_visible_rows_are_described(recording: Recording) -> None:
    told: list[int] = []
    step = recording.step

    def counting(number: int) -> object:
        told.append(number)
        return step(number)

    recording.step = counting  # type: ignore[method-assign, assignment]
    model = LogModel()
    model.show(recording)
    assert told == []
    row(model, 5).data()
    assert told == [5]


def test_landmarks_of_a_recording(recording: Recording) -> None:
    marks = Landmarks.of(recording)
    assert [p.step for p in marks.phases] == [1, 2, 6, 10]
    assert marks.combats == marks.annotated == (7,)
    assert marks.length == len(recording)


def test_landmarks_go_from_phase_to_phase(recording: Recording) -> None:
    marks = Landmarks.of(recording)
    last = marks.phases[-1].step
    assert [marks.next_phase(s) for s in (0, 1, 2, 5, 6, last)] == [1, 2, 6, 6, last, 11]
    assert [marks.previous_phase(s) for s in (0, 1, 2, 5, 6, 7)] == [0, 0, 1, 2, 2, 6]
    assert marks.phase_at(0) is None
    found = marks.phase_at(7)
    assert found is not None
    assert found.clock.phase == "combat"
