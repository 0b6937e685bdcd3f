"""Plots of the statistics as data, and as SVG for pages and documents; the app draws the same data.

A plot consists of lines or bars over whole numbers, in the colours of the sides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Literal

from engine.board.svg import number
from engine.i18n import decimal, t
from engine.modules.module import Module
from engine.report.analysis import Analysis, win_of

if TYPE_CHECKING:
    from engine.report.stats import Statistics

INK, MUTED, RULE = "#1f1c17", "#655d50", "#d8cfbb"
WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 40, 40
LABEL_ROOM = 0.07
"""Least distance of two labels of the horizontal axis, as a share of its length."""


@dataclass(frozen=True, slots=True)
class Series:
    """A line or a row of bars: name, colour, points."""

    name: str
    color: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot with its title and the names of its axes."""

    id: str
    kind: Literal["lines", "bars"]
    title: str
    across: str
    up: str
    series: tuple[Series, ...]


def plots(stats: Statistics, module: Module) -> list[Plot]:
    """Return the plots of a game that have any data."""
    colors = {s.id: readable(s.color) for s in module.meta.sides}
    turns = stats.turns
    made = [] if stats.analysis is None else [win_plot(stats.analysis, module)]
    if turns:
        made.append(_by_turn(stats, module, colors, "lost", "bars"))
        if any(turn.points for turn in turns):
            made.append(_by_turn(stats, module, colors, "points", "lines"))
        if any(any(turn.ground.values()) for turn in turns):
            made.append(_by_turn(stats, module, colors, "ground", "lines"))
    lucky = [f for f in stats.fights if f.luck is not None]
    if lucky:
        series = []
        for side in stats.sides:
            total, points = 0.0, [(0.0, 0.0)]
            for at, fought in enumerate(lucky, 1):
                if fought.luck is not None and side in (fought.fight.side, fought.against):
                    total += fought.luck.value * (1 if fought.fight.side == side else -1)
                points.append((float(at), total))
            series.append(Series(module.side_name(side), colors[side], tuple(points)))
        made.append(
            Plot(
                "luck",
                "lines",
                t("report.plot.luck"),
                t("report.plot.combat"),
                t("report.plot.steps"),
                tuple(series),
            )
        )
    made += _faces(stats, module, colors)
    return [plot for plot in made if any(len(s.points) > 0 for s in plot.series)]


def win_plot(analysis: Analysis, module: Module) -> Plot:
    """Return the plot of both sides' win probability over the entries, in percent."""
    values = [(p.entry, win_of(p)) for p in analysis.positions]
    series = []
    for side, mirrored in zip(analysis.sides, (False, True), strict=True):
        color = next(s.color for s in module.meta.sides if s.id == side)
        points = tuple(
            (float(entry), 100 * (1 - win.value if mirrored else win.value))
            for entry, win in values
            if win is not None
        )
        series.append(Series(module.side_name(side), readable(color), points))
    return Plot(
        "win",
        "lines",
        t("analysis.title"),
        t("report.stats.entry"),
        t("analysis.percent"),
        tuple(series),
    )


def _faces(stats: Statistics, module: Module, colors: dict[str, str]) -> list[Plot]:
    """Return a histogram of faces for each kind of die; combat and other dice are added
    up by side.
    """
    fell: dict[int, dict[str, list[int]]] = {}
    for side, _, sides, faces in stats.faces():
        if side in colors:
            total = fell.setdefault(sides, {}).setdefault(side, [0] * sides)
            total[:] = [a + b for a, b in zip(total, faces, strict=True)]
    return [
        Plot(
            f"faces_d{sides}",
            "bars",
            t("report.plot.faces", die=f"d{sides}"),
            t("report.plot.face"),
            t("report.plot.throws"),
            tuple(
                Series(
                    module.side_name(side),
                    colors[side],
                    tuple(
                        (float(face), float(n))
                        for face, n in enumerate(counts, 1)
                        if face in stats.faces_of(sides)
                    ),
                )
                for side, counts in by_side.items()
            ),
        )
        for sides, by_side in sorted(fell.items())
    ]


def _by_turn(
    stats: Statistics,
    module: Module,
    colors: dict[str, str],
    what: str,
    kind: Literal["lines", "bars"],
) -> Plot:
    series = tuple(
        Series(
            module.side_name(side),
            colors[side],
            tuple((float(x.turn), float(getattr(x, what).get(side, 0))) for x in stats.turns),
        )
        for side in stats.sides
    )
    return Plot(
        what,
        kind,
        t(f"report.plot.{what}"),
        t("report.stats.turn"),
        t(f"report.plot.{what}.up"),
        series,
    )


def readable(color: str) -> str:
    """Return a side's colour, darkened to be readable on paper."""
    if len(color) != 7:
        return INK
    r, g, b = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    light = (0.299 * r + 0.587 * g + 0.114 * b) / 255
    factor = min(1.0, 0.5 / light) if light else 1.0
    return "#" + "".join(f"{round(c * factor):02x}" for c in (r, g, b))


