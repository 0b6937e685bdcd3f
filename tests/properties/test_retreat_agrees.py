"""Retreats compared with a slow, independent implementation of chapter 13."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.holland44.rules.ch06_stacking import has_too_many_steps
from engine.games.holland44.rules.ch13_retreat_paths import Retreat
from engine.games.holland44.rules.ch18_supply import supply_of
from tests.grids import HOLLAND
from tests.properties.test_rules_agree import load
from tests.thoroughness import TIMES

SEEDS = st.integers(min_value=0, max_value=100_000)
DRY = ("minor_river",)
UP = ("wired", "intact")


class Slow:
    """One retreat, searched path by path."""

    def __init__(self, position, units):
        self.position, self.units = position, units
        self.side = units[0].profile.side
        self.enemy = position.enemy(self.side)
        self.ids = {u.id for u in units}

    def friends(self, place, fresh=True):
        tracks = self.position.state.tracks
        return [
            u
            for u in self.position.stack(place)
            if u.profile.side == self.side
            and u.id not in self.ids
            and not (fresh and tracks.get(f"fought/{u.id}") == "retreated")
        ]

    def paths(self, start, length):
        """Yield every path, depth first; entry areas end a path."""
        position, count = self.position, self.position.places.hex_count
        found = []

        def walk(path):
            if len(path) == length + 1 or path[-1] >= count:
                found.append(tuple(path))
                return
            i = path[-1]
            near = [j for j in position.board.neighbours[i] if j >= 0]
            near += [position.area_place(a) for a in position.ground.area_hexes.get(i, ())]
            for j in near:
                if j not in path:
                    walk([*path, j])

        walk([start])
        return found

    def bridge(self, i, j):
        """Return the kinds of bridges between two hexes."""
        water = self.position.board.hexside(i, j)
        if water is None:
            return []
        state = self.position.state.hexsides.get(water.name, "wired")
        return [b.kind for b in water.bridges if b.kind != "ferry"] if state in UP else []

    def terrain(self, i):
        board = self.position.board
        return "city" if board.settlement[i] == "city" else board.terrain[i]

    def open(self, i, j):
        """13.2b, 8.5, 8.6: return whether each of the units may go there."""
        board = self.position.board
        if self.terrain(j) == "lake":
            return False
        water = board.hexside(i, j)
        words = {water.water, *water.also} if water else set()
        up = self.bridge(i, j)
        road = (i, j) in board.road_links and (words <= set(DRY) or {"road", "both"} & set(up))
        for unit in self.units:
            if words & {"canal", "major_river", "lake"} and not up:
                return False
            vehicle = unit.profile.vehicle and "dismounted" not in unit.profile.status
            if vehicle and words & set(DRY) and not (road or up):
                return False
            rows = [self.position.ground.rows[self.terrain(k)] for k in (i, j)]
            if vehicle and not road and any(row.vehicles == "road" for row in rows):
                return False
        return True

    def dies(self, path):
        """13.2: return whether the units are lost on this path."""
        position, enemy = self.position, self.enemy
        if any(u.profile.movement == 0 for u in self.units):
            return True
        count, row = position.places.hex_count, 0
        for i, j in pairwise(path):
            if j >= count:
                letter = position.area_of(j)
                outward = position.crossings.outward(i) == "land"
                if position.area_side(letter) != self.side or not outward:
                    return True
                continue
            if j in enemy.hexes or enemy.bonds.closes(i, j) or not self.open(i, j):
                return True
            row = row + 1 if j in enemy.zone and not self.friends(j, fresh=False) else 0
            if row == 2:
                return True
        return path[-1] in enemy.zone and not self.friends(path[-1])

    def rank(self, path):
        """13.1.3: return the priorities that the path breaks, the first to the sixth."""
        position, enemy = self.position, self.enemy
        start, end = path[0], path[-1]
        entered = [i for i in path[1:] if i < position.places.hex_count]
        in_zone = any(i in enemy.zone and not self.friends(i, fresh=False) for i in entered)
        if end >= position.places.hex_count:
            return (self.dies(path), False, in_zone, False, False, False)
        near = HOLLAND.distance(position.number(start), position.number(end)) < 2
        beside = self.friends(end, fresh=False) and any(
            j in enemy.hexes and (j, end) not in position.crossings.blocked
            for j in position.board.neighbours[end]
            if j >= 0
        )
        supply = supply_of(position, self.side)
        cut = not all(supply.supplies(u, end) for u in self.units)
        full = has_too_many_steps([*self.friends(end, fresh=False), *self.units])
        return (self.dies(path), near, in_zone, bool(beside), cut, full)


@settings(max_examples=20 * TIMES)
@given(SEEDS, st.sampled_from((1, 2, 3)))
def test_retreat_candidates_agree_with_brute_force(seed, length):
    position = load(seed)
    rng = random.Random(seed)
    stacks = [s for side in position.stacks.values() for s in side.values()]
    for stack in rng.sample(stacks, min(3, len(stacks))):
        units = tuple(stack if rng.random() < 0.5 else stack[:1])
        slow = Slow(position, units)
        start = units[0].place
        found = Retreat(position, units, start, length)
        told = {
            c.path: tuple(n in c.broken for n in range(1, 7))
            for c in found.candidates
            if not c.extra_loss
        }
        ranks = {path: slow.rank(path) for path in slow.paths(start, length)}
        assert told.keys() == ranks.keys()
        for path, rank in ranks.items():
            numbers = [position.number(i) for i in path]
            assert told[path] == rank, (numbers, [u.id for u in units])
        best = min(ranks.values(), default=None)
        legal = {found.candidates[n].path for n in found.legal}
        whole = {p for p in legal if not _early(found, p)}
        assert whole == {path for path, rank in ranks.items() if rank == best}


def _early(retreat, path):
    return all(c.extra_loss for c in retreat.candidates if c.path == path)
