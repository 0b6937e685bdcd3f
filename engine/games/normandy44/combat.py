"""The record of the current combat, stored in the state while decisions are pending."""

from __future__ import annotations

from typing import Final, Literal

from engine.rules.base.combat import CombatRecord as BaseRecord

LOSS, ANY_LOSS, STAND, RETREAT, ADVANCE = "loss", "any_loss", "stand", "retreat", "advance"
LIMITED, ASSAULT_LOSS, ASSAULT_ADVANCE = "limited", "assault_loss", "assault_advance"
"""The kinds of stages of a combat."""
ASSAULT: Final = "assault"


class CombatRecord(BaseRecord):
    """A combat, or the assault of a beach.

    ``force`` is the main assault force (10.3); ``gave`` are its units that gave a quality, armour
    or Tiger shift (12.2.1b). ``hexes`` is the length of the retreat; ``lost_on_way`` is whether the
    stack has lost a step to water on it (13.2.1). ``stand`` is whether a landing threw an A1
    (20.3.6), or the defender was asked if he stays after A1/D2 (12.6). ``tried`` is the unit that
    led the determined defence.
    """

    kind: Literal["ground", "assault"] = "ground"
    force: tuple[str, ...] = ()
    gave: tuple[str, ...] = ()
    followers: tuple[str, ...] = ()
    lead: str = ""
    hexes: int = 2
    stand: bool = False
    lost_on_way: bool = False
    retreated: tuple[str, ...] = ()
    advanced: tuple[str, ...] = ()
    reserve: bool = False
    tried: str = ""
    limit: int = 2
