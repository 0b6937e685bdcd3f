"""Many games exported at once: faults of one are reported, and the others are written."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.core import actions as act
from engine.core.errors import UnwritableError, UserError
from engine.files import open_atomic
from engine.play.game import Game
from engine.report.pictures import picture_folder
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


def test_a_bad_log_is_reported_and_the_others_are_written(folder: Path) -> None:
    (folder / "b.h44log").write_bytes(b"nonsense\n")
    (folder / "c.csv").mkdir()
    code, told = exported(folder)
    assert code == 2
    assert "b.h44log is not a Holland '44 Qt log" in told
    assert "c.csv cannot be written" in told
    assert sorted(p.name for p in folder.glob("*.csv") if p.is_file()) == ["a.csv", "d.csv"]


def test_a_full_disk_is_reported_for_each_game(
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
    assert told.count("the disk is full") == 2
    assert sorted(folder.glob("*.csv")) == [folder / "a.csv", folder / "b.csv"]


def test_of_two_games_with_one_name_only_the_first_is_written(folder: Path) -> None:
    """They are in different folders and would be written to the same file."""
    other, out = folder / "other", folder / "out"
    other.mkdir()
    out.mkdir()
    with Game.new(other / "a.h44log", "holland44", "campaign") as game:
        game.play(act.Note(text="Another game."))
    code, told = exported(folder / "a.h44log", other, "-o", out)
    assert code == 2
    assert "just written from another game" in told
    assert "Another game." not in (out / "a.csv").read_text(encoding="utf-8-sig")


def write(log: Path, target: Path) -> None:
    app(["export", "--to", "csv", str(log), "-o", str(target)], standalone_mode=False)


def test_output_names_follow_one_rule(folder: Path) -> None:
    log = folder / "a.h44log"
    with pytest.raises(UserError, match="has the wrong suffix"):
        write(log, folder / "x.html")
    assert not (folder / "x.html").exists()
    assert exported(log, "-o", f"{folder}/new.d/")[0] == 0
    assert (folder / "new.d" / "a.csv").is_file()
    assert exported(log, "-o", folder / "plain")[0] == 0
    assert (folder / "plain.csv").is_file()


def test_nothing_is_overwritten_unasked(folder: Path) -> None:
    target = folder / "mine.csv"
    target.write_text("mine")
    with pytest.raises(UserError, match="--overwrite"):
        write(folder / "a.h44log", target)
    assert target.read_text() == "mine"
    assert exported(folder / "a.h44log", "-o", target, "--overwrite")[0] == 0
    assert target.read_text() != "mine"


def test_several_pictures_need_a_folder(folder: Path) -> None:
    words = ["export", str(folder / "a.h44log"), "--to", "png", "--entries", "all"]
    with Game.open(folder / "a.h44log") as game:
        game.play(act.Note(text="Second."))
    with pytest.raises(UserError, match="Name a folder"):
        app([*words, "-o", str(folder / "out.png")], standalone_mode=False)
    assert not list(folder.glob("out*"))


def test_a_full_disk_names_the_folder_of_the_pictures(tmp_path: Path) -> None:
    def full(path: Path) -> None:
        raise UnwritableError(path, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))

    with pytest.raises(UserError) as caught, picture_folder(tmp_path / "pictures") as draft:
        full(draft / "1.png")
    assert str(tmp_path / "pictures") in str(caught.value)
    assert ".draft" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_is_reported_before_anything_is_drawn(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.report.as_records.write_atomic", None)
    words = [
        "export",
        "--to",
        "csv",
        str(folder / "a.h44log"),
        "-o",
        str(folder / "none" / "a.csv"),
    ]
    run = CliRunner().invoke(app, words)
    assert isinstance(run.exception, UserError)
    assert "none does not exist" in str(run.exception)
