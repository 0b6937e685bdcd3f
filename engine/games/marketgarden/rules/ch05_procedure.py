"""Chapter 5: the course of a combat, stage by stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.combat import (
    ADVANCE,
    ELIMINATED,
    EXCHANGE,
    LOSS,
    RETREAT,
    SUPPORT,
    THROW,
    CombatRecord,
)
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules import ch06_air
from engine.games.marketgarden.rules.ch04_stacking import overstacked
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
    loss_candidates,
    stages_of,
    survivors,
    throw,
)
from engine.games.marketgarden.rules.ch05_retreat import (
    Displace,
    Retreat,
    remove_lost,
    to_retreat,
)
from engine.games.marketgarden.rules.ch05_support import Support
from engine.games.marketgarden.rules.ch08_artillery import (
    beside,
    bombardment_column,
    bombardment_result,
    bombardment_shift,
    bombardment_value,
    fire_verdicts,
)
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import COMBAT, enemy_of, verdict
from engine.rules.base.combat import DEFENDER, Procedure, Stage, Throw, modifiers

# -- declarations ---------------------------------------------------------------------------------


def combat_phase(position: Position) -> Iterator[Verdict]:
    """3.0c, 5.0a: Yield a verdict outside the combat phase."""
    if position.phase != COMBAT:
        yield verdict("3.0c", "phase")


def attack_verdicts(attack: Attack) -> Iterator[Verdict]:
    """5.0a, 5.1.2b, 6.1c, 6.2g, 8.0h: Yield the verdicts against an attack and all support."""
    position, enemy = attack.position, enemy_of(attack.side)
    yield from target_verdicts(position, attack.target, attack.side)
    yield from attacker_verdicts(attack)
    yield from fire_verdicts(position, attack.firers, attack.target, attack.side)
    yield from beside(position, attack.firers, attack.target)
    yield from ch06_air.support_verdicts(position, attack.side, attack.air, attack.attackers)
    yield from ch06_air.support_verdicts(position, enemy, attack.air_defense, attack.defenders)
    yield from fire_verdicts(position, attack.helpers, attack.target, enemy)
    if attack.attackers and attack_strength(attack) < 1:
        yield verdict("5.1.1a", "no_strength", units=[u.id for u in attack.attackers])


def declaration_verdicts(attack: Attack) -> Iterator[Verdict]:
    """4.1.2g, 5.1.2b: Yield the verdicts against declaring an attack."""
    yield from attack_verdicts(attack)
    yield from left_out(attack.position, attack.target, attack.attackers)


def bombardment_verdicts(
    position: Position, side: str, firers: Sequence[Unit], air: int, target: int
) -> Iterator[Verdict]:
    """4.1.2g, 5.1.2b: Yield the verdicts against declaring a bombardment."""
    yield from bombard_verdicts(position, side, firers, air, target)
    yield from left_out(position, target, ())


def bombard_verdicts(
    position: Position, side: str, firers: Sequence[Unit], air: int, target: int
) -> Iterator[Verdict]:
    """5.1.2b, 6.2a, 8.0c, 8.0d, 8.0j: Yield the verdicts against a bombardment by artillery or air.

    Artillery next to the target attacks it normally (8.0c).
    """
    there = position.number(target)
    yield from target_verdicts(position, target, side)
    if firers and air:
        yield verdict("8.0j", "both", hexes=[there])
    if not firers and not air:
        yield verdict("8.0d", "nothing", hexes=[there])
    yield from fire_verdicts(position, firers, target, side)
    yield from beside(position, firers, target)
    yield from ch06_air.support_verdicts(position, side, air, ())


# -- effects --------------------------------------------------------------------------------------


def declare(work: Resolution, attack: Attack) -> None:
    """5.1, 5.1.1d, 5.1.2b, 8.0g: Declare an attack: mark its units and hex, spend air points."""
    record = CombatRecord(
        side=attack.side,
        target=attack.position.number(attack.target),
        attackers=tuple(u.id for u in attack.attackers),
        defenders=tuple(u.id for u in attack.defenders),
        firers=tuple(u.id for u in attack.firers),
        air=attack.air,
        stages=(Stage(kind=SUPPORT), Stage(kind=THROW)),
    )
    for name in record.attackers:
        work.track(tracks.FOUGHT + name, tracks.NOTED)
    _begin(work, record)


def bombard(work: Resolution, side: str, firers: Sequence[Unit], air: int, target: int) -> None:
    """6.2a, 8.0d: Declare and roll for a bombardment; the defender gets no support."""
    position = work.position
    record = CombatRecord(
        kind="air" if air else "artillery",
        side=side,
        target=position.number(target),
        defenders=tuple(u.id for u in position.stacks[enemy_of(side)].get(target, ())),
        firers=tuple(u.id for u in firers),
        air=air,
        stages=(Stage(kind=THROW),),
    )
    _begin(work, record)


def _begin(work: Resolution, record: CombatRecord) -> None:
    for name in record.firers:
        work.track(tracks.FIRED + name, tracks.NOTED)
    ch06_air.spend(work, record.side, record.air)
    work.track(tracks.STRUCK + record.target, record.side)
    work.combat = record
    proceed(work)


def attack_of(position: Position, record: CombatRecord) -> Attack:
    """Return the attack of a record, with the defender's support."""
    return Attack(
        position,
        record.side,
        tuple(survivors(position, record.attackers)),
        position.ground.index[record.target],
        tuple(survivors(position, record.firers)),
        record.air,
        tuple(survivors(position, record.helpers)),
        record.air_defense,
    )


