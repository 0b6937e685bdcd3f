"""Records of combats that a state keeps: attacks declared, and the battle that is fought now."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class _Record(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")


class Attack(_Record):
    """8.1a, 8.3h: A declared attack: the attackers, the hexes, and the supporting guns.

    A gun is named once for each point that it adds.
    """

    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    support: tuple[str, ...] = ()


class Attacks(_Record):
    """The attacks of a phase that are still to be fought; ``begun`` once one has been fought."""

    declared: tuple[Attack, ...] = ()
    begun: bool = False


class Fight(_Record):
    """A combat inside the enlarged area: counters against counters, and the guns that support."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    support: tuple[str, ...] = ()


class Flight(_Record):
    """A flight under way (8.3n): the hexes still to enter, and the guns that have held
    their fire.
    """

    side: str
    units: tuple[str, ...]
    path: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()


class Battle(_Record):
    """A battle in the enlarged area (8.1e).

    ``places`` maps units to their hexes in the area. ``stages`` names the remaining stages, next
    one first. ``done`` are the units that have acted in the stage. ``support`` are the unused
    points of guns outside the area. ``spent`` are attackers that have their combat of the turn
    elsewhere.
    """

    side: str
    layer: Literal["ground", "air"] = "ground"
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    support: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    places: dict[str, str] = {}
    stages: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    fights: tuple[Fight, ...] = ()

    def after(self, **changes: object) -> Battle:
        """Return the record with some fields changed."""
        return self.model_copy(update=changes)

    def next(self, *stages: str) -> Battle:
        """Return the record with its first stage ended, and others in its place."""
        return self.after(stages=(*stages, *self.stages[1:]), done=())

    def did(self, unit: str) -> Battle:
        """Return the record with one more unit that has acted in the stage."""
        return self.after(done=(*self.done, unit))
