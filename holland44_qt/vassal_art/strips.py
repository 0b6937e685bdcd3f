"""Read a large picture in strips from the top, mostly without the whole picture in memory.

Qt reads a PNG file only as a whole. But its rows follow each other in one compressed stream, and
each depends only on the row above. So a strip of rows, preceded by the last row of the previous
strip, forms a small PNG file. A JPEG file is read repeatedly, each time up to a lower row.
Interlaced pictures have no such rows; they are decoded as a whole, up to a maximum size.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QRect, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from engine.i18n import t
from engine.vassal.svg_safety import is_svg

ROWS = 256
"""Number of rows in a strip."""
IN_HAND = 128 * 1024 * 1024
"""Maximum number of bytes of a decoded part of a picture."""
AT_ONCE = 85_000_000
"""Maximum pixels of a picture that must be decoded as a whole; this needs about 350 MB
for a while.
"""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEAD = 1024 * 1024
"""Number of bytes at the start of a file that contain the picture's size."""
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_GREY, _RGB, _INDEXED, _GREY_ALPHA, _RGBA = 0, 2, 3, 4, 6


class PictureError(Exception):
    """A picture that cannot be read; the message is the reason from Qt or zlib."""


def size_of(data: bytes) -> QSize:
    """Return width and height from the head of a file; an empty size if it is no picture."""
    size, _ = _read_head(data)
    return size


def whole(data: bytes) -> QImage:
    """Read a whole picture. Raises PictureError."""
    reader = _reader(data)
    image = reader.read()
    if image.isNull():
        raise PictureError(reader.errorString())
    return image


def shrunk(data: bytes, size: QSize) -> QImage:
    """Read a JPEG picture at a smaller size, which is faster."""
    reader = _reader(data)
    reader.setScaledSize(size)
    image = reader.read()
    if image.isNull():
        raise PictureError(reader.errorString())
    return image


def shrinks(data: bytes) -> bool:
    """Return whether a picture is read faster at a smaller size."""
    return _read_head(data)[1] == "jpeg"


def strips(data: bytes, stop: Callable[[], bool]) -> Iterator[tuple[int, QImage]]:
    """Yield the strips of a picture from the top with their first rows, until ``stop`` returns
    True.

    All but the last have ROWS rows. Raises PictureError.
    """
    size, kind = _read_head(data)
    png = _Png.of(data) if kind == "png" else None
    if png is not None:
        parts = png.strips(data)
    elif kind == "jpeg":
        parts = _clips(data, size)
    elif size.width() * size.height() * 4 <= IN_HAND:
        parts = _cut(0, whole(data))
    elif size.width() * size.height() <= AT_ONCE:
        parts = _decoded(data, size)
    else:
        limit = AT_ONCE // 1_000_000
        raise PictureError(
            t("pictures.error.large", width=size.width(), height=size.height(), limit=limit)
        )
    for top, strip in parts:
        if stop():
            return
        yield top, strip


def _reader(data: bytes) -> QImageReader:
    if is_svg(data):
        data = b""  # Qt would read it, and whatever files it names; svg_renderer does it safely
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(False)
    reader.setDecideFormatFromContent(True)
    reader._buffer = buffer  # type: ignore[attr-defined]  # it has to live as long
    return reader


def _read_head(data: bytes) -> tuple[QSize, str]:
    reader = _reader(data[:_HEAD])
    return reader.size(), bytes(reader.format().data()).decode()


