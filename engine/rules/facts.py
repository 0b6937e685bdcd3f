"""The port for a report's queries about a log, implemented by each game.

:class:`Facts` returns the combats of a log, their tables, the worth of results and the points of a
position. Reports leave out data that a game does not provide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import Piece, State
from engine.log.entry import Entry
from engine.modules.module import Module


@dataclass(frozen=True, slots=True)
class Outcome:
    """A possible result of a table, with its number of equally likely rolls (``ways``).

    ``worth`` is in steps: the defender's losses minus the attacker's.
    """

    result: str
    ways: int
    worth: float


@dataclass(frozen=True, slots=True)
class Fight:
    """A recorded combat. Strengths are None if neither log nor game states them.

    ``dice`` are empty for a result without a roll.
    """

    label: str
    side: str
    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: float | None
    defense: float | None
    shifts: tuple[act.Shift, ...]
    column: str
    dice: tuple[int, ...]
    result: str
    table: tuple[Outcome, ...] = ()
    """All results of this roll, for games where the column does not determine them."""

    @property
    def odds(self) -> str:
        """The strengths as text: "11:5"; empty if unknown."""
        if self.attack is None or self.defense is None:
            return ""
        return f"{self.attack:g}:{self.defense:g}"


class Facts(Protocol):
    """A game's facts of its log; every method may return an empty value."""

    def fight(self, entry: Entry, before: State) -> Fight | None:
        """Return the combat that an entry resolved, if any; of several the first."""
        ...

    def fights(self, entry: Entry, before: State) -> tuple[Fight, ...]:
        """Return all combats that an entry resolved, in their order."""
        ...

    def outcomes(self, fight: Fight) -> tuple[Outcome, ...]:
        """Return the possible results of a combat's table, in the order of rolls."""
        ...

    def describe_result(self, result: str) -> tuple[str, str]:
        """Describe a result's effects on attacker and defender; empty for none."""
        ...

    def counts(self, piece: Piece) -> bool:
        """Return whether a piece counts as a loss."""
        ...

    def formation(self, piece: Piece) -> str:
        """Return the formation of a piece, or an empty string."""
        ...

    def points(self, state: State) -> Mapping[str, float]:
        """Return the current victory points of each side."""
        ...

    def objectives(self) -> Mapping[str, float]:
        """Return the points of victory hexes, by number."""
        ...


class PlainFacts:
    """Facts of any game: combats entered by hand, its ``crt`` chart, its board."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._outcomes: dict[str, tuple[Outcome, ...]] = {}

    def fight(self, entry: Entry, before: State) -> Fight | None:
        """Return a combat entered by hand."""
        action = entry.action
        if not isinstance(action, act.Combat):
            return None
        first = before.pieces.get(action.attackers[0])
        return Fight(
            action.label,
            first.side if first is not None else entry.by,
            action.target,
            action.attackers,
            action.defenders,
            action.attack,
            action.defense,
            action.shifts,
            action.column,
            tuple(v for d in entry.dice for v in d.values),
            action.result,
        )

    def fights(self, entry: Entry, before: State) -> tuple[Fight, ...]:
        """Return the one combat of an entry, or none."""
        fight = self.fight(entry, before)
        return () if fight is None else (fight,)

    def outcomes(self, fight: Fight) -> tuple[Outcome, ...]:
        """Return a column of the game's combat results table, if it has one."""
        if fight.table:
            return fight.table
        if fight.column not in self._outcomes:
            self._outcomes[fight.column] = self._column(fight.column)
        return self._outcomes[fight.column]

    def describe_result(self, result: str) -> tuple[str, str]:
        """Return empty strings: only the code of the result is shown."""
        return "", ""

    def counts(self, piece: Piece) -> bool:
        """Return True: every piece counts."""
        return True

    def formation(self, piece: Piece) -> str:
        """Return the formation on the counter."""
        if self.module.drawing is not None or piece.counter not in self.module.counters:
            return ""
        return self.module.counters.of(piece.counter).formation

    def points(self, state: State) -> Mapping[str, float]:
        """Return no points."""
        return {}

    def objectives(self) -> Mapping[str, float]:
        """Return the victory hexes of the board."""
        if self.module.drawing is not None:
            return {}
        board = self.module.board
        return {n: float(w) for n, w in zip(board.numbers, board.victory, strict=True) if w}

    def _column(self, column: str) -> tuple[Outcome, ...]:
        try:
            chart = self.module.chart("crt")
            place = chart["columns"].index(column)
            rows = [(row["low"], row["high"], row["cells"][place]) for row in chart["rows"]]
            meanings = chart.get("results", {})
        except (UserError, KeyError, ValueError, TypeError, AttributeError):
            return ()
        return tuple(
            # An open end of a table counts as the one roll printed there.
            Outcome(result, 1 if None in (low, high) else high - low + 1, worth(meanings[result]))
            for low, high, result in rows
            if result in meanings
        )


RETREAT, ROUT, PRESS = 0.5, 1.0, 0.25
"""The worth in steps of a retreat, a rout and an advance."""


def worth(meaning: Mapping[str, object]) -> float:
    """Return the worth of a result to the attacker in steps, from its effects on the chart.

    An estimate, not a rule: lost steps count 1, a retreat 0.5, a rout (full retreat) 1, an advance
    into the hex 0.25 more.
    """

    def number(name: str) -> float:
        value = meaning.get(name)
        return float(value) if isinstance(value, int | float) else 0.0

    value = number("defender_loss") - number("attacker_loss")
    if meaning.get("retreat"):
        value += ROUT if meaning.get("end_status") == "full_retreat" else RETREAT
    if meaning.get("advance"):
        value += PRESS
    return value
