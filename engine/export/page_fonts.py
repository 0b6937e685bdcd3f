"""The program's fonts as a style sheet, with only the faces and characters that a page uses."""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files

import fontTools
from fontTools import subset
from fontTools.ttLib import TTFont

from engine.cache import cached

BASIC = "".join(map(chr, range(0x20, 0x180))) + "–—−×·…‘’“”→←"
"""Characters included in every face: Latin with accents, and signs that any page may show.

Few pages need more, so nearly all use the faces that the cache has: cutting them takes seconds.
"""


@dataclass(frozen=True, slots=True)
class FontFace:
    """A font file with its family, weight and style in a style sheet."""

    family: str
    weight: int
    file: str
    style: str = "normal"


FACES = (
    FontFace("Barlow", 400, "Barlow-Regular.ttf"),
    FontFace("Barlow", 400, "Barlow-Italic.ttf", "italic"),
    FontFace("Barlow", 500, "Barlow-Medium.ttf"),
    FontFace("Barlow", 600, "Barlow-SemiBold.ttf"),
    FontFace("Barlow", 700, "Barlow-Bold.ttf"),
    FontFace("Barlow Condensed", 500, "BarlowCondensed-Medium.ttf"),
    FontFace("Barlow Condensed", 600, "BarlowCondensed-SemiBold.ttf"),
    FontFace("Barlow Condensed", 700, "BarlowCondensed-Bold.ttf"),
)


def font_css(characters: Iterable[str]) -> str:
    """Return ``@font-face`` rules with the faces as WOFF2 data; missing characters use
    other fonts.
    """
    wanted = sorted({ord(c) for c in characters} | {ord(c) for c in BASIC})
    return "\n".join(_rule(face, wanted) for face in FACES)


def face_css(family: str, weights: Iterable[int], characters: str) -> str:
    """Return ``@font-face`` rules of one family, for a picture that must embed its font."""
    wanted = sorted({ord(c) for c in characters})
    faces = (f for f in FACES if f.family == family and f.weight in set(weights))
    return "\n".join(_rule(face, wanted) for face in faces)


def _rule(face: FontFace, codepoints: list[int]) -> str:
    data = base64.b64encode(_subset(face.file, codepoints)).decode("ascii")
    return (
        f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};'
        f"font-style:{face.style};font-display:block;"
        f'src:url(data:font/woff2;base64,{data}) format("woff2")}}'
    )


def _subset(file: str, codepoints: list[int]) -> bytes:
    data = (files("resources") / "fonts" / file).read_bytes()
    cache_key = (fontTools.version, hashlib.blake2b(data).hexdigest(), codepoints)
    return cached("font", cache_key, lambda: _cut(data, codepoints))


def _cut(data: bytes, codepoints: list[int]) -> bytes:
    options = subset.Options(flavor="woff2", layout_features=["kern", "liga", "tnum", "locl"])
    # The clock of the machine must not get into the page: same game, same bytes.
    with TTFont(io.BytesIO(data), recalcTimestamp=False) as font:
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=codepoints)
        cutter.subset(font)
        font.flavor = "woff2"
        out = io.BytesIO()
        font.save(out)
    return out.getvalue()
