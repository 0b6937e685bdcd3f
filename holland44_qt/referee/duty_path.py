"""Duties and possible orders of the phase in the order in which Tab visits them."""

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
    """Pending item: a checklist line and, where it concerns units, one of them."""

    item: CheckItem
    unit: str | None = None


def stops(items: Iterable[CheckItem]) -> list[Stop]:
    """Return all pending items in checklist order; an attack is one item, units are several.

    Hexes without duties come last.
    """
    result: list[Stop] = []
    hexes: list[Stop] = []
    for item in items:
        if item.weight not in WAITS:
            continue
        if item.attack is None and item.units:
            result += [Stop(item, unit) for unit in item.units]
        elif item.places and item.attack is None and item.weight == "possible":
            hexes.append(Stop(item))
        elif item.places or item.attack is not None:
            result.append(Stop(item))
    return result + hexes


def able(items: Iterable[CheckItem], state: State) -> frozenset[int]:
    """Return the places of the units that may or must still act."""
    return frozenset(
        state.pieces[unit].place
        for item in items
        if item.weight in WAITS
        for unit in item.units
        if unit in state.pieces
    )


def duties(items: Iterable[CheckItem], state: State, board: Board) -> tuple[Pair, ...]:
    """Return pending attacks from hex to neighbouring hex, as the checklist lists them."""
    result: dict[Pair, None] = {}
    for item in items:
        if item.weight != "owed":
            continue
        wanted = item.places if item.attack is None else (item.attack,)
        for unit in item.units:
            start = state.pieces[unit].place
            if start < len(board.numbers):
                result |= dict.fromkeys((start, i) for i in wanted if i in board.neighbours[start])
    return tuple(result)


class DutyCursor:
    """Position of the user in the list of pending items, phase by phase."""

    def __init__(self) -> None:
        self.stop: Stop | None = None
        """The stop visited last."""
        self._path: Sequence[Stop] = ()
        self._phase: object = None
        self._before: Sequence[str] = ()

    def enter(self, phase: object, chosen: Sequence[str]) -> None:
        """Start again in another phase and forget the item of the previous one."""
        if phase != self._phase:
            self.stop, self._path = None, ()
            self._phase, self._before = phase, chosen

    def go(self, path: Sequence[Stop], chosen: Sequence[str], step: int) -> Stop | None:
        """Return the next or previous item of the current list; None if it is empty.

        Continues from the last item, or from the units selected since.
        """
        self.stop = after(path, self._now(path, chosen), step, self._path)
        self._path = path
        return self.stop

    def _now(self, path: Sequence[Stop], chosen: Sequence[str]) -> Stop | None:
        last = self.stop
        if last is None and chosen == self._before:
            return None
        if last is not None and (last.unit is None or not chosen or last.unit in chosen):
            return last
        return next((stop for stop in (*path, *self._path) if stop.unit in chosen), None)


def after(
    path: Sequence[Stop], now: Stop | None, step: int, before: Sequence[Stop] = ()
) -> Stop | None:
    """Return the item after another, or before it with a step of -1; wraps round at the ends.

    An item done meanwhile is no longer listed: ``before`` is the list that contained it, and its
    successor there comes next.
    """
    if not path:
        return None
    if now is not None:
        at = _index(before, now)
        rest = [before[(at + k * step) % len(before)] for k in range(len(before))] if before else []
        for stop in (now, *(rest[1:] if at >= 0 else ())):
            result = _index(path, stop)
            if result >= 0:
                return path[(result + step) % len(path)] if stop is now else path[result]
    return path[0 if step > 0 else -1]


def _index(path: Sequence[Stop], stop: Stop) -> int:
    """Return the index of an item: the same line, or another line with the same unit."""
    there = [k for k, other in enumerate(path) if _same(other, stop)]
    own = (k for k in there if _line(path[k]) == _line(stop))
    return next(own, there[0] if there else -1)


def _line(stop: Stop) -> tuple[object, ...]:
    item = stop.item
    return item.weight, item.attack, item.rule, item.action


def _same(one: Stop, other: Stop) -> bool:
    if one.unit is not None or other.unit is not None:
        return one.unit == other.unit
    return (one.item.attack, one.item.places) == (other.item.attack, other.item.places)
