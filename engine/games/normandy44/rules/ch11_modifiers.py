"""Chapter 11: halving, defensive bonuses and column shifts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.games.normandy44.position import Position
from engine.games.normandy44.rules.ch10_attack import Attack
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    ISOLATED,
    OUT_OF_SUPPLY,
    STRATEGIC,
)

TERRAIN_BONUS = {"mixed": 2, "bocage": 3, "woods": 2}
SETTLEMENT_BONUS = {"town": 4, "city": 5}
"""11.2a: the defensive combat bonus by terrain and settlement."""


@dataclass(frozen=True, slots=True)
class Shift:
    """A column shift, positive to the right: rule, columns, word."""

    rule: str
    by: int
    name: str


# -- halving --------------------------------------------------------------------------------------


def across_water(position: Position, i: int, j: int) -> bool:
    """11.3a, 9.11: return whether the attack crosses a river or flooded side, bridged or not."""
    ground = position.ground
    return (i, j) in ground.major or (i, j) in ground.minor or (i, j) in ground.flooded


def hindered(position: Position, i: int, j: int) -> bool:
    """11.3c: return whether the attack crosses a major river or flooded side, or leaves a flood."""
    ground = position.ground
    pair = (i, j) in ground.major or (i, j) in ground.flooded
    return pair or ground.terrain[i] == "flooded"


def across_perimeter(position: Position, unit: Unit, target: int) -> bool:
    """16.3a: return whether an Allied unit attacks over the perimeter of Cherbourg."""
    inside = position.ground.perimeter
    return unit.side == ALLIED and target in inside and unit.place not in inside


def halved(position: Position, unit: Unit, target: int, *, in_force: bool) -> tuple[str, ...]:
    """11.1c, 11.3a, 11.3b, 11.7, 16.3a, 18.4a, 6.5.2c, 10.3.1: return rules that halve a unit."""
    rules = []
    if across_water(position, unit.place, target):
        rules.append("11.3a")
    if position.ground.terrain[unit.place] == "flooded":
        rules.append("11.3b")
    if position.has_landed(unit):
        rules.append("6.5.2c")
    if across_perimeter(position, unit, target):
        rules.append("16.3a")
    if (unit.place, target) in position.ground.airfield_sides:
        rules.append("11.7")
    if unit.bears(OUT_OF_SUPPLY, ISOLATED):
        rules.append("18.4a")
    if not in_force:
        rules.append("10.3.1")
    return tuple(rules)


# -- the defender's bonus -------------------------------------------------------------------------


def terrain_bonus(position: Position, hex_: int) -> int:
    """11.2a, 11.2b: return the best bonus of a hex."""
    ground = position.ground
    by_terrain = TERRAIN_BONUS.get(ground.terrain[hex_], 0)
    return max(by_terrain, SETTLEMENT_BONUS.get(ground.settlement[hex_] or "", 0))


def bonus(position: Position, hex_: int, defenders: Sequence[Unit]) -> int:
    """11.2c, 11.2d, 11.2e: return the bonus, limited to the printed strength of its units.

    Strongpoints, silhouettes and units under a strategic movement marker neither get nor carry it.
    """
    carrying = sum(
        u.factor
        for u in defenders
        if not u.type.silhouette and u.type.kind != "strongpoint" and STRATEGIC not in u.status
    )
    return min(terrain_bonus(position, hex_), carrying)


# -- shifts ---------------------------------------------------------------------------------------


def fortified(position: Position, hex_: int, defenders: Sequence[Unit]) -> bool:
    """16.1.1a, 16.2c: return whether a hex has an improved position or strongpoint."""
    return hex_ in position.improved or any(u.type.kind == "strongpoint" for u in defenders)


def armour_barred(attack: Attack, unit: Unit) -> bool:
    """11.4.4a: return whether the terrain denies an armoured attacker the armour shift."""
    position, target, ground = attack.position, attack.target, attack.position.ground
    return (
        (unit.place, target) in ground.major
        or (unit.place, target) in ground.flooded
        or "flooded" in (ground.terrain[unit.place], ground.terrain[target])
        or across_perimeter(position, unit, target)
        or ground.settlement[target] == "city"
        or ground.terrain[target] == "woods"
        or fortified(position, target, attack.defenders)
    )


def armour_givers(attack: Attack) -> list[Unit]:
    """11.4.1, 11.4.3, 11.4.4a: return the units of the force that gain the armour shift."""
    against = max((u.armour_value or 0 for u in attack.fresh), default=0)
    return [
        u
        for u in attack.force
        if u.grey and u.type.armoured and u.grey > against and not armour_barred(attack, u)
    ]


def defender_armour(attack: Attack) -> bool:
    """11.4.2, 11.4.3, 11.4.4b: return whether the defender gains the armour shift.

    Infantry with grey armour values gains it against a force without armour values.
    """
    if any(u.armour_value for u in attack.force):
        return False
    grey = any(u.grey and u.type.armoured for u in attack.fresh)
    foot = any(u.type.infantry or u.type.mixed for u in attack.fresh)
    return grey and foot


def quality_givers(attack: Attack) -> list[Unit]:
    """11.5a: return the units of the force that gain the shift for troop quality."""
    if not attack.force or not attack.fresh:
        return []
    best = max(u.tq for u in attack.fresh)
    return [u for u in attack.force if u.tq > best]


def tiger_givers(attack: Attack) -> list[Unit]:
    """11.9a: return the force's Tigers that attack neither over water nor into or from a flood."""
    position, ground = attack.position, attack.position.ground
    flooded = ground.terrain[attack.target] == "flooded"
    return [
        u
        for u in attack.force
        if u.type.tiger and not flooded and not hindered(position, u.place, attack.target)
    ]


