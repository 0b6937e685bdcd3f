"""The statistics panel of the window."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtWidgets import QGraphicsView
from pytestqt.qtbot import QtBot

from engine.i18n import t
from engine.report.plots import Plot, Series
from engine.report.tables import Table
from holland44_qt.report.stats_panel import StatsPanel


def test_a_combat_without_luck_is_counted(qtbot: QtBot) -> None:
    panel = StatsPanel()
    qtbot.addWidget(panel)
    fights = Table("fights", "Combats", ("Entry",), ((3,),))
    panel.show_statistics([], [], [fights])
    assert panel.verdict.text() == ""
    panel.show_statistics([], [], [])
    assert panel.verdict.text() == t("report.stats.none")


def test_plots_in_a_low_window_are_scrolled_and_do_not_overlap(qtbot: QtBot) -> None:
    panel = StatsPanel()
    qtbot.addWidget(panel)
    panel.resize(380, 400)
    panel.show()
    line = Series("German", "#000000", ((1, 2), (2, 3)))
    plots = [Plot("a", "lines", f"Plot {n}", "Turn", "Steps", (line,)) for n in range(5)]
    panel.show_statistics([], plots, [])
    qtbot.waitUntil(lambda: len(panel.findChildren(QGraphicsView)) == 5)
    spots = [view.geometry() for view in panel.findChildren(QGraphicsView)]
    overlaps = [(a, b) for a, b in pairwise(spots) if a.intersects(b)]
    assert overlaps == []
