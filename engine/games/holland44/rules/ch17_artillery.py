"""Chapter 17: artillery."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.attack import Attack, silences
from engine.games.holland44.fighting import ANY
from engine.games.holland44.marking import MARKER, Mark
from engine.games.holland44.mover import Move
from engine.games.holland44.shifting import counting_artillery
from engine.rules.registry import clause, say


@clause("17.3", "mode")
def extended_artillery(move: Move, _: object) -> Iterator[Verdict]:
    """17.3: only artillery under a moved marker uses extended movement."""
    if move.mode != "extended":
        return
    for unit in move.mover.units:
        if unit.p.artillery and not unit.p.moved:
            yield say("17.3", "extended", units=[unit.id], unit=move.position.name(unit.id))


@clause("17.3", "move")
def tactical_artillery(move: Move, _: object) -> Iterator[Verdict]:
    """17.3: artillery that moves two hexes tactically is disrupted."""
    if not move.tactical or len(move.legs) + move.walked < 2:
        return
    for unit in move.mover.units:
        if unit.p.artillery:
            name = move.position.name(unit.id)
            yield say("17.3", "disrupted", level="info", units=[unit.id], unit=name)


@clause("17.3", "mark")
def moved_markers(order: Mark, _: object) -> Iterator[Verdict]:
    """17.3: the Allies have three, the Germans two; given and taken back in the movement phase.

    A marker stays to the owner's next movement phase: once its unit has moved, it is not taken off.
    """
    position, unit = order.position, order.unit
    clock, name, ids = position.state.clock, position.name(order.unit.id), [order.unit.id]
    if order.marker != MARKER:
        yield say("17.3", "no_marker", units=ids, marker=order.marker)
        return
    if clock.phase != "movement" or clock.active != unit.p.side:
        yield say("17.3", "phase", units=ids, unit=name)
    if not unit.p.artillery:
        yield say("17.3", "artillery", units=ids, unit=name)
    if order.on == unit.p.moved:
        yield say("17.3", "twice" if order.on else "none", units=ids, unit=name)
    elif order.on and order.left < 1:
        yield say("17.3", "limit", units=ids)
    if order.has_moved:
        yield say("17.3", "has_moved", units=ids, unit=name)


@clause("17.6.1", "attack")
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
        yield from silences(position, unit, fight.target)
        if unit.p.formation in corps and fight.side == "allied":
            pass
        elif not any(
            u.p.formation == ANY or fight.leads(unit, u.p.formation) for u in fight.attackers
        ):
            yield say("17.6.1", "formation", args, units=ids)


@clause("17.6.2", "attack")
def number_of_artillery(attack: Attack, _: object) -> Iterator[Verdict]:
    """17.6.2: one artillery supports an attack; with 5 AGRA one of the lead formation too."""
    fight = attack.fight
    counting = {u.id for u in counting_artillery(fight, attack.found.lead or "")}
    for unit in fight.artillery:
        if unit.id not in counting:
            name = attack.position.name(unit.id)
            yield say("17.6.2", "too_many", units=[unit.id], unit=name)
