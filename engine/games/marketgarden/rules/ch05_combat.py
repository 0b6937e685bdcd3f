"""Chapter 5.1: strengths, odds and the column of a combat (5.1.1 to 5.1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.rules.ch04_zone_duties import (
    columns_of_terrain,
    open_targets,
    owing,
)
from engine.games.marketgarden.rules.ch05_engagement import is_surrounded
from engine.games.marketgarden.rules.ch08_artillery import support_strength
from engine.games.marketgarden.rules.ch09_supply import attack_shift, defense_shift, may_attack
from engine.games.marketgarden.rules.ch10_bridges import bridge_stands
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import ALLIED, enemy_of, verdict


@dataclass(frozen=True)
class Attack:
    """An attack on a hex: attackers, supporting artillery and air points of both sides."""

    position: Position
    side: str
    attackers: tuple[Unit, ...]
    target: int
    firers: tuple[Unit, ...] = ()
    air: int = 0
    helpers: tuple[Unit, ...] = ()
    air_defense: int = 0

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """5.1.1b: all units in the target hex."""
        return tuple(self.position.stacks[enemy_of(self.side)].get(self.target, ()))


@dataclass(frozen=True, slots=True)
class CombatOdds:
    """The odds of a combat: strengths, ratio, column, shifts (rule, columns to the right, key)."""

    attack: int
    defense: int
    ratio: str
    shifts: tuple[tuple[str, int, str], ...]
    column: int


def attack_strength(attack: Attack) -> int:
    """5.1.1a, 2.2.1d, 6.1c, 6.2e: Sum attack factors, supporting artillery, air points (1 each)."""
    guns = sum(support_strength(attack.position, u, attacking=True) for u in attack.firers)
    return sum(u.attack for u in attack.attackers) + guns + attack.air


def defense_strength(attack: Attack) -> int:
    """5.1.1b, 2.2.1e, 6.2e: Sum defence factors, supporting artillery, air points (1 each)."""
    guns = sum(support_strength(attack.position, u, attacking=False) for u in attack.helpers)
    return sum(u.defense for u in attack.defenders) + guns + attack.air_defense


def odds_column(position: Position, attack: int, defense: int) -> int:
    """5.1.1c: Return the odds column of two strengths, rounding down (11 to 4 is 2:1).

    Below 1:1 the quotient is rounded up, or down by the reading ``odds_below_one``. Odds beyond the
    chart use its first or last column.
    """
    chart = position.charts.crt
    level = chart.column("1:1")
    if attack >= defense:
        return chart.clamped(level + attack // max(1, defense) - 1)
    force = max(1, attack)
    up = position.reading("odds_below_one") == "rounded_up"
    against = -(-defense // force) if up else defense // force
    return chart.clamped(level - (against - 1))


# -- shifts ---------------------------------------------------------------------------------------


def river_columns(attack: Attack) -> int:
    """T.TEC.5, T.TEC.8, 5.3.3e: Return the river shift if every attacker attacks across a river.

    By the reading ``bridge_in_combat`` an intact bridge cancels the river; ferries do not.
    """
    position, target = attack.position, attack.target
    dry = position.reading("bridge_in_combat") == "no_river"
    for unit in attack.attackers:
        river = (unit.place, target) in position.ground.rivers
        if not river or (dry and bridge_stands(position, unit.place, target)):
            return 0
    return position.charts.terrain["river"].columns


def terrain_shift(attack: Attack) -> int:
    """5.1.2a, T.TEC.1, T.TEC.2, T.TEC.4, T.TEC.6, T.TEC.7: Return the terrain shift, 0 or less.

    The best of hex and river, or their sum by the reading ``several_terrains``.
    """
    ground, river = columns_of_terrain(attack.position, attack.target), river_columns(attack)
    if attack.position.reading("several_terrains") == "sum":
        return -(ground + river)
    return -max(ground, river)


def surround_shift(attack: Attack) -> tuple[str, int]:
    """5.1.3a, 5.1.3b: Return rule and shift against surrounded defenders (airborne: for them)."""
    if not is_surrounded(attack.position, attack.target, enemy_of(attack.side)):
        return "5.1.3a", 0
    if any(u.type.paratroops for u in attack.defenders):
        return "5.1.3b", -1
    return "5.1.3a", 1


def complete_divisions(position: Position, units: tuple[Unit, ...]) -> tuple[str, ...]:
    """5.1.4a, 5.1.4b, 2.2b: Return the Allied divisions with all elements among some units.

    All elements of the game, or all in play (reading ``division_elements``). Independent brigades
    do not count.
    """
    complete, sizes = [], position.setting.roster.divisions
    for division in sorted(sizes.keys() & {u.type.division for u in units if u.side == ALLIED}):
        present = sum(u.type.division == division for u in units)
        wanted = sizes[division]
        if position.reading("division_elements") == "in_play":
            wanted = sum(u.type.division == division for u in position.own(ALLIED))
        if sizes[division] > 1 and present >= wanted:
            complete.append(division)
    return tuple(complete)


def division_shift(attack: Attack) -> int:
    """5.1.4a: Return the shift of complete Allied divisions: right attacking, left defending."""
    attacking = complete_divisions(attack.position, attack.attackers)
    defending = complete_divisions(attack.position, attack.defenders)
    return len(attacking) - len(defending)


def shifts(attack: Attack) -> tuple[tuple[str, int, str], ...]:
    """5.1, 5.1.2a, 5.1.3a, 5.1.4a, 9.0f: Return all shifts that apply, positive to the right."""
    rule, surround = surround_shift(attack)
    position = attack.position
    every = (
        ("5.1.2a", terrain_shift(attack), "terrain"),
        (rule, surround, "surround"),
        ("5.1.4a", division_shift(attack), "division"),
        ("9.0e", attack_shift(position, attack.attackers), "attack_supply"),
        ("9.0g", defense_shift(position, attack.defenders), "defense_supply"),
    )
    return tuple(shift for shift in every if shift[1])


def reckon(attack: Attack) -> CombatOdds:
    """5.1: Compute strengths, ratio, shifts and column; the ends of the table limit shifts."""
    chart = attack.position.charts.crt
    strength, against = attack_strength(attack), defense_strength(attack)
    start = odds_column(attack.position, strength, against)
    applied = shifts(attack)
    column = chart.clamped(start + sum(by for _, by, _ in applied))
    return CombatOdds(strength, against, chart.columns[start], applied, column)


# -- verdicts -------------------------------------------------------------------------------------


def target_verdicts(position: Position, target: int, side: str) -> Iterator[Verdict]:
    """5.1.2b, 6.2d, 8.0k: Yield verdicts against a target: empty or already attacked."""
    there = position.number(target)
    if target not in position.stacks[enemy_of(side)]:
        yield verdict("5.0a", "nobody", hexes=[there], hex=there)
    elif tracks.STRUCK + there in position.state.tracks:
        yield verdict("5.1.2b", "again", hexes=[there], hex=there)


def attacker_verdicts(attack: Attack) -> Iterator[Verdict]:
    """5.0a, 5.1.5b, 9.0g: Yield the verdicts against the attackers; terrain never forbids."""
    position, there = attack.position, attack.position.number(attack.target)
    near = position.ground.ring[attack.target]
    for unit in attack.attackers:
        if unit.side != attack.side:
            yield verdict("5.0a", "other_side", units=[unit.id])
        elif unit.place not in near:
            yield verdict("5.0a", "not_engaged", units=[unit.id], hexes=[there], hex=there)
        if tracks.FOUGHT + unit.id in position.state.tracks:
            yield verdict("5.0a", "fought", units=[unit.id])
        if unit.type.artillery and tracks.FIRED + unit.id in position.state.tracks:
            yield verdict("8.0g", "fired", units=[unit.id])
        if not may_attack(position, unit):
            yield verdict("9.0g", "no_attack", units=[unit.id])


def left_out(position: Position, target: int, attackers: tuple[Unit, ...]) -> Iterator[Verdict]:
    """4.1.2g, 5.1.2b: Yield a verdict if units that can only attack this hex are left out."""
    names = {u.id for u in attackers}
    there = position.number(target)
    missing = [
        u.id for u in owing(position) if u.id not in names and open_targets(position, u) == [target]
    ]
    if missing:
        yield verdict("4.1.2g", "left_out", units=missing, hexes=[there], hex=there)
