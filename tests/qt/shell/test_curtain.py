"""Two players at one screen: a curtain between their views in a game with secrets."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.actions import MoveUnits, Note, SetClock
from engine.games.build import compile_module
from engine.play.game import Game
from holland44_qt.settings import remember_mine
from holland44_qt.shell.hand_over import HandOver
from holland44_qt.window.table_window import TableWindow
from tests.qt.window_texts import texts

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "ford"
COUNTERS = """\
blue-tank,1,blue,Blue,Blue Brigade,Walrus,Walrus,infantry,1,4,3,1,set_up,-,stated
red-tank,1,red,Red,Red Brigade,Narwhal,Narwhal,infantry,1,4,3,1,set_up,-,stated
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A game with face-down tanks: their covers are the side's infantry."""
    folder = tmp_path / "ford"
    shutil.copytree(EXAMPLE, folder)
    with (folder / "source" / "counters.csv").open("a", encoding="utf-8") as file:
        file.write(COUNTERS)
    with (folder / "source" / "setup.csv").open("a", encoding="utf-8") as file:
        file.write("skirmish,blue-tank,0102\nskirmish,red-tank,0104\n")
    meta = json.loads((folder / "module.json").read_text(encoding="utf-8"))
    covers = {"blue": "blue-foot-1", "red": "red-foot"}
    meta["secrets"] = {"pieces": [{"counters": ["*-tank"], "covers": covers}]}
    (folder / "module.json").write_text(json.dumps(meta), encoding="utf-8")
    for path, data in compile_module(folder):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    path = tmp_path / "game.h44log"
    Game.new(path, str(folder), "skirmish").close()
    remember_mine(path)
    return path


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[TableWindow]:
    made = TableWindow()
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    yield made
    made.close()


def shown(window: TableWindow) -> str:
    QApplication.processEvents()
    return "\n".join(texts(window))


def end_turn(window: TableWindow, side: str) -> None:
    action = SetClock(turn=1, phase="movement", active=side)
    assert window.session.play(action) is not None


def test_a_curtain_separates_the_players_views(
    window: TableWindow, log: Path, qtbot: QtBot
) -> None:
    assert window.open_path(log, play=True)
    session = window.session
    assert session.viewpoint == "blue", "the side that acts"
    assert "Narwhal" not in shown(window)
    assert session.play(MoveUnits(units=("blue-tank",), path=("0102", "0103"))) is not None
    assert session.play(Note(text="The Walrus waits")) is not None
    window.view.selection.set(("blue-tank",))
    window.view.show_at(window.view.scale_now * 2, window.view.middle)
    scale = window.view.scale_now
    end_turn(window, "red")
    screen = window.feature(HandOver).screen
    assert screen is not None
    assert "Red" in screen.accessibleName()
    assert session.viewpoint == "red", "behind the curtain"
    assert "Walrus" not in shown(window)
    assert window.view.selection.units == ()
    assert window.view.fitted
    session.undo()
    assert session.viewpoint == "red"
    assert "Walrus" not in shown(window), "nothing of Blue's can be taken back"
    qtbot.keyClick(screen, Qt.Key.Key_Return)
    assert window.feature(HandOver).screen is None
    assert {"red-tank"} == {u for u in session.state.pieces if u.endswith("-tank")}
    assert "Walrus" not in shown(window)
    assert session.play(MoveUnits(units=("red-tank",), path=("0104", "0103"))) is not None
    end_turn(window, "blue")
    assert session.viewpoint == "blue"
    assert not window.view.fitted
    assert window.view.scale_now == pytest.approx(scale), "as Blue left the map"
    assert "Narwhal" not in shown(window)
    assert {"blue-tank"} == {u for u in session.state.pieces if u.endswith("-tank")}
    assert session.current is not None


def test_the_referee_sees_all_without_a_curtain(window: TableWindow, log: Path) -> None:
    assert window.open_path(log, play=True)
    assert window.session.look_as("both")
    end_turn(window, "red")
    assert window.feature(HandOver).screen is None
    assert "referee" in window.windowTitle()
    assert {"blue-tank", "red-tank"} <= window.session.state.pieces.keys()
