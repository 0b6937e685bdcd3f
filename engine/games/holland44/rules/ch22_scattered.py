"""22.3.6: scattered units."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.rules.base.clauses import clause


@clause("22.3.6", "mode")
def scattered_units_move_tactically(move: Move, _: object) -> Iterator[Verdict]:
    """22.3.6: scattered units use tactical movement only."""
    if move.tactical:
        return
    for unit in move.mover.units:
        if "scattered" in unit.profile.status:
            yield verdict("22.3.6", "tactical", units=[unit.id], unit=move.position.name(unit.id))
