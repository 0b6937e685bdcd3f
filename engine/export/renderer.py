"""Interface for drawing the board in exports; the engine itself does not depend on Qt."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import NamedTuple, Protocol


@dataclass(frozen=True, slots=True)
class Frame:
    """Position and scale of the grid in a picture.

    The grid point (u, v) of :mod:`engine.board.grid` is the pixel
    ``(x + scale * u, y - scale * v)``.
    """

    width: int
    height: int
    scale: float
    x: float
    y: float


class BoardPicture(NamedTuple):
    """An encoded picture of the whole board; ``mime`` is its media type, as "image/webp"."""

    data: bytes
    mime: str
    frame: Frame

    @property
    def uri(self) -> str:
        """The picture as a data URI."""
        return f"data:{self.mime};base64,{base64.b64encode(self.data).decode('ascii')}"


class Renderer(Protocol):
    """Draws boards."""

    def board_picture(self, width: int) -> BoardPicture:
        """Return a picture of the board of the renderer's module, ``width`` pixels wide."""
        ...
