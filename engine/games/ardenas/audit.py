"""A recorded game judged entry by entry."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import actions as act
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.answers.position import Answers
from engine.games.ardenas.orders import ENTRY, SET_UP_MOVE
from engine.rules.base.auditor import Auditor as BaseAuditor


class Auditor(BaseAuditor):
    """Judges the entries of one game in their order."""

    played = (*BaseAuditor.played, act.OwnAction)
    accounts = (tracks.MOVED,)
    sequence = "15.2a"

    def judge_move(self, before: State, move: act.MoveUnits) -> Iterable[Verdict] | None:
        """Judge a move made with the rules off as a path, in any phase; set-up moves are free."""
        if move.mode in (ENTRY, SET_UP_MOVE):
            return None
        answers = self.ruleset.answers(before)
        assert isinstance(answers, Answers)
        return answers.route_verdicts(move)
