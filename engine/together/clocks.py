"""Clocks of a shared game: time for a turn, by the server's time stamps alone.

A side's clock starts with the last order of another side, or when a player joins, and stops with an
agreed pause. When it has run out, the other player may claim that; nothing happens by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from engine.core import actions as act
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.entry import Entry, Together
from engine.log.tree import Log
from engine.together.manners import OPEN, YES

LIVE = timedelta(minutes=30)
"""Time for a turn of a live game."""
PAUSE, CLAIM = "pause:", "time:"
"""Prefixes of the names of questions; the entry with which the clock started follows."""


def limit_of(together: Together) -> timedelta | None:
    """Return the time for a turn; None without a limit."""
    if together.pace is None:
        return None
    return LIVE if together.pace == "live" else timedelta(days=int(together.pace[:-1]))


@dataclass(frozen=True)
class TurnClock:
    """The clock of the side that has to act."""

    side: str
    start: int
    """The entry with which the clock started."""
    end: datetime
    """The time at which it runs out."""
    paused: bool = False

    def left(self, now: datetime) -> timedelta:
        """Return the time that is left; negative once it has run out."""
        return self.end - now

    def is_over(self, now: datetime) -> bool:
        """Return whether the time has run out."""
        return not self.paused and self.left(now) < timedelta()


def turn_clock(log: Log, times: Sequence[str], side: str, tip: int) -> TurnClock | None:
    """Return the clock of a side at an entry; None without a limit, or before the server's time is
    known.

    ``times`` are the server's time stamps by entry number; ``side`` has to act.
    """
    limit = limit_of(log.header.together) if log.header.together is not None else None
    if limit is None:
        return None
    asked, agreed, number = set(), set(), tip
    while number:
        entry = log[number]
        action = entry.action
        if isinstance(action, act.Answer) and action.option == YES:
            agreed.add(action.name)
        elif isinstance(action, act.Ask):
            asked.add(action.name)
        joins = entry.author is not None and entry.author.next_key is not None
        talks = isinstance(action, act.Note | act.Ask | act.Answer)
        if joins or (not talks and (entry.by != side or entry.parent == 0)):
            break
        number = entry.parent
    since = server_time(times, number) if number else None
    if since is None:
        return None
    return TurnClock(side, number, since + limit, f"{PAUSE}{number}" in asked & agreed)


def server_time(times: Sequence[str], entry: int) -> datetime | None:
    """Return the server's time stamp of an entry; None if it is not known."""
    text = times[entry] if 0 < entry < len(times) else ""
    try:  # the server's stamps have nanoseconds
        return datetime.fromisoformat(text[:19]).replace(tzinfo=UTC) if text else None
    except ValueError:
        return None


def pause_question(clock: TurnClock, to: str) -> act.Ask:
    """Return the question whether the clock may stop until the next order."""
    name, text = f"{PAUSE}{clock.start}", t("together.clock.pause_question")
    return act.Ask(name=name, to=to, text=text, options=(YES, "no"))


def time_claim(clock: TurnClock, now: datetime) -> act.Ask:
    """Return the claim that a side's time has run out. Raises UserError if it has not."""
    if not clock.is_over(now):
        raise UserError(t("together.clock.not_over"))
    text = t("together.clock.claim", end=clock.end.strftime("%Y-%m-%d %H:%M UTC"))
    return act.Ask(name=f"{CLAIM}{clock.start}", to=clock.side, text=text)


def is_justified(log: Log, times: Sequence[str], claim: Entry) -> bool | None:
    """Return whether a side's time had run out when the server received a claim of that.

    None for entries that are no claim.
    """
    action = claim.action
    if not isinstance(action, act.Ask) or not action.name.startswith(CLAIM):
        return None
    clock = turn_clock(log, times, action.to, claim.parent)
    received = server_time(times, claim.id)
    return clock is not None and received is not None and clock.is_over(received)


def is_opening_due(log: Log, times: Sequence[str]) -> bool:
    """Return whether hidden orders are to be opened without the answer of a player who is gone.

    It is so while a question for it waits for a side whose time has run out by a justified claim,
    and that has written nothing since.
    """
    asked: dict[str, str] = {}
    gone: set[str] = set()
    for entry in log.entries:
        action = entry.action
        gone.discard(entry.by)
        if isinstance(action, act.Answer):
            asked.pop(action.name, None)
        elif isinstance(action, act.Ask) and action.name.startswith(OPEN):
            asked[action.name] = action.to
        elif isinstance(action, act.Ask) and is_justified(log, times, entry):
            gone.add(action.to)
    return any(side in gone for side in asked.values())


def describe(clock: TurnClock, side_name: str, now: datetime) -> str:
    """Return a sentence on the time that is left."""
    if clock.paused:
        return t("together.clock.paused", side=side_name)
    left = clock.left(now)
    if left < timedelta():
        return t("together.clock.over", side=side_name)
    hours, minutes = divmod(int(left.total_seconds()) // 60, 60)
    days, hours = divmod(hours, 24)
    key = "together.clock.days" if days else "together.clock.hours"
    return t(key, side=side_name, days=days, hours=hours, minutes=minutes)
