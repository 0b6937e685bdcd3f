"""Chapters 9 and 15: artillery and air points, bombardment and support."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.charts import DEFENCE, cell, column_of
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    ALLIED,
    ASSAULT,
    BOMBARDMENT,
    FINAL_FIRE,
    FIRST_FIRE,
    LOSS,
    enemy_of,
    verdict,
)
from engine.rules.base.combat import ATTACKER, DEFENDER, Stage, Throw

REACH = 5
"""9.5b, 15.0e: the range from a ground unit for ground artillery and Allied aircraft."""


def mark(work: Resolution, name: str) -> None:
    """9.4a, 9.4b, 3.0.G2, 3.0.H4, 3.0.C3: Put the next fire marker on a unit."""
    status = work.state.pieces[name].status
    if FIRST_FIRE in status:
        work.status(name, add=[FINAL_FIRE], remove=[FIRST_FIRE])
    else:
        work.status(name, add=[FIRST_FIRE])


def mark_moving_guns(work: Resolution, units: Sequence[Unit]) -> None:
    """9.4a, 9.4d: Mark artillery on its first move of a phase, except self-propelled."""
    for unit in units:
        if (unit.type.artillery and not unit.type.self_propelled) and (
            tracks.ENTERED + unit.id not in work.state.tracks
        ):
            mark(work, unit.id)


def gun_verdicts(position: Position, unit: Unit, target: int) -> Iterator[Verdict]:
    """9.0d, 9.1b, 9.4c, 9.4e, 9.4f, 14.0c, 16.0h: Judge fire of an artillery unit."""
    number = position.number(target)
    if not unit.type.artillery:
        yield verdict("9.1a", "no_gun", units=[unit.id])
        return
    if not in_range(position, unit, target):
        yield verdict("9.0d", "range", units=[unit.id], hexes=[number], range=unit.type.range)
    if unit.fatigued:
        yield verdict("9.4e", "fatigued", units=[unit.id])
    if FINAL_FIRE in unit.status or (unit.unsupplied and FIRST_FIRE in unit.status):
        yield verdict("9.4c", "final", units=[unit.id])
    if tracks.SHELLED + unit.id in position.state.tracks:
        yield verdict("9.1b", "again", units=[unit.id])


def in_range(position: Position, unit: Unit, target: int) -> bool:
    """9.0d: Return whether a hex is within a unit's range."""
    return position.ground.distance(unit.place, target) <= unit.type.range


def ground_near(position: Position, side: str, hex_: int) -> bool:
    """9.5b, 15.0e: Return whether a side has a non-airborne unit within REACH."""
    distance = position.ground.distance
    return any(distance(place, hex_) <= REACH for place in _ground_places(position, side))


@memoized
def _ground_places(position: Position, side: str) -> set[int]:
    return {u.place for u in position.own(side) if not u.type.airborne}


@memoized
def ready_guns(position: Position, side: str) -> list[Unit]:
    """9.1a, 9.1b, 9.4c, 9.4e: Return a side's artillery that may still fire, whatever the range."""
    guns = (u for u in position.own(side) if u.type.artillery)
    return [u for u in guns if not any(gun_verdicts(position, u, u.place))]


def may_bombard(position: Position, unit: Unit, target: int) -> Iterator[Verdict]:
    """9.5b: Yield the verdicts against a bombardment; ground artillery needs a ground unit near."""
    yield from gun_verdicts(position, unit, target)
    if (unit.type.artillery and not unit.type.airborne) and (
        not ground_near(position, unit.side, target)
    ):
        yield verdict("9.5b", "too_far", units=[unit.id], hexes=[position.number(target)])


def may_support(
    position: Position, unit: Unit, target: int, friends: Sequence[Unit]
) -> Iterator[Verdict]:
    """9.4g, 9.5c: Yield the verdicts against support by an artillery unit."""
    yield from gun_verdicts(position, unit, target)
    if any(u.side != unit.side for u in friends):
        yield verdict("9.1a", "other_side", units=[unit.id])
    if unit.type.airborne:
        fits = any(u.type.airborne and u.type.division == unit.type.division for u in friends)
    else:
        fits = any(not u.type.airborne for u in friends)
    if not fits:
        yield verdict("9.5c", "division", units=[unit.id])
    if unit.side != position.phasing and under_attack(position, unit.place, target):
        yield verdict("9.4g", "under_attack", units=[unit.id])


def under_attack(position: Position, hex_: int, target: int) -> bool:
    """9.4g: Return whether a hex is the target of a combat of this phase, fought or not.

    ``target`` is the hex of the combat being judged.
    """
    number, state = position.number(hex_), position.state.tracks
    declared = tracks.STORMED if position.phase == ASSAULT else tracks.PLANNED
    return hex_ == target or declared + number in state or tracks.ATTACKED + number in state


