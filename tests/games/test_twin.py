"""A twin of Holland '44 under another id: no code asks for the one game by name."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine import games
from engine.core import actions as act
from engine.core.errors import UserError
from engine.games import RULEBOOKS, require_rulebook, rulebook
from engine.play.audit import audit
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from engine.play.referee import new_game, play, ruling_of
from engine.probe import Probe

TWIN = "twin44"


@pytest.fixture
def twin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the game's data and rules under another id, in a user's folder."""
    folder = tmp_path / TWIN
    shutil.copytree(str(files("resources") / "holland44"), folder)
    meta = json.loads((folder / "module.json").read_text(encoding="utf-8"))
    (folder / "module.json").write_text(json.dumps({**meta, "id": TWIN}), encoding="utf-8")
    monkeypatch.setitem(RULEBOOKS, TWIN, RULEBOOKS["holland44"])
    rulebook.cache_clear()
    yield folder
    rulebook.cache_clear()


@pytest.mark.parametrize("mode", ["off", "advisory", "enforced"])
def test_it_is_played_in_every_mode(twin: Path, tmp_path: Path, mode: Any) -> None:
    with new_game(tmp_path / "g.h44log", str(twin), "campaign", mode=mode) as game:
        rules = ruling_of(game)
        assert rules is not None
        assert rules.module.meta.id == TWIN
        wrong = act.MoveUnits(units=("BR-2-1P",), path=("6217", "6218"))
        if mode == "enforced":
            with pytest.raises(UserError):
                play(game, wrong)
        else:
            entry = play(game, wrong)
            assert bool(entry.verdicts) == (mode == "advisory")
        if mode != "off":
            assert play(game, act.NextPhase()).effects


@pytest.mark.slow
def test_random_games_are_audited_and_asked_about(twin: Path, tmp_path: Path) -> None:
    from engine.modules.module import load_module

    ruleset = require_rulebook(TWIN).ruleset("campaign", load_module(twin))
    path = tmp_path / "auto.h44log"
    report = autoplay(ruleset, 3, 1, path)
    original = autoplay(
        require_rulebook("holland44").ruleset("campaign"), 3, 1, tmp_path / "own.h44log"
    )
    assert report == original
    recording = Recording.load(path)
    assert audit(recording, ruleset).breaches == []
    probe = Probe()
    loaded = probe.answer({"op": "load", "log": str(path)})
    assert loaded["ok"], loaded
    pos = loaded["result"]["pos"]
    for op, more in (("zoc", {"side": "german"}), ("supply", {"side": "allied"}), ("legal", {})):
        assert probe.answer({"op": op, "pos": pos, **more})["ok"], op


@pytest.mark.slow
def test_the_command_line_knows_it(twin: Path, tmp_path: Path) -> None:
    from engine.cli.main import app

    path = tmp_path / "cli.h44log"
    runner = CliRunner()
    for words in (
        ["autoplay", str(twin), "campaign", "-o", str(path), "--turns", "1"],
        ["audit", str(path)],
        ["verify", str(path)],
        ["supply", "allied", "--log", str(path)],
    ):
        done = runner.invoke(app, words)
        assert done.exit_code == 0, (words, done.output, done.exception)


def test_rules_that_cannot_be_loaded_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.RULEBOOKS, "broken", "engine.games.no_such:rulebook")
    rulebook.cache_clear()
    with pytest.raises(UserError, match="cannot be loaded"):
        rulebook("broken")
    with pytest.raises(UserError, match="has no rules for nothing"):
        require_rulebook("nothing")
    rulebook.cache_clear()
