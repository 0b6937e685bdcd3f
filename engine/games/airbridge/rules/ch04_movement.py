"""Chapter 4: movement, mechanised movement, overrun; roads of 7.1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import networkx as nx

from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.charts import COSTS, HIGHWAY_COST, ROAD_COST
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch04_limits import kept_still
from engine.games.airbridge.rules.ch05_stacking import LIMIT, fits, points, stacking_verdicts
from engine.games.airbridge.rules.ch06_zones import ignores_zones, zone_of
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    FINAL_FIRE,
    FIRST_FIRE,
    GERMAN,
    HALF,
    MECHANISED,
    enemy_of,
    say,
)
from engine.rules.base.movement import Arrived, dearest
from engine.rules.base.movement import Mover as BaseMover

EXTRA = 1 * HALF
"""4.2e: what an overrun costs beyond the terrain."""
FAST = 6
"""Movement points from which a unit pays as motorised ones do (T.TEC, reconstructed)."""
OVERRUN_TERRAIN = ("clear", "mixed")


def motorised(unit: Unit) -> bool:
    """Does a unit pay the motorised price of the highway?"""
    return unit.type.cm or unit.type.movement >= FAST


def step_cost(position: Position, unit: Unit, i: int, j: int) -> int | None:
    """4.0d, 7.0a, 7.1a, 7.1e, 7.2a, 7.2i, 17.1b: half points of a step; None over open water."""
    if not position.dry(i, j):
        return None
    ground = position.ground
    cost = COSTS[str(ground.terrain[j])]
    if (i, j) in ground.roads:
        cost = ROAD_COST
        muddy = position.muddy() and (i, j) in ground.muddy_links
        if (i, j) in ground.highway_links and not muddy and motorised(unit):
            cost = HIGHWAY_COST
    if position.state.tracks.get(tracks.REPAIRED + ground.side_name(i, j)):
        cost += HALF
    return cost


def allowance(position: Position, unit: Unit) -> int:
    """4.0a, 4.0b, 16.0b: half points of a phase; without supply half of the printed points."""
    full = unit.type.movement * HALF
    return full // 2 if unit.unsupplied else full


def left(position: Position, units: Sequence[Unit]) -> int:
    """4.0c, 4.0g: the half points that units have left to move together."""
    return min(allowance(position, u) - position.track(tracks.MOVED + u.id) for u in units)


def overrun_strength(position: Position, units: Sequence[Unit]) -> int:
    """4.2b, 4.2g: the attack strength that counts: C/M units, neither tired nor unsupplied.

    Self-propelled guns come along and add nothing; in the other reading their bombardment.
    """
    able = [u for u in units if u.type.cm or u.type.self_propelled]
    able = [u for u in able if not u.fatigued and not u.unsupplied]
    strength = sum(u.face.attack for u in able)
    if position.reading("sp_overrun") == "bombardment":
        strength += sum(u.face.bombardment for u in able if u.type.self_propelled)
    return strength


def overrun_odds(position: Position, units: Sequence[Unit], hex_: int) -> tuple[int, int, int]:
    """4.2c, 4.2d, 4.2h, 7.3c: attack, defence, and the odds needed: 7, or 5 where one is weak."""
    enemies = position.stacks[enemy_of(units[0].side)].get(hex_, [])
    defense = sum(u.face.defense for u in enemies)
    if not enemies and hex_ in position.drop_zones:
        defense = 1
    weak = any(u.fatigued or u.unsupplied for u in enemies)
    return overrun_strength(position, units), defense, 5 if weak else 7


def overrun_verdicts(position: Position, units: Sequence[Unit], hex_: int) -> Iterator[Verdict]:
    """4.0i, 4.2a, 4.2b, 4.2c, 4.2d, 4.2g, 16.0e: why units cannot overrun an enemy hex."""
    number, found = position.number(hex_), list[Verdict]()
    if position.ground.terrain[hex_] not in OVERRUN_TERRAIN:
        found.append(say("4.2a", "terrain", hexes=[number], hex=number))
    for unit in units:
        if not unit.type.cm and not unit.type.self_propelled:
            found.append(say("4.2b", "not_cm", units=[unit.id]))
        if unit.fatigued or unit.unsupplied:
            found.append(say("4.2g", "weak", units=[unit.id]))
    attack, defense, needed = overrun_odds(position, units, hex_)
    if not found and (defense * needed > attack or attack <= 0):
        odds: dict[str, str | int] = {"attack": attack, "defense": defense, "needed": needed}
        found.append(say("4.2c" if needed > 5 else "4.2d", "odds", odds, hexes=[number]))
    if found:
        yield say("4.0i", "enemy", hexes=[number], hex=number)
        yield from found


def may_overrun(position: Position, units: Sequence[Unit], hex_: int) -> bool:
    """4.2a: do terrain, kinds of units and odds allow an overrun?"""
    return not any(overrun_verdicts(position, units, hex_))


@dataclass(frozen=True)
class Mover(BaseMover[Position, Unit]):
    """Units of one hex that move together."""

    @cached_property
    def left(self) -> int:
        """Half points they have left."""
        return left(self.position, self.units)

    @cached_property
    def fresh(self) -> bool:
        """Has none of them moved in this phase?"""
        tracks_ = self.position.state.tracks
        return all(tracks.ENTERED + u.id not in tracks_ for u in self.units)

    @cached_property
    def zone(self) -> frozenset[int]:
        """6.0c, 6.0e: the hexes where they must stop."""
        if all(ignores_zones(self.position, u) for u in self.units):
            return frozenset()
        return self.position.enemy_zone(self.side)

    @cached_property
    def stopped(self) -> bool:
        """6.0c: have they come to an enemy zone in this phase?"""
        return not self.fresh and self.start in self.zone

    def held_for(self, hex_: int) -> bool:
        """4.2, 6.0c: does a zone keep them from running over a hex now?

        The zone of those who are run over does not, unless the reading says that it stops too.
        """
        if not self.stopped:
            return False
        if self.position.reading("overrun_zoc") == "stop":
            return True
        others = (e for e in self.position.stacks[enemy_of(self.side)] if e != hex_)
        return self.start in zone_of(self.position, others)

    def hostile(self, hex_: int) -> bool:
        """4.0i: does an enemy, or for Germans a DZ, hold a hex?"""
        if hex_ in self.position.stacks[enemy_of(self.side)]:
            return True
        return self.side == GERMAN and hex_ in self.position.drop_zones

    def barred(self, i: int, j: int) -> bool:
        """4.1b: no mechanised movement in the mud: neither from it nor into it.

        In the other reading nobody begins there, but may drive through.
        """
        if self.position.phase != MECHANISED or not self.position.muddy():
            return False
        polder = self.position.ground.polder
        if self.position.reading("mud") == "pass":
            return i in polder and i == self.start
        return i in polder or j in polder

    def cost(self, i: int, j: int) -> int | None:
        """4.0g, 4.2e: the dearest of the units' costs; an overrun costs a point more."""
        if self.barred(i, j):
            return None
        price = dearest(step_cost(self.position, unit, i, j) for unit in self.units)
        return price + EXTRA if price is not None and self.hostile(j) else price


