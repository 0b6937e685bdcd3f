"""What-if entries in memory, saved lines, and finding lines by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.log.annotations import Annotations, Branch
from engine.log.lines import lines_of, main_tip, tip_named
from engine.log.verify import verify
from engine.play.game import Game, Recording
from engine.play.trial import Trial, keep

AT = "1944-09-17T13:00:00.000Z"


def note(text: str) -> act.Note:
    return act.Note(text=text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.h44log"
    with Game.new(path, "holland44", "short", log_id="game", at=AT) as game:
        for text in "abc":
            game.play(note(text), at=AT)
    return path


def test_a_trial_does_not_change_the_log(path: Path) -> None:
    recording = Recording.load(path)
    trial = Trial(recording)
    trial.follow(2)
    trial.play(note("x"))
    assert [entry.id for entry in trial.tried] == [5]
    assert len(recording.log) == 4
    assert len(Recording.load(path).log) == 4


def test_a_trial_is_renumbered_when_the_log_grows(path: Path) -> None:
    with Game.open(path) as game:
        trial = Trial(game)
        trial.follow(2)
        trial.play(note("x"))
        trial.play(note("y"))
        game.play(note("d"))
        moved = trial.over(game)
    assert [(entry.id, entry.parent) for entry in moved.tried] == [(6, 2), (7, 6)]


def test_a_saved_line_is_complete_and_not_the_main_line(path: Path) -> None:
    with Game.open(path) as game:
        trial = Trial(game)
        for count in range(120):  # past an entry that carries a digest
            trial.play(note(str(count)))
        keep(game, trial.line_tried(), "Long way")
        assert main_tip(game.log, game.annotations) == 4
        report = verify(game.log, game.module.places)
        assert report.problems == []
        assert report.digests == 1
        assert tip_named(game.log, game.annotations, "long way") == 125


def test_the_main_line_stays_main_after_saving_another(path: Path) -> None:
    with Game.open(path) as game:
        trial = Trial(game)
        trial.play(note("x"))
        keep(game, trial.line_tried(), "Aside")
        game.play(note("d"))
        assert [entry.id for entry in game.log.line(main_tip(game.log, game.annotations))] == [
            1,
            2,
            3,
            4,
            7,
        ]
        (first, aside) = lines_of(game.log, game.annotations)
        assert (first.start, first.tip, first.beside) == (1, 7, False)
        assert (aside.start, aside.parent, aside.beside) == (5, 1, True)


def test_discarding_an_entry_discards_its_continuations(path: Path) -> None:
    trial = Trial(Recording.load(path))
    x = trial.play(note("x"))
    trial.play(note("y"))
    trial.follow(2)
    trial.play(note("z"))
    rest = trial.without([x])
    assert [(e.id, e.parent, e.action) for e in rest] == [(5, 2, note("z"))]


def test_nothing_is_recorded_before_the_set_up(path: Path) -> None:
    with Game.open(path) as game:
        game.follow(0)
        with pytest.raises(UserError, match="before the set-up"):
            game.play(note("x"))
        assert len(game.log) == 4


def test_an_empty_board_beside_the_set_up_is_no_main_line(path: Path) -> None:
    """Logs with a branch before their set-up still open on the game."""
    with Game.open(path) as game:
        stray = game.log.entries[-1].model_copy(update={"id": 5, "parent": 0})
        game.file.append(stray)
    assert Recording.load(path).timeline.entries[-1].id == 4


def test_a_line_is_found_by_name_first_entry_or_main(path: Path) -> None:
    with Game.open(path) as game:
        game.follow(2)
        game.play(note("x"))
        log = game.log
    notes = Annotations(log="game", branches={5: Branch(name="West")}, main=1)
    assert tip_named(log, notes, "WEST") == tip_named(log, notes, "5") == 5
    assert tip_named(log, notes, "main") == 4
    with pytest.raises(UserError, match="main, 1, West"):
        tip_named(log, notes, "East")
    alike = notes.model_copy(update={"branches": {1: Branch(name="a"), 5: Branch(name="A")}})
    with pytest.raises(UserError, match="first entry: 1, 5"):
        tip_named(log, alike, "a")
