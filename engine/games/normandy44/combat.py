"""The combat that is being worked out: a record that a state keeps while questions are open."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Stage = Literal[
    "attacker_loss",
    "defender_loss",
    "any_attacker_loss",
    "stand",
    "retreat",
    "advance",
    "limited",
    "assault_loss",
    "assault_advance",
]
"""What is still to be done, in order: the head of the list is done next."""


class CombatRecord(BaseModel):
    """A combat, or the assault of a beach.

    ``force`` is the main assault force (10.3), ``gave`` its units that gave a quality, armour or
    Tiger shift (12.2.1b). ``chooser`` says which side picks the losses of the next stage.
    ``losses`` are the steps the next stage still takes. ``hexes`` is the length of the retreat,
    ``lost_on_way`` whether the stack has paid for water on it (13.2.1). ``tried`` is the unit that
    led the determined defence.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    kind: Literal["ground", "assault"] = "ground"
    side: str
    target: str
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    force: tuple[str, ...] = ()
    gave: tuple[str, ...] = ()
    followers: tuple[str, ...] = ()
    lead: str = ""
    column: str = ""
    throw: int = 0
    result: str = ""
    stages: tuple[Stage, ...] = ()
    losses: tuple[int, ...] = ()
    chooser: tuple[str, ...] = ()
    hexes: int = 2
    stand: bool = False
    lost_on_way: bool = False
    retreated: tuple[str, ...] = ()
    advanced: tuple[str, ...] = ()
    reserve: bool = False
    tried: str = ""
    vacated: bool = False
    limit: int = 2

    def after(self, **changes: object) -> CombatRecord:
        """The record with some fields changed."""
        return self.model_copy(update=changes)

    def done(self) -> CombatRecord:
        """The record without its next stage."""
        return self.after(stages=self.stages[1:], losses=self.losses[1:], chooser=self.chooser[1:])

    def then(self, *stages: tuple[Stage, int, str]) -> CombatRecord:
        """The record with stages put before those that are left: stage, steps, who picks."""
        return self.after(
            stages=(*(s[0] for s in stages), *self.stages),
            losses=(*(s[1] for s in stages), *self.losses),
            chooser=(*(s[2] for s in stages), *self.chooser),
        )
