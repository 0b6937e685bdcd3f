"""Combats: the record that a game keeps of one, its stages, and the procedure that runs them.

A record lies in a track of the state as JSON. It keeps each throw with its die, modifiers, column
and result, so that every combat can be computed again from the log alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, Final, Generic, Self, TypeVar, cast, overload

import orjson
from pydantic import BaseModel, ConfigDict, model_validator

from engine.core.effects import Effect, SetTrack
from engine.core.state import State
from engine.log.entry import Entry
from engine.rules.base.position import Position
from engine.rules.base.resolution import Resolution

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
OWNER, OTHER = "owner", "other"
"""Chooser of the units of a stage: their owner, or the other side."""
OLD_WORDS: Final = {"lose": "loss"}
"""Kinds of stages that older logs call otherwise."""


class _Kept(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")


class Modifier(_Kept):
    """A die-roll modifier or a column shift: its rule, its number and the word of its reason."""

    rule: str
    by: int
    why: str


class Throw(_Kept):
    """A throw on a table of the game: what was thrown, where it was read, what it said.

    ``by`` is the side of the combat that threw, where both do. ``attack`` and ``defense`` are the
    strengths that gave the column before its ``shifts``; the dice are read with the sum of their
    modifiers ``drms``.
    """

    table: str
    by: str = ""
    column: str = ""
    dice: tuple[int, ...] = ()
    result: str = ""
    attack: int = 0
    defense: int = 0
    shifts: tuple[Modifier, ...] = ()
    drms: tuple[Modifier, ...] = ()

    @property
    def drm(self) -> int:
        """The sum of the die-roll modifiers."""
        return sum(m.by for m in self.drms)


def modifiers(found: Iterable[tuple[str, int, str]]) -> tuple[Modifier, ...]:
    """Return modifiers given by rule, number and word, without those of nought."""
    return tuple(Modifier(rule=rule, by=by, why=why) for rule, by, why in found if by)


class Stage(_Kept):
    """One thing that is still to be done in a combat.

    ``of`` is the side it falls upon, attacker or defender, ``steps`` are those it still takes,
    ``chooser`` says who picks the units: their owner or the other side.
    """

    kind: str
    of: str = ""
    steps: int = 0
    chooser: str = ""

    def left(self, steps: int) -> Stage:
        """Return the same stage with other steps to take."""
        return self.model_copy(update={"steps": steps})


class CombatRecord(_Kept):
    """A combat from its declaration to its end; a game adds what it has to remember besides."""

    side: str
    target: str
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    stages: tuple[Stage, ...] = ()
    """Stages still pending, the next first."""
    throws: tuple[Throw, ...] = ()
    """All throws so far."""
    result: str = ""
    """Result on the combat table."""

    @model_validator(mode="before")
    @classmethod
    def _of_older_logs(cls, data: Any) -> Any:
        return read_old(data) if isinstance(data, dict) and is_old(data) else data

    def after(self, **changes: object) -> Self:
        """Return the record with some fields changed."""
        return self.model_copy(update=changes)

    def done(self) -> Self:
        """Return the record without its next stage."""
        return self.after(stages=self.stages[1:])

    def first(self, *stages: Stage) -> Self:
        """Return the record with stages put before those that are left."""
        return self.after(stages=(*stages, *self.stages))

    def then(self, *stages: Stage) -> Self:
        """Return the record with other stages instead of its next one."""
        return self.done().first(*stages)

    def with_throw(self, *throws: Throw | None) -> Self:
        """Return the record with further throws; None stands for one that was not made."""
        return self.after(throws=(*self.throws, *(t for t in throws if t is not None)))


R = TypeVar("R", bound=BaseModel)
C = TypeVar("C", bound=CombatRecord)
W = TypeVar("W", bound=Resolution[Any, Any, Any])

Work = Resolution[Any, Any, Any]


class Procedure(Generic[C, W]):
    """Runs the stages of the combat that a resolution keeps, as ``combat``, until a side is asked.

    ``stages`` says by kind what a stage does: it asks, changes the record, or both. ``before`` is
    asked before each stage whether something else comes first; it then returns True.
    """

    def __init__(
        self,
        stages: Mapping[str, Callable[[W, C, Stage], None]],
        before: Callable[[W, C], bool] = lambda work, record: False,
    ) -> None:
        self.stages = stages
        self._before = before

    def __call__(self, work: W) -> None:
        """Go on until there is a question or the combat is over."""
        holder = cast("Any", work)
        while not work.state.pending and (record := holder.combat) is not None:
            if self._before(work, record):
                continue
            if not record.stages:
                holder.combat = None
                return
            self.run(work, record, record.stages[0])

    def run(self, work: W, record: C, stage: Stage) -> None:
        """Do one stage."""
        self.stages[stage.kind](work, record, stage)

    def ask_all(self, work: W, record: C, stages: Iterable[Stage]) -> None:
        """Let all stages be asked at once, on the stack of decisions, the first on top."""
        for stage in reversed(tuple(stages)):
            self.run(work, record, stage)


class RecordTrack(Generic[R]):
    """A track whose value is a record as JSON, without the fields that have their defaults.

    As an attribute of a resolution's class it is that record, to be read and set; None is none.
    """

    def __init__(self, track: str, kind: type[R]) -> None:
        self.track = track
        self._kind = kind

    def read(self, text: object) -> R | None:
        """Return the record of a track's value; None for none."""
        return self._kind.model_validate_json(text) if isinstance(text, str) else None

    def of(self, position: Position[Any, Any, Any]) -> R | None:
        """The record of a position, read once; None where there is none."""
        if self.track not in position.memo:
            position.memo[self.track] = self.read(position.state.tracks.get(self.track))
        found: R | None = position.memo[self.track]
        return found

    def told(self, entry: Entry, before: State) -> list[R]:
        """The records that a recorded entry began with, or made, in their order."""
        texts = [before.tracks.get(self.track)]
        texts += [
            e.after for e in entry.effects if isinstance(e, SetTrack) and e.track == self.track
        ]
        return [found for found in map(self.read, texts) if found is not None]

    @overload
    def __get__(self, work: None, owner: type[Work]) -> RecordTrack[R]: ...

    @overload
    def __get__(self, work: Work, owner: type[Work]) -> R | None: ...

    def __get__(self, work: Work | None, owner: type[Work]) -> RecordTrack[R] | R | None:
        return self if work is None else self.of(work.position)

    def __set__(self, work: Work, record: R | None) -> None:
        text = None if record is None else record.model_dump_json(exclude_defaults=True)
        work.track(self.track, text)


