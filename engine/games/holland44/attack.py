"""The context of rules that judge an attack: the fight, and how it was reckoned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.verdicts import Verdict
from engine.games.holland44.book import judge
from engine.games.holland44.fighting import Fight, Reckoning
from engine.games.holland44.position import Position
from engine.games.holland44.units import Unit
from engine.rules.registry import say

ASSAULT = "river_assault"
"""The status of units ready for a river assault, and the marker that says so (9.5.3)."""

SILENT = ("scattered", "engaged", "disrupted", "full_retreat", "moved", "moved_german")
"""17.6.1: statuses in which artillery gives no support."""


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

        Infantry that has waited at the river takes part, and an engineer unit in the hex supports
        it; both bear the status. Only the Allies assault rivers. A marker in the hex, as questions
        about positions may give it, stands for the status of all.
        """
        if unit.p.side != "allied":
            return False
        marked = unit.place in self.position.marked(ASSAULT)
        infantry = [
            u
            for u in self.fight.attackers
            if u.place == unit.place and u.p.infantry and u.p.counter.kind != "engineer"
        ]
        return bool(self.engineers(unit.place)) and any(
            marked or ASSAULT in u.p.status for u in infantry
        )

    def engineers(self, hex_: int) -> list[Unit]:
        """The engineer units of a hex that can support a river assault (23.3.2)."""
        marked = hex_ in self.position.marked(ASSAULT)
        return [
            u
            for u in self.position.stack(hex_)
            if u.p.counter.kind == "engineer" and (marked or ASSAULT in u.p.status)
        ]

    def assaulted_from(self) -> list[int]:
        """The hexes from which this attack goes over a major river without a bridge."""
        fight, blocked = self.fight, self.position.crossings.blocked
        origins = {fight.origin(u) for u in fight.attackers}
        return sorted(i for i in origins if (i, fight.target) in blocked)


def attack_verdicts(fight: Fight, found: Reckoning) -> list[Verdict]:
    """What the rules say of an attack."""
    return list(judge(fight.position, "attack", Attack(fight, found)))


def hexes_to(position: Position, unit: Unit, target: int) -> int:
    """Hexes from an artillery unit to a hex, that one counted (17.4).

    From an entry area the first hex of the map is the first (19.8).
    """
    area = position.area_of(unit.place)
    if area is None:
        return position.board.distance(unit.place, target)
    hexes = position.board.areas[area].hexes
    return 1 + min(position.board.distance(i, target) for i in hexes)


def ready_guns(position: Position, side: str, target: int) -> list[Unit]:
    """A side's artillery that could support a fight for a hex, other than its own (17.6.1)."""
    return sorted(
        (
            u
            for u in position.units.values()
            if u.p.side == side and u.p.artillery and not any(silences(position, u, target))
        ),
        key=lambda u: u.id,
    )


def silences(position: Position, unit: Unit, target: int) -> Iterator[Verdict]:
    """What keeps artillery from supporting a fight for a hex (17.4, 17.5, 17.6.1)."""
    name, ids = {"unit": position.name(unit.id)}, [unit.id]
    if unit.place == target:
        yield say("17.6.1", "own_hex", name, units=ids)
    if "fired" in unit.p.status:
        yield say("17.5", "fired", name, units=ids)
    for status in SILENT:
        if status in unit.p.status:
            state = position.setting.module.marker_name(status)
            yield say("17.6.1", "status", name, units=ids, status=state)
    far, reach = hexes_to(position, unit, target), unit.p.counter.front.range or 0
    if far > reach:
        yield say("17.4", "range", name, units=ids, distance=far, range=reach)


def ready_to_assault(position: Position, hex_: int) -> bool:
    """Do the units of a hex bear the signs of a river assault (9.5.3)?"""
    stack = position.stack(hex_)
    marked = hex_ in position.marked(ASSAULT)
    return any(u.p.counter.kind == "engineer" for u in stack) and (
        marked or any(ASSAULT in u.p.status for u in stack)
    )
