"""The inventory: the tree, search, locating and selecting pieces."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core.effects import SetStatus
from engine.i18n import t
from holland44_qt.aids.find_feature import FindFeature
from holland44_qt.aids.inventory import Inventory
from holland44_qt.aids.inventory_model import GROUPINGS, UNIT
from holland44_qt.window.table_window import TableWindow


@pytest.fixture
def inventory(table: TableWindow) -> Inventory:
    table.commands["inventory"].trigger()
    return table.feature(FindFeature).inventory


def found(inventory: Inventory) -> list[str]:
    return [unit for _, units in inventory.model.groups for unit in units]


def index_of(inventory: Inventory, unit: str) -> QModelIndex:
    for row, (_, units) in enumerate(inventory.model.groups):
        if unit in units:
            return inventory.model.index(units.index(unit), 0, inventory.model.index(row, 0))
    raise KeyError(unit)


def look_for(qtbot: QtBot, inventory: Inventory, text: str) -> None:
    inventory.words.setText(text)
    qtbot.waitUntil(lambda: not inventory._typed.isActive())


def test_the_model_keeps_qt_contracts(
    qtbot: QtBot, table: TableWindow, inventory: Inventory
) -> None:
    tester = QAbstractItemModelTester(
        inventory.model, QAbstractItemModelTester.FailureReportingMode.Fatal
    )
    for grouping in GROUPINGS:
        inventory.by.setCurrentIndex(inventory.by.findData(grouping))
    look_for(qtbot, inventory, "para")
    look_for(qtbot, inventory, "")
    unit = "BR-2-1P"
    table.session.play(act.MoveUnits(units=(unit,), path=("6217", "6218")))
    table.session.first()
    table.session.last()
    assert tester.model() is inventory.model


def test_all_pieces_are_listed_once_by_formation(table: TableWindow, inventory: Inventory) -> None:
    assert sorted(found(inventory)) == sorted(table.session.state.pieces)
    titles = [title for title, _ in inventory.model.groups]
    assert "1 AB Div" in titles
    group = titles.index("1 AB Div")
    assert "BR-2-1P" in inventory.model.groups[group][1]


def test_all_search_words_must_match_in_any_order(
    qtbot: QtBot, table: TableWindow, inventory: Inventory
) -> None:
    look_for(qtbot, inventory, "heelsum 1p")
    assert sorted(found(inventory)) == ["BR-2-1P", "BR-3-1P"]
    look_for(qtbot, inventory, "no such unit anywhere")
    assert found(inventory) == []
    look_for(qtbot, inventory, "")
    assert len(found(inventory)) == 323


def test_statuses_are_found_and_grouped(
    qtbot: QtBot, table: TableWindow, inventory: Inventory
) -> None:
    disrupt = SetStatus(unit="BR-2-1P", before=(), after=("disrupted",))
    table.session.play(act.ManualEdit(effects=(disrupt,)))
    look_for(qtbot, inventory, "disrupted")
    assert found(inventory) == ["BR-2-1P"]
    look_for(qtbot, inventory, "")
    inventory.by.setCurrentIndex(inventory.by.findData("status"))
    assert (t("marker_name.disrupted"), ["BR-2-1P"]) in inventory.model.groups


def test_a_click_shows_the_piece_on_the_board(
    qtbot: QtBot, table: TableWindow, inventory: Inventory
) -> None:
    table.view.zoom_to([0])
    look_for(qtbot, inventory, "2/1P heelsum")
    index = index_of(inventory, "BR-2-1P")
    inventory.tree.expandAll()
    QTest.mouseClick(
        inventory.tree.viewport(),
        Qt.MouseButton.LeftButton,
        pos=inventory.tree.visualRect(index).center(),
    )
    place = table.session.state.pieces["BR-2-1P"].place
    assert table.view._flash.places == (place,)
    seen = table.view.mapToScene(table.view.viewport().rect()).boundingRect()
    assert seen.contains(table.view._overlay.centre(place))


def test_enter_in_the_search_field_shows_the_first_match(
    table: TableWindow, inventory: Inventory
) -> None:
    QTest.keyClicks(inventory.words, "10/4P")
    QTest.keyClick(inventory.words, Qt.Key.Key_Return)
    assert inventory.tree.currentIndex().data(UNIT) == "BR-10-4P"
    # It waits in the box of turn 3.
    assert table.boxes.tabs.currentIndex() == list(table.boxes.boards).index("arrivals")


def test_activating_a_row_selects_the_piece(table: TableWindow, inventory: Inventory) -> None:
    index = index_of(inventory, "BR-2-1P")
    inventory.tree.setCurrentIndex(index)
    inventory.tree.activated.emit(index)
    assert table.view.selection.units == ("BR-2-1P",)
    group = index.parent()
    inventory.tree.setCurrentIndex(group)
    inventory.tree.activated.emit(group)
    assert set(table.view.selection.units) == set(inventory.model.groups[group.row()][1])


def test_open_groups_stay_open_when_pieces_move(table: TableWindow, inventory: Inventory) -> None:
    inventory.by.setCurrentIndex(inventory.by.findData("place"))
    row = [title for title, _ in inventory.model.groups].index(t("aids.inventory.map"))
    inventory.tree.expand(inventory.model.index(row, 0))
    table.session.play(act.MoveUnits(units=("BR-2-1P",), path=("6217", "eliminated-allied")))
    row = [title for title, _ in inventory.model.groups].index(t("aids.inventory.map"))
    assert inventory.tree.isExpanded(inventory.model.index(row, 0))


def test_a_hidden_inventory_does_no_work(
    qtbot: QtBot, table: TableWindow, inventory: Inventory
) -> None:
    table.panels.show("boxes")
    qtbot.waitUntil(lambda: inventory.visibleRegion().isEmpty())
    before = inventory.model.groups
    table.session.first()
    assert inventory.model.groups is before
    table.panels.show("inventory")
    qtbot.waitUntil(lambda: found(inventory) == [])