def reach(mover: Mover) -> dict[int, Arrived]:
    """4.0d, 4.0e, 4.0f, 6.0c: where units may end a move, by the cheapest way.

    Hexes that would be overstacked are left out: units may pass the limit until the phase ends
    (5.0c), but it costs them.
    """
    position, start = mover.position, mover.start
    found: dict[int, Arrived] = {}
    if any(fire_verdicts(position, mover.units)) or any(
        v for u in mover.units for v in kept_still(position, u)
    ):
        return found
    if mover.left > 0 and not mover.stopped:

        def weight(i: int, j: int, _: object) -> int | None:
            if mover.hostile(j):
                return None
            if i != start and i in mover.zone:
                return None
            return mover.cost(i, j)

        costs: dict[int, int]
        ways: dict[int, list[int]]
        costs, ways = nx.single_source_dijkstra(  # type: ignore[assignment]
            position.ground.graph, start, cutoff=mover.left, weight=weight
        )
        for j, cost in costs.items():
            if j != start and fits(position, mover.units, j):
                stop = "zoc" if j in mover.zone else None
                found[j] = Arrived(cost, tuple(ways[j]), stop)
    if mover.fresh and position.reading("minimum_move") == "always":
        for j in position.ground.ring[start]:
            price = mover.cost(start, j)
            if price is None or j in found or mover.hostile(j):
                continue
            if min(u.type.movement for u in mover.units) > 0 and fits(position, mover.units, j):
                found[j] = Arrived(price, (start, j), "minimum")
    for j in overruns(mover):
        found[j] = Arrived(mover.cost(start, j) or 0, (start, j), "overrun")
    return found


