"""Effects and dice of core actions with the rules off."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice, DiceSource
from engine.core.errors import UserError
from engine.core.modes import strictness_effects
from engine.core.places import Places
from engine.core.state import Piece, State
from engine.i18n import t

Outcome = tuple[tuple[fx.Effect, ...], tuple[Dice, ...]]


def resolve(action: act.Action, state: State, places: Places, dice: DiceSource) -> Outcome:
    """Compute the effects and the dice of an action in a state.

    Raises UserError if the action is impossible (for example, a unit is not where the path starts).
    A set-up is resolved by its scenario, not here.
    """
    match action:
        case act.ManualEdit() | act.Consult() | act.Combat():
            return action.effects, ()
        case act.MoveUnits():
            return move_together(state, places, action.units, action.path), ()
        case act.Roll():
            return (), (dice.throw(action.sides, action.count, action.reason),)
        case act.RevealUnit():
            return _reveal(action, state, places, dice)
        case act.SetClock():
            after = fx.Clock(turn=action.turn, phase=action.phase, active=action.active)
            return (fx.SetPhase(before=state.clock, after=after),), ()
        case act.Note() | act.Ask() | act.Answer():
            return (), ()
        case act.SetRules():
            return strictness_effects(state, action.mode, action.house), ()
    raise UserError(t("core.error.needs_scenario", kind=action.kind))


def move_together(
    state: State, places: Places, units: Iterable[str], path: tuple[str, ...]
) -> tuple[fx.Effect, ...]:
    """Move units of one stack along a path, in stack order, to the top of the last place."""
    wanted = set(units)
    start, end = places.index(path[0]), places.index(path[-1])
    for name in path:
        places.index(name)
    stack = list(state.stack(start))
    missing = wanted - set(stack)
    if missing:
        raise UserError(t("core.error.not_at_start", unit=min(missing), place=path[0]))
    height = len(state.stack(end)) if start != end else len(stack) - 1
    moves: list[fx.Effect] = []
    for unit in [u for u in stack if u in wanted]:
        moves.append(fx.Move(unit=unit, path=path, from_index=stack.index(unit), to_index=height))
        stack.remove(unit)
        if start == end:
            stack.append(unit)
        else:
            height += 1
    return tuple(moves)


def relocate(state: State, places: Places, unit: str, to: str) -> tuple[fx.Effect, ...]:
    """Move a unit straight to the top of another place, without a path."""
    here = places.name(_piece(state, unit).place)
    return move_together(state, places, (unit,), (here, to))


def set_steps(state: State, unit: str, steps: int) -> fx.Effect:
    """Return the effect that sets the steps of a unit."""
    return fx.SetSteps(unit=unit, before=_piece(state, unit).steps, after=steps)


def set_status(
    state: State, unit: str, add: Iterable[str] = (), remove: Iterable[str] = ()
) -> fx.Effect:
    """Return the effect that adds and removes statuses of a unit."""
    before = _piece(state, unit).status
    after = (before - frozenset(remove)) | frozenset(add)
    return fx.SetStatus(unit=unit, before=tuple(sorted(before)), after=tuple(sorted(after)))


def _reveal(action: act.RevealUnit, state: State, places: Places, dice: DiceSource) -> Outcome:
    """Draw the counter of an unknown unit from its pool, in which names are sorted.

    Every piece left in the pool is equally likely, as in a blind set-up. The drawn piece replaces
    the unknown one, which leaves the game.
    """
    _piece(state, action.unit)
    pool = sorted(set(state.stack(places.index(action.pool))) - {action.unit})
    if not pool:
        raise UserError(t("core.error.pool", pool=action.pool))
    draw = dice.throw(len(pool), 1, f"draw:{action.pool}")
    return exchange(state, places, action.unit, pool[draw.values[0] - 1]), (draw,)


def exchange(state: State, places: Places, unit: str, drawn: str) -> tuple[fx.Effect, ...]:
    """Return the effects that replace a piece on the map by a drawn one; the old piece leaves the
    game.
    """
    old, new = _piece(state, unit), _piece(state, drawn)
    here, box = places.name(old.place), places.name(new.place)
    index = state.stack(old.place).index(unit)
    left = [name for name in state.stack(new.place) if name != unit]
    return (
        fx.Remove(
            unit=unit,
            counter=old.counter,
            side=old.side,
            at=here,
            index=index,
            steps=old.steps,
            status=tuple(sorted(old.status)),
        ),
        fx.Move(
            unit=drawn,
            path=(box, here),
            from_index=left.index(drawn),
            to_index=index,
        ),
    )


def _piece(state: State, unit: str) -> Piece:
    piece = state.pieces.get(unit)
    if piece is None:
        raise UserError(t("core.error.unit", unit=unit))
    return piece
