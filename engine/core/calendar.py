"""``charts/calendar.json``: the turns of a game with their dates."""

from __future__ import annotations

import datetime
from typing import Literal

from pydantic import Field

from engine.core.counters import FileModel


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
