"""Evaluation of a position: win probability and points from a few features, fitted to rollouts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.core.state import State
from engine.opponent.ground import ground_of
from engine.opponent.outlook import Outlook, figure_of
from engine.opponent.value import worth
from engine.opponent.weights import weights_of
from engine.report.analysis import Fit, Rollout, Sample
from engine.rules.ports import Ruleset

if TYPE_CHECKING:
    from numpy.typing import NDArray

RIDGE = 1.0
"""Penalty on the coefficients of standardised features, so that few rollouts suffice."""
ROUNDS = 30
"""Steps of Newton's method for the logistic regression."""
FEATURES = 9
"""Number of features of a position."""
TURN = 6
"""The place of the turn among the features; whose turn it is stands behind it."""
COLUMNS = 2 + 2 * TURN + 2
"""Number of coefficients: a constant, the turn, features without and with it, whose turn it is."""
PARTS = 5
"""Number of parts of the rollouts; each is predicted by a fit to the others."""


class Balance:
    """Features of positions, with the goals and threats of one root position."""

    def __init__(self, ruleset: Ruleset, root: State) -> None:
        self.ruleset = ruleset
        self.sides = tuple(side.id for side in ruleset.module.meta.sides)[:2]
        shared = weights_of(ruleset.module)
        self._outlooks = []
        for side in self.sides:
            weights = shared.in_play(ruleset.scenario.id, side)
            ground = ground_of(ruleset.board, weights.march)
            self._outlooks.append(Outlook(ruleset, root, side, weights, ground))

    @property
    def outlooks(self) -> Sequence[Outlook]:
        """The root position from the viewpoint of each side."""
        return self._outlooks

    def sample(self, state: State) -> Sample:
        """Return the features of a position."""
        one, other = (worth(outlook, state) for outlook in self._outlooks)
        clock = state.clock
        active = {self.sides[0]: 1, self.sides[1]: -1}.get(clock.active, 0)
        return Sample(
            balance=round(one - other, 3),
            force=round(self._force(state), 3),
            margin=margin_of(self.ruleset, state),
            **self._goals(state),
            turn=clock.turn,
            active=active,
            moving=active if clock.phase in self.ruleset.move_phases else 0,
        )

    def _goals(self, state: State) -> dict[str, float]:
        """Return who holds the goals of the first side, and who is stronger near them."""
        first = self._outlooks[0]
        now = Outlook(self.ruleset, state, first.side, first.weights, first.ground, first.known)
        goals = now.goals
        if not goals:
            return {}
        near = np.tanh(now.lead / (first.weights.goal.need + np.array([g.need for g in goals])))
        return {
            "held": round(sum(g.worth if g.held else -g.worth for g in goals), 3),
            "near": round(float(near @ [g.worth for g in goals]), 3),
            "weakest": round(float(near.min()), 3),
        }

    def _force(self, state: State) -> float:
        """Return the steps of units on the map, weighted by their strength: the first side's minus
        the other's.
        """
        first = self._outlooks[0]
        figures = map(figure_of, self.ruleset.answers(state).units())
        return sum(
            (1 if f.side == first.side else -1) * f.steps * max(1.0, f.strength)
            for f in figures
            if 0 <= f.place < first.ground.hexes
        )


def margin_of(ruleset: Ruleset, state: State) -> float:
    """Return the points of the first side minus those of the other; 0 in games without points."""
    if "standing" not in ruleset.questions:
        return 0.0
    points = ruleset.answers(state).standing().points
    one, other = (side.id for side in ruleset.module.meta.sides[:2])
    return round(float(points.get(one, 0)) - float(points.get(other, 0)), 3)


def score_of(ruleset: Ruleset, winner: str | None) -> float:
    """Return the score of the first side for a winner; a draw or no winner is one half."""
    one, other = (side.id for side in ruleset.module.meta.sides[:2])
    return 1.0 if winner == one else 0.0 if winner == other else 0.5


def is_current(fit: Fit) -> bool:
    """Return whether a fit has the features of this version."""
    sizes = len(fit.mean), len(fit.spread), len(fit.win), len(fit.points)
    return sizes == (FEATURES, FEATURES, COLUMNS, COLUMNS)


class Evaluation:
    """The values that a fit gives to positions."""

    def __init__(self, fit: Fit) -> None:
        self._fit = fit

    def of(self, sample: Sample) -> tuple[float, float]:
        """Return the win probability and the points of a position that is not the end."""
        row = _rows([sample], np.array(self._fit.mean), np.array(self._fit.spread))
        win = float(_logistic(row @ np.array(self._fit.win))[0])
        return win, float((row @ np.array(self._fit.points))[0])

    def value(self, balance: Balance, state: State) -> tuple[float, float]:
        """Return the win probability and the points of any position; exact if the game is over."""
        winner = balance.ruleset.over(state)
        if winner is not None:
            return score_of(balance.ruleset, winner), margin_of(balance.ruleset, state)
        return self.of(balance.sample(state))


def _features(samples: Sequence[Sample]) -> NDArray[np.float64]:
    rows = [
        [s.balance, s.force, s.margin, s.held, s.near, s.weakest, s.turn, s.active, s.moving]
        for s in samples
    ]
    return np.array(rows, dtype=np.float64)


