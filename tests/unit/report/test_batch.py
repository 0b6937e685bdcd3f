"""Many games exported at once: what is wrong with one is told, and the others are written."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.core import actions as act
from engine.files import open_atomic
from engine.play.game import Game
from holland44_qt.command_line import app


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Game.new(tmp_path / "a.h44log", "holland44", "campaign") as game:
        game.play(act.Note(text="Ready."))
    for name in ("b", "c", "d"):
        shutil.copy(tmp_path / "a.h44log", tmp_path / f"{name}.h44log")
    return tmp_path


def exported(*words: object) -> tuple[int, str]:
    run = CliRunner().invoke(app, ["export", "--to", "csv", *map(str, words)])
    return run.exit_code, " ".join(run.output.split())


def test_a_bad_log_among_good_ones_is_told_and_the_others_are_written(folder: Path) -> None:
    (folder / "b.h44log").write_bytes(b"nonsense\n")
    (folder / "c.csv").mkdir()
    code, told = exported(folder)
    assert code == 2
    assert "b.h44log is not a Holland '44 Qt log" in told
    assert "c.csv cannot be written" in told
    assert sorted(p.name for p in folder.glob("*.csv") if p.is_file()) == ["a.csv", "d.csv"]


def test_a_disk_that_is_full_half_way_is_told_for_each(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []

    def write(path: Path, data: bytes) -> None:
        if len(written) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(path)
        with open_atomic(path) as file:
            file.write(data)

    monkeypatch.setattr("engine.report.as_records.write_atomic", write)
    code, told = exported(folder)
    assert code == 2
    assert told.count("No space left on device") == 2
    assert sorted(folder.glob("*.csv")) == [folder / "a.csv", folder / "b.csv"]


def test_of_two_games_with_one_name_the_first_stays(folder: Path) -> None:
    """They lie in different folders and would be written to the same file."""
    other, out = folder / "other", folder / "out"
    other.mkdir()
    out.mkdir()
    with Game.new(other / "a.h44log", "holland44", "campaign") as game:
        game.play(act.Note(text="Another game."))
    code, told = exported(folder / "a.h44log", other, "-o", out)
    assert code == 2
    assert "just written from another game" in told
    assert "Another game." not in (out / "a.csv").read_text(encoding="utf-8-sig")
