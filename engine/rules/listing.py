"""Legal actions as a bounded list: by unit, stack or target in turns, as far as they are wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.verdicts import Verdict
from engine.rules.answers import Legal

Allows = Callable[[Iterable[Verdict]], bool]
"""Whether an order may be given, by the verdicts on it and the house rules of the game."""

Orders = Callable[[], Iterator[act.Action]]
"""The orders there are for one unit, stack or target, worked out when they are wanted."""


def answers(asked: Decision, options: Sequence[str], most: int, start: int = 0) -> Legal:
    """The answers to a decision; where they are more than ``most``, from the ``start``-th on."""
    first = start % len(options) if len(options) > most else 0
    shown = [*options[first:], *options[:first]][:most]
    actions = tuple(act.Choose(decision=asked.kind, option=option) for option in shown)
    return Legal(asked.side, actions, max(0, len(options) - most))


def in_turns(
    side: str, first: Sequence[act.Action], subjects: Sequence[Orders], most: int, start: int
) -> Legal:
    """Some actions, and the orders of each subject in turn, beginning with the ``start``-th."""
    actions, done = list(first), 0
    for n in range(len(subjects)):
        if len(actions) >= most:
            break
        orders = subjects[(start + n) % len(subjects)]()
        actions += islice(orders, most - len(actions))
        if next(orders, None) is None:
            done += 1
    return Legal(side, tuple(actions[:most]), len(subjects) - done)
