"""The context of rules that judge an attack: the fight, and how it was reckoned."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board.geometry import distance
from engine.core.verdicts import Verdict
from engine.games.holland44.book import judge
from engine.games.holland44.fighting import Fight, Reckoning
from engine.games.holland44.position import Position
from engine.games.holland44.units import Unit


@dataclass(frozen=True, slots=True)
class Attack:
    """A fight with the reckoning that the attacker chose."""

    fight: Fight
    found: Reckoning

    @property
    def position(self) -> Position:
        """Where it is fought."""
        return self.fight.position

    def assault(self, unit: Unit) -> bool:
        """May a unit join a river assault from its hex (9.5.3)?

        The hex bears the assault marker and an engineer unit; only the Allies assault rivers.
        """
        if unit.p.side != "allied":
            return False
        stack = self.position.stack(unit.place)
        marked = unit.place in self.position.marked("river_assault") or any(
            "river_assault" in u.p.status for u in stack
        )
        engineer = any(u.p.counter.kind == "engineer" for u in stack)
        infantry = any(
            u.p.infantry and u.place == unit.place and u.p.counter.kind != "engineer"
            for u in self.fight.attackers
        )
        return marked and engineer and infantry

    def distance(self, unit: Unit) -> int:
        """Hexes from an artillery unit to the target, the target counted (17.4).

        From an entry area the first hex of the map is the first (19.8).
        """
        position = self.position
        target = position.number(self.fight.target)
        area = position.area_of(unit.place)
        if area is None:
            return distance(position.number(unit.place), target)
        return 1 + min(
            distance(position.number(i), target) for i in position.board.areas[area].hexes
        )


def attack_verdicts(fight: Fight, found: Reckoning) -> list[Verdict]:
    """What the rules say of an attack."""
    return list(judge("attack", Attack(fight, found)))
