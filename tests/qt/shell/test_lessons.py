"""Lessons in the window: each can be played to its end, by its prompts alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu, QPushButton
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.i18n import t
from engine.play.lesson import lessons
from holland44_qt.advice.feature import Advice
from holland44_qt.shell import lesson_feature
from holland44_qt.shell.lesson_feature import Learning
from holland44_qt.window.table_window import TableWindow


@pytest.fixture
def learning(window: TableWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Learning:
    monkeypatch.setattr(lesson_feature, "games_folder", lambda: tmp_path)
    found = window.feature(Learning)
    found._waits.setInterval(0)
    return found


def wait_for_prompt(learning: Learning, qtbot: QtBot, before: int) -> None:
    def prompts() -> bool:
        step = learning.step
        return step is None or (learning.at != before and not step.plays_itself)

    qtbot.waitUntil(prompts, timeout=10_000)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ardenas", "holland44"])
def test_a_lesson_shows_itself_to_the_end(learning: Learning, qtbot: QtBot, game: str) -> None:
    learning.start(game)
    wait_for_prompt(learning, qtbot, -1)
    titles = []
    while learning.step is not None:
        titles.append(learning.bar.title.text())
        assert not learning.bar.isHidden()
        assert not learning.session.veiled, "the board would be handed over"
        before = learning.at
        learning.bar.on.click()
        wait_for_prompt(learning, qtbot, before)
    count = len(lessons()[game].texts)
    assert titles == [f"{titles[0].split(' · ')[0]} · {t('shell.lesson.count', step=k, last=count)}"
                      for k in range(1, count + 1)]  # fmt: skip
    assert learning.bar.isHidden()
    assert learning.session.stance == "play"


@pytest.mark.slow
def test_a_lesson_lets_tanks_with_shots_be_ticked_as_attackers(
    learning: Learning, qtbot: QtBot
) -> None:
    learning.start("ardenas")
    wait_for_prompt(learning, qtbot, -1)
    while learning.step is not None and learning.step.text != "attack":
        before = learning.at
        learning.bar.on.click()
        wait_for_prompt(learning, qtbot, before)
    at, step = learning.at, learning.step
    assert step is not None
    assert isinstance(step.do, act.DeclareAttack)
    learning.window.attack_wanted.emit(learning.session.module.board.hex(step.do.target))
    panel = learning.window.feature(Advice).panel.odds
    for unit, box in panel.choices.attackers.boxes.items():
        if box.isChecked() != (unit in step.do.attackers):
            box.click()
    assert set(panel.choices.attackers.ticked) == set(step.do.attackers)
    panel.attack.setFocus()
    panel.attack.click()
    wait_for_prompt(learning, qtbot, at)
    assert learning.window.focusWidget() is learning.view


@pytest.fixture
def in_holland(learning: Learning, qtbot: QtBot) -> Learning:
    learning.start("holland44")
    wait_for_prompt(learning, qtbot, -1)
    learning.bar.on.click()
    wait_for_prompt(learning, qtbot, 1)
    return learning


MOVE = act.MoveUnits(units=("BR-3-1P",), path=("6217", "6218", "6219"))


def test_an_own_move_by_another_path_ends_the_step(in_holland: Learning, qtbot: QtBot) -> None:
    before = in_holland.at
    assert in_holland.session.play(act.MoveUnits(units=("BR-3-1P",), path=("6217", "6218", "6219")))
    wait_for_prompt(in_holland, qtbot, before)
    assert in_holland.at == before + 1


def test_another_legal_move_is_taken_back(in_holland: Learning, qtbot: QtBot) -> None:
    before, length = in_holland.at, in_holland.session.length
    in_holland.window.messages.add("Dice had been seen.")
    assert in_holland.session.play(act.MoveUnits(units=("BR-3-1P",), path=("6217", "6218")))
    qtbot.waitUntil(lambda: in_holland.session.step == length, timeout=5_000)
    assert in_holland.at == before
    assert in_holland.window.messages.lines == [t("shell.lesson.other")]
    assert in_holland.session.play(MOVE)
    wait_for_prompt(in_holland, qtbot, before)


def test_an_undone_step_is_practised_again(in_holland: Learning, qtbot: QtBot) -> None:
    before = in_holland.at
    assert in_holland.session.play(MOVE)
    wait_for_prompt(in_holland, qtbot, before)
    in_holland.session.undo()
    assert in_holland.session.play(MOVE)
    qtbot.waitUntil(lambda: in_holland.at == before + 1, timeout=5_000)


def test_opening_another_game_ends_the_lesson(in_holland: Learning) -> None:
    in_holland.commands.run("sample")
    assert in_holland.step is None
    assert in_holland.bar.isHidden()


def test_the_menu_offers_the_lessons_of_all_games(learning: Learning) -> None:
    learning.commands.run("lesson")
    (menu,) = (m for m in learning.window.findChildren(QMenu) if m.isVisible())
    assert len(menu.actions()) == len(lessons()) == 5
    menu.close()


def test_a_lesson_that_cannot_be_written_is_reported(
    learning: Learning, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(lesson_feature, "free_path", lambda *_: tmp_path / "x.h44log")
    (tmp_path / "x.h44log").touch()
    learning.start("holland44")
    assert learning.step is None
    assert "x.h44log" in learning.window.messages.lines[-1]


def test_the_start_page_offers_a_lesson_first(window: TableWindow) -> None:
    window.commands.run("home")
    buttons = [b for b in window.findChildren(QPushButton) if b.objectName().startswith("home-")]
    assert buttons[0].objectName() == "home-lesson"


def test_the_bar_leaves_the_board_its_height(in_holland: Learning) -> None:
    in_holland.window.resize(1600, 900)
    in_holland.window.grab()
    assert in_holland.bar.height() < 150
    view = in_holland.view.geometry()
    assert view.contains(in_holland.window.hints.geometry()), "the hint line lies over the lesson"


def test_dice_are_rolled_after_a_lesson_is_left(in_holland: Learning) -> None:
    game = in_holland.session.game
    assert game is not None
    in_holland._dice.put((6, 6))
    assert game.dice.throw(6, 1, "").source == "scripted"
    in_holland.bar.leave.click()
    assert game.dice.throw(6, 1, "").source == "rolled"
