"""A module with a map of 32,000 x 20,000 pixels, and a program that shows it and prints its memory.

``python -m tests.perf.big_map LOG`` opens the log, waits for all tiles and prints the peak in MB.
"""

from __future__ import annotations

import resource
import struct
import sys
import time
import zlib
from pathlib import Path

import numpy as np

from engine.play.vassal.opened_module import new_game
from tests.unit.vassal import making

WIDE, HIGH, CELL = 32_000, 20_000, 200


def write_big_map(folder: Path) -> Path:
    """Write the module and start a game of it; return the log."""
    build = making.BUILD_FILE.replace(
        'name="Field" width="600" height="400"', 'name="Field" image="big.png"'
    ).replace('x0="40" y0="32" dx="56" dy="64"', 'x0="40" y0="32" dx="168" dy="194"')
    vmod = folder / "big.vmod"
    vmod.write_bytes(
        making.zipped(
            {
                "buildFile.xml": build,
                "moduledata": making.metadata("Little"),
                "images/big.png": big_png(),
                "images/inf.png": making.picture(120, 120),
            }
        )
    )
    log = folder / "big.h44log"
    new_game(vmod, log).close()
    return log


def big_png() -> bytes:
    """Return a picture of coloured fields with dark lines between them, written row by row."""
    chance = np.random.default_rng(44)
    colors = chance.integers(120, 230, (HIGH // CELL, WIDE // CELL, 3), dtype=np.uint8)
    stream, body = zlib.compressobj(1), bytearray()
    for fields in colors:
        row = np.repeat(fields, CELL, axis=0)
        row[::CELL] = 40
        row[3::7] += chance.integers(0, 3, row[3::7].shape, dtype=np.uint8)
        # The first row as it is, the others as no different from the row above.
        lines = np.zeros((CELL, 1 + 3 * WIDE), np.uint8)
        lines[:, 0] = 2
        lines[0, 0], lines[0, 1:] = 0, row.reshape(-1)
        body += stream.compress(lines.tobytes())
    body += stream.flush()
    head = struct.pack(">IIBBBBB", WIDE, HIGH, 8, 2, 0, 0, 0)
    parts = (_chunk(b"IHDR", head), _chunk(b"IDAT", bytes(body)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main(log: Path) -> int:
    """Show the map until all its tiles are made."""
    from PySide6.QtWidgets import QApplication

    from holland44_qt.vassal_art.sheet import PictureSheet
    from holland44_qt.window.table_window import TableWindow

    app = QApplication([])
    window = TableWindow()
    window.resize(1920, 1080)
    window.show()
    assert window.open_path(log, play=True)
    sheet = window.view._sheet
    assert isinstance(sheet, PictureSheet)
    last = time.monotonic()
    while time.monotonic() - last < 2:
        app.processEvents()
        time.sleep(0.005)
        if sheet.gallery.busy or not window.view.tiles.idle:
            last = time.monotonic()
    window.close()
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
