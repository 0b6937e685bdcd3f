"""The models of the history keep Qt's contracts, for any recorded, filtered or pruned log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.reducer import apply
from engine.log.annotations import Annotation, Branch
from engine.log.lines import forks, lines_of
from engine.play.game import Game, Recording
from engine.play.trial import Trial
from holland44_qt.models.branch_model import START, BranchModel
from holland44_qt.models.changes import changes, describe_change
from holland44_qt.models.changes_model import HEXES, ChangesModel, _weight
from holland44_qt.models.contents_model import STEP, ContentsModel
from holland44_qt.models.entry_filter import COMMENTED, FAMILIES, EntryFilter, family
from holland44_qt.models.landmarks import Landmarks
from holland44_qt.models.log_model import LogModel, Role
from holland44_qt.models.subjects import SubjectIndex
from holland44_qt.window.table_window import TableWindow

Watch = Callable[[QAbstractItemModel], None]


@pytest.fixture
def watch(qapp: object) -> Watch:
    def watched(model: QAbstractItemModel) -> None:
        mode = QAbstractItemModelTester.FailureReportingMode.Fatal
        QAbstractItemModelTester(model, mode, model)

    return watched


def steps(model: LogModel) -> list[int]:
    rows = (model.index(row, 0).data(Role.STEP) for row in range(model.rowCount()))
    return [step for step in rows if step is not None]


# -- the log ---------------------------------------------------------------------------------------


def test_a_recorded_entry_adds_a_row(log_path: Path, watch: Watch) -> None:
    with Game.open(log_path) as game:
        model = LogModel()
        watch(model)
        model.show(game)
        resets: list[object] = []
        model.modelReset.connect(lambda: resets.append(1))
        marks = Landmarks.of(game)
        for action in (
            act.Note(text="One more."),
            act.SetClock(turn=3, phase="movement", active="allied"),
        ):
            game.play(action)
            marks = marks.and_entry(game)
            model.append(marks)
        assert resets == []
        assert steps(model) == list(range(1, 14))
        assert model.index(model.row_of(13) - 1, 0).data().startswith("Turn 3")
        assert marks == Landmarks.of(game)


def test_filters_by_kind_side_and_word(log_path: Path, watch: Watch) -> None:
    recording = Recording.load(log_path)
    model = LogModel()
    watch(model)
    model.show(recording)

    def shown(**wanted: object) -> list[int]:
        model.set_filter(EntryFilter(**wanted))  # type: ignore[arg-type]
        return steps(model)

    kinds = [recording.timeline.entries[s - 1].action.kind for s in range(1, 12)]
    for name in FAMILIES:
        expected = [s for s in range(1, 12) if family(kinds[s - 1]) == name]
        assert shown(families=frozenset({name})) == expected
    assert shown(families=frozenset({COMMENTED})) == [7]
    assert shown(sides=frozenset({"german"})) == [11]
    assert shown(text="ATTACK 6122") == [7]
    assert shown(text="fight first") == [7]
    assert shown(text="**first**") == [7]
    assert shown(text="no such words") == []
    assert shown(text="AT") == [], "letters of a result are not those of a word"
    assert model.rowCount() == 0
    assert shown() == list(range(1, 12))


def test_a_filter_by_unit_and_by_hex(log_path: Path) -> None:
    recording = Recording.load(log_path)
    model = LogModel()
    move = recording.timeline.entries[2].action
    assert isinstance(move, act.MoveUnits)
    model.show(recording)
    model.set_filter(EntryFilter(units=frozenset(move.units)))
    assert steps(model) == [3, 7]
    model.set_filter(EntryFilter(places=frozenset({"6219"})))
    assert steps(model) == [3, 4]
    assert model.row_of(6) == model.row_of(4)
    assert model.index(model.row_of(1), 0).data(Role.STEP) is None  # only the turn's heading


def test_a_unit_is_found_by_its_hex(log_path: Path) -> None:
    recording = Recording.load(log_path)
    subjects = SubjectIndex(recording)
    assert subjects.at(1).units == frozenset()  # the set-up is about none in particular
    fight = subjects.at(7)
    assert "6122" in fight.places
    assert {"6120", "6119"} <= fight.places  # where the attackers stand
    bridge = recording.timeline.entries[8].action
    assert isinstance(bridge, act.Consult)
    assert bridge.at is not None
    assert subjects.at(9).places == frozenset(bridge.at.split("/"))


# -- branches --------------------------------------------------------------------------------------


@pytest.fixture
def branched_log(log_path: Path) -> Path:
    with Game.open(log_path) as game:
        game.follow(8)
        game.play(act.Note(text="Another way."))
        game.play(act.Note(text="Still another way."))
        game.follow(12)
        game.play(act.Note(text="A way that leaves the second."))
        game.follow(11)
        game.play(act.Note(text="The first way goes on."))
    return log_path


def test_lines_keep_their_first_entry(branched_log: Path) -> None:
    recording = Recording.load(branched_log)
    lines = lines_of(recording.log, recording.annotations)
    assert [(x.start, x.tip, x.length, x.parent) for x in lines] == [
        (1, 15, 12, 0),
        (12, 13, 2, 1),
        (14, 14, 1, 12),
    ]
    assert forks(recording.log, recording.annotations, recording.timeline.entries) == (8,)
    recording.follow(14)
    assert forks(recording.log, recording.annotations, recording.timeline.entries) == (8, 9)
    assert Landmarks.of(recording).branches == (8, 9)


def test_pruning_hides_a_line_and_its_branches(branched_log: Path) -> None:
    recording = Recording.load(branched_log)
    recording.annotations.branches[12] = Branch(pruned=True)
    lines = lines_of(recording.log, recording.annotations)
    assert [x.pruned for x in lines] == [False, True, True]
    assert forks(recording.log, recording.annotations, recording.timeline.entries) == ()


def test_the_tree_of_branches(branched_log: Path, watch: Watch) -> None:
    recording = Recording.load(branched_log)
    model = BranchModel()
    watch(model)
    model.show(recording, recording.timeline.entries[-1].id)
    root = model.index(0, 0)
    second = model.index(0, 0, root)
    third = model.index(0, 0, second)
    assert [i.data(START) for i in (root, second, third)] == [1, 12, 14]
    assert model.parent(third) == second
    assert model.rowCount(third) == 0
    assert model.current is not None
    assert model.current.start == 1
    assert root.data(Qt.ItemDataRole.FontRole) is not None
    assert second.data(Qt.ItemDataRole.ForegroundRole) is not None
    assert second.data() == "After entry 8: Another way."
    recording.annotations.branches[12] = Branch(name="By Elst", pruned=True)
    model.show(recording, recording.timeline.entries[-1].id)
    assert model.rowCount(model.index(0, 0)) == 0
    model.show(recording, recording.timeline.entries[-1].id, pruned=True)
    second = model.index_of(12)
    assert second.data() == "By Elst  (pruned)"
    model.show(None)
    assert model.rowCount() == 0


@pytest.mark.parametrize("step", [8, 11])
def test_a_what_if_line_is_no_part_of_the_game(log_path: Path, watch: Watch, step: int) -> None:
    trial = Trial(Recording.load(log_path))
    trial.follow(step)
    model = BranchModel()
    watch(model)
    model.show(trial, step)
    trial.play(act.Note(text="Tried."))
    assert not model.grow(), "it starts a line"
    tip = trial.timeline.entries[-1].id
    model.show(trial, tip)
    game, tried = model.index_of(1), model.index_of(trial.known + 1)
    assert game.data() == "Original line  ★ main line"
    assert game.siblingAtColumn(1).data() == "11 entries"
    assert tried.data() == f"▶  After entry {step}: Tried.  (what-if, not saved)"
    trial.play(act.Note(text="More."))
    assert model.grow()
    assert model.index_of(trial.known + 1).siblingAtColumn(1).data() == "2 entries"


def test_a_branch_is_described_from_its_own_position(log_path: Path, qapp: object) -> None:
    with Game.open(log_path) as game:
        unit = next(u for u, p in game.now.pieces.items() if game.module.places.is_hex(p.place))
        game.follow(8)
        game.play(act.Note(text="Another way."))
        start = game.module.places.name(game.now.pieces[unit].place)
        near = next(n for n in game.module.board.neighbours[game.now.pieces[unit].place] if n >= 0)
        game.follow(12)
        game.play(act.Note(text="On."))
        game.follow(12)
        path = (start, game.module.board.numbers[near])
        game.play(act.MoveUnits(units=(unit,), path=path))
        game.follow(11)
        model = BranchModel()
        model.show(game)
        said = model.index_of(14).data()
        assert game.module.unit_name(game.now.pieces[unit].counter) in said
        assert said.startswith("After entry 9: ")


def test_a_name_change_is_emitted(branched_log: Path, watch: Watch) -> None:
    model = BranchModel()
    watch(model)
    model.show(Recording.load(branched_log))
    given: list[tuple[int, str]] = []
    model.renamed.connect(lambda start, name: given.append((start, name)))
    assert model.setData(model.index_of(12), " By Elst ")
    assert model.setData(model.index_of(12), model.index_of(12).data(Qt.ItemDataRole.EditRole))
    assert not model.setData(QModelIndex(), "nothing")
    assert given == [(12, "By Elst")]


# -- contents and changes --------------------------------------------------------------------------


def test_contents_list_chapters_and_bookmarks(log_path: Path, watch: Watch) -> None:
    recording = Recording.load(log_path)
    recording.annotations.entries[3] = Annotation(bookmark=True)
    recording.annotations.entries[4] = Annotation(comment="only words")
    model = ContentsModel()
    watch(model)
    model.show(recording)
    assert [model.index(k, 0).data(STEP) for k in range(model.rowCount())] == [3, 7]
    assert "Arnhem" in model.index(1, 0).data()
    assert recording.step(3).sentence in model.index(0, 0).data()
    model.show(None)
    assert model.rowCount() == 0


def test_changes_between_two_positions_are_listed(log_path: Path, watch: Watch) -> None:
    recording = Recording.load(log_path)
    before, after, places = recording.state(1), recording.state(11), recording.module.places
    found = changes(before, after, places)
    assert changes(after, after, places) == []
    assert {type(e) for e in found} >= {fx.SetPhase, fx.Move, fx.SetStatus, fx.SetHexside}
    back = changes(after, before, places)
    assert len(back) == len(found)
    for effect in found:
        if isinstance(effect, fx.SetHexside):
            assert apply(before, (effect,), places).hexsides == after.hexsides
    model = ChangesModel()
    watch(model)
    model.show(found, before, recording.module)
    assert model.changes == len([e for e in found if describe_change(e, before, recording.module)])
    rows = [model.index(k, 0) for k in range(model.rowCount())]
    moved = [r for r in rows if r.data(HEXES) and len(r.data(HEXES)) == 2]
    assert moved
    assert all(row.data() for row in rows)


def test_arrived_and_removed_units_are_listed(log_path: Path) -> None:
    recording = Recording.load(log_path)
    state, places = recording.state(1), recording.module.places
    unit = next(u for u, p in state.pieces.items() if places.is_hex(p.place))
    pieces = {u: p for u, p in state.pieces.items() if u != unit}
    without = replace(state, pieces=pieces)
    assert [type(e) for e in changes(state, without, places)] == [fx.Remove]
    assert [type(e) for e in changes(without, state, places)] == [fx.Place]


def test_losses_are_listed_before_moves(battle: TableWindow) -> None:
    session = battle.session
    pieces = session.state.pieces
    german = next(u for u in sorted(pieces) if pieces[u].side == "german")
    units = [german, *sorted(pieces)[1:3]]
    where = {u: session.module.places.name(session.state.pieces[u].place) for u in units}
    steps = session.state.pieces[units[2]].steps
    found = [
        fx.Move(unit=units[0], path=(where[units[0]], "6219"), from_index=0, to_index=0),
        fx.SetSteps(unit=units[2], before=steps, after=steps - 1),
        fx.Move(unit=units[1], path=(where[units[1]], "eliminated-german"), from_index=0,
                to_index=0),
    ]  # fmt: skip
    assert sorted(found, key=_weight) == [found[2], found[1], found[0]]
    model = ChangesModel()
    model.show(found, session.state, session.module)
    rows = [model.index(k, 0).data() for k in range(model.rowCount())]
    assert len(rows) > model.changes, "sides and formations are headings"
    at = next(k for k, row in enumerate(rows) if "eliminated" in row)
    assert at == 1, "the formation that lost a unit comes first"
