"""Layout of a stack on the screen: sizes of counters, and the offset of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

COUNTER = 0.66
"""Edge of a counter in hex widths, unless a user wants another."""
OFFSET = 0.055
"""How far each counter of a stack lies up and to the right of the one below, likewise."""
SEEN = 4
"""How many counters of a stack are drawn; the badge counts all."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Edge of a counter, and how far each lies off the one below; in hex widths."""

    counter: float = COUNTER
    offset: float = OFFSET


PLAIN = Sizes()
"""The sizes that nobody asked to change."""


def spread(
    count: int,
    middle: QPointF,
    scale: float,
    sizes: Sizes = PLAIN,
    edges: Sequence[float] = (),
) -> list[QRectF]:
    """The places of the counters of a stack on the screen, from the bottom, in whole pixels.

    ``edges`` are those of pieces that have a size of their own, as :meth:`Pictures.edges` tells.
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
    """The number of a numbered marker ("traffic-3": "3")."""
    last = name.rpartition("-")[2]
    return last if last.isdigit() else ""
