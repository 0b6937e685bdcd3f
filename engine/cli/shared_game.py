"""Open a game to add to it by command: a log of this machine, or a shared game over its server."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli.console import echo, warn
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.store import load
from engine.play.bylines import Byline
from engine.play.game import Game

if TYPE_CHECKING:
    from engine.together.network import Event
    from engine.together.table import SharedTable

DeclineOpt = Annotated[bool, typer.Option("--decline", help=t("cli.together.decline"))]

PATIENCE = 8.0
"""Maximum number of seconds for the server of a shared game to answer."""


@contextmanager
def opened(file: Path, byline: Byline, side: str) -> Iterator[Game]:
    """Open a game to add entries of a side; in a shared game they are sent, or wait beside the log.

    ``byline`` is the author in a log of this machine; in a shared game it is the player's own.
    Raises UserError, also for another player's side.
    """
    if load(file).log.header.together is None:
        with Game.open(file, byline=byline) as game:
            yield game
        return
    with shared_table(file) as (table, _):
        if side != table.member.side:
            name = table.game.module.side_name(side)
            raise UserError(t("together.error.other_side", side=name))
        yield table.game


Work = Callable[[Callable[[], bool]], bool]
"""Handles events of a table until a condition holds; returns False after too long a time."""


@contextmanager
def shared_table(file: Path) -> Iterator[tuple[SharedTable, Work]]:
    """Open a shared game and connect; on leaving send what waits, or report that it waits.

    Raises UserError.
    """
    from engine.together.table import SharedTable

    events: Queue[Event] = Queue()
    table = SharedTable.open(file, events.put)

    def until(condition: Callable[[], bool]) -> bool:
        end = time.monotonic() + PATIENCE
        while not condition() and time.monotonic() < end:
            try:
                event = events.get(timeout=0.05)
            except Empty:
                continue
            table.handle(event)
        return condition()

    try:
        until(lambda: table.standing in ("connected", "offline", "parted", "rejected"))
        if table.standing != "connected" and table.why:
            warn(table.why)
        yield table, until
        for most in range(table.waiting, 0, -1):
            if table.standing != "connected" or not until(
                partial(lambda n: table.waiting < n, most)
            ):
                break
        if table.waiting:
            warn(t("cli.together.waits", count=table.waiting, path=table.outbox.path))
    finally:
        table.close()


def decline(table: SharedTable, kind: str, until: Work) -> None:
    """Decline the other player's question of a kind and print it. Raises UserError without one."""
    from engine.core.actions import Ask
    from engine.together.manners import NO
    from engine.together.rematch import without_address

    action = table.reply(kind, NO).action
    until(lambda: not table.waiting)
    text = without_address(action.text) if isinstance(action, Ask) else ""
    echo("cli.together.declined", question=text)
