"""The combat that is being worked out: a record that a state keeps while questions are open."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class CombatRecord(BaseModel):
    """A bombardment, a maneuver combat, an assault, a landing of steps on a stack.

    ``stages`` are words that say what is still to be done, the next one first: "support", "throw",
    "lose defender 2", "fatigue attacker 1", "stay", "retreat defender", "advance". ``guns`` and
    ``air`` are the attacker's fire, ``helpers`` and ``air_defense`` the defender's.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    kind: Literal["bombardment", "maneuver", "assault", "refusal"]
    side: str
    target: str
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()
    air: int = 0
    helpers: tuple[str, ...] = ()
    air_defense: int = 0
    stages: tuple[str, ...] = ()
    retreated: tuple[str, ...] = ()
    advanced: int = 0
    result: str = ""

    def done(self) -> CombatRecord:
        """The record without its next stage."""
        return self.model_copy(update={"stages": self.stages[1:]})

    def after(self, **changes: object) -> CombatRecord:
        """The record with some fields changed."""
        return self.model_copy(update=changes)

    def then(self, *stages: str) -> CombatRecord:
        """The record with other stages instead of its next one."""
        return self.after(stages=(*stages, *self.stages[1:]))
