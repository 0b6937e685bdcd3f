"""A log names its module without the path, and the game still opens."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.modules import whereabouts
from engine.play.exchange import export_turn
from engine.play.game import Game, Recording
from engine.report.job import Job
from engine.report.one_file import export_game
from engine.user_folders import kept_folder

DATA = Path(__file__).parents[2] / "resources" / "airbridge"


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def away(tmp_path: Path) -> Path:
    """A game's folder away from its logs, whose path must appear in no file."""
    place = tmp_path / "of my own" / "ford"
    shutil.copytree(DATA, place)
    return place


def begin(log: Path, module: Path) -> tuple[str, ...]:
    with Game.new(log, str(module), "introductory") as game:
        game.play(act.Note(text="on"))
        return game.notices


def test_no_file_of_a_game_names_the_folder_of_its_module(tmp_path: Path, away: Path) -> None:
    log = tmp_path / "a.h44log"
    assert begin(log, away) == ()
    recording = Recording.load(log)
    assert recording.log.header.module == "ford"
    export_turn(log, tmp_path / "a.h44turn")
    export_game(Job(recording, tmp_path / "a.h44game"), log)
    for file in (log, tmp_path / "a.h44turn"):
        assert b"of my own" not in file.read_bytes()
    with zipfile.ZipFile(tmp_path / "a.h44game") as packed:
        assert all(b"of my own" not in packed.read(name) for name in packed.namelist())
    assert recording.notices == ()


def test_a_module_beside_the_log_comes_first(tmp_path: Path, away: Path) -> None:
    log = tmp_path / "a.h44log"
    begin(log, away)
    shutil.move(away, tmp_path / "ford")
    assert str(tmp_path / "ford") in Recording.load(log).module.source


def test_a_missing_module_is_requested_by_name(tmp_path: Path, away: Path) -> None:
    log = tmp_path / "a.h44log"
    begin(log, away)
    shutil.rmtree(away)
    with pytest.raises(UserError, match=r"ford, the module of .*put it into the folder"):
        Recording.load(log)


def test_a_folder_named_like_an_included_game_is_another_game(tmp_path: Path, away: Path) -> None:
    named = away.rename(away.with_name("holland44"))
    log = tmp_path / "a.h44log"
    begin(log, named)
    recording = Recording.load(log)
    assert recording.log.header.module == "./holland44"
    assert recording.module.meta.id == "airbridge"


def test_changed_data_at_the_same_path_are_reported(tmp_path: Path, away: Path) -> None:
    log = tmp_path / "a.h44log"
    begin(log, away)
    counters = away / "counters.json"
    counters.write_bytes(counters.read_bytes() + b" ")
    recording = Recording.load(log)
    assert str(away) in recording.module.source
    assert any("has changed since" in notice for notice in recording.notices)


def test_a_failed_save_of_the_path_is_reported(tmp_path: Path, away: Path) -> None:
    (kept_folder("modules") / "places.json").mkdir(parents=True)
    (notice,) = begin(tmp_path / "a.h44log", away)
    assert "ford beside the log" in notice
    assert whereabouts._stored().modules == ()
