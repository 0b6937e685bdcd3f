"""Action buttons: areas on a counter that send a key stroke when clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.vassal.codec import field, parse_bool, split, whole
from engine.vassal.commands import NOTHING
from engine.vassal.grids import Zone
from engine.vassal.keys import Key, read_key
from engine.vassal.kinds import SOMEBODY
from engine.vassal.menus import Fields, fields_of

if TYPE_CHECKING:
    from engine.vassal.command_port import Act


def keys_at(act: Act, unit: str, x: float, y: float, side: str | None) -> list[Key]:
    """Return the key strokes of the action buttons under a point of a counter.

    ``x`` and ``y`` count from the middle of the counter in pixels of the map. Traits are read from
    the outermost inwards, up to the first cover that ``side`` cannot look under (None sees all).
    """
    piece, counter = act.live(unit), act.state.pieces.get(unit)
    if piece is None or counter is None or counter.place < 0:
        return []
    keys: list[Key] = []
    for link, state in zip(piece.type, piece.state, strict=True):
        name, f = fields_of(link)
        covers = name in ("obs", "hide") and side is not None
        if covers and split(state, ";")[0] not in ("", NOTHING, SOMEBODY, side):
            break
        if name == "button" and not parse_bool(field(f, 6)) and read_key(field(f, 0)):
            width, height = act.drawing.size(counter.counter)
            path = _path(f)
            here = abs(x) * 2 <= width and abs(y) * 2 <= height
            if (round(x), round(y)) in Zone("", path) if path else here:
                keys.append(read_key(field(f, 0)))
    return keys


def _path(f: Fields) -> tuple[tuple[int, int], ...]:
    """Return the corners of an area; none if it is the whole counter."""
    if parse_bool(field(f, 7)):
        return ()
    if (whole(field(f, 8)) or 0) >= 1:
        count = max(0, whole(field(f, 9)) or 0)
        numbers = [whole(number) or 0 for number in f[10 : 10 + 2 * count]]
        return tuple(zip(numbers[::2], numbers[1::2], strict=False))
    left, top, width, height = (whole(field(f, at)) or 0 for at in (1, 2, 3, 4))
    if width <= 0 or height <= 0:
        return ()
    right, bottom = left + width, top + height
    return ((left, top), (right, top), (right, bottom), (left, bottom))
