"""The end of a shared game: a result and a rematch, agreed on by players who never meet online."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core import actions as act
from engine.core.errors import UserError
from engine.log.store import load
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from engine.together.membership import membership_of
from tests.together.tables import Player, two_players

pytest.importorskip("nats")
pytest.importorskip("nkeys")
RUN = CliRunner()


def run(*arguments: str) -> str:
    done = RUN.invoke(app, arguments)
    assert done.exit_code == 0, done.exception
    return " ".join(done.output.split())


def until_streamed(host: HostThread, folder: HostFolder) -> None:
    """Wait until the host has taken up every game."""
    end = time.monotonic() + 20
    while len(host.host._following) < len(folder.record().games):
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.slow
def test_result_and_rematch_are_agreed_without_both_online(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    two_players(folder, tmp_path, as_user)
    ann, bob = str(tmp_path / "ann.h44log"), str(tmp_path / "bob.h44log")
    as_user("ann")
    assert "Allied wins" in run("result", ann, "--offer", "allied")
    unknown = RUN.invoke(app, ["result", ann, "--offer", "french"])
    assert "allied, german, draw" in str(unknown.exception)
    as_user("bob")
    declined = run("result", bob, "--decline")
    assert "Declined: Do you agree on the result: Allied wins?" in declined
    assert "No result is agreed" in run("result", bob)
    as_user("ann")
    run("result", ann, "--offer", "allied")
    as_user("bob")
    assert "Agreed result: Allied wins" in run("result", bob, "--agree")
    as_user("ann")
    assert "Agreed result: Allied wins" in run("result", ann)
    assert "ann-2.h44log" in run("rematch", ann, "--folder", str(folder.path))
    question = load(tmp_path / "ann.h44log").log.entries[-1].action
    assert isinstance(question, act.Ask)
    assert "key=" not in question.text
    as_user("bob")
    until_streamed(host, folder)
    for command in ("result", "clock"):  # the open question is another one
        refused = RUN.invoke(app, [command, bob, "--agree"])
        assert "asked nothing" in str(refused.exception)
    declined = run("rematch", bob, "--decline")
    assert "Declined:" in declined
    assert "key=" not in declined
    assert not (tmp_path / "bob-2.h44log").exists()
    as_user("ann")
    (tmp_path / "ann-2.h44log").unlink()
    run("rematch", ann, "--folder", str(folder.path))
    as_user("bob")
    until_streamed(host, folder)
    assert "bob-2.h44log" in run("rematch", bob)
    players = []
    for name in ("ann", "bob"):
        as_user(name)
        path = tmp_path / f"{name}-2.h44log"
        member = membership_of(load(path).log.header.id)
        assert member is not None
        assert member.side == {"ann": "german", "bob": "allied"}[name]
        players.append(Player(path))
        players[-1].until_connected()
    first, second = players
    first.table.game.play(act.ManualEdit(text="again"), by="german")
    second.until(lambda: len(second.table.game.log) == 3)
    header = second.table.game.log.header
    old = load(tmp_path / "bob.h44log").log.header
    assert (header.scenario, header.options) == (old.scenario, old.options)
    first.until(lambda: first.path.read_bytes() == second.path.read_bytes())
    for player in players:
        player.table.close()


def test_a_rematch_needs_the_folder_of_a_host(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    two_players(folder, tmp_path, as_user)
    as_user("bob")
    none = RUN.invoke(app, ["rematch", str(tmp_path / "bob.h44log")])
    assert isinstance(none.exception, UserError)
    assert "holland44 host" in str(none.exception)
    assert not (tmp_path / "bob-2.h44log").exists()


def test_a_game_of_one_machine_is_no_shared_game(small_log: Path) -> None:
    refused = RUN.invoke(app, ["result", str(small_log)])
    assert "is not a shared game" in str(refused.exception)
