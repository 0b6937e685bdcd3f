"""Chapter 2: the values printed on a counter."""

from __future__ import annotations

from engine.core.counters import Counter
from engine.core.counters import Face as PrintedFace
from engine.games.airbridge.units import Face, UnitType


def type_of(counter: Counter) -> UnitType:
    """2.3b, 2.3c, 2.4a, 2.4b, 2.4c, 2.4d, 2.4e, 2.4f, 2.4g, 2.4h, 2.4i, 2.4k, 9.0a: Parse."""
    front, back = counter.front, counter.back or counter.front
    kind = str(counter.kind)
    engineer = {"engineer": "combat", "bridge_engineer": "bridge"}.get(kind, "")
    return UnitType(
        id=counter.id,
        side=str(counter.side),
        kind=kind,
        front=_face(front),
        back=_face(back),
        stacking=int(front.value("stacking") or 0),
        movement=int(front.movement),
        cm=bool(front.value("cm")),
        armor=tuple(str(front.value("armour_class") or "Inf").split("/")),
        range=front.range or 0,
        airborne=counter.airborne,
        division=counter.division or "",
        formation=counter.formation,
        engineer=engineer,
        self_propelled=kind == "self_propelled_artillery",
        steps=counter.steps,
        entries=counter.arrival.hexes,
    )


def _face(face: PrintedFace) -> Face:
    return Face(
        attack=face.attack,
        defense=face.defense,
        efficiency=int(face.value("efficiency") or 0),
        bombardment=int(face.value("bombardment") or 0),
    )
