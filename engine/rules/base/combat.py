"""Combats: records, their stages, and the procedure that runs them.

A record is stored in a track of the state as JSON. It contains each roll with its dice, modifiers,
column and result, so that a log alone is enough to compute its combats again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar, cast, overload

import orjson
from pydantic import BaseModel, ConfigDict, model_validator

from engine.core.effects import Effect, SetTrack
from engine.core.state import State
from engine.log.entry import Entry
from engine.rules.base.position import Position
from engine.rules.base.resolution import Resolution
from engine.rules.base.setting import Setting

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
OWNER, OTHER = "owner", "other"
"""Chooser of the units of a stage: their owner, or the other side."""
OLD_WORDS: Final = {"lose": "loss"}
"""Older logs' names for kinds of stages."""


class _StoredRecord(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")


class Modifier(_StoredRecord):
    """A die-roll modifier or column shift: its rule, its number, the key of its reason."""

    rule: str
    by: int
    why: str


class Throw(_StoredRecord):
    """A roll on a table of the game, with its column and result.

    ``by`` is the side that rolled, if both do. ``attack`` and ``defense`` are the strengths for the
    column before ``shifts``; ``drms`` modify the dice.
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


def modifiers(rows: Iterable[tuple[str, int, str]]) -> tuple[Modifier, ...]:
    """Return modifiers from rule, number and key, without those of 0."""
    return tuple(Modifier(rule=rule, by=by, why=why) for rule, by, why in rows if by)


class Stage(_StoredRecord):
    """A pending stage of a combat.

    ``of`` is the affected side, attacker or defender, ``steps`` the number of steps still to lose,
    ``chooser`` the side that chooses the units: their owner or the other side.
    """

    kind: str
    of: str = ""
    steps: int = 0
    chooser: str = ""

    def left(self, steps: int) -> Stage:
        """Return the stage with another number of steps."""
        return self.model_copy(update={"steps": steps})


class CombatRecord(_StoredRecord):
    """A combat from its declaration to its end; games add fields."""

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
        """Return the record with more rolls; None means one that was not made."""
        return self.after(throws=(*self.throws, *(t for t in throws if t is not None)))


R = TypeVar("R", bound=BaseModel)
C = TypeVar("C", bound=CombatRecord)
W = TypeVar("W", bound=Resolution[Any, Any, Any])

Work = Resolution[Any, Any, Any]


class Procedure(Generic[C, W]):
    """Run the stages of a resolution's ``combat`` until a decision is pending.

    ``stages`` has a function for each kind of stage, which asks, changes the record, or both.
    ``before`` runs before each stage; it returns True if it did something else first.
    """

    def __init__(
        self,
        stages: Mapping[str, Callable[[W, C, Stage], None]],
        before: Callable[[W, C], bool] = lambda work, record: False,
    ) -> None:
        self.stages = stages
        self._before = before

    def __call__(self, work: W) -> None:
        """Continue until a decision is pending or the combat ends."""
        holder = cast("Any", work)
        while not work.state.pending and (record := holder.combat) is not None:
            if self._before(work, record):
                continue
            if not record.stages:
                holder.combat = None
                return
            self.run(work, record, record.stages[0])

    def run(self, work: W, record: C, stage: Stage) -> None:
        """Run one stage."""
        self.stages[stage.kind](work, record, stage)

    def ask_all(self, work: W, record: C, stages: Iterable[Stage]) -> None:
        """Run all stages, so that their decisions are pending at once, the first on top."""
        for stage in reversed(tuple(stages)):
            self.run(work, record, stage)


class RecordTrack(Generic[R]):
    """A track that stores a record as JSON, without fields of default values.

    As a class attribute of a resolution it is a descriptor for the record, or None.
    """

    def __init__(self, track: str, kind: type[R]) -> None:
        self.track = track
        self._kind = kind

    def read(self, text: object) -> R | None:
        """Parse a track's value as a record; None if there is none."""
        return self._kind.model_validate_json(text) if isinstance(text, str) else None

    def of(self, position: Position[Any, Any, Any]) -> R | None:
        """Return the record of a position; None if there is none."""
        return self._of(position.setting, position.state)

    def current(self, work: Work) -> R:
        """Return the record of the combat whose decision is answered."""
        record = self._of(work.setting, work.state)
        assert record is not None, "decisions of a combat are only pending during one"
        return record

    def _of(self, setting: Setting[Any, Any, Any, Any], state: State) -> R | None:
        """Return the record of a state, parsed once while its text is the same object."""
        text = state.tracks.get(self.track)
        if text is None:
            return None
        record: R | None = setting.latest(("record", self.track), (text,), lambda: self.read(text))
        return record

    def records_of(self, entry: Entry, before: State) -> list[R]:
        """Return the records before a log entry and those that it made, in order."""
        texts = [before.tracks.get(self.track)]
        texts += [
            e.after for e in entry.effects if isinstance(e, SetTrack) and e.track == self.track
        ]
        return [record for record in map(self.read, texts) if record is not None]

    @overload
    def __get__(self, work: None, owner: type[Work]) -> RecordTrack[R]: ...

    @overload
    def __get__(self, work: Work, owner: type[Work]) -> R | None: ...

    def __get__(self, work: Work | None, owner: type[Work]) -> RecordTrack[R] | R | None:
        return self if work is None else self._of(work.setting, work.state)

    def __set__(self, work: Work, record: R | None) -> None:
        text = None if record is None else record.model_dump_json(exclude_defaults=True)
        work.track(self.track, text)


# -- the last die roll ---------------------------------------------------------------------------


class Rolled(NamedTuple):
    """A die roll as the track of the last roll stores it, and the effects before the roll."""

    target: str
    column: str
    die: str
    result: str
    before: tuple[Effect, ...]


def rolls_of(effects: Sequence[Effect], track: str) -> list[Rolled]:
    """Return the die rolls that effects note in a track, in their order."""
    rolls = []
    for number, effect in enumerate(effects):
        if isinstance(effect, SetTrack) and effect.track == track:
            words = str(effect.after or "").split(maxsplit=3)
            if len(words) == 4:
                target, column, die, result = words
                rolls.append(Rolled(target, column, die, result, tuple(effects[:number])))
    return rolls


# -- records of older logs ------------------------------------------------------------------------


def is_old(data: Mapping[str, Any]) -> bool:
    """Return whether a record has the older format, without a list of rolls."""
    words = any(isinstance(stage, str) for stage in data.get("stages", ()))
    return words or not {"losses", "chooser", "throw", "column"}.isdisjoint(data)


def read_old(data: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a record of the older format, which stored only one roll.

    Its stages were strings ("lose defender 2", "attacker_loss"), in some games with parallel lists
    of steps and choosers.
    """
    record = {k: v for k, v in data.items() if k not in ("losses", "chooser", "throw", "column")}
    lists = data.get("stages", ()), data.get("losses", ()), data.get("chooser", ())
    record["stages"] = tuple(
        _old_stage(word, steps, chooser)
        for word, steps, chooser in zip_longest(*lists)
        if word is not None
    )
    dice = (data["throw"],) if data.get("throw") else ()
    if dice:
        column, result = data.get("column", ""), data.get("result", "")
        record["throws"] = (Throw(table="", column=column, dice=dice, result=result),)
    return record


def _old_stage(word: str, steps: int | None, chooser: str | None) -> Stage:
    parts = re.split("[ _]", word)
    of = next((p for p in parts if p in (ATTACKER, DEFENDER)), "")
    number = next((int(p) for p in parts if p.isdigit()), steps or 0)
    kind = "_".join(p for p in parts if p != of and not p.isdigit())
    return Stage(kind=OLD_WORDS.get(kind, kind), of=of, steps=number, chooser=chooser or "")


def of_the_table(track: str, effects: Iterable[Effect]) -> Iterator[Effect]:
    """Yield the effects of an entry except those on the combat record."""
    for effect in effects:
        if not (isinstance(effect, SetTrack) and effect.track == track):
            yield effect


def keeps_throws(track: str, effects: Iterable[Effect]) -> bool:
    """Return whether an entry stores its combat in the current format."""
    texts = [e.after for e in effects if isinstance(e, SetTrack) and e.track == track]
    return bool(texts) and not any(is_old(orjson.loads(t)) for t in texts if isinstance(t, str))
