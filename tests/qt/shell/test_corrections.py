"""The user's corrections of a module in the window."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from engine.modules import corrections_kept as shelf
from engine.modules.corrections import Corrections, CounterValue, HexValue, corrected
from engine.modules.module import load_module
from holland44_qt.board.render import map_image, map_painter
from holland44_qt.shell.corrections_dialog import TO, CorrectionsDialog
from holland44_qt.window.table_window import TableWindow

TANKS = CounterValue(counter="GE-9SS-1/9", face="front", value="attack", to=6)


@pytest.fixture
def dialog(qtbot: QtBot) -> CorrectionsDialog:
    dialog = CorrectionsDialog(load_module("airbridge"))
    qtbot.addWidget(dialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    dialog.show()
    return dialog


def test_the_command_shows_the_open_game(qtbot: QtBot, battle: TableWindow) -> None:
    battle.commands.run("corrections")
    dialog = battle.findChild(CorrectionsDialog)
    assert dialog is not None
    assert "Holland" in dialog.windowTitle()
    assert dialog.model.rowCount() > 1000
    dialog.reject()


@pytest.mark.slow
def test_a_value_is_found_changed_and_applied(qtbot: QtBot, dialog: CorrectionsDialog) -> None:
    dialog.filter.setText("GE-9SS-1/9, front: att")
    QTest.keyClicks(dialog.filter, "ack")
    assert dialog.filtered.rowCount() == 1
    index = dialog.filtered.index(0, TO)
    dialog.table.setCurrentIndex(index)
    dialog.table.edit(index)
    editor = dialog.table.viewport().focusWidget()
    assert editor is not None
    QTest.keyClicks(editor, "6")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: index.data() == "6")
    QTest.mouseClick(dialog.force, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()
    assert shelf.in_force("airbridge").corrections == (TANKS,)


def test_terms_are_chosen_from_a_list(qtbot: QtBot, dialog: CorrectionsDialog) -> None:
    dialog.filter.setText("GE-9SS-1/9, front: armour class")
    index = dialog.filtered.index(0, TO)
    dialog.table.setCurrentIndex(index)
    dialog.table.edit(index)
    box = dialog.table.viewport().findChild(QComboBox)
    assert box is not None
    assert box.currentText() == "Arm"
    box.setCurrentIndex(box.findText("AT"))
    box.activated.emit(box.currentIndex())
    assert index.data() == "AT"


def test_an_invalid_value_is_reported_and_refused(qtbot: QtBot, dialog: CorrectionsDialog) -> None:
    dialog.filter.setText("maneuver, row <=-4, column 1-4")
    index = dialog.filtered.index(0, TO)
    assert not dialog.filtered.setData(index, "banana")
    assert dialog.trouble.isVisible()
    assert "banana" in dialog.trouble.text()
    assert dialog.filtered.setData(index, "D3F2")
    assert dialog.filtered.setData(index, "")
    assert dialog.corrections.corrections == ()


def test_a_correction_file_is_imported_and_saved(
    qtbot: QtBot, dialog: CorrectionsDialog, tmp_path: Path
) -> None:
    said = Corrections(module="airbridge", author="Somebody", corrections=(TANKS,))
    file, again = tmp_path / "a.h44fix", tmp_path / "b.h44fix"
    file.write_bytes(said.to_bytes())
    dialog.take(file)
    assert dialog.corrections == said
    dialog.write(again)
    assert again.read_bytes() == file.read_bytes()
    file.write_text("no corrections")
    dialog.take(file)
    assert dialog.trouble.isVisible()
    assert dialog.corrections == said
    assert shelf.in_force("airbridge").corrections == ()


@pytest.mark.slow
def test_a_corrected_hex_is_drawn_with_its_new_terrain(qapp: QApplication) -> None:
    module = load_module("airbridge")
    said = HexValue(hex="A0204", value="terrain", to="forest")
    corrected_one = corrected(module, Corrections(module="airbridge", corrections=(said,)))
    u, v = module.board.centres[module.board.index["A0204"]]
    seen = [
        map_image(map_painter(game), QRectF(u - 0.25, -v - 0.1, 0.2, 0.2), 50.0)
        for game in (module, corrected_one)
    ]
    here, there = (image.pixelColor(2, 2) for image in seen)
    assert here.red() > there.red() + 20
    assert there.green() > there.red()


def test_corrected_hexes_match_the_drawn_map(qapp: QApplication) -> None:
    module = load_module("holland44")
    said = tuple(
        HexValue(hex=number, value="terrain", to=to)
        for number, to in (("3724", "marsh"), ("3824", "polder_woods"), ("3924", "woods"))
    )
    files = corrected(module, Corrections(module="holland44", corrections=said)).files
    own = orjson.loads(files.read("map.json"))["corrected"]
    assert own["hexes"] == ["3724", "3824", "3924"]
    assert len(own["land"]["woods"]) == 1, "neighbours grow together"
    assert len(own["trees"]) > 100
    assert own["tufts"]
    assert "hedges" not in own
