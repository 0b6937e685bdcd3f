"""Layout of a stack on the screen: sizes of counters, and the offset of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

COUNTER = 0.66
"""Default edge of a counter in hex widths."""
OFFSET = 0.055
"""Default offset of each counter in a stack, up and to the right of the one below."""
SEEN = 4
"""Maximum number of counters drawn of a stack; the badge counts all."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Edge of a counter and offset between counters of a stack, in hex widths."""

    counter: float = COUNTER
    offset: float = OFFSET


PLAIN = Sizes()
"""Default sizes."""


def spread(
    count: int,
    middle: QPointF,
    scale: float,
    sizes: Sizes = PLAIN,
    edges: Sequence[float] = (),
) -> list[QRectF]:
    """Return the places of a stack's counters on the screen, bottom first, in whole pixels.

    ``edges`` are those of pieces with individual sizes, from :meth:`Pictures.edges`.
    """
    grown = sizes.counter / COUNTER
    wide = [max(3, round(edge * grown * scale)) for edge in edges or [COUNTER] * count]
    lift = sizes.offset * scale
    start = (count - 1) * lift / 2
    # Counters lie to each other as they do anywhere: a stack can be kept as one picture.
    x, y = round(middle.x()), round(middle.y())
    return [
        QRectF(
            x + round(k * lift - start - edge / 2),
            y + round(start - k * lift - edge / 2),
            edge,
            edge,
        )
        for k, edge in enumerate(wide)
    ]


def number_of(name: str) -> str:
    """Return the number of a numbered marker ("traffic-3", "grouping/ground/3": "3")."""
    last = name.rpartition("/" if "/" in name else "-")[2]
    return last if last.isdigit() else ""
