"""Draws the pictures of a report for the engine's writers."""

from __future__ import annotations

import io

from PIL import Image
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage

from engine.report.scene import Scene, Scenes
from engine.report.settings import Settings
from holland44_qt.report.plate import PlateOptions, Plates


def options_of(settings: Settings) -> PlateOptions:
    """Return the plate options from an export's settings."""
    return PlateOptions(
        width=settings.width,
        caption=settings.caption,
        legend=settings.legend,
        scale=settings.scale,
        card=settings.card,
        pair=settings.pair,
        theme=settings.theme,
        zoom=settings.zoom,
    )


class QtIllustrator:
    """Illustrator of one recording; the map is read once."""

    def __init__(self, scenes: Scenes, settings: Settings) -> None:
        self.plates = Plates(scenes, options_of(settings))

    def plate(self, scene: Scene, settings: Settings) -> bytes:
        """Return the plate of a scene in the image size and style of the settings."""
        plates = self.plates.with_options(**_fields(options_of(settings)))
        return encoded(plates.plate(scene), settings.image)


def encoded(image: QImage, kind: str) -> bytes:
    """Encode a picture as png, webp or jpg."""
    if kind == "png":
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload]
        return bytes(data.data())
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    size = (plain.width(), plain.height())
    stride = plain.bytesPerLine()
    pixels = Image.frombuffer("RGB", size, bytes(plain.constBits()), "raw", "RGB", stride, 1)
    out = io.BytesIO()
    # Quality 80: lettering stays crisp.
    pixels.save(out, "WEBP" if kind == "webp" else "JPEG", quality=80)
    return out.getvalue()


def _fields(options: PlateOptions) -> dict[str, object]:
    return {name: getattr(options, name) for name in PlateOptions.__slots__}
