"""Chapter 18: what supply does to movement; the search is in ``supplying``."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.mover import Move
from engine.rules.registry import clause, say


@clause("18.2.2", "mode")
def supply_heads_move_tactically(move: Move, _: object) -> Iterator[Verdict]:
    """18.2.2: airborne supply heads use tactical movement only."""
    if move.tactical:
        return
    for unit in move.mover.units:
        if unit.p.head:
            yield say("18.2.2", "tactical", units=[unit.id], unit=move.position.name(unit.id))


@clause("18.4", "mode")
def unsupplied_units_move_tactically(move: Move, _: object) -> Iterator[Verdict]:
    """18.4: units out of supply use tactical movement only."""
    if move.tactical:
        return
    for unit in move.mover.units:
        if "out_of_supply" in unit.p.status:
            yield say("18.4", "tactical", units=[unit.id], unit=move.position.name(unit.id))
