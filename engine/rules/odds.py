"""Odds: halved and doubled strengths, ratio, column shifts and result.

Columns are integers: ``n:1`` is ``n - 1`` and ``1:n`` is ``1 - n``, so that a shift is an addition.
They extend beyond the printed columns while shifts are added (9.4.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core.errors import UserError
from engine.i18n import t
from engine.modules.tables import Chart, Lookup, PairChart, lookup


@dataclass(frozen=True, slots=True)
class Strength:
    """A unit's factor in a combat with its changes.

    ``zero`` makes it 0, ``fixed`` replaces the printed factor.
    """

    unit: str
    printed: int
    halved: bool = False
    doubled: bool = False
    zero: bool = False
    fixed: int | None = None


@dataclass(frozen=True, slots=True)
class Total:
    """A sum of strengths with each unit's share.

    Of the strength-1 units halved together, as many have share 1 as the halved sum, the others 0.
    """

    value: int
    shares: tuple[tuple[str, int], ...]


def total(strengths: Sequence[Strength]) -> Total:
    """Return the strength of several units (10.1).

    Each unit is halved at most once (rounded up), then doubled at most once. Strength-1 units to be
    halved are added first, and their sum is halved.
    """
    ones = [s for s in strengths if _value(s) == 1 and s.halved]
    carried = -(-len(ones) // 2)
    shares = []
    for strength in strengths:
        value = _value(strength)
        if value == 1 and strength.halved:
            value = 1 if _rank(strength, ones) < carried else 0
        elif strength.halved:
            value = -(-value // 2)
        shares.append((strength.unit, value * 2 if strength.doubled else value))
    return Total(sum(value for _, value in shares), tuple(shares))


def _value(strength: Strength) -> int:
    if strength.zero:
        return 0
    return strength.printed if strength.fixed is None else strength.fixed


def _rank(strength: Strength, ones: list[Strength]) -> int:
    ordered = sorted(ones, key=lambda s: not s.doubled)
    return next(i for i, s in enumerate(ordered) if s is strength)


def column_of(attack: int, defense: int) -> int:
    """Return the column of two strengths, rounded in the defender's favour (9.3).

    15 to 4 is 3:1, 11 to 12 is 1:2. Raises UserError for a strength below 1.
    """
    if attack < 1:
        raise UserError(t("odds.error.attack", attack=attack))
    if defense < 1:
        raise UserError(t("odds.error.defense", defense=defense))
    return attack // defense - 1 if attack >= defense else 1 - (-(-defense // attack))


def column_name(column: int) -> str:
    """Return the ratio of a column: "3:1", "1:2", or "9:1" beyond the chart."""
    return f"{column + 1}:1" if column >= 0 else f"1:{1 - column}"


def column_number(name: str) -> int:
    """Return the number of a ratio's column. Raises ValueError unless ``n:1`` or ``1:n``."""
    attack, _, defense = name.partition(":")
    if defense == "1" and int(attack) >= 1:
        return int(attack) - 1
    if attack == "1" and int(defense) >= 1:
        return 1 - int(defense)
    raise ValueError(f"{name!r} is not a column")


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a combat: ``ratio`` before shifts, ``shifted`` after, ``column`` on the chart."""

    attack: int
    defense: int
    ratio: str
    shifts: tuple[tuple[str, int], ...]
    shifted: str
    column: str


def odds(
    attack: int,
    defense: int,
    shifts: Iterable[tuple[str, int]] = (),
    chart: Chart | PairChart | None = None,
) -> Odds:
    """Return the odds: ratio, then all shifts, then the limits of the chart (9.3, 9.4).

    ``shifts`` are (reason, columns to the right). Without a chart the limits are 1:3 and 7:1.
    A defence of 0 (full retreat) uses the last column, regardless of shifts.
    """
    shifts = tuple(shifts)
    names = chart.columns if chart is not None else ("1:3", "7:1")
    lowest, highest = column_number(names[0]), column_number(names[-1])
    if defense == 0:
        start = shifted = highest
    else:
        start = column_of(attack, defense)
        shifted = start + sum(by for _, by in shifts)
    column = min(max(shifted, lowest), highest)
    return Odds(
        attack, defense, column_name(start), shifts, column_name(shifted), column_name(column)
    )


def resolve(crt: Chart, combat: Odds, die: int) -> Lookup:
    """Return the result of a die roll in the column of a combat."""
    return lookup(crt, die, combat.column)


def results(crt: Chart | PairChart, combat: Odds) -> dict[int, str]:
    """Return the results of all rolls in a combat's column, by die or sum of two dice."""
    if isinstance(crt, PairChart):
        column = crt.column(combat.column)
        return {total: crt.result(total, column) for row in crt.rows for total in row.sums}
    return {die: resolve(crt, combat, die).result for die in range(1, crt.die + 1)}
