"""Attachments: pieces that know others, for key strokes to them and for their properties.

The state of the trait is the ids of the pieces, ``2;a;b``. An automatic one holds all pieces with
an attachment of its name and keeps no list. Who is off the maps does not count until he is back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.vassal.codec import field, split, truth, whole
from engine.vassal.expressions import Value, read_value, written
from engine.vassal.key_strokes_shared import state_of
from engine.vassal.menus import Fields, fields_of, is_automatic

if TYPE_CHECKING:
    from engine.vassal.command_port import Act

COUNT = "AttachCount"


def joined(act: Act, unit: str, name: str = "", number: int | None = None) -> list[str]:
    """The pieces that the attachments of a piece hold: of one name or of all, all or the n-th."""
    found: list[str] = []
    for index, f in links(act, unit, name):
        mine = held(act, unit, index, f)
        found += mine if not number else mine[max(0, number - 1) : max(0, number)]
    return found


def told(act: Act, unit: str, name: str) -> str | None:
    """What the attachments of a piece tell: their count, properties of the first that they hold."""
    for index, f in links(act, unit):
        title = field(f, 0)
        if name == "AttachName":
            return title
        if name in (COUNT, f"{title}_{COUNT}"):
            return str(len(held(act, unit, index, f)))
        if title and name.startswith(f"{title}_"):
            first = held(act, unit, index, f)[:1]
            value = act.value(first[0], name.removeprefix(f"{title}_")) if first else None
            if value is not None:
                return value
    return None


def property_of(act: Act, unit: str, values: Sequence[Value]) -> Value:
    """A property of a piece that is attached: by attachment, property and number from 1 (first)."""
    name, wanted, *rest = (*map(written, values), "", "")
    number = whole(rest[0]) if rest[0] else 1
    found = joined(act, unit, name, number or -1)
    value = act.value(found[0], wanted) if found else None
    return read_value(value or "")


def links(act: Act, unit: str, name: str = "") -> Iterator[tuple[int, Fields]]:
    """The attachments of a piece, of a name or all, from the outermost."""
    piece = act.live(unit)
    for index, link in enumerate(piece.type if piece is not None else ()):
        if link.startswith("attach;"):
            f = fields_of(link)[1]
            if name in ("", field(f, 0)):
                yield index, f


def held(act: Act, unit: str, index: int, f: Fields) -> list[str]:
    """The pieces on the maps that an attachment holds."""
    if is_automatic(f):
        others = (u for u in act.on_map() if u != unit or truth(field(f, 19)))
        return [u for u in others if any(links(act, u, field(f, 0)))]
    return [u for u in listed(act, unit, index) if act.spot(u) is not None]


def listed(act: Act, unit: str, index: int) -> list[str]:
    """The pieces that an attachment names, wherever they are."""
    count, *ids = split(state_of(act, unit, index), ";") or [""]
    return ids[: max(0, whole(count) or 0)]
