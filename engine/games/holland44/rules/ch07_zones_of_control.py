"""7: zones of control and bonds in moves.

Zones and bonds themselves are in ``ch07_front``. Elsewhere: 7.4.2
``ch13_retreat_paths:Retreat.objection``; 7.4.2 ``ch15_advance_hexes:Advance._objections``;
7.4.2 ``ch18_supply:passage``.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.i18n import t
from engine.rules.base.clauses import clause


@clause("7.2", "move")
def stop_in_ezoc(move: Move, _: object) -> Iterator[Verdict]:
    """7.2, 8.3.2, 19.1: units stop when they enter EZOC, except when they infiltrate (8.3.3).

    An unknown unit's own zone does not keep the Allies from entering its hex (25.3.1, pages 41-47).
    """
    mover, position, enemy = move.mover, move.position, move.mover.enemy
    for leg in move.legs:
        i = leg.start
        if leg.index == 0 or i not in enemy.zone or (move.tactical and mover.infiltrates(i)):
            continue
        if leg.end in mover.quarry and i not in enemy.known_zone:
            continue
        holders = enemy.exerts(i)
        yield verdict(
            "7.2",
            "stop",
            units=[u.id for u in holders],
            hexes=[position.number(i)],
            hex=position.where(i),
            enemy=position.name(holders[0].id),
        )


@clause("7.4.2", "move")
def enemy_bonds(move: Move, _: object) -> Iterator[Verdict]:
    """7.4.2, 8.3.2: no unit enters an enemy hex bond or crosses an enemy hexside bond."""
    position, bonds = move.position, move.mover.enemy.bonds
    for leg in move.legs:
        ends = bonds.hexes.get(leg.end)
        key = "hex"
        across = bonds.sides.get((leg.start, leg.end))
        if not ends and not across:
            continue
        between = (ends or across or [])[0]
        known = [i for i in between if i is not None]
        if not ends:
            key = "hexside"
        stacks = move.mover.enemy.stacks
        yield verdict(
            "7.4.2",
            key,
            units=[u.id for i in known for u in stacks[i]],
            hexes=[position.number(leg.start), position.number(leg.end)],
            hex=position.where(leg.end),
            start=position.number(leg.start),
            between=t("rule.holland44.7.4.2.between").join(
                t("rule.holland44.7.4.2.edge") if i is None else position.where(i) for i in between
            ),
        )
