"""Invariants of every position that the rules reach."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.state import State
from engine.games.airbridge import tracks
from engine.games.airbridge.decisions import DECISIONS
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch05_stacking import LIMIT, points
from engine.games.airbridge.vocabulary import (
    ASSAULT,
    BOMBARDMENT,
    MANEUVER,
    REACTION,
    REFUSAL,
    SIDES,
)
from engine.rules.base.invariants import common_faults, shared_hexes

OF_RETREATS = (REFUSAL, REACTION, BOMBARDMENT, MANEUVER, ASSAULT)
"""The phases with retreats, which may overstack by the reading ``retreat_stacking``."""


def faults(position: Position, before: State) -> Iterator[str]:
    """Yield the faults of a position; ``before`` is the preceding state."""
    yield from common_faults(position, before, DECISIONS, tracks.FIGHT)
    yield from shared_hexes(position)
    late = position.reading("retreat_stacking") == "phase_end" and position.phase in OF_RETREATS
    for side in SIDES:
        for hex_, stack in position.stacks[side].items():
            if points(stack) > LIMIT and not late:
                yield f"{position.number(hex_)} holds more than eight points"
        if position.track(tracks.AIR + side) < 0:
            yield f"the air points of the {side} side are less than none"
