"""Every lesson can be played to its end by its game's rules, and has all its texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.modes import mode_of
from engine.i18n import game_catalogue
from engine.play.game import Game
from engine.play.lesson import Lesson, LessonDice, Step, begin, lessons, matches
from engine.play.referee import play, ruling_of

SHARED = {"", "back", "resume", "end"}
GAMES = ("airbridge", "ardenas", "holland44", "marketgarden", "normandy44")


def test_every_game_has_a_lesson() -> None:
    assert tuple(sorted(lessons())) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_legal_and_uses_all_its_dice(game: str, tmp_path: Path) -> None:
    lesson, path = lessons()[game], tmp_path / "lesson.h44log"
    begin(game, path)
    dice = LessonDice()
    with Game.open(path, dice) as played:
        assert len(played) == lesson.after
        for step in lesson.steps:
            if step.do is None:
                continue
            rules = ruling_of(played)
            assert rules is not None
            dice.put(step.dice)
            meant = rules.answers(played.now).drag_action(step.do, "enforced")
            entry = play(played, meant)
            assert matches(step.do, entry.action), step
            if step.dice:
                thrown = [value for throw in entry.dice for value in throw.values]
                assert thrown == list(step.dice), step
        assert mode_of(played.now) == "enforced"
        assert not played.now.pending, "the lesson ends in the middle of a decision"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "es", "pt"])
def test_every_step_of_a_lesson_has_its_own_text(game: str, language: str) -> None:
    lesson = lessons()[game]
    keys = {f"lesson.{game}.{step.text}" for step in lesson.steps if step.text not in SHARED}
    texts = {k: v for k, v in game_catalogue(game, language).items() if k.startswith("lesson.")}
    assert texts.keys() == keys
    assert len(set(texts.values())) == len(lesson.texts) - len(SHARED - {""})


def test_a_lesson_practises_moving_fighting_and_supply() -> None:
    for lesson in lessons().values():
        assert any(step.command == "advice_trace" for step in lesson.steps)
        kinds = {type(step.do) for step in _told(lesson)}
        assert act.DeclareAttack in kinds
        assert kinds & {act.MoveUnits} or any(
            isinstance(s.do, act.OwnAction) for s in _told(lesson)
        )
        assert 12 <= len(lesson.texts) <= 25


def test_another_path_counts_and_another_destination_does_not() -> None:
    wanted = act.MoveUnits(units=("a", "b"), path=("0101", "0102", "0202"))
    assert matches(wanted, act.MoveUnits(units=("b", "a"), path=("0101", "0201", "0202")))
    assert not matches(wanted, act.MoveUnits(units=("a", "b"), path=("0101", "0102")))
    assert not matches(wanted, act.MoveUnits(units=("a",), path=("0101", "0102", "0202")))
    assert not matches(wanted, act.NextPhase())


def _told(lesson: Lesson) -> list[Step]:
    return [step for step in lesson.steps if step.text]
