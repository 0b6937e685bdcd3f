"""The statistics panel of the window."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from engine.i18n import t
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
