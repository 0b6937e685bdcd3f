"""The decisions of the game, by kind."""

from __future__ import annotations

from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch07_hidden import dispel
from engine.games.ardenas.rules.ch08_area import AreaMove, Placement
from engine.games.ardenas.rules.ch08_area_combat import AreaAttack, Loss, Support, proceed
from engine.games.ardenas.rules.ch08_area_fire import Shot
from engine.games.ardenas.rules.ch08_flak import Flak, fly_on
from engine.games.ardenas.rules.ch08_guns import Target
from engine.games.ardenas.vocabulary import verdict
from engine.rules.base.decisions import Decisions, Handler

HANDLERS: tuple[Handler[Position, Resolution], ...] = (
    Target(),
    Placement(),
    Shot(),
    AreaMove(),
    AreaAttack(),
    Support(),
    Loss(),
    Flak(),
)
"""Every kind of decision there is."""


def go_on(work: Resolution) -> None:
    """8.1i, 8.3n, 11.0f: Continue a flight, remove false groupings that met the enemy, then a
    battle.
    """
    fly_on(work)
    dispel(work)
    proceed(work)


DECISIONS = Decisions(verdict, "15.2a", HANDLERS, go_on)
