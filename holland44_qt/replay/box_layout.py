"""Layout of boxes one below the other, with their pieces in rows."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect

from engine.core.state import Marker, Piece

COUNTER, GAP, HEAD, SIDE, LINE, BARE = 54, 6, 28, 10, 15, 14
"""Pixels: edge of a counter, space between two, heading, margin, caption, body of an empty box."""


@dataclass(frozen=True, slots=True)
class BoxItem:
    """Piece or marker in a box, with its caption."""

    name: str
    thing: Piece | Marker
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """Box to be shown: its name, title and contents, and whether it is the current turn's."""

    box: str
    title: str
    items: tuple[BoxItem, ...]
    now: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """Layout of a box: its ``top``, and the number of pieces in a row (``across``)."""

    contents: Contents
    top: int
    across: int

    @property
    def row(self) -> int:
        """The height of a row of pieces."""
        captioned = any(h.caption for h in self.contents.items)
        return COUNTER + GAP + (LINE if captioned else 0)

    @property
    def bottom(self) -> int:
        """Top of the next box."""
        rows = -(-len(self.contents.items) // self.across)
        return self.top + HEAD + (rows * self.row + 4 if rows else BARE) + 4

    def rect(self, k: int) -> QRect:
        """Return the rectangle of the k-th piece."""
        row, col = divmod(k, self.across)
        return QRect(
            SIDE + col * (COUNTER + GAP), self.top + HEAD + row * self.row, COUNTER, COUNTER
        )
