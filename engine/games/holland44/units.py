"""Units as the rules see them: the values in force with their steps and statuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.core.counters import Counter, CounterSet, Face
from engine.games.holland44.ground import FOOT, GUN, MECHANIZED, VEHICLE
from engine.games.holland44.meta import DISMOUNTED_MA, DIVISION_OF, MOVED_MA, SIXTH

MOVED = frozenset({"moved", "moved_german"})
"""The statuses of artillery under a moved marker, one for each side."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a counter is worth with so many steps and these statuses; shared by equal pieces.

    ``movement`` is in sixths of a point; ``cls`` the movement class; ``infantry`` every
    unit that is no vehicle and fights (2.3.13); ``bond_steps`` the steps that
    can form ZOC bonds (7.4.1).
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


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece in play: its id, its profile and the place where it stands."""

    id: str
    place: int
    p: Profile


class Roster:
    """The counters a position may name: the module's, and those given inline."""

    def __init__(self, counters: CounterSet, inline: Mapping[str, Counter] | None = None) -> None:
        self._counters = counters
        self._inline = dict(inline or {})
        self._profiles: dict[tuple[str, str, int, frozenset[str]], Profile] = {}
        self.corps_level = frozenset(f.id for f in counters.formations.values() if f.corps_level)
        self.members = {f.id: f.members for f in counters.formations.values() if f.members}

    def counter(self, name: str) -> Counter:
        """The counter of a piece. Raises KeyError for an unknown one."""
        return self._inline[name] if name in self._inline else self._counters.of(name)

    def profile(self, name: str, side: str, steps: int, status: frozenset[str]) -> Profile:
        """The profile of a piece, made once for equal arguments."""
        key = (name, side, steps, status)
        found = self._profiles.get(key)
        if found is None:
            counter = self.counter(name)
            face, shown = self._face(name, counter, steps, status)
            found = self._profiles[key] = profile(counter, shown, face, side, steps, status)
        return found

    def _face(
        self, name: str, counter: Counter, steps: int, status: Iterable[str]
    ) -> tuple[Face, bool]:
        """The face in force, and whether it belongs to the mechanized class.

        The last of three steps is fought by a remnant counter (11.4).
        """
        if name in self._inline:
            return counter.front, counter.mechanized
        if counter.needs_remnant(steps):
            stand_ins = self._counters.remnants_for(counter)
            if stand_ins:
                other, shown = stand_ins[0]
                return other.face(shown), other.is_mechanized(shown)
            return counter.face("back"), counter.mechanized
        up = counter.face_name(steps, status)
        return counter.face(up), counter.is_mechanized(up)


def profile(
    counter: Counter,
    mechanized: bool,
    face: Face,
    side: str,
    steps: int,
    status: frozenset[str],
) -> Profile:
    """The profile of a counter with a face up."""
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
