"""Sealed values in shared games, and games with hidden units without a referee."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core import actions as act
from engine.core.errors import UserError
from engine.log.private_file import private_path
from engine.log.store import load
from engine.log.verify import verify
from engine.play.sealing import seal_values
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from engine.together.joining import begin
from tests.together.tables import Player, two_players

pytest.importorskip("nats")
pytest.importorskip("nkeys")
RUN = CliRunner()
PLAN = "over the bridge at 1207"


def test_values_are_sealed_and_opened_in_a_shared_game(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    two_players(folder, tmp_path, as_user)
    ann_path = tmp_path / "ann.h44log"
    as_user("bob")
    bob = Player(tmp_path / "bob.h44log")
    bob.until_connected()
    as_user("ann")
    done = RUN.invoke(app, ["secret", "seal", str(ann_path), f"plan={PLAN}", "--side", "allied"])
    assert done.exit_code == 0, done.output
    bob.until(lambda: bool(bob.table.game.log.entries[-1].sealed))
    assert PLAN in private_path(ann_path, "allied").read_text()
    assert PLAN.encode() not in bob.path.read_bytes() + ann_path.read_bytes()
    other = RUN.invoke(app, ["secret", "seal", str(ann_path), "bid=1", "--side", "german"])
    assert "belongs to the side German" in str(other.exception)
    assert not private_path(ann_path, "german").exists()
    done = RUN.invoke(app, ["secret", "open", str(ann_path), "--side", "allied"])
    assert done.exit_code == 0, done.output
    bob.until(lambda: bool(bob.table.game.log.entries[-1].opened))
    assert bob.table.game.log.entries[-1].opened[0].value == PLAN
    bob.table.close()
    assert ann_path.read_bytes() == bob.path.read_bytes()
    assert verify(load(bob.path).log, bob.table.game.module.places).problems == []


def test_a_value_sealed_offline_is_sealed_when_the_other_was_first(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    two_players(folder, tmp_path, as_user)
    as_user("bob")
    bob = Player(tmp_path / "bob.h44log")
    bob.until_connected()
    bob.table.game.play(act.ManualEdit(text="first"), by="german")
    as_user("ann")
    ann = Player(tmp_path / "ann.h44log")  # its events are not handled yet: it does not know
    seal_values(ann.table.game, ann.path, "allied", {"plan": PLAN})
    ann.until(lambda: len(ann.table.game.log) == 4 and not ann.table.waiting)
    assert ann.table.game.log.entries[-1].sealed[0].name == "plan"
    for player in (ann, bob):
        player.table.close()


def test_a_game_with_hidden_units_needs_a_referee_or_consent(
    folder: HostFolder, tmp_path: Path
) -> None:
    path = tmp_path / "x.h44log"
    with pytest.raises(UserError, match="hidden units"):
        begin(folder, path, "ardenas", "short", "allied", "Ann")
    assert not path.exists()
    assert not folder.record().games
    begun = begin(folder, path, "ardenas", "short", "allied", "Ann", in_the_open=True)
    assert path.exists()
    assert not folder.knows_secrets(begun.game)
    other = tmp_path / "y.h44log"
    begun = begin(folder, other, "ardenas", "short", "allied", "Ann", dice="referee")
    assert folder.knows_secrets(begun.game), "the host is told so"
