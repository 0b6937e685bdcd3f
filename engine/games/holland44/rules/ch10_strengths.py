"""10.1 to 10.5, 10.8: strengths of both sides in a combat.

Elsewhere: 10.6 ``ch11_losses:_paying_attackers``; 10.7 ``ch04_weather:air_units_of_the_day``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from engine.board.board import BEYOND
from engine.games.holland44.constants import BEATEN, UNKNOWN_DEFENSE
from engine.games.holland44.ground import VEHICLE
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch06_stacking import is_overstacked
from engine.games.holland44.tracks import FOUGHT
from engine.games.holland44.units import Unit
from engine.rules.odds import Strength, total

ANY = "any"
"""The formation of breakdown and remnant counters, which belong to every formation."""
T = TypeVar("T")
"""A fact about a combat."""
Reason = tuple[str, float]
"""A rule that changes a strength, and the factor."""


@dataclass(frozen=True, slots=True)
class Share:
    """One unit's part in the strength of its side."""

    unit: str
    printed: int
    used: int
    why: tuple[Reason, ...]


@dataclass(frozen=True)
class Combat:
    """An attack on a hex: attackers, supporting artillery, air units. Nothing is checked here."""

    position: Position
    attackers: tuple[Unit, ...]
    target: int
    artillery: tuple[Unit, ...] = ()
    air: int = 0
    breakthrough: bool = False
    joined: frozenset[str] = frozenset()
    """Attackers of a breakthrough group, who add half their strength (16.5)."""
    revealed: frozenset[str] = frozenset()
    """Units revealed by this attack: they defend even beyond the stacking limit (25.4)."""

    @property
    def side(self) -> str:
        """Return the attacking side."""
        return self.attackers[0].profile.side

    @property
    def landing(self) -> bool:
        """Return whether the attackers land on the hex from the air (22.6)."""
        return any(u.id in self.position.aloft for u in self.attackers)

    @cached_property
    def present(self) -> list[Unit]:
        """Return all units in the target hex."""
        return self.position.stack(self.target)

    @cached_property
    def _case(self) -> tuple[object, ...]:
        """Return all that the defence depends on besides the units in the hex."""
        tracks = self.position.state.tracks
        fought = tuple(tracks.get(FOUGHT + u.id) for u in self.present)
        case = (self.breakthrough, self.revealed, self.all_from_water, self.landing)
        return self.target, *case, *fought

    def _kept(self, name: str, make: Callable[[], T]) -> T:
        """Return a fact about the defence, computed once while it depends on the same."""
        fact: T = self.position.setting.latest((name, self._case), (self.present,), make)
        return fact

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """6.4.2, 13.1.4, 14.2, 14.3.2, 18.2.2: return the units that count in the defence.

        Units in full retreat (14.3.2), the excess of an overstacked hex (6.4.2; the strongest stay)
        and a supply head stacked with others (18.2.2) do not count.
        """

        def counted() -> tuple[Unit, ...]:
            able = sorted(
                (u for u in self.present if not u.profile.full_retreat and not self.shaken(u)),
                key=lambda u: (-self._worth(u), u.id),
            )
            company = [u for u in able if not u.profile.head]
            able = company or able
            within: list[Unit] = []
            for unit in able:
                if unit.id not in self.revealed and not is_overstacked([*within, unit]):
                    within.append(unit)
            return tuple(u for u in able if u in within or u.id in self.revealed)

        return self._kept("defenders", counted)

    def shaken(self, unit: Unit) -> bool:
        """13.5: return whether a unit retreated among friends in the phase and does not defend."""
        return (
            not self.breakthrough and unit in self.beaten and len(self.beaten) < len(self.present)
        )

    @cached_property
    def beaten(self) -> list[Unit]:
        """Return the units in the target hex that have retreated in the phase."""
        tracks = self.position.state.tracks
        return [u for u in self.present if tracks.get(FOUGHT + u.id) in BEATEN]

    def _worth(self, unit: Unit) -> int:
        return total([self._defense(unit)[0]]).value

    @cached_property
    def outside(self) -> tuple[Unit, ...]:
        """Return the units in the target hex that do not count in its defence."""
        inside = {u.id for u in self.defenders}
        return tuple(u for u in self.present if u.id not in inside)

    @cached_property
    def terrain(self) -> str:
        """Return the terrain of the target hex; "city" for a city."""
        return self.position.ground.terrain[self.target]

    def origin(self, unit: Unit) -> int:
        """Return the hex a unit attacks from; BEYOND for an entry area."""
        return unit.place if self.position.places.is_hex(unit.place) else BEYOND

    def water(self, unit: Unit) -> str | None:
        """Return the water that a unit attacks across."""
        return self.position.ground.water.get((self.origin(unit), self.target))

    def bridge(self, unit: Unit) -> str | None:
        """Return the bridge between a unit and the target."""
        return self.position.crossings.bridge.get((self.origin(unit), self.target))

    def from_terrain(self, unit: Unit) -> str | None:
        """Return the terrain a unit attacks from."""
        origin = self.origin(unit)
        return self.position.ground.terrain[origin] if origin != BEYOND else None

    def can_cross(self, unit: Unit) -> bool:
        """Return whether a vehicle could move from a unit's hex into the target (10.3.4)."""
        origin = self.origin(unit)
        if origin == BEYOND:
            return self.position.crossings.first_edge(self.target, VEHICLE) is not None
        return self.target in self.position.crossings.vehicle_links[origin]

    # -- strengths ------------------------------------------------------------------------------

    @cached_property
    def enemy_armor(self) -> int:
        """Return the best armour value of the defence; 0 for none."""
        return max((u.profile.armor or 0 for u in self.defenders), default=0)

    def armor(self, unit: Unit) -> int:
        """2.3.10, 10.3.3: return a unit's armour value in attack: 1 less for anti-tank units."""
        return (
            0
            if unit.profile.armor is None
            else unit.profile.armor - (1 if unit.profile.antitank else 0)
        )

    @cached_property
    def attack_armor(self) -> int:
        """Return the best armour value of the attack; 0 for none."""
        return max((self.armor(u) for u in self.attackers), default=0)

    def attack_reasons(self, unit: Unit, full: bool) -> Iterator[str]:
        """9.5.2, 10.4, 10.8.2, 10.8.3, 10.8.4, 18.4, 22.3.6: yield the rules that halve an
        attacker.

        ``full`` is for the lead formation and the attached unit.
        """
        p = unit.profile
        if unit.id in self.joined:
            yield "16.5"
        elif not full:
            yield "10.2.1"
        if self.landing:
            yield "22.6"
        water = self.water(unit)
        if water == "major_river":
            yield "9.5.2" if self.bridge(unit) else "10.8.2"
        elif water and (p.vehicle or water in ("canal", "lake")):
            yield "10.8.2"
        if p.vehicle:
            ground = self.position.ground
            for terrain in dict.fromkeys((self.terrain, self.from_terrain(unit))):
                if terrain == "marsh":
                    yield "10.8.3"
                elif terrain and ground.rows[terrain].attack:
                    yield "10.8.4"
        if p.armor is not None and self.enemy_armor > self.attack_armor:
            yield "10.4"
        if "engaged" in p.status:
            yield "11.5.1"
        if "scattered" in p.status:
            yield "22.3.6"
        if "out_of_supply" in p.status:
            yield "18.4"

    @cached_property
    def all_from_water(self) -> bool:
        """10.8.2: return whether every attacker comes from a marsh or across a river or canal."""
        return all(self.from_terrain(u) == "marsh" or self.water(u) for u in self.attackers)

    def _defense(self, unit: Unit) -> tuple[Strength, tuple[Reason, ...]]:
        """10.5.1, 14.2, 17.3, 25.4: return a defender's strength, and what changes it."""
        p = unit.profile
        if p.unknown:
            printed = UNKNOWN_DEFENSE
        elif p.moved:
            return Strength(unit.id, p.defense, fixed=1), (("17.3", 1.0),)
        else:
            printed = p.defense
        why: list[Reason] = []
        if "disrupted" in p.status:
            why.append(("14.2", 0.5))
        doubled = False
        ground = self.position.ground
        town = self.position.board.settlement[self.target] in ("town", "city")
        row = "city" if self.terrain == "city" else "town"
        if town and ground.rows[row].defense == "double" and not p.vehicle:
            why.append(("10.5.1", 2.0))
            doubled = True
        if self.all_from_water:
            why.append(("10.8.2", 2.0))
            doubled = True
        if self.landing:
            why.append(("22.6", 2.0))
            doubled = True
        return Strength(unit.id, printed, halved="disrupted" in p.status, doubled=doubled), tuple(
            why
        )

    @cached_property
    def defense(self) -> tuple[int, tuple[Share, ...]]:
        """Return the strength of the defence and each unit's share."""
        return self._kept("defence", self._shared_defense)

    def _shared_defense(self) -> tuple[int, tuple[Share, ...]]:
        known = {u.id: self._defense(u) for u in self.defenders}
        strengths = [strength for strength, _ in known.values()]
        value = total(strengths)
        used = dict(value.shares)
        printed = {s.unit: s.printed for s in strengths}
        shares = [Share(u.id, printed[u.id], used[u.id], known[u.id][1]) for u in self.defenders]
        for unit in self.outside:
            if unit.profile.full_retreat:
                rule = "14.3.1"
            elif self.shaken(unit):
                rule = "13.5"
            else:
                rule = "18.2.2" if unit.profile.head else "6.4.2"
            shares.append(Share(unit.id, unit.profile.defense, 0, ((rule, 0.0),)))
        return value.value, tuple(shares)

    # -- formations -----------------------------------------------------------------------------

    def formations(self) -> list[str]:
        """Return the names of the formations that may lead this attack."""
        leaders = [u for u in self.attackers if u.id not in self.joined]
        named = sorted({u.profile.formation for u in leaders if u.profile.formation != ANY})
        return named or [ANY]

    def formation(self, name: str) -> str:
        """Return a leading formation by its name or a prefix of it; else the name unchanged."""
        named = self.formations()
        close = [f for f in named if f != ANY and f.startswith(name)]
        return close[0] if len(close) == 1 and name not in named else name

    def leads(self, unit: Unit, lead: str) -> bool:
        """Return whether a unit counts as part of a formation; joining groups never do."""
        if unit.id in self.joined:
            return False
        if unit.profile.formation in (lead, ANY):
            return True
        return lead in self.position.setting.roster.members.get(unit.profile.formation, ())

    def attachable(self, lead: str) -> list[Unit]:
        """10.2.4: return the units that may be attached to a lead formation (10.2.3, 10.2.4)."""
        hexes = {u.place for u in self.attackers if self.leads(u, lead)}
        corps = self.position.setting.roster.corps_level
        return [
            u
            for u in self.attackers
            if u.id not in self.joined
            and not self.leads(u, lead)
            and (u.place in hexes or u.profile.formation in corps)
        ]

    def excess(self) -> list[Unit]:
        """6.4.2, 19.7: return attackers in excess of what may attack from one hex.

        Units that have attacked from the hex before, and are still there, count too. Units in an
        entry area attack as if it had hexes next to the target (19.7): one for each side over
        which the target leaves the map.
        """
        beyond: list[Unit] = []
        hexes: dict[int, list[list[Unit]]] = {}
        off_map = max(1, len(self.position.ground.outer_sides.get(self.target, ())))
        for unit in sorted(self.attackers, key=lambda u: (-u.profile.attack, u.id)):
            number = 1 if self.position.area_of(unit.place) is None else off_map
            if unit.place not in hexes:
                hexes[unit.place] = [self._spent(unit.place), *([] for _ in range(1, number))]
            stacks = hexes[unit.place]
            here = next((s for s in stacks if not is_overstacked([*s, unit])), None)
            if here is None:
                beyond.append(unit)
            else:
                here.append(unit)
        return beyond

    def _spent(self, hex_: int) -> list[Unit]:
        """6.4.2: return other units in a hex that have attacked in the phase or by automatic DS."""
        tracks = self.position.state.tracks
        return [
            u
            for u in self.position.stacks[self.side].get(hex_, ())
            if u not in self.attackers
            and (tracks.get(FOUGHT + u.id) == "attacked" or "auto_ds" in u.profile.status)
        ]
