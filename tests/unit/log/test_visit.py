"""Visiting the entries of a recorded game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import actions as act
from engine.log.annotations import Annotation
from engine.log.visit import Step, Visitor, visit
from engine.play.game import Game


class Recorder(Visitor):
    def __init__(self) -> None:
        self.seen: list[str] = []

    def chapter(self, title: str, step: Step) -> None:
        self.seen.append(f"# {title}")

    def entry(self, step: Step) -> None:
        self.seen.append(step.entry.action.kind)


@pytest.fixture
def played(game: Game) -> Game:
    """Set-up, a new phase, a note."""
    game.play(act.SetClock(turn=1, phase="movement", active="allied"))
    game.play(act.Note(text="Forward."))
    return game


def test_phases_are_chapters_of_a_log_without_any(played: Game) -> None:
    recorder = Recorder()
    visit(played, recorder)
    clock = "# Turn 1: Allied movement phase"
    assert recorder.seen == ["setup", clock, "set_phase", "note"]


def test_chapters_of_the_annotations_have_priority(played: Game) -> None:
    played.annotations = played.annotations.model_copy(
        update={"entries": {3: Annotation(chapter="The drop")}}
    )
    recorder = Recorder()
    visit(played, recorder)
    assert recorder.seen == ["setup", "set_phase", "# The drop", "note"]


def test_a_visitor_that_overrides_nothing_is_harmless(played: Game) -> None:
    visit(played, Visitor())


def test_a_phase_chapter_omits_the_changes_of_the_phase(played: Game) -> None:
    class Wordy:
        annotations = played.annotations

        def __len__(self) -> int:
            return len(played)

        def step(self, number: int) -> Step:
            step = played.step(number)
            removed = "Marker 'scattered' is removed from 1/1P."
            return replace(step, sentence=f"{step.sentence} {removed}")

    recorder = Recorder()
    visit(Wordy(), recorder)
    assert "# Turn 1: Allied movement phase" in recorder.seen


def test_the_place_of_a_step_names_its_entry_after_an_undone_one(game: Game) -> None:
    game.play(act.Note(text="undone"))
    assert game.step(2).place == "2"
    game.follow(1)
    game.play(act.Note(text="kept"))
    assert game.step(2).place == "2 (#3)"
