"""A module's board under a real mouse and X server: moves, and counters of the palette."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.actions import ManualEdit, MoveUnits
from engine.core.effects import Place
from engine.log.store import load
from engine.play.game import Recording
from engine.play.vassal.opened_module import new_game
from tests.outside import vassal_files
from tests.qt.screen import display as display
from tests.qt.screen import until
from tests.thoroughness import some_now

MODULE = Path(__file__).parents[2] / "fixtures" / "vassal" / "little.vmod"
TEMPLATE = "hex-n-counters-template.vmod"
"""A module of VASSAL's own."""
MOVES = 10
PROGRAM = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from holland44_qt.app import application
from holland44_qt.board.layer import to_scene
from holland44_qt.pictures.pieces_feature import PiecesFeature
from holland44_qt.window.table_window import TableWindow

app = application()
window = TableWindow()
window.setGeometry(0, 0, 1600, 900)
window.show()
assert window.open_path(Path(sys.argv[1]), play=True)
board, view, session = window.session.module.board, window.view, window.session
number = next(i for i, m in enumerate(board.maps) if m.name == "Main Map")
cells = list(board.maps[number].cells(60, 60, 540, 540))[::2][:11]
assert len(cells) == 11, len(cells)

def put():
    playing = window.feature(PiecesFeature)
    item = playing.plays.drawing.table.palette[-1].id
    window.panels.close_drawer()
    view.show_part(next(k for k, part in enumerate(view.parts) if part[0] == "Main Map"))
    playing.plays.bring(item, session.module.places.index(f"m{number}:{cells[0].x},{cells[0].y}"))
    view.selection.clear()
    QTimer.singleShot(800, tell)

def tell():
    points = []
    for cell in cells:
        point = view.mapFromScene(to_scene(board.point(number, cell.x, cell.y)))
        point = view.viewport().mapToGlobal(point)
        points.append(f"{point.x()},{point.y()}")
    print(" ".join(points), flush=True)

QTimer.singleShot(1200, put)
sys.exit(app.exec())
"""


@pytest.fixture(params=some_now(["ours", "template"], "ours".__eq__))
def module(request: pytest.FixtureRequest) -> Path:
    return MODULE if request.param == "ours" else vassal_files() / TEMPLATE


@pytest.fixture
def running(display: str, module: Path, tmp_path: Path) -> Iterator[tuple[Path, list[str], str]]:
    log = tmp_path / "ten.h44log"
    new_game(module, log).close()
    env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(log)], env=env, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        yield log, program.stdout.readline().split(), display
        program.terminate()
        program.wait(20)


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_ten_drags_are_ten_entries(running: tuple[Path, list[str], str]) -> None:
    log, points, display = running
    assert len(points) == MOVES + 1

    def mouse(*words: str) -> None:
        subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": display}, check=True)

    before = len(load(log).log.entries)
    for count, (start, end) in enumerate(itertools.pairwise(points), 1):
        (x, y), (to_x, to_y) = (map(int, point.split(",")) for point in (start, end))
        mouse("mousemove", str(x), str(y), "mousedown", "1")
        for k in range(1, 7):
            mouse("mousemove", str(x + (to_x - x) * k // 6), str(y + (to_y - y) * k // 6))
        mouse("mouseup", "1")
        assert until(lambda n=count: len(load(log).log.entries) == before + n), f"move {count}"
    entries = load(log).log.entries[before:]
    assert all(isinstance(entry.action, MoveUnits) for entry in entries)
    recording = Recording.load(log)
    states = [recording.state(step) for step in range(len(recording) + 1)]
    (unit,) = entries[0].action.units
    ways = [state.pieces[unit].place for state in states[-MOVES:]]
    assert len(set(ways)) == MOVES


PALETTE = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from holland44_qt.app import application
from holland44_qt.board.layer import to_scene
from holland44_qt.pictures.pieces_feature import PiecesFeature
from holland44_qt.window.table_window import TableWindow

app = application()
window = TableWindow()
window.setGeometry(0, 0, 1600, 900)
window.show()
assert window.open_path(Path(sys.argv[1]), play=True)
board, view = window.session.module.board, window.view
tree = window.feature(PiecesFeature).panel.palette_tree

def at(widget, point):
    point = widget.mapToGlobal(point)
    return f"{point.x()},{point.y()}"

def tell():
    window.panels.show("module")
    view.pan(-420, 0)  # out from under the drawer
    row = tree.topLevelItem(0).child(0)
    tree.scrollToItem(row)
    cells = list(board.maps[0].cells(100, 100, 500, 300))[:3]
    print(at(tree.viewport(), tree.visualItemRect(row).center()))
    for cell in cells:  # beside the middle: it has to snap
        aim = view.mapFromScene(to_scene(board.point(0, cell.x + 9, cell.y - 7)))
        print(at(view.viewport(), aim), f"m0:{cell.x},{cell.y}", flush=True)

window.feature(PiecesFeature).panel.palette_tree.expandAll()
QTimer.singleShot(1500, tell)
sys.exit(app.exec())
"""


@pytest.mark.timeout(120)
@pytest.mark.soak
def test_counters_are_dragged_from_the_palette_onto_the_map(display: str, tmp_path: Path) -> None:
    log = tmp_path / "palette.h44log"
    new_game(MODULE, log).close()
    own = {name: str(tmp_path) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    env = {**os.environ, **own, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}

    def mouse(*words: str) -> None:
        subprocess.run(["xdotool", *words], env=env, check=True, timeout=20)

    def lead(start: str, end: str) -> None:
        """Press at a point and move to another without releasing."""
        (x, y), (to_x, to_y) = (map(int, point.split(",")) for point in (start, end))
        mouse("mousemove", str(x), str(y), "sleep", "0.2", "mousedown", "1", "sleep", "0.1")
        for k in range(1, 11):
            step = str(x + (to_x - x) * k // 10), str(y + (to_y - y) * k // 10)
            mouse("mousemove", *step, "sleep", "0.05")

    def places() -> list[str]:
        """Return the places of counters, from entries that place one each."""
        entries = load(log).log.entries[before:]
        effects = [e.action.effects for e in entries if isinstance(e.action, ManualEdit)]
        assert len(effects) == len(entries)
        return [place.at for (place,) in effects if isinstance(place, Place)]

    before = len(load(log).log.entries)
    with subprocess.Popen(
        [sys.executable, "-c", PALETTE, str(log)], env=env, stdout=subprocess.PIPE, text=True
    ) as program:
        try:
            assert program.stdout is not None
            row = program.stdout.readline().strip()
            aims = [program.stdout.readline().split() for _ in range(3)]
            lead(row, aims[0][0])
            mouse("mouseup", "1")
            assert until(lambda: places() == [aims[0][1]])
            lead(row, aims[1][0])
            mouse("key", "Escape", "sleep", "0.3", "mouseup", "1", "sleep", "0.3")
            lead(row, aims[2][0])
            mouse("mouseup", "1")
            assert until(lambda: len(places()) > 1)
            assert places() == [aims[0][1], aims[2][1]], "nothing came of what was called off"
        finally:
            program.terminate()
            program.wait(20)
