"""Chapter 24: traffic markers."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.mover import Move
from engine.rules.registry import clause, say


@clause("24.2", "move")
def traffic_jams(move: Move, _: object) -> Iterator[Verdict]:
    """24.2: a traffic marker costs Allied mechanized units 2 MP more."""
    for leg in move.legs:
        if leg.end in move.traffic:
            position = move.position
            number = position.number(leg.end)
            yield say("24.2", "cost", level="info", hexes=[number], hex=position.where(leg.end))
