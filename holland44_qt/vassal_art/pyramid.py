"""A large picture at several scales: tiles on disk, cut once by a thread, and a coarse whole."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QRect, QRectF, QSize, Signal
from PySide6.QtGui import QColor, QImage, QPainter

from holland44_qt.vassal_art.strips import PictureError, half, resized, shrinks, shrunk, strips

TILE = 1024
"""Edge of a tile on disk in pixels."""
COARSE = 4096
"""Maximum width and height of the coarse whole in pixels."""
KEPT = 24
"""Maximum number of tiles in memory, of 4 MB each."""
QUALITY = 92
"""JPEG quality; the loss is invisible on a map at full size."""
BLANK = QColor("#d8d4c8")
"""Colour of parts not read yet, and below transparent pixels."""
_DONE, _WHOLE = "done", "whole.png"
Key = tuple[int, int, int]
"""Level, column and row of a tile."""


def levels_of(size: QSize) -> int:
    """Return the number of halvings until a picture fits the size of the coarse whole."""
    level = 0
    while max(size.width(), size.height()) >> level > COARSE:
        level += 1
    return level


class Pyramid(QObject):
    """A picture at several levels, each half as large as the one before; the last is the coarse
    whole.

    Level 0 is the picture itself. ``grown`` is emitted with the part that can now be drawn in
    better quality. Drawing and building run in different threads.
    """

    grown = Signal(QRect)
    failed = Signal(str)

    def __init__(self, size: QSize, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.size, self._folder = size, folder
        self._top = levels_of(size)
        self._lock = threading.Lock()
        self._coarse = QImage()
        self._tiles: OrderedDict[Key, QImage] = OrderedDict()
        self._stopped = False
        self.done = False
        if (folder / _DONE).is_file():
            self._coarse = QImage(str(folder / _WHOLE))
            self.done = not self._coarse.isNull()

    # -- drawing ----------------------------------------------------------------------------------

    def draw(self, painter: QPainter, target: QRectF, source: QRectF, scale: float) -> None:
        """Draw a part of the picture in the best quality available.

        ``scale`` is in device pixels for a pixel of the picture.
        """
        level = 0
        while level < self._top and scale * 2 ** (level + 1) <= 1.0:
            level += 1
        with self._lock:
            if not self._coarse.isNull():
                across = self._coarse.width() / self.size.width()
                down = self._coarse.height() / self.size.height()
                part = QRectF(
                    source.x() * across, source.y() * down,
                    source.width() * across, source.height() * down,
                )  # fmt: skip
                painter.drawImage(target, self._coarse, part)
        if level == self._top:
            return
        step = TILE << level
        columns = range(int(source.left()) // step, int(source.right() - 1e-6) // step + 1)
        rows = range(int(source.top()) // step, int(source.bottom() - 1e-6) // step + 1)
        for row in rows:
            for column in columns:
                self._draw_tile(painter, target, source, (level, column, row))

    def _draw_tile(self, painter: QPainter, target: QRectF, source: QRectF, key: Key) -> None:
        tile = self._tile(key)
        if tile is None:
            return
        level, column, row = key
        corner = QPoint(column, row) * TILE
        whole = QRectF(
            corner.x() << level, corner.y() << level,
            tile.width() << level, tile.height() << level,
        )  # fmt: skip
        visible = whole.intersected(source)
        factor = target.width() / source.width()
        placed = QRectF(
            target.x() + (visible.x() - source.x()) * factor,
            target.y() + (visible.y() - source.y()) * factor,
            visible.width() * factor,
            visible.height() * factor,
        )
        shrink = 1 / (1 << level)
        part = QRectF(
            (visible.x() - whole.x()) * shrink, (visible.y() - whole.y()) * shrink,
            visible.width() * shrink, visible.height() * shrink,
        )  # fmt: skip
        painter.drawImage(placed, tile, part)

    def _tile(self, key: Key) -> QImage | None:
        if key in self._tiles:
            self._tiles.move_to_end(key)
            return self._tiles[key]
        image = QImage(str(self._file(key)))
        if image.isNull():
            return None
        self._tiles[key] = image
        while len(self._tiles) > KEPT:
            self._tiles.popitem(last=False)
        return image

    def _file(self, key: Key) -> Path:
        level, column, row = key
        return self._folder / f"{level}-{column}-{row}.jpg"

    # -- building ---------------------------------------------------------------------------------

    def build(self, data: bytes) -> None:
        """Create missing tiles in the calling thread; errors are emitted as a signal."""
        if self.done or self._stopped:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._build(data)
        except (PictureError, OSError) as error:
            self.failed.emit(str(error))

    def _build(self, data: bytes) -> None:
        self._overview(data)
        ladder = _Ladder(self._top, self._keep)
        for top, strip in strips(data, lambda: self._stopped):
            ladder.take(0, strip)
            self.grown.emit(QRect(0, top, self.size.width(), strip.height()))
        if self._stopped:
            return
        ladder.end()
        with self._lock:
            saved = self._coarse.save(str(self._folder / _WHOLE))
        if saved:
            (self._folder / _DONE).touch()
        self.done = True
        self.grown.emit(QRect(QPoint(), self.size))

    def _overview(self, data: bytes) -> None:
        """Create the coarse whole first, because cutting all tiles takes much longer."""
        size = QSize(self.size.width() >> self._top, self.size.height() >> self._top)
        quick = shrinks(data)
        coarse = shrunk(data, size) if quick else QImage(size, QImage.Format.Format_RGB32)
        if not quick:
            coarse.fill(BLANK)
        with self._lock:
            self._coarse = coarse
        self.grown.emit(QRect(QPoint(), self.size))
        for top, strip in () if quick else strips(data, lambda: self._stopped):
            self._paste(top, strip)
            self.grown.emit(QRect(0, top, self.size.width(), strip.height()))

    def stop(self) -> None:
        """Stop building; unfinished tiles are created another time."""
        self._stopped = True

    def _paste(self, top: int, strip: QImage) -> None:
        """Paint a strip into the coarse whole."""
        rows = max(1, strip.height() >> self._top)
        small = resized(strip, QSize(self._coarse.width(), rows))
        with self._lock, QPainter(self._coarse) as painter:
            painter.drawImage(0, top >> self._top, small)

    def _keep(self, key: Key, tile: QImage) -> None:
        if not tile.save(str(self._file(key)), "JPG", QUALITY):  # type: ignore[call-overload]
            raise OSError(str(self._file(key)))


class _Ladder:
    """Cuts strips into the tiles of every level below ``top``.

    Each level collects strips until a row of tiles is full, then passes them at half size to the
    next level.
    """

    def __init__(self, top: int, keep: Callable[[Key, QImage], None]) -> None:
        self._keep = keep
        self._waiting: list[list[QImage]] = [[] for _ in range(top)]
        self._row = [0] * top

    def take(self, level: int, strip: QImage) -> None:
        """Add the next rows of a level, at most as many as a tile has."""
        if level == len(self._waiting):
            return
        rows = self._waiting[level]
        rows.append(strip)
        if sum(part.height() for part in rows) >= TILE:
            self._flush(level)

    def end(self) -> None:
        """Cut the remaining rows into tiles."""
        for level, rows in enumerate(self._waiting):
            if rows:
                self._flush(level)

    def _flush(self, level: int) -> None:
        rows, self._waiting[level] = self._waiting[level], []
        for column in range(-(-rows[0].width() // TILE)):
            tile = _joined(rows, column * TILE)
            self._keep((level, column, self._row[level]), tile)
        self._row[level] += 1
        if level + 1 < len(self._waiting):
            for strip in rows:
                self.take(level + 1, half(strip))


def _joined(parts: list[QImage], left: int) -> QImage:
    """Return a tile made of strips placed below each other."""
    width = min(TILE, parts[0].width() - left)
    tile = QImage(width, sum(part.height() for part in parts), QImage.Format.Format_RGB32)
    tile.fill(BLANK)  # under what is transparent
    with QPainter(tile) as painter:
        top = 0
        for part in parts:
            painter.drawImage(0, top, part, left, 0, width)
            top += part.height()
    return tile
