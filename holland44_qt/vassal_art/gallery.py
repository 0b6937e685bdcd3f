"""The pictures of boards: small ones in memory, large ones as image pyramids on disk."""

from __future__ import annotations

import hashlib
import shutil
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import (
    QObject,
    QPoint,
    QRect,
    QRectF,
    Qt,
    QThreadPool,
    Signal,
)
from PySide6.QtGui import QImage, QPainter

from engine.core.errors import UserError
from engine.i18n import t
from engine.user_folders import made_folder
from engine.vassal.svg_safety import is_svg
from holland44_qt.vassal_art.pyramid import Pyramid
from holland44_qt.vassal_art.strips import PictureError, half, size_of, whole
from holland44_qt.vassal_art.svg import LARGE, svg_renderer

MEMORY = 192 * 1024 * 1024
"""Maximum number of bytes of small pictures in memory."""
ON_DISK = 4
"""Maximum number of large pictures in the cache folder; the oldest are deleted first."""


def cache_folder() -> Path:
    """Return the folder of the tiles of large pictures."""
    return made_folder("pictures")


class Gallery(QObject):
    """Draws parts of pictures by name.

    ``draw`` must be called in the thread that paints tiles, by one caller at a time; pyramids are
    built in a separate thread. ``grown`` is emitted with a picture and the part of it that can now
    be drawn in better quality.
    """

    grown = Signal(str, QRect)
    failed = Signal(str)

    def __init__(self, read: Callable[[str], bytes], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read = read
        self._small: OrderedDict[str, list[QImage]] = OrderedDict()
        self._large: dict[str, Pyramid] = {}
        self._missing: set[str] = set()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)

    def draw(self, painter: QPainter, name: str, target: QRectF, source: QRectF) -> bool:
        """Draw a part of a picture; return False if it is missing or unreadable."""
        if name in self._missing:
            return False
        if name not in self._small and name not in self._large:
            try:
                self._open(name)
            except (PictureError, UserError) as error:
                self._give_up(name, str(error))
                return False
        pyramid = self._large.get(name)
        if pyramid is not None:
            pyramid.draw(painter, target, source, _device_scale(painter, target, source))
        elif name in self._small:
            self._draw_small(painter, name, target, source)
        return True

    def stop(self) -> None:
        """Stop building pyramids."""
        for pyramid in self._large.values():
            pyramid.stop()
        self._pool.clear()
        self._pool.waitForDone()

    @property
    def busy(self) -> bool:
        """Whether a large picture is being cut into tiles."""
        return self._pool.activeThreadCount() > 0

    def _open(self, name: str) -> None:
        data = self._read(name)
        if is_svg(data):
            self._small[name] = _mips(_svg(name, data))
            return
        size = size_of(data)
        if size.width() * size.height() < LARGE:
            self._small[name] = _mips(whole(data))
            while len(self._small) > 1 and self._used > MEMORY:
                self._small.popitem(last=False)
            return
        folder = cache_folder() / hashlib.blake2b(data, digest_size=16).hexdigest()
        pyramid = Pyramid(size, folder)
        pyramid.grown.connect(
            lambda part: self.grown.emit(name, part), Qt.ConnectionType.DirectConnection
        )
        pyramid.failed.connect(
            lambda why: self._give_up(name, why), Qt.ConnectionType.DirectConnection
        )
        self._large[name] = pyramid
        if not pyramid.done:
            _make_room(folder)
            self._pool.start(partial(pyramid.build, data))

    def _give_up(self, name: str, why: str) -> None:
        """Mark a picture as missing, so that its board is drawn without it, and report
        the reason.
        """
        self._missing.add(name)
        self.failed.emit(t("pictures.error.picture", picture=name, why=why))
        pyramid = self._large.pop(name, None)
        if pyramid is not None:
            self.grown.emit(name, QRect(QPoint(), pyramid.size))

    @property
    def _used(self) -> int:
        return sum(image.sizeInBytes() for mips in self._small.values() for image in mips)

    def _draw_small(self, painter: QPainter, name: str, target: QRectF, source: QRectF) -> None:
        self._small.move_to_end(name)
        mips = self._small[name]
        scale, level = _device_scale(painter, target, source), 0
        while level + 1 < len(mips) and scale * 2 ** (level + 1) <= 1.0:
            level += 1
        image = mips[level]
        across = image.width() / mips[0].width()
        down = image.height() / mips[0].height()
        part = QRectF(source.x() * across, source.y() * down,
                      source.width() * across, source.height() * down)  # fmt: skip
        painter.drawImage(target, image, part)


def _device_scale(painter: QPainter, target: QRectF, source: QRectF) -> float:
    """Return the number of device pixels for a pixel of the picture."""
    across = painter.deviceTransform().mapRect(target).width()
    return across / source.width() if source.width() else 1.0


def _mips(image: QImage) -> list[QImage]:
    """Return a picture and its successive halves, down to a thumbnail."""
    if image.format() not in (
        QImage.Format.Format_RGB32,
        QImage.Format.Format_ARGB32_Premultiplied,
    ):
        alpha = image.hasAlphaChannel()
        made = QImage.Format.Format_ARGB32_Premultiplied if alpha else QImage.Format.Format_RGB32
        image = image.convertToFormat(made)
    result = [image]
    while max(result[-1].width(), result[-1].height()) > 256:
        result.append(half(result[-1]))
    return result


def _svg(name: str, data: bytes) -> QImage:
    renderer = svg_renderer(name, data)
    image = QImage(renderer.defaultSize(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        renderer.render(painter)
    return image


def _make_room(folder: Path) -> None:
    """Delete the oldest large pictures from the cache folder."""
    try:
        others = [p for p in folder.parent.iterdir() if p.is_dir() and p != folder]
        for old in sorted(others, key=lambda p: -p.stat().st_mtime)[ON_DISK - 1 :]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return
