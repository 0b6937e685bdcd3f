"""Modules that use the id of an included game, and invalid ids and titles."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.archive import FolderFiles
from engine.cli.main import app
from engine.core.errors import UserError
from engine.modules.validate import validate
from engine.play import referee
from engine.play.game import Recording

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def module(tmp_path: Path) -> Path:
    folder = tmp_path / "posing"
    shutil.copytree(ROOT / "resources" / "airbridge", folder)
    return folder


def test_other_data_under_a_known_id_are_reported(tmp_path: Path, module: Path) -> None:
    log = tmp_path / "same.h44log"
    referee.new_game(log, str(module), "introductory").close()
    assert Recording.load(log).notices == ()
    counters = module / "counters.json"
    counters.write_bytes(counters.read_bytes() + b" ")
    log = tmp_path / "other.h44log"
    referee.new_game(log, str(module), "introductory").close()
    assert "differs from the program's game" in Recording.load(log).notices[0]


def test_a_deleted_copy_of_a_game_is_not_read_again(tmp_path: Path, module: Path) -> None:
    referee.new_game(tmp_path / "copy.h44log", str(module), "introductory").close()
    shutil.rmtree(module)
    with referee.new_game(tmp_path / "own.h44log", "airbridge", "introductory") as game:
        ruling = referee.ruleset_for(game.module, "introductory")
        assert ruling is not None
        assert "charts/sequence.json" in ruling.module.files.names()


def test_ids_with_paths_and_titles_with_control_characters_are_reported(module: Path) -> None:
    assert validate(FolderFiles(module)) == []
    meta = json.loads((module / "module.json").read_bytes())
    meta |= {"id": "../../x", "title": "Air\x1b[2J"}
    (module / "module.json").write_text(json.dumps(meta), encoding="utf-8")
    where = {problem.where for problem in validate(FolderFiles(module))}
    assert {"id", "title"} <= where


def test_a_new_game_reports_different_data_at_once(tmp_path: Path, module: Path) -> None:
    counters = module / "counters.json"
    counters.write_bytes(counters.read_bytes() + b" ")
    with referee.new_game(tmp_path / "own.h44log", "airbridge", "introductory") as game:
        assert game.notices == ()
    log = tmp_path / "other.h44log"
    run = CliRunner().invoke(app, ["new", str(module), "introductory", "-o", str(log)])
    assert run.exit_code == 0, run.output
    assert "differs from the program's game" in " ".join(run.output.split())


@pytest.mark.parametrize("wrong", ["../../x", "a\x1b[2J", "..", "", "a\\b"])
def test_a_game_with_a_bad_id_is_not_started(tmp_path: Path, module: Path, wrong: str) -> None:
    meta = json.loads((module / "module.json").read_bytes()) | {"id": wrong}
    (module / "module.json").write_text(json.dumps(meta), encoding="utf-8")
    log = tmp_path / "bad.h44log"
    with pytest.raises(UserError, match="is not allowed") as refused:
        referee.new_game(log, str(module), "introductory")
    assert str(refused.value).isprintable()
    assert not log.exists()
