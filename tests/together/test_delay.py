"""Spectators who get each line some time after the players."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.log.store import load
from engine.together import connection as net
from engine.together import host as host_module
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from engine.together.joining import begin, join
from engine.together.live_pages import LivePages, watch_link
from tests.together.tables import Player, join_soon

pytest.importorskip("nats")
pytest.importorskip("nkeys")
SECONDS, LONG = 4, 1000


def test_a_spectator_gets_lines_after_the_delay_and_no_earlier(
    host: HostThread,
    folder: HostFolder,
    tmp_path: Path,
    as_user: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(host_module, "timedelta", lambda minutes: timedelta(seconds=minutes))
    begun = begin(folder, tmp_path / "ann.h44log", "holland44", "short", "allied", "Ann")
    invitation = folder.invite_spectator(begun.game, LONG)
    pages = LivePages(folder, lambda path: f"<body>{len(load(path).log)}</body>")
    link = "/watch/" + watch_link(folder, invitation.seed).rpartition("/")[2]
    assert pages.page(link) is None  # there is nothing to see yet
    ann = Player(tmp_path / "ann.h44log")
    ann.until_connected()
    as_user("carol")
    refused: list[str] = []
    while not refused or "old enough" not in refused[-1]:
        assert len(refused) < 100
        with pytest.raises(UserError) as error:
            asyncio.run(join(invitation, tmp_path / "early.h44log", "Carol"))
        refused.append(str(error.value))
    folder.change(begun.game, delay=SECONDS)
    member = join_soon(invitation, tmp_path / "carol.h44log", "Carol")
    carol = Player(member.path)
    carol.until_connected()
    assert (pages.page(link) or b"").startswith(b"<body>1")
    ann.table.game.play(act.ManualEdit(text="an order"), by="allied")
    ann.until(lambda: ann.table.waiting == 0)
    played = time.monotonic()
    assert len(load(carol.path).log) == 1
    carol.until(lambda: len(carol.table.game.log) == 2)
    assert time.monotonic() - played > SECONDS - 1.5  # the server's stamps are read in seconds
    carol.table.close()
    ann.table.close()
    assert carol.path.read_bytes() == ann.path.read_bytes()

    async def read_early() -> None:
        client = await net.connect(invitation.place, invitation.signer())
        monkeypatch.setattr(net, "PATIENCE", 1.0)
        with pytest.raises(net.OfflineError):
            await net.messages_after(client, begun.game, 0)
        await net.close(client)

    asyncio.run(read_early())