def ticks(low: float, high: float, limit: int = 6) -> list[float]:
    """Return at most about ``limit`` round numbers from below ``low`` to above ``high``."""
    span = max(high - low, 1e-9)
    raw = span / limit
    power = 10 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw)
    step = max(step, 1.0 if span >= 3 else 0.5)
    first = math.floor(low / step)
    result = []
    while True:
        value = first * step
        result.append(value)
        if value >= high:
            return result
        first += 1


def labels(xs: Sequence[float]) -> list[float]:
    """Return the values of an axis to label, at most 14 and far enough apart to be read."""
    first, last = xs[0], xs[-1]
    wanted = xs if len(xs) <= 14 else [x for x in ticks(first, last, 10) if first <= x <= last]
    shown: list[float] = []
    for x in wanted:
        if not shown or x - shown[-1] >= LABEL_ROOM * (last - first):
            shown.append(x)
    return shown


def svg(plot: Plot) -> str:
    """Return a plot as SVG, with its title and values as text for screen readers."""
    xs = sorted({x for s in plot.series for x, _ in s.points})
    ys = [y for s in plot.series for _, y in s.points]
    grid = ticks(min(0.0, *ys), max(1.0, *ys))
    low, high = grid[0], grid[-1]
    first, last = xs[0], xs[-1]
    pad = 0.5 if plot.kind == "bars" else 0.0
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x_of(x: float) -> float:
        span = last - first + 2 * pad
        return LEFT + (width * (x - first + pad) / span if span else width / 2)

    def y_of(y: float) -> float:
        return TOP + height * (high - y) / (high - low)

    description = "; ".join(
        f"{s.name}: "
        + ", ".join(f"{decimal(x, 'g')}: {decimal(round(y, 1), 'g')}" for x, y in s.points)
        for s in plot.series
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" aria-label="{escape(plot.title, quote=True)}">',
        f"<title>{escape(plot.title)}</title><desc>{escape(description)}</desc>",
        _text(plot.title, LEFT, 18, 15, "start", "600", INK),
    ]
    for value in grid:
        y = y_of(value)
        ink, line = (MUTED, 1.4) if value == 0 else (RULE, 1)
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{number(y)}" y2="{number(y)}" '
            f'stroke="{ink}" stroke-width="{line}"/>'
        )
        parts.append(_text(decimal(value, "g"), LEFT - 7, y + 4, 12, "end"))
    parts += [_text(decimal(x, "g"), x_of(x), HEIGHT - BOTTOM + 16, 12) for x in labels(xs)]
    parts.append(_text(plot.across, LEFT + width / 2, HEIGHT - 6, 12))
    legend = float(WIDTH - RIGHT)
    for s in reversed(plot.series):
        wide = 8 + 7.2 * len(s.name)
        parts.append(_text(s.name, legend, 18, 13, "end", "600", INK))
        legend -= wide
        parts.append(
            f'<rect x="{number(legend - 14)}" y="8" width="12" height="12" fill="{s.color}"/>'
        )
        legend -= 28
    draw = _bars if plot.kind == "bars" else _lines
    parts += draw(plot, x_of, y_of, width / max(1.0, last - first + 2 * pad))
    return "".join([*parts, "</svg>"])


def _bars(
    plot: Plot, x_of: Callable[[float], float], y_of: Callable[[float], float], unit: float
) -> list[str]:
    count = len(plot.series)
    wide = min(34.0, unit * 0.8 / count)
    result = []
    for at, s in enumerate(plot.series):
        for x, y in s.points:
            left = x_of(x) + (at - count / 2) * wide
            top, base = y_of(max(y, 0)), y_of(min(y, 0))
            result.append(
                f'<rect x="{number(left)}" y="{number(top)}" width="{number(wide * 0.92)}" '
                f'height="{number(base - top)}" fill="{s.color}"><title>{escape(s.name)} '
                f"{decimal(x, 'g')}: {decimal(y, 'g')}</title></rect>"
            )
    return result


def _lines(
    plot: Plot, x_of: Callable[[float], float], y_of: Callable[[float], float], unit: float
) -> list[str]:
    result = []
    for at, s in enumerate(plot.series):
        points = [(x_of(x), y_of(y)) for x, y in s.points]
        line = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        # The second line is dashed too: colours alone tell nothing to many.
        dash = ' stroke-dasharray="7 4"' if at else ""
        result.append(
            f'<polyline points="{line}" fill="none" stroke="{s.color}" stroke-width="2.5" '
            f'stroke-linejoin="round"{dash}/>'
        )
        if len(points) <= 40:
            result += [
                f'<circle cx="{number(x)}" cy="{number(y)}" r="3.2" fill="{s.color}"/>'
                for x, y in points
            ]
    return result


def _text(
    words: str,
    x: float,
    y: float,
    size: float,
    anchor: str = "middle",
    weight: str = "400",
    fill: str = MUTED,
) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-family="Barlow" '
        f'font-size="{number(size)}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{fill}">{escape(words)}</text>'
    )
