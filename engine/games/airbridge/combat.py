"""The record of the current combat, stored in the state while decisions are pending."""

from __future__ import annotations

from typing import Literal

from engine.rules.base.combat import CombatRecord as BaseRecord


class CombatRecord(BaseRecord):
    """A bombardment, manoeuvre combat, assault, or advance after refused combat.

    ``guns`` and ``air`` support the attacker, ``helpers`` and ``air_defense`` the defender.
    """

    kind: Literal["bombardment", "maneuver", "assault", "refusal"]
    guns: tuple[str, ...] = ()
    air: int = 0
    helpers: tuple[str, ...] = ()
    air_defense: int = 0
    retreated: tuple[str, ...] = ()
