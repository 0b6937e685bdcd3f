"""7: the zone of control and ZOC bonds of one side, computed once per position."""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property

from engine.games.holland44.constants import STACK_LIMIT
from engine.games.holland44.ground import Crossings, Ground
from engine.games.holland44.rules.ch06_stacking import is_overstacked
from engine.games.holland44.units import Unit
from engine.search.zoc import Bonds, bonds, zone

OF_THE_STACKS = frozenset(
    {"taken", "zone", "known_zone", "beside", "overstacked", "garrisons", "lone_unknowns"}
)
"""Attributes of a front that depend only on its stacks and the bridges."""


class Front:
    """One side on the map: its stacks, zone of control and bonds."""

    def __init__(
        self,
        side: str,
        stacks: dict[int, list[Unit]],
        occupied: Set[int],
        ground: Ground,
        crossings: Crossings,
        edge: frozenset[int],
    ) -> None:
        """Create a front; ``edge`` are the hexes of the map's edge that belong to the side.

        It does not refer to its position: positions without cycles are freed at once.
        """
        self.side = side
        self.stacks = stacks
        """The units of the side, by hex."""
        self.hexes = stacks.keys()
        self._occupied = occupied
        self._ground = ground
        self._crossings = crossings
        self._edge = edge

    def take_over(self, like: Front) -> None:
        """Take over cached values of the previous position that are still valid."""
        if like.stacks is not self.stacks or like._crossings is not self._crossings:
            return
        known = like.__dict__
        for name in OF_THE_STACKS & known.keys():
            self.__dict__[name] = known[name]
        if "bonds" in known and like._edge == self._edge:
            changed = like._occupied ^ self._occupied
            if changed.isdisjoint(known["bonds"].between):
                self.__dict__["bonds"] = known["bonds"]

    @cached_property
    def taken(self) -> frozenset[int]:
        """Return the hexes with units of this side."""
        return frozenset(self.hexes)

    @cached_property
    def zone(self) -> set[int]:
        """7.1, 14.2, 14.3.2, 19.4: return the hexes in this side's zone of control."""
        return self._zone(False)

    @cached_property
    def known_zone(self) -> set[int]:
        """Return the zone without that of unrevealed unknown units (25.3.1)."""
        if not any(u.profile.unknown for stack in self.stacks.values() for u in stack):
            return self.zone
        return self._zone(True)

    def _zone(self, known: bool) -> set[int]:
        holders = [
            i
            for i, stack in self.stacks.items()
            if any(u.profile.has_zoc and not (known and u.profile.unknown) for u in stack)
        ]
        return zone(self._ground.zoc, holders, self._crossings.barriers)

    @cached_property
    def bonds(self) -> Bonds:
        """7.4.1, 7.4.3, 7.4.4, 7.4.5, 7.4.6: return this side's ZOC bonds (7.4)."""
        formers: dict[int, tuple[int, int]] = {}
        for i, stack in self.stacks.items():
            foot = vehicles = 0
            for unit in stack:
                if unit.profile.vehicle:
                    vehicles += unit.profile.bond_steps
                else:
                    foot += unit.profile.bond_steps
            if foot + vehicles >= 2:
                formers[i] = foot, vehicles
        edge = self._edge
        barriers = self._crossings.barriers
        return bonds(self._ground.zoc, formers, self._occupied, barriers, edge)

    @cached_property
    def beside(self) -> set[int]:
        """Return the hexes adjacent to any unit of this side, across water too (8.2.1)."""
        ring = self._ground.ring
        return {j for i in self.hexes for j in ring[i]}

    @cached_property
    def overstacked(self) -> frozenset[int]:
        """Return the hexes with more units than the limit (6.4.1)."""
        stacks = self.stacks.items()
        return frozenset(
            i for i, stack in stacks if len(stack) > STACK_LIMIT and is_overstacked(stack)
        )

    @cached_property
    def garrisons(self) -> list[Unit]:
        """Return the units that may have to wait until the enemy comes near (23.6)."""
        return [u for stack in self.stacks.values() for u in stack if u.profile.counter.frozen]

    @cached_property
    def lone_unknowns(self) -> frozenset[int]:
        """Return the hexes with only unknown units and units in full retreat (25.3.1, 25.4)."""
        return frozenset(
            i
            for i, stack in self.stacks.items()
            if any(u.profile.unknown for u in stack)
            and all(u.profile.unknown or u.profile.full_retreat for u in stack)
        )

    def exerts(self, hex_: int) -> list[Unit]:
        """Return the units whose zone of control includes a hex."""
        blocked = self._crossings.blocked
        return [
            unit
            for i in self._ground.ring[hex_]
            if (i, hex_) not in blocked
            for unit in self.stacks.get(i, ())
            if unit.profile.has_zoc
        ]
