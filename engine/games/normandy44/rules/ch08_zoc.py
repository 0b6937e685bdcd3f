"""Chapter 8: zones of control and ZOC bonds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.games.normandy44.ground import Ground
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import SCATTERED
from engine.search import zoc
from engine.search.zoc import Bonds

TWO = (2, 0)
"""The shared search's value for a stack that may form bonds over any terrain."""


def holders(stacks: Mapping[int, Sequence[Unit]]) -> list[int]:
    """8.1a, 8.1b, 2.3.1g, 13.6g, 16.2b: return the hexes of units that have a zone.

    Strongpoints and factors of 1 have none.
    """
    return [hex_ for hex_, stack in stacks.items() if any(u.has_zoc for u in stack)]


def zone_of(ground: Ground, stacks: Mapping[int, Sequence[Unit]]) -> frozenset[int]:
    """8.1a, 8.5.6, 9.6: return the hexes around units, except over impassable and sea sides."""
    return frozenset(zoc.zone(ground.zoc_table, holders(stacks), ground.barriers))


def bond_formers(stacks: Mapping[int, Sequence[Unit]]) -> dict[int, tuple[int, int]]:
    """8.5.1a, 20.2.3a: return the stacks that may form bonds: those with a zone, not scattered."""
    return {
        hex_: TWO
        for hex_, stack in stacks.items()
        if any(u.has_zoc and SCATTERED not in u.status for u in stack)
    }


def bonds_of(ground: Ground, stacks: Mapping[int, Sequence[Unit]], enemies: Iterable[int]) -> Bonds:
    """8.5.1b, 8.5.3a, 8.5.3b, 8.5.4, 8.5.5, 8.5.6: return the bonds of one side.

    Enemy units in the hex between, or on both sides of the hexside between, negate them. They run
    to every vertex of the map's boundary and of blue hexsides, and over rivers and floods.
    """
    formers = bond_formers(stacks)
    occupied = frozenset(enemies)
    bonds = zoc.bonds(ground.zoc_table, formers, occupied, ground.barriers, ground.all_hexes)
    for hex_ in formers:
        for x, y in ground.boundary_anchors.get(hex_, ()):
            bonds.between.update((x, y))
            free = any(k not in occupied and (hex_, k) not in ground.blocked for k in (x, y))
            if free:
                bonds.sides.setdefault((x, y), []).append((hex_, None))
                bonds.sides.setdefault((y, x), []).append((hex_, None))
    return bonds
