"""Hosting and joining: invitations, rights, expulsion, restarts, and the storage of secrets."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import threading
import urllib.request
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from html import escape
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import UserError
from engine.log.store import load
from engine.log.verify import verify
from engine.modules.module import Module, load_module
from engine.together import connection as net
from engine.together.connection import RejectedError
from engine.together.host import Host
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from engine.together.invitation import Invitation
from engine.together.joining import Begun, begin, join
from engine.together.live_pages import LivePages, watch_link
from engine.together.membership import membership_of
from engine.together.server_config import (
    chat_of,
    inbox_of,
    live_of,
    stream_of,
    subject_of,
)
from tests.together.conftest import free_port

pytest.importorskip("nats")
pytest.importorskip("nkeys")


@pytest.fixture
def begun(folder: HostFolder, tmp_path: Path) -> Begun:
    return begin(folder, tmp_path / "ann.h44log", "holland44", "short", "allied", "Ann")


@asynccontextmanager
async def hosting(folder: HostFolder) -> AsyncIterator[tuple[Host, list[str]]]:
    told: list[str] = []
    stop, host = asyncio.Event(), Host(folder, told.append)
    running = asyncio.create_task(host.run(stop))
    ready = asyncio.create_task(host.is_ready.wait())
    await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=20)
    try:
        if running.done():
            running.result()
        yield host, told
    finally:
        stop.set()
        ready.cancel()
        await running
        await asyncio.sleep(0.05)


def run(play: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(play, 100))


def test_the_first_to_use_an_invitation_gets_the_side(
    folder: HostFolder,
    begun: Begun,
    tmp_path: Path,
    as_user: Callable[[str], None],
    module: Module,
) -> None:
    invitation = begun.invitations["german"]
    secret_file = folder.path / "invitations" / f"{begun.game}.german"
    assert secret_file.exists()

    async def play() -> None:
        async with hosting(folder) as (_, told):
            as_user("bob")
            member = await join(invitation, tmp_path / "bob.h44log", "Bob")
            assert (member.side, member.name) == ("german", "Bob")
            assert any("Bob has joined" in sentence for sentence in told)
            assert any(sentence.endswith(" as German.") for sentence in told)
            # A second join by the same person changes nothing.
            before = (tmp_path / "bob.h44log").read_bytes()
            await join(invitation, tmp_path / "bob.h44log", "Bob")
            assert (tmp_path / "bob.h44log").read_bytes() == before
            as_user("mallory")
            with pytest.raises(RejectedError):
                await join(invitation, tmp_path / "mallory.h44log", "Mallory")

    run(play())
    assert not (tmp_path / "mallory.h44log").exists()
    assert not secret_file.exists()
    assert folder.copy_of(begun.game).read_bytes() == (tmp_path / "bob.h44log").read_bytes()
    report = verify(load(tmp_path / "bob.h44log").log, module.places)
    assert report.problems == []
    assert report.unsigned == 0


def test_a_connection_that_ends_with_the_new_key_does_not_stop_a_player_from_joining(
    folder: HostFolder,
    begun: Begun,
    as_user: Callable[[str], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    publish = net.publish

    async def cut(client: Any, *args: Any) -> Any:
        answer = await publish(client, *args)
        monkeypatch.setattr(net, "publish", publish)
        await client.close()  # as the server does when it learns of the key
        return answer

    async def play() -> None:
        async with hosting(folder) as (_, told):
            as_user("bob")
            monkeypatch.setattr(net, "publish", cut)
            await join(begun.invitations["german"], tmp_path / "bob.h44log", "Bob")
            assert any("Bob has joined" in sentence for sentence in told)

    run(play())


def test_secrets_are_only_in_private_files(
    folder: HostFolder, begun: Begun, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    seeds = [begun.invitations["german"].seed]

    async def play() -> None:
        async with hosting(folder) as (host, _):
            as_user("bob")
            await join(begun.invitations["german"], tmp_path / "bob.h44log", "Bob")
            arguments = Path(f"/proc/{host.server.pid}/cmdline").read_bytes()
            spectators = folder.invite_spectator(begun.game)
            seeds.append(spectators.seed)
            assert all(seed.hex().encode() not in arguments for seed in seeds)

    run(play())
    for user in ("ann", "bob"):
        as_user(user)
        member = membership_of(begun.game)
        assert member is not None
        seeds.append(member.signer.private.private_bytes_raw())
    seeds.append(folder.signer.private.private_bytes_raw())
    found = []
    for path in tmp_path.rglob("*"):
        if path.is_file() and path.stat().st_mode & 0o077:
            content = path.read_bytes()
            for seed in seeds:
                spelled = (seed, seed.hex().encode(), base64.b64encode(seed)[:40])
                found += [path for text in spelled if text in content]
    assert found == []
    readable = [p for p in folder.path.rglob("*") if p.is_file() and p.stat().st_mode & 0o004]
    assert os.stat(folder.path).st_mode & 0o077 == 0
    assert [p.name for p in readable if "key" in p.name] == []


def test_a_member_has_exactly_the_documented_rights(
    folder: HostFolder, begun: Begun, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    game = begun.game
    stream = stream_of(game)

    async def is_refused(client: Any, subject: str) -> bool:
        """Does a request get no answer at all?"""
        with contextlib.suppress(net.OfflineError):
            await net._answered(client.request(subject, b"{}", timeout=0.4))
            return False
        return True

    async def play() -> None:
        async with hosting(folder):
            as_user("bob")
            member = await join(begun.invitations["german"], tmp_path / "bob.h44log", "Bob")
            client = await net.connect(member.place, member.signer)
            for subject in (
                subject_of(game, "allied"),
                subject_of("other", "german"),
                subject_of(chat_of(game), "allied"),
                f"$JS.API.STREAM.MSG.GET.{stream}",
                f"$JS.API.STREAM.DELETE.{stream}",
                f"$JS.API.STREAM.PURGE.{stream}",
                f"$JS.API.STREAM.UPDATE.{stream}",
                f"$JS.API.STREAM.MSG.DELETE.{stream}",
                "$JS.API.STREAM.CREATE.more",
                "$JS.API.STREAM.NAMES",
                f"$JS.API.CONSUMER.CREATE.{stream}",
                "$JS.API.INFO",
                "$SYS.REQ.SERVER.PING",
            ):
                assert await is_refused(client, subject), subject
            assert not await is_refused(client, f"$JS.API.STREAM.INFO.{stream}")
            assert await net.messages_after(client, game, 0)
            heard = []

            async def hear(message: Any) -> None:
                heard.append(message)

            ann = inbox_of("ed25519:" + "11" * 32)
            for subject in (f"{ann}.>", "_INBOX.>", "h44.>", live_of("other"), ">"):
                await client.subscribe(subject, cb=hear)
            await client.flush()
            host = await net.connect(folder.place(), folder.signer)
            for subject in (f"{ann}.x", "_INBOX.x", "h44live.other.host"):
                await host.publish(subject, b"secret")
            await host.flush()
            # Not even the host can change or delete a line.
            for what, body in (("MSG.DELETE", b'{"seq":1}'), ("PURGE", b"{}")):
                answer = await host.request(f"$JS.API.STREAM.{what}.{stream}", body, timeout=5)
                assert b'"error"' in answer.data, what
            await asyncio.sleep(0.2)
            assert heard == []
            await host.close()
            await client.close()

    run(play())


def test_spectators_can_only_read(
    folder: HostFolder, begun: Begun, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    async def play() -> None:
        async with hosting(folder):
            invitation = folder.invite_spectator(begun.game)
            as_user("carol")
            for _ in range(50):
                # Until the server knows the key it rejects it or just ends the connection.
                with contextlib.suppress(RejectedError, net.OfflineError):
                    await join(invitation, tmp_path / "carol.h44log", "Carol")
                    break
                await asyncio.sleep(0.1)
            client = await net.connect(invitation.place, invitation.signer())
            for side in ("allied", "german", "host"):
                with pytest.raises(net.OfflineError):
                    await net._answered(
                        client.request(subject_of(begun.game, side), b"x", timeout=0.4)
                    )
            await client.close()

    run(play())
    assert (tmp_path / "carol.h44log").read_bytes() == (tmp_path / "ann.h44log").read_bytes()


def test_expelling_disconnects_only_that_member(
    folder: HostFolder, begun: Begun, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    async def play() -> None:
        async with hosting(folder):
            as_user("bob")
            member = await join(begun.invitations["german"], tmp_path / "bob.h44log", "Bob")
            gone, stays = asyncio.Event(), asyncio.Event()
            bob = await net.connect(member.place, member.signer, gone.set)
            as_user("ann")
            ann = membership_of(begun.game)
            assert ann is not None
            host_player = await net.connect(ann.place, ann.signer, stays.set)
            folder.expel(begun.game, "german")
            await asyncio.wait_for(gone.wait(), 10)
            with pytest.raises(RejectedError):
                await net.connect(member.place, member.signer)
            assert await net.messages_after(host_player, begun.game, 0)
            assert not stays.is_set()
            await host_player.close()
            await bob.close()

    run(play())


def test_a_server_that_is_killed_is_started_again(
    folder: HostFolder, begun: Begun, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    async def play() -> None:
        async with hosting(folder) as (host, _):
            first = host.server.pid
            host.is_ready.clear()
            host.server.kill()
            await asyncio.wait_for(host.is_ready.wait(), 20)
            assert host.server.pid != first
            as_user("bob")
            await join(begun.invitations["german"], tmp_path / "bob.h44log", "Bob")

    run(play())


def test_a_game_is_restored_to_an_empty_host_from_a_players_file(
    folder: HostFolder, begun: Begun, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    file = tmp_path / "bob.h44log"

    async def play() -> None:
        async with hosting(folder):
            as_user("bob")
            await join(begun.invitations["german"], file, "Bob")
        again = HostFolder(tmp_path / "new host")
        again.prepare("127.0.0.1", free_port())
        assert again.add(file) == begun.game
        invitation = again.invitation(begun.game, "german")
        assert invitation.seed == b""
        async with hosting(again):
            member = await join(invitation, file, "Bob")
            assert member.place == again.place()

    run(play())
    assert (tmp_path / "new host" / "games" / f"{begun.game}.h44log").read_bytes() == (
        file.read_bytes()
    )


def test_other_data_is_refused_before_the_first_move(
    folder: HostFolder,
    begun: Begun,
    tmp_path: Path,
    as_user: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        async with hosting(folder):
            as_user("bob")
            monkeypatch.setattr(load_module("holland44"), "hash", "f" * 32)
            with pytest.raises(UserError, match="cannot be joined from this machine"):
                await join(begun.invitations["german"], tmp_path / "bob.h44log", "Bob")
            monkeypatch.undo()

    run(play())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://example.org/x",
        "holland44://host:1/game",
        "holland44://host:99999/g?log=" + "0" * 32,
        "holland44://h:1/../x?log=" + "0" * 32,
        "holland44://h:1/g?log=" + "0" * 32 + "&key=short",
    ],
)
def test_an_invalid_invitation_is_reported_in_one_sentence(text: str) -> None:
    with pytest.raises(UserError, match="This is not an invitation") as error:
        Invitation.parse(text)
    assert not text or text not in str(error.value)


def test_an_invitation_survives_mail() -> None:
    text = (
        ("holland44://[2001:db8::1]:4744/abc?log=" + "0" * 32 + "&side=german&cert=" + "a" * 64)
        + "&key="
        + base64.urlsafe_b64encode(b"k" * 32).decode().rstrip("=")
    )
    found = Invitation.parse(f"  {text[:50]}\n{text[50:]}\n")
    assert found.to_text() == text
    assert found.seed == b"k" * 32
    assert "key" not in repr(found)
    letter = f"Hello,\r\nhere it is:\r\n\r\n{text[:70]}\r\n{text[70:]}\r\n\r\nRegards, Ann"
    assert Invitation.parse(letter) == found


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_host_ended_by_a_program_error_is_reported(
    folder: HostFolder, begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ValueError("broken")

    monkeypatch.setattr(Host, "_take_up", fail)
    messages: list[str] = []
    host = HostThread(folder, messages.append)
    with pytest.raises(UserError, match=r"program error \(ValueError: broken\)"):
        host.start()
    host.stop()
    assert not host.is_running
    assert len(messages) == 1


def test_unanswered_request_for_a_stream_starts_the_server_again(
    folder: HostFolder, begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    create, calls = net.create_stream, 0

    async def late(client: Any, game: str) -> Any:
        nonlocal calls
        calls += 1
        if calls > 1:
            return await create(client, game)
        return await net._answered(client.request("nobody.answers", b"", timeout=0.1))

    monkeypatch.setattr(net, "create_stream", late)
    messages: list[str] = []
    host = HostThread(folder, messages.append)
    host.start()
    host.stop()
    assert calls == 3  # the last two are the log and its chat
    assert "is being restarted" in messages[-1]


def test_the_hosts_page_lists_games_with_free_sides_and_no_secret(
    folder: HostFolder, begun: Begun
) -> None:
    pages = LivePages(folder, lambda _: "")
    for path in ("/", ""):
        page = (pages.page(path) or b"").decode()
        assert "free: German" in page
        assert escape(folder.game(begun.game).title) in page
    seed = begun.invitations["german"].to_text().rpartition("key=")[2]
    assert seed not in page
    assert "Ann" not in page
    (folder.path / "invitations" / f"{begun.game}.german").unlink()  # the host does so in the end
    assert "all sides are taken" in (pages.page("/") or b"").decode()
    assert pages.page("/games") is None


def test_stopping_waits_for_a_page_that_is_being_drawn(folder: HostFolder, begun: Begun) -> None:
    is_drawing, may_end = threading.Event(), threading.Event()

    def draw(_: Path) -> str:
        is_drawing.set()
        may_end.wait(20)
        return "<body></body>"

    pages = LivePages(folder, draw)
    pages.start()
    link = watch_link(folder, folder.invite_spectator(begun.game).seed)
    browser = threading.Thread(target=lambda: urllib.request.urlopen(link).close())
    browser.start()
    assert is_drawing.wait(20)
    stopping = threading.Thread(target=pages.stop)
    stopping.start()
    stopping.join(0.7)  # the server itself stops within half a second
    assert stopping.is_alive()
    may_end.set()
    stopping.join(20)
    assert not stopping.is_alive()
    browser.join(20)
