"""Key of the map: every symbol drawn by the same code as on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from engine.board.draw_curves import packed
from engine.board.draw_fields import furrows, hedges, ripples
from engine.board.draw_land import blob, blocks, ditches, rings, scattered
from engine.board.grid import Point
from engine.i18n import has, t
from holland44_qt.board.lines import (
    border_layer,
    boundary_layer,
    line_layer,
    road_layers,
    side_layer,
    water_layer,
)
from holland44_qt.board.marks import Layer, flat_curve
from holland44_qt.board.marks import rings as area_of
from holland44_qt.board.symbols import MARKS, bridge_layers, parachute, star
from holland44_qt.board.textures import airfield, ground_layers, town_layer
from holland44_qt.theme import Theme

import shapely  # isort: skip

ROW = 1.12
SWATCH = (1.35, 0.78)
GROUNDS = ("woods", "polder", "marsh", "heath", "hills")
PATCHES = ("clear", "fields", "hedgerows", "flooded", "sea")
"""Terrain that only some games have, and clear terrain."""
WATERS = ("major_river", "canal", "minor_river", "brook")
ROADS = ("primary", "secondary", "minor")
BRIDGES = {
    "road_bridge": ("road", ""),
    "rail_bridge": ("rail", ""),
    "never_blown": ("road", "never_blown"),
    "grave": ("road", "grave"),
    "ferry": ("ferry", ""),
    "pontoon": ("pontoon", ""),
}
DROPS = ("drop_1", "drop_82", "drop_101")
CHANGING = "changing"
"""Symbol of an entry area that changes sides; other areas use their side's id."""
COLUMNS = (
    (*GROUNDS, "city", "town", "village", "airfield", "victory", *DROPS),
    (*ROADS, "railway", *WATERS, *BRIDGES, "border", "boundary"),
)

Text = tuple[str, float, float, float]
"""A text of the key: its words, the start of its baseline, its width at most."""


