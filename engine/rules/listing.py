"""Bounded lists of legal actions, by unit, stack or target."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.verdicts import Verdict
from engine.rules.answers import Legal

Allows = Callable[[Iterable[Verdict]], bool]
"""A predicate: do the verdicts on an order allow it under the game's house rules?"""

Orders = Callable[[], Iterator[act.Action]]
"""A function that yields the orders of one unit, stack or target."""


def answers(asked: Decision, options: Sequence[str], limit: int, start: int = 0) -> Legal:
    """Return the options of a decision; if more than ``limit``, from number ``start`` on."""
    first = start % len(options) if len(options) > limit else 0
    shown = [*options[first:], *options[:first]][:limit]
    actions = tuple(act.Choose(decision=asked.kind, option=option) for option in shown)
    return Legal(asked.side, actions, max(0, len(options) - limit))


def in_turns(
    side: str, first: Sequence[act.Action], subjects: Sequence[Orders], limit: int, start: int
) -> Legal:
    """Return the first actions and the orders of each subject, from number ``start`` on."""
    actions, done = list(first), 0
    for n in range(len(subjects)):
        if len(actions) >= limit:
            break
        orders = subjects[(start + n) % len(subjects)]()
        actions += islice(orders, limit - len(actions))
        if next(orders, None) is None:
            done += 1
    return Legal(side, tuple(actions[:limit]), len(subjects) - done)
