"""Properties of the rules on random positions: searches agree with judgements and brute force."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.board import BEYOND
from engine.core.state import as_json
from engine.games.holland44 import inline
from engine.games.holland44.fighting import Fight, best
from engine.games.holland44.judging import judge_move, mover_of, why_not
from engine.games.holland44.mover import MODES, Move
from engine.games.holland44.moving import reachable
from engine.games.holland44.retreating import Retreat
from engine.games.holland44.rules.ch08_movement import cost_of
from engine.games.holland44.supplying import supply_of
from engine.rules.registry import is_legal
from tests.games.holland44.rules.positions import position as random_position

SEEDS = st.integers(min_value=0, max_value=100_000)
FEW = settings(max_examples=30)


def load(seed):
    setting, state, _ = inline.read(random_position(seed))
    return setting.position(state)


def groups(position):
    for stacks in position.stacks.values():
        yield from stacks.values()
    yield from position.areas.values()


def random_paths(position, start, rng, count=12):
    """Walks over neighbouring hexes and entry areas that know no rule."""
    for _ in range(count):
        path = [start]
        for _ in range(rng.randint(1, 5)):
            i = path[-1]
            if i >= position.places.hex_count:
                letter = position.area_of(i)
                onward = list(position.board.areas[letter].hexes)
                onward += [position.area_place(a) for a in position.board.areas if a != letter]
            else:
                onward = list(position.ground.ring[i])
                touching = position.ground.area_hexes.get(i, ())
                onward += [position.area_place(a) for a in touching]
            path.append(rng.choice(onward))
        yield path


@FEW
@given(SEEDS)
def test_reach_agrees_with_judge(seed):
    position = load(seed)
    rng = random.Random(seed)
    for stack in groups(position):
        for units in ([stack[0]], stack):
            mover = mover_of(position, units)
            for mode in MODES:
                found = reachable(mover, [mode])
                for arrival in found.values():
                    move = Move(mover, mode, arrival.path)
                    assert is_legal(judge_move(move))
                    if mode != "tactical":
                        assert cost_of(move) == arrival.cost
                for path in random_paths(position, mover.start, rng):
                    if path[-1] != mover.start and is_legal(judge_move(Move(mover, mode, path))):
                        assert path[-1] in found


@FEW
@given(SEEDS)
def test_why_not_agrees_with_reach_on_every_hex(seed):
    position = load(seed)
    rng = random.Random(seed)
    stacks = list(groups(position))
    mover = mover_of(position, rng.choice(stacks)[:1])
    found = reachable(mover)
    for target in range(position.places.hex_count):
        if target != mover.start:
            assert is_legal(why_not(mover, target)[1]) is (target in found)


# -- supply, traced forwards from each unit, one hex after the other ------------------------------


def is_supplied(position, unit):
    """A slow trace from the unit to a source, written from 18.3 without the search's tables."""
    side = unit.p.side
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
            if u.p.head
            and u.p.division == unit.p.division
            and unit.p.division
            and "depleted" not in u.p.status
            and position.turn <= 5
            and side == "allied"
        }

    ends = heads()

    def by_road(i):
        """Does the road part lead from hex i to an area or a supply head?"""
        if i not in board.road_hexes or not road_hex(i):
            return False
        seen, todo = {i}, [i]
        while todo:
            k = todo.pop()
            if leaves(k) or k in ends:
                return True
            for j in position.ground.ring[k]:
                link = (k, j) in board.road_links
                bond = enemy.bonds.closes(k, j)
                if link and not bond and j not in seen and road_hex(j) and road_open(k, j):
                    seen.add(j)
                    todo.append(j)
        return False

    def carried(i, j):
        if any(k in enemy.zone or k in enemy.hexes for k in (i, j)):
            return False
        water = board.hexside(i, j)
        if any(b.kind == "ferry" for b in water.bridges):
            return True
        engineers = any(u.p.counter.kind == "engineer" for k in (i, j) for u in friends.get(k, ()))
        return side == "allied" and water.water == "major_river" and engineers

    def step(i, j):
        if j in enemy.hexes or board.terrain[j] == "lake" or enemy.bonds.closes(i, j):
            return False
        water = board.hexside(i, j)
        if water and water.water in ("major_river", "lake") and not bridge(i, j):
            return carried(i, j)
        return True

    def empty_ezoc(i):
        return i in enemy.zone and i not in friends

    def walk(i, left):
        if by_road(i) or i in ends or (left >= 1 and leaves(i)):
            return True
        if not left:
            return False
        return any(
            j != BEYOND
            and step(i, j)
            and not (empty_ezoc(i) and empty_ezoc(j))
            and walk(j, left - 1)
            for j in board.neighbours[i]
        )

    return walk(unit.place, 4)


@FEW
@given(SEEDS)
def test_supply_agrees_with_brute_force(seed):
    position = load(seed)
    for side, stacks in position.stacks.items():
        search = supply_of(position, side)
        for stack in stacks.values():
            for unit in stack:
                found = search.line(unit)
                assert found.supplied is is_supplied(position, unit), unit.id
                if found.supplied:
                    assert found.path[0] == unit.place
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
                if u.p.attack
            ][:5]
            if not attackers:
                continue
            one = best(Fight(position, tuple(attackers), target))
            shuffled = attackers[:]
            rng.shuffle(shuffled)
            other = best(Fight(position, tuple(shuffled), target))
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
            if u.p.attack
        ][:4]
        if not near:
            continue
        fight = Fight(position, tuple(near), target)
        chosen = best(fight)
        for lead in fight.formations():
            for attached in [None, *(u.id for u in fight.attachable(lead))]:
                other = fight.reckon(lead, attached)
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
    for stack in groups(position):
        mover = mover_of(position, stack[:1])
        reachable(mover)
        why_not(mover, 0)
        Retreat(position, (stack[0],), stack[0].place, 2)
    for side in position.stacks:
        supply_of(position, side)
    assert as_json(position.state, position.places) == before
