"""Changing the interface size or language restarts the program at the same place."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from holland44_qt.shell import restart

WATCH = '''
"""Imported by each start of Python in the test: looks on while the program begins."""

import os

if os.environ.get("H44_WATCHED"):
    import holland44_qt.app as app
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    from holland44_qt.shell.preferences import PreferencesDialog
    from holland44_qt.shell.restart import RETURN

    def change(window):
        window.session.last()
        window.session.play_on()
        window.session.go(7)
        window.commands["preferences"].trigger()
        dialog = window.findChild(PreferencesDialog)
        window.preferences.change(ui_scale=150)
        QTimer.singleShot(700, dialog.accept)

    def begin(window, path, begin=app._begin):
        again = RETURN in os.environ
        begin(window, path)
        session = window.session
        print("AGAIN" if again else "FIRST", session.step, window.devicePixelRatioF(), flush=True)
        if again:
            print("PLAYS", session.in_play, session.path.name, flush=True)
            QTimer.singleShot(0, window, window.close)  # where the program runs, as a user would
        else:
            change(window)

    app._begin = begin
'''


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="elsewhere the new program is another process")
def test_the_program_restarts_at_the_same_place(log_path: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(WATCH)
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "H44_WATCHED": "1",
        "PYTHONPATH": os.pathsep.join([str(site), str(Path(__file__).parents[3])]),
    }
    done = subprocess.run(
        [sys.executable, "-m", "holland44_qt", "open", str(log_path)],
        env=environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "FIRST 1 1.0",
        "AGAIN 7 1.5",
        f"PLAYS True {log_path.name}",
    ], done.stderr


@pytest.mark.parametrize("in_game", [True, False])
@pytest.mark.skipif(os.name != "posix", reason="elsewhere the new program is another process")
def test_a_restart_from_the_start_page_leads_back_there(
    in_game: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Mapping[str, str]] = []

    def execve(program: str, line: list[str], environment: Mapping[str, str]) -> None:
        started.append(environment)
        raise SystemExit  # the real one does not return

    monkeypatch.setattr(os, "execve", execve)
    with pytest.raises(SystemExit):
        restart.start_again({"A": "b"}, in_game=in_game)
    assert started[0]["A"] == "b"
    assert (restart.RETURN in started[0]) is in_game
    assert restart.RETURN not in os.environ
