"""The decisions of the game, by kind."""

from __future__ import annotations

from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.rules.ch03_sequence import Initiative
from engine.games.airbridge.rules.ch05_stacking import Overstack
from engine.games.airbridge.rules.ch07_bridges import Demolish, Repair
from engine.games.airbridge.rules.ch07_drop_zones import NewZone
from engine.games.airbridge.rules.ch10_refusal import React, Refuge, Refuse
from engine.games.airbridge.rules.ch12_combat import Support, proceed
from engine.games.airbridge.rules.ch12_losses import Loss, Tire
from engine.games.airbridge.rules.ch12_retreat import Advance, Retreat, Stay
from engine.games.airbridge.vocabulary import verdict
from engine.rules.base.decisions import Decisions, Handler

HANDLERS: tuple[Handler[Position, Resolution], ...] = (
    Initiative(),
    NewZone(),
    Demolish(),
    Repair(),
    Refuse(),
    Refuge(),
    React(),
    Support(),
    Loss(),
    Tire(),
    Stay(),
    Retreat(),
    Advance(),
    Overstack(),
)
"""The handlers of all kinds of decision."""

DECISIONS = Decisions(verdict, "3.0", HANDLERS, proceed)
