"""The chat beside a shared game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.cli import shared_game
from engine.cli.main import app
from engine.log.members import Members
from engine.log.signatures import KeySigner
from engine.together import connection as net
from engine.together.chat import Chat, ChatLine, chat_file, read_chat
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from engine.together.membership import Membership
from engine.together.server_config import chat_of
from tests.together.lines import ANN, BOB, header
from tests.together.tables import Player, two_players

pytest.importorskip("nats")
pytest.importorskip("nkeys")
RUN = CliRunner()


def test_players_chat_and_a_spectator_does_not_hear_them(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    begun = two_players(folder, tmp_path, as_user)
    ann_path = tmp_path / "ann.h44log"
    as_user("bob")
    bob = Player(tmp_path / "bob.h44log")
    bob.until_connected()
    bob.table.network.say("Good luck!")
    bob.until(lambda: len(read_chat(bob.path)) == 1)
    as_user("ann")
    done = RUN.invoke(app, ["chat", str(ann_path), "You too"])
    assert done.exit_code == 0, done.output
    assert "Bob: Good luck!" in done.output
    bob.table.network.say("Begin")
    bob.until(lambda: len(read_chat(bob.path)) == 3)
    assert "Bob: Begin" in RUN.invoke(app, ["chat", str(ann_path)]).output
    bob.until(lambda: [line.name for line in read_chat(bob.path)] == ["Bob", "Ann", "Bob"])
    log_before = bob.path.read_bytes()
    assert b"Good luck" not in log_before
    bob.table.close()
    as_user("bob")
    again = Player(bob.path)  # nothing is heard twice
    again.until_connected()
    again.table.network.say("Fourth")
    again.until(lambda: len(read_chat(bob.path)) == 4)
    again.table.close()

    async def watch() -> None:
        spectator = folder.invite_spectator(begun.game)
        client = None
        for _ in range(50):
            try:
                client = await net.connect(spectator.place, spectator.signer())
                break
            except Exception:
                await asyncio.sleep(0.2)
        assert client is not None
        assert await net.messages_after(client, begun.game, 0)
        with pytest.raises(net.OfflineError):
            await net.messages_after(client, chat_of(begun.game), 0)
        await net.close(client)

    patience, net.PATIENCE = net.PATIENCE, 1.0
    try:
        asyncio.run(watch())
    finally:
        net.PATIENCE = patience


def test_a_message_written_offline_is_sent_by_the_next_run(
    host: HostThread,
    folder: HostFolder,
    tmp_path: Path,
    as_user: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two_players(folder, tmp_path, as_user)
    host.stop()
    as_user("ann")
    ann_path = tmp_path / "ann.h44log"
    monkeypatch.setattr(shared_game, "PATIENCE", 1.0)
    done = RUN.invoke(app, ["chat", str(ann_path), "Are you there?"])
    assert done.exit_code == 0, done.exception
    assert "waits" in done.output
    assert [line.text for line in read_chat(ann_path, unsent=True)] == ["Are you there?"]
    again = HostThread(folder, lambda _: None)
    again.start()
    try:
        as_user("bob")
        bob = Player(tmp_path / "bob.h44log")
        as_user("ann")
        ann = Player(ann_path)
        bob.until(lambda: [line.text for line in read_chat(bob.path)] == ["Are you there?"])
        ann.until(lambda: read_chat(ann_path, unsent=True) == [])
        for player in (ann, bob):
            player.table.close()
    finally:
        again.stop()


def test_only_messages_signed_by_a_member_are_heard(tmp_path: Path) -> None:
    def member(signer: KeySigner, side: str, name: str) -> Membership:
        place: Any = None
        return Membership(place, "small", "", side, name, tmp_path / f"{name}.h44log", signer)

    def message(signer: KeySigner, side: str) -> bytes:
        sender = Chat(member(signer, side, "x"), lambda: None, lambda _: None)
        sender.say("hello")
        return sender._unsent[0].model_dump_json().encode()

    heard: list[ChatLine] = []
    chat = Chat(member(ANN, "allied", "Ann"), lambda: Members.of(header()), heard.extend)
    good = message(BOB, "german")
    chat._take(
        [
            message(BOB, "allied"),
            good.replace(b"hello", b"hullo"),
            good[:-1],
            b"",
            good,
            good,
        ]
    )
    assert [line.text for line in heard] == ["hello"]
    assert len(chat_file(tmp_path / "Ann.h44log").read_bytes().splitlines()) == 1
