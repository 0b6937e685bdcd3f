"""The program's own fonts, so that text looks the same on every machine."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontDatabase

FAMILIES = ("Barlow", "Barlow Semi Condensed", "Barlow Condensed")

LIGATURES = QFont.Tag("liga")
"""The feature of a font that joins letters."""

_WEIGHTS = {
    "Regular": QFont.Weight.Normal,
    "Medium": QFont.Weight.Medium,
    "SemiBold": QFont.Weight.DemiBold,
    "Bold": QFont.Weight.Bold,
}
_STEMS = {
    "Barlow": "Barlow",
    "BarlowSemiCondensed": "Barlow Semi Condensed",
    "BarlowCondensed": "Barlow Condensed",
}


@cache
def load_fonts() -> None:
    """Register the fonts of ``resources/fonts`` with Qt; needs a running QGuiApplication."""
    folder = files("resources") / "fonts"
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".ttf"):
            QFontDatabase.addApplicationFontFromData(QByteArray(file.read_bytes()))


def font(family: str, size: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return a program font at a pixel size.

    It has no ligatures: Barlow would write the options of commands, such as ``--merge``, with a
    dash.
    """
    load_fonts()
    made = QFont(family)
    made.setFeature(LIGATURES, 0)
    made.setWeight(weight)
    made.setPixelSize(max(1, round(size)))
    return made


@cache
def file_font(file: str, pixels: int) -> QFont:
    """Return the font of a file in ``resources/fonts`` at a pixel size, unhinted."""
    stem, _, style = file.removesuffix(".ttf").partition("-")
    italic = style.endswith("Italic")
    weight = style.removesuffix("Italic") or "Regular"
    made = font(_STEMS[stem], pixels, _WEIGHTS[weight])
    made.unsetFeature(LIGATURES)
    made.setItalic(italic)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made
