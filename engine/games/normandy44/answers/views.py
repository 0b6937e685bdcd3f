"""Views of units and zones, reach, paths and supply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.core.errors import UserError
from engine.core.verdicts import Verdict
from engine.games.normandy44.orders import route_verdicts
from engine.games.normandy44.position import Position
from engine.games.normandy44.rules.ch06_arrivals import arrival_places
from engine.games.normandy44.rules.ch06_replacements import hexes_of_return
from engine.games.normandy44.rules.ch09_movement import Mover, allowance, reach
from engine.games.normandy44.rules.ch18_supply import passage, supplied
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    ARRIVAL,
    EVACUATION,
    NORMAL,
    RESERVE_MOVE,
    RESERVE_MOVEMENT,
    RETURN,
    SIXTHS,
    STRATEGIC,
    TACTICAL,
    TRUCK,
    TRUCK_STRATEGIC,
    cadres,
    eliminated,
    enemy_of,
)
from engine.i18n import t
from engine.rules import answers
from engine.rules.base.movement import Arrived, in_points, least_bad
from engine.rules.base.named import stack_named
from engine.rules.base.units import unit_view
from engine.search import supply as search


def view_of(unit: Unit) -> answers.UnitView:
    """Return a view of a unit."""
    kind = unit.type
    traits = {
        "armoured": kind.armoured,
        "infantry": kind.infantry,
        "silhouette": kind.silhouette,
        "vehicle": kind.mechanised,
        "tiger": kind.tiger,
        "restricted": kind.restricted,
        "cadre": kind.cadre,
        "artillery": kind.kind in ("hq", "werfer"),
        "reduced": unit.steps < kind.steps,
        "zoc": unit.has_zoc,
    }
    return unit_view(unit, traits, values_of(unit))


def values_of(unit: Unit) -> dict[str, Any]:
    """Return the current values of a unit, by their names in positions."""
    kind, face = unit.type, unit.values
    return {
        "attack": 0 if face.defends_only else face.factor,
        "defense": face.factor,
        "movement": face.movement,
        "tq": face.tq,
        "armor": face.armor,
        "antitank": face.antitank,
        "stacking": unit.points,
        "zoc": unit.has_zoc,
        "formation": kind.formation,
        "nationality": kind.nationality,
        "kind": kind.kind,
        "mechanized": kind.mechanised,
        "silhouette": kind.silhouette,
        "tiger": kind.tiger,
        "restricted": kind.restricted,
        "cadre": kind.cadre,
        "steps": unit.steps,
        "max_steps": kind.steps,
    }


# -- movement -------------------------------------------------------------------------------------


def usual_modes(position: Position) -> tuple[str, ...]:
    """Return the modes that "best" includes in the phase."""
    if position.phase == RESERVE_MOVEMENT:
        return (RESERVE_MOVE, TACTICAL)
    return (NORMAL, TACTICAL, STRATEGIC, TRUCK, TRUCK_STRATEGIC)


def _ends(position: Position, stack: tuple[Unit, ...], mode: str) -> dict[int, Arrived]:
    if not position.places.is_hex(stack[0].place):
        if stack[0].side == ALLIED and mode != NORMAL:
            return {}
        return arrival_places(position, stack, mode)
    return reach(Mover(position, stack, mode))


def reach_of(position: Position, units: Sequence[str], mode: str = "best") -> answers.Reach:
    """Return the places where a stack may end a move, by a mode or the best for each hex."""
    stack = stack_named(position, units)
    hexes: dict[int, answers.Reached] = {}
    for each in usual_modes(position) if mode == "best" else (mode,):
        for place, end in _ends(position, stack, each).items():
            price = 0 if each == TACTICAL else in_points(end.cost, SIXTHS)
            hexes.setdefault(place, answers.Reached(price, each, end.path, end.stop))
    start = stack[0].place
    if len(stack) == 1 and not position.places.is_hex(start):
        for place in hexes_of_return(position, stack[0]):
            hexes[place] = answers.Reached(0, RETURN, (start, place))
    kind = NORMAL if mode == "best" else mode
    lowest = min(allowance(position, u, kind) for u in stack)
    return answers.Reach(
        tuple(u.id for u in stack),
        start,
        dict(sorted(hexes.items())),
        {},
        allowance=in_points(lowest, SIXTHS),
        spent=0,
    )


def why_not(position: Position, units: Sequence[str], place: int) -> answers.WhyNot:
    """Return the best path to a place and all verdicts on it."""
    stack = stack_named(position, units)
    start = stack[0].place
    if place == start:
        return answers.WhyNot(place, NORMAL, (start,), ())
    reached = reach_of(position, units).hexes
    arrival = reached.get(place)
    if arrival is not None:
        return answers.WhyNot(place, arrival.mode, arrival.path, ())
    mode = usual_modes(position)[0]
    path: tuple[int, ...] = (start, place)
    is_hex = position.places.is_hex
    if is_hex(start) and is_hex(place):
        graph = position.ground.graph
        path = least_bad(Mover(position, stack, mode), graph, start, place) or path
    elif is_hex(start):
        mode = EVACUATION
    elif position.number(start) in (eliminated(stack[0].side), cadres(stack[0].side)):
        mode = RETURN
    elif reached and not position.number(start).startswith("mobilisation-"):
        mode, path = _path_inland(position, stack, place, reached)
        fast, usual = (
            {v.rule for v in route_verdicts(position, stack, path, each)}
            for each in (STRATEGIC, mode)
        )
        mode = STRATEGIC if len(fast) < len(usual) else mode
    verdicts = tuple(route_verdicts(position, stack, path, mode))
    return answers.WhyNot(place, mode, path, verdicts)


def _path_inland(
    position: Position,
    stack: Sequence[Unit],
    place: int,
    reached: Mapping[int, answers.Reached],
) -> tuple[str, tuple[int, ...]]:
    """6.5.2b, 6.6a: Return the mode and path of arriving units to a hex that they do not reach: to
    the nearest hex that they do, and on from there.
    """
    ground = position.ground
    near = min(reached, key=lambda i: (ground.distance(i, place), reached[i].cost))
    end = reached[near]
    inside = tuple(replace(unit, place=near) for unit in stack)
    onward = least_bad(Mover(position, inside, end.mode), ground.graph, near, place) or (
        near,
        place,
    )
    return end.mode, (*end.path, *onward[1:])


def judge_route(
    position: Position, units: Sequence[str], path: Sequence[str], mode: str = NORMAL
) -> list[Verdict]:
    """Return the verdicts on a path, whatever the phase and side."""
    stack = stack_named(position, units)
    places = [position.places.index(name) for name in path]
    if places[0] != stack[0].place:
        raise UserError(t("core.error.not_at_start", unit=stack[0].id, place=path[0]))
    return list(route_verdicts(position, stack, places, NORMAL if mode == ARRIVAL else mode))


# -- zones ----------------------------------------------------------------------------------------


def zones_of(position: Position, side: str) -> answers.Zones:
    """Return a side's zone of control and its bonds (8.1, 8.5)."""
    bonds = position.bonds[side]
    all_bonds = [
        answers.Bond(ends, hex=hex_)
        for hex_, by_ends in sorted(bonds.hexes.items())
        for ends in by_ends
    ]
    for (i, j), by_ends in sorted(bonds.sides.items()):
        if i < j:
            all_bonds += [
                answers.Bond(ends, hexside=(i, j), edge="" if ends[1] is not None else "edge")
                for ends in by_ends
            ]
    return answers.Zones(side, position.zones[side], tuple(all_bonds))


