"""Action buttons: areas on a counter that strike a key when they are pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.vassal.codec import field, split, truth, whole
from engine.vassal.commands import NOTHING
from engine.vassal.grids import Zone
from engine.vassal.keys import Key, read_key
from engine.vassal.kinds import SOMEBODY
from engine.vassal.menus import Fields, fields_of

if TYPE_CHECKING:
    from engine.vassal.command_port import Act


def keys_at(act: Act, unit: str, x: float, y: float, side: str | None) -> list[Key]:
    """The keys of the areas under a point of a counter, from its middle in pixels of the map.

    From the outermost trait inwards, as far as a cover lets a side see; None sees everything.
    """
    piece, counter = act.live(unit), act.state.pieces.get(unit)
    if piece is None or counter is None or counter.place < 0:
        return []
    found: list[Key] = []
    for link, state in zip(piece.type, piece.state, strict=True):
        name, f = fields_of(link)
        covers = name in ("obs", "hide") and side is not None
        if covers and split(state, ";")[0] not in ("", NOTHING, SOMEBODY, side):
            break
        if name == "button" and not truth(field(f, 6)) and read_key(field(f, 0)):
            width, height = act.drawing.size(counter.counter)
            path = _path(f)
            here = abs(x) * 2 <= width and abs(y) * 2 <= height
            if (round(x), round(y)) in Zone("", path) if path else here:
                found.append(read_key(field(f, 0)))
    return found


def _path(f: Fields) -> tuple[tuple[int, int], ...]:
    """The corners of an area; none where it is the whole counter."""
    if truth(field(f, 7)):
        return ()
    if (whole(field(f, 8)) or 0) >= 1:
        count = max(0, whole(field(f, 9)) or 0)
        numbers = [whole(told) or 0 for told in f[10 : 10 + 2 * count]]
        return tuple(zip(numbers[::2], numbers[1::2], strict=False))
    left, top, width, height = (whole(field(f, at)) or 0 for at in (1, 2, 3, 4))
    if width <= 0 or height <= 0:
        return ()
    right, bottom = left + width, top + height
    return ((left, top), (right, top), (right, bottom), (left, bottom))
