"""Dice records: values, method and purpose of a roll. Random draws are dice too."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

Source = Literal["rolled", "entered", "imported", "scripted"]
DRAW = "draw:"
"""Prefix of the reason of a draw from a pool, followed by the pool's name."""


class Dice(BaseModel):
    """One throw: ``count`` dice of ``sides`` sides. A draw from n things is one die of n sides."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    sides: int = Field(ge=1, lt=2**31)
    count: int = Field(ge=1, le=100)
    values: tuple[int, ...]
    source: Source
    reason: str = ""
    proof: dict[str, JsonValue] | None = None
    """Proof that the values were not chosen: ``scheme`` names the method."""

    @model_validator(mode="after")
    def _values_fit(self) -> Dice:
        if len(self.values) != self.count or not all(1 <= v <= self.sides for v in self.values):
            raise ValueError(f"{self.count} values from 1 to {self.sides} expected")
        if self.proof is not None and not isinstance(self.proof.get("scheme"), str):
            raise ValueError("a proof names its scheme")
        return self


def shown(dice: tuple[Dice, ...], faces: Sequence[int]) -> tuple[Dice, ...]:
    """Return throws with the faces of a special die for the sides of a common one.

    A log records sides. Draws, and dice with another number of sides, stay as they are.
    """
    if not faces:
        return dice
    return tuple(
        d
        if d.sides != len(faces) or d.reason.startswith(DRAW)
        else d.model_copy(update={"values": tuple(faces[v - 1] for v in d.values)})
        for d in dice
    )


class DiceSource(Protocol):
    """A source of dice: a generator, a person, a script."""

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
