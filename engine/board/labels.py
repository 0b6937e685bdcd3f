"""Placement of names on the drawn map, without overlaps.

Every point label has candidate positions round its symbol, each with a cost for the covered ground.
Conflicts between candidates are computed first. The choice is then a search for the cheapest set
without conflict: greedy by rank, then simulated annealing with a fixed seed, then a repair that
drops the least important label of each remaining conflict.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from engine.board.grid import Point
from engine.board.label_styles import STYLES, displayed
from engine.board.label_text import CAP_HEIGHT, DESCENT, face

if TYPE_CHECKING:
    from engine.board.draw_curves import Array


PADDING = 0.025
"""Free margin about every label, in hex widths."""

SEED = 1944

SURE = 6
"""Decimals of a cost. Rounding makes ties independent of the processor."""


@dataclass(frozen=True)
class Label:
    """A name to place beside a symbol; ``reach`` is half the symbol's width and height."""

    text: str
    style: str
    at: Point
    reach: tuple[float, float]
    side: str = "E"


@dataclass(frozen=True)
class Placed:
    """A placed name: baseline start, width and height of the capitals, and its box."""

    text: str
    style: str
    start: Point
    width: float
    box: tuple[float, float, float, float]


@dataclass
class Ground:
    """Obstacles for labels: shapes with the cost of covering them.

    ``areas`` cost by covered area (hex widths squared), ``lines`` by covered length.
    """

    areas: list[tuple[shapely.Geometry, float]] = field(default_factory=list)
    lines: list[tuple[shapely.Geometry, float]] = field(default_factory=list)

    def cost(self, boxes: Array) -> Array:
        """Return the cost of each box (n x 4: west, south, east, north)."""
        shapes = shapely.box(boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3])
        tree = shapely.STRtree(shapes)
        total = np.zeros(len(boxes))
        for obstacles, measure in ((self.areas, shapely.area), (self.lines, shapely.length)):
            if not obstacles:
                continue
            geometries = np.array([g for g, _ in obstacles], dtype=object)
            prices = np.array([p for _, p in obstacles])
            which, box = tree.query(geometries, predicate="intersects")
            covered = measure(shapely.intersection(geometries[which], shapes[box]))
            # Even a touch costs: a corner of a letter on a symbol is as bad as more of it.
            np.add.at(total, box, prices[which] * (covered + 0.01))
        return total


def text_width(text: str, style: str) -> float:
    """Return the width of a name in its style, in hex widths."""
    s = STYLES[style]
    return face(s.file).width(displayed(text, style), s.size, s.spacing)


_SIDES = {"E": 0, "NE": 45, "N": 90, "NW": 135, "W": 180, "SW": 225, "S": 270, "SE": 315}


def candidates(label: Label) -> list[tuple[Placed, float]]:
    """Return the possible positions of a label, each with a cost for deviating from the
    usual one.
    """
    style = STYLES[label.style]
    width = text_width(label.text, label.style)
    height = style.size * CAP_HEIGHT
    below = style.size * DESCENT
    u, v = label.at
    result = []
    for near in (0.0, 0.07, 0.16):
        wide, high = (r + 0.045 + near for r in label.reach)
        for angle in range(0, 360, 15):
            rad = math.radians(angle)
            # The nearest point of the label's box lies on a circle about the symbol.
            px, py = u + wide * math.cos(rad), v + high * math.sin(rad)
            west = px - width * (0.5 - 0.5 * _eased(math.cos(rad)))
            south = py - height * (0.5 - 0.5 * _eased(math.sin(rad)))
            off = abs((angle - _SIDES.get(label.side, 0) + 180) % 360 - 180)
            taste = 0.25 * off / 180 + 2.2 * near
            taste += 0.0 if angle % 180 < 50 or angle % 180 > 130 else 0.12
            box = (west, south - below, west + width, south + height)
            result.append((Placed(label.text, label.style, (west, south), width, box), taste))
    return result


def _eased(x: float) -> float:
    return max(-1.0, min(1.0, x * 1.35))


