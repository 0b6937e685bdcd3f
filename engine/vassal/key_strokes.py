"""Handle key strokes sent to a counter: run its traits in order and everything they trigger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.vassal import (
    key_strokes_attachments,
    key_strokes_looks,
    key_strokes_places,
    key_strokes_properties,
    trails,
)
from engine.vassal.codec import field, parse_bool, whole
from engine.vassal.command_questions import StopError
from engine.vassal.key_strokes_shared import Handler, bound
from engine.vassal.keys import Key, read_key, read_keys
from engine.vassal.menus import Fields, fields_of
from engine.vassal.piece_choice import chosen, reach
from engine.vassal.pieces import Piece

if TYPE_CHECKING:
    from engine.vassal.command_port import Act

MAX_ROUNDS = 500
"""Limit for the rounds of a loop."""
_OUTERMOST_LAST = "macro"
"""Triggers act after all traits inside them."""


def obey(act: Act, unit: str, piece: Piece, key: Key) -> bool:
    """Apply a key stroke to the traits of a piece; return whether any acted on it."""
    done = False
    triggers: list[int] = []
    for index, link in enumerate(piece.type):
        name, f = fields_of(link)
        if name == _OUTERMOST_LAST:
            triggers.append(index)
            continue
        if name == "hideCmd":
            if key in read_keys(field(f, 3)) and act.holds(field(f, 2), unit):
                break  # the traits inside do not receive it
            continue
        handler = _HANDLERS.get(name)
        if handler is not None and handler(act, unit, index, f, key):
            done = True
        if unit not in act.state.pieces:
            return True
    for index in reversed(triggers):
        if unit in act.state.pieces:
            done = _trigger(act, unit, fields_of(piece.type[index])[1], key) or done
    return done


def _trigger(act: Act, unit: str, f: Fields, key: Key) -> bool:
    if key != read_key(field(f, 2)) and key not in read_keys(field(f, 4)):
        return False
    if not act.holds(field(f, 3), unit):
        return False
    keys = read_keys(field(f, 5))
    if not parse_bool(field(f, 6)):
        _strike(act, unit, keys)
        return True
    _strike(act, unit, (read_key(field(f, 7)),))
    for turn in _rounds(act, unit, f):
        if parse_bool(field(f, 13)) and field(f, 14):
            act.own[field(f, 14)] = str(turn)
        _strike(act, unit, keys)
    act.own.pop(field(f, 14), None)
    _strike(act, unit, (read_key(field(f, 8)),))
    return True


def _rounds(act: Act, unit: str, f: Fields) -> Iterator[int]:
    """Yield the number of each round of a loop."""
    kind = field(f, 9) or "counted"
    start = whole(act.text(field(f, 15, "1"), unit), 1) or 0
    step = whole(act.text(field(f, 16, "1"), unit), 1) or 0
    count = (whole(act.text(field(f, 12, "1"), unit)) or 0) if kind == "counted" else MAX_ROUNDS
    for turn in range(MAX_ROUNDS + 1):
        if (kind == "counted" and turn >= max(1, count)) or unit not in act.state.pieces:
            return
        if kind == "while" and not act.holds(field(f, 10), unit):
            return
        if turn == MAX_ROUNDS:
            raise StopError
        yield start + turn * step
        if kind == "until" and act.holds(field(f, 11), unit):
            return


def _strike(act: Act, unit: str, keys: tuple[Key, ...]) -> None:
    for key in keys:
        if unit in act.state.pieces:
            act.send(unit, key)


def _global_key(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Send a key stroke to all matching pieces."""
    if key != read_key(field(f, 1)):
        return False
    sent, condition = read_key(field(f, 2)), bound(act, unit, field(f, 3))
    near = reach(act, unit, f, 4, 5, 7, 8)
    to_all(act, unit, sent, condition, field(f, 11), field(f, 10, "-1"), near)
    return True


def to_all(
    act: Act,
    unit: str,
    key: Key,
    condition: str,
    target: str = "",
    from_decks: str = "-1",
    near: int | None = None,
    map_index: int | None = None,
) -> int:
    """Send a key stroke to all pieces that match; return how many acted on it.

    They must match a condition, a target and a range. ``from_decks`` limits the pieces of each deck
    (-1: all).
    """
    pieces = chosen(act, unit, condition, target, from_decks, near, map_index)
    return sum(act.send(other, key) for other in pieces if other in act.state.pieces)


def _hot_key(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    if key != read_key(field(f, 1)):
        return False
    act.hot_key(read_key(field(f, 2)))
    return True


def _report(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    if key in read_keys(field(f, 0)):
        act.report(act.text(field(f, 1), unit))
    return False  # a remark is not an action


_HANDLERS: dict[str, Handler] = {
    **key_strokes_looks.HANDLERS,
    **key_strokes_properties.HANDLERS,
    **key_strokes_places.HANDLERS,
    **key_strokes_attachments.HANDLERS,
    **trails.HANDLERS,
    "globalkey": _global_key,
    "globalhotkey": _hot_key,
    "report": _report,
}
"""The handler of each trait; triggers and restrictions are in :func:`obey`."""

PLAYED = frozenset((*_HANDLERS, "macro", "hideCmd", "submenu", "menuSeparator", "button"))
"""The traits that have an effect."""
