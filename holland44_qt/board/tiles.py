"""Map tiles as pixmaps at several scales, painted in a thread and cached up to a memory limit.

A missing tile is replaced by part of a coarser tile below any available finer ones. Until the
coarsest tiles are painted, a rough map is shown.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Protocol

from PySide6.QtCore import (
    QObject,
    QPointF,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    QThreadPool,
    Signal,
    SignalInstance,
    Slot,
)
from PySide6.QtGui import QImage, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from holland44_qt.board.layer import exposed

TILE = 512
"""Edge of a tile in pixels."""
SCALES = (8.0, 16.0, 32.0, 64.0, 128.0, 256.0)
"""Scales of the levels in pixels per hex width, coarsest first."""
SHARPEST_STRETCH = 1.25
"""Factor to which a level is stretched before the next finer one is painted."""
MEMORY = 192 * 1024 * 1024
"""Maximum bytes of cached pixmaps."""
SIZED = 64 * 1024 * 1024
"""Maximum bytes of pixmaps cached in the exact visible size."""
AT_ONCE = 6
"""Maximum number of exactly sized tiles made in one painting."""
_HALF_TURN = QTransform(-1, 0, 0, -1, 0, 0)


class Painter(Protocol):
    """Interface of a map's painter: a MapSheet or a PictureSheet."""

    bounds: QRectF

    def paint(
        self, painter: QPainter, rect: QRectF, scale: float, hidden: Collection[str] = ()
    ) -> None:
        """Draw a rectangle of the scene with its corner at the painter's origin."""
        ...