def overruns(mover: Mover) -> list[int]:
    """3.0.J2, 4.2a, 4.2f: the enemy hexes beside units that they can run over now."""
    found = []
    for j in mover.position.ground.ring[mover.start]:
        price = mover.cost(mover.start, j)
        if price is None or price > mover.left or not mover.hostile(j) or mover.held_for(j):
            continue
        if may_overrun(mover.position, mover.units, j) and points(mover.units) <= LIMIT:
            found.append(j)
    return found


def mechanised_verdicts(position: Position, units: Sequence[Unit]) -> Iterator[Verdict]:
    """4.0h, 4.1a, 14.0h, 16.0i: who moves in the mechanised phase."""
    if position.phase != MECHANISED:
        return
    for unit in units:
        if not unit.type.cm:
            yield say("4.1a", "not_cm", units=[unit.id])
        if unit.fatigued:
            yield say("14.0h", "fatigued", units=[unit.id])
        if unit.unsupplied:
            yield say("16.0i", "unsupplied", units=[unit.id])
        held = unit.place in position.enemy_zone(unit.side)
        began = tracks.ENTERED + unit.id not in position.state.tracks
        if held and began and not ignores_zones(position, unit):
            yield say("4.1a", "zone", units=[unit.id])


def fire_verdicts(position: Position, units: Sequence[Unit]) -> Iterator[Verdict]:
    """9.4a, 9.4c, 9.4f: artillery moves or fires twice a turn, without supply once."""
    for unit in units:
        if not unit.type.artillery or unit.type.self_propelled:
            continue
        if (FINAL_FIRE in unit.status or (unit.unsupplied and FIRST_FIRE in unit.status)) and (
            tracks.ENTERED + unit.id not in position.state.tracks
        ):
            yield say("9.4c", "no_move", units=[unit.id])


def path_verdicts(mover: Mover, path: Sequence[int]) -> Iterator[Verdict]:
    """4.0a, 4.0i, 4.2a, 6.0c: everything against moving along a path of hexes."""
    position, names = mover.position, [u.id for u in mover.units]
    yield from fire_verdicts(position, mover.units)
    over = len(path) == 2 and mover.hostile(path[-1])
    if mover.held_for(path[-1]) if over else mover.stopped:
        yield say("6.0c", "stopped", units=names)
    spent, open_ = 0, True
    for n, (i, j) in enumerate(pairwise(path)):
        here, there = position.number(i), position.number(j)
        if j not in position.ground.ring[i]:
            yield say("4.0d", "gap", hexes=[here, there], here=here, there=there)
            return
        if n and i in mover.zone:
            yield say("6.0c", "stops", hexes=[here], units=names, hex=here)
        price = mover.cost(i, j)
        if mover.barred(i, j):
            yield say("4.1b", "mud", hexes=[here, there], units=names)
        elif price is None:
            yield say("7.2a", "water", hexes=[here, there], units=names, here=here, there=there)
        if price is None:
            open_ = False
        else:
            spent += price
        if mover.hostile(j):
            yield from _overrun_verdicts(mover, path, n, j)
    if open_ and spent > mover.left and not _one_hex(mover, path):
        yield say(
            "4.0a",
            "too_far",
            units=names,
            hexes=[position.number(path[-1])],
            cost=spent / HALF,
            left=max(0, mover.left) / HALF,
        )
    if not mover.hostile(path[-1]):
        yield from stacking_verdicts(position, mover.units, path[-1], "warn")


def _one_hex(mover: Mover, path: Sequence[int]) -> bool:
    """4.0f: one hex always, whatever it costs, but not over enemies nor without an allowance."""
    if min(u.type.movement for u in mover.units) <= 0:
        return False
    if mover.position.reading("minimum_move") != "always" or mover.hostile(path[-1]):
        return False
    return len(path) == 2 and mover.fresh


def _overrun_verdicts(mover: Mover, path: Sequence[int], n: int, hex_: int) -> Iterator[Verdict]:
    position, number = mover.position, mover.position.number(hex_)
    if n != len(path) - 2 or len(path) > 2:
        yield say("4.2f", "next_to_it", hexes=[number], hex=number)
    else:
        yield from overrun_verdicts(position, mover.units, hex_)
