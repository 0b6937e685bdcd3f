"""Reach compared with a slow search that asks the judge about every step."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import effects as fx
from engine.core.modes import HOUSE_LEVELS, strictness_effects
from engine.core.reducer import apply
from engine.games import require_rulebook
from engine.games.holland44 import positions
from engine.games.holland44.house_rules import allows, ruled
from engine.games.holland44.rules.ch08_movement.clauses import spent_on
from engine.games.holland44.rules.ch08_movement.mover import MODES, Move
from engine.games.holland44.rules.ch08_movement.reach import reachable
from engine.games.holland44.rules.ch08_movement.why_not import judge_move, mover_of, why_not
from engine.games.holland44.tracks import MOVED, MOVING
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from tests.games.holland44.rules.positions import position as random_position
from tests.thoroughness import TIMES, some_now

SEEDS = st.integers(min_value=0, max_value=100_000)
AT_THE_END = {
    "rule.holland44.8.2.1.company",
    "rule.holland44.6.1.one_head",
    "rule.holland44.14.2.flee",
}
"""What is said only of the hex where a move ends: a path may go on from there."""

AGREED = (
    *("6", "6.1", "6.4", "7", "7.2", "7.4", "8", "8.1", "8.2.1", "8.3", "8.5", "8.5.2", "8.5.3"),
    *("8.5.4", "8.5.5", "8.5.6", "8.6", "11.5.1", "14", "14.2", "14.3", "17.3", "18", "19"),
    *("19.1", "19.3", "19.3.2", "19.4", "20.2.5", "22", "23", "23.1.2", "23.3.3", "25", "25.3"),
)
"""Rule numbers that speak of moves, whole chapters among them."""


def load(seed, house=None):
    """A random position under house rules."""
    setting, state, _ = positions.read(random_position(seed))
    effects = strictness_effects(state, house=house or {})
    return setting.position(apply(state, effects, setting.places))


def underway(position, units, rng):
    """Return the same position during a move of these units, or during their second one."""
    names = [u.id for u in units]
    walked = rng.randint(0, 3)
    spent, woods = walked * rng.randint(0, 6), rng.randint(0, walked)
    text = f"{rng.choice(MODES)} {spent} {walked} {woods}"
    tracks = {MOVED + name: text for name in names}
    tracks[MOVING] = "-" if rng.random() < 0.1 else " ".join(names)
    effects = [fx.SetTrack(track=name, before=None, after=text) for name, text in tracks.items()]
    return position.setting.position(apply(position.state, effects, position.places))


def house_rules(rng):
    return {n: rng.choice(HOUSE_LEVELS) for n in rng.sample(AGREED, rng.randint(1, 12))}


def groups(position):
    """Return stacks, and the first unit of each alone, on the map and in entry areas."""
    places = [*position.stacks["allied"], *position.stacks["german"], *position.areas]
    for place in sorted(places):
        stack = position.stack(place)
        yield stack[:1]
        if len(stack) > 1:
            yield stack


def some(position, rng):
    """Return one of the groups, usually one in an entry area."""
    found = list(groups(position))
    apart = [g for g in found if g[0].place >= position.places.hex_count]
    return rng.choice(apart if apart and rng.random() < 0.6 else found)


def onward(position, place):
    """Return every place that a step may lead to."""
    if place < position.places.hex_count:
        near = [j for j in position.board.neighbours[place] if j >= 0]
        return near + [position.area_place(a) for a in position.ground.area_hexes.get(place, ())]
    here = position.area_of(place)
    areas = position.board.areas
    return [*areas[here].hexes, *(position.area_place(a) for a in areas if a != here)]


def slow_reach(mover, mode):
    """Return every place where the judge lets a path end, with the least cost."""
    position = mover.position
    found, seen = {}, {}
    todo = [(mover.start,)]
    while todo:
        path = todo.pop(0)
        for place in onward(position, path[-1]):
            if place in path:
                continue
            move = Move(mover, mode, (*path, place))
            forbidden = {v.key for v in ruled(position, judge_move(move)) if v.level == "forbid"}
            if forbidden - AT_THE_END:
                continue
            cost, woods = spent_on(move)
            worth = (cost, min(woods, 3), len(path))
            if any(all(a <= b for a, b in zip(w, worth, strict=True)) for w in seen.get(place, ())):
                continue
            seen.setdefault(place, []).append(worth)
            todo.append(move.path)
            if not forbidden:
                found[place] = min(cost, found.get(place, cost))
    return found


def check_modes(mover):
    """Check that reach and judge agree on every hex in every mode; return the best mode by hex."""
    position, best = mover.position, {}
    for mode in MODES:
        found = reachable(mover, [mode])
        for place, arrival in found.items():
            move = Move(mover, mode, arrival.path)
            assert allows(position, judge_move(move)), arrival
            assert arrival.path[-1] == place
            assert len(set(arrival.path)) == len(arrival.path)
            if mode != "tactical":
                assert spent_on(move)[0] == arrival.cost, arrival
        slow = slow_reach(mover, mode)
        told = {position.number(i) for i in slow.keys() ^ found.keys()}
        assert not told, (mode, mover.ids, told)
        if mode != "tactical":
            for place, least in slow.items():
                # Into the next area a unit goes straight, though it takes its whole move (19.6).
                straight = mover.area is not None and len(found[place].path) == 2
                assert found[place].cost == least or (
                    straight and not position.places.is_hex(place)
                )
        for place in found:
            best.setdefault(place, mode)
    assert {i: a.mode for i, a in reachable(mover).items()} == best
    return best


def check(mover):
    """Check the same, and that why-not agrees with both."""
    position, best = mover.position, check_modes(mover)
    areas = [position.area_place(a) for a in position.board.areas]
    for target in (*range(position.places.hex_count), *areas):
        if target != mover.start:
            move, verdicts = why_not(mover, target)
            assert allows(position, verdicts) is (target in best), position.number(target)
            assert move.path[-1] == target or len(move.path) == 1
            for i, j in pairwise(move.path):
                assert j in onward(position, i)


@pytest.mark.slow
@settings(max_examples=6 * TIMES)
@given(SEEDS)
def test_reach_agrees_with_the_judge_on_every_hex(seed):
    position = load(seed)
    check(mover_of(position, some(position, random.Random(seed))))


@pytest.mark.slow
@settings(max_examples=6 * TIMES)
@given(SEEDS)
def test_reach_follows_the_house_rules_on_every_hex(seed):
    rng = random.Random(seed)
    position = load(seed, house_rules(rng))
    check(mover_of(position, some(position, rng)))


@pytest.mark.slow
@settings(max_examples=6 * TIMES)
@given(SEEDS, st.booleans())
def test_reach_agrees_during_a_move(seed, agreed):
    rng = random.Random(seed)
    position = load(seed, house_rules(rng) if agreed else None)
    units = rng.choice([g for g in groups(position) if g[0].place < position.places.hex_count])
    position = underway(position, units, rng)
    check(mover_of(position, [position.units[u.id] for u in units]))


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    """Positions of a random campaign on the real board, early in its movement phases."""
    path = tmp_path_factory.mktemp("reach") / "game.h44log"
    autoplay(require_rulebook("holland44").ruleset("campaign"), 5, 3, path)
    recording, setting = Recording.load(path), positions.setting("campaign")
    states = [recording.state(n) for n in range(len(recording) + 1)]
    fresh = [s for s in states if s.clock.phase == "movement" and not s.pending]
    return [setting.position(s) for s in fresh if sum(t.startswith(MOVED) for t in s.tracks) < 4]


@pytest.mark.slow
@pytest.mark.parametrize("seed", some_now(range(6), lambda seed: seed < 3))
def test_reach_agrees_on_the_real_board(campaign, seed):
    rng = random.Random(seed)
    position = rng.choice(campaign)
    side = position.state.clock.active
    near = [i for i in position.stacks[side] if i in position.enemy(side).beside]
    found = 0
    for place in rng.sample(sorted(near), min(8, len(near))):
        stack = position.stacks[side][place]
        found += len(check_modes(mover_of(position, stack[:1] if rng.random() < 0.5 else stack)))
    assert found
