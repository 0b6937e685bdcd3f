"""Units: the printed values of counters, and the current ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.counters import Counter, Face
from engine.games.normandy44.vocabulary import (
    ARMOURED,
    CW,
    FREE,
    GERMAN,
    MECHANISED,
    OTHER_CADRE,
    SILHOUETTES,
    US,
)
from engine.rules.base.units import TypedUnit

LAST = 1
"""The step on which a three-step unit is a cadre, if none replaces it."""


@dataclass(frozen=True, slots=True)
class Values:
    """The printed values of one side of a counter (2.3.1)."""

    factor: int
    defends_only: bool
    movement: int
    tq: int = 0
    armor: int | None = None
    antitank: int | None = None


@dataclass(frozen=True, slots=True)
class UnitType:
    """A counter of the game (2.3): its faces, formation and arrival.

    ``faces`` are the values by steps left. ``arrives`` is the turn of arrival, ``how`` its kind,
    ``where`` the colour, beach or hex.
    """

    id: str
    side: str
    kind: str
    steps: int
    faces: Mapping[int, Values] = field(compare=False)
    other: Values | None = None
    nationality: str = ""
    formation: str = ""
    mechanised: bool = False
    silhouette: bool = False
    tiger: bool = False
    restricted: bool = False
    cadre: bool = False
    arrives: int = 0
    how: str = ""
    where: str = ""

    @property
    def infantry(self) -> bool:
        """2.3.3b: return whether it counts as infantry."""
        motorised = self.kind in ("panzergrenadier", "motorised_infantry")
        return motorised or (not self.mechanised and self.kind not in ("strongpoint", "flak88"))

    @property
    def armoured(self) -> bool:
        """2.3.3c: return whether it counts as armour."""
        return self.kind in ARMOURED

    @property
    def mixed(self) -> bool:
        """11.4.2: return whether it counts as infantry and armour: armoured, with a symbol."""
        return self.kind == "armour"

    @property
    def army(self) -> str:
        """Return its army: us, cw or german."""
        if self.side == GERMAN:
            return GERMAN
        return US if self.nationality.lower() == "us" else CW


@dataclass(frozen=True, slots=True)
class Unit(TypedUnit[UnitType]):
    """A piece in play: its place and current values."""

    @property
    def values(self) -> Values:
        """Return the values of the face that is up."""
        if self.type.other is not None and OTHER_CADRE in self.status:
            return self.type.other
        faces = self.type.faces
        return faces.get(self.steps) or faces[max(faces)]

    @property
    def factor(self) -> int:
        """Return the current combat factor."""
        return self.values.factor

    @property
    def can_attack(self) -> bool:
        """10.7a: return whether it can attack: its factor is not in brackets."""
        return not self.values.defends_only and self.factor > 0

    @property
    def tq(self) -> int:
        """2.3.1c: return its troop quality."""
        return self.values.tq

    @property
    def grey(self) -> int | None:
        """2.3.1d: return its grey armour value."""
        return self.values.armor

    @property
    def armour_value(self) -> int | None:
        """2.3.1d: return its armour value, grey or red."""
        armor = self.values.armor
        return self.values.antitank if armor is None else armor

    @property
    def has_zoc(self) -> bool:
        """8.1b: return whether it has a zone of control."""
        return self.type.kind != "strongpoint" and self.factor >= 2

    @property
    def points(self) -> int:
        """7.1b: return its stacking points."""
        if self.type.kind in FREE:
            return 0
        return 2 if self.factor >= 3 else 1

    def bears(self, *names: str) -> bool:
        """Return whether it has one of these statuses."""
        return not self.status.isdisjoint(names)


def values_of(face: Face) -> Values:
    """Return the values of a printed face."""
    printed = face.values.get("cf", face.attack)
    bracketed = isinstance(printed, str)
    factor = int(printed.strip("[]()")) if isinstance(printed, str) else int(printed)
    return Values(
        factor=factor,
        defends_only=bracketed,
        movement=int(face.movement),
        tq=int(face.values.get("tq", 0)),
        armor=face.armor,
        antitank=face.antitank,
    )


def type_of(counter: Counter) -> UnitType:
    """2.3, 2.3.1a, 2.3.3a, 2.3.6, 2.3.7, 2.3.1e, 2.3.1f, 2.3.2, 2.3.4: return a counter's type."""
    front, back = values_of(counter.front), None
    faces = dict.fromkeys(range(1, counter.steps + 1), front)
    if counter.back is not None:
        back = values_of(counter.back)
        if counter.back.means == "reduced":
            faces = {n: front if n == counter.steps else back for n in faces}
    arrival = counter.arrival
    where = arrival.area or (arrival.hexes[0] if arrival.hexes else arrival.code)
    values = counter.front.values
    return UnitType(
        id=counter.id,
        side=str(counter.side),
        kind=counter.kind,
        steps=counter.steps,
        faces=faces,
        other=back if counter.role == "cadre" else None,
        nationality=counter.nationality,
        formation="" if counter.formation == "-" else counter.formation,
        mechanised=counter.mechanized or counter.kind in MECHANISED,
        silhouette=counter.vehicle and counter.kind in SILHOUETTES | {"recon"},
        tiger=bool(values.get("tiger")),
        restricted="restricted" in values,
        cadre=counter.role == "cadre",
        arrives=arrival.turn or 0,
        how=arrival.how,
        where=where or "",
    )


CADRES: Mapping[tuple[str, str], tuple[tuple[str, bool], ...]] = {
    ("US", "infantry"): (("US-Cadre-AG", False), ("US-Cadre-HM", True)),
    ("US", "airborne"): (("US-Cadre-AG", True),),
    ("US", "glider"): (("US-Cadre-AG", True),),
    ("US", "armour"): (("US-Cadre-HM", False),),
    ("British", "airborne"): (("BR-Cadre-AB", False),),
    ("British", "glider"): (("BR-Cadre-AB", False),),
    ("British", "infantry"): (("BR-Cadre-CG", False), ("BR-Cadre-HJ", True)),
    ("British", "motorised_infantry"): (("BR-Cadre-CG", True),),
    ("British", "armour"): (("BR-Cadre-HJ", False),),
    ("Canadian", "infantry"): (("CAN-Cadre", False),),
    ("German Army", "panzergrenadier"): (("GE-Cadre-AJ", False),),
    ("SS", "panzergrenadier"): (("GE-Cadre-AJ", True),),
    ("Luftwaffe", "parachute"): (("GE-Cadre-FJ", False),),
}
"""17.9.1a: the cadres that fit a unit by nationality and kind; True where the other face is up."""
