"""The menu of a counter: the commands of its traits, in VASSAL's order and sub-menus."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
PLACES: Mapping[str, Sequence[tuple[int, int]]] = {
    "emb": ((1, 0), (3, 2), (5, 4)),
    "label": ((1, 0),),
    "rotate": ((3, 1), (4, 2), (6, 5)),
    "obs": ((2, 0),),
    "hide": ((1, 0),),
    "markmoved": ((3, 4), (7, 8), (9, 10)),
    "AreaOfEffect": ((4, 5), (11, 12), (13, 14)),
    "macro": ((1, 2),),
    **dict.fromkeys(("globalkey", "globalhotkey", "placemark", "replace", "return"), ((0, 1),)),
    **dict.fromkeys(("translate", "clone", "delete", "deselect"), ((0, 1),)),
    "pivot": ((0, 1), (7, 8)),
    "sendto": ((0, 1), (6, 7)),
    "propertysheet": ((1, 7),),
    "table": ((2, 3),),
    "attach": ((2, 3), (13, 14), (4, 5)),
    "footprint": ((1, 0),),
}
"""The fields of the text and of the key of each command, by trait."""
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
            switch, *keys = layer_keys(f)
            if not parse_bool(field(f, 25)):
                yield field(f, 0), switch
            for at, key in zip((3, 6, 9, 20), keys, strict=True):
                yield field(f, at), key
        case "PROP" | "setprop" | "setpieceprop":
            for text, key, _ in property_commands(f):
                yield text, key
        case "button" if not parse_bool(field(f, 6)):
            # In VASSAL only a click on the area sends the key; a menu command makes it accessible.
            yield field(f, 5).strip() or t("vassal.act.area"), read_key(field(f, 0))
        case "macro" if not holds(field(f, 3)):
            return
        case _:
            for text_at, key_at in _places(name, f, state):
                text = field(f, text_at, "Pivot" if name == "pivot" else "")
                text = text.removeprefix("_") if name == "emb" else text
                yield text, read_key(field(f, key_at))


def _places(name: str, f: Fields, state: str) -> Sequence[tuple[int, int]]:
    """Return the fields of the text and of the key of each command of a trait."""
    match name:
        case "rotate" if field(f, 0) == "1":
            return (2, 1), (4, 3)
        case "sendto" if state.partition(";")[0] in ("", "null"):
            return ((0, 1),)
        case "AreaOfEffect" if parse_bool(field(f, 3, "true")):
            return ()
        case "attach" if is_automatic(f):
            return ()
    return PLACES.get(name, ())


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
