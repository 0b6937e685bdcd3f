"""Stacks kept as laid look like newly drawn counters."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from holland44_qt.board.pen import Pen, Stack
from holland44_qt.window.table_window import TableWindow


def shot(window: TableWindow) -> QImage:
    window.view.viewport().repaint()
    return window.view.viewport().grab().toImage()


def settled(window: TableWindow, qtbot: QtBot) -> QImage:
    """Return the view once its pictures of counters, which come one after the other, are there."""

    def is_settled() -> bool:
        picture = shot(window)
        qtbot.wait(100)
        return shot(window) == picture

    qtbot.waitUntil(is_settled, timeout=10_000)
    return shot(window)


@pytest.mark.slow
def test_a_cached_stack_looks_like_a_drawn_one(
    qtbot: QtBot, battle: TableWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = battle.view
    battle.commands["captions"].trigger()
    battle.session.go(2)
    view.tiles.stop()
    view.show_at(71.0, view.stacks.centre(battle.session.module.board.hex("6217")))
    for _ in range(4):
        shot(battle)  # the first time in this size, then in just this size, then kept
    place = battle.session.module.places.index("6217")
    qtbot.waitUntil(lambda: view.stacks._by_place[place].laid is not None)
    kept = settled(battle, qtbot)
    laid: list[Stack] = []
    lay = Pen._lay

    def anew(pen: Pen, stack: Stack) -> None:
        laid.append(stack)
        lay(pen, stack, pen.to_screen.map(stack.middle))

    monkeypatch.setattr(Pen, "stack", anew)
    drawn = shot(battle)
    assert laid
    assert kept == drawn


def test_a_dragged_counter_is_not_cached_as_faint(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    battle.commands["captions"].trigger()
    view.tiles.stop()
    view.show_at(71.0, view.stacks.centre(battle.session.module.board.hex("6217")))

    before = settled(battle, qtbot)
    units = battle.session.state.stack(battle.session.module.places.index("6217"))
    view.stacks.lift(units)
    assert shot(battle) != before
    view.stacks.lift(())
    qtbot.waitUntil(lambda: shot(battle) == before)
