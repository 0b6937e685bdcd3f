"""A VASSAL save opened, continued for twenty actions with a real mouse, then exported."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.actions import MoveUnits
from engine.log.store import load
from engine.play.game import Recording
from engine.play.vassal.log_import import import_files
from engine.report.as_vassal import export_to_vassal
from engine.vassal import commands as cmd
from engine.vassal.savegame import read_game
from tests.qt.screen import display as display
from tests.qt.screen import until
from tests.unit.vassal import making
from tests.unit.vassal.test_played_on import card, deck

PROGRAM = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton
from holland44_qt.app import application
from holland44_qt.board.layer import to_scene
from holland44_qt.pictures.pieces_feature import PiecesFeature
from holland44_qt.window.table_window import TableWindow

app = application()
window = TableWindow()
window.setGeometry(0, 0, 1600, 900)
window.show()
assert window.open_path(Path(sys.argv[1]), play=True)
window.session.go(window.session.length)
board, view, session = window.session.module.board, window.view, window.session
panel = window.feature(PiecesFeature).panel
cells = board.maps[0].cells(300, 60, 560, 380)  # what no dock lies upon
spots = [(cell.x, cell.y) for cell in cells][:11]
assert len(spots) == 11, len(spots)
view.selection.clear()

def at(widget, point):
    point = widget.mapToGlobal(point)
    return f"{point.x()},{point.y()}"

def tell():
    for x, y in spots:
        aim = view.mapFromScene(to_scene(board.point(0, x, y)))
        print(at(view.viewport(), aim), end=" ")
    print(flush=True)
    tree = panel.palette_tree
    row = tree.visualItemRect(tree.topLevelItem(0).child(0))
    print("palette", at(tree.viewport(), row.center()))
    for button in panel.buttons:
        name = button.text() or button.toolTip()
        if button.isVisible():
            panel._area.ensureWidgetVisible(button)
            print(name, "=", at(button, button.rect().center()))
    print("end", flush=True)

panel.palette_tree.expandAll()
QTimer.singleShot(1500, tell)
sys.exit(app.exec())
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    vmod, save = tmp_path / "little.vmod", tmp_path / "mid.vsav"
    vmod.write_bytes(making.playable())
    setup = [
        making.unit("a", 330, 84),
        card("c1", "Ace"),
        card("c2", "King"),
        card("c3", "Ten"),
        deck("c2", "c3", "c1"),
        cmd.Turn("TurnTracker0", r"0|2;0;false;0;0\;0\;0\;true,true"),
    ]
    save.write_bytes(making.log(setup, []))
    path = tmp_path / "mid.h44log"
    import_files([save], path, vmod)
    return path


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_twenty_actions_are_twenty_entries_and_export_to_vassal(
    display: str, log: Path, tmp_path: Path
) -> None:
    own = {name: str(tmp_path) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    env = {**os.environ, **own, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    before = len(load(log).log.entries)
    done = 0

    def mouse(*words: str) -> None:
        subprocess.run(["xdotool", *words], env=env, check=True, timeout=20)

    def recorded(what: str) -> None:
        nonlocal done
        done += 1
        assert until(lambda: len(load(log).log.entries) == before + done), what

    def drag(start: str, end: str, what: str) -> None:
        (x, y), (to_x, to_y) = (map(int, point.split(",")) for point in (start, end))
        mouse("mousemove", str(x), str(y), "sleep", "0.2", "mousedown", "1", "sleep", "0.1")
        for k in range(1, 9):
            step = str(x + (to_x - x) * k // 8), str(y + (to_y - y) * k // 8)
            mouse("mousemove", *step, "sleep", "0.03")
        mouse("mouseup", "1")
        recorded(what)

    def click(point: str, what: str) -> None:
        x, y = point.split(",")
        mouse("mousemove", x, y, "sleep", "0.1", "click", "1")
        recorded(what)

    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(log)], env=env, stdout=subprocess.PIPE, text=True
    ) as program:
        try:
            assert program.stdout is not None
            points = program.stdout.readline().split()
            palette = program.stdout.readline().split()[-1]
            told = itertools.takewhile(lambda line: line != "end\n", program.stdout)
            buttons = dict(line.strip().split(" = ") for line in told)
            for number, (start, end) in enumerate(itertools.pairwise(points), 1):
                drag(start, end, f"move {number}")
            drag(palette, points[3], "a counter of the palette")
            for name in ("2d6", "2d6", "Shot die", "Turn: forward", "Draw", "Draw", "Draw"):
                key = next(k for k in buttons if k == name or k.startswith(name))
                click(buttons[key], name)
            drag(points[3], points[5], "the counter of the palette")
            drag(points[5], points[6], "and on")
            assert done == 20
        finally:
            program.terminate()
            program.wait(20)
    recording = Recording.load(log)
    entries = recording.timeline.entries[before:]
    assert sum(isinstance(entry.action, MoveUnits) for entry in entries) == 12
    assert sum(bool(entry.dice) for entry in entries) == 3
    end = recording.state(len(recording))
    drawn = {recording.module.drawing.name(end.pieces[f"c{n}"].counter) for n in (1, 2, 3)}
    assert drawn == {"Ace", "King", "Ten"}
    back = export_to_vassal(recording, log, tmp_path / "back.vlog", steps=True, owner="who drew")
    assert back.left_out == []
    assert len(read_game(back.path).steps) == 20
