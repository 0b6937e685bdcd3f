"""Chapter 11: what an engaged unit may not do."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.attack import Attack
from engine.games.holland44.mover import Move
from engine.rules.registry import clause, say


@clause("11.5.1", "mode")
def engaged_units_move_tactically(move: Move, _: object) -> Iterator[Verdict]:
    """11.5.1: engaged units use tactical movement only."""
    if move.tactical:
        return
    for unit in move.mover.units:
        if "engaged" in unit.p.status:
            yield say("11.5.1", "tactical", units=[unit.id], unit=move.position.name(unit.id))


@clause("11.5.1", "move")
def engaged_units_get_disrupted(move: Move, _: object) -> Iterator[Verdict]:
    """11.5.1: an engaged unit that moves two hexes is disrupted."""
    for unit in move.mover.units:
        if "engaged" in unit.p.status and len(move.legs) + move.walked > 1:
            name = move.position.name(unit.id)
            yield say("11.5.1", "disrupted", level="info", units=[unit.id], unit=name)


@clause("11.5.1", "attack")
def engaged_units_across_water(attack: Attack, _: object) -> Iterator[Verdict]:
    """11.5.1: engaged units do not attack across a major river or canal."""
    fight, position = attack.fight, attack.position
    for unit in fight.attackers:
        if "engaged" in unit.p.status and fight.water(unit) in ("major_river", "canal"):
            hexes = [position.number(unit.place), position.number(fight.target)]
            yield say("11.5.1", "water", units=[unit.id], hexes=hexes, unit=position.name(unit.id))
