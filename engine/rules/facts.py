"""Port for a report's questions about a log, which each game answers for itself.

Reports know no game. They take the fights out of a log, the table a fight was rolled on, the worth
of a result, the points of a position from a :class:`Facts`; what a game does not know it leaves
out, and the report shows that much less.
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
    """Possible result of a table: how many of its equally likely throws give it, and its worth.

    ``worth`` is in steps as the attacker sees them: what the defender loses less what it costs.
    """

    result: str
    ways: int
    worth: float


@dataclass(frozen=True, slots=True)
class Fight:
    """A combat as it was recorded. Strengths are None where the log and the game do not tell them.

    ``dice`` are empty for a result that needed none.
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
    """All results of this throw, for games whose column alone does not determine them."""

    @property
    def odds(self) -> str:
        """The strengths as they are written: "11:5"; empty if they are not known."""
        if self.attack is None or self.defense is None:
            return ""
        return f"{self.attack:g}:{self.defense:g}"


class Facts(Protocol):
    """A game's answers about its own log. Every method may answer with nothing."""

    def fight(self, entry: Entry, before: State) -> Fight | None:
        """The combat that an entry resolved, if it resolved one."""
        ...

    def outcomes(self, fight: Fight) -> tuple[Outcome, ...]:
        """Possible results of the table of a fight, in the order of its throws."""
        ...

    def told(self, result: str) -> tuple[str, str]:
        """Effects of a result on attack and defence in words; empty for none."""
        ...

    def counts(self, piece: Piece) -> bool:
        """Does a piece count among the losses?"""
        ...

    def formation(self, piece: Piece) -> str:
        """The formation of a piece, empty for none."""
        ...

    def points(self, state: State) -> Mapping[str, float]:
        """The victory points of each side as they stand."""
        ...

    def objectives(self) -> Mapping[str, float]:
        """The hexes that are worth points, by number."""
        ...


class PlainFacts:
    """Facts available for any game: recorded combats, its ``crt`` chart, its board."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._outcomes: dict[str, tuple[Outcome, ...]] = {}

    def fight(self, entry: Entry, before: State) -> Fight | None:
        """A combat that the players told."""
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

    def outcomes(self, fight: Fight) -> tuple[Outcome, ...]:
        """The column of the game's combat results table, if it has one with that column."""
        if fight.table:
            return fight.table
        if fight.column not in self._outcomes:
            self._outcomes[fight.column] = self._column(fight.column)
        return self._outcomes[fight.column]

    def told(self, result: str) -> tuple[str, str]:
        """Return no words: the code of the result is shown as it is."""
        return "", ""

    def counts(self, piece: Piece) -> bool:
        """Every piece counts."""
        return True

    def formation(self, piece: Piece) -> str:
        """The formation that the counter names."""
        if self.module.drawing is not None or piece.counter not in self.module.counters:
            return ""
        return self.module.counters.of(piece.counter).formation

    def points(self, state: State) -> Mapping[str, float]:
        """Return None: no points are counted."""
        return {}

    def objectives(self) -> Mapping[str, float]:
        """The victory hexes of the board."""
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
            # An open end of a table is the one throw that is printed there.
            Outcome(result, 1 if None in (low, high) else high - low + 1, worth(meanings[result]))
            for low, high, result in rows
            if result in meanings
        )


RETREAT, ROUT, PRESS = 0.5, 1.0, 0.25
"""Steps that it is worth to drive the defender off, to break him, and to advance at all."""


def worth(meaning: Mapping[str, object]) -> float:
    """The worth of a result to the attacker in steps, from what the chart says it does.

    A yardstick, not a rule: steps lost and inflicted count whole, a retreat half a step, a rout
    (full retreat) one, an advance into the hex a quarter more.
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
