"""The decisions of the game, by kind."""

from __future__ import annotations

from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.vocabulary import say
from engine.rules.base.decisions import Decisions, Handler

HANDLERS: tuple[Handler[Position, Resolution], ...] = ()
"""Every kind of decision there is."""

DECISIONS = Decisions(say, "15.2a", HANDLERS)
