"""The computer plays for an absent player of a shared game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.cli.shared_game import shared_table
from engine.cli.stand_in import play_absent
from engine.core.errors import UserError
from engine.log.entry import DiceKind
from engine.log.store import load
from engine.log.verify import verify
from engine.modules.module import load_module
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from tests.together.tables import two_players

pytest.importorskip("nats")
pytest.importorskip("nkeys")


@pytest.mark.parametrize("dice", ["own", "referee"])
def test_the_computer_plays_the_side_of_an_absent_player(
    host: HostThread,
    folder: HostFolder,
    tmp_path: Path,
    as_user: Callable[[str], None],
    dice: DiceKind,
) -> None:
    two_players(folder, tmp_path, as_user, mode="enforced", scenario="campaign", dice=dice)
    path = tmp_path / "ann.h44log"
    side = load(path).log.entries[0].by
    name = {"allied": "ann", "german": "bob"}[side]
    as_user(name)
    path = tmp_path / f"{name}.h44log"
    with shared_table(path) as (table, until):
        played = list(islice(play_absent(table, until, "recruit", follow=True), 3))
        until(lambda: not table.waiting)
    assert len(played) == 3
    log = load(path).log
    assert len(log) == 5
    assert {entry.by for entry in log.entries[2:]} == {side}
    assert {e.author.kind for e in log.entries[2:] if e.author is not None} == {"program"}
    assert verify(log, load_module("holland44").places).problems == []


def test_the_computer_plays_no_side_of_others(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    two_players(folder, tmp_path, as_user, mode="enforced")
    as_user("bob")
    command = ["computer", str(tmp_path / "bob.h44log"), "--side"]
    done = CliRunner().invoke(app, [*command, "allied"])
    assert isinstance(done.exception, UserError)
    assert "another player" in str(done.exception)
