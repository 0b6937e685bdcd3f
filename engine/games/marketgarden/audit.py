"""The auditor, which judges the entries of a recorded game."""

from __future__ import annotations

from engine.games.marketgarden import tracks
from engine.rules.base.auditor import Auditor as BaseAuditor


class Auditor(BaseAuditor):
    """Judge the entries of a game in order."""

    accounts = (tracks.MOVED, tracks.ENTERED)
    sequence = "3.0a"
