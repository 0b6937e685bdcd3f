"""11.5: engaged units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import ENGAGED_WATER, verdict
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.games.holland44.rules.ch09_attack import Attack
from engine.games.holland44.tracks import FOUGHT
from engine.rules.base.clauses import clause


def engage(work: Resolution, names: Iterable[str]) -> None:
    """11.1, 11.5.1, 11.5.2: mark units engaged, unless they are disordered."""
    for unit in work.units(names):
        if unit.profile.good_order:
            work.status(unit.id, add=["engaged"])


def remember_fought(work: Resolution, names: Iterable[str], word: str) -> None:
    """9.1: record what units have done in the combat phase (attacked, defended …)."""
    for unit in work.units(names):
        work.track(FOUGHT + unit.id, word)


@clause("11.5.1", "mode")
def engaged_units_move_tactically(move: Move, _: object) -> Iterator[Verdict]:
    """11.5.1: engaged units use tactical movement only."""
    if move.tactical:
        return
    for unit in move.mover.units:
        if "engaged" in unit.profile.status:
            yield verdict("11.5.1", "tactical", units=[unit.id], unit=move.position.name(unit.id))


@clause("11.5.1", "move")
def engaged_units_get_disrupted(move: Move, _: object) -> Iterator[Verdict]:
    """11.5.1: an engaged unit that moves two hexes is disrupted."""
    for unit in move.mover.units:
        if "engaged" in unit.profile.status and len(move.legs) + move.hexes_moved > 1:
            name = move.position.name(unit.id)
            yield verdict("11.5.1", "disrupted", level="info", units=[unit.id], unit=name)


@clause("11.5.1", "attack")
def engaged_units_across_water(attack: Attack, _: object) -> Iterator[Verdict]:
    """11.5.1: engaged units do not attack across a major river or canal."""
    fight, position = attack.fight, attack.position
    for unit in fight.attackers:
        if "engaged" in unit.profile.status and fight.water(unit) in ENGAGED_WATER:
            hexes = [position.number(unit.place), position.number(fight.target)]
            yield verdict(
                "11.5.1", "water", units=[unit.id], hexes=hexes, unit=position.name(unit.id)
            )
