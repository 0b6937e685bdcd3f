"""Analysis of a recorded game: the file beside the log, and the sums computed from it.

All values are those of the first side of the game: 1 is its win, 0 its loss, and positive points
favour it. :mod:`engine.analyst` computes them; window and reports only read them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core import actions as act
from engine.core.errors import UserError
from engine.files import read_limited, write_atomic
from engine.i18n import t
from engine.play.game import Recording

SUFFIX = ".h44analysis"
FORMAT: Literal["h44analysis/1"] = "h44analysis/1"
LIMIT = 64 << 20
"""Maximum size of an analysis file in bytes."""


@dataclass(frozen=True, slots=True)
class Depth:
    """The number of rollouts of a position, and the turns of each; 0 turns: to the end."""

    rollouts: int
    turns: int = 0


DEPTHS = {"brief": Depth(24, 2), "quick": Depth(8), "rollout": Depth(96)}
"""The depths of an analysis; those with turns need a shipped evaluation."""
FULL = 90
"""Number of rollouts of a position below which its value is a quick estimate."""
Z95 = 1.96
"""Half-width of the central 95 % of a normal distribution, in standard deviations."""


class _Part(BaseModel):
    model_config = ConfigDict(defer_build=True, extra="forbid")


class Sample(_Part):
    """A position met in a rollout, as features of the evaluation."""

    balance: float
    force: float
    margin: float
    held: float = 0
    """The worth of the goals that the first side holds, less that of the others."""
    near: float = 0
    """The lead of the first side near the goals, each from -1 to 1 times its worth."""
    weakest: float = 0
    """The same of the goal where it is weakest, without its worth."""
    turn: float
    active: float = 0
    """1 if the first side is active, -1 if the other is."""
    moving: float = 0
    """The same if it is in a phase in which units move, else 0."""


class Rollout(_Part):
    """A game played on from a position: score, points and some positions met."""

    number: int
    score: float
    margin: float
    samples: tuple[Sample, ...] = ()


class Position(_Part):
    """The position at the end of a phase, with its rollouts.

    ``turn``, ``phase`` and ``active`` are those of the phase that ended; ``moving`` means that
    units move in it. The first position is the start of the game, without a phase.
    """

    step: int
    entry: int
    turn: int
    phase: str = ""
    active: str = ""
    moving: bool = False
    rollouts: list[Rollout] = []
    estimate: float | None = None
    """The evaluation's probability of a win; None if it is not fitted yet."""
    points: float | None = None
    """The points expected by the evaluation."""

    @property
    def scores(self) -> dict[int, float]:
        """The score of each rollout by its number."""
        return {r.number: r.score for r in self.rollouts}


class Throw(_Part):
    """The luck of an entry's dice: the value after them minus the mean over all their faces."""

    step: int
    entry: int
    side: str
    win: float
    points: float
    faces: int
    """Number of outcomes compared."""


class Choice(_Part):
    """The error of a decision: the value of the best found minus that of the played one, at
    least 0.
    """

    step: int
    entry: int
    side: str
    win: float
    points: float
    compared: int
    better: str = ""
    """The best alternative as text; empty if the played one is the best."""
    better_action: act.Action | None = None
    """The best alternative, unless it is to do nothing."""


class Fit(_Part):
    """The evaluation: coefficients for standardised features, and its Brier score.

    The scores are those of rollouts not used for fitting (five parts); ``constant`` is the Brier
    score of the mean.
    """

    mean: tuple[float, ...]
    spread: tuple[float, ...]
    win: tuple[float, ...]
    points: tuple[float, ...]
    rollouts: int
    brier: float
    constant: float
    shipped: bool = False
    """Whether the evaluation comes with the program, fitted to self-played games."""


class Analysis(_Part):
    """An analysis of one line of a log."""

    format: Literal["h44analysis/1"] = FORMAT
    log: str
    tip: int
    """The last entry of the analysed line."""
    program: str
    rulebook: str
    player: str
    """The player of the rollouts, for both sides."""
    turns: int = 0
    """Turns of a rollout, after which the shipped evaluation values the position; 0: all."""
    seed: int
    sides: tuple[str, str]
    positions: list[Position] = Field(min_length=1)
    throws: list[Throw] = []
    choices: list[Choice] = []
    judged: int = 0
    """Number of steps whose throws and decisions were judged with the evaluation."""
    skipped: int = 0
    """Number of entries with dice that the rules no longer resolve as recorded."""
    fit: Fit | None = None

    @property
    def count(self) -> int:
        """The smallest number of rollouts of a position."""
        return min(len(p.rollouts) for p in self.positions)

    @property
    def quick(self) -> bool:
        """Return whether the values are quick estimates."""
        return self.count < FULL

    def save(self, path: Path) -> None:
        """Write the file, completely or not at all. Raises UserError."""
        write_atomic(path, self.model_dump_json().encode())

    @classmethod
    def load(cls, path: Path) -> Analysis:
        """Read a file. Raises UserError if it is not an analysis."""
        try:
            return cls.model_validate_json(read_limited(path, LIMIT))
        except ValidationError:
            raise UserError(t("analysis.error.file", path=path)) from None


def path_of(log: Path) -> Path:
    """Return the path of the analysis beside a log."""
    return log.with_suffix(SUFFIX)


