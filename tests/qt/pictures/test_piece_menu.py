"""The module's own commands in the window: keys on the map, menus, buttons, questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtWidgets import QApplication, QInputDialog, QPushButton
from pytestqt.qtbot import QtBot

from engine.play.vassal.opened_module import new_game
from holland44_qt.pictures.pieces_feature import PiecesFeature
from holland44_qt.window.table_window import TableWindow
from tests.unit.vassal import making
from tests.unit.vassal.test_acting import add, named, prop, slot, trait

BUTTON = """<VASSAL.build.module.GlobalKeyCommand name="Rest" buttonText="All rest"
  hotkey="{key}" filter=""/>"""


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[TableWindow]:
    piece = add(
        prop("Ammo", ("Fire", "70,130", ["I", "-1"]), ("Set", "71,130", ["R", "How many?"])),
        prop("Rested", ("", named("rest"), ["P", "yes"]), limits="false,0,0,false"),
        trait("clone", "Copy", "67,130", ""),
        trait("button", "70,130", 0, -99, 99, 198, "Trigger"),
        states={0: "5"},
    )
    start = (
        '<VASSAL.build.module.map.SetupStack name="A" owningBoard="Field" x="40" y="32">'
        f"{slot('P', piece)}</VASSAL.build.module.map.SetupStack>"
    )
    pile = '<VASSAL.build.module.map.DrawPile name="Cards" x="500" y="300" faceDown="Always"/>'
    text = making.BUILD_FILE.replace(pile, start + pile)
    text = text.replace("<org.example.Custom/>", BUTTON.format(key=named("rest")))
    vmod = tmp_path / "m.vmod"
    vmod.write_bytes(
        making.zipped(
            {
                "buildFile.xml": text,
                "moduledata": making.metadata("Little"),
                "images/inf.png": making.picture(),
            }
        )
    )
    log = tmp_path / "m.h44log"
    new_game(vmod, log).close()
    made = TableWindow()
    made.resize(1400, 900)
    made.show()
    assert made.open_path(log, play=True)
    made.view.selection.set(("start-1",))
    yield made
    made.close()
    made.deleteLater()


def _told(window: TableWindow, unit: str = "start-1") -> list[str]:
    module, pieces = window.session.module, window.session.state.pieces
    return sorted(module.marker_name(s) for s in pieces[unit].status)


def test_a_piece_shortcut_has_priority_over_the_windows(window: TableWindow, qtbot: QtBot) -> None:
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert _told(window) == ["Ammo 4"]
    window.view.selection.clear()
    length = window.session.length
    qtbot.keyClick(window.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.session.length == length


@pytest.mark.parametrize(("side", "told"), [(1, ["Ammo 4"]), (-1, [])])
def test_a_double_click_presses_an_action_button_of_a_counter(
    window: TableWindow, qtbot: QtBot, side: int, told: list[str]
) -> None:
    view, unit = window.view, "start-1"
    place = window.session.state.pieces[unit].place
    window.view.selection.clear()
    ((_, rect),) = view.stacks.rects((unit,), place, view.viewportTransform())
    pos = (rect.center() + QPointF(side * rect.width() / 4, 0)).toPoint()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=pos)
    assert _told(window) == [], "one click only chooses"
    assert window.view.selection.units == (unit,)
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=pos)
    assert _told(window) == told
    assert window.view.selection.units == (unit,)


def test_a_command_asks_its_question_and_cancel_changes_nothing(
    window: TableWindow, qtbot: QtBot
) -> None:
    def answer(text: str | None) -> None:
        dialog = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QInputDialog))
        assert dialog.labelText() == "How many?"
        if text is None:
            dialog.reject()
        else:
            dialog.setTextValue(text)
            dialog.accept()

    playing = window.feature(PiecesFeature)
    QTimer.singleShot(300, lambda: answer("9"))
    playing.plays.send("71,128")
    assert _told(window) == ["Ammo 9"]
    length = window.session.length
    QTimer.singleShot(300, lambda: answer(None))
    playing.plays.send("71,128")
    assert window.session.length == length


def test_a_module_button_is_in_its_panel(window: TableWindow, qtbot: QtBot) -> None:
    panel = window.feature(PiecesFeature).panel
    (button,) = (b for b in panel.buttons if isinstance(b, QPushButton) and b.text() == "All rest")
    button.click()
    assert _told(window) == ["Rested yes"]
    assert window.session.current is not None
    assert "All rest" in window.session.current.sentence
