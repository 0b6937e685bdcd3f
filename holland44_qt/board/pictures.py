"""Pictures of pieces and markers, drawn a few at a time so that the window stays responsive."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from engine.core.state import Marker, Piece
from engine.modules.module import Module
from holland44_qt.counters import CounterArt, bucket
from holland44_qt.fonts import font

if TYPE_CHECKING:
    from holland44_qt.vassal_art.piece_art import PieceArt

MOST = 1500
"""Number of cached pictures."""
FEW = 50
"""Numbers of cached shadows (one per size) and badges."""
SHADOW = QPointF(1, 2)
"""Offset of a counter's shadow, below and to the right."""
AT_ONCE, SLICE = 0.002, 0.012
"""Seconds spent on new pictures: within a painting, and without a pause between paintings."""
EVERY = 0.1
"""Seconds between requests to repaint while pictures are missing."""
SETTLING = 2
"""Repaints after the last missing picture, until counters are painted in their very size."""


class Pictures(QObject):
    """Cache of a module's counter art with a time limit per painting; missing pictures follow
    later. ``more`` asks the views to repaint.
    """

    more = Signal()

    def __init__(self, module: Module, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._again = QTimer(self, singleShot=True)
        self._again.timeout.connect(self._go_on)
        self.show(module)

    def show(self, module: Module) -> None:
        """Use the counters of another module."""
        self._module = module
        self._art = CounterArt(module.counters)
        self.pieces = _piece_art(module)
        """The art of a module of pictures; None where counters are drawn."""
        self._ready: set[Hashable] = set()
        self._quick: dict[Hashable, tuple[QPixmap, bool]] = {}
        self._exact: dict[tuple[int, float, float], QPixmap] = {}
        self._finished: dict[Hashable, QPixmap] = {}
        self._last: dict[Hashable, QPixmap] = {}
        """The last picture of each piece, in any size."""
        self._shadows: dict[tuple[float, float], QPixmap] = {}
        self._badges: dict[Hashable, QPixmap] = {}
        self._missing: dict[Hashable, Callable[[], QPixmap]] = {}
        """Functions that draw the pictures that a painting did without."""
        self._left = AT_ONCE
        self._asked = 0.0
        self._unsettled = 0

    @property
    def idle(self) -> bool:
        """Return whether no picture is missing, and no repaint is to come."""
        return not self._missing and not self._again.isActive()

    def stop(self) -> None:
        """Stop asking for repaints."""
        self._again.stop()

    def begin(self) -> None:
        """Start a painting with a new time limit."""
        self._left = AT_ONCE

    def forget_missing(self) -> None:
        """Draw no more of the missing pictures, because the next painting wants others."""
        self._missing.clear()
        self._unsettled = 0
        self._again.stop()

    def _go_on(self) -> None:
        """Draw missing pictures for a while, the last asked for first."""
        now = time.perf_counter()
        end = now + SLICE
        while self._missing and now < end:
            key, draw = self._missing.popitem()
            draw()
            self._ready.add(key)
            now = time.perf_counter()
        if self._missing:
            self._again.start(0)
            if now - self._asked < EVERY:
                return
        elif self._unsettled:
            self._unsettled -= 1
            self._again.start(round(1000 * EVERY))
        self._asked = now
        self.more.emit()

    def piece(self, piece: Piece, size: float, ratio: float) -> QPixmap | None:
        """Return the picture of a piece, or None if time ran out.

        ``size`` is in logical pixels; a piece unknown to the module has no picture either.
        """
        if self.pieces is not None:
            art = self.pieces
            drawn = self._drawn(art.key(piece, size, ratio), lambda: art.pixmap(piece, size, ratio))
            self._remember(piece, drawn)
            return drawn
        # Most paintings show what the last one showed: found again without asking what it is, and
        # from the second time on in the very size, which is quicker to paint. While somebody zooms
        # no size is seen twice.
        quick = (piece.counter, piece.steps, piece.status, size, ratio)
        known = self._quick.get(quick)
        if known is not None and known[1]:
            return known[0]
        result = (
            self._counter(piece, size, ratio) if known is None else _sized(known[0], size * ratio)
        )
        if result is not None:
            if len(self._quick) >= MOST:
                self._quick.clear()
            self._quick[quick] = result, known is not None
            self._remember(piece, result)
        return result

    def meanwhile(self, piece: Piece) -> QPixmap | None:
        """Return the last picture of a piece in any size, to be scaled until the right size is
        drawn.
        """
        return self._last.get(self._like(piece))

    def _remember(self, piece: Piece, drawn: QPixmap | None) -> None:
        if drawn is not None:
            if len(self._last) >= MOST:
                self._last.clear()
            self._last[self._like(piece)] = drawn

    def _like(self, piece: Piece) -> Hashable:
        """Return the cache key of a piece's appearance, independent of size."""
        if self.pieces is not None:
            return self.pieces.key(piece, 1.0, 1.0)
        return piece.counter, piece.steps, piece.status

    def finished(self, piece: Piece, size: float, ratio: float, *, raised: bool) -> QPixmap | None:
        """Return a counter in its very size, if raised with its shadow, drawn from the counter's
        corner.

        None until :meth:`piece` was called twice for that size, because no size recurs during a
        zoom.
        """
        key = (piece.counter, piece.steps, piece.status, size, ratio, raised)
        result = self._finished.get(key)
        if result is None:
            known = self._quick.get(key[:-1])
            if known is None or not known[1]:
                return None
            if len(self._finished) >= MOST:
                self._finished.clear()
            result = clear_picture(size + SHADOW.x(), size + SHADOW.y(), ratio)
            with QPainter(result) as painter:
                whole = QRectF(0, 0, size, size)
                if raised:
                    shadow = self.shadow(size, ratio)
                    painter.drawPixmap(whole.translated(SHADOW), shadow, QRectF(shadow.rect()))
                painter.drawPixmap(whole, known[0], QRectF(known[0].rect()))
            self._finished[key] = result
        return result

    def badge(self, text: str, size: float, colors: tuple[QColor, QColor], ratio: float) -> QPixmap:
        """Return a disc with a few letters, in given background and text colours."""
        ground, ink = colors
        key = (text, size, ground.rgb(), ink.rgb(), ratio)
        result = self._badges.get(key)
        if result is None:
            if len(self._badges) >= FEW:
                self._badges.clear()
            edge = 2 * math.ceil(size / 2) + 2
            result = self._badges[key] = clear_picture(edge, edge, ratio)
            start = (edge - size) / 2
            disc = QRectF(start, start, size, size)
            with QPainter(result) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(ink, 1))
                painter.setBrush(ground)
                painter.drawEllipse(disc)
                painter.setFont(font("Barlow Semi Condensed", size * 0.8, QFont.Weight.Bold))
                painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, text)
        return result

    def exact(self, piece: Piece, size: float, ratio: float) -> QPixmap | None:
        """Return a piece's picture in exactly the given size and pixel ratio."""
        picture = self.piece(piece, size, ratio)
        if picture is None:
            return None
        key = (picture.cacheKey(), size, ratio)
        result = self._exact.get(key)
        if result is None:
            if len(self._exact) >= MOST:
                self._exact.clear()
            result = self._exact[key] = _sized(picture, size * ratio)
            result.setDevicePixelRatio(ratio)
        return result

    def shadow(self, size: float, ratio: float) -> QPixmap:
        """Return the soft shadow below a counter of a size."""
        key = (size, ratio)
        result = self._shadows.get(key)
        if result is None:
            if len(self._shadows) >= FEW:
                self._shadows.clear()
            pixels = round(size * ratio)
            result = self._shadows[key] = clear_picture(pixels, pixels)
            with QPainter(result) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(0, 0, 0, 70))
                painter.drawRoundedRect(result.rect(), pixels * 0.09, pixels * 0.09)
        return result

    def _counter(self, piece: Piece, size: float, ratio: float) -> QPixmap | None:
        try:
            counter = self._module.counters.of(piece.counter)
        except KeyError:
            return None
        face = counter.face_name(piece.steps, piece.status)
        key = (piece.counter, face, piece.status, bucket(size * ratio))
        return self._drawn(
            key, lambda: self._art.pixmap(piece.counter, face, piece.status, size, ratio)
        )

    def edges(self, pieces: Sequence[Piece]) -> list[float]:
        """Return the edges of pieces with individual sizes, in hex widths; empty for counters."""
        return [] if self.pieces is None else [self.pieces.edge(piece) for piece in pieces]

    @property
    def framed(self) -> bool:
        """Return whether pieces fill the squares they are drawn in."""
        return self.pieces is None

    def shows(self, piece: Piece) -> bool:
        """Return whether a piece is visible to the viewing side."""
        return self.pieces is None or not self.pieces.look(piece).hidden

    def marker(self, marker: Marker, label: str, size: float, ratio: float) -> QPixmap | None:
        """Return the picture of a marker; None as for pieces."""
        if marker.kind not in self._module.markers:
            return None
        kind = self._module.printed_marker(marker.kind)
        return self._drawn(
            (marker.kind, label, marker.face, bucket(size * ratio)),
            lambda: self._art.marker(kind, size, label, marker.face, ratio),
        )

    def hexside(self, state: str, size: float, ratio: float) -> QPixmap | None:
        """Return the marker of a bridge's state; None as for pieces."""
        return self.marker(Marker(state, ""), "", size, ratio)

    def ground(self, piece: Piece) -> QColor:
        """Return the colour to show until a piece's picture is drawn."""
        if piece.counter in self._module.counters:
            nationality = self._module.counters.of(piece.counter).nationality
            return QColor(self._module.counters.file.nationalities[nationality])
        side = next((s for s in self._module.meta.sides if s.id == piece.side), None)
        return QColor(side.color if side else "#808080")

    def needs_remnant(self, piece: Piece) -> bool:
        """Return whether a piece is at the last of three steps, represented by a remnant
        counter (11.4).
        """
        try:
            return self._module.counters.of(piece.counter).needs_remnant(piece.steps)
        except KeyError:
            return False

    def names(self, pieces: Iterable[Piece]) -> list[str]:
        """Return the names of pieces for use in sentences."""
        return [self._module.unit_name(p.counter) for p in pieces]

    def _drawn(self, key: Hashable, draw: Callable[[], QPixmap]) -> QPixmap | None:
        # What was drawn once is in the art's own cache, or long enough ago to be drawn at once.
        if key not in self._ready and self._left <= 0:
            self._missing[key] = draw
            self._unsettled = SETTLING
            self._again.start(0)
            return None
        start = time.perf_counter()
        picture = draw()
        self._left -= time.perf_counter() - start
        self._ready.add(key)
        return picture


def clear_picture(width: float, height: float, ratio: float = 1.0) -> QPixmap:
    """Return a transparent picture of a size in logical pixels."""
    result = QPixmap(math.ceil(width * ratio), math.ceil(height * ratio))
    result.setDevicePixelRatio(ratio)
    result.fill(Qt.GlobalColor.transparent)
    return result


def _sized(picture: QPixmap, size: float) -> QPixmap:
    """Return a picture in an exact size in pixels."""
    pixels = round(size)
    return picture.scaled(pixels, pixels, mode=Qt.TransformationMode.SmoothTransformation)


def _piece_art(module: Module) -> PieceArt | None:
    """Return the piece art of a picture module; its readers are imported on first use."""
    if module.drawing is None:
        return None
    from holland44_qt.vassal_art.piece_art import PieceArt

    return PieceArt(module)
