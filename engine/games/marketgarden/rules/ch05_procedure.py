"""A combat from its declaration to its end: one stage after the other, until a side is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.combat import CombatRecord
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules import ch06_air
from engine.games.marketgarden.rules.ch05_advance import Advance
from engine.games.marketgarden.rules.ch05_combat import (
    Attack,
    attack_strength,
    attacker_verdicts,
    left_out,
    reckon,
    target_verdicts,
)
from engine.games.marketgarden.rules.ch05_results import (
    Exchange,
    Loss,
    exchange_paid,
    stages_of,
    survivors,
    those_hit,
    throw,
)
from engine.games.marketgarden.rules.ch05_retreat import (
    Displace,
    Retreat,
    crowded,
    remove_lost,
    to_retreat,
)
from engine.games.marketgarden.rules.ch05_support import Support
from engine.games.marketgarden.rules.ch08_artillery import (
    beside,
    bombardment_column,
    bombardment_result,
    bombardment_value,
    fire_verdicts,
)
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import COMBAT, enemy_of, say

# -- declarations ---------------------------------------------------------------------------------


def combat_phase(position: Position) -> Iterator[Verdict]:
    """3.0c, 5.0a: combats are fought in a side's own combat phase."""
    if position.phase != COMBAT:
        yield say("3.0c", "phase")


def attack_verdicts(attack: Attack) -> Iterator[Verdict]:
    """5.0a, 5.1.2b, 6.1c, 6.2g, 8.0h: everything against an attack, its support and its defence."""
    position, enemy = attack.position, enemy_of(attack.side)
    yield from target_verdicts(position, attack.target, attack.side)
    yield from attacker_verdicts(attack)
    yield from fire_verdicts(position, attack.firers, attack.target, attack.side)
    yield from beside(position, attack.firers, attack.target)
    yield from ch06_air.support_verdicts(position, attack.side, attack.air, attack.attackers)
    yield from ch06_air.support_verdicts(position, enemy, attack.air_defense, attack.defenders)
    yield from fire_verdicts(position, attack.helpers, attack.target, enemy)
    if attack.attackers and attack_strength(attack) < 1:
        yield say("5.1.1a", "no_strength", units=[u.id for u in attack.attackers])


def declaration_verdicts(attack: Attack) -> Iterator[Verdict]:
    """4.1.2g, 5.1.2b: the same, and that nobody who must attack is left without an enemy."""
    yield from attack_verdicts(attack)
    yield from left_out(attack.position, attack.target, attack.attackers)


def bombardment_verdicts(
    position: Position, side: str, firers: Sequence[Unit], air: int, target: int
) -> Iterator[Verdict]:
    """4.1.2g, 5.1.2b: everything against a bombardment that is announced.

    It does not keep those who must attack the hex from doing so.
    """
    yield from bombard_verdicts(position, side, firers, air, target)
    yield from left_out(position, target, ())


def bombard_verdicts(
    position: Position, side: str, firers: Sequence[Unit], air: int, target: int
) -> Iterator[Verdict]:
    """6.2a, 8.0d, 8.0j, 5.1.2b: everything against a bombardment as such.

    By artillery or from the air, never both.
    """
    there = position.number(target)
    yield from target_verdicts(position, target, side)
    if firers and air:
        yield say("8.0j", "both", hexes=[there])
    if not firers and not air:
        yield say("8.0d", "nothing", hexes=[there])
    yield from fire_verdicts(position, firers, target, side)
    yield from ch06_air.support_verdicts(position, side, air, ())


# -- what happens ---------------------------------------------------------------------------------


def declare(work: Resolution, attack: Attack) -> None:
    """5.1, 5.1.1d, 5.1.2b, 8.0g: an attack is announced: what takes part has taken part.

    The hex may not be attacked again in the turn, the points are spent.
    """
    record = CombatRecord(
        side=attack.side,
        target=attack.position.number(attack.target),
        attackers=tuple(u.id for u in attack.attackers),
        defenders=tuple(u.id for u in attack.defenders),
        firers=tuple(u.id for u in attack.firers),
        air=attack.air,
        stages=("support", "throw"),
    )
    for name in record.attackers:
        work.track(tracks.FOUGHT + name, 1)
    _begin(work, record)


