"""14.1, 14.2: disorder, and green units that must flee."""

from __future__ import annotations

from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch08_movement.mover import Mover
from engine.games.holland44.units import Unit


def must_flee(mover: Mover) -> bool:
    """Return whether units must leave EZOC because they begin disrupted and green in it (14.2)."""
    return (
        mover.start in mover.enemy.zone
        and not mover.done
        and any(u.profile.quality == "low" and not u.profile.good_order for u in mover.units)
    )


def disorder(work: Resolution, unit: Unit) -> None:
    """Disrupt a unit; a disrupted unit goes into full retreat (14.1.2)."""
    if unit.profile.good_order:
        work.status(unit.id, add=["disrupted"], remove=["engaged"])
    else:
        work.status(unit.id, add=["full_retreat"], remove=["disrupted"])
