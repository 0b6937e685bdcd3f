"""Measurement of text in hex widths, based on the advance widths of the program's fonts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from io import BytesIO

CAP_HEIGHT = 0.7
"""Height of capitals of the Barlow families in ems."""

DESCENT = 0.2


class Face:
    """One font file: advance widths in ems."""

    def __init__(self, file: str) -> None:
        from fontTools.ttLib import TTFont  # not to be loaded before a text is measured

        data = (files("resources") / "fonts" / file).read_bytes()
        font = TTFont(BytesIO(data), lazy=True)
        self._cmap = font.getBestCmap()
        self._metrics = font["hmtx"].metrics
        self._em = font["head"].unitsPerEm

    def advances(self, text: str, size: float, spacing: float = 0.0) -> Iterator[float]:
        """Yield the advance of every letter at a size, with letter spacing in ems."""
        for letter in text:
            glyph = self._cmap.get(ord(letter), ".notdef")
            yield (self._metrics[glyph][0] / self._em + spacing) * size

    def width(self, text: str, size: float, spacing: float = 0.0) -> float:
        """Return the width of a line of text, without the space after its last letter."""
        return sum(self.advances(text, size, spacing)) - spacing * size


@cache
def face(file: str) -> Face:
    """Return a font of ``resources/fonts``, cached."""
    return Face(file)
