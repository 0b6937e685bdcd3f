"""Two members and one stream on a real server: acknowledged entries are in both files."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from engine.core import actions as act
from engine.together import connection as net
from engine.together.connection import OfflineError, RejectedError
from engine.together.fold import Message
from engine.together.invitation import Place
from engine.together.shared_log import PartedError, SharedLog, StaleError
from tests.together.lines import ANN, BOB, MALLORY, Chain
from tests.together.serving import HOST, Serving


def begun() -> Chain:
    chain = Chain()
    chain.add(ANN, "allied", action=act.Setup(scenario="none"))
    return chain


async def until(condition: object, seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # type: ignore[operator]
            await asyncio.sleep(0.01)


def test_both_files_have_the_same_bytes(serving: Serving, tmp_path: Path) -> None:
    async def play() -> None:
        chain = begun()
        await serving.begin(chain.lines)
        ann, _ = await serving.join(tmp_path / "ann.h44log", ANN, "allied", chain)
        bob, heard = await serving.join(tmp_path / "bob.h44log", BOB, "german", chain)
        following = asyncio.create_task(bob.follow())
        for number in range(20):
            await ann.append(chain.add(ANN, "allied", f"order {number}"))
        await until(lambda: len(bob.lines) == len(chain.lines))
        await bob.append(chain.add(BOB, "german"))
        with pytest.raises(StaleError):
            await ann.append(Chain(chain.head).line(ANN, "allied"))
        ann.wake()
        following.cancel()
        await asyncio.wait_for(_once(ann), 10)
        assert [e.by for e in heard.entries[1:21]] == ["allied"] * 20

    serving.run(play())
    files = [(tmp_path / f"{name}.h44log").read_bytes() for name in ("ann", "bob")]
    assert files[0] == files[1]
    assert files[0].count(b"\n") == 23


async def _once(log: SharedLog) -> None:
    async with log._lock:
        await log._catch_up()


def test_a_stale_writer_is_refused_and_receives_the_missing_lines(
    serving: Serving, tmp_path: Path
) -> None:
    async def play() -> None:
        chain = begun()
        await serving.begin(chain.lines)
        ann, _ = await serving.join(tmp_path / "ann.h44log", ANN, "allied", chain)
        bob, heard = await serving.join(tmp_path / "bob.h44log", BOB, "german", chain)
        too_late = chain.line(BOB, "german", "too late")
        await ann.append(chain.add(ANN, "allied", "first"))
        with pytest.raises(StaleError):
            await bob.append(too_late)
        assert heard.entries[-1].action == act.ManualEdit(text="first")
        await bob.append(chain.add(BOB, "german", "now"))

    serving.run(play())


def test_invalid_messages_of_a_member_are_ignored_and_block_no_other(
    serving: Serving, tmp_path: Path
) -> None:
    async def play() -> None:
        chain = begun()
        await serving.begin(chain.lines)
        ann, _ = await serving.join(tmp_path / "ann.h44log", ANN, "allied", chain)
        hostile = await serving.connect(BOB)
        for number in range(30):
            line = chain.line(ANN, "allied", f"order {number}")
            # Noise that bears the name which the honest line will have.
            name = {"Nats-Msg-Id": line.rpartition(b'"link":"')[2][:32].decode()}
            if number % 3 == 0:
                await net.publish(hostile, "h44.small.log.german", b"noise", name)
            await net.publish(hostile, "h44.small.log.german", chain.lines[-1], {})
            await ann.append(chain.add(ANN, "allied", f"order {number}"))
        bob, heard = await serving.join(tmp_path / "bob.h44log", BOB, "german", chain)
        assert bob.lines == ann.lines == chain.lines
        assert len(heard.skips) == 40

    serving.run(play())


def test_a_line_on_the_other_sides_subject_is_ignored(serving: Serving, tmp_path: Path) -> None:
    async def play() -> None:
        chain = begun()
        await serving.begin(chain.lines)
        hostile = await serving.connect(BOB)
        forged = chain.line(BOB, "allied", "forged")
        await hostile.publish("h44.small.log.german", forged, reply="h44.small.log.allied")
        await hostile.flush()
        ann, heard = await serving.join(tmp_path / "ann.h44log", ANN, "allied", chain)
        await ann.append(chain.add(ANN, "allied"))
        assert ann.lines == chain.lines
        assert len(heard.skips) == 2  # the line, and the acknowledgement on the other subject

    serving.run(play())


def test_first_lines_of_a_game_are_not_reported_as_lost(serving: Serving, tmp_path: Path) -> None:
    async def play() -> None:
        chain = begun()
        await serving.begin(chain.lines)
        ann, _ = await serving.join(tmp_path / "ann.h44log", ANN, "allied", chain)
        assert ann.file is not None
        ann.file.close()
        host = await serving.connect(HOST)
        await host.request("$JS.API.STREAM.DELETE.h44_small", b"", timeout=9)
        await serving.begin(chain.lines[:1])
        ann, heard = await serving.join(tmp_path / "ann.h44log", ANN, "allied", chain)
        assert ann.fold.lines == chain.lines
        assert [why for standing, why in heard.standings if standing == "restoring"] == [""]

    serving.run(play())


def test_a_client_with_more_lines_restores_the_server(serving: Serving, tmp_path: Path) -> None:
    async def play() -> None:
        chain = begun()
        await serving.begin(chain.lines)
        ann, _ = await serving.join(tmp_path / "ann.h44log", ANN, "allied", chain)
        bob, _ = await serving.join(tmp_path / "bob.h44log", BOB, "german", chain)
        for number in range(40):
            await ann.append(chain.add(ANN, "allied", f"order {number}"))
        await _once(bob)
        for log in (ann, bob):
            assert log.file is not None
            log.file.close()
        # The server comes back with a third of the lines.
        host = await serving.connect(HOST)
        await host.request("$JS.API.STREAM.DELETE.h44_small", b"", timeout=9)
        await serving.begin(chain.lines[:14])
        (ann, heard), (bob, heard_by_bob) = await asyncio.gather(
            serving.join(tmp_path / "ann.h44log", ANN, "allied", chain),
            serving.join(tmp_path / "bob.h44log", BOB, "german", chain),
        )
        assert ann.lines == bob.lines == chain.lines
        assert ann.fold.lines == chain.lines
        standings = (*heard.standings, *heard_by_bob.standings)
        losses = [why for standing, why in standings if standing == "restoring"]
        assert any("28 lines" in why for why in losses), "said to the first of both to look"
        await ann.append(chain.add(ANN, "allied", "on it goes"))
        late, _ = await serving.join(tmp_path / "late.h44log", BOB, "german", chain)
        assert late.lines == chain.lines

    serving.run(play())


def test_diverged_chains_are_shown_as_two(serving: Serving, tmp_path: Path) -> None:
    async def play() -> None:
        chain = begun()
        await serving.begin(chain.lines)
        ann, _ = await serving.join(tmp_path / "ann.h44log", ANN, "allied", chain)
        await ann.append(chain.add(ANN, "allied", "lost by the server"))
        assert ann.file is not None
        ann.file.close()
        before = (tmp_path / "ann.h44log").read_bytes()
        other = Chain(chain.head)
        other.add(ANN, "allied", action=act.Setup(scenario="none"))
        other.add(BOB, "german", "played by one who knew less")
        host = await serving.connect(HOST)
        await host.request("$JS.API.STREAM.DELETE.h44_small", b"", timeout=9)
        await serving.begin(other.lines)
        with pytest.raises(PartedError, match=r"entry 2 on.*1 entries.*Ann.*1 \(Bob\)"):
            await serving.join(tmp_path / "ann.h44log", ANN, "allied", chain)
        assert (tmp_path / "ann.h44log").read_bytes() == before

    serving.run(play())


def test_offline_nothing_is_appended(serving: Serving, tmp_path: Path) -> None:
    async def play() -> None:
        chain = begun()
        await serving.begin(chain.lines)
        ann, heard = await serving.join(tmp_path / "ann.h44log", ANN, "allied", chain)
        serving.server.kill()
        line = chain.line(ANN, "allied", "unknown")
        with pytest.raises(OfflineError):
            await ann.append(line)
        ann.detach("gone")
        with pytest.raises(OfflineError):
            await ann.append(line)
        assert heard.standings[-1][0] == "offline"
        serving.start()
        await ann.attach(await serving.connect(ANN))
        await ann.append(line)
        await ann.append(line)  # found, not doubled
        assert ann.lines == [*chain.lines, line]

    serving.run(play())


def test_strangers_and_other_servers_are_refused(serving: Serving) -> None:
    async def try_both() -> None:
        await serving.connect(HOST)
        with pytest.raises(RejectedError):
            await net.connect(serving.place, MALLORY)
        with pytest.raises(RejectedError):
            await net.connect(Place("127.0.0.1", serving.port, "00" * 32), ANN)
        with pytest.raises(OfflineError):
            await net.connect(Place("127.0.0.1", 1, "00" * 32), ANN)

    serving.run(try_both())


def test_a_line_is_appended_though_noise_always_comes_first(
    serving: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish = net.publish

    async def play() -> None:
        chain = begun()
        await serving.begin(chain.lines)
        ann, heard = await serving.join(tmp_path / "ann.h44log", ANN, "allied", chain)
        bob = await serving.connect(BOB)

        async def behind_noise(*args: Any) -> Any:
            if args[1] == "h44.small.log.allied":
                await publish(bob, "h44.small.log.german", b"noise\n", {})
            return await publish(*args)

        monkeypatch.setattr(net, "publish", behind_noise)
        async with asyncio.timeout(10):
            await ann.append(chain.add(ANN, "allied", "an order"))
        assert ann.lines == chain.lines
        assert len(heard.skips) >= 1

    serving.run(play())


def test_reading_ends_though_a_member_sends_without_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    async def flooded(_client: object, _game: str, first: int) -> tuple[list[Message], int]:
        asked.append(first)
        assert len(asked) < 10, "it reads for ever"
        return [Message(first + n, b"noise") for n in range(5)], 12  # always as many as before

    monkeypatch.setattr(net, "_batch", flooded)
    client: Any = None
    messages = asyncio.run(net.messages_after(client, "small", 100))
    assert asked == [101, 106, 111, 116]
    assert messages[-1].sequence == 120
