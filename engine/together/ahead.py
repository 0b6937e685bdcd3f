"""Answers ahead: a sealed choice that is opened and played when its decision comes up.

The log has only the hash until then, so the other player cannot plan for it and can check later
that it was fixed before. The program of its player opens it, which has to run at that time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from engine.core import actions as act
from engine.core.effects import Decision
from engine.log.entry import Entry
from engine.log.private_file import PrivateFile, waiting
from engine.play.game import Game
from engine.play.sealing import open_values, seal_values

AHEAD = "ahead:"
"""Prefix of the names of sealed answers; the number of the entry follows."""


class Ahead(BaseModel):
    """An answer to a kind of decision; ``at`` is a hex or unit that the decision must name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    decision: str = Field(min_length=1, max_length=100)
    option: str = Field(min_length=1, max_length=200)
    at: str = Field(default="", max_length=100)

    def fits(self, decision: Decision) -> bool:
        """Return whether this answers a decision."""
        named = not self.at or self.at in set(_texts(decision.args))
        return decision.kind == self.decision and named

    @property
    def action(self) -> act.Choose:
        """The order that gives the answer."""
        return act.Choose(decision=self.decision, option=self.option)


def seal_ahead(game: Game, log: Path, side: str, ahead: Ahead) -> Entry:
    """Seal an answer ahead and record its hash. Raises UserError."""
    return seal_values(game, log, side, {f"{AHEAD}{len(game.log) + 1}": ahead.model_dump()})


def next_step(game: Game, log: Path, side: str) -> Entry | act.Choose | None:
    """Open the answer to the decision that a side has to make now, or return it once opened.

    Returns the entry that opens it, or the answer to play; None if none was sealed. Raises
    UserError.
    """
    pending = game.now.pending[-1] if game.now.pending else None
    if pending is None or pending.side != side or not game.log.entries:
        return None
    last = game.timeline.entries[-1]
    for opened in last.opened if last.by == side else ():
        ahead = _ahead(opened.name, opened.value)
        if ahead is not None and ahead.fits(pending):
            return ahead.action
    seals = waiting(game.timeline.entries)
    mine = {n: s for n, (by, s) in seals.items() if by == side and n.startswith(AHEAD)}
    file = PrivateFile.load(log, game.log.header.id, side) if mine else None
    for name, seal in mine.items():
        known = file.opening(seal) if file is not None else None
        ahead = _ahead(name, known.value) if known is not None else None
        if ahead is not None and ahead.fits(pending):
            return open_values(game, log, side, [name])
    return None


def _ahead(name: str, value: JsonValue) -> Ahead | None:
    if not name.startswith(AHEAD):
        return None
    try:
        return Ahead.model_validate(value)
    except ValidationError:
        return None


def _texts(value: object) -> Iterator[str]:
    """Yield the words of a decision's details."""
    if isinstance(value, str):
        yield from value.split()
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
