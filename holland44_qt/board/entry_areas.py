"""Rectangles of the entry areas beside the drawn map, in the scene."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import orjson
from PySide6.QtCore import QPointF, QRectF

from engine.modules.module import Module
from holland44_qt.board.symbols import area_strips

Strips = Mapping[int, tuple[QRectF, ...]]
"""Strips of the entry areas, by place index."""


@lru_cache(maxsize=2)
def entry_areas(module: Module) -> Strips:
    """Return the strips of a module's entry areas; empty for a map that is not drawn."""
    compiled = None if module.drawing is not None else module.drawn_map
    if compiled is None:
        return {}
    places = module.places
    drawn = area_strips(orjson.loads(compiled))
    named = {f"area-{letter}": strips for letter, strips in drawn.items()}
    return {
        places.index(name): tuple(box for _, box in strips)
        for name, strips in named.items()
        if name in places
    }


def area_at(strips: Strips, point: QPointF) -> int:
    """Return the entry area whose strip contains a point of the scene, or -1."""
    result = (place for place, boxes in strips.items() if any(b.contains(point) for b in boxes))
    return next(result, -1)
