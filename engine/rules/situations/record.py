"""A typed record that a game keeps in a track of the state: the combat in hand, say."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from engine.rules.plain.resolution import PlainResolution
from engine.rules.situations.situation import BoardSituation

R = TypeVar("R", bound=BaseModel)


class RecordTrack(Generic[R]):
    """A track whose value is a record as JSON, without the fields that have their defaults."""

    def __init__(self, track: str, kind: type[R]) -> None:
        self.track = track
        self._kind = kind

    def of(self, situation: BoardSituation[Any]) -> R | None:
        """The record of a situation, read once; None where there is none."""
        if self.track not in situation.memo:
            text = situation.state.tracks.get(self.track)
            record = self._kind.model_validate_json(text) if isinstance(text, str) else None
            situation.memo[self.track] = record
        found: R | None = situation.memo[self.track]
        return found

    def keep(self, work: PlainResolution, record: R | None) -> None:
        """Keep a record; None takes it away."""
        text = None if record is None else record.model_dump_json(exclude_defaults=True)
        work.track(self.track, text)
