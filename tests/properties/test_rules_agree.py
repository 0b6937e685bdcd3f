"""Rules on random positions compared with brute force: supply, odds and retreats."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.board import BEYOND
from engine.core.state import as_json
from engine.games.holland44 import positions
from engine.games.holland44.rules.ch08_movement.reach import reachable
from engine.games.holland44.rules.ch08_movement.why_not import mover_of, why_not
from engine.games.holland44.rules.ch10_odds import best_lead, reckon
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch13_retreat_paths import Retreat
from engine.games.holland44.rules.ch18_supply import supply_of
from tests.games.holland44.rules.positions import position as random_position
from tests.thoroughness import TIMES

SEEDS = st.integers(min_value=0, max_value=100_000)
FEW = settings(max_examples=15 * TIMES)


def load(seed):
    setting, state, _ = positions.read(random_position(seed))
    return setting.position(state)


# -- supply, traced forwards from each unit, one hex after the other ------------------------------


NONE = 1_000_000


def shortest_supply(position, unit, *, dry=False):
    """Return the hexes of the shortest path from the unit to a source, NONE without one.

    A slow trace from 18.3 without the search's tables; ``dry`` crosses no unbridged canal.
    """
    side = unit.profile.side
    enemy = position.enemy(side)
    board = position.board
    friends = position.stacks[side]
    state = position.state.hexsides

    def bridge(i, j):
        water = board.hexside(i, j)
        kinds = [b.kind for b in water.bridges if b.kind != "ferry"] if water else []
        up = water and state.get(water.name, "wired") in ("wired", "intact")
        return kinds if up else []

    def road_open(i, j):
        water = board.hexside(i, j)
        if water is None or water.water == "minor_river":
            return True
        if "road" not in bridge(i, j):
            return False
        return (state[water.name] == "intact") == (side == "allied")

    def road_hex(j):
        if j in enemy.hexes or j in enemy.zone or board.terrain[j] == "lake":
            return False
        city = board.settlement[j] == "city"
        return not (city and j not in friends and position.control(j) == enemy.side)

    def leaves(i):
        return any(
            position.area_side(a) == side for a in position.ground.area_hexes.get(i, ())
        ) and (position.crossings.outward(i) == "land")

    def heads():
        return {
            u.place
            for stack in friends.values()
            for u in stack
            if u.profile.head
            and u.profile.division == unit.profile.division
            and unit.profile.division
            and "depleted" not in u.profile.status
            and position.turn <= 5
            and side == "allied"
        }

    ends = heads()

    def by_road(i):
        """Return the hexes of the road part from hex i to a supply head, or into an area."""
        if i not in board.road_hexes or not road_hex(i):
            return NONE
        seen, todo, best = {i: 0}, [i], NONE
        for k in todo:
            if leaves(k) or k in ends:
                best = min(best, seen[k] + (k not in ends))
            for j in position.ground.ring[k]:
                link = (k, j) in board.road_links
                bond = enemy.bonds.closes(k, j)
                if link and not bond and j not in seen and road_hex(j) and road_open(k, j):
                    seen[j] = seen[k] + 1
                    todo.append(j)
        return best

    def carried(i, j):
        if any(k in enemy.zone or k in enemy.hexes for k in (i, j)):
            return False
        water = board.hexside(i, j)
        if any(b.kind == "ferry" for b in water.bridges):
            return True
        engineers = any(
            u.profile.counter.kind == "engineer" for k in (i, j) for u in friends.get(k, ())
        )
        return side == "allied" and water.water == "major_river" and engineers

    def step(i, j):
        if j in enemy.hexes or board.terrain[j] == "lake" or enemy.bonds.closes(i, j):
            return False
        water = board.hexside(i, j)
        if water and water.water in ("major_river", "lake") and not bridge(i, j):
            return carried(i, j)
        return bridge(i, j) or not (dry and water and water.water == "canal")

    def empty_ezoc(i):
        return i in enemy.zone and i not in friends

    def walk(i, left):
        found = [by_road(i)]
        if i in ends:
            found.append(0)
        if left:
            if leaves(i):
                found.append(1)
            found += [
                1 + walk(j, left - 1)
                for j in board.neighbours[i]
                if j != BEYOND and step(i, j) and not (empty_ezoc(i) and empty_ezoc(j))
            ]
        return min(found)

    return min(walk(unit.place, 4), NONE)


@pytest.mark.slow
@FEW
@given(SEEDS)
def test_supply_agrees_with_brute_force(seed):
    position = load(seed)
    for side, stacks in position.stacks.items():
        search = supply_of(position, side)
        for stack in stacks.values():
            for unit in stack:
                found = search.line(unit)
                shortest = shortest_supply(position, unit, dry=not found.over_canal)
                assert found.supplied is (shortest < NONE), unit.id
                if found.supplied:
                    assert found.path[0] == unit.place
                    beyond = found.source in position.board.areas
                    assert len(found.path) - 1 + beyond == shortest, unit.id
                    if found.over_canal:
                        assert shortest_supply(position, unit, dry=True) == NONE
                else:
                    assert all(cut[0] >= 0 for cut in search.cuts(unit))


# -- combat ---------------------------------------------------------------------------------------


@FEW
@given(SEEDS, st.randoms(use_true_random=False))
def test_the_order_of_units_never_matters_in_combat(seed, rng):
    position = load(seed)
    for side in ("allied", "german"):
        for target in position.enemy(side).hexes:
            attackers = [
                u
                for i in position.ground.ring[target]
                for u in position.stacks[side].get(i, ())
                if u.profile.attack
            ][:5]
            if not attackers:
                continue
            one = best_lead(Combat(position, tuple(attackers), target))
            shuffled = attackers[:]
            rng.shuffle(shuffled)
            other = best_lead(Combat(position, tuple(shuffled), target))
            assert one.odds == other.odds
            assert {s.unit: s.used for s in one.shares} == {s.unit: s.used for s in other.shares}


@FEW
@given(SEEDS)
def test_the_best_choice_is_the_best_of_all_choices(seed):
    position = load(seed)
    side = "allied"
    for target in position.enemy(side).hexes:
        near = [
            u
            for i in position.ground.ring[target]
            for u in position.stacks[side].get(i, ())
            if u.profile.attack
        ][:4]
        if not near:
            continue
        fight = Combat(position, tuple(near), target)
        chosen = best_lead(fight)
        for lead in fight.formations():
            for attached in [None, *(u.id for u in fight.attachable(lead))]:
                other = reckon(fight, lead, attached)
                assert column(other) <= column(chosen)


def column(found):
    attack, _, defense = found.odds.shifted.partition(":")
    return int(attack) if defense == "1" and int(attack) > 1 else 2 - int(defense)


# -- retreats and the state -----------------------------------------------------------------------


@FEW
@given(SEEDS)
def test_allowed_retreats_break_the_latest_guidelines(seed):
    position = load(seed)
    rng = random.Random(seed)
    stacks = [s for side in position.stacks.values() for s in side.values()]
    retreat = Retreat(position, tuple(rng.choice(stacks)), rng.choice(stacks)[0].place, 2)
    retreat = Retreat(position, retreat.units, retreat.units[0].place, 2)
    whole = [c for c in retreat.candidates if not c.extra_loss]
    for n in retreat.legal:
        mine = retreat.candidates[n]
        if mine.extra_loss:
            assert not mine.eliminated
            continue
        for other in whole:
            # The first guideline in which two paths differ must speak for the allowed one.
            for guideline in range(1, 7):
                better, worse = guideline in mine.broken, guideline in other.broken
                if better != worse:
                    assert worse
                    break


@pytest.mark.parametrize("seed", range(8))
def test_questions_change_nothing(seed):
    position = load(seed)
    before = as_json(position.state, position.places)
    stacks = [*position.stacks["allied"].values(), *position.stacks["german"].values()]
    for stack in [*stacks, *position.areas.values()]:
        mover = mover_of(position, stack[:1])
        reachable(mover)
        why_not(mover, 0)
        Retreat(position, (stack[0],), stack[0].place, 2)
    for side in position.stacks:
        supply_of(position, side)
    assert as_json(position.state, position.places) == before
