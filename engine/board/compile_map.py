"""Compiler of a module's drawn map: grounds and lines, then labels."""

from __future__ import annotations

from importlib.resources.abc import Traversable

import orjson

from engine.board.draw_labels import compile_labels
from engine.board.draw_source import MapSource
from engine.board.drawing import Drawing


def compile_map(folder: Traversable) -> bytes:
    """Compile the drawn map of a module folder with ``board.json`` and ``source/overrides.json``.

    The same sources yield the same bytes.
    """
    drawn = Drawing(MapSource.load(folder))
    return orjson.dumps(drawn.compiled(compile_labels(drawn))) + b"\n"
