"""La Batalla de las Ardenas in the window: stacks are dragged whole, orders concern a hex."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.games.ardenas.own_actions import Embark
from holland44_qt.advice.feature import Advice
from holland44_qt.referee.orders_feature import UnitOrders
from holland44_qt.window.table_window import TableWindow
from tests.qt.referee.conftest import Table

STACK = "4715"
BASE = "5512"
PLANES = "GE-F1", "GE-T1"


@pytest.fixture
def player(window: TableWindow, tmp_path: Path) -> Table:
    """A full game in the German movement of turn 1, under enforced rules."""
    found = Table(window, tmp_path)
    assert found.session.new(tmp_path / "full.h44log", "ardenas", "full", mode="off")
    found.session.play(act.SetClock(turn=1, phase="movement", active="german"))
    found.session.set_rules("enforced")
    found.look_at(STACK, 90)
    return found


def test_one_dragged_counter_takes_its_stack_along(player: Table) -> None:
    """7.0p: a stack moves as one."""
    stack = player.stack(STACK)
    assert len(stack) == 4
    player.drag(STACK, "4615")
    assert {player.place(unit) for unit in stack} == {"4615"}
    assert set(player.view.selection.units) == set(stack)


def test_the_reach_of_one_counter_is_that_of_its_stack(player: Table) -> None:
    """7.0p: the key V shows where a drag would take it."""
    advice = player.window.feature(Advice)
    player.view.selection.set(player.stack(STACK)[-1:])
    player.window.commands["advice_reach"].trigger()
    shown = advice.ground.sight.reach
    assert shown
    position = player.session.position
    assert position is not None
    assert set(shown) == set(position.reach(player.stack(STACK)).hexes)


@pytest.mark.slow
def test_the_menu_of_a_unit_without_orders_lists_those_of_its_stack(player: Table) -> None:
    session = player.session
    for plane in PLANES:
        player.put(plane, BASE)
    session.set_rules("off")
    session.play(act.SetClock(turn=1, phase="air2", active="german"))
    good = fx.SetTrack(track="weather", before="bad", after="good")
    session.play(act.ManualEdit(text="", effects=(good,)))
    session.set_rules("enforced")
    position = session.position
    assert position is not None
    assert not [o for o in position.orders(PLANES[:1]) if isinstance(o.action, Embark)]
    player.view.selection.set(PLANES[:1])
    orders = player.window.feature(UnitOrders)
    texts = [action.text() for action in orders.build().actions()]
    assert any("board" in text for text in texts), texts
