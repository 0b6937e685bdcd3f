"""Rule numbers link to their pages everywhere."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QUrl
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from engine.core.verdicts import Verdict
from engine.games import require_rulebook
from engine.i18n import t
from engine.modules.tables import ChangeChart
from engine.rules.rule_page import rule_page
from holland44_qt.advice.advice_words import verdicts_html
from holland44_qt.aids.chart_pages import page
from holland44_qt.aids.charts import chart
from holland44_qt.aids.combat_panel import CombatPanel
from holland44_qt.aids.find_feature import FindFeature
from holland44_qt.aids.turn_feature import TurnFeature
from holland44_qt.referee.rule_pages import RulePages, page_html
from holland44_qt.rule_links import linked, rule_of, unlinked
from holland44_qt.window.table_window import TableWindow


def test_only_the_number_itself_is_linked() -> None:
    told = linked("8.1.2 <b> and 8.1: no", "8.1")
    assert told.count("<a ") == 1
    assert told.startswith("8.1.2 &lt;b&gt; and <a href='rule:8.1'")
    assert unlinked(told) == "8.1.2 &lt;b&gt; and 8.1: no"
    assert "<a" not in linked("nothing of the kind", "8.1")
    assert "<a" not in linked("– what no rule says", "–")
    assert (rule_of("rule:8.1"), rule_of("http://x")) == ("8.1", None)


def test_a_clicked_number_opens_its_page(battle: TableWindow) -> None:
    position = battle.session.position
    assert position is not None
    key = "rule.holland44.8.1.no_way"
    verdict = Verdict(rule="8.1", level="forbid", key=key, args={"hex": "6217"})
    assert "href='rule:8.1'" in verdicts_html(position, [verdict])
    assert verdicts_html(position, [verdict] * 3) == verdicts_html(position, [verdict])
    battle.entry._details.anchorClicked.emit(QUrl("rule:8.1"))
    dialog = battle.feature(RulePages).dialog
    assert dialog is not None
    assert dialog.isVisible()
    shown = dialog.page.toPlainText()
    assert "8.1" in shown
    assert ".py:" in shown, "where its clause stands"
    dialog.page.anchorClicked.emit(QUrl("rule:13.1"))
    assert dialog.wanted.text() == "13.1"
    dialog.wanted.setText("999")
    dialog.wanted.returnPressed.emit()
    assert "999" in dialog.page.toPlainText()
    dialog.reject()
    assert battle.feature(RulePages).dialog is None


def test_the_command_lists_all_rules(battle: TableWindow) -> None:
    battle.commands.run("rule_page")
    dialog = battle.feature(RulePages).dialog
    assert dialog is not None
    titles = require_rulebook("holland44").titles
    assert dialog.page.toPlainText().count("\n") >= len(titles) - 1
    dialog.reject()


def test_a_page_equals_the_output_of_the_command() -> None:
    page = rule_page(require_rulebook("holland44"), "8.1")
    html = page_html(page)
    for entry in page.entries:
        assert entry.id in html
        assert all(f"{clause.file}:{clause.line}" in html for clause in entry.clauses)


def test_numbers_on_charts_open_their_pages(battle: TableWindow) -> None:
    battle.commands["charts"].trigger()
    charts = battle.feature(FindFeature).charts
    assert charts is not None
    assert "href='rule:" in page(chart(battle.session.module, "modifiers", ChangeChart))
    charts.page.anchorClicked.emit(QUrl("rule:10.5.1"))
    dialog = battle.feature(RulePages).dialog
    assert dialog is not None
    assert dialog.wanted.text() == "10.5.1"
    dialog.reject()
    charts.reject()


def test_rules_in_tooltips_are_in_the_context_menu(battle: TableWindow, qtbot: QtBot) -> None:
    fight = CombatPanel()
    qtbot.addWidget(fight)
    fight.show_module(battle.session.module)
    box, shift = fight._shifts[0]
    (action,) = box.actions()
    assert shift.rule in box.toolTip()
    assert shift.rule in action.text()
    with qtbot.waitSignal(fight.rule_wanted) as asked:
        action.trigger()
    assert asked.args == [shift.rule]


def test_phases_of_the_turn_open_their_rule(battle: TableWindow) -> None:
    battle.panels.show("turn")
    phases = battle.feature(TurnFeature).panel.phases
    phases.setCurrentCell(1, 0)
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(phases, QContextMenuEvent(reason, QPoint(1, 1), QPoint(1, 1)))
    (menu,) = phases.findChildren(QMenu)
    (action,) = menu.actions()
    action.trigger()
    dialog = battle.feature(RulePages).dialog
    assert dialog is not None
    assert dialog.wanted.text() in action.text()
    menu.close()
    dialog.reject()


def test_rules_in_the_message_bar_open_their_pages(battle: TableWindow) -> None:
    bar = battle.messages
    bar.add("No.", "error", rules=("8.1", "8.1"))
    assert bar.rules.text() == t("rule_page.read", rule="8.1")
    bar.rules.click()
    dialog = battle.feature(RulePages).dialog
    assert dialog is not None
    assert dialog.wanted.text() == "8.1"
    bar.add("Nor so.", "error", rules=("8.2", "8.3"))
    assert bar.rules.text() == t("rule_page.read.some")
    bar.rules.actions()[1].trigger()
    assert dialog.wanted.text() == "8.3"
    bar.clear()
    assert bar.rules.actions() == []
    dialog.reject()
