"""A recorded game judged entry by entry: what this game keeps account of, and its ways."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import actions as act
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.orders import ARRIVAL, LANDING, MODES, NORMAL
from engine.rules.base.auditor import Auditor as BaseAuditor


class Auditor(BaseAuditor):
    """Judges the entries of one game in their order."""

    accounts = (tracks.MOVED, tracks.ENTERED)
    sequence = "3.0"

    def told(self, before: State, move: act.MoveUnits) -> Iterable[Verdict] | None:
        """What the rules say of a move that was told on a free table; set-up is free."""
        if move.mode not in MODES or move.mode not in (NORMAL, ARRIVAL, LANDING):
            return None
        return self.ruleset.judge(before, move)
