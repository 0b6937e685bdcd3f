"""2.3: the values of a counter by its steps and statuses.

Elsewhere: 2.3.6 ``ch10_shifts:shifts``; 2.3.7 ``ch06_stacking:stacked``; 2.3.10
``ch10_strengths:Combat.armor``; 2.3.12 ``ch11_steps:lose_step``; 2.3.14
``clauses:vehicles_off_the_road``; 2.3.14, 2.3.16 ``clauses:water``; 2.3.14
``mover:Mover.landing_objections``; 2.3.15 ``ch10_shifts:_armor_shift``.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.counters import Counter, Face
from engine.games.holland44.constants import DISMOUNTED_MA, DIVISION_OF, MOVED_MA, SIXTH
from engine.games.holland44.ground import FOOT, GUN, MECHANIZED, VEHICLE

MOVED = frozenset({"moved", "moved_german"})
"""Statuses of artillery with a moved marker, one for each side."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Values of a counter by its steps and statuses, shared by equal pieces.

    ``movement`` is in sixths of a point. ``cls`` is the movement class. ``infantry`` is every
    combat unit that is not a vehicle (2.3.13). ``bond_steps`` are the steps that can form ZOC bonds
    (7.4.1).
    """

    counter: Counter
    side: str
    steps: int
    status: frozenset[str]
    attack: int
    defense: int
    movement: int
    cls: int
    vehicle: bool
    tank: bool
    infantry: bool
    unknown: bool
    head: bool
    artillery: bool
    free: bool
    armor: int | None
    antitank: bool
    quality: str
    formation: str
    division: str | None
    airborne: bool
    good_order: bool
    full_retreat: bool
    has_zoc: bool
    bond_steps: int
    moved: bool


def profile(
    counter: Counter,
    mechanized: bool,
    face: Face,
    side: str,
    steps: int,
    status: frozenset[str],
) -> Profile:
    """2.3.13, 2.3.14, 25.2.1: return the profile of a counter with a face up."""
    kind = counter.kind
    unknown, head = kind == "unknown", kind == "supply_head"
    moved = not MOVED.isdisjoint(status)
    dismounted = "dismounted" in status
    full_retreat = "full_retreat" in status
    good_order = not full_retreat and "disrupted" not in status
    movement = round(face.movement * SIXTH)
    if dismounted:
        movement, cls = DISMOUNTED_MA, FOOT
    elif kind == "artillery":
        movement, cls = (MOVED_MA, VEHICLE) if moved else (movement, GUN)
    elif counter.vehicle:
        cls = VEHICLE
    else:
        cls = MECHANIZED if mechanized else FOOT
    return Profile(
        counter=counter,
        side=side,
        steps=steps,
        status=status,
        attack=0 if face.support else face.attack,
        defense=face.defense,
        movement=movement,
        cls=cls,
        vehicle=counter.vehicle,
        tank=counter.tank,
        infantry=not counter.vehicle and not head,
        unknown=unknown,
        head=head,
        artillery=kind == "artillery",
        free=counter.stacking == "free",
        armor=face.armor_value,
        antitank=face.antitank is not None,
        quality=counter.quality,
        formation=counter.formation,
        division=DIVISION_OF.get(counter.division or "", counter.division),
        airborne=counter.airborne,
        good_order=good_order,
        full_retreat=full_retreat,
        has_zoc=not full_retreat and counter.role != "garrison",
        bond_steps=steps if good_order and not unknown and not head else 0,
        moved=moved,
    )
