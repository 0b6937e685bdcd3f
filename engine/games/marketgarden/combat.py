"""The record of the current combat, stored in the state while decisions are pending."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from engine.rules.base.combat import CombatRecord as BaseRecord

SUPPORT, THROW, LOSS, ELIMINATED = "support", "throw", "loss", "eliminated"
EXCHANGE, RETREAT, ADVANCE = "exchange", "retreat", "advance"
"""The kinds of stages of a combat."""


class CombatRecord(BaseRecord):
    """A combat or a bombardment.

    ``firers`` are the attacker's supporting artillery, ``helpers`` the defender's. ``hit`` are
    units that lost a step to the result itself (5.3.2a, 5.3.3c), ``owed`` the attack factors that
    the attacker must pay in an exchange. ``chain`` are the hexes that a chain retreat has vacated.
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
        """Return the record with more units that lost a step."""
        return self.after(hit=(*self.hit, *units))
