"""Module files that use the id of a game of the program, and ids and titles that are none."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.modules.archive import FolderFiles
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
    assert "not those of this program" in Recording.load(log).notices[0]


def test_an_id_that_leads_elsewhere_and_a_title_with_commands_are_found(module: Path) -> None:
    assert validate(FolderFiles(module)) == []
    meta = json.loads((module / "module.json").read_bytes())
    meta |= {"id": "../../x", "title": "Air\x1b[2J"}
    (module / "module.json").write_text(json.dumps(meta), encoding="utf-8")
    where = {problem.where for problem in validate(FolderFiles(module))}
    assert {"id", "title"} <= where
