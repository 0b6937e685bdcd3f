"""The sequence of play, from a game's charts or its own list of phases."""

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
"""The track of the winner, in all games; the game ends when it is set."""


@dataclass(frozen=True, slots=True)
class Step:
    """A phase of a turn, with callbacks for its start and end.

    ``active`` is empty if the module's chart defines the active side. ``begins``, ``pending`` and
    ``ends`` are called with the resolution (``begins`` and ``ends`` also with the active side); a
    phase does not end while one of ``pending`` returns True.
    """

    phase: str
    active: str = ""
    begins: tuple[Callable[[Any, str], None], ...] = ()
    pending: tuple[Callable[[Any], bool], ...] = ()
    ends: tuple[Callable[[Any, str], None], ...] = ()

    def clock(self, turn: int) -> Clock:
        """Return the clock of the phase in a turn."""
        return Clock(turn=turn, phase=self.phase, active=self.active)


def rest_of_turn(steps: tuple[Step, ...], clock: Clock) -> tuple[Step, ...]:
    """Return the steps of a turn after a clock's; all if the clock is in none of them."""
    for n, step in enumerate(steps, 1):
        if (step.phase, step.active) == (clock.phase, clock.active):
            return steps[n:]
    return steps


@dataclass(frozen=True)
class Sequence:
    """The turns of a game and their phases.

    ``first`` is the clock at the start, ``last`` the last turn of scenario and calendar.
    """

    steps: tuple[SequenceStep, ...]
    turns: dict[int, CalendarTurn]
    first: Clock
    last: int

    @classmethod
    def of(cls, module: Module, scenario: str | None = None) -> Sequence | None:
        """Return the sequence of a module; None if it has no such charts."""
        try:
            steps = SequenceChart.model_validate(module.chart("sequence")).steps
            begun = module.scenario(module.scenario_id(scenario))
        except (UserError, ValidationError):
            return None
        turns = module.calendar
        if not turns:
            return None
        start = begun.first
        first = Clock(turn=start.turn, phase=start.phase, active=start.active)
        last = min(begun.turns, max(turns))
        return cls(steps, turns, first, last)

    def phases(self, turn: int) -> tuple[SequenceStep, ...]:
        """Return the phases of a turn in order, for its time of day, without exceptions.

        The first turn starts with the game's first phase.
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
        steps = [
            s
            for s in self.steps
            if (not s.times or row.time in s.times) and turn not in s.not_on_turns
        ]
        if turn == self.first.turn:
            start = _place(steps, self.first)
            steps = steps[start:] if start is not None else steps
        return tuple(steps)

    def after(self, clock: Clock) -> Clock | None:
        """Return the clock of the next phase; None after the last phase of the game.

        A phase that is not in the sequence (such as a set-up) is followed by the first of its turn.
        """
        known, key = self._following, (clock.turn, clock.phase, clock.active)
        if key not in known:
            known[key] = self._after(clock)
        return known[key]

    @cached_property
    def _following(self) -> dict[tuple[int, str, str], Clock | None]:
        return {}

    def _after(self, clock: Clock) -> Clock | None:
        """Return the clock of the next phase, not cached."""
        if clock.turn < self.first.turn:
            return self.first
        phases = self.phases(clock.turn)
        current = _place(phases, clock)
        following = 0 if current is None else current + 1
        if following < len(phases):
            return _clock(clock.turn, phases[following])
        turn = clock.turn + 1
        return _clock(turn, self.phases(turn)[0]) if turn <= self.last else None


def _place(phases: list[SequenceStep] | tuple[SequenceStep, ...], clock: Clock) -> int | None:
    """Return the index of a clock's phase, or None."""
    wanted = clock.phase, clock.active
    return next((k for k, s in enumerate(phases) if (s.phase, s.active) == wanted), None)


def _clock(turn: int, step: SequenceStep) -> Clock:
    return Clock(turn=turn, phase=step.phase, active=step.active)
