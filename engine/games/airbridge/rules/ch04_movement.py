"""Chapter 4: movement, mechanised movement, overrun; roads of 7.1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

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
from engine.rules.base.clauses import Objection
from engine.rules.base.movement import Arrived, dearest, ways
from engine.rules.base.movement import Mover as BaseMover
from engine.rules.registry import Voice

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


def overrun_objections(position: Position, units: Sequence[Unit], hex_: int) -> Iterator[Objection]:
    """4.0i, 4.2a, 4.2b, 4.2c, 4.2d, 4.2g, 16.0e: why units cannot overrun an enemy hex."""
    found: list[Objection] = []
    if position.ground.terrain[hex_] not in OVERRUN_TERRAIN:
        found.append(Objection("4.2a", "terrain", hex_))
    for unit in units:
        if not unit.type.cm and not unit.type.self_propelled:
            found.append(Objection("4.2b", "not_cm", hex_, units=(unit.id,)))
        if unit.fatigued or unit.unsupplied:
            found.append(Objection("4.2g", "weak", hex_, units=(unit.id,)))
    attack, defense, needed = overrun_odds(position, units, hex_)
    if not found and (defense * needed > attack or attack <= 0):
        found.append(Objection("4.2c" if needed > 5 else "4.2d", "odds", hex_))
    if found:
        yield Objection("4.0i", "enemy", hex_)
        yield from found


@dataclass(frozen=True)
class Mover(BaseMover[Position, Unit]):
    """Units of one hex that move together."""

    say: ClassVar[Voice] = say

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
        others = (e for e in self.enemy_stacks if e != hex_)
        return self.start in zone_of(self.position, others)

    @cached_property
    def held_hexes(self) -> frozenset[int]:
        """4.0i: the hexes that an enemy, or for Germans a DZ, holds."""
        zones = self.position.drop_zones if self.side == GERMAN else ()
        return frozenset((*self.enemy_stacks, *zones))

    def hostile(self, hex_: int) -> bool:
        """4.0i: does an enemy, or for Germans a DZ, hold a hex?"""
        return hex_ in self.held_hexes

    @cached_property
    def in_mud(self) -> bool:
        """4.1b: is this mechanised movement after bad weather?"""
        return self.position.phase == MECHANISED and self.position.muddy()

    def barred(self, i: int, j: int) -> bool:
        """4.1b: no mechanised movement in the mud: neither from it nor into it.

        In the other reading nobody begins there, but may drive through.
        """
        if not self.in_mud:
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

    def step_objections(self, i: int, j: int, *, first: bool) -> Iterator[Objection]:
        """4.0i, 4.1b, 4.2a, 4.2f, 6.0c, 7.2a: all against a step to a hex beside."""
        hostile = self.hostile(j)
        if first:
            if self.held_for(j) if hostile else self.stopped:
                yield Objection("6.0c", "stopped", i)
        else:
            if i in self.zone:
                yield Objection("6.0c", "stops", i)
            if hostile or self.hostile(i):
                yield Objection("4.2f", "next_to_it", j if hostile else i)
        if self.barred(i, j):
            yield Objection("4.1b", "mud", j, i)
        elif self.price(i, j) is None:
            yield Objection("7.2a", "water", j, i)
        if hostile and first:
            yield from overrun_objections(self.position, self.units, j)

    def verdict(self, objection: Objection) -> Verdict:
        """Return an objection in words; that against the odds names them."""
        if objection.why != "odds":
            return super().verdict(objection)
        attack, defense, needed = overrun_odds(self.position, self.units, objection.place)
        number = self.position.number
        return objection.verdict(
            say, number, self.names, attack=attack, defense=defense, needed=needed
        )

    @cached_property
    def one_hex(self) -> bool:
        """4.0f: may they go one hex whatever it costs? Not over enemies, nor without points."""
        if min(u.type.movement for u in self.units) <= 0:
            return False
        return self.fresh and self.position.reading("minimum_move") == "always"

    def room(self, hex_: int) -> bool:
        """5.0b: do they find room in a hex? Who is run over makes it."""
        if self.hostile(hex_):
            return points(self.units) <= LIMIT
        return fits(self.position, self.units, hex_)


def reach(mover: Mover) -> dict[int, Arrived]:
    """3.0.J2, 4.0d, 4.0e, 4.0f, 6.0c: where units may end a move, by the cheapest way.

    Hexes that would be overstacked are left out: units may pass the limit until the phase ends
    (5.0c), but it costs them.
    """
    start, found = mover.start, dict[int, Arrived]()
    if any(mover_verdicts(mover)):
        return found
    limit = max(mover.left, 0)
    costs, paths = ways(mover, mover.position.ground.graph, start, limit)
    for j, cost in costs.items():
        if j != start and mover.room(j):
            stop = "zoc" if j in mover.zone else None
            found[j] = Arrived(cost, tuple(paths[j]), "overrun" if mover.hostile(j) else stop)
    for j in mover.position.ground.ring[start] if mover.one_hex else ():
        if j in found or mover.hostile(j) or any(mover.step_objections(start, j, first=True)):
            continue
        if mover.room(j):
            found[j] = Arrived(mover.cost(start, j) or 0, (start, j), "minimum")
    return found


def mover_verdicts(mover: Mover) -> Iterator[Verdict]:
    """4.1a, 9.4c, CAMP.d, TOURN.c: all against these units moving at all in the phase."""
    position, units = mover.position, mover.units
    for unit in units:
        yield from kept_still(position, unit)
    yield from mechanised_verdicts(position, units)
    yield from fire_verdicts(position, units)


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
    """4.0a, 4.0d, 4.0f, 5.0c: everything against moving along a path of hexes."""
    position = mover.position
    yield from mover_verdicts(mover)
    spent, open_ = 0, True
    for n, (i, j) in enumerate(pairwise(path)):
        if j not in position.ground.ring[i]:
            yield mover.verdict(Objection("4.0d", "gap", j, i))
            return
        yield from mover.step_verdicts(i, j, first=n == 0)
        price = mover.cost(i, j)
        open_ = open_ and price is not None
        spent += price or 0
    end = path[-1]
    only = len(path) == 2 and mover.one_hex and not mover.hostile(end)
    if open_ and spent > mover.left and not only:
        left_ = max(0, mover.left) / HALF
        far = Objection("4.0a", "too_far", end)
        yield far.verdict(say, position.number, mover.names, cost=spent / HALF, left=left_)
    if not mover.hostile(end):
        yield from stacking_verdicts(position, mover.units, end, "warn")
