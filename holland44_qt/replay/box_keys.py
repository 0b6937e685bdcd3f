"""Keyboard cursor in boxes: from piece to piece, and to empty boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt

_ALONG = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_DOWN = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}
GOING = frozenset({*_ALONG, *_DOWN, *_ENDS})
"""Keys that move the cursor."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Piece or marker in a box; without a ``name``, an empty box."""

    box: str
    name: str
    rect: QRect


def onward(spots: Sequence[Spot], at: Spot, key: int) -> Spot:
    """Return the next cursor position for a key: along the rows, or the nearest above or below."""
    here = spots.index(at)
    if key in _ENDS:
        return spots[_ENDS[Qt.Key(key)]]
    if key in _ALONG:
        return spots[max(0, min(here + _ALONG[Qt.Key(key)], len(spots) - 1))]
    if key not in _DOWN:
        return at
    direction = _DOWN[Qt.Key(key)]
    rows = [s for s in spots if (s.rect.center().y() - at.rect.center().y()) * direction > 0]
    across, level = at.rect.center().x(), at.rect.center().y()
    return min(
        rows,
        key=lambda s: (abs(s.rect.center().y() - level), abs(s.rect.center().x() - across)),
        default=at,
    )
