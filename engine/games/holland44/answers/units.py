"""Views of units and hexes: current values, traits, facts of a hex."""

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
"""Traits by which other packages decide, by their names in a profile."""


def points(sixths: int) -> float:
    """Convert sixths to movement points, rounded to 1e-6."""
    return round(sixths / SIXTH, 6)


def view_of(unit: Unit) -> UnitView:
    """Return a view of a unit."""
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
    """Return the values of a counter with these steps and statuses."""
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
    """Return the current values of any piece, also of one in a box."""
    piece = position.state.pieces[name]
    roster = position.setting.roster
    return values_in_force(roster.profile(piece.counter, piece.side, piece.steps, piece.status))
