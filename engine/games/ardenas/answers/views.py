"""Units and zones as others see them, and how units move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import networkx as nx

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.orders import ENTRY, SET_UP_MOVE, route_verdicts
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch04_sequence import turn_verdicts
from engine.games.ardenas.rules.ch06_entry import (
    arrival_turn,
    entry_verdicts,
    hexes_for,
    is_entry_phase,
)
from engine.games.ardenas.rules.ch07_movement import (
    DISPLACEMENT,
    NORMAL,
    Mover,
    best_path,
    reach,
)
from engine.games.ardenas.rules.ch07_stacking import room_for
from engine.games.ardenas.rules.ch08_affected import artillery_of, combat_of
from engine.games.ardenas.rules.ch10_commandos import (
    is_ready,
    placement_verdicts,
    shift_paths,
    shift_verdicts,
)
from engine.games.ardenas.rules.ch12_supply import is_in_force, needs, served
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import COMMANDOS, FUEL, SET_UP, SUPPLY
from engine.i18n import t
from engine.rules import answers
from engine.rules.base.named import stack_named
from engine.rules.base.units import unit_view

MOST_CUTS = 3
"""Supply counters that are named to a unit out of supply."""


def view_of(position: Position, unit: Unit) -> answers.UnitView:
    """Return a unit with its values in force."""
    kind = unit.type
    traits = {
        "armoured": kind.kind == "tank",
        "artillery": bool(kind.artillery),
        "vehicle": kind.needs_fuel,
        "airborne": kind.kind in ("parachute", "airborne", "parachute_engineer"),
        "affected": unit.affected,
    }
    return unit_view(unit, traits, values_of(position, unit))


def values_of(position: Position, unit: Unit) -> dict[str, Any]:
    """Return the values of a unit as they count now, by their names in positions."""
    kind = unit.type
    return {
        "combat": combat_of(position, unit),
        "movement": kind.movement,
        "artillery": artillery_of(position, unit) if kind.artillery else None,
        "range": kind.range or None,
        "fired": position.track(tracks.FIRED + unit.id),
        "kind": kind.kind,
        "army": kind.army or None,
        "formation": kind.formation or None,
        "size": kind.size,
        "nationality": kind.nationality or None,
    }


def reach_of(position: Position, units: Sequence[str], mode: str = "best") -> answers.Reach:
    """Return where units that stand together may end a move, by the cheapest mode."""
    stack = stack_named(position, units)
    start = stack[0].place
    hexes: dict[int, answers.Reached] = {}
    if position.phase == COMMANDOS:
        hexes = _by_commandos(position, stack)
    elif not position.places.is_hex(start) or position.phase == SET_UP:
        hexes = _entries(position, stack, mode)
    else:
        for move_mode in (NORMAL, DISPLACEMENT):
            if mode in (move_mode, "best"):
                for place, end in reach(Mover(position, stack, move_mode)).items():
                    reached = answers.Reached(end.cost, move_mode, end.path, end.stop)
                    hexes.setdefault(place, reached)
    spent = max(position.track(tracks.MOVED + u.id) for u in stack)
    names = tuple(u.id for u in stack)
    limits = Mover(position, stack, mode if mode == DISPLACEMENT else NORMAL).limits
    return answers.Reach(
        names, start, dict(sorted(hexes.items())), allowance=max(limits), spent=spent
    )


def _by_commandos(position: Position, stack: Sequence[Unit]) -> dict[int, answers.Reached]:
    """10.0a, 10.0d: Return where a commando may be placed, or a confused unit be sent."""
    unit, paths = stack[0], dict[int, tuple[int, ...]]()
    if len(stack) == 1 and is_ready(position, unit):
        key = ("placements", unit.id)
        if key not in position.memo:
            hexes = range(len(position.ground.ring))
            free = (h for h in hexes if not any(placement_verdicts(position, unit, h)))
            position.memo[key] = {h: (unit.place, h) for h in free}
        paths = position.memo[key]
    elif len(stack) == 1 and unit.side != position.active:
        found = shift_paths(position, unit)
        if found and not any(shift_verdicts(position, unit, next(iter(found)))):
            paths = dict(found)
    return {h: answers.Reached(0, NORMAL, path) for h, path in paths.items()}


def _entries(position: Position, stack: Sequence[Unit], mode: str) -> dict[int, answers.Reached]:
    """Return where units off the map may enter, or where the set-up may put them."""
    start = stack[0].place
    if mode not in (ENTRY, SET_UP_MOVE, "best"):
        return {}
    move_mode = SET_UP_MOVE if position.phase == SET_UP else ENTRY
    if not is_entry_phase(position, stack):
        return {}
    for unit in stack:
        due = arrival_turn(position, unit)
        by_set_up = unit.type.how in ("", "set_up")
        if not (
            by_set_up if move_mode == SET_UP_MOVE else due is not None and due <= position.turn
        ):
            return {}
    hexes = frozenset.intersection(*(frozenset(hexes_for(position, u)) for u in stack))
    return {
        hex_: answers.Reached(0, move_mode, (start, hex_))
        for hex_ in sorted(hexes - {start})
        if room_for(position, stack, hex_)
    }


def why_not(position: Position, units: Sequence[str], place: int) -> answers.WhyNot:
    """Return the best path to a place and everything the rules object to on it."""
    stack = stack_named(position, units)
    start = stack[0].place
    result = reach_of(position, units).hexes.get(place)
    if result is not None:
        return answers.WhyNot(place, result.mode, result.path, ())
    is_hex = position.places.is_hex
    path: tuple[int, ...]
    if position.phase == SET_UP:
        mode, path = SET_UP_MOVE, (start, place)
    elif not is_hex(start):
        mode, path = ENTRY, (start, place)
    elif is_hex(place) and place != start:
        mode, path = NORMAL, best_path(Mover(position, stack), place)
    else:
        mode, path = NORMAL, (start, place)
    numbers = tuple(map(position.number, path))
    action = act.MoveUnits(units=tuple(units), path=numbers, mode=mode)
    verdicts = tuple(route_verdicts(position, stack, action)) if place != start else ()
    return answers.WhyNot(place, mode, path, verdicts)


def judge_route(position: Position, move: act.MoveUnits) -> list[Verdict]:
    """Return the objections to the path of a move, in any phase."""
    stack = stack_named(position, move.units)
    if position.places.index(move.path[0]) != stack[0].place:
        raise UserError(t("core.error.not_at_start", unit=stack[0].id, place=move.path[0]))
    return list(route_verdicts(position, stack, move))


def entry_of(position: Position, unit: Unit, hex_: int) -> list[Verdict]:
    """Return the objections to a unit that enters in a hex now."""
    return [*turn_verdicts(position, (unit,)), *entry_verdicts(position, (unit,), hex_)]


# -- supply ---------------------------------------------------------------------------------------


def supply_of(position: Position, side: str) -> dict[str, answers.SupplyLine]:
    """12.0a, 12.0b: Return the supply of a side's ground units that need it."""
    return {u.id: line_of(position, u) for u in position.own(side) if needs(u, SUPPLY)}


