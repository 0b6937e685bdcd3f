"""The combat that is being worked out: a record that a state keeps while questions are open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from engine.rules.base.combat import CombatRecord as BaseRecord

SUPPORT, THROW, LOSS, ELIMINATED = "support", "throw", "loss", "eliminated"
EXCHANGE, RETREAT, ADVANCE = "exchange", "retreat", "advance"
"""The kinds of stages of a combat."""


class CombatRecord(BaseRecord):
    """A combat or a bombardment.

    ``firers`` are the attacker's artillery that supports from afar, ``helpers`` the defender's.
    ``hit`` are units that took a loss from the result itself (5.3.2a, 5.3.3c), ``owed`` the attack
    factors an exchange still costs. ``chain`` are the hexes that a chain retreat has led through.
    """

    kind: Literal["ground", "artillery", "air"] = "ground"
    firers: tuple[str, ...] = ()
    helpers: tuple[str, ...] = ()
    air: int = 0
    air_defense: int = 0
    hit: tuple[str, ...] = ()
    retreated: tuple[str, ...] = ()
    advanced: tuple[str, ...] = ()
    owed: int = 0
    paid: int = 0
    chain: tuple[str, ...] = ()

    def with_hit(self, units: Iterable[str]) -> CombatRecord:
        """The record with further units that took a loss."""
        return self.after(hit=(*self.hit, *units))
