"""Draw a VASSAL game schematically, where its pictures are missing or must not be shown.

Counters are labelled boxes in the colour of their side, maps show their grid with its numbers. No
drawing contains other people's art.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from html import escape

from engine.board.svg import (
    centered,
    circle,
    fit,
    ink_on,
    mix,
    number,
    path,
    rect,
    text,
    text_width,
)
from engine.vassal.cells import Cell
from engine.vassal.kinds import Look
from engine.vassal.map_drawing import MapDrawing
from engine.vassal.traits import hex_color

PAPER = "#e9e5d6"
INK = "#3a382f"
LINE = "#b3ac94"
NO_SIDE = "#d9d2bb"
NAMED_CELLS = 6_000
"""A board with more cells is drawn without their names, which would be illegible."""
_LINES = 3
_LONG_WORD = 8


def counter_svg(look: Look, size: tuple[int, int], color: str = NO_SIDE) -> str:
    """Draw a counter as a labelled box of a size in pixels."""
    width, height = size
    body = "".join(counter_parts(look, width, height, color))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny" '
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f"<title>{escape(look.name)}</title>{body}</svg>"
    )


def counter_parts(look: Look, width: int, height: int, color: str) -> Iterator[str]:
    """Yield the elements of a counter's drawing."""
    color = color or NO_SIDE
    short = min(width, height)
    edge = max(1.0, short / 30)
    fill = mix(color, "#ffffff", 0.55)
    ink = ink_on(fill)
    yield rect(
        edge / 2,
        edge / 2,
        width - edge,
        height - edge,
        fill,
        radius=short * 0.08,
        stroke=mix(color, "#000000", 0.45),
        line=edge,
    )
    band = short * 0.1
    yield rect(edge, edge, width - 2 * edge, band, color, radius=short * 0.04)
    if look.masked:
        yield centered("?", width / 2, height * 0.5, short * 0.6, mix(fill, ink, 0.2), width=width)
    foot = [s for s in look.status if not s.endswith("°")]
    room = height - band - 2 * edge - (short * 0.2 if foot else 0)
    yield from _lines(look.base or look.name, width, band + edge, room, ink, edge)
    if foot:
        line = " · ".join(foot)
        size = fit(line, short * 0.19, width - 4 * edge, 600)
        if size < short * 0.1:
            line = _cut(line, short * 0.1, width - 4 * edge)
        yield text(
            line,
            width / 2,
            height - edge * 2 - short * 0.03,
            max(size, short * 0.1),
            mix(fill, ink, 0.85),
            weight=600,
        )
    if look.angle:
        yield _pointer(look.angle, width, height, short, mix(color, "#000000", 0.55))
    for border in look.borders:
        yield rect(
            edge,
            edge,
            width - 2 * edge,
            height - 2 * edge,
            "none",
            stroke=hex_color(border.color) or INK,
            line=edge * 2,
        )


def _lines(
    name: str, width: float, top: float, room: float, ink: str, edge: float
) -> Iterator[str]:
    """Yield a name on the number of lines that makes it largest, centred vertically."""
    across = width - 4 * edge
    best: tuple[float, list[str]] = (0.0, [name])
    for count in range(1, _LINES + 1):
        lines = _wrapped(_words(name), count)
        size = min(room / (len(lines) * 1.05), *(fit(x, room, across) for x in lines))
        if size > best[0]:
            best = size, lines
    size, lines = best
    least = min(room / (_LINES * 1.05), width * 0.13)
    if size < least:
        lines, size = [_cut(line, least, across) for line in lines], least
    size = min(size, width * 0.3)
    start = top + room / 2 - size * 1.05 * (len(lines) - 1) / 2
    for i, line in enumerate(lines):
        yield centered(line, width / 2, start + i * size * 1.05, size, ink, width=across)