# -- records of older logs ------------------------------------------------------------------------


def is_old(data: Mapping[str, Any]) -> bool:
    """Return whether a record is of the form that logs had before throws were kept."""
    words = any(isinstance(stage, str) for stage in data.get("stages", ()))
    return words or not {"losses", "chooser", "throw", "column"}.isdisjoint(data)


def read_old(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return an old record in today's form; the throw of its table is the only one it kept.

    Its stages were words ("lose defender 2", "attacker_loss"), in some games beside lists of steps
    and of who chooses.
    """
    found = {k: v for k, v in data.items() if k not in ("losses", "chooser", "throw", "column")}
    lists = data.get("stages", ()), data.get("losses", ()), data.get("chooser", ())
    found["stages"] = tuple(
        _old_stage(word, steps, chooser)
        for word, steps, chooser in zip_longest(*lists)
        if word is not None
    )
    dice = (data["throw"],) if data.get("throw") else ()
    if dice:
        column, result = data.get("column", ""), data.get("result", "")
        found["throws"] = (Throw(table="", column=column, dice=dice, result=result),)
    return found


def _old_stage(word: str, steps: int | None, chooser: str | None) -> Stage:
    parts = re.split("[ _]", word)
    of = next((p for p in parts if p in (ATTACKER, DEFENDER)), "")
    number = next((int(p) for p in parts if p.isdigit()), steps or 0)
    kind = "_".join(p for p in parts if p != of and not p.isdigit())
    return Stage(kind=OLD_WORDS.get(kind, kind), of=of, steps=number, chooser=chooser or "")


def of_the_table(track: str, effects: Iterable[Effect]) -> Iterator[Effect]:
    """Yield the effects of an entry but for what it wrote of the combat in hand."""
    for effect in effects:
        if not (isinstance(effect, SetTrack) and effect.track == track):
            yield effect


def keeps_throws(track: str, effects: Iterable[Effect]) -> bool:
    """Return whether an entry wrote its combat as logs keep it today."""
    texts = [e.after for e in effects if isinstance(e, SetTrack) and e.track == track]
    return bool(texts) and not any(is_old(orjson.loads(t)) for t in texts if isinstance(t, str))
