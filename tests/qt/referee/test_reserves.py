"""Reserves of Normandy '44 move and attack by mouse in their own phases (3.B4, 3.B5)."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.play.game import Game
from holland44_qt.advice.feature import Advice
from tests.qt.referee.conftest import Table

UNIT, START, ENEMY = "US-101-501", "2712", "2812"


@pytest.fixture
def reserves(table: Table) -> Table:
    """A reserve beside a German unit."""
    session = table.session
    assert session.new(table._folder / "reserves.h44log", "normandy44", "cherbourg", mode="off")
    game = session.game
    assert isinstance(game, Game)
    status = fx.SetStatus(unit=UNIT, before=(), after=("reserve",))
    game.play(act.ManualEdit(effects=(status,)))
    session.show_line(game.head)
    assert session.play_on()
    return table


def test_the_reach_of_a_reserve_is_shown_while_it_is_dragged(reserves: Table) -> None:
    reserves.begin("reserve_movement", "allied", turn=2, mode="advisory")
    reserves.look_at(START)
    position = reserves.session.position
    assert position is not None
    numbers = position.ruleset.board.numbers
    near = [i for i in position.ruleset.board.neighbours[reserves.hex(START)] if i >= 0]
    there = next(numbers[i] for i in near if i in position.reach((UNIT,)).hexes)
    reserves.drag(START, there, drop=False)
    assert reserves.window.feature(Advice)._carried == (UNIT,)
    reserves.drop(there)
    assert reserves.place(UNIT) == there
    assert isinstance(reserves.last.action, act.MoveUnits)
    assert reserves.last.action.mode == "reserve"


def test_the_attack_of_a_reserve_is_prepared_by_a_click(reserves: Table) -> None:
    reserves.begin("reserve_combat", "allied", turn=2, mode="advisory")
    reserves.look_at(START)
    assert reserves.place(UNIT) == START
    reserves.click(ENEMY)
    assert reserves.window.feature(Advice).target == reserves.hex(ENEMY)
