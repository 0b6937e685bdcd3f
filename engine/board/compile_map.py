"""The drawn map of a module, compiled from its sources: grounds and lines, then their lettering."""

from __future__ import annotations

from importlib.resources.abc import Traversable

import orjson

from engine.board.draw_labels import compile_labels
from engine.board.draw_source import MapSource
from engine.board.drawing import Drawing


def compile_map(folder: Traversable) -> bytes:
    """The drawn map of a module folder that holds ``board.json`` and ``source/overrides.json``.

    The same sources give the same bytes.
    """
    drawn = Drawing(MapSource.load(folder))
    return orjson.dumps(drawn.compiled(compile_labels(drawn))) + b"\n"
