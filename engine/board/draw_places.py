"""Settlements of the drawn map: their positions, ground and houses."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import shapely

from engine.board.draw_curves import clamped
from engine.board.draw_land import blob, blocks, cell, soft
from engine.board.draw_source import MapSource
from engine.board.draw_water import Water
from engine.board.grid import Point

ROOM = 0.25
"""Maximum distance of a place from the centre of its hex on the map, in hex widths."""
RADIUS = {"village": 0.105, "town": 0.19, "city": 0.42}
"""Size of the built-up ground, in hex widths."""
PITCH = {"village": (0.085, 0.07), "town": (0.085, 0.068), "city": (0.1, 0.078)}
STREET = {"village": 0.022, "town": 0.02, "city": 0.022}
BANK = {"major_river": 0.1, "canal": 0.06, "minor_river": 0.05, "lake": 0.1}
"""Half the width of the strip that water cuts out of built-up areas."""


@dataclass(frozen=True)
class Place:
    """A settlement as drawn: rank, name, hexes, point, built-up ground and blocks of houses."""

    rank: str
    name: str
    hexes: list[str]
    at: Point
    side: str
    ground: shapely.Geometry
    houses: list[list[Point]] = field(default_factory=list)


class Places:
    """All settlements of a board, main place of a hex first."""

    def __init__(self, source: MapSource, water: Water) -> None:
        self.source, self.water = source, water
        self.towns = [
            (p, (float(g.x), float(g.y)))
            for p, g in source.layer("towns")
            if p.get("class") != "airfield"
        ]
        self.wet = shapely.union_all(
            [water.course_of(stream).buffer(BANK[stream.kind]) for stream in water.streams]
        )
        self.nodes: dict[str, Point] = {}
        self.places = self._places()

    def _real(self, name: str, number: str) -> tuple[Point | None, str]:
        """Return the real position of a named place near a hex, and the preferred side of its
        label.
        """
        middle = self.source.grid.center(number)
        near = sorted(
            (math.dist(at, middle), p.get("label", "E"), at)
            for p, at in self.towns
            if name in (p.get("name_1944"), p["name"])
        )
        if near and near[0][0] < 2.0:
            return near[0][2], near[0][1]
        return None, "E"

    def _node(self, number: str, real: Point | None, others: list[Point]) -> Point:
        middle = np.array(self.source.grid.center(number))
        offset = np.zeros(2) if real is None else clamped(np.array(real) - middle, ROOM)
        # The number of the hex stands at its top.
        offset[1] = min(offset[1], 0.16)
        tries = [offset * s for s in (1.0, 0.75, 0.5, 0.25, 0.0)]
        tries += [
            np.array([0.2 * math.cos(a), 0.2 * math.sin(a) - 0.05])
            for a in (math.pi * k / 4 for k in range(8))
        ]
        best, best_margin = tries[0], -1.0
        for turn in tries:
            at = middle + turn
            dry = self.water.distance((float(at[0]), float(at[1]))) / 0.17
            apart = min((math.dist(at, o) / 0.26 for o in others), default=9.0)
            if min(dry, apart) >= 1:
                return float(at[0]), float(at[1])
            if min(dry, apart) > best_margin + 1e-9:
                best, best_margin = turn, min(dry, apart)
        at = middle + best
        return float(at[0]), float(at[1])

    def _places(self) -> list[Place]:
        result: list[Place] = []
        cities: dict[str, list[str]] = {}
        for number, facts in self.source.board["hexes"].items():
            rank = facts.get("settlement")
            names = facts.get("names", [])
            if rank == "city":
                cities.setdefault(names[0], []).append(number)
                names = names[1:]
            elif not rank:
                continue
            others: list[Point] = []
            for k, name in enumerate(names):
                real, side = self._real(name, number)
                at = self._node(number, real, others)
                others.append(at)
                own = rank if k == 0 and rank != "city" else "village"
                if k == 0 and rank != "city":
                    self.nodes[number] = at
                ground = blob(at, RADIUS[own], f"{number}{name}").difference(self.wet)
                result.append(Place(own, name, [number], at, side, ground))
        for name, hexes in cities.items():
            result.append(self._city(name, hexes))
        for place in result:
            seed = f"{place.name}{place.hexes[0]}"
            place.houses.extend(blocks(place.ground, PITCH[place.rank], STREET[place.rank], seed))
        return result

    def _city(self, name: str, hexes: list[str]) -> Place:
        _, side = self._real(name, hexes[0])
        whole = shapely.union_all([cell(self.source.grid, n, 1.002) for n in hexes])
        ground = soft(whole.buffer(-0.07), 0.09).difference(self.wet)
        ground = shapely.union_all([p for p in shapely.get_parts(ground) if p.area > 0.12])
        middle = np.mean([self.source.grid.center(n) for n in hexes], axis=0)
        return Place("city", name, hexes, (float(middle[0]), float(middle[1])), side, ground)
