"""Badges for the statuses of units: each status has its own shape, letters and colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from engine.board.svg import centered, number, path
from engine.core.vocabulary import Vocabulary

EDGE = "#161616"
RADIUS = 13.0


@dataclass(frozen=True, slots=True)
class Badge:
    """Badge of one status; ``shape`` is a key of :data:`SHAPES`."""

    letters: str
    shape: str
    fill: str
    ink: str


# The order is that of importance: the first statuses get the corners.
BADGES: dict[str, Badge] = {
    "full_retreat": Badge("FR", "arrow_left", "#d5281e", "#ffffff"),
    "disrupted": Badge("D", "triangle", "#f7b51b", "#161616"),
    "out_of_supply": Badge("OS", "hexagon", "#161616", "#ffd84a"),
    "engaged": Badge("E", "diamond", "#7d3c98", "#ffffff"),
    "scattered": Badge("SC", "canopy", "#ffffff", "#1d4f91"),
    "spent": Badge("S", "square", "#7c7f83", "#ffffff"),
    "auto_ds": Badge("DS", "star", "#ff7a1a", "#161616"),
    "replacement": Badge("R", "cross", "#2e8b3d", "#ffffff"),
    "moved": Badge("M", "arrow_right", "#1f6fc4", "#ffffff"),
    "fired": Badge("F", "burst", "#a3161b", "#ffffff"),
    "river_assault": Badge("RA", "wave", "#0f7d9c", "#ffffff"),
    "dismounted": Badge("DM", "tag", "#7a4a21", "#ffffff"),
    "depleted": Badge("X", "octagon", "#55585c", "#ffffff"),
}

CORNERS = ((81.0, 15.0), (15.0, 15.0), (81.0, 43.0), (15.0, 43.0), (48.0, 43.0))
"""Centres of a counter's badges in the order they are filled; they leave the values visible."""

SCALE = 0.9
"""Scale of a badge on a counter; badges on markers are larger."""


def _polygon(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def _regular(corners: int, radius: float, turn: float = 0.0) -> str:
    return _polygon(
        (radius * sin(2 * pi * (i + turn) / corners), -radius * cos(2 * pi * (i + turn) / corners))
        for i in range(corners)
    )


def _star(points: int, outer: float, inner: float) -> str:
    return _polygon(
        (r * sin(pi * i / points), -r * cos(pi * i / points))
        for i in range(2 * points)
        for r in (outer if i % 2 == 0 else inner,)
    )


SHAPES: dict[str, tuple[str, float, float]] = {
    # shape: (path around 0 0, height of the letters' middle, room for the letters)
    "triangle": ("M0 -13L14 11H-14Z", 4.4, 13),
    "arrow_left": ("M-14.5 0L-3.5 -12.5V-9H13.5V9H-3.5V12.5Z", 0, 16),
    "arrow_right": ("M14.5 0L3.5 -12.5V-9H-12.5V9H3.5V12.5Z", 0, 14),
    "hexagon": (_regular(6, 13.5, 0.5), 0, 16),
    "octagon": (_regular(8, 13, 0.5), 0, 14),
    "diamond": (_regular(4, 15), 0, 14),
    "square": ("M-11 -11H11V11H-11Z", 0, 16),
    "star": (_star(10, 15, 11.4), 0, 15),
    "burst": (_star(8, 15, 10), 0, 14),
    "cross": ("M-5.5 -13H5.5V-6.5H13V6.5H5.5V13H-5.5V6.5H-13V-6.5H-5.5Z", 0, 12),
    "canopy": (
        "M-14 3C-14 -17 14 -17 14 3L9.4 .6L4.7 3L0 .6L-4.7 3L-9.4 .6ZM-12 3.5L0 13L12 3.5",
        -4.2,
        15,
    ),
    "wave": ("M-13 -12H13V8C8.7 13.5 4.3 4 0 8.5C-4.3 13.5 -8.7 4 -13 8.5Z", -2, 17),
    "tag": ("M-13.5 -9.5H8L14 0L8 9.5H-13.5Z", 0, 17),
}


def badges_of(words: Vocabulary) -> Mapping[str, Badge]:
    """Return the badges of a game's statuses: those declared by its module, or the common ones."""
    if not words.statuses:
        return BADGES
    return {
        word.id: Badge(word.letters or word.id[:2].upper(), word.shape, word.fill, word.ink)
        for word in words.statuses
    }


def badge(
    status: str, x: float, y: float, scale: float = 1.0, known: Mapping[str, Badge] = BADGES
) -> str:
    """Return the badge of a status around a point. Raises KeyError for a status without one."""
    sign = known[status]
    d, middle, room = SHAPES.get(sign.shape, SHAPES["square"])
    size = 15.5 if len(sign.letters) == 1 else 12.5
    halo = path(d, stroke="#ffffff", line=4.6)
    shape = path(d, fill=sign.fill, stroke=EDGE, line=1.5)
    letters = centered(sign.letters, 0, middle, size, sign.ink, width=room)
    move = f"translate({number(x)} {number(y)})"
    if scale != 1.0:
        move += f" scale({number(scale)})"
    return f'<g transform="{move}">{halo}{shape}{letters}</g>'


def plain_status(status: str, known: Mapping[str, Badge] = BADGES) -> str:
    """Return the base status of a side's variant ("moved_<side>"); both share one badge."""
    bare = status.rpartition("_")[0]
    return bare if status not in known and bare in known else status


def shown(statuses: Iterable[str], known: Mapping[str, Badge] = BADGES) -> tuple[str, ...]:
    """Return the statuses shown as badges, most important first; statuses without a badge are left
    out.

    At most five fit; the window and the page list a unit's other statuses as text.
    """
    present = {plain_status(name, known) for name in statuses}
    if "full_retreat" in present:
        # A worse form of disruption (14.3.1); one sign says both.
        present.discard("disrupted")
    return tuple(name for name in known if name in present)[: len(CORNERS)]


def badges(statuses: Iterable[str], known: Mapping[str, Badge] = BADGES) -> str:
    """Return the badges of a unit's statuses in the corners of its counter."""
    placed = zip(shown(statuses, known), CORNERS, strict=False)
    return "".join(badge(name, x, y, SCALE, known) for name, (x, y) in placed)
