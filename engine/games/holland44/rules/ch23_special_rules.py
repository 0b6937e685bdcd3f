"""23.1 to 23.6: special rules as moves meet them.

Elsewhere: 23.1.1 ``ch22_first_wave:FirstRolls``; 23.1.2 ``mover:Move.open_areas``; 23.1.3
``ch10_shifts:_artillery_shifts``; 23.2 ``ch05_bridge_phase:_bridging``; 23.3.1
``ch09_river_assault:prepare_assaults``; 23.3.2 ``ch09_river_assault:assault_groups``; 23.3.3
``mover:Mover.landing_objections``; 23.3.3 ``mover:Mover.ferryman``; 23.3.3
``limits:water_objections``; 23.4 ``mover:_beyond_boundary``; 23.5 ``ch19_arrivals:reinforce``; 23.7
``ch11_results:_slips_away``.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.games.holland44.rules.ch23_garrisons import is_waiting
from engine.rules.base.clauses import clause


@clause("23.1.2", "mode")
def german_turn_1(move: Move, _: object) -> Iterator[Verdict]:
    """23.1.2: German units use only tactical movement on turn 1."""
    if move.position.turn == 1 and move.mover.side == "german" and not move.tactical:
        yield verdict("23.1.2", "tactical", units=sorted(move.mover.ids))


@clause("23.3.3", "mode")
def engineers_that_ferry_stay(move: Move, _: object) -> Iterator[Verdict]:
    """23.3.3: an engineer unit that has carried others over a river moves no more in the phase."""
    for unit in move.mover.units:
        if "ferry" in unit.profile.status and move.position.state.clock.phase == "movement":
            yield verdict("23.3.3", "stays", units=[unit.id], unit=move.position.name(unit.id))


@clause("23.4", "move")
def corps_boundaries(move: Move, _: object) -> Iterator[Verdict]:
    """23.4: British corps units go at most one hex past a corps boundary up to turn 6."""
    position = move.position
    for leg in move.legs:
        if leg.end in move.mover.beyond_boundary:
            yield verdict(
                "23.4",
                "past",
                units=sorted(move.mover.ids),
                hexes=[position.number(leg.end)],
                hex=position.where(leg.end),
            )


@clause("23.6", "mode")
def frozen_garrisons(move: Move, _: object) -> Iterator[Verdict]:
    """23.6: the garrisons of Tiel and 's-Hertogenbosch wait for an Allied unit within two hexes."""
    position = move.position
    for unit in move.mover.units:
        if is_waiting(position, unit):
            here, name = position.number(unit.place), position.name(unit.id)
            yield verdict("23.6", "waits", units=[unit.id], hexes=[here], unit=name)
