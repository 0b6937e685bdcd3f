"""Describe a turn tracker from its state in a log."""

from __future__ import annotations

from collections.abc import Sequence

from engine.vassal.buildfile import TurnInfo, TurnLevel
from engine.vassal.codec import field, split, whole
from engine.vassal.expressions import fill
from engine.vassal.plain_text import plain

_DEEPEST = 10


def describe(state: str, tracker: TurnInfo | None) -> str:
    """Return the text of a turn tracker; without the module it consists of numbers."""
    items = split(state, "|")
    current = whole(items[0]) or 0
    levels = tracker.levels if tracker is not None else ()
    values = _values(field(items, current + 1), _at(levels, current), 0)
    shown = {f"level{i}": value for i, value in enumerate(values, 1)}
    if tracker is not None and tracker.format:
        return plain(fill(tracker.format, shown.get))
    return ", ".join(v for v in values if v)


def read_position(state: str, tracker: TurnInfo) -> tuple[int, ...] | None:
    """Return the value of each level, outermost first: a counter's number or a list's index.

    None if the tracker uses another than the first of several levels side by side.
    """
    items = split(state, "|")
    if whole(items[0]) or len(items) < 2:
        return None
    values: list[int] = []
    levels, text = tracker.levels, items[1]
    while levels and len(values) < _DEEPEST:
        fields = split(text, ";")
        value, below = whole(fields[0]), whole(field(fields, 1)) or 0
        if value is None or below:
            return None
        values.append(value)
        levels, text = levels[0].children, field(fields, 4)
    return tuple(values)


def _values(state: str, level: TurnLevel | None, depth: int) -> list[str]:
    """Return the values of a level and those below it, outermost first."""
    if not state or depth > _DEEPEST:
        return []
    items = split(state, ";")
    current = whole(items[0]) or 0
    # A counter's third field is whether it loops; a list's is its first item.
    is_list = field(items, 2) not in ("true", "false")
    names = level.names if level is not None else ()
    if is_list:
        value = names[current] if 0 <= current < len(names) else str(current + 1)
    else:
        value = str(current)
    below = whole(field(items, 1)) or 0
    children = level.children if level is not None else ()
    return [value, *_values(field(items, 4 + below), _at(children, below), depth + 1)]


def _at(levels: Sequence[TurnLevel], index: int) -> TurnLevel | None:
    return levels[index] if 0 <= index < len(levels) else None
