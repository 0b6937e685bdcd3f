"""10.2, 10.7: limits on lead formations, attached units and air support."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import AIR_RANGE, AIR_UNITS, verdict
from engine.games.holland44.rules.ch09_attack import Attack
from engine.games.holland44.rules.ch10_shifts import near_british
from engine.rules.base.clauses import clause


@clause("10.2.1", "attack")
def lead_formation(attack: Attack, _: object) -> Iterator[Verdict]:
    """10.2.1: the lead formation takes part in the attack."""
    fight, odds = attack.fight, attack.chosen
    lead = odds.lead if odds is not None else None  # the best one takes part
    if lead and not any(fight.leads(u, lead) for u in fight.attackers):
        yield verdict("10.2.1", "absent", lead=lead)


@clause("10.2.3", "attack")
def attachment(attack: Attack, _: object) -> Iterator[Verdict]:
    """10.2.3: one unit of another formation is attached, stacked with the lead formation.

    10.2.4: Allied corps-level units need not be stacked with it.
    """
    fight, odds = attack.fight, attack.chosen
    if odds is None or odds.attached is None or odds.lead is None:
        return
    if odds.attached not in {u.id for u in fight.attachable(odds.lead)}:
        name = attack.position.name(odds.attached)
        yield verdict("10.2.3", "apart", units=[odds.attached], unit=name, lead=odds.lead)


@clause("10.7", "attack")
def air_support(attack: Attack, _: object) -> Iterator[Verdict]:
    """10.7: one Allied air unit by day, near a British unit that is not airborne."""
    fight, position = attack.fight, attack.position
    if not fight.air:
        return
    hexes = [position.number(fight.target)]
    if fight.side != "allied":
        yield verdict("10.7", "side")
    if fight.air > 1:
        yield verdict("10.7", "one", air=fight.air)
    if not AIR_UNITS.get(position.weather):
        yield verdict("10.7", "weather", weather=position.weather)
    if not near_british(fight):
        yield verdict(
            "10.7", "range", hexes=hexes, hex=position.where(fight.target), range=AIR_RANGE
        )
