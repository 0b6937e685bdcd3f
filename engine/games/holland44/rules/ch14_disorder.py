"""14.1, 14.2: getting disordered, and green units that must flee."""

from __future__ import annotations

from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch08_movement.mover import Mover
from engine.games.holland44.units import Unit


def must_flee(mover: Mover) -> bool:
    """Do these units begin the phase disrupted and green in EZOC, which they must leave (14.2)?"""
    return (
        mover.start in mover.enemy.zone
        and not mover.done
        and any(u.profile.quality == "low" and not u.profile.good_order for u in mover.units)
    )


def disorder(work: Resolution, unit: Unit) -> None:
    """One level down: disrupted, and a disrupted unit goes into full retreat (14.1.2)."""
    if unit.profile.good_order:
        work.status(unit.id, add=["disrupted"], remove=["engaged"])
    else:
        work.status(unit.id, add=["full_retreat"], remove=["disrupted"])