def givers(attack: Attack) -> list[Unit]:
    """12.2.1b: return the units that gained a shift for quality, armour or Tigers."""
    units = [*quality_givers(attack), *armour_givers(attack), *tiger_givers(attack)]
    return list(dict.fromkeys(units))


def water_shift(attack: Attack) -> bool:
    """11.3c: return whether the whole force attacks over major water or out of floods."""
    force = attack.force
    return bool(force) and all(hindered(attack.position, u.place, attack.target) for u in force)


def shifts_of(attack: Attack) -> tuple[Shift, ...]:
    """10.5b, 11.5b, 11.6.1b, 11.8, 11.9b, 11.10, 9.8.4, 19.1.2, 19.1.3, 19.2a: all shifts."""
    return tuple(s for s in _shifts(attack) if s.by)


def _shifts(attack: Attack) -> Iterator[Shift]:
    """9.8.4, 11.5b, 11.8, 11.9b, 11.10: yield the shifts; those of support may be zero."""
    position, force = attack.position, attack.force
    if armour_givers(attack):
        yield Shift("11.4.1", 1, "armour")
    elif defender_armour(attack):
        yield Shift("11.4.2", -1, "armour_defense")
    if quality_givers(attack):
        yield Shift("11.5a", 1, "quality")
    if force and attack.fresh and all(u.tq < 0 for u in force):
        yield Shift("11.5b", -1, "quality_defense")
    if tiger_givers(attack):
        yield Shift("11.9a", 1, "tiger")
    if any(u.type.tiger for u in attack.fresh):
        yield Shift("11.9b", -1, "tiger_defense")
    if water_shift(attack):
        yield Shift("11.3c", -1, "water")
    if "hilltop" in position.ground.marks[attack.target]:
        yield Shift("11.8", -1, "hilltop")
    if any(STRATEGIC in u.status for u in attack.fresh):
        yield Shift("9.8.4", 1, "strategic")
    yield Shift("11.6.1b", len(attack.guns), "artillery")
    yield Shift("19.1.2", attack.air, "air")
    yield Shift("19.2a", attack.naval, "naval")
    yield Shift("19.1.3", -attack.jabos, "jabos")
