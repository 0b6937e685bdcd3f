"""Units that may not move in the first turns of a scenario."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.airbridge.position import Position
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import verdict

CORPS_GUNS_FROM = 3
"""CAMP.d: the first turn in which XXX Corps artillery may move."""


def first_turn_verdicts(position: Position, unit: Unit) -> Iterator[Verdict]:
    """TOURN.c: Yield the verdict against 9 Recc moving or attacking in turn 1 of the tournament."""
    if (position.setting.scenario == "tournament" and position.turn == 1) and (
        unit.type.id == "GE-9SS-Recc"
    ):
        yield verdict("TOURN.c", "waits", units=[unit.id])


def scenario_verdicts(position: Position, unit: Unit) -> Iterator[Verdict]:
    """CAMP.d, INTRO.i, TOURN.c: Yield the scenario's verdicts against moving a unit."""
    yield from first_turn_verdicts(position, unit)
    corps_guns = unit.type.artillery and unit.type.formation == "XXX Corps"
    if corps_guns and position.turn < CORPS_GUNS_FROM:
        yield verdict("CAMP.d", "waits", units=[unit.id])
