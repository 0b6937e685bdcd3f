"""The combat that is being worked out: a record that a state keeps while questions are open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict

Stage = Literal[
    "support",
    "throw",
    "defender_loss",
    "defender_eliminated",
    "exchange_defender",
    "exchange_attacker",
    "attacker_loss",
    "attacker_eliminated",
    "defender_retreat",
    "attacker_retreat",
    "advance",
]
"""What is still to be done, in order: the head of the list is done next."""


class CombatRecord(BaseModel):
    """A combat or a bombardment.

    ``firers`` are the attacker's artillery that supports from afar, ``helpers`` the defender's.
    ``column`` and ``result`` are set by the throw. ``hit`` are units that took a loss from the
    result itself (5.3.2a, 5.3.3c), ``owed`` the attack factors an exchange still costs.
    ``chain`` are the hexes that a chain retreat has led through.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    kind: Literal["ground", "artillery", "air"] = "ground"
    side: str
    target: str
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    firers: tuple[str, ...] = ()
    helpers: tuple[str, ...] = ()
    air: int = 0
    air_defense: int = 0
    column: str = ""
    throw: int = 0
    result: str = ""
    stages: tuple[Stage, ...] = ()
    hit: tuple[str, ...] = ()
    retreated: tuple[str, ...] = ()
    advanced: tuple[str, ...] = ()
    owed: int = 0
    paid: int = 0
    chain: tuple[str, ...] = ()

    def after(self, **changes: object) -> CombatRecord:
        """The record with some fields changed."""
        return self.model_copy(update=changes)

    def done(self) -> CombatRecord:
        """The record without its next stage."""
        return self.after(stages=self.stages[1:])

    def with_hit(self, units: Iterable[str]) -> CombatRecord:
        """The record with further units that took a loss."""
        return self.after(hit=(*self.hit, *units))
