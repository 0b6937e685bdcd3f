"""The marks of a moment as a display list, shared by the window, the page and every export.

Coordinates are those of the drawn map: hex widths, x east and y south (y = -v of the board). A
painter fills and strokes paths and draws texts. This module depends on neither Qt nor SVG.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.board.board import Board
from engine.core.state import State
from engine.log.annotations import Arrow, Brush, Circle, HexShape, Line, Shape, UnitShape
from engine.report.highlights import Highlight

Xy = tuple[float, float]
Command = tuple[str, tuple[float, ...]]
"""A path command: M x y, L x y, Q cx cy x y, C ax ay bx by x y, or Z."""

BRUSHES: dict[Brush, str] = {
    "red": "#d01c1c",
    "blue": "#1668c7",
    "green": "#2b8a3e",
    "yellow": "#e8a800",
    "black": "#1d1b17",
    "white": "#ffffff",
}
INKS = {
    "move": "#1668c7",
    "advance": "#2b8a3e",
    "retreat": "#e0560b",
    "landing": "#7a3fb5",
    "attack": "#d01c1c",
    "spot": "#d99a00",
}
CASING = "#ffffff"
LINE, BROAD = 0.085, 0.1
"""Line widths of the game's arrows and of the annotator's, in hex widths."""
HEAD = 2.5
"""Length of an arrow's head, as a multiple of the line width."""
GAP, START = 0.34, 0.3
"""Gap in hex widths at the tip and at the start of an arrow, so that counters stay readable."""
DASHES = (0.16, 0.13)


