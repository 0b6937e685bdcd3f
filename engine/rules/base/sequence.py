"""The sequence of play: which phase follows which, by a game's charts or by its own list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from engine.core.calendar import CalendarTurn, SequenceChart, SequenceStep
from engine.core.effects import Clock
from engine.core.errors import UserError
from engine.modules.module import Module

WINNER = "winner"
"""The track that says who has won, in any game: nothing follows."""


@dataclass(frozen=True, slots=True)
class Step:
    """A phase of a turn: its name, whose it is, what begins it, what keeps it open, what ends it.

    ``active`` is empty where the module's chart says whose phase it is. ``begins``, ``pending`` and
    ``ends`` are called with the resolution (``begins`` and ``ends`` with the active side too); a
    phase does not end while one of ``pending`` returns true.
    """

    phase: str
    active: str = ""
    begins: tuple[Callable[[Any, str], None], ...] = ()
    pending: tuple[Callable[[Any], bool], ...] = ()
    ends: tuple[Callable[[Any, str], None], ...] = ()

    def clock(self, turn: int) -> Clock:
        """The step in a turn."""
        return Clock(turn=turn, phase=self.phase, active=self.active)


def rest_of_turn(steps: tuple[Step, ...], clock: Clock) -> tuple[Step, ...]:
    """The steps of a turn after the one where a clock stands; all, if it stands in none."""
    for n, step in enumerate(steps, 1):
        if (step.phase, step.active) == (clock.phase, clock.active):
            return steps[n:]
    return steps


@dataclass(frozen=True)
class Sequence:
    """The turns of a game and the phases of each; ``first`` is where a game begins.

    Turns end with ``last``: the scenario's, or the calendar's.
    """

    steps: tuple[SequenceStep, ...]
    turns: dict[int, CalendarTurn]
    first: Clock
    last: int

    @classmethod
    def of(cls, module: Module, scenario: str | None = None) -> Sequence | None:
        """The sequence of a module; None for a game that has no such charts."""
        try:
            steps = SequenceChart.model_validate(module.chart("sequence")).steps
            begun = module.scenario(scenario or module.meta.scenarios[0])
        except (UserError, ValidationError, IndexError):
            return None
        turns = module.calendar
        if not turns:
            return None
        start = begun.first
        first = Clock(turn=start.turn, phase=start.phase, active=start.active)
        last = min(begun.turns, max(turns))
        return cls(steps, turns, first, last)

    def phases(self, turn: int) -> tuple[SequenceStep, ...]:
        """The phases of a turn in order: those of its time of day, without its exceptions.

        The turn a game begins in starts with the phase it begins with.
        """
        known = self._phases.get(turn)
        if known is None:
            known = self._phases[turn] = self._of_turn(turn)
        return known

    @cached_property
    def _phases(self) -> dict[int, tuple[SequenceStep, ...]]:
        return {}

    def _of_turn(self, turn: int) -> tuple[SequenceStep, ...]:
        row = self.turns.get(turn)
        if row is None:
            return ()
        held = [
            s
            for s in self.steps
            if (not s.times or row.time in s.times) and turn not in s.not_on_turns
        ]
        if turn == self.first.turn:
            found = _place(held, self.first)
            held = held[found:] if found is not None else held
        return tuple(held)

    def after(self, clock: Clock) -> Clock | None:
        """What follows a moment of play; None after the last phase of the game.

        A moment that the sequence does not know (a set-up, a phase of one's own) is followed by
        the first phase of its turn.
        """
        if clock.turn < self.first.turn:
            return self.first
        phases = self.phases(clock.turn)
        found = _place(phases, clock)
        following = 0 if found is None else found + 1
        if following < len(phases):
            return _clock(clock.turn, phases[following])
        turn = clock.turn + 1
        return _clock(turn, self.phases(turn)[0]) if turn <= self.last else None


def _place(phases: list[SequenceStep] | tuple[SequenceStep, ...], clock: Clock) -> int | None:
    """Where a clock stands among phases."""
    wanted = clock.phase, clock.active
    return next((k for k, s in enumerate(phases) if (s.phase, s.active) == wanted), None)


def _clock(turn: int, step: SequenceStep) -> Clock:
    return Clock(turn=turn, phase=step.phase, active=step.active)
