"""Kill -9 loses no acknowledged entry, and two windows share one log; both in real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.state import digest
from engine.i18n import t
from engine.play.game import Game, Recording

PLAY = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
import holland44_qt.app as app
from engine.core import actions as act
from engine.core.state import digest
from holland44_qt.shell.start import Start
from holland44_qt.window.table_window import TableWindow

def window():
    return next(w for w in app.application().topLevelWidgets() if isinstance(w, TableWindow))

def play():
    session = window().session
    session.last()
    assert session.can_play or session.play_on()
    for k in range(5):
        assert session.play(act.Note(text=f"note {{k}}"))
    assert session.play(act.Roll(reason="weather", count=2))
    session.go(session.length)
    print("PLAYED", session.length, digest(session.state, session.module.places), flush=True)
    time.sleep(60)

def look():
    session, start = window().session, window().feature(Start)
    page = start.page
    print("OFFERED", page.isVisible(), page.cards[0].accessibleName().replace(chr(10), " "))
    page.cards[0].click()
    print("STATE", session.step, digest(session.state, session.module.places), session.can_play)
    window().close()

def second():
    session = window().session
    session.play_on()
    print("SECOND", session.can_play, session.length, *window().messages.lines)
    window().close()

def when_ready():
    shown = [w for w in app.application().topLevelWidgets() if isinstance(w, TableWindow)]
    starts = [(w, w.feature(Start).page) for w in shown]
    opened = [w for w, page in starts if w.session.recording or (page and page.isVisible())]
    QTimer.singleShot(100, {then} if opened else when_ready)

QTimer.singleShot(0, app.application(), when_ready)
sys.exit(app.run({path}))
"""


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path / "user")}


def script(then: str, path: Path | None) -> list[str]:
    shown = f"Path({str(path)!r})" if path else "None"
    return [sys.executable, "-c", PLAY.format(then=then, path=shown)]


@pytest.mark.slow
def test_a_killed_window_reopens_at_the_same_place(log_path: Path, env: dict[str, str]) -> None:
    with subprocess.Popen(
        script("play", log_path), env=env, stdout=subprocess.PIPE, text=True
    ) as killed:
        assert killed.stdout is not None
        line = next(line for line in killed.stdout if line.startswith("PLAYED"))
        os.kill(killed.pid, signal.SIGKILL)
    _, length, state = line.split()
    assert killed.returncode == -signal.SIGKILL
    recording = Recording.load(log_path)
    assert len(recording) == int(length) == 17
    assert digest(recording.state(17), recording.module.places) == state
    done = subprocess.run(
        script("look", None), env=env, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    said = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert said["OFFERED"].startswith("True")
    assert t("shell.home.died", step=17) in said["OFFERED"]
    assert said["STATE"] == f"17 {state} True"


@pytest.mark.slow
def test_the_second_window_on_a_log_is_reported_as_read_only(
    log_path: Path, env: dict[str, str]
) -> None:
    with Game.open(log_path) as game:
        done = subprocess.run(
            script("second", log_path), env=env, capture_output=True, text=True, timeout=120
        )
        assert game.file.path == log_path
    assert done.returncode == 0, done.stderr
    assert "SECOND False 11" in done.stdout
    assert t("log.error.locked", path=log_path) in done.stdout
