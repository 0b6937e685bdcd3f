"""Ardenas: the counter of a grouping shows where the grouping may go while it is dragged (7.0q)."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from engine.games.ardenas.own_actions import March
from holland44_qt.advice.feature import Advice
from logs.build import FOLDER
from tests.qt.referee.conftest import Table

GROUPING, START, END = "grouping/german/ground/1", "3921", "3721"


def test_a_dragged_grouping_shows_its_reach(table: Table) -> None:
    log = table._folder / "groupings.h44log"
    lines = (FOLDER / "two-groupings.h44log").read_text(encoding="utf-8").splitlines()
    log.write_text("\n".join(lines[:12]) + "\n", encoding="utf-8")
    assert table.window.open_path(log, play=True)
    table.look_at(START)
    hand, advice, end = table.window.hand, table.window.feature(Advice), table.hex(END)
    assert hand.pick_up_marker(GROUPING, table.at(START))
    QApplication.processEvents()
    assert end in advice.over.sight.reach
    hand.drop_at(table.at(END))
    assert isinstance(table.last.action, March)
    assert table.last.action.path[-1] == END
    assert not advice._carried