@dataclass(frozen=True, slots=True)
class Path:
    """A path to fill and stroke; ``under`` paths are drawn below the counters. An empty colour
    skips the fill or stroke.
    """

    commands: tuple[Command, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    opacity: float = 1.0
    fill_opacity: float = 1.0
    dashes: tuple[float, ...] = ()
    under: bool = False
    role: str = ""
    """The meaning of the path in a word or two, for style sheets and tests."""


@dataclass(frozen=True, slots=True)
class Words:
    """A short text centred on a point of its baseline, with an outline for contrast."""

    at: Xy
    text: str
    size: float
    fill: str
    edge: str = CASING
    role: str = "shape label"


Mark = Path | Words


def marks(
    board: Board,
    highlight: Highlight,
    shapes: Sequence[Shape] = (),
    state: State | None = None,
) -> tuple[Mark, ...]:
    """Return the marks of a moment: the game's own, below those of the annotator.

    A mark that repeats one of the annotator's is left out. ``state`` is the position after the
    moment; it is needed to keep arrows clear of counters and to find the units that shapes mark.
    """
    own = [s.hexes for s in shapes if isinstance(s, Arrow)]
    drawn = {ends for path in own for ends in (path[:1] + path[-1:], path[-2:])}
    rings = {s.hex for s in shapes if isinstance(s, Circle) and s.radius < 1}
    result: list[Mark] = []

    def add(role: str, made: Iterable[Mark]) -> None:
        result.extend(replace(mark, role=role) for mark in made)

    for shape in shapes:
        if isinstance(shape, HexShape):
            add("shape area", _shape(board, shape, state))
    for spot in highlight.spots:
        add("ring change", [_outline(board, spot, INKS["spot"], 0.05)])
    for side in highlight.sides:
        middle = side_middle(board, side)
        if middle is not None:
            add("ring side", ring(middle, 0.28, INKS["spot"]))
    for ways, ink in ((highlight.paths, highlight.how), (highlight.retreats, "retreat")):
        for path in ways:
            if _ends(board, path) in drawn:
                continue
            stays = state is not None and bool(state.stacks.get(path[0]))
            dashes = DASHES if ink == "retreat" else ()
            points = [xy(board, place) for place in path]
            add(
                f"arrow {ink}", arrow(points, INKS[ink], LINE, START if stays else 0.0, GAP, dashes)
            )
    for pair in highlight.attacks:
        if _ends(board, pair) not in drawn:
            points = [xy(board, place) for place in pair]
            add("arrow attack", arrow(points, INKS["attack"], 0.11, START, 0.3))
    target = highlight.target
    if target is not None and board.numbers[target] not in rings:
        edge = _outline(board, target, CASING, 0.12, 0.96)
        add("ring target", [edge, _outline(board, target, INKS["attack"], 0.07, 0.96)])
    for shape in shapes:
        if not isinstance(shape, HexShape):
            add(f"shape {shape.kind}", _shape(board, shape, state))
    return tuple(result)


def xy(board: Board, place: int) -> Xy:
    """Return the middle of a hex in the drawn map."""
    u, v = board.centres[place]
    return u, -v


def side_middle(board: Board, hexside: str) -> Xy | None:
    """Return the middle of a hexside; None for an invalid name."""
    try:
        (ua, va), (ub, vb) = board.grid.ends(hexside)
    except ValueError:
        return None
    return (ua + ub) / 2, -(va + vb) / 2


def arrow(
    points: Sequence[Xy],
    ink: str,
    width: float,
    start: float = 0.0,
    gap: float = 0.0,
    dashes: tuple[float, ...] = (),
    opacity: float = 1.0,
) -> list[Mark]:
    """Return an arrow through points: a light casing, a line with rounded corners, and a head.

    ``start`` and ``gap`` are the gaps at its start and tip, in hex widths.
    """
    points = _without_repeats(points)
    if len(points) < 2:
        return []
    points[0] = _short_of(points[1], points[0], start)
    before, tip = points[-2], _short_of(points[-2], points[-1], gap)
    angle = math.atan2(tip[1] - before[1], tip[0] - before[0])
    size = width * HEAD
    neck = tip[0] - math.cos(angle) * size * 0.8, tip[1] - math.sin(angle) * size * 0.8
    line = _rounded([*points[:-1], neck])
    wings = [
        (tip[0] + math.cos(angle + turn) * size, tip[1] + math.sin(angle + turn) * size)
        for turn in (math.pi - 0.5, math.pi + 0.5)
    ]
    head = _polygon([tip, *wings])
    return [
        Path(line, stroke=CASING, width=width * 1.9, opacity=0.92 * opacity),
        Path(head, CASING, CASING, width * 0.9, 0.92 * opacity),
        Path(line, stroke=ink, width=width, dashes=dashes, opacity=opacity),
        Path(head, ink, ink, 0.02, opacity),
    ]


def _shape(board: Board, shape: Shape, state: State | None) -> list[Mark]:
    """Return the marks of an annotator's shape; none for a hex or unit that is not on the board."""
    ink = BRUSHES[shape.brush]
    edge = BRUSHES["black"] if shape.brush == "white" else CASING
    if isinstance(shape, Arrow):
        points = [xy(board, board.index[n]) for n in shape.hexes if n in board.index]
        return arrow(points, ink, BROAD, 0.24, 0.24, opacity=0.9)
    if isinstance(shape, Line):
        line = _rounded([(x, y) for x, y in shape.points])
        return [
            Path(line, stroke=edge, width=BROAD * 1.6, opacity=0.85),
            Path(line, stroke=ink, width=BROAD * 0.8),
        ]
    if isinstance(shape, UnitShape):
        piece = state.pieces.get(shape.unit) if state is not None else None
        if piece is None or not 0 <= piece.place < len(board.numbers):
            return []
        x, y = xy(board, piece.place)
        square = _polygon(
            [(x + a * 0.4, y + b * 0.4) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        )
        return [
            Path(square, stroke=edge, width=0.13, opacity=0.92),
            Path(square, stroke=ink, width=0.08),
        ]
    if shape.hex not in board.index:
        return []
    place = board.index[shape.hex]
    middle = xy(board, place)
    if isinstance(shape, HexShape):
        outline = _hexagon(board, place)
        return [Path(outline, ink, ink, 0.05, fill_opacity=0.34, under=True)]
    if isinstance(shape, Circle):
        return ring(middle, shape.radius, ink, edge)
    return [Words((middle[0], middle[1] - 0.42), shape.text, 0.27, ink, edge)]


def ring(middle: Xy, radius: float, ink: str, edge: str = CASING) -> list[Mark]:
    """Return a circle with an outline for contrast; the radius is in hex widths."""
    circle = _circle(middle, radius)
    return [
        Path(circle, stroke=edge, width=0.13, opacity=0.9),
        Path(circle, stroke=ink, width=0.07),
    ]


def _outline(board: Board, place: int, ink: str, width: float, factor: float = 0.94) -> Path:
    return Path(_hexagon(board, place, factor), stroke=ink, width=width)


def _hexagon(board: Board, place: int, factor: float = 1.0) -> tuple[Command, ...]:
    x, y = xy(board, place)
    return _polygon(
        [(x + (u - x) * factor, y + (-v - y) * factor) for u, v in board.corners(place)]
    )


def _ends(board: Board, path: Sequence[int]) -> tuple[str, str]:
    return board.numbers[path[0]], board.numbers[path[-1]]


def _polygon(points: Sequence[Xy]) -> tuple[Command, ...]:
    first, *others = points
    return (("M", first), *(("L", p) for p in others), ("Z", ()))


ROUND = 4 * (math.sqrt(2) - 1) / 3
"""Distance of the control points of a quarter circle, in radii."""


def _circle(middle: Xy, radius: float) -> tuple[Command, ...]:
    x, y, k = *middle, ROUND * radius
    r = radius
    return (
        ("M", (x + r, y)),
        ("C", (x + r, y + k, x + k, y + r, x, y + r)),
        ("C", (x - k, y + r, x - r, y + k, x - r, y)),
        ("C", (x - r, y - k, x - k, y - r, x, y - r)),
        ("C", (x + k, y - r, x + r, y - k, x + r, y)),
        ("Z", ()),
    )


def _rounded(points: Sequence[Xy]) -> tuple[Command, ...]:
    """Return a line through points with rounded corners."""
    commands: list[Command] = [("M", points[0])]
    if len(points) == 2:
        return (*commands, ("L", points[1]))
    for i in range(1, len(points) - 1):
        (px, py), (qx, qy) = points[i], points[i + 1]
        commands.append(("Q", (px, py, (px + qx) / 2, (py + qy) / 2)))
    commands.append(("L", points[-1]))
    return tuple(commands)


def _short_of(start: Xy, end: Xy, distance: float) -> Xy:
    """Return the point at a distance before ``end`` on the line from ``start``."""
    length = math.hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    keep = max(0.0, length - distance) / length
    return start[0] + (end[0] - start[0]) * keep, start[1] + (end[1] - start[1]) * keep


def _without_repeats(points: Sequence[Xy]) -> list[Xy]:
    distinct: list[Xy] = []
    for point in points:
        if not distinct or point != distinct[-1]:
            distinct.append(point)
    return distinct


Place = Literal["under", "over"]


def layer_of(mark: Mark) -> Place:
    """Return whether a mark is drawn under or over the counters."""
    return "under" if isinstance(mark, Path) and mark.under else "over"
