"""Rule 8.7: an automatic DS is the one attack that a movement phase knows, beside 25.3.1."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.attack import Attack
from engine.games.holland44.automatic import Pursuit
from engine.rules.odds import column_name, column_number
from engine.rules.registry import clause, say

COUNTING = ("armor_attacker", "armor_defender", "elite", "low_quality")
"""8.7: the shifts that count: armour (10.3) and troop quality (10.6)."""

ENOUGH = "10:1"


def odds_of(attack: Attack) -> str:
    """The odds of an attack with the shifts that count towards an automatic DS."""
    found = attack.found
    shifted = column_number(found.odds.ratio)
    shifted += sum(shift.by for shift in found.shifts if shift.why in COUNTING)
    return column_name(shifted)


@clause("8.7", "automatic")
def ten_to_one(attack: Attack, _: object) -> Iterator[Verdict]:
    """8.7, 9.1: in the movement phase only an attack at 10:1 can be made."""
    fight, position = attack.fight, attack.position
    if attack.found.odds.defense == 0 and fight.present:
        return
    odds = odds_of(attack)
    if column_number(odds) < column_number(ENOUGH):
        hexes, where = [position.number(fight.target)], position.where(fight.target)
        yield say("8.7", "odds", hexes=hexes, hex=where, odds=odds, enough=ENOUGH)


@clause("8.7", "automatic")
def no_support(attack: Attack, _: object) -> Iterator[Verdict]:
    """8.7: artillery and air units are assigned in the combat phase only."""
    fight = attack.fight
    if fight.artillery or fight.air:
        yield say("8.7", "support", units=[u.id for u in fight.artillery])


@clause("8.7", "pursue")
def the_later_advance(order: Pursuit, _: object) -> Iterator[Verdict]:
    """8.7: units with the marker of an automatic DS advance in their combat phase."""
    position, unit = order.position, order.unit
    clock, args = position.state.clock, {"unit": position.name(unit.id)}
    if order.target is None:
        yield say("8.7", "no_advance", args, units=[unit.id])
    if clock.phase != "combat" or clock.active != unit.p.side:
        yield say("8.7", "phase", args, units=[unit.id])


@clause("25.3.1", "automatic")
def lone_unknown_units_are_entered(attack: Attack, _: object) -> Iterator[Verdict]:
    """25.3.1, 25.4: a lone unknown unit is fought by moving into its hex."""
    fight, position = attack.fight, attack.position
    enemy = position.enemy(fight.side)
    if fight.target in enemy.lone_unknowns:
        hexes = [position.number(fight.target)]
        ids = [u.id for u in fight.present]
        yield say("25.3.1", "enter", units=ids, hexes=hexes, hex=position.where(fight.target))