def place(
    labels: Sequence[Label],
    ground: Ground,
    frame: tuple[float, float, float, float],
    taken: Sequence[shapely.Geometry] = (),
    must: int = 3,
) -> list[Placed]:
    """Place the labels without overlaps, off occupied ground and within the frame.

    Labels whose style ranks below ``must`` are left out if there is no space for them.
    """
    options = [candidates(label) for label in labels]
    flat = [p for group in options for p, _ in group]
    if not flat:
        return []
    owner = np.array([i for i, group in enumerate(options) for _ in group])
    boxes = np.array([p.box for p in flat])
    padded = boxes + np.array([-PADDING, -PADDING, PADDING, PADDING])
    tastes = np.array([c for group in options for _, c in group])
    costs = np.round(ground.cost(padded) + tastes, SURE)
    west, south, east, north = frame
    inside = (
        (boxes[:, 0] >= west)
        & (boxes[:, 1] >= south)
        & (boxes[:, 2] <= east)
        & (boxes[:, 3] <= north)
    )
    free = inside.copy()
    if taken:
        tree = shapely.STRtree(shapely.box(*padded.T))
        _, hit = tree.query(np.array(taken, dtype=object), predicate="intersects")
        free[hit] = False
    chooser = _Chooser(labels, owner, padded, costs, free)
    chooser.greedy()
    chooser.anneal(random.Random(SEED))
    return [flat[k] for k in chooser.result(must)]


class _Chooser:
    """Search for one candidate per label at the least cost, without conflict."""

    OVERLAP = 9.0
    MISSING = 6.0

    def __init__(
        self,
        labels: Sequence[Label],
        owner: Array,
        boxes: Array,
        costs: Array,
        free: NDArray[np.bool_],
    ) -> None:
        self.ranks = [STYLES[label.style].rank for label in labels]
        self.costs = costs
        self.own = [
            [int(k) for k in np.flatnonzero((owner == i) & free)] for i in range(len(labels))
        ]
        self.owner = owner
        shapes = shapely.box(*boxes.T)
        a, b = shapely.STRtree(shapes).query(shapes, predicate="intersects")
        keep = (owner[a] != owner[b]) & free[a] & free[b]
        self.rivals: dict[int, list[int]] = {}
        for x, y in zip(a[keep].tolist(), b[keep].tolist(), strict=True):
            self.rivals.setdefault(x, []).append(y)
        self.chosen: list[int | None] = [None] * len(labels)
        self.used = np.zeros(len(owner), dtype=bool)

    def clashes(self, candidate: int) -> int:
        return sum(1 for r in self.rivals.get(candidate, ()) if self.used[r])

    def put(self, label: int, candidate: int | None) -> None:
        old = self.chosen[label]
        if old is not None:
            self.used[old] = False
        self.chosen[label] = candidate
        if candidate is not None:
            self.used[candidate] = True

    def price(self, label: int, candidate: int | None) -> float:
        if candidate is None:
            return self.MISSING * self.ranks[label] ** 2
        return float(self.costs[candidate]) + self.OVERLAP * self.clashes(candidate)

    def greedy(self) -> None:
        order = sorted(range(len(self.own)), key=lambda i: (-self.ranks[i], len(self.own[i]), i))
        for label in order:
            if self.own[label]:
                best = min(self.own[label], key=lambda k: (self.price(label, k), k))
                self.put(label, best)

    def anneal(self, dice: random.Random) -> None:
        movable = [i for i, own in enumerate(self.own) if own]
        if not movable:
            return
        steps = 350 * len(movable)
        for step in range(steps):
            heat = 1.2 * (1 - step / steps) ** 2 + 1e-3
            label = movable[int(dice.random() * len(movable))]
            own = self.own[label]
            candidate = own[int(dice.random() * len(own))]
            if candidate == self.chosen[label]:
                continue
            gain = self.price(label, self.chosen[label]) - self.price(label, candidate)
            if gain >= 0 or dice.random() < math.exp(gain / heat):
                self.put(label, candidate)
        for _ in range(4):  # and to the bottom of the valley
            for label in movable:
                best = min(self.own[label], key=lambda k: (self.price(label, k), k))
                self.put(label, best)

    def result(self, must: int) -> list[int]:
        for label in sorted(range(len(self.own)), key=lambda i: (self.ranks[i], i)):
            at = self.chosen[label]
            if at is not None and self.ranks[label] < must and self.clashes(at):
                self.put(label, None)
        return [k for k in self.chosen if k is not None]
