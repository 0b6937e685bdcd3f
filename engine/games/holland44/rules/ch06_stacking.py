"""6.1 to 6.4: what counts for stacking, and the limits of a hex.

Elsewhere: 6.1 ``limits:MoveLimits.may_end``; 6.4.2 ``ch10_strengths:Combat.defenders``; 6.4.2
``ch10_strengths:Combat.excess``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.games.holland44.constants import STACK_LIMIT, STEP_LIMIT
from engine.games.holland44.units import Unit
from engine.rules.stacking import Load, Stacked, load


def load_of(stack: Sequence[Unit]) -> Load:
    """Return the units and steps of a stack that count against the limits (6.1 to 6.4)."""
    return load(stacked(stack))


def stacked(stack: Sequence[Unit]) -> list[Stacked]:
    """2.3.7, 6.1, 6.2, 6.5, 25.2.1: return the units of one hex that count for stacking.

    A one-step tank unit stacks free where no other tank unit is (6.2).
    """
    tanks = sum(1 for u in stack if u.profile.tank)
    halves = any(u.profile.counter.half_battalion is not None for u in stack)
    return [
        Stacked(
            free=u.profile.free or (u.profile.tank and u.profile.steps == 1 and tanks == 1),
            steps=u.profile.steps,
            pair=battalion(u, stack) if halves else u.id,
        )
        for u in stack
        if u.profile.counter.stacking != "none"
    ]


def battalion(unit: Unit, others: Iterable[Unit]) -> frozenset[str]:
    """6.3: return the unit with its other half-battalion, where that is among the others.

    Halves name each other by counter or, in given positions, by the unit's own id.
    """
    half = next((u.id for u in others if _names(unit, u) or _names(u, unit)), unit.id)
    return frozenset((unit.id, half))


def _names(unit: Unit, other: Unit) -> bool:
    half = unit.profile.counter.half_battalion
    return half is not None and unit.id != other.id and half in (other.id, other.profile.counter.id)


def is_overstacked(stack: Sequence[Unit]) -> bool:
    """6.1, 6.4.2: return whether a stack exceeds two units and one that stacks free (6.4.1)."""
    return len(stack) > STACK_LIMIT and load_of(stack).exceeds(STACK_LIMIT)


def has_too_many_steps(stack: Sequence[Unit]) -> bool:
    """6.4.1: return whether a stack exceeds the 9 steps that may stay."""
    if len(stack) <= STACK_LIMIT:
        return False
    carried = load_of(stack)
    return carried.exceeds(STACK_LIMIT) and carried.steps > STEP_LIMIT
