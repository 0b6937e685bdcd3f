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
"""The id of a counter of a palette, which is in nobody's game yet."""
SPARE_MIME = "application/x-h44-spare"
"""JSON: ``[marker, support]``: a marker that lies ready (:class:`~engine.rules.answers.Spare`)."""


@dataclass(frozen=True, slots=True)
class Dragged:
    """Names of pieces, from the bottom, and of markers."""

    units: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()


def to_mime(units: Iterable[str], markers: Iterable[str] = ()) -> QMimeData:
    """Pieces and markers as something Qt can drag."""
    mime = QMimeData()
    data = {"units": list(units), "markers": list(markers)}
    mime.setData(PIECES_MIME, json.dumps(data).encode())
    return mime


def from_mime(mime: QMimeData) -> Dragged | None:
    """Read the data of a drag; None for one that is not ours."""
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
    """A counter of a palette as something Qt can drag."""
    mime = QMimeData()
    mime.setData(PALETTE_MIME, item.encode())
    return mime


def from_palette(mime: QMimeData) -> str | None:
    """The id of the counter of a palette that is dragged, or None for anything else."""
    if not mime.hasFormat(PALETTE_MIME):
        return None
    return bytes(mime.data(PALETTE_MIME).data()).decode(errors="replace")


def spare_mime(spare: Spare) -> QMimeData:
    """A marker that lies ready as something Qt can drag."""
    mime = QMimeData()
    mime.setData(SPARE_MIME, json.dumps([spare.marker, spare.support]).encode())
    return mime


def from_spare(mime: QMimeData) -> Spare | None:
    """The marker that is dragged out of the list of the phase, or None for anything else."""
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
    """Is it anything that may come onto the map?"""
    return any(read(mime) is not None for read in (from_mime, from_palette, from_spare))
