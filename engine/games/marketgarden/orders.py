"""Orders: verdicts on moves and attacks, and the effects of moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.move_effects import go, land, spend
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules.ch03_sequence import end_verdicts, is_over, turn_verdicts
from engine.games.marketgarden.rules.ch04_arrivals import (
    comes_by_air,
    landing_verdicts,
    leave,
    not_due_verdicts,
)
from engine.games.marketgarden.rules.ch04_landing import come_down
from engine.games.marketgarden.rules.ch04_movement import Mover, path_verdicts
from engine.games.marketgarden.rules.ch05_combat import Attack
from engine.games.marketgarden.rules.ch05_procedure import (
    bombardment_verdicts,
    combat_phase,
    declaration_verdicts,
)
from engine.games.marketgarden.rules.ch05_retreat import edge_of
from engine.games.marketgarden.rules.ch11_setup import setup_verdicts
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import verdict
from engine.rules.base.named import hex_named, on_map, stack_named

NORMAL, ARRIVAL, SETUP = "normal", "arrival", "setup"
MODES = (NORMAL, ARRIVAL, SETUP)
"""The modes of a move: on the map and across its edges, by air, set-up."""

# -- parsing --------------------------------------------------------------------------------------


def attack_named(position: Position, action: act.DeclareAttack) -> Attack:
    """Return the declared attack. Raises UserError for unknown units and hexes."""
    return Attack(
        position,
        position.active,
        tuple(on_map(position, name) for name in dict.fromkeys(action.attackers)),
        hex_named(position, action.target),
        tuple(on_map(position, name) for name in dict.fromkeys(action.artillery)),
        action.air,
    )


# -- verdicts -------------------------------------------------------------------------------------


def order_verdicts(position: Position, action: act.Action) -> Iterator[Verdict]:
    """3.0a, 3.0c, 2.4.1: Yield the verdicts against an order of the active side."""
    if position.state.pending:
        yield verdict("3.0a", "pending")
    match action:
        case act.NextPhase():
            yield from end_verdicts(position)
            return
        case act.MoveUnits():
            yield from _over(position)
            yield from move_verdicts(position, action)
        case act.DeclareAttack():
            yield from _over(position)
            yield from combat_phase(position)
            yield from declaration_verdicts(attack_named(position, action))
        case act.Bombard():
            yield from _over(position)
            yield from combat_phase(position)
            firers = [on_map(position, name) for name in dict.fromkeys(action.artillery)]
            target = hex_named(position, action.target)
            air = action.air
            yield from bombardment_verdicts(position, position.active, firers, air, target)
        case _:
            yield verdict("3.0a", "by_hand")


def _over(position: Position) -> Iterator[Verdict]:
    if is_over(position):
        yield verdict("2.4.1", "over")


def move_verdicts(position: Position, action: act.MoveUnits) -> Iterator[Verdict]:
    """3.0c, 4.0a, 4.2: Yield the verdicts against a move."""
    units = stack_named(position, action.units)
    yield from turn_verdicts(position, units)
    path = [position.places.index(name) for name in action.path]
    if action.mode not in MODES:
        yield verdict("4.0a", "mode", mode=action.mode, known=", ".join(MODES))
    elif path[0] != units[0].place:
        here = position.number(units[0].place)
        yield verdict("4.0a", "start", units=[u.id for u in units], hexes=[here], hex=here)
    elif action.mode == SETUP:
        yield from setup_verdicts(position, units, path)
    else:
        yield from route_verdicts(position, units, path)


def route_verdicts(
    position: Position, units: tuple[Unit, ...], path: Sequence[int]
) -> Iterator[Verdict]:
    """4.0a, 4.2.1a, 4.2.3f, 11.1.4b: Yield the verdicts against a path from a hex or box."""
    if position.places.is_hex(path[0]):
        yield from path_verdicts(Mover(position, units), path)
        return
    yield from not_due_verdicts(position, units)
    if comes_by_air(position, units[0]):
        if len(path) > 2 or len(units) > 1:
            yield verdict("4.2.3f", "one_hex", units=[u.id for u in units])
        if position.places.is_hex(path[-1]):
            for unit in units:
                yield from landing_verdicts(position, unit, path[-1])
        else:
            yield verdict("4.2.1a", "to_a_box", units=[u.id for u in units])
    else:
        yield from path_verdicts(Mover(position, units), path)


# -- effects --------------------------------------------------------------------------------------


def move(work: Resolution, action: act.MoveUnits) -> None:
    """4.0a, 4.2: Carry out a move."""
    position = work.position
    units = stack_named(position, action.units)
    path = [position.places.index(name) for name in action.path]
    names = [u.id for u in units]
    if action.mode == SETUP:
        work.move_along(names, path)
        return
    if not position.places.is_hex(path[0]) and comes_by_air(position, units[0]):
        come_down(work, units, path[-1])
        return
    mover = Mover(position, units)
    prices = [price for i, j in pairwise(path) if (price := mover.cost(i, j))]
    is_hex = position.places.is_hex
    hexes = [i for i in path if is_hex(i)]
    if not is_hex(path[0]):
        for name in names:
            land(work, name, hexes[0])
            work.track(tracks.RETURNS + name, None)
    if len(hexes) > 1:
        go(work, names, hexes)
    spend(work, names, sum(prices))
    if not is_hex(path[-1]):
        edge = edge_of(position, path[-1])
        for name in names:
            leave(work, name, edge)
