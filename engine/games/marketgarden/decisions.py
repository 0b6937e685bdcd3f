"""The decisions of the game, by kind."""

from __future__ import annotations

from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules.ch05_advance import Advance
from engine.games.marketgarden.rules.ch05_procedure import proceed
from engine.games.marketgarden.rules.ch05_results import Exchange, Loss
from engine.games.marketgarden.rules.ch05_retreat import Displace, Retreat
from engine.games.marketgarden.rules.ch05_support import Support
from engine.games.marketgarden.rules.ch10_bridges import Demolition
from engine.games.marketgarden.vocabulary import verdict
from engine.rules.base.decisions import Decisions, Handler

HANDLERS: tuple[Handler[Position, Resolution], ...] = (
    Demolition(),
    Support(),
    Loss(),
    Exchange(),
    Retreat(),
    Displace(),
    Advance(),
)
"""The handlers of all kinds of decision."""

DECISIONS = Decisions(verdict, "3.0a", HANDLERS, proceed)
