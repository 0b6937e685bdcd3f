"""Values taken over from the previous position equal newly computed ones."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.reducer import apply
from engine.core.state import State
from engine.games.holland44 import positions
from engine.games.holland44.position import Position, Setting
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.games.holland44.ruleset import Ruleset
from engine.rules.base.setting import KEPT
from engine.rules.judge import play
from tests.games.holland44.rules.positions import position as random_position

SIDES = ("allied", "german")


def told(position: Position) -> dict[str, Any]:
    """All that follows from the pieces, the bridges and the turn, as plain values."""

    def ids(stacks: Any) -> dict[int, list[str]]:
        return {i: [u.id for u in stack] for i, stack in stacks.items()}

    found: dict[str, Any] = {
        "areas": ids(position.areas),
        "units": {n: (u.place, u.profile) for n, u in position.units.items()},
        "occupied": set(position.occupied),
        "bridges": (dict(position.crossings.bridge), position.crossings.blocked),
        "aloft": sorted(position.aloft),
        "weather": (position.weather, position.time),
    }
    for side in SIDES:
        front = position.fronts[side]
        found[side] = (
            ids(position.stacks[side]), set(front.zone), set(front.known_zone), front.bonds.hexes,
            front.bonds.sides, front.beside, front.overstacked, front.lone_unknowns,
            sorted(u.id for u in front.garrisons), position.friendly_edge(side),
            sorted(supply_of(position, side).routes().net),
        )  # fmt: skip
    return found


def afresh(setting: Setting, state: State) -> Position:
    """The position of a state, of a setting that has seen no other."""
    return Position(setting, state)


def check(setting: Setting, state: State, before: State) -> None:
    """Now, again, and after the position before has been looked at once more."""
    due = told(afresh(setting, state))
    assert told(setting.position(state)) == due
    setting.position(before)
    assert told(setting.position(state)) == due


def wander(setting: Setting, state: State, seed: int, steps: int) -> None:
    ruleset = Ruleset(setting)
    chance, dice = random.Random(seed), Rolled(random.Random(seed))
    for _ in range(steps):
        legal = ruleset.legal(state, 16, chance.randrange(1_000_000)).actions
        if not legal:
            return
        orders = [a for a in legal if not isinstance(a, act.NextPhase)]
        action = chance.choice(orders) if orders and chance.random() < 0.85 else legal[0]
        done = play(ruleset, state, action, dice)
        before, state = state, apply(state, done.effects, setting.places)
        check(setting, state, before)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("phase", ["movement", "combat"])
def test_played_positions_are_those_worked_out_afresh(seed: int, phase: str):
    setting, state, _ = positions.read({**random_position(seed), "phase": phase})
    wander(setting, state, seed, 12)


def test_a_campaign_begins_with_the_same_position():
    setting, state, _ = positions.read({"scenario": "campaign"})
    wander(setting, state, 3, 25)


@pytest.mark.parametrize("seed", range(6))
def test_unrelated_positions(seed: int):
    """A piece moved, turned, reduced or given to the other side by hand, and back again."""
    setting, state, _ = positions.read(random_position(seed))
    chance = random.Random(seed)
    first = state
    for _ in range(10):
        name = chance.choice(sorted(state.pieces))
        piece = state.pieces[name]
        change = chance.choice((
            {"status": piece.status ^ {"disrupted"}}, {"status": piece.status ^ {"full_retreat"}},
            {"steps": 1},
        ))  # fmt: skip
        before = state
        state = replace(state, pieces={**state.pieces, name: replace(piece, **change)})
        check(setting, state, before)
    turned = replace(state, hexsides=dict.fromkeys(state.hexsides, "blown"))
    check(setting, turned, state)
    later = replace(turned, clock=turned.clock.model_copy(update={"turn": 9}))
    check(setting, later, turned)
    check(setting, first, later)


# -- what is shared, so that it is worked out once ------------------------------------------------


def test_states_that_are_alike_share_a_position():
    setting, state, _ = positions.read(random_position(1))
    held = setting.position(state)
    assert setting.position(state) is held
    assert setting.position(replace(state)) is held
    assert setting.position(replace(state, tracks=dict(state.tracks))) is held
    other = setting.position(replace(state, tracks={**state.tracks, "weather": "overcast"}))
    assert other is not held
    assert other.weather == "overcast"


def test_where_no_piece_has_changed_stacks_units_and_fronts_are_the_same():
    setting, state, _ = positions.read(random_position(2))
    held = setting.position(state)
    units, zone = held.units, held.fronts["allied"].zone
    other = setting.position(replace(state, tracks={**state.tracks, "weather": "overcast"}))
    assert other.stacks is held.stacks
    assert other.areas is held.areas
    assert other.occupied is held.occupied
    assert other.units is units
    assert other.fronts is held.fronts
    later = setting.position(
        replace(other.state, clock=state.clock.model_copy(update={"turn": state.clock.turn + 1}))
    )
    assert later.stacks is held.stacks
    assert later.fronts is not held.fronts
    assert later.fronts["allied"].zone is zone


@pytest.mark.parametrize(("changed", "kept"), [("german", "allied"), ("allied", "german")])
def test_a_side_that_has_not_changed_keeps_its_front(changed: str, kept: str):
    setting, state, _ = positions.read(random_position(3))
    held = setting.position(state)
    zone, bonds = held.fronts[kept].zone, held.fronts[kept].bonds
    name = min(u.id for stack in held.stacks[changed].values() for u in stack)
    piece = state.pieces[name]
    turned = replace(piece, status=piece.status ^ {"engaged"})
    other = setting.position(replace(state, pieces={**state.pieces, name: turned}))
    assert other.stacks[kept] is held.stacks[kept]
    assert other.stacks[changed] is not held.stacks[changed]
    assert other.fronts[kept].zone is zone
    assert other.fronts[kept].bonds is bonds
    assert other.units[name].profile.status == turned.status


def test_the_position_cache_is_bounded():
    setting, state, _ = positions.read(random_position(4))
    states = [replace(state, tracks={**state.tracks, "n": n}) for n in range(KEPT + 1)]
    held = [setting.position(one) for one in states[:KEPT]]
    assert len({id(one) for one in held}) == KEPT
    assert all(setting.position(one) is p for one, p in zip(states, held, strict=False))
    setting.position(states[KEPT])  # the one that was not asked for longest goes
    assert setting.position(states[1]) is held[1]
    assert setting.position(states[0]) is not held[0]
