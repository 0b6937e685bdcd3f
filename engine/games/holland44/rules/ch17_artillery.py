"""17.4 to 17.7: artillery support of a combat.

Elsewhere: 17.1, 17.6.1, 17.6.3 ``ch12_determined_defense:_guns``; 17.2
``ch15_advance_hexes:Advance.hexes``; 17.3 ``ch10_strengths:Combat._defense``; 17.6.1, 17.6.2
``ch10_shifts:counting_artillery``; 17.6.2 ``ch10_shifts:_artillery_shifts``.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch09_attack import Attack
from engine.games.holland44.rules.ch10_shifts import counting_artillery
from engine.games.holland44.rules.ch10_strengths import ANY
from engine.games.holland44.units import Unit
from engine.rules.base.clauses import clause

SILENT = ("scattered", "engaged", "disrupted", "full_retreat", "moved", "moved_german")
"""17.6.1: statuses in which artillery gives no support."""


def hexes_to(position: Position, unit: Unit, target: int) -> int:
    """19.8: return the hexes from artillery to a hex, the target included (17.4).

    From an entry area, counting begins with the first hex of the map (19.8).
    """
    area = position.area_of(unit.place)
    if area is None:
        return position.board.distance(unit.place, target)
    hexes = position.board.areas[area].hexes
    return 1 + min(position.board.distance(i, target) for i in hexes)


def ready_guns(position: Position, side: str, target: int) -> list[Unit]:
    """17.6.1, 17.7: return a side's artillery outside a hex that could support a combat there."""
    return [u for u in _guns(position, side) if not any(_support_faults(position, u, target))]


def _guns(position: Position, side: str) -> list[Unit]:
    """Return a side's artillery, by id."""
    own = position.own(side)

    def among_them() -> list[Unit]:
        return [u for u in own if u.profile.artillery]

    guns: list[Unit] = position.setting.latest(("guns", side), (own,), among_them)
    return guns


def support_objections(position: Position, unit: Unit, target: int) -> Iterator[Verdict]:
    """Yield the reasons against artillery support of a combat for a hex (17.4, 17.5, 17.6.1)."""
    for rule, key, more in _support_faults(position, unit, target):
        yield verdict(rule, key, {"unit": position.name(unit.id), **more}, units=[unit.id])


def _support_faults(
    position: Position, unit: Unit, target: int
) -> Iterator[tuple[str, str, dict[str, str | int]]]:
    """Yield the reasons as rules, each with a word and values for its message."""
    if unit.place == target:
        yield "17.6.1", "own_hex", {}
    if "fired" in unit.profile.status:
        yield "17.5", "fired", {}
    for status in SILENT:
        if status in unit.profile.status:
            yield "17.6.1", "status", {"status": position.setting.module.marker_name(status)}
    far, reach = hexes_to(position, unit, target), unit.profile.counter.front.range or 0
    if far > reach:
        yield "17.4", "range", {"distance": far, "range": reach}


@clause("17.6.1", "attack")
def artillery_support(attack: Attack, _: object) -> Iterator[Verdict]:
    """11.5.1, 14.2, 17.4, 17.5, 17.6.1, 22.3.6: supporting artillery is ready and in range.

    It is in good order, and belongs to a formation that attacks.
    """
    fight, position = attack.fight, attack.position
    corps = position.setting.roster.corps_level
    for unit in fight.artillery:
        args = {"unit": position.name(unit.id)}
        ids = [unit.id]
        if not unit.profile.artillery or unit.profile.side != fight.side:
            yield verdict("17.6.1", "no_artillery", args, units=ids)
            continue
        yield from support_objections(position, unit, fight.target)
        if unit.profile.formation in corps and fight.side == "allied":
            pass
        elif not any(
            u.profile.formation == ANY or fight.leads(unit, u.profile.formation)
            for u in fight.attackers
        ):
            yield verdict("17.6.1", "formation", args, units=ids)


@clause("17.6.2", "attack")
def number_of_artillery(attack: Attack, _: object) -> Iterator[Verdict]:
    """17.6.2: one artillery unit supports an attack; with 5 AGRA, one of the lead formation too."""
    fight = attack.fight
    if not fight.artillery:
        return
    counting = {u.id for u in counting_artillery(fight, attack.odds.lead or "")}
    for unit in fight.artillery:
        if unit.id not in counting:
            name = attack.position.name(unit.id)
            yield verdict("17.6.2", "too_many", units=[unit.id], unit=name)
