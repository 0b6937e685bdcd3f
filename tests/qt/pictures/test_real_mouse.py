"""Ten moves on a module's board by a true mouse under a true X server, found again in the log."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.actions import MoveUnits
from engine.game import Recording
from engine.log.store import load
from engine.vassal.opening import new_game
from tests.qt.screen import display as display
from tests.qt.screen import until

MODULE = Path(__file__).parents[2] / "fixtures" / "vassal" / "little.vmod"
TEMPLATE = Path(__file__).parents[4] / "shared/vassal/samples/hex-n-counters-template.vmod"
MOVES = 10
PROGRAM = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from holland44_qt.app import application
from holland44_qt.board.layer import to_scene
from holland44_qt.pictures.playing import Playing
from holland44_qt.replay.window import ReplayWindow

app = application()
window = ReplayWindow()
window.setGeometry(0, 0, 1600, 900)
window.show()
assert window.open_path(Path(sys.argv[1]))
board, view, session = window.session.module.board, window.view, window.session
number = next(i for i, m in enumerate(board.maps) if m.name == "Main Map")
cells = list(board.maps[number].cells(60, 60, 540, 540))[::2][:11]
assert len(cells) == 11, len(cells)

def put():
    playing = window.feature(Playing)
    item = playing.drawing.table.palette[-1].id
    view.show_part(next(k for k, part in enumerate(view.parts) if part[0] == "Main Map"))
    playing.bring(item, session.module.places.index(f"m{number}:{cells[0].x},{cells[0].y}"))
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


@pytest.fixture(params=[MODULE, TEMPLATE], ids=["ours", "template"])
def module(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    if not path.is_file():
        pytest.skip("the sample modules are not here")
    return path


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
