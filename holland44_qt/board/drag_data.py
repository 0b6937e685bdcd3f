"""Data of a drag onto the map: names of pieces and markers, or counters of a palette."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData

if TYPE_CHECKING:
    from engine.rules.answers import Spare


PIECES_MIME = "application/x-h44-pieces"
"""JSON: ``{"units": [names], "markers": [names]}``."""
PALETTE_MIME = "application/x-h44-palette"
"""MIME type for the id of a palette counter that is not yet in any game."""
SPARE_MIME = "application/x-h44-spare"
"""MIME type with JSON ``[marker, support]``: an available marker
(:class:`~engine.rules.answers.Spare`).
"""


@dataclass(frozen=True, slots=True)
class Dragged:
    """Names of pieces, bottom first, and of markers."""

    units: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()


def to_mime(units: Iterable[str], markers: Iterable[str] = ()) -> QMimeData:
    """Return pieces and markers as MIME data."""
    mime = QMimeData()
    data = {"units": list(units), "markers": list(markers)}
    mime.setData(PIECES_MIME, json.dumps(data).encode())
    return mime


def from_mime(mime: QMimeData) -> Dragged | None:
    """Read the MIME data of a drag; None for foreign data."""
    if not mime.hasFormat(PIECES_MIME):
        return None
    try:
        data = json.loads(bytes(mime.data(PIECES_MIME).data()))
        units, markers = data["units"], data["markers"]
    except (ValueError, KeyError, TypeError):
        return None
    if not all(isinstance(names, list) for names in (units, markers)):
        return None
    if not all(isinstance(name, str) for name in (*units, *markers)):
        return None
    return Dragged(tuple(units), tuple(markers))


def palette_mime(item: str) -> QMimeData:
    """Return a palette counter as MIME data."""
    mime = QMimeData()
    mime.setData(PALETTE_MIME, item.encode())
    return mime


def from_palette(mime: QMimeData) -> str | None:
    """Return the id of the dragged palette counter, or None for other data."""
    if not mime.hasFormat(PALETTE_MIME):
        return None
    return bytes(mime.data(PALETTE_MIME).data()).decode(errors="replace")


def spare_mime(spare: Spare) -> QMimeData:
    """Return an available marker as MIME data."""
    mime = QMimeData()
    mime.setData(SPARE_MIME, json.dumps([spare.marker, spare.support]).encode())
    return mime


def from_spare(mime: QMimeData) -> Spare | None:
    """Return the marker dragged from the phase's checklist, or None for other data."""
    if not mime.hasFormat(SPARE_MIME):
        return None
    try:
        marker, support = json.loads(bytes(mime.data(SPARE_MIME).data()))
    except (ValueError, TypeError):
        return None
    known = isinstance(marker, str) and isinstance(support, str)
    if not known:
        return None
    from engine.rules.answers import Spare  # who drags one has rules loaded

    return Spare(marker, support)


def is_ours(mime: QMimeData) -> bool:
    """Return whether the MIME data can be dropped on the map."""
    return any(read(mime) is not None for read in (from_mime, from_palette, from_spare))
