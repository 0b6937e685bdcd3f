"""The decisions of the game, by kind."""

from __future__ import annotations

from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch03_sequence import Withdrawal, go_on
from engine.games.normandy44.rules.ch04_weather import Allocation
from engine.games.normandy44.rules.ch06_replacements import BuySupply, Commonwealth
from engine.games.normandy44.rules.ch07_stacking import Overstack
from engine.games.normandy44.rules.ch10_procedure import proceed
from engine.games.normandy44.rules.ch12_determined_defense import Desperate, Stand
from engine.games.normandy44.rules.ch12_results import Loss
from engine.games.normandy44.rules.ch13_retreat import Retreat
from engine.games.normandy44.rules.ch14_advance import Advance
from engine.games.normandy44.rules.ch17_support import Purse
from engine.games.normandy44.rules.ch19_air_and_naval import Missions
from engine.games.normandy44.rules.ch20_assault import AssaultAdvance, Glider, Landing
from engine.games.normandy44.rules.ch21_beachheads import Site
from engine.games.normandy44.vocabulary import verdict
from engine.rules.base.decisions import Decisions, Handler

HANDLERS: tuple[Handler[Position, Resolution], ...] = (
    Allocation(),
    Commonwealth(),
    BuySupply(),
    Overstack(),
    Loss(),
    Stand(),
    Desperate(),
    Retreat(),
    Advance(),
    Missions(),
    Landing(),
    Glider(),
    AssaultAdvance(),
    Withdrawal(),
    Site(),
    Purse(),
)
"""Every kind of decision."""


def _proceed(work: Resolution) -> None:
    while True:
        proceed(work)
        before = len(work.effects)
        go_on(work)
        if len(work.effects) == before:
            return


DECISIONS = Decisions(verdict, "3.0", HANDLERS, _proceed)
