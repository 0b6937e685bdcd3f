"""Judge a recorded game entry by entry, with an account of movement."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import actions as act
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.answers.position import Answers
from engine.games.normandy44.vocabulary import MODES
from engine.rules.base.auditor import Auditor as BaseAuditor


class Auditor(BaseAuditor):
    """Judges the entries of one game in order."""

    played = (*BaseAuditor.played, act.PlaceMarker)
    accounts = (tracks.MOVED, tracks.HEXES)
    sequence = "3.0"

    def judge_move(self, before: State, move: act.MoveUnits) -> Iterable[Verdict] | None:
        """Return the verdicts on a recorded move, whatever the phase; set-up moves are free."""
        if move.mode not in MODES:
            return None
        answers = self.ruleset.answers(before)
        assert isinstance(answers, Answers)
        return answers.route_verdicts(move)
