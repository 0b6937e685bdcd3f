"""What waits, as a path: every thing that the phase still owes or allows, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.board.board import Board
    from engine.core.state import State
    from engine.rules.answers import CheckItem

Pair = tuple[int, int]

WAITS = frozenset({"owed", "warning", "possible"})


@dataclass(frozen=True)
class Stop:
    """A thing that waits: a line of the checklist and, where it is about units, one of them."""

    item: CheckItem
    unit: str | None = None


def stops(items: Iterable[CheckItem]) -> list[Stop]:
    """All that waits, in the order of the checklist; an attack is one thing, units are several."""
    found: list[Stop] = []
    for item in items:
        if item.weight not in WAITS:
            continue
        if item.attack is None and item.units:
            found += [Stop(item, unit) for unit in item.units]
        elif item.places or item.attack is not None:
            found.append(Stop(item))
    return found


def duties(items: Iterable[CheckItem], state: State, board: Board) -> tuple[Pair, ...]:
    """Who still has to attack whom, from hex to neighbouring hex, as the checklist says it."""
    found: dict[Pair, None] = {}
    for item in items:
        if item.weight != "owed":
            continue
        wanted = item.places if item.attack is None else (item.attack,)
        for unit in item.units:
            start = state.pieces[unit].place
            if start < len(board.numbers):
                found |= dict.fromkeys((start, i) for i in wanted if i in board.neighbours[start])
    return tuple(found)


def after(path: Sequence[Stop], now: Stop | None, step: int) -> Stop | None:
    """The stop that follows one, or with a step of -1 comes before it; round at the ends.

    One that is done meanwhile is not found again: its place in the path is looked for by its unit
    or its attack, and otherwise the path begins anew.
    """
    if not path:
        return None
    at = next((k for k, stop in enumerate(path) if now is not None and _same(stop, now)), None)
    if at is None:
        return path[0 if step > 0 else -1]
    return path[(at + step) % len(path)]


def _same(one: Stop, other: Stop) -> bool:
    if one.unit is not None or other.unit is not None:
        return one.unit == other.unit
    return (one.item.attack, one.item.places) == (other.item.attack, other.item.places)
