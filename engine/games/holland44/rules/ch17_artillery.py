"""Chapter 17: artillery."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.attack import Attack
from engine.games.holland44.book import RULES
from engine.games.holland44.mover import Move
from engine.rules.registry import say

SILENT = ("scattered", "engaged", "disrupted", "full_retreat", "moved", "moved_german")
"""17.6.1: statuses in which artillery gives no support."""


@RULES.rule("17.3", "mode")
def extended_artillery(move: Move, _: object) -> Iterator[Verdict]:
    """17.3: only artillery under a moved marker uses extended movement."""
    if move.mode != "extended":
        return
    for unit in move.mover.units:
        if unit.p.artillery and not unit.p.moved:
            yield say("17.3", "extended", units=[unit.id], unit=move.position.name(unit.id))


@RULES.rule("17.3", "move")
def tactical_artillery(move: Move, _: object) -> Iterator[Verdict]:
    """17.3: artillery that moves two hexes tactically is disrupted."""
    if not move.tactical or len(move.legs) + move.walked < 2:
        return
    for unit in move.mover.units:
        if unit.p.artillery:
            name = move.position.name(unit.id)
            yield say("17.3", "disrupted", level="info", units=[unit.id], unit=name)


@RULES.rule("17.6.1", "attack")
def artillery_support(attack: Attack, _: object) -> Iterator[Verdict]:
    """17.6.1: support needs a ready gun in good order, in range, of a formation that attacks."""
    fight, position = attack.fight, attack.position
    corps = position.setting.roster.corps_level
    for unit in fight.artillery:
        args = {"unit": position.name(unit.id)}
        ids = [unit.id]
        if not unit.p.artillery or unit.p.side != fight.side:
            yield say("17.6.1", "no_artillery", args, units=ids)
            continue
        if "fired" in unit.p.status:
            yield say("17.5", "fired", args, units=ids)
        for status in SILENT:
            if status in unit.p.status:
                state = position.setting.module.marker_name(status)
                yield say("17.6.1", "status", args, units=ids, status=state)
        if unit.p.formation in corps and fight.side == "allied":
            pass
        elif not any(fight.leads(unit, u.p.formation) for u in fight.attackers):
            yield say("17.6.1", "formation", args, units=ids)
        reach = unit.p.counter.front.range or 0
        far = attack.distance(unit)
        if far > reach:
            yield say("17.4", "range", args, units=ids, distance=far, range=reach)


@RULES.rule("17.6.2", "attack")
def number_of_artillery(attack: Attack, _: object) -> Iterator[Verdict]:
    """17.6.2: one artillery supports an attack; with 5 AGRA one of the lead formation too."""
    fight = attack.fight
    counting = {u.id for u in fight.counting_artillery(attack.found.lead or "")}
    for unit in fight.artillery:
        if unit.id not in counting:
            name = attack.position.name(unit.id)
            yield say("17.6.2", "too_many", units=[unit.id], unit=name)
