"""Players of a hosted game, each with a table and the events of its network."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue

from engine.core.modes import Mode
from engine.log.entry import DiceKind
from engine.together.host_folder import HostFolder
from engine.together.invitation import Invitation
from engine.together.joining import Begun, begin, join
from engine.together.membership import Membership
from engine.together.network import Event, HereEvent, RefusedEvent, StandingEvent
from engine.together.referee_service import RefereeName
from engine.together.table import Change, SharedTable


class Player:
    """A player's table; events are handled when the test requests it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.events: Queue[Event] = Queue()
        self.standing = ""
        self.here: dict[str, str] = {}
        self.refusals: list[str] = []
        self.changes: list[Change] = []
        self.table = SharedTable.open(path, self.events.put)

    def handle(self) -> None:
        while True:
            try:
                event = self.events.get(timeout=0.02)
            except Empty:
                return
            if isinstance(event, StandingEvent):
                self.standing = event.standing
            if isinstance(event, RefusedEvent):
                self.refusals.append(event.why)
            if isinstance(event, HereEvent):
                self.here = event.sides
            change = self.table.handle(event)
            if change != Change():
                self.changes.append(change)

    def until(self, condition: Callable[[], bool], seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, self.standing
            self.handle()

    def until_connected(self) -> None:
        self.until(lambda: self.standing == "connected")


def two_players(
    folder: HostFolder,
    tmp_path: Path,
    as_user: Callable[[str], None],
    mode: Mode = "off",
    scenario: str = "short",
    game: str = "holland44",
    dice: DiceKind = "own",
    judge: RefereeName | None = None,
    pace: str | None = None,
) -> Begun:
    """Start a game of Ann (Allies) and have Bob join it; needs a running host."""
    as_user("ann")
    path = tmp_path / "ann.h44log"
    begun = begin(
        folder,
        path,
        game,
        scenario,
        "allied",
        "Ann",
        mode=mode,
        dice=dice,
        pace=pace,
        referee=judge,
    )
    as_user("bob")
    join_soon(begun.invitations["german"], tmp_path / "bob.h44log", "Bob")
    return begun


def join_soon(invitation: Invitation, path: Path, name: str) -> Membership:
    """Join a game that the host is just taking up."""
    end = time.monotonic() + 20
    while True:
        try:
            return asyncio.run(join(invitation, path, name))
        except Exception:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