class Tile(NamedTuple):
    """Tile: its level in SCALES, and its column and row from the north-west corner of the map."""

    level: int
    col: int
    row: int

    def rect(self, bounds: QRectF) -> QRectF:
        """Return the part of the scene that the tile covers."""
        side = TILE / SCALES[self.level]
        return QRectF(self.corner(bounds), QSizeF(side, side))

    def corner(self, bounds: QRectF, across: int = 0, down: int = 0) -> QPointF:
        """Return the north-west corner in the scene of this tile, or of one some columns and
        rows away.
        """
        side = TILE / SCALES[self.level]
        return bounds.topLeft() + QPointF((self.col + across) * side, (self.row + down) * side)

    @property
    def parent(self) -> Tile | None:
        """Return the tile of the next coarser level that covers this one."""
        return Tile(self.level - 1, self.col // 2, self.row // 2) if self.level else None

    @property
    def finer(self) -> tuple[Tile, ...]:
        """Return the tiles of the next finer level that this one covers."""
        col, row, level = 2 * self.col, 2 * self.row, self.level + 1
        if level == len(SCALES):
            return ()
        return tuple(Tile(level, col + right, row + down) for right in (0, 1) for down in (0, 1))


def level_for(scale: float) -> int:
    """Return the level for a scale in device pixels per hex width."""
    enough = (i for i, s in enumerate(SCALES) if s * SHARPEST_STRETCH >= scale)
    return next(enough, len(SCALES) - 1)


def tiles_over(rect: QRectF, bounds: QRectF, level: int) -> Iterator[Tile]:
    """Return the tiles of a level that touch a part of the scene, nearest to its middle first."""
    side = TILE / SCALES[level]
    visible = rect.intersected(bounds).translated(-bounds.topLeft())
    if visible.isEmpty():
        return
    cols = range(int(visible.left() // side), int(visible.right() // side) + 1)
    rows = range(int(visible.top() // side), int(visible.bottom() // side) + 1)
    middle = visible.center() / side - QPointF(0.5, 0.5)
    tiles = [Tile(level, col, row) for row in rows for col in cols]
    yield from sorted(tiles, key=lambda t: (t.col - middle.x()) ** 2 + (t.row - middle.y()) ** 2)


@dataclass(frozen=True)
class _Job:
    """Tile to paint, for the maps of one generation."""

    generation: int
    tile: Tile
    hidden: frozenset[str]


def _paint(job: _Job, map_painter: Painter, done: SignalInstance) -> None:
    """Paint one tile and report; the receiver lives in the GUI thread, so the signal is queued."""
    tile = job.tile
    image = QImage(TILE, TILE, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        rect = tile.rect(map_painter.bounds)
        map_painter.paint(painter, rect, SCALES[tile.level], job.hidden)
    done.emit(job, image)


class TileStore(QObject):
    """Cache of one map's tiles, painted on demand one after the other.

    ``painted`` emits the part of the scene that has become available. The map's painter is used
    only in the worker's thread, by one tile at a time.
    """

    painted = Signal(QRectF)
    _done = Signal(object, QImage)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._map: Painter | None = None
        self._cache: OrderedDict[Tile, QPixmap] = OrderedDict()
        self._hidden: frozenset[str] = frozenset()
        self._stale: set[Tile] = set()
        self._queue: list[Tile] = []
        self._running = self._on_hold = False
        self._generation = 0
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._done.connect(self._finish, Qt.ConnectionType.QueuedConnection)

    def show(self, map_painter: Painter, hidden: Collection[str] = ()) -> None:
        """Replace the map, without some of its layers; its tiles are painted when requested."""
        self._generation += 1
        self._map, self._hidden = map_painter, frozenset(hidden)
        self._cache.clear()
        self._stale.clear()
        self._queue.clear()

    def refresh(self, rect: QRectF) -> None:
        """Repaint a part of the scene in better quality; the old tiles are shown meanwhile."""
        if self._map is None:
            return
        whole = self._map.bounds
        self._stale |= {tile for tile in self._cache if tile.rect(whole).intersects(rect)}
        self.painted.emit(rect)

    def get(self, tile: Tile) -> QPixmap | None:
        """Return a tile if it is cached."""
        result = self._cache.get(tile)
        if result is not None:
            self._cache.move_to_end(tile)
        return result

    def want(self, tiles: list[Tile]) -> None:
        """Set the tiles to paint next, most urgent first but after those of the coarsest level;
        earlier requests are dropped.
        """
        if self._map is None:
            return
        whole = self._map.bounds
        wished = (*tiles_over(whole, whole, 0), *tiles)
        self._queue = [t for t in wished if t not in self._cache or t in self._stale]
        self._start()

    def hold(self, on: bool) -> None:
        """Suspend the painting of tiles, or resume it."""
        self._on_hold = on
        self._start()

    @property
    def idle(self) -> bool:
        """Return whether no requested tile is pending."""
        return not self._running and not self._queue

    def stop(self) -> None:
        """Drop all requests and wait for the tile being painted."""
        self._queue.clear()
        self._map = None
        self._pool.waitForDone()
        self._running = False

    def _start(self) -> None:
        if self._on_hold or self._running or not self._queue or self._map is None:
            return
        self._running = True
        job = _Job(self._generation, self._queue.pop(0), self._hidden)
        self._stale.discard(job.tile)
        # A function: a QRunnable of ours that follows close upon another stays for ever (PySide).
        self._pool.start(partial(_paint, job, self._map, self._done))

    @Slot(object, QImage)
    def _finish(self, job: _Job, image: QImage) -> None:
        self._running = False
        if job.generation == self._generation and self._map is not None:
            self._cache[job.tile] = QPixmap.fromImage(image)
            while len(self._cache) * TILE * TILE * 4 > MEMORY:
                self._cache.popitem(last=False)
            self.painted.emit(job.tile.rect(self._map.bounds))
        self._start()


Stretch = Callable[[QPainter, QRectF], None]
"""Function that paints a picture into a rectangle of an untransformed painter."""


class SizedTiles:
    """Cache of tiles in the exact visible size, because stretching takes five times as long as
    copying. Nothing is cached for a scale before its second use, because no scale recurs during
    a zoom.
    """

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[int, int, int], QPixmap] = OrderedDict()
        self._drawn_at: tuple[float, float] | None = None
        self._bytes = self._left = 0

    def begin(self, scale: float, ratio: float) -> None:
        """Start a painting at a scale in pixels per hex width; negative for a map rotated by
        180 degrees.
        """
        key = (round(scale, 6), ratio)
        self._left = AT_ONCE if key == self._drawn_at else 0
        if key != self._drawn_at:
            self._cache.clear()
            self._bytes, self._drawn_at = 0, key

    def get(self, pixmap: QPixmap, size: QSize, stretch: Stretch) -> QPixmap | None:
        """Return a whole tile in a size in pixels, painted by ``stretch``; None if it is not
        available yet.
        """
        key = (pixmap.cacheKey(), size.width(), size.height())
        result = self._cache.get(key)
        if result is not None:
            self._cache.move_to_end(key)
        elif self._left > 0:
            self._left -= 1
            result = self._cache[key] = QPixmap(size)
            with QPainter(result) as painter:
                stretch(painter, QRectF(result.rect()))
            self._bytes += 4 * size.width() * size.height()
            while self._bytes > SIZED:
                (_, width, height), _ = self._cache.popitem(last=False)
                self._bytes -= 4 * width * height
        return result


class TileLayer(QGraphicsItem):
    """Item that shows the tiles of a store and requests missing ones."""

    def __init__(self, store: TileStore, bounds: QRectF) -> None:
        super().__init__()
        self._store = store
        self._bounds = bounds
        self._sized = SizedTiles()
        self._draft: Callable[[], QImage] | None = None
        self._rough: QPixmap | None = None
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        store.painted.connect(self._painted)

    def set_bounds(self, bounds: QRectF) -> None:
        """Cover another map."""
        self.prepareGeometryChange()
        self._bounds = bounds

    def show_meanwhile(self, draft: Callable[[], QImage] | None) -> None:
        """Set a quickly made picture of a whole new map, shown where a tile is missing."""
        self._draft, self._rough, self._sized = draft, None, SizedTiles()

    def boundingRect(self) -> QRectF:
        """Return the rectangle of the whole map."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the exposed part; request all visible tiles."""
        ratio = painter.device().devicePixelRatioF()
        scale = option.levelOfDetailFromTransform(painter.worldTransform()) * ratio
        level = level_for(scale)
        to_screen = painter.worldTransform()
        # A pixel on the edge of what is exposed may belong to the tile beyond it.
        pixel = ratio / scale
        visible = around = option.exposedRect.adjusted(-pixel, -pixel, pixel, pixel)
        parts = [
            rect.adjusted(-pixel, -pixel, pixel, pixel)
            for rect in exposed(painter, QRectF(option.exposedRect))
        ]
        if widget is not None:
            back, _ = to_screen.inverted()
            visible = back.mapRect(QRectF(widget.rect()))
        turned = to_screen.m11() < 0
        self._sized.begin(to_screen.m11(), ratio)
        painter.setWorldTransform(QTransform())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for tile in tiles_over(around, self._bounds, level):
            if not any(map(tile.rect(self._bounds).intersects, parts)):
                continue
            self._draw(painter, tile, self._on_screen(tile, to_screen, ratio), turned=turned)
            if self._store.get(tile) is None:  # what was seen before zooming out is sharper
                for finer in filter(self._store.get, tile.finer):
                    place = self._on_screen(finer, to_screen, ratio)
                    self._draw(painter, finer, place, turned=turned)
        self._store.want(list(tiles_over(visible, self._bounds, level)))

    def _on_screen(self, tile: Tile, to_screen: QTransform, ratio: float) -> QRectF:
        """Return the rectangle of a tile with edges on device pixels, computed as for its
        neighbours. Otherwise an edge in the middle of a pixel would leave that pixel uncovered
        by both tiles.
        """
        north_west = to_screen.map(tile.corner(self._bounds)) * ratio
        south_east = to_screen.map(tile.corner(self._bounds, 1, 1)) * ratio
        start = QPointF(round(north_west.x()), round(north_west.y())) / ratio
        end = QPointF(round(south_east.x()), round(south_east.y())) / ratio
        return QRectF(start, end).normalized()

    def _draw(self, painter: QPainter, tile: Tile, target: QRectF, *, turned: bool) -> None:
        best = self._best(tile)
        if best is None:
            return
        pixmap, whole = best
        own = tile.rect(self._bounds)
        factor = pixmap.width() / whole.width()
        part = own.translated(-whole.topLeft())
        source = QRectF(part.topLeft() * factor, part.size() * factor)

        def stretch(to: QPainter, into: QRectF) -> None:
            to.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            if turned:
                to.setWorldTransform(_HALF_TURN)
                into = QRectF(-into.bottomRight(), -into.topLeft())
            to.drawPixmap(into, pixmap, source)
            to.setWorldTransform(QTransform())

        size = (target.size() * painter.device().devicePixelRatioF()).toSize()
        sized = self._sized.get(pixmap, size, stretch) if whole == own else None
        if sized is None:
            stretch(painter, target)
        else:
            painter.drawPixmap(target, sized, QRectF(sized.rect()))

    def _best(self, tile: Tile) -> tuple[QPixmap, QRectF] | None:
        """Return the finest picture that covers a tile, and its part of the scene."""
        shown: Tile | None = tile
        while shown is not None:
            pixmap = self._store.get(shown)
            if pixmap is not None:
                return pixmap, shown.rect(self._bounds)
            shown = shown.parent
        if self._rough is None and self._draft is not None:
            self._rough = QPixmap.fromImage(self._draft())
        return None if self._rough is None else (self._rough, self._bounds)

    def _painted(self, rect: QRectF) -> None:
        self.update(rect)
