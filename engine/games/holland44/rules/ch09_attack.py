"""9: attacks as the clauses judge them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.core.verdicts import Verdict
from engine.games.holland44.book import judge
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch09_river_assault import ASSAULT
from engine.games.holland44.rules.ch10_odds import CombatOdds, best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.units import Unit
from engine.rules.base.clauses import clause


@dataclass(frozen=True)
class Attack:
    """A combat with the lead formation and attached unit that the attacker chose, or the best."""

    fight: Combat
    chosen: CombatOdds | None = None
    """The odds of the attacker's choice; None for the best odds."""

    @cached_property
    def odds(self) -> CombatOdds:
        """Return the odds of the choice, or the best ones, computed when a clause asks for them."""
        return self.chosen or best_lead(self.fight)

    @property
    def position(self) -> Position:
        """Return the position of the combat."""
        return self.fight.position

    def assault(self, unit: Unit) -> bool:
        """9.5.3: return whether a unit may join a river assault from its hex.

        Infantry that has waited at the river takes part, supported by an engineer unit in the hex;
        both have the status. Only the Allies assault rivers. In given positions, a marker in the
        hex replaces the status of all units.
        """
        if unit.profile.side != "allied":
            return False
        marked = unit.place in self.position.marked(ASSAULT)
        infantry = [
            u
            for u in self.fight.attackers
            if u.place == unit.place and u.profile.infantry and u.profile.counter.kind != "engineer"
        ]
        return bool(self.engineers(unit.place)) and any(
            marked or ASSAULT in u.profile.status for u in infantry
        )

    def engineers(self, hex_: int) -> list[Unit]:
        """9.5.3: return the engineer units of a hex that can support a river assault (23.3.2)."""
        marked = hex_ in self.position.marked(ASSAULT)
        return [
            u
            for u in self.position.stack(hex_)
            if u.profile.counter.kind == "engineer" and (marked or ASSAULT in u.profile.status)
        ]

    def assaulted_from(self) -> list[int]:
        """Return the hexes from which the attack crosses a major river without a bridge."""
        fight, blocked = self.fight, self.position.crossings.blocked
        origins = {fight.origin(u) for u in fight.attackers}
        return sorted(i for i in origins if (i, fight.target) in blocked)


def attack_verdicts(fight: Combat, odds: CombatOdds | None = None) -> Iterator[Verdict]:
    """Yield the verdicts on an attack; without ``odds`` on one at the best odds."""
    return judge(fight.position, "attack", Attack(fight, odds))


@clause("9.1", "attack")
def defenders_to_attack(attack: Attack, _: object) -> Iterator[Verdict]:
    """9.1: units attack adjacent enemy units."""
    fight, position = attack.fight, attack.position
    hexes = [position.number(fight.target)]
    if not fight.present or fight.present[0].profile.side == fight.side:
        yield verdict("9.1", "nobody", hexes=hexes, hex=position.where(fight.target))
        return
    for unit in fight.attackers:
        if unit.profile.side != fight.side:
            yield verdict("9.1", "sides", units=[unit.id], unit=position.name(unit.id))
        area = position.area_of(unit.place)
        near = (
            area in position.ground.area_hexes.get(fight.target, ())
            if area
            else fight.target in position.ground.ring[unit.place]
        )
        if not near:
            yield verdict(
                "9.1",
                "far",
                units=[unit.id],
                hexes=[position.number(unit.place), *hexes],
                unit=position.name(unit.id),
                hex=position.where(fight.target),
            )


@clause("9.1", "attack")
def attack_factor(attack: Attack, _: object) -> Iterator[Verdict]:
    """9.1: units with an attack factor of 0 cannot attack."""
    for unit in attack.fight.attackers:
        if unit.profile.attack == 0:
            yield verdict("9.1", "no_factor", units=[unit.id], unit=attack.position.name(unit.id))


@clause("9.5.1", "attack")
def over_a_major_river(attack: Attack, _: object) -> Iterator[Verdict]:
    """9.5.1, 9.5.3: none over a major river but over a bridge (9.5.2) or in a river assault
    (9.5.3).
    """
    fight, position = attack.fight, attack.position
    for unit in fight.attackers:
        origin = fight.origin(unit)
        if (origin, fight.target) not in position.crossings.blocked or attack.assault(unit):
            continue
        yield verdict(
            "9.5.1",
            "river",
            units=[unit.id],
            hexes=[position.number(origin), position.number(fight.target)],
            unit=position.name(unit.id),
            hex=position.where(fight.target),
        )
