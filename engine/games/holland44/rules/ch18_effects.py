"""18.1, 18.2, 18.4, 18.6: effects of supply and of its absence."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import HEADS_LAST_TURN, verdict
from engine.games.holland44.ground import MECHANIZED
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.rules.base.clauses import clause


def mark_supply(work: Resolution, side: str) -> None:
    """18.1, 18.2.2, 18.6: mark units out of supply, clear others, dismount over a canal."""
    search = supply_of(work.position, side)
    for unit in work.position.own(side):
        if unit.profile.unknown or unit.profile.head:
            continue
        if not search.supplies(unit, unit.place):
            work.status(unit.id, add=["out_of_supply"], remove=["dismounted"])
            continue
        work.status(unit.id, remove=["out_of_supply"])
        mounted = side == "allied" and unit.profile.cls == MECHANIZED
        if mounted and search.is_over_canal(unit):
            work.status(unit.id, add=["dismounted"])
    if side == "allied" and work.position.turn == HEADS_LAST_TURN:
        for unit in work.position.own(side):
            if unit.profile.head:
                work.status(unit.id, add=["depleted"])


@clause("18.2.2", "mode")
def supply_heads_move_tactically(move: Move, _: object) -> Iterator[Verdict]:
    """18.2.2: airborne supply heads use tactical movement only."""
    if move.tactical:
        return
    for unit in move.mover.units:
        if unit.profile.head:
            yield verdict("18.2.2", "tactical", units=[unit.id], unit=move.position.name(unit.id))


@clause("18.4", "mode")
def unsupplied_units_move_tactically(move: Move, _: object) -> Iterator[Verdict]:
    """18.4: units out of supply use tactical movement only."""
    if move.tactical:
        return
    for unit in move.mover.units:
        if "out_of_supply" in unit.profile.status:
            yield verdict("18.4", "tactical", units=[unit.id], unit=move.position.name(unit.id))
