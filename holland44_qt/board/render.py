"""Rendering of a module's drawn map as a picture, as a sheet or alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter

from engine.core.errors import UserError
from engine.files import suffix_of, write_atomic
from engine.i18n import t
from engine.modules.module import Module, load_module
from holland44_qt.board.map_painter import MapPainter
from holland44_qt.board.map_sheet import MapSheet
from holland44_qt.theme import NAMES, Theme

if TYPE_CHECKING:
    from collections.abc import Collection

    from holland44_qt.vassal_art.sheet import PictureSheet

    Sheet = MapSheet | PictureSheet


def gui() -> QGuiApplication:
    """Return the running Qt application, started if necessary; text rendering needs one."""
    running = QGuiApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    return QGuiApplication(sys.argv[:1])


def need_map(module: Module) -> None:
    """Raise UserError for a module without a map, which cannot be shown on a board."""
    if module.drawing is None and "map.json" not in module.files.names():
        raise UserError(t("map.error.none", module=module.title))


def map_painter(module: Module, theme: str = "day") -> MapPainter:
    """Return the painter of a module's map.

    Raises UserError without a drawn map or for an unknown theme.
    """
    if theme not in NAMES:
        raise UserError(t("map.error.theme", theme=theme, known=", ".join(NAMES)))
    drawn = module.drawn_map
    if drawn is None:
        raise UserError(t("map.error.none", module=module.title))
    return MapPainter(drawn, Theme.load(theme, module.theme))


def map_sheet(module: Module, theme: str = "day") -> Sheet:
    """Return the painter of a module's map with its panel, or of its pictures."""
    if module.drawing is not None:
        from engine.vassal.plane import SpotBoard
        from holland44_qt.vassal_art.sheet import PictureSheet

        assert isinstance(module.board, SpotBoard), "a module of pictures has a board of spots"
        return PictureSheet(module.board, Theme.load(theme))
    return MapSheet(map_painter(module, theme), module.sheet)


def map_image(
    source: MapPainter | Sheet, rect: QRectF, scale: float, hidden: Collection[str] = ()
) -> QImage:
    """Return a rectangle of the scene as a picture, at ``scale`` pixels per hex width."""
    width, height = round(rect.width() * scale), round(rect.height() * scale)
    image = QImage(max(1, width), max(1, height), QImage.Format.Format_RGB32)
    image.fill(source.theme["paper"])
    painter = QPainter(image)
    try:
        source.paint(painter, rect, scale, hidden)
    finally:
        painter.end()  # Qt takes the process down with a picture that is still being painted
    return image


def render_map(
    module: Module | Path | str, path: Path, width: int = 4000, theme: str = "day"
) -> tuple[int, int]:
    """Write the sheet of a module as PNG with a width in pixels; return its size.

    Raises UserError if the module has no map or the file cannot be written.
    """
    app = gui()  # noqa: F841  # kept alive while text is drawn
    sheet = map_sheet(module if isinstance(module, Module) else load_module(module), theme)
    image = map_image(sheet, sheet.bounds, width / sheet.bounds.width())
    save_png(image, path)
    return image.width(), image.height()


def need_png(path: Path) -> None:
    """Raise UserError for a name with the suffix of another format than PNG."""
    suffix = suffix_of(path)
    if suffix.lower() not in ("", ".png"):
        good = path.with_name(f"{path.name.removesuffix(suffix)}.png")
        raise UserError(t("map.error.suffix", suffix=suffix, good=good))


def save_png(image: QImage, path: Path) -> None:
    """Write a picture as PNG atomically. Raises UserError on failure, and for a name with the
    suffix of another format.
    """
    need_png(path)
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise UserError(t("map.error.write", path=path))
    write_atomic(path, bytes(buffer.data().data()))
