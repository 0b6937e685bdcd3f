"""Compute step losses: compare the units on the map before and after an entry.

Splits and joins exchange counters without loss, and a remnant that replaces a unit saves its own
steps. So each side's loss is its net loss of steps, divided among the units that became weaker.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import actions as act
from engine.core.state import Piece, State
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.rules.facts import Facts

STANDING = ("area", "turn")
"""Kinds of boxes whose units still count as in play; units in all other boxes count as lost."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Steps that a unit lost in one entry; ``eliminated`` if no step of it is left."""

    unit: str
    counter: str
    side: str
    formation: str
    steps: int
    eliminated: bool


class Losses:
    """Computes the losses of entries in the logs of one module."""

    def __init__(self, module: Module, facts: Facts) -> None:
        self._facts = facts
        boxes = {} if module.drawing is not None else module.displays
        self._away = frozenset(
            module.places.index(name) for name, box in boxes.items() if box.kind not in STANDING
        )

    def of(self, entry: Entry, before: State, after: State) -> list[Loss]:
        """Return the losses of an entry, from the positions before and after it."""
        if isinstance(entry.action, act.Setup):
            return []
        unit_ids = {e.unit for e in entry.effects if hasattr(e, "unit")}
        weaker: dict[str, list[tuple[str, Piece, int]]] = {}
        net: dict[str, int] = {}
        for unit in sorted(unit_ids):
            old, new = before.pieces.get(unit), after.pieces.get(unit)
            change = self._steps(new) - self._steps(old)
            side = (old or new).side if (old or new) is not None else ""  # type: ignore[union-attr]
            net[side] = net.get(side, 0) + change
            if change < 0 and old is not None:
                weaker.setdefault(side, []).append((unit, old, -change))
        result = []
        for side, units in weaker.items():
            owed = -net[side]
            for unit, piece, steps in units:
                lost = min(owed, steps)
                if lost > 0:
                    owed -= lost
                    left = self._steps(after.pieces.get(unit))
                    formation = self._facts.formation(piece)
                    result.append(Loss(unit, piece.counter, side, formation, lost, left == 0))
        return result

    def _steps(self, piece: Piece | None) -> int:
        if piece is None or piece.place in self._away or not self._facts.counts(piece):
            return 0
        return max(0, piece.steps)