class _Key:
    """Builder that collects the samples as a small compiled map and draws it."""

    def __init__(self, theme: Theme, owner: str, later: str) -> None:
        self.theme = theme
        self.owner, self.later = owner, later
        self.map: dict[str, Any] = {
            "land": {kind: [] for kind in (*GROUNDS, "lake")},
            **{k: [] for k in ("trees", "tufts", "heather", "ditches", "water", "brooks", "roads")},
            **{k: [] for k in ("railways", "bridges", "settlements", "borders", "boundaries")},
            **{k: [] for k in ("hedges", "furrows", "ripples", "sides", "lines")},
        }
        self.swatches: list[tuple[list[list[int]], str]] = []
        self.extra = Layer("key")

    def sample(self, kind: str, middle: Point) -> None:
        """Add the sample of one symbol about a grid point."""
        u, v = middle
        half = SWATCH[0] / 2
        line = packed(
            [
                (u - half, v - 0.05),
                (u - half / 3, v + 0.04),
                (u + half / 3, v - 0.03),
                (u + half, v + 0.05),
            ]
        )
        if kind in GROUNDS or kind in PATCHES:
            self._ground(kind, middle)
        elif kind.startswith(("side_", "line_")):
            level = packed([(u - half * 0.7, v), (u + half * 0.7, v)])
            self.map[f"{kind[:4]}s"].append({"brush": kind[5:], "line": level})
        elif kind in WATERS:
            if kind == "brook":
                self.map["brooks"].append(line)
            else:
                self.map["water"].append({"kind": kind, "name": "", "line": line})
        elif kind in ROADS:
            self.map["roads"].append({"class": kind, "line": line})
        elif kind == "railway":
            self.map["railways"].append(line)
        elif kind in BRIDGES:
            self._bridge(kind, middle)
        elif kind == "border":
            self.map["borders"].append(line)
        elif kind == "boundary":
            self.map["boundaries"].append({"line": packed([(u - half, v), (u + half, v)])})
        elif kind in ("city", "town", "village"):
            self._town(kind, middle)
        elif kind == "airfield":
            airfield(self.extra, middle, self.theme)
        elif kind == "victory":
            star(self.extra, middle, 0.16, self.theme)
        elif kind.startswith("drop_"):
            named = f"{kind} AB"
            division = named if named in self.theme.colors else kind
            letter = {"drop_1": "X", "drop_82": "N", "drop_101": "A"}.get(kind, "")
            parachute(self.extra, (u, v), letter, self.theme, division)
        elif kind in MARKS:
            MARKS[kind](self.extra, middle, self.theme)
        else:
            self._area(kind, middle)

    def _ground(self, kind: str, middle: Point) -> None:
        u, v = middle
        w, h = SWATCH[0] / 2, SWATCH[1] / 2
        if kind == "hills":  # room for the shade that spreads round them
            w, h = w - 0.4, h - 0.33
        area = shapely.box(u - w + 0.1, v - h + 0.1, u + w - 0.1, v + h - 0.1).buffer(0.1)
        nothing = shapely.Polygon()
        flats = [packed(r) for r in rings(area)]
        if kind in ("clear", "sea"):
            self.swatches.append((flats, "ground" if kind == "clear" else "sea"))
            return
        self.map["land"].setdefault(kind, []).extend(flats)
        if kind == "hedgerows":
            self.map["hedges"] += packed([p for line in hedges(area, nothing) for p in line])
        elif kind == "fields":
            self.map["furrows"] += packed([p for line in furrows(area, nothing) for p in line])
        elif kind == "flooded":
            self.map["ripples"] += packed([p for line in ripples(area, nothing) for p in line])
        if kind == "woods":
            self.map["trees"] += packed(scattered(area.buffer(-0.03), 0.1, 0.032, nothing, "key"))
        elif kind == "marsh":
            self.map["tufts"] += packed(scattered(area.buffer(-0.1), 0.27, 0.05, nothing, "key"))
        elif kind == "heath":
            self.map["heather"] += packed(scattered(area.buffer(-0.04), 0.13, 0.05, nothing, "key"))
        elif kind == "polder":
            self.map["ditches"] += packed([p for line in ditches(area, nothing) for p in line])

    def _bridge(self, kind: str, middle: Point) -> None:
        u, v = middle
        half = SWATCH[0] / 2
        use, rule = BRIDGES[kind]
        line = packed([(u - half, v), (u + half, v)])
        wet = "major_river" if use in ("ferry", "pontoon") or rule else "canal"
        stream = packed([(u - 0.05, v - 0.3), (u, v), (u + 0.05, v + 0.3)])
        self.map["water"].append({"kind": wet, "name": "", "line": stream})
        if use == "rail":
            self.map["railways"].append(line)
        elif use == "road":
            self.map["roads"].append({"class": "primary" if rule else "secondary", "line": line})
        self.map["bridges"].append(
            {"at": packed([middle]), "angle": 0, "kind": use, "rule": rule, "water": wet}
        )

    def _town(self, rank: str, middle: Point) -> None:
        u, v = middle
        radius = {"city": 0.33, "town": 0.19, "village": 0.105}[rank]
        ground = blob(middle, radius, f"key{rank}")
        if rank == "city":
            ground = shapely.box(u - 0.5, v - 0.28, u + 0.5, v + 0.28).buffer(0.05)
        self.map["settlements"].append(
            {
                "rank": rank,
                "at": packed([middle]),
                "ground": [packed(r) for r in rings_of(ground)],
                "houses": [packed(h) for h in blocks(ground, (0.09, 0.072), 0.021, "key")],
            }
        )

    def _area(self, kind: str, middle: Point) -> None:
        box = QRectF(middle[0] - 0.5, -middle[1] - 0.22, 1.0, 0.44)
        path = QPainterPath()
        path.addRoundedRect(box, 0.1, 0.1)
        self.extra.fill(path, self.theme[self.owner if kind == CHANGING else kind])
        if kind == CHANGING:
            outer = QPainterPath()
            outer.addRect(QRectF(box.left(), box.top(), box.width(), 0.18))
            self.extra.fill(outer.intersected(path), self.theme[self.later])
        self.extra.line(path, self.theme["frame"], 0.025, cap=Qt.PenCapStyle.FlatCap)

    def layers(self) -> list[Layer]:
        """Return the layers of all samples in map order."""
        m, theme = self.map, self.theme
        plain = Layer("swatches")
        for flats, color in self.swatches:
            plain.fill(area_of(flats), theme[color])
            for flat in flats:
                plain.line(flat_curve(flat, closed=True), theme["panel_edge"], 0.02)
        return [
            plain,
            *ground_layers(m, theme),
            water_layer(m, theme),
            border_layer(m, theme),
            town_layer(m, theme),
            *(bridges := bridge_layers(m, theme))[:1],
            *road_layers(m, theme),
            boundary_layer(m, theme),
            side_layer(m, theme),
            line_layer(m, theme),
            *bridges[1:],
            self.extra,
        ]


def rings_of(area: shapely.Polygon) -> list[list[Point]]:
    """Return the outline of one polygon."""
    return [[(float(u), float(v)) for u, v in area.simplify(0.02).exterior.coords[:-1]]]


def key_layers(
    corner: QPointF,
    width: float,
    theme: Theme,
    compiled: dict[str, Any],
    columns: Sequence[Sequence[str | Sequence[str]]] | None = None,
) -> tuple[list[Layer], list[Text], int]:
    """Return the key below a corner: layers, texts, and the number of rows.

    ``columns`` names the symbols, each alone or with its text.
    """
    areas = compiled["areas"]
    changing = [a for a in areas if a["later"]]
    turn, later = next(iter(changing[0]["later"].items())) if changing else ("", "")
    key = _Key(theme, changing[0]["side"] if changing else "", later)
    sides = dict.fromkeys(a["side"] for a in areas if a["side"])
    usual = ((*COLUMNS[0], *sides, CHANGING), *COLUMNS[1:])
    texts: list[Text] = []
    rows = 0
    shown = columns or usual
    share = 0.52 if columns is None else 1 / len(columns)
    for c, column in enumerate(shown):
        x = corner.x() + c * width * share
        end = corner.x() + (width if c == len(shown) - 1 else (c + 1) * width * share)
        row = 0
        for entry in column:
            kind, *named = (entry,) if isinstance(entry, str) else entry
            if kind == CHANGING and not changing:
                continue
            y = corner.y() + (row + 0.5) * ROW
            key.sample(kind, (x + SWATCH[0] / 2 + 0.05, -y))
            known = f"map.key.{kind}"
            text = named[0] if named else t(known, turn=turn) if has(known) else kind
            left = x + SWATCH[0] + 0.25
            texts.append((text, left, y + 0.11, end - left - 0.15))
            row += 1
        rows = max(rows, row)
    return key.layers(), texts, rows
