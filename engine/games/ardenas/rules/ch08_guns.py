"""Chapter 8.3: artillery of four kinds, shots, ranges, bombardment, support, tanks as guns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch08_affected import artillery_of, halved, hit
from engine.games.ardenas.rules.ch12_supply import supply_verdicts
from engine.games.ardenas.rules.ch14_weather import has_fog, has_storm
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    ACTED,
    AIR,
    ANTIAIRCRAFT,
    ANTITANK,
    BOMBARDMENT,
    BOMBER,
    DEPLOYED,
    DROPPED,
    FORMED,
    GROUND,
    HEAVY,
    HIDDEN,
    TANK,
    enemy_of,
    verdict,
)
from engine.rules.base.decisions import Args, Choice, Handler

TANK_SHOTS = 1
"""8.3i: shots of a tank."""

BOMBER_SHOTS = 1
"""8.4k: bombings of a bomber in a turn."""

SUPPORT_RANGE = 2
"""8.3e: hexes within which artillery supports."""

FLAK_RANGE = 2
"""8.3l: hexes within which anti-aircraft guns fire at aircraft."""

SPENT = ((ACTED, "8.2h"), (DROPPED, "9.0g"), (FORMED, "11.0h"))
"""Statuses that count as combat: such a unit neither attacks nor fires in the turn."""


def shots_of(position: Position, unit: Unit) -> int:
    """8.1.1b, 8.3a, 8.3d, 8.3i, 8.4k: Return the shots of a unit; a tank or a bomber has one.

    A tank fires as artillery in every respect, so an affected one has half a shot: none.
    """
    if unit.type.kind == BOMBER:
        return BOMBER_SHOTS
    if unit.type.kind == TANK:
        return halved(position, TANK_SHOTS) if unit.affected else TANK_SHOTS
    return artillery_of(position, unit)


def shots_left(position: Position, unit: Unit) -> int:
    """8.3d: Return the shots that a unit has left in the turn."""
    return max(0, shots_of(position, unit) - position.track(tracks.FIRED + unit.id))


def range_of(position: Position, unit: Unit) -> int:
    """8.3c, 8.3i, 8.3k, 8.3l, 14.0d: Return how far a unit shoots: in a storm one hex."""
    if unit.type.kind == TANK:
        result = position.charts.bombardment.tank_range
    elif unit.type.kind == ANTITANK:
        result = len(position.charts.antitank.columns)
    elif unit.type.kind == ANTIAIRCRAFT:
        result = FLAK_RANGE
    else:
        result = unit.type.range
    return min(result, 1) if has_storm(position) else result


def range_rule(position: Position, unit: Unit, usual: str) -> str:
    """8.3k, 14.0d: Return the rule that limits the range of a gun today."""
    if unit.type.kind == ANTITANK:
        return "8.3k"
    return "14.0d" if has_storm(position) else usual


def shoots_at(position: Position, unit: Unit, target: Unit) -> bool:
    """8.3b, 8.3k, 8.3l, 8.4i: Return whether a kind of gun or bomber hits a kind of ground unit.

    Anti-tank guns shoot at tanks, mechanised infantry and self-propelled artillery, anti-aircraft
    guns at no ground unit.
    """
    if target.layer != GROUND or unit.type.kind == ANTIAIRCRAFT:
        return False
    if unit.type.kind == ANTITANK:
        return any(target.type.kind in row.kinds for row in position.charts.antitank.rows)
    return unit.type.kind in (TANK, BOMBER) or unit.type.kind in HEAVY


def distance(position: Position, start: int, end: int) -> int:
    """8.3g: Return the hexes from one hex to another."""
    return position.ground.board.grid.distance(position.number(start), position.number(end))


def faces_against(position: Position, unit: Unit, target: Unit, hexes: int) -> frozenset[int]:
    """8.3g, 8.3k, 8.3m, 8.4i: Return the faces with which a gun or bomber hits at a distance."""
    charts, kind = position.charts, target.type.kind
    town = target.place in position.ground.cities
    if unit.type.kind == ANTIAIRCRAFT:
        flak = charts.faces["flak"].faces.items()
        return frozenset(face for face, what in flak if what == "hit" and target.layer == AIR)
    if unit.type.kind == BOMBER:
        return charts.bombing.faces(kind, column=int(town))
    if unit.type.kind == ANTITANK:
        return charts.antitank.faces(kind, column=0)
    return charts.bombardment.faces_at(kind, hexes, town=town)


# -- who may fire ---------------------------------------------------------------------------------


def bombards(unit: Unit) -> bool:
    """8.3b, 8.3i, 8.3k: Return whether a kind of unit fires at ground units."""
    return unit.type.kind in HEAVY or unit.type.kind in (TANK, ANTITANK)


def gun_verdicts(
    position: Position, unit: Unit, times: int = 1, *, defends: bool = False
) -> Iterator[Verdict]:
    """8.2h, 8.3b, 8.3d, 8.3j, 8.3l, 12.0b, 14.0c: Object to a unit that has no shots to fire.

    A tank that has attacked fires no more; in fog no artillery acts. A unit that has used its
    combat of the turn fires only where it ``defends`` itself.
    """
    names = [unit.id]
    if unit.type.kind == ANTIAIRCRAFT:
        yield verdict("8.3l", "other_targets", units=names)
    elif not bombards(unit):
        yield verdict("8.3b", "no_gun", units=names)
    if not bombards(unit):
        return
    if has_fog(position):
        yield verdict("14.0c", "silent", units=names)
    if shots_left(position, unit) < times:
        yield verdict("8.3d", "no_shots", units=names, shots=shots_of(position, unit))
    if unit.type.kind == TANK and tracks.FOUGHT + unit.id in position.state.tracks:
        yield verdict("8.3j", "fought", units=names)
    for status, rule in () if defends else SPENT:
        if status in unit.status:
            yield verdict(rule, "no_fire", units=names)
    yield from supply_verdicts(position, [unit])


def aim_verdicts(position: Position, unit: Unit, target: Unit) -> Iterator[Verdict]:
    """8.3c, 8.3k, 8.3l, 10.0b: Object to a target that a gun may not shoot at."""
    names = [unit.id, target.id]
    if target.side == unit.side:
        yield verdict("8.3c", "own", units=[target.id])
    elif not shoots_at(position, unit, target):
        rule = {ANTITANK: "8.3k", ANTIAIRCRAFT: "8.3l"}.get(unit.type.kind, "8.3c")
        yield verdict(rule, "other_targets", units=names)
    yield from range_verdicts(position, unit, target.place)
    if DEPLOYED in target.status:
        yield verdict("10.0b", "deployed", units=[target.id])


def range_verdicts(position: Position, unit: Unit, hex_: int) -> Iterator[Verdict]:
    """8.3c, 8.3k, 14.0d: Object to a hex out of range."""
    max_range = range_of(position, unit)
    if distance(position, unit.place, hex_) > max_range:
        rule, there = range_rule(position, unit, "8.3c"), position.number(hex_)
        yield verdict(rule, "range", units=[unit.id], hexes=[there], hex=there, most=max_range)


def bombard_verdicts(position: Position, unit: Unit, target: Unit) -> Iterator[Verdict]:
    """8.3b, 8.3c, 8.3d, 8.3i: Object to a gun that bombards a unit now."""
    if position.phase != BOMBARDMENT:
        yield verdict("8.3c", "phase", units=[unit.id])
    if unit.side != position.active:
        yield verdict("4.0a", "not_yours", units=[unit.id])
    yield from gun_verdicts(position, unit)
    if bombards(unit):
        yield from aim_verdicts(position, unit, target)


def targets_in(position: Position, unit: Unit, hex_: int) -> list[Unit]:
    """8.3c: Return the units of a hex that a gun may bombard."""
    enemies = position.layers[enemy_of(unit.side), GROUND].get(hex_, ())
    return [u for u in enemies if next(aim_verdicts(position, unit, u), None) is None]


def at_hex_verdicts(position: Position, gun: Unit, hex_: int) -> Iterator[Verdict]:
    """8.3c, 11.0e: Object to a hex where a gun may shoot at no unit.

    Nobody knows whether a face-down grouping is false, so guns fire at it too.
    """
    enemy, there = enemy_of(gun.side), position.number(hex_)
    enemies = position.layers[enemy, GROUND].get(hex_, ())
    if not enemies and hex_ in position.fronts[enemy, GROUND]:
        yield from range_verdicts(position, gun, hex_)
    elif not enemies:
        yield verdict("8.3c", "nobody", hexes=[there], hex=there)
    elif not targets_in(position, gun, hex_):
        yield from aim_verdicts(position, gun, enemies[0])


def hex_verdicts(position: Position, guns: Sequence[Unit], hex_: int) -> Iterator[Verdict]:
    """8.3c, 8.3d: Object to guns that bombard a hex now."""
    for gun in dict.fromkeys(guns):
        if position.phase != BOMBARDMENT:
            yield verdict("8.3c", "phase", units=[gun.id])
        if gun.side != position.active:
            yield verdict("4.0a", "not_yours", units=[gun.id])
        yield from gun_verdicts(position, gun, guns.count(gun))
        if bombards(gun):
            yield from at_hex_verdicts(position, gun, hex_)


# -- bombardment ----------------------------------------------------------------------------------


def bombard(work: Resolution, guns: Sequence[str], hex_: int) -> None:
    """8.3c, 8.3d: Let guns fire one shot each at a hex; the side chooses the targets.

    Our ruling, after 8.4i on bombs: the units of the hex are uncovered first. A false grouping
    leaves the map; where it was alone, the shots are spent.
    """
    side, there = work.position.active, work.position.number(hex_)
    enemies = work.position.layers[enemy_of(side), GROUND].get(hex_, ())
    for unit in enemies:
        work.status(unit.id, remove={HIDDEN})
    for grouping in work.position.groupings:
        if grouping.place == hex_ and grouping.side != side and not grouping.units:
            work.ungroup(grouping.track)
    for gun in reversed(guns):
        if enemies:
            work.ask(Target.kind, side, gun=gun, hex=there)
        else:
            work.add(tracks.FIRED + gun, 1)


def shoot(work: Resolution, gun: str, target: str, hexes: int) -> bool:
    """8.3d, 8.3g, 8.1.1a: Fire a shot at a unit; a hit affects it. Return whether it hits."""
    position = work.position
    faces = faces_against(position, position.units[gun], position.units[target], hexes)
    work.add(tracks.FIRED + gun, 1)
    is_bomb = position.units[gun].type.kind == BOMBER
    is_hit = work.throw_special("bomb" if is_bomb else "bombard") in faces
    if is_hit:
        hit(work, target)
    return is_hit


class Target(Handler[Position, Resolution]):
    """Ask which unit is shot at."""

    kind = "target"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """8.3c: Return the units of the hex at which the gun may shoot."""
        gun = position.units[str(args["gun"])]
        result = targets_in(position, gun, position.ground.index[str(args["hex"])])
        return [Choice(u.id, (u.id,)) for u in result]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """8.3c, 8.3g: Fire at the unit."""
        gun, target = str(args["gun"]), work.position.units[choice.id]
        hexes = distance(work.position, work.position.units[gun].place, target.place)
        shoot(work, gun, choice.id, hexes)


# -- support --------------------------------------------------------------------------------------


def support_verdicts(
    position: Position,
    names: Sequence[str],
    attackers: Sequence[Unit],
    defenders: Sequence[Unit],
    spent: Sequence[str] = (),
) -> Iterator[Verdict]:
    """7.0j, 8.3e, 8.3f, 8.3h, 8.3j, 8.3k, 14.0d: Object to guns that support an attack.

    ``names`` has a gun once for each point, ``spent`` the points already promised to others. The
    distance is counted to the target, or by the other reading to an attacker. By another reading
    a gun that used its displacement does not support.
    """
    for name in dict.fromkeys(names):
        gun, points = position.units[name], names.count(name)
        if gun.side != attackers[0].side:
            yield verdict("8.3e", "enemy", units=[name])
            continue
        yield from gun_verdicts(position, gun, points + spent.count(name))
        if points > 1 and position.reading("support_points") == "one_a_gun":
            yield verdict("8.3h", "one_point", units=[name])
        displaced = tracks.DISPLACED + name in position.state.tracks
        if displaced and position.reading("displaced_support") == "stays_out":
            yield verdict("7.0j", "no_support", units=[name])
        if gun.type.kind == TANK and name in {u.id for u in attackers}:
            yield verdict("8.3j", "attacks", units=[name])
        if not bombards(gun):
            continue
        if not any(shoots_at(position, gun, u) for u in defenders):
            yield verdict("8.3k", "other_targets", units=[name])
        max_range = support_range(position, gun)
        ends = defenders if position.reading("support_distance") == "target" else attackers
        hexes = [distance(position, gun.place, u.place) for u in ends]
        if hexes and min(hexes) > max_range:
            rule = range_rule(position, gun, "8.3e")
            yield verdict(rule, "far", units=[name], most=max_range)


def support_range(position: Position, gun: Unit) -> int:
    """8.3e, 8.3k, 14.0d: Return how far a gun supports: two hexes, an anti-tank gun one."""
    if gun.type.kind == ANTITANK or has_storm(position):
        return 1
    return SUPPORT_RANGE


def able_to_support(
    position: Position, attackers: Sequence[Unit], defenders: Sequence[Unit]
) -> list[str]:
    """8.3e, 8.3i: Return the guns that could support an attack with one point each."""
    if not attackers or not defenders:
        return []
    near = {h for u in (*defenders, *attackers) for h in position.ground.within(u.place, 2)}
    own = position.layers[attackers[0].side, GROUND]
    guns = [u for h in sorted(near & own.keys()) for u in own[h]]
    return [
        u.id
        for u in guns
        if next(support_verdicts(position, [u.id], attackers, defenders), None) is None
    ]
