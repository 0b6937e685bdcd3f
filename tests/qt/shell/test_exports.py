"""Exports from the window: written by a separate process, cancelled, refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.i18n import t
from engine.log.annotations import Annotation, Annotations
from engine.play.vassal.log_import import import_files
from holland44_qt.shell import exports
from holland44_qt.shell.exports import Exports
from holland44_qt.window.table_window import TableWindow
from tests.thoroughness import some_now
from tests.unit.vassal import making

SLOW = """
import sys, time
from pathlib import Path
target = Path(sys.argv[4])
folder = target.with_name(f".{target.name}-pictures.01234567.draft")
folder.mkdir()
(folder / "01-half.png").write_bytes(b"half")
print("30 100", flush=True)
time.sleep(60)
"""


def write(qtbot: QtBot, window: TableWindow, kind: str, target: Path) -> None:
    feature = window.feature(Exports)
    feature.write(kind, target)
    qtbot.waitUntil(lambda: feature.work is None, timeout=60000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "says"), some_now([("html", "<html"), ("md", "# ")], now=lambda row: row[0] == "md")
)
def test_a_game_is_exported(
    qtbot: QtBot, battle: TableWindow, tmp_path: Path, kind: str, says: str
) -> None:
    target = tmp_path / f"out.{kind}"
    write(qtbot, battle, kind, target)
    assert says in target.read_text(encoding="utf-8")[:2000]
    (sentence,) = battle.messages.lines
    assert str(target) in sentence


@pytest.mark.slow
def test_an_exported_file_opens_with_one_click(
    qtbot: QtBot, battle: TableWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    write(qtbot, battle, "csv", tmp_path / "out.csv")
    assert "sentence" in (tmp_path / "out.csv").read_text(encoding="utf-8")[:2000]
    battle.messages.help.click()
    assert [url.toLocalFile() for url in opened] == [str(tmp_path / "out.csv")]


@pytest.mark.slow
def test_the_annotation_file_being_written_is_exported(
    qtbot: QtBot, battle: TableWindow, tmp_path: Path
) -> None:
    session = battle.session
    assert session.recording is not None
    file, log_id = tmp_path / "game.ana.h44aar", session.recording.log.header.id
    notes = Annotations(log=log_id, title="La ruptura", entries={3: Annotation(comment="Hola")})
    notes.save(file)
    assert session.write_in(file)
    target = tmp_path / "out.md"
    write(qtbot, battle, "md", target)
    text = target.read_text(encoding="utf-8")
    assert "# La ruptura" in text
    assert "Hola" in text


@pytest.mark.slow
def test_the_current_line_is_exported(
    qtbot: QtBot, window: TableWindow, log_path: Path, tmp_path: Path
) -> None:
    assert window.open_path(log_path, play=True)
    window.session.go(3)
    assert window.session.play_on(lead=False)
    branch = window.session.play(act.Note(text="another way"))
    assert branch is not None
    target = tmp_path / "out.csv"
    write(qtbot, window, "csv", target)
    assert len(target.read_text(encoding="utf-8-sig").splitlines()) == 5
    window.session.show_line(11)
    write(qtbot, window, "csv", target)
    assert "another way" not in target.read_text(encoding="utf-8-sig")


@pytest.mark.slow
def test_a_failed_export_is_reported_in_one_sentence(
    qtbot: QtBot, battle: TableWindow, tmp_path: Path
) -> None:
    write(qtbot, battle, "csv", tmp_path / "no" / "such" / "folder.csv")
    (sentence,) = battle.messages.lines
    assert "Traceback" not in sentence
    assert "folder.csv" in sentence


@pytest.mark.parametrize("before", [False, True])
def test_a_cancelled_export_leaves_no_file(
    qtbot: QtBot,
    battle: TableWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: bool,
) -> None:
    (tmp_path / "slow_job.py").write_text(SLOW)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(exports, "JOB", "slow_job")
    feature, target = battle.feature(Exports), tmp_path / "out.html"
    folder = tmp_path / "out.html-pictures"
    kept = [folder / "mine.png"] if before else []
    if before:
        folder.mkdir()
        kept[0].write_bytes(b"mine")
    feature.write("html", target)
    work = feature.work
    assert work is not None
    qtbot.waitUntil(lambda: work.dialog.isVisible() and work.dialog.value() == 30, timeout=20000)
    QTest.keyClick(work.dialog, Qt.Key.Key_Return)
    assert work.running, "Enter once too often stops nothing"
    with qtbot.waitSignal(work.process.finished, timeout=20000):
        work.dialog.reject()  # as Esc does on X11
    assert feature.work is None
    assert not target.exists()
    assert not list(tmp_path.glob(".*.draft"))
    assert (folder.exists(), list(folder.iterdir()) if before else []) == (before, kept)
    assert battle.messages.lines == [t("shell.export.cancelled")]


def test_closing_the_window_cancels_the_export(
    battle: TableWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow_job.py").write_text(SLOW)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(exports, "JOB", "slow_job")
    feature = battle.feature(Exports)
    feature.write("html", tmp_path / "out.html")
    work = feature.work
    assert work is not None
    assert work.process.waitForStarted()
    battle.close()
    assert not work.running


def test_export_is_disabled_without_a_game(window: TableWindow) -> None:
    for command in Exports.COMMANDS:
        assert not window.commands[command.id].isEnabled()


@pytest.mark.slow
def test_a_vassal_save_holds_the_position_that_is_shown(
    qtbot: QtBot, window: TableWindow, tmp_path: Path
) -> None:
    vmod, path, log = (tmp_path / name for name in ("a.vmod", "a.vlog", "a.h44log"))
    vmod.write_bytes(making.playable())
    path.write_bytes(making.log(making.setup(), making.steps()))
    import_files([path], log, vmod)
    assert window.open_path(log, play=False)
    places = window.session.module.places
    for step in (1, 2):
        window.session.go(step)
        target = tmp_path / f"{step}.vsav"
        write(qtbot, window, "vsav", target)
        shown = places.name(window.session.state.pieces["a"].place)
        assert making.import_log(target).tracker.shown["a"].place == shown
    assert shown != places.name(window.session.recording.state(1).pieces["a"].place)