def able(position: Position, side: str, target: int, friends: Sequence[Unit]) -> list[Unit]:
    """Return a side's artillery that may support a combat."""
    guns = (u for u in ready_guns(position, side) if in_range(position, u, target))
    return [u for u in guns if not any(may_support(position, u, target, friends))]


def air_left(position: Position, side: str) -> int:
    """15.0a: Return the air points left to a side."""
    return max(0, position.track(tracks.AIR + side))


def air_verdicts(position: Position, side: str, points: int, target: int) -> Iterator[Verdict]:
    """15.0b, 15.0c, 15.0d, 15.0e, 15.0f: Yield the verdicts against air points at a hex."""
    if not points:
        return
    number = position.number(target)
    if points > air_left(position, side):
        yield verdict("15.0f", "points", hexes=[number], left=air_left(position, side))
    if side == ALLIED and not ground_near(position, side, target):
        yield verdict("15.0e", "too_far", hexes=[number])


def fire_value(position: Position, guns: Sequence[str], air: int) -> int:
    """9.1a, 9.0e, 9.2a: Return the total of bombardment values and air points."""
    return air + sum(position.units[g].face.bombardment for g in guns if g in position.units)


def pay(work: Resolution, side: str, guns: Sequence[str], air: int) -> None:
    """9.1b, 9.4b, 15.0f: Mark artillery as having fired; deduct air points."""
    for name in guns:
        mark(work, name)
        work.track(tracks.SHELLED + name, 1)
    if air:
        work.track(tracks.AIR + side, air_left(work.position, side) - air)


def shoot(work: Resolution, points: int, reason: str, by: str = ATTACKER) -> Throw | None:
    """9.1c, 9.1d, 9.2b, 9.2c: Roll on the bombardment table; None for 0 points."""
    if points <= 0:
        return None
    chart = work.setting.charts.bombardment
    column = column_of(chart, points)
    die = work.die(reason)
    result = cell(chart, column, die)
    work.track(tracks.COMBAT, f"{reason} {chart.columns[column]} {die} {result}")
    column_name = chart.columns[column]
    return Throw(
        table=BOMBARDMENT, by=by, column=column_name, dice=(die,), result=result, attack=points
    )


def hits(throw: Throw | None) -> int:
    """9.1c, 13.1e: Return the numbered result of a roll; 0 without a roll."""
    return 0 if throw is None or throw.result == "-" else int(throw.result)


def terrain_value(position: Position, hex_: int) -> int:
    """7.0b, 7.1b: Return the defence value of a hex, regardless of roads."""
    return DEFENCE[str(position.ground.terrain[hex_])]


def steps_of(result: int, value: int) -> int:
    """9.1e, 12.3j: Divide a numbered result by a defence value, rounding down."""
    return result // value


def bombard_verdicts(
    position: Position, guns: Sequence[Unit], air: int, target: int
) -> Iterator[Verdict]:
    """9.1a, 3.0.G1: Yield the verdicts against a bombardment."""
    side = position.active
    number = position.number(target)
    if target not in position.stacks[enemy_of(side)]:
        yield verdict("9.1a", "nobody", hexes=[number], hex=number)
    if not guns and not air:
        yield verdict("9.1a", "nothing", hexes=[number])
    for gun in guns:
        if gun.side != side:
            yield verdict("9.1a", "other_side", units=[gun.id])
        else:
            yield from may_bombard(position, gun, target)
    yield from air_verdicts(position, side, air, target)


def bombard(work: Resolution, guns: Sequence[str], air: int, target: int) -> None:
    """9.1c, 9.1e, 3.0.G3: Roll for a bombardment and begin its losses."""
    side, position = work.position.active, work.position
    points = fire_value(position, guns, air)
    pay(work, side, guns, air)
    throw = shoot(work, points, "bombardment")
    steps = steps_of(hits(throw), terrain_value(position, target))
    defenders = tuple(u.id for u in position.stack(target))
    work.combat = CombatRecord(
        kind="bombardment",
        side=side,
        target=position.number(target),
        defenders=defenders,
        guns=tuple(guns),
        air=air,
        result=str(hits(throw)),
        stages=(Stage(kind=LOSS, of=DEFENDER, steps=steps),),
    ).with_throw(throw)


def set_points(work: Resolution) -> None:
    """15.0a, 15.0g, 15.0h, 18.1b, 18.1c, INTRO.e, TOURN.h, CAMP.h: Set the air points of a turn."""
    bad = work.state.tracks.get(tracks.WEATHER) == "bad"
    morning = work.state.clock.turn % 2 == 1
    if work.position.reading("air_points") == "day" and not morning:
        return
    for side, points in work.setting.air.items():
        work.track(tracks.AIR + side, 0 if bad else points)
