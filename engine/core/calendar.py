"""Charts of time: the turns of a game (``calendar.json``), phases of a turn (``sequence.json``)."""

from __future__ import annotations

import datetime
from typing import Literal

from pydantic import Field

from engine.core.counters import FileModel, Side
from engine.core.scenario import Phase


class CalendarTurn(FileModel):
    """One turn of the game: its date and time of day, and the message keys of its events."""

    turn: int = Field(ge=1)
    date: datetime.date
    time: str = ""
    events: tuple[str, ...] = ()


class CalendarChart(FileModel):
    """The file ``charts/calendar.json``."""

    format: Literal["h44calendar/1"]
    id: str
    key: str
    rule: str
    turns: tuple[CalendarTurn, ...]
    basis: str


class SequenceStep(FileModel):
    """One phase of a game turn: active side, times of day (none: all) and rule number."""

    phase: Phase
    active: Side
    times: tuple[str, ...] = ()
    rule: str = ""
    key: str = ""
    not_on_turns: tuple[int, ...] = ()


class SequenceChart(FileModel):
    """The file ``charts/sequence.json``: the phases of one game turn in order."""

    format: Literal["h44sequence/1"]
    id: str
    key: str
    rule: str
    steps: tuple[SequenceStep, ...]
    basis: str