def line_of(position: Position, unit: Unit) -> answers.SupplyLine:
    """12.0a, 12.0b: Return the counter that supplies a unit, with the hexes between them.

    The notes name a unit that needs fuel and has none. A unit is out of supply if every counter is
    too far away, or serves as many other units as it can; the cuts are the nearest counters.
    """
    if not needs(unit, SUPPLY) or not is_in_force(position):
        return answers.SupplyLine(unit.id, True, path=(unit.place,))
    source = served(position, unit.side, SUPPLY).get(unit.id)
    dry = needs(unit, FUEL) and unit.id not in served(position, unit.side, FUEL)
    notes = {"no_fuel": True} if dry else {}
    if source is None:
        return answers.SupplyLine(unit.id, False, cuts=_lacking(position, unit), notes=notes)
    place = position.units[source].place if source else unit.place
    path = nx.shortest_path(position.ground.graph, unit.place, place)
    return answers.SupplyLine(unit.id, True, source or None, tuple(path), notes=notes)


def _lacking(position: Position, unit: Unit) -> tuple[answers.Cut, ...]:
    """12.0b: Return the supply counters of a side, nearest first; without any, the unit's
    own hex.
    """
    away = nx.single_source_shortest_path_length(position.ground.graph, unit.place)
    counters = [u for u in position.own(unit.side) if u.type.kind == SUPPLY]
    counters.sort(key=lambda u: (away[u.place], u.id))
    result = tuple(answers.Cut(u.place, "12.0b", u.id) for u in counters[:MOST_CUTS])
    return result or (answers.Cut(unit.place, "12.0b"),)
