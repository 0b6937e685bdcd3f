"""A real mouse and X server: the program is started and used with xdotool."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.log.store import load
from engine.play.game import Game
from tests.qt.screen import SIZE, until
from tests.qt.screen import display as display

PROGRAM = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from holland44_qt.app import application
from holland44_qt.board.layer import to_scene
from holland44_qt.window.table_window import TableWindow

app = application()
window = TableWindow()
window.setGeometry(0, 0, {width}, {height})
window.show()
assert window.open_path(Path(sys.argv[1]), play=True)

def tell():
    view, board = window.view, window.session.module.board
    view.zoom_to([board.hex("6217")])
    points = []
    for number in sys.argv[2:]:
        point = view.mapFromScene(to_scene(board.centres[board.hex(number)]))
        point = view.viewport().mapToGlobal(point)
        points.append(f"{{point.x()}},{{point.y()}}")
    print(" ".join(points), flush=True)

QTimer.singleShot(1500, tell)
sys.exit(app.exec())
"""


@pytest.mark.slow
def test_a_counter_is_dragged_with_a_real_mouse(display: str, tmp_path: Path) -> None:
    log = tmp_path / "game.h44log"
    with Game.new(log, "holland44", "campaign") as game:
        top = game.now.stack(game.module.places.index("6217"))[-1]
    own = {name: str(tmp_path) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    environment = {**os.environ, **own, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    path = ("6217", "6218", "6219", "6119")
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(width=SIZE[0], height=SIZE[1]), str(log), *path],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert program.stdout is not None
        points = [point.split(",") for point in program.stdout.readline().split()]
        assert len(points) == len(path)
        time.sleep(1)

        def xdotool(*words: str) -> None:
            subprocess.run(["xdotool", *words], env=environment, check=True, timeout=20)

        xdotool("mousemove", *points[0], "sleep", "0.2", "mousedown", "1", "sleep", "0.1")
        for (x0, y0), (x1, y1) in itertools.pairwise(points):
            for k in range(1, 9):
                x, y = (int(a) + (int(b) - int(a)) * k // 8 for a, b in ((x0, x1), (y0, y1)))
                xdotool("mousemove", str(x), str(y), "sleep", "0.02")
        xdotool("mouseup", "1")
        assert until(lambda: len(load(log).log.entries) == 2)
    finally:
        program.terminate()
        program.communicate(timeout=10)
    assert load(log).log.entries[-1].action == act.MoveUnits(units=(top,), path=path)


SCRUB = """
import sys
from pathlib import Path
from PySide6.QtCore import QPoint, QTimer
from holland44_qt.app import application
from holland44_qt.window.table_window import TableWindow

app = application()
window = TableWindow()
window.setGeometry(0, 0, {width}, {height})
window.show()
assert window.open_path(Path(sys.argv[1]), play=True)
line = window.scrubber

def tell():
    ends = [line.mapToGlobal(QPoint(x, line.height() // 2)) for x in (10, line.width() - 10)]
    print(" ".join(f"{{at.x()}},{{at.y()}}" for at in ends), flush=True)

window.session.stepped.connect(lambda step: print("AT", step, flush=True))
QTimer.singleShot(1500, tell)
sys.exit(app.exec())
"""


@pytest.mark.soak
def test_the_timeline_is_scrubbed_with_a_real_mouse(display: str, tmp_path: Path) -> None:
    log = tmp_path / "game.h44log"
    with Game.new(log, "holland44", "campaign") as game:
        for k in range(60):
            game.play(act.Note(text=f"Note {k}."))
    own = {name: str(tmp_path) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    environment = {**os.environ, **own, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    program = subprocess.Popen(
        [sys.executable, "-c", SCRUB.format(width=SIZE[0], height=SIZE[1]), str(log)],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert program.stdout is not None
        said = iter(program.stdout.readline, "")
        line = next(words for words in said if not words.startswith("AT"))
        (x0, y), (x1, _) = (map(int, point.split(",")) for point in line.split())
        time.sleep(0.5)

        def xdotool(*words: str) -> None:
            subprocess.run(["xdotool", *words], env=environment, check=True, timeout=20)

        xdotool("mousemove", str(x1), str(y), "sleep", "0.2", "mousedown", "1", "sleep", "0.1")
        for k in range(1, 13):
            xdotool("mousemove", str(x1 + (x0 - x1) * k // 12), str(y), "sleep", "0.03")
        xdotool("mouseup", "1")
        time.sleep(0.5)
    finally:
        program.terminate()
        rest, _ = program.communicate(timeout=10)
    steps = [int(words.split()[1]) for words in rest.splitlines() if words.startswith("AT")]
    assert len(steps) >= 3, "the board follows while the mouse is down"
    assert steps == sorted(steps, reverse=True)
    assert steps[-1] <= 1
