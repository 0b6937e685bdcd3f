"""The statistics panel of the window."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from PySide6.QtGui import QFont, QFontInfo
from PySide6.QtWidgets import QGraphicsView, QLabel
from pytestqt.qtbot import QtBot

from engine.i18n import t
from engine.report.plots import Plot, Series, labels, svg
from engine.report.tables import Table
from holland44_qt.fonts import load_fonts
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


def test_a_plot_names_its_sides_below_it_and_labels_whole_turns(qtbot: QtBot) -> None:
    panel = StatsPanel()
    qtbot.addWidget(panel)
    sides = (Series("German", "#000000", ((1, 4),)), Series("Allied", "#00ff00", ((1, 0),)))
    panel.show_statistics([], [Plot("a", "bars", "Steps lost", "Turn", "Steps", sides)], [])
    plot: Any = panel.findChild(QGraphicsView)
    assert plot.plotItem.legend is None  # it would cover the bars
    assert any("German" in label.text() for label in panel.tabs.findChildren(QLabel))
    assert plot.getAxis("bottom")._tickLevels == [[(1, "1")]]


def test_labels_of_an_axis_do_not_run_into_each_other() -> None:
    assert labels([1, 17, 19, 20, 22, 25, 32, 33, 45]) == [1, 17, 22, 32, 45]
    assert labels([3]) == [3]
    assert len(labels(list(range(1, 100)))) <= 14


def test_the_font_of_a_drawn_plot_is_known_to_qt(qtbot: QtBot) -> None:
    load_fonts()
    plot = Plot("a", "lines", "Steps", "Turn", "", (Series("German", "#000000", ((1, 4),)),))
    families = set(re.findall('font-family="([^"]*)"', svg(plot)))
    assert families
    for family in families:  # Qt's SVG renderer reads one name, not a list
        assert QFontInfo(QFont(family)).family() == family
        assert "," not in family