def _clips(data: bytes, size: QSize) -> Iterator[tuple[int, QImage]]:
    """Yield a JPEG in large parts; each is read from the top of the file again."""
    rows = max(ROWS, IN_HAND // (4 * size.width()) // ROWS * ROWS)
    for top in range(0, size.height(), rows):
        reader = _reader(data)
        reader.setClipRect(QRect(0, top, size.width(), min(rows, size.height() - top)))
        image = reader.read()
        if image.isNull():
            raise PictureError(reader.errorString())
        yield from _cut(top, image)


def _decoded(data: bytes, size: QSize) -> Iterator[tuple[int, QImage]]:
    """Decode an interlaced PNG, or a format without strips, beyond Qt's own size limit."""
    from PIL import Image, UnidentifiedImageError  # seldom wanted

    try:
        with Image.open(io.BytesIO(data)) as image:
            image.load()
            for top in range(0, size.height(), ROWS):
                rows = min(ROWS, size.height() - top)
                part = image.crop((0, top, size.width(), top + rows)).convert("RGBA").tobytes()
                kind = QImage.Format.Format_RGBA8888
                yield top, QImage(part, size.width(), rows, 4 * size.width(), kind).copy()
    except (OSError, SyntaxError, UnidentifiedImageError) as error:
        raise PictureError(str(error)) from None


def _cut(top: int, image: QImage) -> Iterator[tuple[int, QImage]]:
    for row in range(0, image.height(), ROWS):
        yield top + row, image.copy(0, row, image.width(), min(ROWS, image.height() - row))


@dataclass(frozen=True)
class _Png:
    """The head of a PNG file that is not interlaced."""

    width: int
    height: int
    depth: int
    color: int
    palette: bytes
    """The chunks needed for the colours, unchanged from the file."""
    body: int
    """The offset of the first chunk of image data."""

    @classmethod
    def of(cls, data: bytes) -> _Png | None:
        """Return the head of a file; None if it cannot be cut into strips."""
        if not data.startswith(_SIGNATURE):
            return None
        width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
        if interlaced or color not in _CHANNELS or depth not in (1, 2, 4, 8, 16):
            return None
        if depth < 8 and color != _INDEXED:
            return None
        palette, at = b"", len(_SIGNATURE)
        while at + 8 <= len(data):
            length, kind = struct.unpack(">I4s", data[at : at + 8])
            if kind == b"IDAT":
                return cls(width, height, depth, color, palette, at)
            if kind in (b"PLTE", b"tRNS") and color == _INDEXED:
                palette += data[at : at + 12 + length]
            at += 12 + length
        return None

    @property
    def stride(self) -> int:
        """The number of bytes of a row, including the byte for its filter."""
        return 1 + (self.width * self.depth * _CHANNELS[self.color] + 7) // 8

    def strips(self, data: bytes) -> Iterator[tuple[int, QImage]]:
        """Yield the strips from the top."""
        above = b""
        rows = self._rows(data)
        for top in range(0, self.height, ROWS):
            count = min(ROWS, self.height - top)
            raw = next(rows, b"")
            if len(raw) < count * self.stride:
                raise PictureError("unexpected end of file")
            image = whole(self._file(above + raw, count + bool(above)))
            above = b"\0" + self._last_row(image)
            part = image.copy(0, image.height() - count, self.width, count)
            if self.depth == 16:
                part = part.convertToFormat(QImage.Format.Format_ARGB32)
            yield top, part

    def _rows(self, data: bytes) -> Iterator[bytes]:
        """Yield the filtered rows, as many at a time as a strip has."""
        wanted = ROWS * self.stride
        stream, buffer = zlib.decompressobj(), bytearray()
        try:
            for chunk in self._chunks(data):
                rest: bytes | memoryview = chunk
                while rest:
                    buffer += stream.decompress(rest, wanted - len(buffer))
                    rest = stream.unconsumed_tail
                    if len(buffer) == wanted:
                        yield bytes(buffer)
                        buffer.clear()
        except zlib.error as error:
            raise PictureError(str(error)) from None
        while len(more := stream.decompress(stream.unconsumed_tail, wanted - len(buffer))):
            buffer += more
            if len(buffer) == wanted:
                yield bytes(buffer)
                buffer.clear()
        if buffer:
            yield bytes(buffer)

    def _chunks(self, data: bytes) -> Iterator[memoryview]:
        view, at = memoryview(data), self.body
        while at + 8 <= len(data):
            length, kind = struct.unpack(">I4s", data[at : at + 8])
            if kind != b"IDAT":
                return
            yield view[at + 8 : at + 8 + length]
            at += 12 + length

    def _file(self, rows: bytes, count: int) -> bytes:
        head = struct.pack(">IIBBBBB", self.width, count, self.depth, self.color, 0, 0, 0)
        parts = (_chunk(b"IHDR", head), self.palette, _chunk(b"IDAT", zlib.compress(rows, 0)))
        return b"".join((_SIGNATURE, *parts, _chunk(b"IEND", b"")))

    def _last_row(self, image: QImage) -> bytes:
        """Return the last row of a strip in the file's format, without a filter."""
        import numpy as np  # a tenth of a second at the program's start, and seldom wanted

        formats = {
            _GREY: QImage.Format.Format_Grayscale8,
            _RGB: QImage.Format.Format_RGB888,
            _INDEXED: QImage.Format.Format_Indexed8,
            _GREY_ALPHA: QImage.Format.Format_RGBA8888,
            _RGBA: QImage.Format.Format_RGBA8888,
        }
        line = image.copy(0, image.height() - 1, self.width, 1)
        if self.depth == 16:
            line = line.convertToFormat(QImage.Format.Format_RGBA64)
            deep = np.frombuffer(line.constBits(), np.uint16).reshape(-1, 4)
            channels = {_GREY: (0,), _RGB: (0, 1, 2), _GREY_ALPHA: (0, 3), _RGBA: (0, 1, 2, 3)}
            return deep[: self.width, channels[self.color]].astype(">u2").tobytes()
        if self.depth > 1:  # one of one bit is in memory as in the file
            line = line.convertToFormat(formats[self.color])
        row = np.frombuffer(line.constBits(), np.uint8)
        if self.color == _GREY_ALPHA:
            row = row.reshape(-1, 4)[: self.width, (0, 3)].reshape(-1)
        elif self.depth in (2, 4):
            each = 8 // self.depth
            padded = np.zeros(-(-self.width // each) * each, np.uint8)
            padded[: self.width] = row[: self.width]
            shifts = np.arange(each - 1, -1, -1, dtype=np.uint8) * self.depth
            moved = (padded.reshape(-1, each) << shifts).astype(np.uint8)
            row = moved.sum(axis=1, dtype=np.uint8)  # no two share a bit: the sum joins them
        return row[: self.stride - 1].tobytes()


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(data, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", check)))


def resized(image: QImage, size: QSize) -> QImage:
    """Return a picture scaled smoothly to another size."""
    return image.scaled(
        size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )


def half(image: QImage) -> QImage:
    """Return a picture scaled to half its width and height, at least one pixel."""
    return resized(image, QSize((image.width() + 1) // 2, (image.height() + 1) // 2))