def _rows(
    samples: Sequence[Sample], mean: NDArray[np.float64], spread: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return a constant, the turn, the features before it, these times the turn, and whose turn it
    is.

    The turn is a share of its ``spread``, so that it is never negative.
    """
    x = (_features(samples) - mean) / spread
    position, turn, whose = x[:, :TURN], x[:, TURN : TURN + 1], x[:, TURN + 1 :]
    result: NDArray[np.float64] = np.hstack(
        [np.ones((len(x), 1)), turn, position, position * turn, whose]
    )
    return result


RISING = range(2, 2 + 2 * TURN)
"""The columns whose coefficients may not be negative: a better balance is never worse."""


def _rising(
    fit: Callable[[NDArray[np.float64]], NDArray[np.float64]], rows: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the coefficients of a fit, without the rising columns that would get negative
    ones.
    """
    used = list(range(rows.shape[1]))
    while True:
        result = np.zeros(rows.shape[1])
        result[used] = fit(rows[:, used])
        worst = min(RISING, key=lambda column: result[column])
        if result[worst] >= 0:
            return result
        used.remove(worst)


def _logistic(z: NDArray[np.float64]) -> NDArray[np.float64]:
    result: NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(z, -30, 30)))
    return result


def _fit_win(rows: NDArray[np.float64], scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the coefficients of a logistic regression with a ridge penalty."""

    def fit(used: NDArray[np.float64]) -> NDArray[np.float64]:
        result = np.zeros(used.shape[1])
        penalty = RIDGE * np.eye(used.shape[1])
        for _ in range(ROUNDS):
            p = _logistic(used @ result)
            slope = used.T @ (scores - p) - penalty @ result
            curve = (used * (p * (1 - p))[:, None]).T @ used + penalty
            step = np.linalg.solve(curve, slope)
            result = result + np.clip(step, -2, 2)
            if np.abs(step).max() < 1e-8:
                break
        return result

    return _rising(fit, rows)


def _fit_points(rows: NDArray[np.float64], margins: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the coefficients of a linear regression with a ridge penalty."""

    def fit(used: NDArray[np.float64]) -> NDArray[np.float64]:
        penalty = RIDGE * np.eye(used.shape[1])
        penalty[0, 0] = 0
        return np.asarray(np.linalg.solve(used.T @ used + penalty, used.T @ margins), np.float64)

    return _rising(fit, rows)


@dataclass(frozen=True, slots=True)
class _Table:
    """The positions of rollouts as rows of features, with the result and part of their rollouts."""

    mean: NDArray[np.float64]
    spread: NDArray[np.float64]
    rows: NDArray[np.float64]
    scores: NDArray[np.float64]
    margins: NDArray[np.float64]
    part: NDArray[np.int64]


def _table(rollouts: Sequence[Rollout]) -> _Table | None:
    """Return the positions of rollouts; None if there are too few."""
    pairs = [(n, r, s) for n, r in enumerate(rollouts) for s in r.samples]
    if len(rollouts) < PARTS or not pairs:
        return None
    samples = [s for _, _, s in pairs]
    raw = _features(samples)
    mean, spread = raw.mean(axis=0), raw.std(axis=0)
    mean[TURN:], spread[TURN:] = 0, 1
    spread[TURN] = raw[:, TURN].max()
    spread[spread == 0] = 1
    return _Table(
        mean,
        spread,
        _rows(samples, mean, spread),
        np.array([r.score for _, r, _ in pairs]),
        np.array([r.margin for _, r, _ in pairs]),
        np.array([n % PARTS for n, _, _ in pairs]),
    )


@dataclass(frozen=True, slots=True)
class Prediction:
    """The score of a position's rollout, and what was predicted without that rollout.

    ``constant`` is the mean score of the rollouts that the prediction was fitted to.
    """

    score: float
    predicted: float
    constant: float


def predictions(rollouts: Sequence[Rollout]) -> list[Prediction]:
    """Return the predictions for the positions of rollouts, each part by a fit to the others."""
    table = _table(rollouts)
    if table is None:
        return []
    result: list[Prediction] = []
    for k in range(PARTS):
        test, train = table.part == k, table.part != k
        if not test.any() or not train.any():
            continue
        win = _fit_win(table.rows[train], table.scores[train])
        constant = float(table.scores[train].mean())
        found = zip(table.scores[test], _logistic(table.rows[test] @ win), strict=True)
        result += [Prediction(float(score), float(p), constant) for score, p in found]
    return result


def fitted(rollouts: Sequence[Rollout]) -> Fit | None:
    """Return the evaluation fitted to the positions of rollouts; None if there are too few."""
    table = _table(rollouts)
    if table is None:
        return None
    tried = predictions(rollouts)
    missed = [(one.predicted - one.score) ** 2 for one in tried]
    plain = [(one.constant - one.score) ** 2 for one in tried]
    return Fit(
        mean=tuple(table.mean),
        spread=tuple(table.spread),
        win=tuple(_fit_win(table.rows, table.scores)),
        points=tuple(_fit_points(table.rows, table.margins)),
        rollouts=len(rollouts),
        brier=float(np.mean(missed)) if missed else 0,
        constant=float(np.mean(plain)) if plain else 0,
    )
