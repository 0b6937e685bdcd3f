"""Supply (chapter 18) as typed answers."""

from __future__ import annotations

from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.rules.answers import Cut, SupplyLine

FAR = "18.3.1"
"""The rule that cuts a unit with no supply path at all."""


def supply(position: Position, side: str) -> dict[str, SupplyLine]:
    """Return the supply of a side's units: source and path, or the breaks of the path."""
    return {
        unit.id: line_of(position, unit.id)
        for unit in position.units.values()
        if unit.profile.side == side
    }


def line_of(position: Position, name: str) -> SupplyLine:
    """Return the supply of one unit in play."""
    unit = position.units[name]
    search = supply_of(position, unit.profile.side)
    line = search.line(unit)
    if line.supplied:
        notes = {"over_canal": True} if line.over_canal else {}
        return SupplyLine(name, True, line.source, line.path, notes=notes)
    breaks = tuple(Cut(place, rule, enemy) for place, rule, enemy in search.cuts(unit))
    return SupplyLine(name, False, line.source, line.path, breaks or (Cut(unit.place, FAR),))
