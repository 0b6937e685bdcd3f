"""8.1 to 8.6: what the rules say against a move.

Elsewhere: 8.2 ``ch14_disruption:disrupted_units_move_tactically``; 8.3.2
``ch07_zones_of_control:stop_in_ezoc``; 8.3.2 ``ch07_zones_of_control:enemy_bonds``; 8.5.7
``ch21_breakdown:split``; 8.6.3 ``ch10_shifts:_armor_shift``; 8.7 ``ch09_combat:open_fire``; 8.7
``ch25_unknown:spent_units_do_not_attack``.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import SIXTH, TACTICAL, verdict
from engine.games.holland44.ground import VEHICLE
from engine.games.holland44.rules.ch06_stacking import battalion
from engine.games.holland44.rules.ch08_movement.limits import (
    house_rule_edge,
    house_rule_first_edge,
    soil_objections,
    water_objections,
)
from engine.games.holland44.rules.ch08_movement.mover import Leg, Move
from engine.rules.base.clauses import clause


@clause("8.1", "mode")
def can_move_at_all(move: Move, _: object) -> Iterator[Verdict]:
    """8.1: a unit moves as far as its movement allowance; with none it does not move."""
    for unit in move.mover.units:
        if unit.profile.movement == 0 and not unit.profile.unknown:
            name = move.position.name(unit.id)
            yield verdict("8.1", "immobile", units=[unit.id], unit=name)


@clause("8.1", "mode")
def one_move_at_a_time(move: Move, _: object) -> Iterator[Verdict]:
    """8.1: a move is finished before the next begins, and in the mode in which it began."""
    done, ids = move.mover.done, sorted(move.mover.ids)
    if not done:
        return
    if done.over or done.mixed:
        yield verdict("8.1", "moved", units=ids, unit=move.position.name(ids[0]))
    elif done.mode != move.mode:
        yield verdict("8.1", "mode", units=ids, mode=done.mode.replace("_", " "))


@clause("8.1", "move")
def phase_and_side(move: Move, _: object) -> Iterator[Verdict]:
    """3.B, 8.1: the active player moves his units in his movement phase."""
    clock = move.position.state.clock
    module = move.position.setting.module
    if clock.phase != "movement" or clock.active != move.mover.side:
        yield verdict(
            "8.1",
            "phase",
            level="warn",
            phase=module.phase_name(clock.phase),
            active=module.side_name(clock.active),
            side=module.side_name(move.mover.side),
        )


@clause("8.1", "move")
def unbroken_path(move: Move, _: object) -> Iterator[Verdict]:
    """8.1: a move goes from hex to neighbouring hex."""
    position = move.position
    is_hex = position.places.is_hex
    for leg in move.legs:
        if is_hex(max(leg.start, leg.end)) and leg.end not in position.ground.ring[leg.start]:
            yield verdict(
                "8.1",
                "gap",
                hexes=[position.number(leg.start), position.number(leg.end)],
                start=position.where(leg.start),
                end=position.where(leg.end),
            )


@clause("8.1", "move")
def enemy_hexes(move: Move, _: object) -> Iterator[Verdict]:
    """8.1: no unit enters a hex with an enemy unit (but 25.3.1)."""
    position = move.position
    for leg in move.legs:
        if leg.end in move.mover.closed:
            stack = move.mover.enemy.stacks[leg.end]
            yield verdict(
                "8.1",
                "enemy",
                units=[u.id for u in stack],
                hexes=[position.number(leg.end)],
                hex=position.where(leg.end),
                enemy=position.name(stack[0].id),
            )


@clause("8.1", "move")
def movement_points(move: Move, _: object) -> Iterator[Verdict]:
    """8.1: the costs of all hexes stay within the allowance (8.2.1: 2 more if extended)."""
    if move.tactical:
        return
    spent = cost_of(move)
    if spent > move.limit:
        yield verdict(
            "8.1",
            "points",
            units=sorted(move.mover.ids),
            hexes=[move.position.number(move.path[-1])],
            cost=points(spent),
            allowance=points(max(0, move.limit)),
        )


@clause("8.2.1", "mode")
def extended_stacks(move: Move, _: object) -> Iterator[Verdict]:
    """8.2.1: extended movement ends alone in a hex, so a stack cannot use it together."""
    if move.mode == "extended":
        ids = set(move.mover.ids)
        if len({battalion(u, move.mover.units) for u in move.mover.units}) > 1:
            yield verdict("8.2.1", "stack", units=sorted(ids))


@clause("8.2.1", "move")
def extended_beside_the_enemy(move: Move, _: object) -> Iterator[Verdict]:
    """8.2.1, 25.2.1: extended movement never comes next to an enemy, unknown or behind a river."""
    if move.mode != "extended":
        return
    position, enemy = move.position, move.mover.enemy
    for leg in move.legs:
        if leg.end in enemy.beside:
            near = [j for j in position.ground.ring[leg.end] if j in enemy.stacks]
            unit = enemy.stacks[near[0]][0]
            yield verdict(
                "8.2.1",
                "adjacent",
                units=[u.id for j in near for u in enemy.stacks[j]],
                hexes=[position.number(leg.end)],
                hex=position.where(leg.end),
                enemy=position.name(unit.id),
            )


@clause("8.2.1", "move")
def extended_ends_alone(move: Move, _: object) -> Iterator[Verdict]:
    """8.2.1: extended movement does not end in a hex with another friendly unit."""
    if move.mode != "extended":
        return
    position, end = move.position, move.path[-1]
    if not position.places.is_hex(end) or end == move.mover.start:
        return
    others = [
        u
        for u in position.stack(end)
        if u.profile.side == move.mover.side and u.id not in move.mover.ids
    ]
    if others:
        yield verdict(
            "8.2.1",
            "company",
            units=[u.id for u in others],
            hexes=[position.number(end)],
            hex=position.where(end),
            friend=position.name(others[0].id),
        )


@clause("8.3.1", "move")
def tactical_hexes(move: Move, _: object) -> Iterator[Verdict]:
    """8.3.1: tactical movement goes one or two hexes."""
    if move.tactical and len(move.legs) + move.hexes_moved > TACTICAL:
        yield verdict(
            "8.3.1",
            "far",
            units=sorted(move.mover.ids),
            hexes=[move.position.number(move.path[-1])],
            hexes_count=len(move.legs) + move.hexes_moved,
        )


@clause("8.3.3", "move")
def infiltration(move: Move, _: object) -> Iterator[Verdict]:
    """8.3.3: tactical movement in EZOC passes cities, and woods and towns whose units stay."""
    mover, position = move.mover, move.position
    if not move.tactical:
        return
    for leg in move.legs:
        i = leg.start
        if (
            leg.index == 0
            or i not in mover.enemy.zone
            or not mover.infiltrates(i)
            or i in position.ground.cities
        ):
            continue
        guides = mover.infiltration_guides(i)
        yield verdict(
            "8.3.3",
            "spent",
            level="info",
            units=[u.id for u in guides],
            hexes=[position.number(i)],
            hex=position.where(i),
        )


@clause("8.5", "move")
def water(move: Move, _: object) -> Iterator[Verdict]:
    """2.3.14, 2.3.16, 8.3.2, 8.5, 8.5.1, 8.5.2, 8.5.3: rivers, canals and lakes without a bridge;
    ferries and engineers.
    """
    for leg in move.map_legs:
        yield from _water(move, leg)


def _water(move: Move, leg: Leg) -> Iterator[Verdict]:
    position, mover = move.position, move.mover
    i, j = leg.start, leg.end
    faults = list(water_objections(move, i, j, first=leg.index == 0))
    carried = (i, j) in position.crossings.blocked and j not in position.ground.lakes
    if not faults and not carried:
        return
    args = {"start": position.where(i), "end": position.where(j)}
    hexes = [position.number(i), position.number(j)]
    ids = sorted(mover.ids)
    for rule, key, at, *_ in faults:
        units = _vehicles(move) if key == "vehicle" else ids
        yield verdict(rule, key, args, units=units, hexes=hexes, hex=position.where(at))
    if carried and next(mover.carrier_objections(i, j), None) is None:
        rule = "23.3.3" if mover.carrier(i, j) == "engineer" else "8.5.6"
        yield verdict(rule, "carried", args, level="info", units=ids, hexes=hexes)


@clause("8.6.2", "move")
def vehicles_off_the_road(move: Move, _: object) -> Iterator[Verdict]:
    """2.3.14, 8.6.2: vehicle units enter and leave polder and marsh only along a road."""
    position = move.position
    for leg in move.map_legs:
        i, j = leg.start, leg.end
        for rule, key, at, *_ in soil_objections(move, i, j):
            yield verdict(
                rule,
                key,
                units=_vehicles(move),
                hexes=[position.number(i), position.number(j)],
                hex=position.where(at),
                start=position.where(i),
                end=position.where(j),
            )


def _vehicles(move: Move) -> list[str]:
    return sorted(u.id for u in move.mover.units if u.profile.cls >= VEHICLE)


def cost_of(move: Move) -> int:
    """8.4: return the cost of a path in sixths of a point; impossible legs cost only extras."""
    return spent_on(move)[0]


def spent_on(move: Move) -> tuple[int, int]:
    """8.6.1: return the cost of a path, and the woods hexes it enters off the roads."""
    position, mover = move.position, move.mover
    count, zone = position.places.hex_count, mover.enemy.zone
    spent, grown = 0, mover.done.woods
    for leg in move.legs:
        if leg.end >= count:
            spent += SIXTH if leg.start < count else mover.allowance
            edge = None
        elif leg.start >= count:
            edge = next((w for w in move.first_hexes() if w[0] == leg.end), None)
            # Its cost includes that of a traffic marker.
            edge = edge or house_rule_first_edge(move, leg.end)
        else:
            edge = mover.edges[leg.start].get(leg.end)
            edge = edge or house_rule_edge(move, leg.start, leg.end)
            spent += move.traffic.get(leg.end, 0)
        if edge is not None:
            spent += edge[1]
            if edge[2]:
                spent += SIXTH if grown >= 2 else 0
                grown += 1
        if leg.start < count and leg.start in zone:
            quarry = leg.end in mover.quarry
            if not quarry or leg.start in mover.enemy.known_zone:
                spent += position.ground.leave
    return spent, grown - mover.done.woods


def points(sixths: int) -> float:
    """Convert sixths to movement points, rounded to 1e-6."""
    return round(sixths / SIXTH, 6)
