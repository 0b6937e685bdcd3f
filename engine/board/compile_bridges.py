"""Bridges and ferries: each is assigned to the nearest hexside of its own water."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engine.board.compile_water import Water
from engine.board.format import Basis, BoardError, BridgeFile
from engine.board.grid import Grid, Point, hexes_of
from engine.board.source import BridgeOverride, Source
from engine.i18n import t

REACH = 1.0
"""Distance (hex widths) from every hexside of its water beyond which a bridge is off the map."""

START = {"standing": "wired", "not usable": "unusable"}
"""State at the start of the game for states of 1944, where the names differ (5.3.1)."""


def compile_bridges(source: Source, water: Water) -> list[BridgeFile]:
    """Return all bridges that touch the board, in the order of their hexsides."""
    forced = {o.id: o for o in source.overrides.bridges}
    features = source.layer("bridges")
    points = source.points(np.array([(p.x, p.y) for _, p in features]))
    bridges = []
    for (p, _), point in zip(features, points, strict=True):
        override = forced.pop(p["id"], None)
        if override and override.omit:
            continue
        side = override.hexside if override and override.hexside else None
        side = side or _nearest_side(source.grid, point, p["river"], water)
        if side and any(h in source.grid for h in hexes_of(side) or ()):
            bridges.append(_bridge(p, side, override, water))
    if forced:
        raise BoardError(t("board.unknown_bridge", id=min(forced)))
    return sorted(bridges, key=lambda b: (b.hexside, b.id))


def _nearest_side(grid: Grid, point: Point, river: str, water: Water) -> str | None:
    """Return the hexside of a water whose middle is nearest to a bridge; None if none is near."""
    own = (
        (round(math.dist(middle(grid, side), point), 6), side)
        for side, w in water.sides.items()
        if river in (w.name, *w.also)
    )
    gap, side = min(own, default=(REACH, ""))
    return side if gap < REACH else None


def _bridge(
    p: dict[str, Any], side: str, override: BridgeOverride | None, water: Water
) -> BridgeFile:
    if side not in water.sides:
        raise BoardError(t("board.dry_bridge", id=p["id"], hexside=side))
    stated = p.get("fact") == "stated"
    basis: Basis = "stated" if stated else "geography"
    if override and override.hexside:
        basis = override.basis
    start = START.get(p["state_1944"], p["state_1944"])
    start_basis: Basis = "stated" if stated or start == "ferry" else "inferred"
    rule = override.rule if override else None
    if p.get("h44_never_blown"):
        start, rule = "intact", "never_blown"
    if override and override.start:
        start, start_basis = override.start, override.basis
    return BridgeFile.model_validate(
        {
            "id": p["id"],
            "name": p["name"],
            "hexside": side,
            "kind": p["kind"],
            "start": start,
            "start_basis": start_basis,
            "rule": rule,
            "water": water.sides[side].water,
            "river": p["river"],
            "basis": basis,
            "history": p["history_1944"],
        }
    )


def middle(grid: Grid, side: str) -> Point:
    """Return the middle of a hexside in grid coordinates."""
    (ua, va), (ub, vb) = grid.ends(side)
    return (ua + ub) / 2, (va + vb) / 2
