"""Units that a scenario keeps from moving for some turns."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.airbridge.position import Position
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import say

CORPS_GUNS_FROM = 3
"""CAMP.d: the artillery of XXX Corps moves from this turn."""


def held_back(position: Position, unit: Unit) -> Iterator[Verdict]:
    """TOURN.c: 9 Recc neither moves nor attacks in the first turn of the tournament."""
    if (position.setting.scenario == "tournament" and position.turn == 1) and (
        unit.type.id == "GE-9SS-Recc"
    ):
        yield say("TOURN.c", "waits", units=[unit.id])


def kept_still(position: Position, unit: Unit) -> Iterator[Verdict]:
    """CAMP.d, INTRO.i, TOURN.c: why a scenario keeps a unit on the map from moving."""
    yield from held_back(position, unit)
    corps_guns = unit.type.artillery and unit.type.formation == "XXX Corps"
    if corps_guns and position.turn < CORPS_GUNS_FROM:
        yield say("CAMP.d", "waits", units=[unit.id])
