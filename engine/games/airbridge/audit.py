"""The auditor, which judges the entries of a recorded game."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import actions as act
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.orders import ARRIVAL, LANDING, NORMAL
from engine.rules.base.auditor import Auditor as BaseAuditor


class Auditor(BaseAuditor):
    """Judge the entries of a game in order."""

    accounts = (tracks.MOVED, tracks.ENTERED)
    sequence = "3.0"

    def judge_move(self, before: State, move: act.MoveUnits) -> Iterable[Verdict] | None:
        """Return the verdicts on a move made without rules; None if they do not judge it."""
        if move.mode not in (NORMAL, ARRIVAL, LANDING):
            return None
        return self.ruleset.judge(before, move)
