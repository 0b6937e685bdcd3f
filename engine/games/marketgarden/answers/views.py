"""Views of units, zones, movement and supply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.core.errors import UserError
from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.orders import route_verdicts
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.rules.ch04_arrivals import comes_by_air, is_due, landing_hexes
from engine.games.marketgarden.rules.ch04_movement import Mover, best_path, left, reach
from engine.games.marketgarden.rules.ch05_engagement import is_surrounded
from engine.games.marketgarden.rules.ch09_supply import (
    corps,
    depends_on_air,
    group,
    linked,
    touches,
    unsupplied_turns,
)
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import HALF
from engine.i18n import t
from engine.rules import answers
from engine.rules.base.movement import in_points
from engine.rules.base.named import stack_named
from engine.rules.base.units import unit_view

NORMAL, ARRIVAL = "normal", "arrival"


def view_of(unit: Unit) -> answers.UnitView:
    """Return the public view of a unit."""
    kind = unit.type
    traits = {
        "armoured": kind.armoured,
        "artillery": kind.artillery,
        "vehicle": kind.motorised,
        "airborne": kind.airborne,
        "xxx_corps": kind.xxx_corps,
        "reduced": unit.reduced,
    }
    return unit_view(unit, traits, values_of(unit))


def values_of(unit: Unit) -> dict[str, Any]:
    """Return the current values of a unit, by their names in position files."""
    kind = unit.type
    return {
        "attack": unit.attack,
        "defense": unit.defense,
        "movement": kind.movement,
        "range": kind.range or None,
        "formation": kind.formation,
        "division": kind.division or None,
        "kind": kind.kind,
        "mechanized": kind.motorised,
        "armoured": kind.armoured,
        "airborne": kind.airborne,
        "xxx_corps": kind.xxx_corps,
    }


def reach_of(position: Position, units: Sequence[str], mode: str = "best") -> answers.Reach:
    """Return the hexes and off-map boxes that a stack can reach."""
    stack = stack_named(position, units)
    start = stack[0].place
    hexes: dict[int, answers.Reached] = {}
    boxes: dict[int, answers.Reached] = {}
    by_air = not position.places.is_hex(start) and comes_by_air(position, stack[0])
    if by_air and mode in (ARRIVAL, "best") and is_due(position, stack[0]) and len(stack) == 1:
        for hex_ in landing_hexes(position, stack[0]):
            hexes[hex_] = answers.Reached(0, ARRIVAL, (start, hex_))
    elif not by_air and mode in (NORMAL, "best") and all(_may_enter(position, u) for u in stack):
        for place, end in reach(Mover(position, stack)).items():
            price = answers.Price(supplied=_supplied(position, stack, place))
            reached = answers.Reached(in_points(end.cost, HALF), NORMAL, end.path, end.stop, price)
            (hexes if position.places.is_hex(place) else boxes)[place] = reached
    spent = max(position.track(tracks.MOVED + u.id) for u in stack)
    return answers.Reach(
        tuple(u.id for u in stack),
        start,
        dict(sorted(hexes.items())),
        boxes,
        allowance=in_points(left(position, stack) + spent, HALF),
        spent=in_points(spent, HALF),
    )


def _supplied(position: Position, units: Sequence[Unit], place: int) -> bool | None:
    """9.0a, 9.0h, 9.0j: Return True if units in a place would not depend on air supply, else None.

    None means that a die roll would decide.
    """
    army = [u for u in corps(position) if u not in units]
    for unit in units:
        there = replace(unit, place=place)
        if not group(unit):
            continue
        if group(unit) not in linked(position) and not touches(position, there, army):
            return None
        if position.places.is_hex(place) and is_surrounded(position, place, unit.side):
            return None
    return True


def _may_enter(position: Position, unit: Unit) -> bool:
    return position.places.is_hex(unit.place) or is_due(position, unit)


def why_not(position: Position, units: Sequence[str], place: int) -> answers.WhyNot:
    """Return the best path to a place with all verdicts on it."""
    stack = stack_named(position, units)
    start = stack[0].place
    reachable = reach_of(position, units)
    end = reachable.hexes.get(place) or reachable.boxes.get(place)
    if end is not None:
        return answers.WhyNot(place, end.mode, end.path, ())
    by_air = not position.places.is_hex(start) and comes_by_air(position, stack[0])
    path: tuple[int, ...] | None = (start, place)
    if not by_air and position.places.is_hex(place) and place != start:
        path = best_path(Mover(position, stack), place)
    path = path or (start, place)
    verdicts = tuple(route_verdicts(position, stack, path)) if place != start else ()
    return answers.WhyNot(place, ARRIVAL if by_air else NORMAL, path, verdicts)


def judge_path(position: Position, units: Sequence[str], path: Sequence[str]) -> list[Verdict]:
    """Return the verdicts on a path, regardless of phase and side."""
    stack = stack_named(position, units)
    places = [position.places.index(name) for name in path]
    if places[0] != stack[0].place:
        raise UserError(t("core.error.not_at_start", unit=stack[0].id, place=path[0]))
    return list(route_verdicts(position, stack, places))


def zones_of(position: Position, side: str) -> answers.Zones:
    """Return a side's zone of engagement (4.1.2)."""
    return answers.Zones(side, position.zones[side])


# -- supply ---------------------------------------------------------------------------------------


def line_of(position: Position, unit: Unit) -> answers.SupplyLine:
    """Return the supply of a unit (9.0): by contact with XXX Corps or by air, without paths."""
    turns = unsupplied_turns(position, unit)
    depends = depends_on_air(position, unit)
    state = "air" if depends else "always"
    notes: dict[str, bool | int | str] = {"depends_on_air": depends}
    if group(unit):
        notes["division"] = group(unit)
        notes["contact"] = group(unit) in linked(position)
    if turns:
        notes["turns"] = turns
    cuts = (answers.Cut(unit.place, "9.0b"),) if turns else ()
    return answers.SupplyLine(
        unit.id, turns == 0, None if turns else state, (unit.place,), cuts, state, notes
    )


def supply_of(position: Position, side: str) -> dict[str, answers.SupplyLine]:
    """Return the supply of a side's units."""
    return {u.id: line_of(position, u) for u in position.own(side)}
