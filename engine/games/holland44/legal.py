"""The legal actions of a position, a bounded list: decisions first, then the phase's orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.core import actions as act
from engine.games.holland44.attack import attack_verdicts
from engine.games.holland44.battle import fight_of
from engine.games.holland44.book import judge
from engine.games.holland44.deciding import options_of
from engine.games.holland44.fighting import best
from engine.games.holland44.judging import mover_of
from engine.games.holland44.moving import reachable
from engine.games.holland44.position import Position
from engine.games.holland44.turning import next_clock
from engine.games.holland44.units import Unit
from engine.rules.registry import is_legal

MOST = 400
"""Actions in a list unless another number is asked for."""


@dataclass(frozen=True, slots=True)
class Legal:
    """Legal actions for a side; ``more`` is how many units or targets were not looked at."""

    side: str
    actions: tuple[act.Action, ...]
    more: int


def legal(position: Position, most: int = MOST, start: int = 0) -> Legal:
    """The actions that are legal now for the side to decide.

    ``start`` says with which unit or target the list begins, so that all can be listed in turns.
    """
    state = position.state
    if state.pending:
        asked = state.pending[-1]
        options = options_of(position, asked)
        found = [act.Choose(decision=asked.kind, option=o.id) for o in options[:most]]
        return Legal(asked.side, tuple(found), len(options) - len(found))
    side = state.clock.active
    actions: list[act.Action] = [] if next_clock(position) is None else [act.NextPhase()]
    if not actions:
        return Legal(side, (), 0)
    if state.clock.phase == "movement":
        subjects: Sequence[Unit | int] = _movers(position, side)
    elif state.clock.phase == "combat":
        subjects = _targets(position, side)
    else:
        subjects = ()
    looked = 0
    for n in range(len(subjects)):
        if len(actions) >= most:
            break
        subject = subjects[(start + n) % len(subjects)]
        orders = (
            _attacks(position, side, subject)
            if isinstance(subject, int)
            else _moves(position, subject)
        )
        actions += orders
        looked += 1
    return Legal(side, tuple(actions[:most]), len(subjects) - looked)


def _movers(position: Position, side: str) -> list[Unit]:
    return sorted(
        (u for u in position.units.values() if u.p.side == side and not u.p.unknown),
        key=lambda u: u.id,
    )


def _moves(position: Position, unit: Unit) -> Iterator[act.Action]:
    """The moves of one unit: to every place, by the best mode."""
    name = position.places.name
    for arrival in reachable(mover_of(position, [unit])).values():
        path = tuple(name(i) for i in arrival.path)
        yield act.MoveUnits(units=(unit.id,), path=path, mode=arrival.mode)


def _targets(position: Position, side: str) -> list[int]:
    mine = position.fronts[side].hexes
    edge = position.friendly_edge(side)
    return [
        i
        for i in sorted(position.enemy(side).hexes)
        if i in edge or any(j in mine for j in position.ground.ring[i])
    ]


def _attacks(position: Position, side: str, target: int) -> Iterator[act.Action]:
    """Attacks on a hex: by all who may, and by each stack and unit alone."""
    number = position.places.name(target)
    near = [*position.ground.ring[target]]
    near += [
        position.area_place(a)
        for a in position.ground.area_hexes.get(target, ())
        if position.area_side(a) == side
    ]
    able = [
        u
        for i in near
        for u in position.stack(i)
        if u.p.side == side and _may(position, [u], number)
    ]
    groups: list[list[Unit]] = [able, *([u] for u in able)]
    groups += [list(pair) for pair in combinations(able, 2)]
    seen = set()
    for group in groups:
        ids = tuple(sorted(u.id for u in group))
        if ids and ids not in seen and (len(ids) == 1 or _may(position, group, number)):
            seen.add(ids)
            yield act.DeclareAttack(attackers=ids, target=number)


def _may(position: Position, units: Sequence[Unit], target: str) -> bool:
    fight = fight_of(position, {"attackers": [u.id for u in units], "target": target})
    if not is_legal(list(judge("declare", fight))):
        return False
    return is_legal(attack_verdicts(fight, best(fight)))
