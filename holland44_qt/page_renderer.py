"""Draws the board for exports of the engine, which knows no Qt."""

from __future__ import annotations

import io

from PIL import Image
from PySide6.QtGui import QImage

from engine.export.renderer import BoardPicture, Frame
from engine.modules import Module
from holland44_qt.render import gui, map_image, map_painter

QUALITY = 58
"""Of the WebP: lettering stays crisp; more only makes the page larger."""


class PageRenderer:
    """Pictures of a module's board in its day theme."""

    def __init__(self, module: Module) -> None:
        self.module = module

    def board_picture(self, width: int) -> BoardPicture:
        """The whole board with its entry areas as WebP, so many pixels wide."""
        app = gui()  # noqa: F841  # kept alive while text is drawn
        painter = map_painter(self.module)
        bounds = painter.bounds
        scale = width / bounds.width()
        image = map_image(painter, bounds, scale).convertToFormat(QImage.Format.Format_RGB888)
        return BoardPicture(
            _webp(image),
            "image/webp",
            Frame(
                image.width(), image.height(), scale, -bounds.left() * scale, -bounds.top() * scale
            ),
        )


def _webp(image: QImage) -> bytes:
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
