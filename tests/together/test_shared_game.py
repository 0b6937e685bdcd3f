"""Commands on a shared game: they wait while lines are being sent, and say why they cannot be."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import shared_game
from engine.cli.main import app
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from engine.together.network import AcceptedEvent, Event, StandingEvent
from engine.together.table import SharedTable
from tests.together.tables import two_players

pytest.importorskip("nats")
pytest.importorskip("nkeys")
RUN = CliRunner()


class SlowTable:
    """A table whose lines are acknowledged one by one."""

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self.waiting = 4
        self.standing = self.why = ""
        self._emit = emit
        threading.Thread(target=self._send, daemon=True).start()

    def _send(self) -> None:
        self._emit(StandingEvent("connected", ""))
        for _ in range(self.waiting):
            time.sleep(0.2)
            self._emit(AcceptedEvent(()))

    def handle(self, event: Event) -> None:
        if isinstance(event, StandingEvent):
            self.standing = event.standing
        self.waiting -= isinstance(event, AcceptedEvent)

    def close(self) -> None:
        pass


def test_a_command_waits_as_long_as_lines_are_acknowledged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shared_game, "PATIENCE", 0.5)
    monkeypatch.setattr(SharedTable, "open", lambda _path, emit: SlowTable(emit))
    with shared_game.shared_table(tmp_path / "none.h44log") as (table, _):
        pass
    assert table.waiting == 0


def test_a_command_of_an_expelled_player_says_why_nothing_is_sent(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    begun = two_players(folder, tmp_path, as_user)
    folder.expel(begun.game, "german")
    as_user("bob")
    sealed = ["secret", "seal", str(tmp_path / "bob.h44log"), "--side", "german"]
    outputs = []
    for number in range(10):  # until the server has been told
        outputs.append(RUN.invoke(app, [*sealed, f"plan{number}=attack"]).output)
        if "does not know your key" in outputs[-1]:
            break
        time.sleep(0.2)
    assert "waits in" in outputs[-1] or "wait in" in outputs[-1]
    assert "cannot be reached" not in outputs[-1]
