"""Units and hexes as others see them: values in force, traits, what a hex is in a position."""

from __future__ import annotations

from typing import Any

from engine.games.holland44.constants import SIXTH
from engine.games.holland44.ground import FOOT
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch02_units import Profile
from engine.games.holland44.units import Unit
from engine.rules.answers import UnitView

FLAGS = (
    "vehicle",
    "tank",
    "infantry",
    "unknown",
    "head",
    "artillery",
    "antitank",
    "airborne",
    "good_order",
    "full_retreat",
)
"""What of a profile decides questions that others ask, by its name there."""


def points(sixths: int) -> float:
    """Sixths as movement points, rounded to 1e-6."""
    return round(sixths / SIXTH, 6)


def view_of(unit: Unit) -> UnitView:
    """A unit as others see it."""
    p = unit.profile
    return UnitView(
        id=unit.id,
        counter=p.counter.id,
        side=p.side,
        place=unit.place,
        steps=p.steps,
        kind=p.counter.kind,
        formation=p.formation,
        status=p.status,
        traits=frozenset(name for name in FLAGS if getattr(p, name)),
        values=values_in_force(p),
    )


def values_in_force(p: Profile) -> dict[str, Any]:
    """The values of a counter with so many steps in these statuses."""
    return {
        "attack": p.attack,
        "defense": p.defense,
        "movement": points(p.movement),
        "armor": p.armor,
        "quality": p.quality,
        "formation": p.formation,
        "kind": p.counter.kind,
        "mechanized": p.counter.mechanized or p.cls != FOOT,
        "vehicle": p.vehicle,
    }


def values_of(position: Position, name: str) -> dict[str, Any]:
    """The values in force of any piece, also of one in a box."""
    piece = position.state.pieces[name]
    roster = position.setting.roster
    return values_in_force(roster.profile(piece.counter, piece.side, piece.steps, piece.status))
