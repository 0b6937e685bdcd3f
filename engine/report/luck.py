"""Luck: the results of dice compared with their expected values, with the probability.

The luck of a combat is the value of its result minus the mean value of its column, as in backgammon
programs. Sums are judged by the exact distribution of the sum, not by a normal curve.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.rules.facts import Outcome

GRAIN = 4
"""Number of units per step in which values are counted: quarters of a step."""

Degree = Literal["as_expected", "little", "much", "very"]
"""Size of a deviation from the expected value."""
LIMITS: tuple[tuple[float, Degree], ...] = ((0.02, "very"), (0.1, "much"), (0.25, "little"))
"""Upper limits of the probability for each degree of deviation."""


@dataclass(frozen=True, slots=True)
class Luck:
    """One result compared with its column, in steps.

    ``chance`` is the probability of a result at least as good (for good luck) or at least as bad
    (for bad luck).
    """

    worth: float
    expected: float
    chance: float

    @property
    def value(self) -> float:
        """The luck in steps; positive values favour the attacker."""
        return self.worth - self.expected


@dataclass(frozen=True, slots=True)
class Tail:
    """A sum of many throws: its total, its expected value, and the probability of a deviation at
    least as large in the same direction.
    """

    count: int
    total: float
    expected: float
    chance: float

    @property
    def value(self) -> float:
        """The total minus the expected value."""
        return self.total - self.expected

    @property
    def degree(self) -> Degree:
        """The degree of the deviation."""
        return next((name for limit, name in LIMITS if self.chance < limit), "as_expected")


def luck_of(result: str, outcomes: Sequence[Outcome]) -> Luck | None:
    """Return the luck of a result in a column; None if the column is unknown or lacks the
    result.
    """
    got = next((o.worth for o in outcomes if o.result == result), None)
    ways = sum(o.ways for o in outcomes)
    if got is None or not ways:
        return None
    expected = sum(o.worth * o.ways for o in outcomes) / ways
    as_far = (o.ways for o in outcomes if (o.worth >= got if got >= expected else o.worth <= got))
    return Luck(got, expected, sum(as_far) / ways)


def sum_of_lucks(fights: Iterable[tuple[float, Sequence[Outcome]]], sign: int = 1) -> Tail | None:
    """Return the summed luck of combats, each given by its value and its column; None for no
    combats.

    ``sign`` is -1 for the defending side.
    """
    listed = list(fights)
    if not listed:
        return None
    total = sign * sum(worth for worth, _ in listed)
    columns = [
        [(sign * o.worth, o.ways / sum(p.ways for p in column)) for o in column]
        for _, column in listed
    ]
    return _tail(len(listed), total, columns, GRAIN)


def sum_of_dice(values: Sequence[int], faces: Sequence[int]) -> Tail | None:
    """Return the summed luck of dice with these equally likely sides; None for no dice."""
    if not values:
        return None
    die = [(float(v), 1 / len(faces)) for v in faces]
    return _tail(len(values), float(sum(values)), [die] * len(values), 1)


def _tail(
    count: int, total: float, columns: Sequence[Sequence[tuple[float, float]]], grain: int
) -> Tail:
    import numpy as np  # a tenth of a second, wanted by statistics only

    distribution, low = np.ones(1), 0
    for column in columns:
        steps = [(round(value * grain), chance) for value, chance in column]
        least = min(at for at, _ in steps)
        one = np.zeros(max(at for at, _ in steps) - least + 1)
        for at, chance in steps:
            one[at - least] += chance
        distribution, low = np.convolve(distribution, one), low + least
    places = np.arange(low, low + len(distribution)) / grain
    expected = sum(value * chance for column in columns for value, chance in column)
    # Half a grain is no difference: floats must not decide which side of the sum a place lies on.
    total, expected = float(total), round(expected, 9)
    far = places >= total - 0.5 / grain if total >= expected else places <= total + 0.5 / grain
    return Tail(count, total, expected, min(1.0, float(distribution[far].sum())))
