"""Renderer of the board for the engine's exports, which do not depend on Qt."""

from __future__ import annotations

import io

import PIL
from PIL import Image
from PySide6.QtCore import qVersion
from PySide6.QtGui import QImage

from engine.cache import cached, code_of
from engine.export.renderer import BoardPicture, Frame
from engine.modules.module import Module
from holland44_qt.board.render import gui, map_image, map_painter

QUALITY = 58
"""WebP quality: keeps lettering crisp; higher values only enlarge the page."""

DRAWN_BY = ("holland44_qt", "holland44_qt.board", "engine.board", "resources.fonts")
"""Module paths of the code that draws a board."""


class PageRenderer:
    """Renderer of a module's board in one theme."""

    def __init__(self, module: Module, theme: str = "day") -> None:
        self.module, self.theme = module, theme

    def board_picture(self, width: int) -> BoardPicture:
        """Return the whole board with its entry areas as WebP of a width in pixels."""
        app = gui()  # noqa: F841  # kept alive while text is drawn
        painter = map_painter(self.module, self.theme)
        bounds = painter.bounds
        scale = width / bounds.width()
        drawn_with = (QUALITY, qVersion(), PIL.__version__, code_of(DRAWN_BY))
        data = cached(
            "board",
            (self.module.hash, self.theme, width, *drawn_with),
            lambda: _webp(map_image(painter, bounds, scale)),
        )
        with Image.open(io.BytesIO(data)) as picture:
            wide, high = picture.size
        left, top = -bounds.left() * scale, -bounds.top() * scale
        return BoardPicture(data, "image/webp", Frame(wide, high, scale, left, top))


def _webp(drawn: QImage) -> bytes:
    image = drawn.convertToFormat(QImage.Format.Format_RGB888)
    pixels = Image.frombuffer(
        "RGB",
        (image.width(), image.height()),
        bytes(image.constBits()),
        "raw",
        "RGB",
        image.bytesPerLine(),
        1,
    )
    out = io.BytesIO()
    pixels.save(out, "WEBP", quality=QUALITY, method=5)
    return out.getvalue()
