"""Chapters 22.1.2b, 26.3.2 and 26.3.3: units that have to move back into their range."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.normandy44.position import Position
from engine.games.normandy44.rules.ch09_movement import Mover, ends
from engine.games.normandy44.rules.ch22_special_rules import to_bring_back
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import ALLIED, MOVEMENT, NORMAL, TACTICAL, verdict


@memoized
def late(position: Position) -> list[tuple[str, Unit]]:
    """22.1.2b, 26.3.2a, 26.3.3: return units too far out that have not moved back but could.

    In the Allied movement phase; each with the rule.
    """
    if position.phase != MOVEMENT or position.active != ALLIED:
        return []
    units = []
    for unit in position.own(ALLIED):
        rule = to_bring_back(position, unit)
        if rule and any(any(ends(Mover(position, (unit,), mode))) for mode in (NORMAL, TACTICAL)):
            units.append((rule, unit))
    return units


def late_verdicts(position: Position) -> Iterator[Verdict]:
    """22.1.2b, 26.3.2a, 26.3.3: the phase does not end before these units have moved."""
    for rule, unit in late(position):
        yield verdict(rule, "back", units=[unit.id], hexes=[position.number(unit.place)])