def _support(work: Resolution, record: CombatRecord, stage: Stage) -> None:
    """5.1.1d, 6.1c: Ask the defender for air points and artillery."""
    work.ask(Support.kind, enemy_of(record.side))


def _throw(work: Resolution, record: CombatRecord, stage: Stage) -> None:
    """5.1.5a, T.CRT, T.BOM: Roll the dice and add the stages of the result."""
    position = work.position
    target = position.ground.index[record.target]
    dice = throw(work, f"{record.kind}:{record.target}")
    total = sum(dice)
    if record.kind == "ground":
        chart, table = position.charts.crt, "crt"
        odds = reckon(attack_of(position, record))
        strengths = {"attack": odds.attack, "defense": odds.defense}
        column, shifts = odds.column, modifiers(odds.shifts)
        result = chart.result(total, column)
    else:
        chart, table, value = position.charts.bombardment, "bombardment", value_of(position, record)
        strengths, column = {"attack": value}, bombardment_column(position, value, target)
        shifts = modifiers([bombardment_shift(position, target, by_air=bool(record.air))])
        result = bombardment_result(position, total, column)
    name = chart.columns[column]
    recorded = Throw(table=table, column=name, dice=dice, result=result, shifts=shifts, **strengths)
    work.track(tracks.COMBAT, f"{record.target} {name} {total} {result}")
    work.combat = record.with_throw(recorded).after(result=result, stages=stages_of(result))


def _loss(work: Resolution, record: CombatRecord, stage: Stage) -> None:
    """5.1.6b, 5.1.6d: Ask the owner which unit takes a loss, if any is left."""
    if loss_candidates(work.position, record):
        work.ask(Loss.kind, side_of(record, stage))
    else:
        work.combat = record.done()


def _exchange(work: Resolution, record: CombatRecord, stage: Stage) -> None:
    """5.1.6k: Ask the defender, then the attacker, for units to eliminate."""
    giving = stage.of == DEFENDER
    left = (
        loss_candidates(work.position, record)
        if giving
        else not exchange_paid(work.position, record)
    )
    if left:
        work.ask(Exchange.kind, side_of(record, stage))
    else:
        work.combat = record.done()


def _retreat(work: Resolution, record: CombatRecord, stage: Stage) -> None:
    """5.1.6m, 5.3b: Eliminate units without a retreat path; ask for the others' retreats."""
    if not to_retreat(work.position, record):
        work.combat = record.done()
    elif not remove_lost(work, record):
        work.ask(Retreat.kind, side_of(record, stage))


def _advance(work: Resolution, record: CombatRecord, stage: Stage) -> None:
    """5.2a: Ask the winner to advance, if a unit can."""
    if Advance().offered(work.position, record):
        work.ask(Advance.kind, record.side)
    else:
        work.combat = record.done()


def _make_room(work: Resolution, record: CombatRecord) -> bool:
    """5.3.1: Ask for a unit to displace from a hex overstacked by a retreat."""
    for side, _ in overstacked(work.position):
        work.ask(Displace.kind, side)
        return True
    return False


def side_of(record: CombatRecord, stage: Stage) -> str:
    """Return the side that a stage affects."""
    return enemy_of(record.side) if stage.of == DEFENDER else record.side


STAGES = Procedure[CombatRecord, Resolution](
    {
        SUPPORT: _support,
        THROW: _throw,
        LOSS: _loss,
        ELIMINATED: _loss,
        EXCHANGE: _exchange,
        RETREAT: _retreat,
        ADVANCE: _advance,
    },
    _make_room,
)
"""The functions by kind of stage."""


def proceed(work: Resolution) -> None:
    """5.1: Continue the current combat until a decision is pending or it ends."""
    STAGES(work)


def value_of(position: Position, record: CombatRecord) -> int:
    """6.2a, 8.0d: Return the value of a bombardment."""
    target = position.ground.index[record.target]
    if record.kind == "air":
        return ch06_air.air_value(position, record.air, target)
    return bombardment_value(position, survivors(position, record.firers), target)
