"""Counters are animated along recorded paths, forwards and backwards, and never block input."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from holland44_qt.history.motion_feature import Motion
from holland44_qt.replay.player import SPEEDS
from holland44_qt.window.table_window import TableWindow

PATH = ("6217", "6218", "6219", "6220", "6120")


@pytest.fixture
def motion(battle: TableWindow) -> Motion:
    return battle.feature(Motion)


def hexes(window: TableWindow, path: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(window.session.module.board.index[n] for n in path)


@pytest.mark.slow
def test_a_move_is_animated_along_its_path(
    qtbot: QtBot, battle: TableWindow, motion: Motion
) -> None:
    battle.session.go(2)
    battle.session.go(3)
    assert motion.gliding
    (way,) = motion.layer.glides
    assert way.hexes == hexes(battle, PATH)
    motion.layer.show_moment(0.0)
    assert motion.layer.point(way) == motion.layer.centre(way.hexes[0])
    motion.layer.show_moment(0.5)
    assert motion.layer.point(way) == motion.layer.centre(way.hexes[2])
    motion.layer.show_moment(1.0)
    assert motion.layer.point(way) == motion.layer.centre(way.hexes[-1])
    battle.view.viewport().grab()
    qtbot.waitUntil(lambda: not motion.gliding, timeout=3000)
    assert motion.layer.glides == []


def test_the_stack_omits_moving_counters(battle: TableWindow, motion: Motion) -> None:
    battle.session.go(2)
    battle.session.go(3)
    (way,) = motion.layer.glides
    stacks = battle.view._stacks
    drawn = {unit for stack in stacks._stacks for unit in stack.units}
    assert not drawn & set(way.units)
    motion.release()
    assert any(set(way.units) <= set(s.units) for s in stacks._stacks)


def test_undo_animates_backwards(battle: TableWindow, motion: Motion) -> None:
    battle.session.go(3)
    motion.release()
    battle.session.go(2)
    (way,) = motion.layer.glides
    assert way.hexes == hexes(battle, PATH[::-1])


def test_jumps_and_quick_steps_are_shown_at_once(battle: TableWindow, motion: Motion) -> None:
    battle.session.go(5)
    assert not motion.gliding
    battle.session.go(2)
    assert not motion.gliding
    battle.session.go(3)
    assert motion.gliding
    battle.session.go(4)  # before the counter has arrived
    assert not motion.gliding
    assert motion.layer.glides == []


def test_scrubbing_is_shown_at_once(battle: TableWindow, motion: Motion) -> None:
    battle.session.go(2)
    battle.scrubber.setSliderDown(True)
    battle.session.go(3)
    assert not motion.gliding


def test_without_animation_nothing_moves(battle: TableWindow, motion: Motion) -> None:
    battle.view.moving = False
    battle.session.go(2)
    battle.session.go(3)
    assert not motion.gliding


def test_moves_by_hand_are_not_animated_again(game: TableWindow) -> None:
    motion = game.feature(Motion)
    state, module = game.session.state, game.session.module
    unit = state.stack(module.places.index("6120"))[0]
    assert game.session.play(act.MoveUnits(units=(unit,), path=("6120", "6121")))
    assert not motion.gliding
    game.session.back()
    assert motion.gliding


@pytest.mark.parametrize("speed", [0, 2, len(SPEEDS) - 1])
def test_an_animation_ends_before_the_next_entry(
    battle: TableWindow, motion: Motion, speed: int
) -> None:
    battle.player.set_speed(speed)
    battle.session.go(2)
    battle.player.start()
    battle.player.skip(battle.session.forward)
    assert motion.gliding
    assert motion._run.duration() < battle.player.interval
    battle.player.stop()


def test_a_closed_window_has_no_animation(battle: TableWindow, motion: Motion) -> None:
    battle.session.go(2)
    battle.session.go(3)
    battle.close()
    assert not motion.gliding


def test_opening_another_game_ends_the_animation(battle: TableWindow, motion: Motion) -> None:
    battle.session.go(2)
    battle.session.go(3)
    assert battle.session.path is not None
    assert battle.open_path(battle.session.path, play=False)
    assert not motion.gliding
    QTest.qWait(1)
