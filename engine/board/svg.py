"""Small pieces of SVG Tiny 1.2 that Qt and every browser render alike."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Literal

from engine.board.label_text import CAP_HEIGHT, face

Weight = Literal[500, 600, 700]
Anchor = Literal["start", "middle", "end"]

FAMILY = "Barlow Condensed"
_FILES: dict[int, str] = {
    500: "BarlowCondensed-Medium.ttf",
    600: "BarlowCondensed-SemiBold.ttf",
    700: "BarlowCondensed-Bold.ttf",
}


def number(value: float) -> str:
    """Format a coordinate with at most two decimals, without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


@cache
def text_width(text: str, size: float, weight: Weight = 700) -> float:
    """Return the width of a line of text in the units of its size."""
    return face(_FILES[weight]).width(text, size)


def fit(text: str, size: float, width: float, weight: Weight = 700) -> float:
    """Return the largest font size up to ``size`` at which a text is no wider than ``width``."""
    wide = text_width(text, size, weight)
    return size if wide <= width else size * width / wide


def text(
    string: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    weight: Weight = 700,
    anchor: Anchor = "middle",
    width: float | None = None,
) -> str:
    """Return a line of text on the baseline ``y``, reduced to fit ``width`` if necessary."""
    if width is not None:
        size = fit(string, size, width, weight)
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-family="{FAMILY}" font-weight="{weight}" '
        f'font-size="{number(size)}" text-anchor="{anchor}" fill="{fill}">{escape(string)}</text>'
    )


def centered(
    string: str, x: float, y: float, size: float, fill: str, *, width: float, weight: Weight = 700
) -> str:
    """Return capitals or figures centred on a point, reduced to fit ``width`` if necessary."""
    size = fit(string, size, width, weight)
    return text(string, x, y + size * CAP_HEIGHT / 2, size, fill, weight=weight)


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    *,
    radius: float = 0,
    stroke: str = "none",
    line: float = 1,
    opacity: float = 1,
) -> str:
    """Return a rectangle, with round corners if ``radius`` is given."""
    extra = f' rx="{number(radius)}" ry="{number(radius)}"' if radius else ""
    if stroke != "none":
        extra += f' stroke="{stroke}" stroke-width="{number(line)}"'
    if opacity != 1:
        extra += f' fill-opacity="{number(opacity)}"'
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
        f'fill="{fill}"{extra}/>'
    )


def circle(
    x: float, y: float, radius: float, fill: str, *, stroke: str = "none", line: float = 1
) -> str:
    """Return a circle around a point."""
    extra = f' stroke="{stroke}" stroke-width="{number(line)}"' if stroke != "none" else ""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"{extra}/>'


def path(
    d: str,
    *,
    fill: str = "none",
    stroke: str = "none",
    line: float = 2,
    join: Literal["miter", "round"] = "round",
    dash: str = "",
) -> str:
    """Return a path; its lines have round ends unless the joins are mitred."""
    extra = ""
    if stroke != "none":
        cap = "round" if join == "round" else "butt"
        extra = (
            f' stroke="{stroke}" stroke-width="{number(line)}" stroke-linejoin="{join}" '
            f'stroke-linecap="{cap}"'
        )
        if dash:
            extra += f' stroke-dasharray="{dash}"'
    return f'<path d="{d}" fill="{fill}"{extra}/>'


def document(parts: list[str], title: str) -> str:
    """Return a square picture of 96 units, with a title for screen readers."""
    body = "".join(parts)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny" '
        f'viewBox="0 0 96 96"><title>{escape(title)}</title>{body}</svg>'
    )


def ink_on(fill: str) -> str:
    """Return black or white, whichever is more legible on a colour (``#rrggbb``)."""
    return "#ffffff" if luminance(fill) < 0.18 else "#161616"


def luminance(color: str) -> float:
    """Return the relative luminance of ``#rrggbb``, 0 to 1 (WCAG 2)."""
    channels = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def mix(color: str, other: str, share: float) -> str:
    """Return a colour mixed with a share (0 to 1) of another."""
    pairs = ((int(color[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
