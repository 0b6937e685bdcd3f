"""Attachments: links from a piece to others, used by key strokes and by properties.

The state of the trait lists the ids of the pieces: ``2;a;b``. An automatic attachment stores no
list: it links to all pieces that have an attachment of the same name. Pieces off the maps are
ignored until they return.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.vassal.codec import field, parse_bool, split, whole
from engine.vassal.expressions import Value, read_value, written
from engine.vassal.key_strokes_shared import state_of
from engine.vassal.menus import Fields, fields_of, is_automatic

if TYPE_CHECKING:
    from engine.vassal.command_port import Act

COUNT = "AttachCount"


def joined(act: Act, unit: str, name: str = "", number: int | None = None) -> list[str]:
    """Return the pieces that the attachments of a piece link to.

    ``name`` limits the attachments to one name; ``number`` picks the n-th piece of each, from 1.
    """
    pieces: list[str] = []
    for index, f in links(act, unit, name):
        mine = attached(act, unit, index, f)
        pieces += mine if not number else mine[max(0, number - 1) : max(0, number)]
    return pieces


def value_of(act: Act, unit: str, name: str) -> str | None:
    """Return an attachment property: its name, its count, or a property of its first piece."""
    for index, f in links(act, unit):
        title = field(f, 0)
        if name == "AttachName":
            return title
        if name in (COUNT, f"{title}_{COUNT}"):
            return str(len(attached(act, unit, index, f)))
        if title and name.startswith(f"{title}_"):
            first = attached(act, unit, index, f)[:1]
            value = act.value(first[0], name.removeprefix(f"{title}_")) if first else None
            if value is not None:
                return value
    return None


def property_of(act: Act, unit: str, values: Sequence[Value]) -> Value:
    """Return a property of an attached piece: arguments are attachment, property, number from 1."""
    name, wanted, *rest = (*map(written, values), "", "")
    number = whole(rest[0]) if rest[0] else 1
    pieces = joined(act, unit, name, number or -1)
    value = act.value(pieces[0], wanted) if pieces else None
    return read_value(value or "")


def links(act: Act, unit: str, name: str = "") -> Iterator[tuple[int, Fields]]:
    """Yield index and fields of each attachment of a piece, outermost first."""
    piece = act.live(unit)
    for index, link in enumerate(piece.type if piece is not None else ()):
        if link.startswith("attach;"):
            f = fields_of(link)[1]
            if name in ("", field(f, 0)):
                yield index, f


def attached(act: Act, unit: str, index: int, f: Fields) -> list[str]:
    """Return the pieces on the maps that an attachment links to."""
    if is_automatic(f):
        others = (u for u in act.on_map() if u != unit or parse_bool(field(f, 19)))
        return [u for u in others if any(links(act, u, field(f, 0)))]
    return [u for u in listed(act, unit, index) if act.spot(u) is not None]


def listed(act: Act, unit: str, index: int) -> list[str]:
    """Return the pieces in the list of an attachment, including those off the maps."""
    count, *ids = split(state_of(act, unit, index), ";") or [""]
    return ids[: max(0, whole(count) or 0)]
