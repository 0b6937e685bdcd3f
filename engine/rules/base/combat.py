"""A typed record that a game keeps in a track of the state: the combat in hand, say."""

from __future__ import annotations

from typing import Any, Generic, TypeVar, overload

from pydantic import BaseModel

from engine.core.effects import SetTrack
from engine.core.state import State
from engine.log.entry import Entry
from engine.rules.base.position import Position
from engine.rules.base.resolution import Resolution

R = TypeVar("R", bound=BaseModel)

Work = Resolution[Any, Any, Any]


class RecordTrack(Generic[R]):
    """A track whose value is a record as JSON, without the fields that have their defaults.

    As an attribute of a resolution's class it is that record, to be read and set; None is none.
    """

    def __init__(self, track: str, kind: type[R]) -> None:
        self.track = track
        self._kind = kind

    def of(self, position: Position[Any, Any, Any]) -> R | None:
        """The record of a position, read once; None where there is none."""
        if self.track not in position.memo:
            text = position.state.tracks.get(self.track)
            record = self._kind.model_validate_json(text) if isinstance(text, str) else None
            position.memo[self.track] = record
        found: R | None = position.memo[self.track]
        return found

    def told(self, entry: Entry, before: State) -> list[R]:
        """The records that a recorded entry began with, or made, in their order."""
        texts = [before.tracks.get(self.track)]
        texts += [
            e.after for e in entry.effects if isinstance(e, SetTrack) and e.track == self.track
        ]
        return [self._kind.model_validate_json(s) for s in texts if isinstance(s, str)]

    @overload
    def __get__(self, work: None, owner: type[Work]) -> RecordTrack[R]: ...

    @overload
    def __get__(self, work: Work, owner: type[Work]) -> R | None: ...

    def __get__(self, work: Work | None, owner: type[Work]) -> RecordTrack[R] | R | None:
        return self if work is None else self.of(work.position)

    def __set__(self, work: Work, record: R | None) -> None:
        text = None if record is None else record.model_dump_json(exclude_defaults=True)
        work.track(self.track, text)
