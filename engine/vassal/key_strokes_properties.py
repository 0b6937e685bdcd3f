"""Handle key strokes of the traits that change properties and property sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.i18n import t
from engine.vassal import traits as tr
from engine.vassal.codec import field, join, parse_bool, split, whole
from engine.vassal.command_questions import Question
from engine.vassal.key_strokes_shared import Handler, bound, state_of
from engine.vassal.keys import Key, read_key
from engine.vassal.menus import Fields, property_commands
from engine.vassal.piece_choice import chosen, reach
from engine.vassal.pieces import Piece

if TYPE_CHECKING:
    from engine.vassal.command_port import Act

MAX_CELLS = 100
"""Limit for the rows or columns of a spreadsheet."""


def changed_value(act: Act, unit: str, f: Fields, key: Key, now: str) -> str | None:
    """Return the new value of a property after a key stroke; None if the key does not change it."""
    limits = split(field(f, 1), ",")
    for _text, mine, (how, *rest) in property_commands(f):
        if mine != key:
            continue
        match how[:1]:
            case "I":
                step = whole(act.text(rest[0] if rest else "1", unit)) or 0
                value = str(_within((whole(now) or 0) + step, limits))
            case "R":
                asked = act.ask(Question(rest[0] if rest else "", now))
                value = now if asked is None else asked
            case "E":
                choices = tuple(act.text(c, unit) for c in split(rest[1] if rest[1:] else "", ","))
                asked = act.ask(Question(rest[0] if rest else "", now, choices))
                value = now if asked is None else asked
            case _:
                value = act.text(rest[0] if rest else "", unit)
        return value[:4000]
    return None


def _within(value: int, limits: list[str]) -> int:
    """Clamp a number to its limits, or wrap it around."""
    numeric, low, high, wrap = (*limits, "", "", "", "")[:4]
    if not parse_bool(numeric):
        return value
    lowest, highest = whole(low) or 0, whole(high) or 0
    if parse_bool(wrap) and highest >= lowest:
        return (value - lowest) % (highest - lowest + 1) + lowest
    return min(highest, max(lowest, value)) if highest >= lowest else value


def _property(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    value = changed_value(act, unit, f, key, state_of(act, unit, index))
    if value is None:
        return False
    act.set_link(unit, index, value)
    return True


def _global_property(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    name = act.text(field(f, 0), unit)
    value = changed_value(act, unit, f, key, act.outside("")(name) or "")
    if value is None:
        return False
    act.set_property(name, value)
    return True


def _others_property(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Set a property of other pieces that match a condition, a target and a range."""
    if key not in [k for _, k, _ in property_commands(f)]:
        return False
    name, condition = act.text(field(f, 0), unit), bound(act, unit, field(f, 5))
    near = reach(act, unit, f, 6, 7, 8, 9)
    for other in chosen(act, unit, condition, field(f, 4), field(f, 10, "-1"), near):
        piece = act.live(other)
        at = _named(piece, name) if piece is not None else None
        if piece is not None and at is not None:
            value = changed_value(act, unit, f, key, piece.state[at])
            if value is not None:
                act.set_link(other, at, value)
    return True


def _named(piece: Piece, name: str) -> int | None:
    """Return the link of a piece with a property."""
    for index, link in enumerate(piece.type):
        trait = tr.read_trait(link)
        if isinstance(trait, tr.Dynamic) and trait.name == name:
            return index
    return None


def _sheet(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Ask for each field of a property sheet."""
    if key != read_key(field(f, 7)):
        return False
    names = [e[1:] for e in split(field(f, 0), "~") if e]
    values = split(state_of(act, unit, index), "~")
    values += [""] * (len(names) - len(values))
    for number, name in enumerate(names):
        answer = act.ask(Question(name, values[number].replace("|", "\n")))
        if answer is None:
            return True
        values[number] = answer.replace("\n", "|")
    act.set_link(unit, index, join(values, "~"))
    return True


def _table(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Ask for the cells of a spreadsheet row by row, one line per cell."""
    if key != read_key(field(f, 3)):
        return False
    rows, columns = (min(MAX_CELLS, max(1, whole(field(f, at), 2) or 2)) for at in (0, 1))
    state = state_of(act, unit, index)
    cells = split(state, ",") if state else []
    cells += [""] * (rows * columns - len(cells))
    for row in range(rows):
        mine = slice(row * columns, (row + 1) * columns)
        title = t("vassal.act.row", row=row + 1, rows=rows)
        answer = act.ask(Question(title, "\n".join(cells[mine])))
        if answer is None:
            break
        new = [line.strip() for line in answer.split("\n")][:columns]
        cells[mine] = new + [""] * (columns - len(new))
    act.set_link(unit, index, join(cells, ","))
    return True


HANDLERS: dict[str, Handler] = {
    "PROP": _property,
    "setprop": _global_property,
    "setpieceprop": _others_property,
    "propertysheet": _sheet,
    "table": _table,
}
"""Handlers by trait."""
