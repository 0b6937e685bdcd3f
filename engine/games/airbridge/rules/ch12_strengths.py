"""Chapters 8, 12, 13, 17, 19: strengths, efficiency, modifiers and columns of combat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.games.airbridge.charts import (
    ARMOR_MANEUVER,
    COMPOSITIONS,
    armor_in_assault,
    column_of,
)
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch07_drop_zones import zone_value
from engine.games.airbridge.rules.ch09_fire import terrain_value
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import GERMAN

ONE_TO_ONE = 3
"""The index of the column 1-1."""
BEST = 7
CODE = re.compile(r"([ADB])(\d*)(?:F(\d+))?")
DRM = tuple[str, int, str]
"""A die modifier: rule, number, text key."""


def average(units: Sequence[Unit]) -> Fraction:
    """8.0b: Return the average efficiency, unrounded."""
    return Fraction(sum(u.face.efficiency for u in units), len(units)) if units else Fraction(0)


def highest(units: Sequence[Unit]) -> int:
    """8.0e, 8.0g: Return the best efficiency of a stack."""
    return max((u.face.efficiency for u in units), default=0)


def efficiency_shift(attack: Fraction, defense: Fraction) -> int:
    """8.0c, 8.0d, 12.1b, 3.0.H2: Return the column shift: 1, or 2 for 3 or more."""
    by = attack - defense
    if by == 0:
        return 0
    size = 2 if abs(by) >= 3 else 1
    return size if by > 0 else -size


def odds_column(attack: int, defense: int) -> int:
    """12.1a, 3.0.H1: Return the index of the odds column, rounding for the defender."""
    if attack <= 0:
        return 0
    if defense <= 0:
        return ONE_TO_ONE + BEST - 1
    if attack >= defense:
        return ONE_TO_ONE + min(attack // defense, BEST) - 1
    return max(0, ONE_TO_ONE + 1 - -(-defense // attack))


def composition(units: Sequence[Unit]) -> tuple[str, ...]:
    """19.0b, 19.2d, 19.2e: Return the possible compositions; units of two classes may choose."""
    sets: set[frozenset[str]] = {frozenset()}
    for unit in units:
        sets = {chosen | {word} for chosen in sets for word in unit.type.armor}
    order = ("Inf", "Arm", "AT")
    names = {frozenset(name.split("/")): name for name in COMPOSITIONS}
    known = {names.get(s, "/".join(sorted(s, key=order.index))) for s in sets if s}
    return tuple(sorted(known)) or ("Inf",)


def armor_maneuver(attackers: Sequence[Unit], defenders: Sequence[Unit]) -> int:
    """19.0a, 19.1a, 19.1b: Return the armour modifier, each owner choosing the best composition."""
    theirs = composition(defenders)
    place = COMPOSITIONS.index
    return min(
        max(ARMOR_MANEUVER[mine][place(other)] for other in theirs)
        for mine in composition(attackers)
    )


def armor_assault(attackers: Sequence[Unit], defenders: Sequence[Unit]) -> tuple[int, int]:
    """19.0b, 19.2a, 19.2b, 19.2c: Return the armour modifiers of both rolls in an assault.

    Each owner chooses the best composition, as in manoeuvre combat.
    """

    def lead(pair: tuple[int, int]) -> int:
        return pair[0] - pair[1]

    theirs = composition(defenders)
    replies = (
        max((armor_in_assault(mine, other) for other in theirs), key=lead)
        for mine in composition(attackers)
    )
    return min(replies, key=lead)


def engineers(units: Sequence[Unit]) -> bool:
    """17.0a, 17.0c: Return whether units include an engineer of either kind."""
    return any(u.type.engineer for u in units)


def half_of_steps(units: Sequence[Unit], some: Sequence[Unit], by: str = "steps") -> bool:
    """12.2a: Return whether some of the units have half of the steps (or are half of the units)."""
    if by == "units":
        return bool(some) and 2 * len(some) >= len(units)
    return bool(some) and 2 * sum(u.steps for u in some) >= sum(u.steps for u in units)


def over_bridge(position: Position, units: Sequence[Unit], target: int) -> bool:
    """12.2a, 12.2b, 17.2a, 17.2f: Return whether half attack over water, without an engineer."""
    wet = [u for u in units if (u.place, target) in position.ground.water]
    return half_of_steps(units, wet) and not engineers(units)


def up_slope(position: Position, units: Sequence[Unit], target: int) -> bool:
    """12.2a, 12.2d: Return whether half attack up a slope."""
    below = [u for u in units if (u.place, target) in position.ground.slopes]
    return half_of_steps(units, below)


def fatigued_part(units: Sequence[Unit]) -> int:
    """14.0e, 14.0f, 14.0g, NOTES.h: Return 2 if half the steps are fatigued, 1 if some, else 0."""
    tired = [u for u in units if u.fatigued]
    if not tired:
        return 0
    return 2 if half_of_steps(units, tired) else 1


@dataclass(frozen=True)
class Maneuver:
    """The computed parts of a manoeuvre combat."""

    attack: int
    defense: int
    efficiency: tuple[Fraction, Fraction]
    shift: int
    odds: int
    column: int
    terrain: int
    drms: tuple[DRM, ...]

    @property
    def drm(self) -> int:
        """The sum of the modifiers."""
        return sum(by for _, by, _ in self.drms)


def maneuver(position: Position, attackers: Sequence[Unit], target: int) -> Maneuver:
    """9.0f, 12.1a, 12.1b, 12.1c, 12.2c, 12.2e, 12.2f, 16.0d, 17.2c, 17.2e: Compute the combat.

    The modifier for a slope is reconstructed: the chart with its size is lost.
    """
    defenders = position.stack(target)
    attack = sum(u.face.attack for u in attackers)
    defense = sum(u.face.defense for u in defenders)
    mine, theirs = average(attackers), average(defenders)
    shift = efficiency_shift(mine, theirs)
    odds = odds_column(attack, defense)
    last = len(position.charts.maneuver.columns) - 1
    drms: list[DRM] = []
    if over_bridge(position, attackers, target):
        drms.append(("12.2b", 2, "bridge"))
    if up_slope(position, attackers, target):
        drms.append(("12.2d", 1, "slope"))
    hungry = [u for u in attackers if u.unsupplied]
    if half_of_steps(attackers, hungry, position.reading("unsupplied_share")):
        drms.append(("12.2c", 3, "unsupplied"))
    if fatigued_part(defenders):
        drms.append(("12.2e", -fatigued_part(defenders), "fatigued"))
    armor = armor_maneuver(attackers, defenders)
    if armor:
        drms.append(("19.1a", armor, "armor"))
    value = terrain_value(position, target)
    return Maneuver(
        attack,
        defense,
        (mine, theirs),
        shift,
        odds,
        min(max(odds + shift, 0), last),
        max(1, value - 1) if engineers(attackers) else value,
        tuple(drms),
    )


@dataclass(frozen=True)
class Storm:
    """One side of a round of attack combat."""

    strength: int
    column: int
    drms: tuple[DRM, ...]
    efficiency: int

    @property
    def drm(self) -> int:
        """The sum of the modifiers."""
        return sum(by for _, by, _ in self.drms)


def storm(
    position: Position, attackers: Sequence[Unit], defenders: Sequence[Unit], target: int
) -> tuple[Storm, Storm, int]:
    """13.1m, 13.2a, 13.2b, 13.2c, 17.2f, 19.2c: Return both sides and the number of attack hexes.

    A DZ adds 1 to the defence, or defends alone (7.3c).
    """
    hexes = len({u.place for u in attackers})
    mine: list[DRM] = []
    theirs: list[DRM] = []
    if hexes > 2:
        mine.append(("13.2a", 2 - hexes, "hexes"))
    if over_bridge(position, attackers, target):
        mine.append(("13.2c", 2, "bridge"))
    if fatigued_part(defenders):
        theirs.append(("13.2b", fatigued_part(defenders), "fatigued"))
    if attackers and defenders:
        for drms, armor in zip((mine, theirs), armor_assault(attackers, defenders), strict=True):
            if armor:
                drms.append(("19.2a", armor, "armor"))
    attack = sum(u.face.attack for u in attackers)
    side = attackers[0].side if attackers else GERMAN
    defense = sum(u.face.defense for u in defenders) + zone_value(position, side, target)
    chart = position.charts.assault
    return (
        Storm(attack, column_of(chart, attack), tuple(mine), highest(attackers)),
        Storm(defense, column_of(chart, defense), tuple(theirs), highest(defenders)),
        hexes,
    )


def parsed(code: str) -> tuple[str, int, int]:
    """12.3h, 12.3j, 12.3k, 12.3m, 12.3p: Parse a code into letter, steps and fatigue."""
    match = CODE.fullmatch(code)
    if match is None:
        raise ValueError(code)
    return match[1], int(match[2] or 0), int(match[3] or 0)