# -- supply ---------------------------------------------------------------------------------------


def line_of(position: Position, unit: Unit) -> answers.SupplyLine:
    """Return the supply line of a unit (18.2), or its breaks."""
    routes = supplied(position, unit.side)
    if unit.place in routes.distance:
        path = tuple(routes.path(unit.place))
        return answers.SupplyLine(unit.id, True, routes.source.get(path[-1]), path)
    through = passage(position, unit.side)
    bonds = position.enemy_bonds(unit.side)
    enemies = position.stacks[enemy_of(unit.side)]

    def why(i: int, j: int) -> tuple[str, str | None] | None:
        if j in enemies:
            return "18.2b", enemies[j][0].id
        if (i, j) in position.ground.blocked:
            return "18.2b", None
        if bonds.closes(i, j):
            return "18.2d", None
        if i in through.thin and j in through.thin:
            return "18.2c", None
        return None

    def by_road(i: int, j: int) -> tuple[str, str | None] | None:
        reason = why(i, j)
        if reason is None and j in through.road_closed:
            return "18.2e", None
        return reason

    cuts = search.cuts(unit.place, through, why, by_road)
    return answers.SupplyLine(
        unit.id, False, None, (), tuple(answers.Cut(j, rule, who) for j, rule, who in cuts)
    )


def supply_of(position: Position, side: str) -> dict[str, answers.SupplyLine]:
    """Return the supply of a side's units."""
    return {u.id: line_of(position, u) for u in position.own(side)}