def bombard(work: Resolution, side: str, firers: Sequence[Unit], air: int, target: int) -> None:
    """6.2a, 8.0d: a bombardment is announced and thrown for; the defender adds nothing."""
    position = work.position
    record = CombatRecord(
        kind="air" if air else "artillery",
        side=side,
        target=position.number(target),
        defenders=tuple(u.id for u in position.stacks[enemy_of(side)].get(target, ())),
        firers=tuple(u.id for u in firers),
        air=air,
        stages=("throw",),
    )
    _begin(work, record)


def _begin(work: Resolution, record: CombatRecord) -> None:
    for name in record.firers:
        work.track(tracks.FIRED + name, 1)
    ch06_air.spend(work, record.side, record.air)
    work.track(tracks.STRUCK + record.target, record.side)
    work.combat = record
    proceed(work)


def attack_of(position: Position, record: CombatRecord) -> Attack:
    """The attack of a record, with the defender's support."""
    units = position.units
    return Attack(
        position,
        record.side,
        tuple(survivors(position, record.attackers)),
        position.ground.index[record.target],
        tuple(units[n] for n in record.firers if n in units),
        record.air,
        tuple(units[n] for n in record.helpers if n in units),
        record.air_defense,
    )


def proceed(work: Resolution) -> None:
    """5.1: go on with the combat in hand until somebody is asked, or it is over."""
    while (record := work.combat) is not None and not work.state.pending:
        full = crowded(work.position, record)
        if full is not None:
            work.ask(Displace.kind, work.position.stack(full)[0].side)
            continue
        if not record.stages:
            work.combat = None
            return
        _stage(work, record)


def _stage(work: Resolution, record: CombatRecord) -> None:
    """The next stage: it is done, or its question is asked."""
    position, defender = work.position, enemy_of(record.side)
    match record.stages[0]:
        case "support":
            work.ask(Support.kind, defender)
        case "throw":
            _throw(work, record)
        case "defender_loss" | "defender_eliminated" if those_hit(position, record):
            work.ask(Loss.kind, defender)
        case "attacker_loss" | "attacker_eliminated" if those_hit(position, record):
            work.ask(Loss.kind, record.side)
        case "exchange_defender" if those_hit(position, record):
            work.ask(Exchange.kind, defender)
        case "exchange_attacker" if not exchange_paid(position, record):
            work.ask(Exchange.kind, record.side)
        case "defender_retreat" | "attacker_retreat" if to_retreat(position, record):
            if not remove_lost(work, record):
                fleeing = defender if record.stages[0] == "defender_retreat" else record.side
                work.ask(Retreat.kind, fleeing)
        case "advance" if Advance().choices(position, {}):
            work.ask(Advance.kind, record.side)
        case _:
            work.combat = record.done()


def _throw(work: Resolution, record: CombatRecord) -> None:
    """5.1.5a, T.CRT, T.BOM: the dice, the cell, and what it asks for."""
    position = work.position
    target = position.ground.index[record.target]
    total = throw(work, f"{record.kind}:{record.target}")
    if record.kind == "ground":
        chart = position.charts.crt
        column = reckon(attack_of(position, record)).column
        result = chart.result(total, column)
    else:
        chart = position.charts.bombardment
        column = bombardment_column(position, value_of(position, record), target)
        result = bombardment_result(position, total, column)
    work.track(tracks.COMBAT, f"{record.target} {chart.columns[column]} {total} {result}")
    work.combat = record.done().after(
        column=chart.columns[column], throw=total, result=result, stages=stages_of(result)
    )


def value_of(position: Position, record: CombatRecord) -> int:
    """6.2a, 8.0d: the value of a bombardment."""
    target = position.ground.index[record.target]
    if record.kind == "air":
        return ch06_air.air_value(position, record.air, target)
    firers = [position.units[n] for n in record.firers if n in position.units]
    return bombardment_value(position, firers, target)
