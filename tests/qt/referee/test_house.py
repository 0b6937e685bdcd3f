"""House rules at the window, and orders specific to the rules."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QDialog

from engine.core import actions as act
from engine.core.modes import house_rules
from engine.i18n import t
from holland44_qt.referee.house_dialog import HouseRules
from holland44_qt.referee.modes_feature import Modes
from holland44_qt.referee.orders_feature import UnitOrders
from tests.qt.referee.conftest import Table


def dialog(table: Table) -> HouseRules:
    table.trigger("house_rules")
    (found,) = [d for d in table.window.findChildren(HouseRules) if d.isVisible()]
    return found


def test_a_rule_is_set_aside_by_agreement(table: Table) -> None:
    table.start("enforced", phase="combat")
    unit = table.stack("6217")[-1]
    move = act.MoveUnits(units=(unit,), path=("6217", "6218"))
    assert table.session.play(move) is None
    asking = dialog(table)
    box = asking.levels["8.1"]
    box.setCurrentIndex(box.findData("off"))
    asking.accept()
    assert house_rules(table.session.state) == {"8.1": "off"}
    assert isinstance(table.last.action, act.SetRules)
    assert "1" in table.window.feature(Modes).chip.text()
    assert table.session.play(move) is not None
    again = dialog(table)
    assert again.levels["8.1"].currentData() == "off"
    again._none()
    again.accept()
    assert house_rules(table.session.state) == {}


def test_cancel_changes_no_house_rule(table: Table) -> None:
    table.start("enforced")
    entries = table.session.length
    asking = dialog(table)
    asking.levels["7.2"].setCurrentIndex(1)
    asking.reject()
    assert asking.result() == QDialog.DialogCode.Rejected
    assert table.session.length == entries


def test_the_rule_list_is_searched_by_words(table: Table) -> None:
    table.start("enforced")
    asking = dialog(table)
    asking.filter.setText("7.2")
    shown = [r for r in range(asking.table.rowCount()) if not asking.table.isRowHidden(r)]
    assert 0 < len(shown) < 20
    asking.reject()


def test_a_unit_breaks_down_by_the_rules(table: Table) -> None:
    table.start("enforced")
    position = table.session.position
    assert position is not None
    unit = next(
        u.id
        for u in position.units()
        if any(isinstance(o.action, act.SplitUnit) for o in position.orders((u.id,)))
    )
    table.view.selection.set((unit,))
    orders = table.window.feature(UnitOrders)
    orders.ask()
    assert orders.menu is not None
    first = orders.menu.activeAction()
    assert first is not None, "Enter gives the first order"
    assert position.name(unit) in first.text()
    orders.menu.close()
    first.trigger()
    assert isinstance(table.last.action, act.SplitUnit)
    assert table.last.effects


def test_the_menu_reports_that_there_is_no_order(table: Table) -> None:
    table.start("enforced")
    table.view.selection.set(("GE-Krafft",))
    (only,) = table.window.feature(UnitOrders).build().actions()
    assert only.text() == t("ruling.order.none")
    assert not only.isEnabled()


def test_scrolling_over_the_rules_changes_none(table: Table) -> None:
    table.start("enforced", phase="combat")
    asking = dialog(table)
    box = asking.levels["8.1"]
    at = QPointF(box.rect().center())
    wheel = QWheelEvent(
        at,
        QPointF(box.mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, wheel)
    assert not asking.changes
    asking.reject()
