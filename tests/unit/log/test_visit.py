"""Visiting the entries of a recorded game."""

from __future__ import annotations

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