def _words(name: str) -> list[str]:
    """Split a name at spaces, and after the hyphens of long words."""
    words: list[str] = []
    for word in name.split():
        words += re.findall(r"[^-_/]*[-_/]?", word)[:-1] if len(word) > _LONG_WORD else [f"{word} "]
        words[-1] = f"{words[-1].rstrip()} "
    return words or [name]


def _wrapped(words: Sequence[str], count: int) -> list[str]:
    """Distribute words over a number of lines as evenly as a greedy fill allows."""
    total = len("".join(words))
    lines: list[str] = []
    for word in words:
        room = total / count
        if lines and (len(lines) == count or len(lines[-1]) + len(word) / 2 <= room):
            lines[-1] += word
        else:
            lines.append(word)
    return [line.strip() for line in lines]


def _cut(line: str, size: float, width: float) -> str:
    """Truncate a line to a width, with an ellipsis."""
    if text_width(line, size) <= width:
        return line
    while line and text_width(f"{line}…", size) > width:
        line = line[:-1]
    return f"{line.rstrip()}…"


def _pointer(angle: float, width: float, height: float, short: float, color: str) -> str:
    """Draw a wedge at the edge that shows the facing of a rotated piece; 0 is up."""
    turn = math.radians(angle)
    dx, dy = math.sin(turn), -math.cos(turn)
    reach = min(width / 2 / max(abs(dx), 1e-9), height / 2 / max(abs(dy), 1e-9))
    x, y, wide = width / 2 + dx * reach, height / 2 + dy * reach, short * 0.12
    back = (x - dx * wide, y - dy * wide)
    corners = (
        (x, y),
        (back[0] - dy * wide, back[1] + dx * wide),
        (back[0] + dy * wide, back[1] - dx * wide),
    )
    return path(_polygon(corners), fill=color)


# -- maps -----------------------------------------------------------------------------------------


def map_parts(board: MapDrawing) -> Iterator[str]:
    """Yield the elements of a map's drawing."""
    yield rect(0, 0, board.width, board.height, board.background or mix(PAPER, LINE, 0.5))
    for b in board.boards:
        color = b.color or PAPER
        yield rect(b.x, b.y, b.width, b.height, color, stroke=LINE, line=2)
    cells = list(board.cells(0, 0, board.width, board.height))
    outlines = "".join(_polygon(cell.outline) for cell in cells)
    if outlines:
        yield path(outlines, stroke=LINE, line=1.2)
    yield from _zones(board)
    if len(cells) <= NAMED_CELLS:
        yield from filter(None, map(_cell_name, cells))
    for name, x, y in board.regions:
        yield circle(x, y, 5, mix(LINE, INK, 0.4))
        yield text(name, x, y + 18, 13, INK, weight=600)


def _zones(board: MapDrawing) -> Iterator[str]:
    for name, points in board.zones:
        if len(points) < 3:
            continue
        yield path(_polygon(points), stroke=mix(LINE, INK, 0.5), line=2, dash="8 5")
        x, y = min(p[0] for p in points), min(p[1] for p in points)
        wide = max(p[0] for p in points) - x
        size = fit(name, 16, max(1, wide - 12), 600)
        if size >= 7:
            yield text(name, x + 6, y + 4 + size, size, INK, weight=600, anchor="start")


def _cell_name(cell: Cell) -> str:
    """Draw the name of a cell along its upper edge, where counters rarely cover it."""
    if not cell.name:
        return ""
    left, right = min(p[0] for p in cell.outline), max(p[0] for p in cell.outline)
    top = min(p[1] for p in cell.outline)
    flat = sum(abs(p[1] - top) < 1 for p in cell.outline) > 1
    size = min((right - left) * 0.17, (cell.y - top) * 0.34)
    size = fit(cell.name, size, (right - left) * (0.5 if flat else 0.4), 600)
    if size < 3:
        return ""
    down = size * (1.0 if flat else 1.7)
    return text(cell.name, cell.x, top + down, size, mix(LINE, INK, 0.6), weight=600)


def _polygon(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"
