"""Dice records: what was rolled, how, and for what. Random draws are dice too."""

from __future__ import annotations

import random
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, model_validator

Source = Literal["rolled", "entered", "imported", "scripted"]


class Dice(BaseModel):
    """One throw: ``count`` dice of ``sides`` sides. A draw from n things is one die of n sides."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sides: int = Field(ge=1, lt=2**31)
    count: int = Field(ge=1, le=100)
    values: tuple[int, ...]
    source: Source
    reason: str = ""

    @model_validator(mode="after")
    def _values_fit(self) -> Dice:
        if len(self.values) != self.count or not all(1 <= v <= self.sides for v in self.values):
            raise ValueError(f"{self.count} values from 1 to {self.sides} expected")
        return self


class DiceSource(Protocol):
    """Where dice come from: a generator, a person, a script."""

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """Roll and return the record."""
        ...


class Rolled:
    """Dice from a random generator (the system's own, unless a seeded one is given)."""

    def __init__(self, generator: random.Random | None = None) -> None:
        self._random = generator or random.SystemRandom()

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """Roll and return the record."""
        values = tuple(self._random.randint(1, sides) for _ in range(count))
        return Dice(sides=sides, count=count, values=values, source="rolled", reason=reason)
