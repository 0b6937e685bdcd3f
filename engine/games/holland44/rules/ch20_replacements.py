"""Chapter 20: what a replacement marker forbids; who gets replacements is in replacing."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.attack import Attack
from engine.games.holland44.mover import Move
from engine.rules.registry import clause, say


@clause("20.2.5", "move")
def one_hex_after_a_replacement(move: Move, _: object) -> Iterator[Verdict]:
    """20.2.5: a unit that received a replacement moves one hex at most."""
    for unit in move.mover.units:
        if "replacement" in unit.p.status and len(move.legs) + move.walked > 1:
            yield say("20.2.5", "far", units=[unit.id], unit=move.position.name(unit.id))


@clause("20.2.5", "attack")
def no_attack_beside_a_replacement(attack: Attack, _: object) -> Iterator[Verdict]:
    """20.2.5: a replacement marker prevents every attack from its hex; an area is no hex."""
    position, attackers = attack.position, attack.fight.attackers
    for place in sorted({u.place for u in attackers}):
        in_area = position.area_of(place) is not None
        for unit in attackers if in_area else position.stack(place):
            if unit.place != place:
                continue
            if "replacement" in unit.p.status:
                yield say(
                    "20.2.5",
                    "attack",
                    units=[unit.id],
                    hexes=[position.number(place)],
                    unit=position.name(unit.id),
                    hex=position.where(place),
                )
