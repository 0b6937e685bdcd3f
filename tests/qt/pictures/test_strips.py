"""Pictures read in strips equal the pictures read as a whole, in every colour type of PNG."""

import io
import struct
import zlib
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from holland44_qt.vassal_art import strips as strips_module
from holland44_qt.vassal_art.gallery import Gallery
from holland44_qt.vassal_art.pyramid import Pyramid, levels_of
from holland44_qt.vassal_art.strips import ROWS, PictureError, size_of, strips, whole
from tests.thoroughness import some_now

WIDE, HIGH = 301, ROWS * 2 + 37
ARGB = QImage.Format.Format_ARGB32


def _noise(channels: int) -> np.ndarray:
    rng = np.random.default_rng(channels)
    coarse = rng.integers(0, 255, (HIGH // 8 + 1, WIDE // 8 + 1, channels), dtype=np.uint8)
    large = np.kron(coarse, np.ones((8, 8, 1), dtype=np.uint8))[:HIGH, :WIDE]
    return large + rng.integers(0, 3, (HIGH, WIDE, channels), dtype=np.uint8)


@cache
def _encoded(kind: str) -> bytes:
    match kind:
        case "rgba":
            picture = Image.fromarray(_noise(4), "RGBA")
        case "grey":
            picture = Image.fromarray(_noise(1)[:, :, 0], "L")
        case "grey-alpha":
            picture = Image.fromarray(_noise(2), "LA")
        case _:
            picture = Image.fromarray(_noise(3))
    file = io.BytesIO()
    bits = {}
    if kind.startswith("palette"):
        bits = {"bits": int(kind[-1])}
        picture = picture.quantize({8: 200, 4: 13, 2: 4, 1: 2}[bits["bits"]])
    picture.save(file, "JPEG" if kind == "jpeg" else "PNG", **bits)
    return file.getvalue()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*mode.*:DeprecationWarning")
@pytest.mark.parametrize(
    "kind",
    some_now(
        ["rgb", "rgba", "grey", "grey-alpha", "palette-8", "palette-4", "palette-2", "palette-1",
         "jpeg"],
        now=lambda kind: kind in ("rgba", "palette-2", "jpeg"),
    ),
)  # fmt: skip
def test_strips_combine_to_the_picture(kind: str) -> None:
    data = _encoded(kind)
    expected = whole(data).convertToFormat(ARGB)
    rows = 0
    for top, strip in strips(data, lambda: False):
        assert top == rows
        part = expected.copy(0, top, WIDE, strip.height())
        assert strip.convertToFormat(ARGB) == part, f"rows from {top}"
        rows += strip.height()
    assert rows == HIGH
    assert (size_of(data).width(), size_of(data).height()) == (WIDE, HIGH)


ADAM7 = (
    (0, 0, 8, 8),
    (4, 0, 8, 8),
    (0, 4, 4, 8),
    (2, 0, 4, 4),
    (0, 2, 2, 4),
    (1, 0, 2, 2),
    (0, 1, 1, 2),
)
"""First column and row, step across and down of each pass of an interlaced PNG."""


def _png(color: int, pixels: np.ndarray, *, interlaced: bool = False) -> bytes:
    """Return a PNG whose rows are filtered as differences, in 8 or 16 bits a channel."""
    depth = 8 * pixels.dtype.itemsize
    rows = b""
    for x, y, across, down in ADAM7 if interlaced else ((0, 0, 1, 1),):
        part = pixels[y::down, x::across]
        raw = part.astype(part.dtype.newbyteorder(">")).view(np.uint8).reshape(part.shape[0], -1)
        up = np.vstack((raw[:1], raw[1:] - raw[:-1]))
        rows += np.hstack((np.full((len(up), 1), 2, np.uint8), up)).tobytes()
    head = struct.pack(">IIBBBBB", WIDE, HIGH, depth, color, 0, 0, interlaced)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


def _same_in_strips(data: bytes) -> None:
    expected = whole(data).convertToFormat(ARGB)
    rows = 0
    for top, strip in strips(data, lambda: False):
        part, made = expected.copy(0, top, WIDE, strip.height()), strip.convertToFormat(ARGB)
        assert made == part, f"rows from {top}"
        rows += strip.height()
    assert rows == HIGH


@pytest.mark.parametrize(("color", "channels"), [(0, 1), (2, 3), (4, 2), (6, 4)])
def test_sixteen_bits_a_channel_are_decoded(color: int, channels: int) -> None:
    pixels = _noise(channels).astype(np.uint16) * 257 + np.uint16(7)
    _same_in_strips(_png(color, pixels))


@pytest.mark.parametrize("color", [2, 6])
def test_an_interlaced_picture_is_decoded_at_once(
    color: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = _png(color, _noise(3 if color == 2 else 4), interlaced=True)
    _same_in_strips(data)
    monkeypatch.setattr(strips_module, "IN_HAND", 1)  # too large for Qt
    _same_in_strips(data)


def test_a_too_large_interlaced_picture_is_reported_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(strips_module, "IN_HAND", 1)
    monkeypatch.setattr(strips_module, "AT_ONCE", 1000)
    with pytest.raises(PictureError, match=f"{WIDE} × {HIGH}.*without interlacing"):
        list(strips(_png(2, _noise(3), interlaced=True), lambda: False))


def test_a_truncated_interlaced_picture_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strips_module, "IN_HAND", 1)
    data = _png(2, _noise(3), interlaced=True)
    with pytest.raises(PictureError):
        list(strips(data[: len(data) // 2], lambda: False))


@pytest.mark.slow
def test_a_truncated_picture_is_reported() -> None:
    data = _encoded("rgb")
    with pytest.raises(PictureError):
        list(strips(data[: len(data) // 2], lambda: False))


@pytest.mark.slow
def test_reading_stops_on_request() -> None:
    assert list(strips(_encoded("rgb"), lambda: True)) == []


def _drawn(pyramid: Pyramid, source: QRectF, scale: float) -> QImage:
    size = source.size() * scale
    image = QImage(size.toSize(), QImage.Format.Format_RGB32)
    image.fill(QColor("#ff00ff"))
    with QPainter(image) as painter:
        pyramid.draw(painter, QRectF(0, 0, size.width(), size.height()), source, scale)
    return image


def test_a_pyramid_shows_every_part_at_every_scale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holland44_qt.vassal_art.pyramid.COARSE", 400)
    data = _encoded_plain(2600, 1900)
    pyramid = Pyramid(size_of(data), tmp_path / "tiles")
    assert levels_of(pyramid.size) == 3
    grown: list[QRect] = []
    pyramid.grown.connect(grown.append)
    pyramid.build(data)
    assert pyramid.done
    assert grown[-1] == QRect(0, 0, 2600, 1900)
    again = Pyramid(pyramid.size, tmp_path / "tiles")
    assert again.done, "it is not built a second time"
    for scale in (0.1, 0.3, 1.0):
        for x, y in ((0, 0), (1000, 900), (2300, 1600)):
            image = _drawn(again, QRectF(x, y, 300, 300), scale)
            got = image.pixelColor(image.width() // 2, image.height() // 2)
            wanted = QColor(*_plain(x + 150, y + 150))
            away = abs(got.red() - wanted.red()) + abs(got.green() - wanted.green())
            assert away < 24, (scale, x, y)


def test_a_stopped_pyramid_is_built_again(tmp_path: Path) -> None:
    data = _encoded_plain(700, 5000)
    pyramid = Pyramid(size_of(data), tmp_path / "tiles")
    pyramid.stop()
    pyramid.build(data)
    assert not Pyramid(pyramid.size, tmp_path / "tiles").done


def _plain(x: int, y: int) -> tuple[int, int, int]:
    return x // 100 * 9 % 256, y // 100 * 11 % 256, 90


def _encoded_plain(width: int, height: int) -> bytes:
    across = np.arange(width) // 100 * 9 % 256
    down = np.arange(height) // 100 * 11 % 256
    pixels = np.full((height, width, 3), 90, np.uint8)
    pixels[:, :, 0], pixels[:, :, 1] = across[None, :], down[:, None]
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG", compress_level=1)
    return file.getvalue()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*mode.*:DeprecationWarning")
def test_a_large_picture_without_strips_is_reported_and_abandoned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("holland44_qt.vassal_art.gallery.LARGE", 1000)
    data = _encoded("rgb")
    gallery = Gallery(lambda _: data[: len(data) // 3])
    said: list[str] = []
    grown: list[QRect] = []
    gallery.failed.connect(said.append)
    gallery.grown.connect(lambda _, part: grown.append(part))
    image = QImage(50, 50, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        assert gallery.draw(painter, "map.png", QRectF(0, 0, 50, 50), QRectF(0, 0, 50, 50))
    qtbot.waitUntil(lambda: bool(said and grown), timeout=10_000)
    assert len(said) == 1
    assert "map.png" in said[0]
    assert grown[-1] == QRect(0, 0, WIDE, HIGH), "what is drawn instead has to be painted"
    with QPainter(image) as painter:
        assert not gallery.draw(painter, "map.png", QRectF(0, 0, 50, 50), QRectF(0, 0, 50, 50))
