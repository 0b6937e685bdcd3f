"""The auditor, which judges the entries of a recorded game."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import actions as act
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.answers.position import Answers
from engine.games.marketgarden.orders import ARRIVAL, NORMAL
from engine.rules.base.auditor import Auditor as BaseAuditor


class Auditor(BaseAuditor):
    """Judge the entries of a game in order."""

    accounts = (tracks.MOVED, tracks.ENTERED)
    sequence = "3.0a"

    def judge_move(self, before: State, move: act.MoveUnits) -> Iterable[Verdict] | None:
        """Return the verdicts on a move, regardless of the phase; None for set-up moves."""
        if move.mode not in (NORMAL, ARRIVAL):
            return None
        answers = self.ruleset.answers(before)
        assert isinstance(answers, Answers)
        return answers.route_verdicts(move)
