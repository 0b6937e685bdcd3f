"""The legal actions of a position, as a bounded list: decisions first, then orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.core import actions as act
from engine.games.holland44.book import judge
from engine.games.holland44.contents import DECISIONS
from engine.games.holland44.house_rules import allows
from engine.games.holland44.orders import before_advance, combat_orders, legal_orders
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch03_clock import next_clock
from engine.games.holland44.rules.ch08_movement.reach import arrivals, is_done
from engine.games.holland44.rules.ch08_movement.why_not import mover_of
from engine.games.holland44.rules.ch09_declaration import attacks_on, targets
from engine.games.holland44.units import Unit
from engine.rules.answers import Legal
from engine.rules.listing import Orders, in_turns

ACTIONS_LIMIT = 400
"""Default limit of actions in a list."""


def legal(position: Position, limit: int = ACTIONS_LIMIT, start: int = 0) -> Legal:
    """Return the actions that are legal now for the deciding side.

    ``start`` is the unit or target that the list begins with, so that all can be listed in turns.
    """
    state = position.state
    if state.pending:
        asked = state.pending[-1]
        options, others = DECISIONS.choices_of(position, asked), [*before_advance(position)]
        answers = [act.Choose(decision=asked.kind, option=o.id) for o in options[:limit]]
        more = max(0, len(options) + len(others) - limit)
        return Legal(asked.side, (*answers, *others)[:limit], more)
    side = state.clock.active
    if side not in position.fronts or next_clock(position) is None:
        return Legal(side, (), 0)
    end = act.NextPhase()
    ends = allows(position, judge(position, "clock", position, end))
    actions: list[act.Action] = [end] if ends else []
    if limit > len(actions) and state.clock.phase == "movement":
        # Automatic DS (8.7) come first, because they are few and would be lost among the moves.
        actions += (
            a for target in targets(position, side) for a in attacks_on(position, side, target)
        )
    return in_turns(side, actions, _subjects(position, side), limit, start)


def actions_of(position: Position, name: str) -> Iterator[act.Action]:
    """Yield the legal actions that involve one unit: answers, moves, orders, attacks."""
    state = position.state
    if state.pending:
        asked = state.pending[-1]
        for option in DECISIONS.choices_of(position, asked):
            if name in option.units:
                yield act.Choose(decision=asked.kind, option=option.id)
        return
    unit = position.units.get(name)
    if unit is None or unit.profile.side != state.clock.active:
        return
    if state.clock.phase == "movement":
        yield from _moves(position, unit)
    elif state.clock.phase == "combat":
        yield from (a for a in combat_orders(position) if getattr(a, "unit", None) == name)
        for target in targets(position, unit.profile.side):
            if unit.profile.artillery or _is_beside(position, unit, target):
                attacks = attacks_on(position, unit.profile.side, target)
                yield from (a for a in attacks if name in (*a.attackers, *a.artillery))


def _is_beside(position: Position, unit: Unit, target: int) -> bool:
    """Return whether a unit is next to a hex, or in an entry area that touches it (19.7)."""
    area = position.area_of(unit.place)
    if area is not None:
        return area in position.ground.area_hexes.get(target, ())
    return target in position.ground.ring[unit.place]


def _subjects(position: Position, side: str) -> list[Orders]:
    phase = position.state.clock.phase
    if phase == "movement":
        moves = [partial(_moves, position, unit) for unit in position.own(side)]
        stacks = [partial(_stack_moves, position, units) for units in _stacks(position, side)]
        return [*moves, *stacks]
    if phase != "combat":
        return []
    attacks = [partial(attacks_on, position, side, target) for target in targets(position, side)]
    return [partial(combat_orders, position), *attacks]


def _moves(position: Position, unit: Unit) -> Iterator[act.Action]:
    """Yield one unit's orders (17.3, 21, 25.6), and its moves to every place by the best mode."""
    yield from legal_orders(position, unit)
    if unit.profile.unknown:
        return
    yield from _stack_moves(position, [unit])


def _stacks(position: Position, side: str) -> list[list[Unit]]:
    """Return units that may move together: all of a hex, and all except guns and supply heads."""
    stacks = position.stacks[side]

    def listed() -> Iterator[list[Unit]]:
        for place in sorted(stacks):
            if len(stacks[place]) < 2:
                continue
            able = [u for u in stacks[place] if u.profile.movement and not u.profile.unknown]
            light = [u for u in able if not u.profile.artillery and not u.profile.head]
            if len(able) > 1:
                yield able
            if 1 < len(light) < len(able):
                yield light

    found: list[list[Unit]] = position.setting.latest(
        ("stacks", side), (stacks,), lambda: [*listed()]
    )
    return found


def _stack_moves(position: Position, units: Sequence[Unit]) -> Iterator[act.Action]:
    """Yield the moves of a stack: to every place, by the best mode."""
    name, ids = position.places.names.__getitem__, tuple(u.id for u in units)
    if is_done(position, ids):
        return
    for _, arrival in arrivals(mover_of(position, units)):
        yield act.MoveUnits(units=ids, path=tuple(map(name, arrival.path)), mode=arrival.mode)
