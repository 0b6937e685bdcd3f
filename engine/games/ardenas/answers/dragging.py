"""Drags of counters that are orders of the game's own kinds."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import actions as act
from engine.core import effects as fx
from engine.games.ardenas.own_actions import March, PlaceCommando, Shift
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch07_movement import DISPLACEMENT, NORMAL, Mover, best_path, reach
from engine.games.ardenas.rules.ch10_commandos import is_ready
from engine.games.ardenas.vocabulary import AIR_PHASES, COMMANDOS, MOVEMENT


def ordered(position: Position, action: act.Action) -> act.Action:
    """7.0q, 10.0a, 10.0d: Return the order that a drag means: of a grouping, of a commando.

    A grouping moves as one, by its counter or by any of its units.
    """
    match action:
        case act.ManualEdit(effects=(fx.SetMarker(marker=name, after=fx.MarkerFields(at=there)),)):
            return _march(position, name, there) or action
        case act.MoveUnits(units=(name,), path=path) if position.phase == COMMANDOS:
            unit = position.any_unit(name)
            if unit is not None and is_ready(position, unit):
                return PlaceCommando(unit=name, hex=path[-1])
            if unit is not None and unit.side != position.active:
                return Shift(unit=name, hex=path[-1])
        case act.MoveUnits(units=names, path=path) if position.phase == MOVEMENT:
            groupings = {position.grouping_of.get(name) for name in names}
            grouping = next(iter(groupings))
            if len(groupings) == 1 and grouping is not None:
                return _march(position, grouping.track, path[-1]) or action
    return action


def moved_together(position: Position, units: Sequence[str]) -> tuple[str, ...]:
    """7.0p, 7.0q, 8.4p: Return units with those of their stack or grouping, as they move."""
    known = [unit for name in units if (unit := position.units.get(name)) is not None]
    at_home = {(u.side, u.layer, u.place) for u in known}
    moving = position.phase == MOVEMENT or position.phase in AIR_PHASES
    if not moving or len(known) != len(units) or len(at_home) != 1:
        return tuple(units)
    left = Mover(position, tuple(known)).left_behind
    return (*units, *(name for name in left if name in position.units))


def _march(position: Position, name: str, there: str) -> March | None:
    """7.0q: Return the move of an own grouping, with its movement factor or its displacement."""
    grouping = next((g for g in position.commanded(position.active) if g.track == name), None)
    target = position.ground.index.get(there)
    if grouping is None or target is None:
        return None
    units = tuple(u for n in grouping.movers if (u := position.any_unit(n)) is not None)
    for mode in (NORMAL, DISPLACEMENT):
        if result := reach(Mover(position, units, mode)).get(target):
            return March(grouping=name, path=tuple(map(position.number, result.path)), mode=mode)
    path = best_path(Mover(position, units), target)
    return March(grouping=name, path=tuple(map(position.number, path)))
