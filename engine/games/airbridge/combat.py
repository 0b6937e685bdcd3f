"""The combat that is being worked out: a record that a state keeps while questions are open."""

from __future__ import annotations

from typing import Literal

from engine.rules.base.combat import CombatRecord as BaseRecord


class CombatRecord(BaseRecord):
    """A bombardment, a maneuver combat, an assault, an advance after refused combat.

    ``guns`` and ``air`` are the attacker's fire, ``helpers`` and ``air_defense`` the defender's.
    """

    kind: Literal["bombardment", "maneuver", "assault", "refusal"]
    guns: tuple[str, ...] = ()
    air: int = 0
    helpers: tuple[str, ...] = ()
    air_defense: int = 0
    retreated: tuple[str, ...] = ()
