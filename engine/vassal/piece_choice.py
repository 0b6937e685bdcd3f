"""Select the pieces that a trait acts on: by a condition, a target and a range."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.vassal import attachments
from engine.vassal.codec import field, parse_bool, split, whole
from engine.vassal.key_strokes_shared import number

if TYPE_CHECKING:
    from engine.vassal.command_port import Act
    from engine.vassal.menus import Fields
    from engine.vassal.table_records import Deck


def chosen(
    act: Act,
    unit: str,
    condition: str,
    target: str = "",
    from_decks: str = "-1",
    reach: int | None = None,
    map_index: int | None = None,
) -> list[str]:
    """Return the pieces that match a condition, a target and a range.

    ``from_decks`` limits the pieces of each deck (-1: all).
    """
    fits = _target(act, unit, target)
    allowed = whole(act.text(from_decks, unit)) if from_decks else -1
    limit = -1 if allowed is None else allowed
    taken: dict[str, int] = {}
    pieces: list[str] = []
    for place, stack in _stacks(act, map_index):
        deck = act.drawing.decks.get(place)
        for other in _drawn(act, deck, stack, limit) if deck is not None else stack:
            if deck is not None and 0 <= limit <= taken.get(place, 0):
                break
            near = reach is None or _near(act, unit, other, reach)
            if near and fits(other) and act.live(other) and act.holds(condition, other):
                taken[place] = taken.get(place, 0) + 1
                pieces.append(other)
    return pieces


def _drawn(act: Act, deck: Deck, stack: Sequence[str], limit: int) -> Iterator[str]:
    """Yield the cards of a deck in the order of drawing, the true top first.

    A deck that is always shuffled yields random cards if only some are drawn.
    """
    left = act.drawing.hidden.true_order(stack, deck.id)
    while left:
        top = len(left) - 1
        if deck.shuffle and limit > 0 and top:
            top = act.throw(len(left), f"draw:{deck.name}")[0] - 1
        yield left.pop(top)


def reach(
    act: Act, unit: str, f: Fields, limited: int, fixed_range: int, fixed: int, by: int
) -> int | None:
    """Return the range of a trait; None if unlimited.

    The arguments are field indices: whether limited, the number, whether the number is fixed, and
    the property that holds it otherwise.
    """
    if not parse_bool(field(f, limited)):
        return None
    text = (
        field(f, fixed_range)
        if parse_bool(field(f, fixed, "true"))
        else act.value(unit, field(f, by))
    )
    return whole(text or "") or 0


def _stacks(act: Act, map_index: int | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    indices: set[int] = set()
    for other in list(act.on_map(map_index)):
        place = act.state.pieces[other].place
        if place not in indices:
            indices.add(place)
            yield act.places.name(place), tuple(act.state.stack(place))


def _near(act: Act, unit: str, other: str, reach: int) -> bool:
    """Return whether two pieces are within a range, in hexes or else in pixels."""
    a, b, drawn = act.spot(unit), act.spot(other), act.map_of(unit)
    if a is None or b is None or drawn is None or a.map != b.map:
        return False
    first, second = drawn.cell_at(a.x, a.y), drawn.cell_at(b.x, b.y)
    if first is not None and second is not None:
        apart = drawn.range(first, second)
        if apart is not None:
            return apart <= reach
    return math.dist((a.x, a.y), (b.x, b.y)) <= reach


def _target(act: Act, unit: str, text: str) -> Callable[[str], bool]:
    """Return a check for further limits: a place, or a property's value."""
    f = split(text, "|") if text else []
    tests: list[Callable[[str], bool]] = []
    if parse_bool(field(f, 1)):
        kind, here = field(f, 2), act.spot(unit) if unit else None
        named = {"MAP": (3, "CurrentMap"), "ZONE": (5, "CurrentZone"),
                 "LOCATION": (6, "LocationName"), "DECK": (9, "DeckName")}  # fmt: skip
        if kind in named:
            at, name = named[kind]
            wanted = act.text(field(f, at), unit)
            tests.append(lambda other: (act.value(other, name) or "") == wanted)
        elif kind in ("CURSTACK", "CURLOC", "CURDECK"):
            tests.append(lambda other: act.spot(other) == here)
        elif kind == "CURMAP":
            home = here.map if here is not None else -1
            tests.append(lambda other: (s := act.spot(other)) is not None and s.map == home)
        elif kind == "CURATTACH":
            attached, which = act.text(field(f, 14), unit), act.text(field(f, 15), unit)
            joined = set(attachments.joined(act, unit, attached, whole(which)))
            tests.append(lambda other: other in joined)
        elif kind == "CURZONE":
            zone = act.value(unit, "CurrentZone")
            tests.append(lambda other: act.value(other, "CurrentZone") == zone)
    if parse_bool(field(f, 10)):
        name, wanted = act.text(field(f, 11), unit), act.text(field(f, 12), unit)
        sign = field(f, 13) or "EQUALS"
        tests.append(lambda other: _compared(act.value(other, name) or "", wanted, sign))
    return lambda other: all(test(other) for test in tests)


def _compared(value: str, wanted: str, sign: str) -> bool:
    if sign in ("EQUALS", "NOT_EQUALS"):
        return (value == wanted) == (sign == "EQUALS")
    a, b = number(value), number(wanted)
    return {
        "GREATER": a > b, "GREATER_EQUALS": a >= b, "LESS": a < b, "LESS_EQUALS": a <= b,
    }.get(sign, value == wanted)  # fmt: skip