def beside(log: Path, log_id: str) -> Analysis | None:
    """Return the analysis beside a log; None without one, or if it belongs to another log.

    Raises UserError for a file that cannot be read.
    """
    path = path_of(log)
    if not path.is_file():
        return None
    result = Analysis.load(path)
    return result if result.log == log_id else None


def analysis_of(recording: Recording) -> Analysis | None:
    """Return the analysis beside a recording's log, as far as it fits the line shown.

    None for views and trials, without a file, or if the file cannot be read.
    """
    if recording.path is None:
        return None
    try:
        result = beside(recording.path, recording.log.header.id)
    except UserError:
        return None
    if result is None:
        return None
    entries = recording.timeline.entries

    def fits(part: Position | Throw | Choice) -> bool:
        return part.step <= len(entries) and entries[part.step - 1].id == part.entry

    result.positions = [p for p in result.positions if p.rollouts and fits(p)]
    result.throws = [x for x in result.throws if fits(x)]
    result.choices = [x for x in result.choices if fits(x)]
    sides = {side.id for side in recording.module.meta.sides}
    return result if result.positions and sides.issuperset(result.sides) else None


# -- intervals ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Value:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def certain(self) -> bool:
        """Return whether the interval excludes zero."""
        return self.low > 0 or self.high < 0


def win_of(position: Position) -> Value | None:
    """Return the probability of a win with its interval; None without rollouts.

    Of games it is the interval of Wilson, of evaluated positions that of their mean.
    """
    scores = [r.score for r in position.rollouts]
    n = len(scores)
    if not n:
        return None
    if not {0.0, 0.5, 1.0}.issuperset(scores):
        mean = _mean(scores)
        assert mean is not None
        return Value(mean.value, max(0.0, mean.low), min(1.0, mean.high))
    p, z = sum(scores) / n, Z95
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Value(p, max(0.0, centre - half), min(1.0, centre + half))


def points_of(position: Position) -> Value | None:
    """Return the expected points with their interval; None without rollouts."""
    return _mean([r.margin for r in position.rollouts])


def change_between(before: Position, after: Position) -> Value | None:
    """Return the change of the win probability, by pairs of rollouts with the same dice."""
    one, two = before.scores, after.scores
    return _mean([two[n] - one[n] for n in sorted(one.keys() & two.keys())])


def _mean(values: Sequence[float]) -> Value | None:
    n = len(values)
    if not n:
        return None
    mean = sum(values) / n
    if n == 1:
        return Value(mean, float("-inf"), float("inf"))
    # One more value at the mean's far side: few equal values do not make a certain mean.
    spread = sum((v - mean) ** 2 for v in values) / (n - 1)
    half = Z95 * sqrt(spread / n) if spread else 3 * max(1.0, abs(mean)) / n
    return Value(mean, mean - half, mean + half)


# -- sums -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PhaseSum:
    """The change of the win probability in a phase and its parts; all for the first side.

    ``change`` = ``luck`` - ``errors`` of the first side + ``errors`` of the other + ``residual``.
    """

    at: Position
    before: Position
    change: Value
    luck: float
    errors: tuple[float, float]
    """The errors of both sides. Those of a phase with moves are compared with the player of the
    rollouts, so they may be negative.
    """
    residual: float


def phase_sums(analysis: Analysis) -> list[PhaseSum]:
    """Return the sums of each phase that has rollouts at both ends."""
    result: list[PhaseSum] = []
    for before, at in pairwise(analysis.positions):
        change = change_between(before, at)
        if change is None:
            continue
        inside = range(before.step + 1, at.step + 1)
        luck = sum(throw.win for throw in analysis.throws if throw.step in inside)
        errors = [0.0, 0.0]
        for choice in analysis.choices:
            if choice.step in inside and choice.side in analysis.sides:
                errors[analysis.sides.index(choice.side)] += choice.win
        if at.moving and at.active in analysis.sides:
            mover = analysis.sides.index(at.active)
            other = errors[1 - mover] * (1 if mover == 0 else -1)
            lost = luck + other - change.value
            errors[mover] = lost if mover == 0 else -lost
        residual = change.value - luck + errors[0] - errors[1]
        result.append(PhaseSum(at, before, change, luck, (errors[0], errors[1]), residual))
    return result


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step that changed the win probability most, for the first side.

    ``certain`` means that the interval excludes zero; only then it is called a mistake.
    """

    step: int
    kind: Literal["luck", "error", "moves"]
    side: str
    win: float
    certain: bool = False
    better: str = ""


def turning_points(analysis: Analysis, limit: int = 10) -> list[TurningPoint]:
    """Return the largest throws, errors and movement phases, in the order of the game.

    Truncated rollouts judge no movement phase: their intervals lack the evaluation's own error.
    """
    sides = analysis.sides
    points = [TurningPoint(x.step, "luck", x.side, x.win) for x in analysis.throws]
    for c in analysis.choices:
        sign = -1 if c.side == sides[0] else 1
        points.append(TurningPoint(c.step, "error", c.side, sign * c.win, better=c.better))
    for phase in () if analysis.turns else phase_sums(analysis):
        if phase.at.moving and phase.at.active in sides and phase.change.certain:
            mover = sides.index(phase.at.active)
            lost = phase.errors[mover] * (-1 if mover == 0 else 1)
            points.append(TurningPoint(phase.at.step, "moves", phase.at.active, lost, certain=True))
    largest = sorted((x for x in points if abs(x.win) >= 0.01), key=lambda x: -abs(x.win))
    return sorted(largest[:limit], key=lambda x: x.step)
