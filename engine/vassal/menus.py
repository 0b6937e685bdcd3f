"""The menu of a counter: the commands of its traits, in VASSAL's order and sub-menus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engine.i18n import t
from engine.vassal.codec import field, parse_bool, split
from engine.vassal.keys import Key, make_key, read_key, read_keys
from engine.vassal.pieces import Piece
from engine.vassal.plain_text import plain


@dataclass(frozen=True, slots=True)
class Item:
    """A command of a piece: its text, its key, and the link that offers it.

    ``link`` is -1 for a separator. ``menu`` is the sub-menu of the command.
    """

    text: str
    key: Key
    link: int
    menu: str = ""
    played: bool = True
    """Whether the command has an effect here; others are shown but disabled."""


_NOT_PLAYED = ("deselect",)
Holds = Callable[[str], bool]
"""Return whether a condition is met for the piece."""
Fields = list[str]


def fields_of(link: str) -> tuple[str, Fields]:
    """Return the id and the fields of a link."""
    name, _, rest = link.partition(";")
    return name, split(rest, ";") if rest else []


def items(piece: Piece, holds: Holds) -> list[Item]:
    """Return all menu commands of a piece, without those that its own restrictions remove."""
    menu_items: list[Item] = []
    submenus: dict[str, tuple[str, ...]] = {}
    barred: set[Key] = set()
    for index, link in enumerate(piece.type):
        name, f = fields_of(link)
        if name == "submenu":
            submenus[field(f, 0)] = tuple(split(field(f, 1), ",")) if field(f, 1) else ()
        elif name == "menuSeparator":
            menu_items.append(Item("", "", -1))
        elif name == "hideCmd":
            # It removes commands of the traits inside it, not of those outside.
            keys = read_keys(field(f, 3))
            if any(keys) and holds(field(f, 2)):
                barred.update(keys)
        else:
            for text, key in commands(name, f, piece.state[index], holds):
                if key not in barred:
                    menu_items.append(Item(plain(text), key, index, played=name not in _NOT_PLAYED))
    where = {command: menu for menu, names in submenus.items() for command in names}
    return [
        replace(item, menu=where.get(item.text, "")) if item.link >= 0 else item
        for item in menu_items
    ]


def commands(name: str, f: Fields, state: str, holds: Holds) -> Iterator[tuple[str, Key]]:
    """Yield the commands of a trait that have a text in the menu."""
    for text, key in _pairs(name, f, state, holds):
        if text.strip() and key:
            yield text, key


def layer_keys(f: Fields) -> tuple[Key, Key, Key, Key, Key]:
    """Return the keys of a layer: switch, raise, lower, reset, random."""
    old = tuple(
        make_key(ord(field(f, at)[0].upper()), int(field(f, at - 1) or "0") if number else 128)
        if field(f, at)
        else ""
        for at, number in ((2, field(f, 1).isdigit()), (5, field(f, 4).isdigit()),
                           (8, field(f, 7).isdigit()))
    )  # fmt: skip
    new = tuple(read_key(field(f, at)) for at in (26, 27, 28))
    switch, up, down = (n or o for n, o in zip(new, old, strict=True))
    return switch, up, down, read_key(field(f, 10)), read_key(field(f, 19))


def _pairs(name: str, f: Fields, state: str, holds: Holds) -> Iterator[tuple[str, Key]]:
    match name:
        case "emb2":
            switch, up, down, reset, chance = layer_keys(f)
            if not parse_bool(field(f, 25)):
                yield field(f, 0), switch
            yield from ((field(f, 3), up), (field(f, 6), down), (field(f, 9), reset))
            yield field(f, 20), chance
        case "emb":
            yield field(f, 1).removeprefix("_"), read_key(field(f, 0))
            yield from ((field(f, 3), read_key(field(f, 2))), (field(f, 5), read_key(field(f, 4))))
        case "label":
            yield field(f, 1), read_key(field(f, 0))
        case "rotate" if field(f, 0) == "1":
            yield from ((field(f, 2), read_key(field(f, 1))), (field(f, 4), read_key(field(f, 3))))
        case "rotate":
            yield from ((field(f, 3), read_key(field(f, 1))), (field(f, 4), read_key(field(f, 2))))
            yield field(f, 6), read_key(field(f, 5))
        case "obs":
            yield field(f, 2), read_key(field(f, 0))
        case "hide":
            yield field(f, 1), read_key(field(f, 0))
        case "markmoved":
            yield field(f, 3), read_key(field(f, 4))
            yield from ((field(f, 7), read_key(field(f, 8))), (field(f, 9), read_key(field(f, 10))))
        case "AreaOfEffect" if not parse_bool(field(f, 3, "true")):
            yield field(f, 4), read_key(field(f, 5))
            yield from (
                (field(f, 11), read_key(field(f, 12))),
                (field(f, 13), read_key(field(f, 14))),
            )
        case "PROP" | "setprop" | "setpieceprop":
            for text, key, _ in property_commands(f):
                yield text, key
        case "macro" if holds(field(f, 3)):
            yield field(f, 1), read_key(field(f, 2))
        case "globalkey" | "globalhotkey" | "placemark" | "replace" | "return" | "translate":
            yield field(f, 0), read_key(field(f, 1))
        case "clone" | "delete" | "deselect":
            yield field(f, 0), read_key(field(f, 1))
        case "pivot":
            yield field(f, 0, "Pivot"), read_key(field(f, 1))
            yield field(f, 7), read_key(field(f, 8))
        case "sendto":
            yield field(f, 0), read_key(field(f, 1))
            if state.partition(";")[0] not in ("", "null"):
                yield field(f, 6), read_key(field(f, 7))
        case "propertysheet":
            yield field(f, 1), read_key(field(f, 7))
        case "table":
            yield field(f, 2), read_key(field(f, 3))
        case "attach" if not is_automatic(f):
            yield from (
                (field(f, 2), read_key(field(f, 3))),
                (field(f, 13), read_key(field(f, 14))),
            )
            yield field(f, 4), read_key(field(f, 5))
        case "button" if not parse_bool(field(f, 6)):
            # In VASSAL only a click on the area sends the key; a menu command makes it accessible.
            yield field(f, 5).strip() or t("vassal.act.area"), read_key(field(f, 0))
        case "footprint":
            yield field(f, 1), read_key(field(f, 0))


def is_automatic(f: Fields) -> bool:
    """Return whether an attachment links by name alone, without commands."""
    return parse_bool(field(f, 20)) if len(f) > 20 else not read_key(field(f, 3))


def property_commands(f: Fields) -> list[tuple[str, Key, list[str]]]:
    """Return the commands of a property: text, key, change (P set, I add, R ask, E choose)."""
    changes = []
    for spec in split(field(f, 2), ",") if field(f, 2) else []:
        text, key, change = (*split(spec, ":"), "", "")[:3]
        changes.append((text, read_key(key), split(change, ",") if change else ["P"]))
    return changes
