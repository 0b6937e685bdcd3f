"""Makes the icons of Windows and macOS from the drawing: `python packaging/icons.py`.

Writes build/icons/holland44.ico and holland44.icns.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "icons"
EDGE = 1024
SIZES = (16, 24, 32, 48, 64, 128, 256)


def main() -> None:
    """Draw the icon once, large, and save it in both formats."""
    application = QGuiApplication.instance() or QGuiApplication(["icons", "-platform", "offscreen"])
    image = QImage(EDGE, EDGE, QImage.Format.Format_RGBA8888)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        QSvgRenderer(str(ROOT / "resources" / "icons" / "holland44.svg")).render(painter)
    picture = Image.frombytes("RGBA", (EDGE, EDGE), bytes(image.constBits()))
    FOLDER.mkdir(parents=True, exist_ok=True)
    picture.save(FOLDER / "holland44.ico", sizes=[(size, size) for size in SIZES])
    picture.save(FOLDER / "holland44.icns")
    print(FOLDER)
    del application


if __name__ == "__main__":
    main()
