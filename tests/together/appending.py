"""A member in a process of its own, to be killed at any moment; and a hostile one.

The hostile one sends noise, replays and forged lines with the rights of the Germans.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from multiprocessing.connection import Connection
from pathlib import Path

from engine.core import actions as act
from engine.log.chain import seal
from engine.log.entry import Author, Entry
from engine.log.signatures import KeySigner
from engine.log.store import LogFile
from engine.together import connection as net
from engine.together.connection import OfflineError
from engine.together.invitation import Place
from engine.together.shared_log import PartedError, SharedLog, StaleError
from tests.together.lines import ANN, AT, BOB, NAMES
from tests.together.serving import Heard

KEYS = {"allied": ANN, "german": BOB, "hostile": BOB}


def next_line(log: SharedLog, signer: KeySigner, side: str, text: str) -> bytes:
    """Return the line that continues the log now."""
    assert log.fold.log is not None
    number = len(log.fold.log) + 1
    entry = Entry(
        id=number,
        parent=number - 1,
        at=AT,
        by=side,
        action=act.ManualEdit(text=text),
        author=Author(name=NAMES[signer.key], key=signer.key),
    )
    return seal(entry.to_json(), log.fold.link, signer.sign)[0]


async def append(log: SharedLog, side: str, told: Connection) -> None:
    """Append lines and report those that are acknowledged, until the connection is lost."""
    while True:
        text = f"{side} {time.time_ns()}"
        with contextlib.suppress(StaleError):
            await log.append(next_line(log, KEYS[side], side, text))
            told.send(text)
        await asyncio.sleep(random.random() / 200)


async def annoy(log: SharedLog, client: net.Client) -> None:  # type: ignore[name-defined]
    """Send invalid messages, under every name and subject that the server accepts."""
    subject = "h44.small.log.german"
    while True:
        line = next_line(log, ANN, "allied", "forged")
        forged = line.replace(b"forged", b"changed")
        noise = random.choice(
            [
                random.randbytes(random.randrange(200)),
                random.choice(log.fold.lines),
                next_line(log, BOB, "allied", "forged"),
                forged,
                forged[:-9] + b"\n",
            ]
        )
        name = {"Nats-Msg-Id": line.rpartition(b'"link":"')[2][:32].decode()}
        reply = random.choice(["", "h44.small.log.allied", "h44live.small.allied"])
        await client.publish(subject, noise, reply=reply, headers=random.choice([None, name]))
        await client.flush()
        await asyncio.sleep(random.random() / 20)
        log.wake()


async def live(path: Path, place: Place, link: str, side: str, told: Connection) -> None:
    """Connect again and again."""
    file = LogFile.open(path) if path.exists() else None
    own = "german" if side == "hostile" else side
    log = SharedLog(path, "small", link, Heard(), file, side=own)
    while True:
        with contextlib.suppress(OfflineError):
            lost = asyncio.Event()
            client = await net.connect(place, KEYS[side], lost.set)
            await log.attach(client)
            if side == "hostile":
                told.send("")
                work = annoy(log, client)
            else:
                work = append(log, side, told)
            tasks = [asyncio.create_task(t) for t in (log.follow(), work, lost.wait())]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            log.detach("")
            for task in done:
                if isinstance(task.exception(), PartedError):
                    raise task.exception()  # type: ignore[misc]
        await asyncio.sleep(0.05)


def run(path: Path, place: Place, link: str, side: str, told: Connection) -> None:
    """Act as a member until the process is killed; acknowledged texts are written to ``told``."""
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    asyncio.run(live(path, place, link, side, told))
