"""Vignette of the title: a road over five rivers, drawn with the map's symbols."""

from __future__ import annotations

import math
from typing import Any

import shapely
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath

from engine.board.draw_curves import packed
from engine.board.draw_land import blob, blocks, rings, scattered, soft
from engine.board.grid import Point
from holland44_qt.board.lines import road_layers, water_layer
from holland44_qt.board.marks import Layer
from holland44_qt.board.symbols import bridge_layers, parachute
from holland44_qt.board.textures import ground_layers, town_layer
from holland44_qt.theme import Theme

WATERS = (
    (0.17, "canal", ""),
    (0.33, "canal", ""),
    (0.5, "major_river", "grave"),
    (0.69, "major_river", "never_blown"),
    (0.86, "major_river", "never_blown"),
)
"""Positions along the picture where the road crosses water, with the kind of water and the
bridge's rule.
"""


def vignette_layers(box: QRectF, theme: Theme) -> list[Layer]:
    """Return the layers of a strip of land from the start line to the last bridge, within a box
    of the scene.
    """
    left, bottom = box.left(), -box.bottom()
    wide, high = box.width(), box.height()

    def road(share: float) -> Point:
        rise = 0.5 + 0.2 * math.sin(share * 5.2 - 0.6) + 0.08 * math.sin(share * 13)
        return left + share * wide, bottom + rise * high

    ground = Layer("vignette")
    frame = QPainterPath()
    frame.addRect(box)
    ground.fill(frame, theme["ground"])
    small: dict[str, Any] = {
        "land": {"woods": [], "polder": [], "marsh": [], "heath": [], "hills": [], "lake": []},
        **{k: [] for k in ("trees", "tufts", "heather", "ditches", "brooks", "railways")},
        "water": [],
        "roads": [{"class": "primary", "line": packed([road(k / 14) for k in range(-1, 16)])}],
        "bridges": [],
        "settlements": [],
    }
    streams = []
    for share, kind, rule in WATERS:
        u, v = road(share)
        flow = [
            (u + 0.16 * math.sin(6.5 * share * k + k), bottom + high * k / 4)
            for k in range(-1, 6)
            if abs(bottom + high * k / 4 - v) > 0.7
        ]
        flow = sorted([*flow, (u, v)], key=lambda p: p[1])
        small["water"].append({"kind": kind, "name": "", "line": packed(flow)})
        streams.append(shapely.LineString(flow).buffer(0.2))
        ahead, behind = road(share + 0.02), road(share - 0.02)
        angle = math.degrees(math.atan2(ahead[1] - behind[1], ahead[0] - behind[0]))
        small["bridges"].append(
            {"at": packed([(u, v)]), "angle": angle, "kind": "road", "rule": rule, "water": kind}
        )
    wet = shapely.union_all(
        [*streams, shapely.LineString([road(k / 40) for k in range(41)]).buffer(0.1)]
    )
    page = shapely.box(left, bottom, left + wide, bottom + high).buffer(-0.12)
    for share, v, size in (
        (0.06, 0.74, 0.42),
        (0.25, 0.2, 0.5),
        (0.42, 0.78, 0.5),
        (0.6, 0.16, 0.42),
    ):
        middle = (left + share * wide, bottom + v * high)
        woods = soft(blob(middle, size, f"woods{share}").intersection(page).difference(wet), 0.06)
        if not woods.is_empty:
            small["land"]["woods"] += [packed(r) for r in rings(woods)]
            small["trees"] += packed(scattered(woods.buffer(-0.02), 0.1, 0.032, wet, f"v{share}"))
    for share, rank, size in (
        (0.25, "town", 0.24),
        (0.42, "town", 0.2),
        (0.775, "city", 0.4),
        (0.925, "city", 0.36),
    ):
        town = (
            blob(road(share), size, f"town{share}")
            .difference(shapely.union_all(streams))
            .intersection(page)
        )
        small["settlements"].append(
            {
                "rank": rank,
                "at": packed([road(share)]),
                "ground": [packed(r) for r in rings(town)],
                "houses": [packed(h) for h in blocks(town, (0.1, 0.08), 0.022, f"v{share}")],
            }
        )
    decks, bridges = bridge_layers(small, theme)
    sky = Layer("parachutes")
    for share, v, color in (
        (0.3, 0.86, "drop_101 AB"),
        (0.585, 0.78, "drop_82 AB"),
        (0.93, 0.84, "drop_1 AB"),
    ):
        parachute(sky, (left + share * wide, bottom + v * high), "", theme, color)
    edge = Layer("vignette frame")
    edge.line(frame, theme["panel_edge"], 0.03, cap=Qt.PenCapStyle.SquareCap)
    layers = [
        ground,
        *ground_layers(small, theme),
        water_layer(small, theme),
        town_layer(small, theme),
        decks,
        *road_layers(small, theme),
        bridges,
        sky,
    ]
    for layer in layers:
        layer.clip = box
    return [*layers, edge]
