"""Chapter 10.5: a combat from its declaration to its end, stage by stage."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.combat import (
    ADVANCE,
    ANY_LOSS,
    ASSAULT,
    ASSAULT_ADVANCE,
    ASSAULT_LOSS,
    LIMITED,
    LOSS,
    RETREAT,
    STAND,
    CombatRecord,
)
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules import ch17_support, ch19_air_and_naval
from engine.games.normandy44.rules.ch10_attack import Attack
from engine.games.normandy44.rules.ch10_combat import (
    army_of,
    attack_verdicts,
    is_automatic,
    reckon,
)
from engine.games.normandy44.rules.ch11_modifiers import givers
from engine.games.normandy44.rules.ch12_determined_defense import Stand
from engine.games.normandy44.rules.ch12_results import (
    GIVES_WAY,
    RESERVE_RESULTS,
    Loss,
    fresh_defenders,
    in_force,
    loss_chooser,
    stages_of,
    steps_of,
    those_hit,
)
from engine.games.normandy44.rules.ch13_retreat import (
    LONG_RESULTS,
    Retreat,
    remove_lost,
    to_retreat,
)
from engine.games.normandy44.rules.ch14_advance import Advance, options
from engine.games.normandy44.rules.ch20_assault import (
    AssaultAdvance,
    assault_advance,
    assault_again,
)
from engine.games.normandy44.vocabulary import COMBATS, RESERVE, STRATEGIC, TRUCK, enemy_of, verdict
from engine.rules.base.combat import Procedure, Stage, Throw, modifiers


def combat_phase(position: Position) -> Iterator[Verdict]:
    """3.B3, 3.B5, 10.1a: combats are fought in a side's own combat phases."""
    if position.phase not in COMBATS:
        yield verdict("3.B3", "phase")


def support_verdicts(attack: Attack) -> Iterator[Verdict]:
    """10.5b, 11.6.3: yield verdicts against the support of an attack."""
    position, army = attack.position, army_of(attack)
    yield from ch17_support.gun_verdicts(position, attack.side, army, attack.guns, attack.target)
    yield from ch19_air_and_naval.support_verdicts(
        position, attack.side, army, attack.target, attack.air, attack.naval
    )


def declaration_verdicts(attack: Attack) -> Iterator[Verdict]:
    """10.1a, 10.5b: yield verdicts against an attack and its support."""
    yield from attack_verdicts(attack)
    yield from support_verdicts(attack)


def declare(work: Resolution, attack: Attack) -> None:
    """10.1b, 10.5b, 10.5c, 15.4, 9.8.5a: declare an attack and roll.

    Its support is spent. In clear weather the Jabos roll before a German attack.
    """
    position = work.position
    target = position.number(attack.target)
    ch17_support.spend(work, attack.guns)
    ch19_air_and_naval.use_air(work, attack.air)
    for _ in range(attack.naval):
        ch19_air_and_naval.use_naval(work, army_of(attack), attack.target)
    for unit in attack.attackers:
        work.track(tracks.FOUGHT + unit.id, 1)
        work.status(unit.id, remove=[RESERVE])
    work.track(tracks.STRUCK + target, attack.side)
    jabos, throws = attack.jabos, list[Throw]()
    if ch19_air_and_naval.jabos_fly(position, attack.side):
        die = work.throw(f"jabos:{target}")
        result = work.setting.charts.read("jabos", die).result
        throws.append(Throw(table="jabos", dice=(die,), result=result))
        jabos = int(result)
    fought = Attack(
        position,
        attack.side,
        attack.attackers,
        attack.target,
        attack.lead,
        attack.attached,
        attack.guns,
        attack.air,
        attack.naval,
        jabos,
    )
    odds = reckon(fought)
    automatic = is_automatic(position, odds)
    if automatic:
        throw, result = 0, "A1"
    else:
        throw = work.throw(f"combat:{target}")
        result = work.setting.charts.read("crt", throw, odds.name).result
    throws.append(
        Throw(
            table="crt",
            column=odds.name,
            dice=() if automatic else (throw,),
            result=result,
            attack=odds.attack,
            defense=odds.defense,
            shifts=modifiers((s.rule, s.by, s.name) for s in odds.shifts),
        )
    )
    steps = steps_of(fought.fresh)
    attacking = {u.place for u in attack.attackers}
    names = {u.id for u in attack.attackers}
    followers = [
        u.id
        for i in sorted(attacking)
        for u in position.stacks[attack.side].get(i, ())
        if u.id not in names and u.values.defends_only
    ]
    stages = stages_of(result, steps) if fought.fresh else GIVES_WAY
    for unit in fought.defenders:
        work.status(unit.id, remove=[STRATEGIC, TRUCK])
    record = CombatRecord(
        side=attack.side,
        target=target,
        attackers=tuple(u.id for u in attack.attackers),
        defenders=tuple(u.id for u in fought.defenders),
        force=tuple(u.id for u in fought.force),
        gave=tuple(u.id for u in givers(fought)),
        followers=tuple(followers),
        lead=attack.lead,
        throws=tuple(throws),
        result=result,
        hexes=4 if result in LONG_RESULTS else 2,
        reserve=result in RESERVE_RESULTS,
    )
    work.track(tracks.COMBAT, f"{target} {odds.name} {throw} {result}")
    work.combat = record.first(*stages)


def _loss(work: Resolution, record: CombatRecord, stage: Stage) -> None:
    """12.2.1a, 12.2.2, 20.3.3: a side picks the unit that takes the next step loss."""
    if those_hit(work.position, record):
        work.ask(Loss.kind, loss_chooser(record))
    else:
        work.combat = record.done()


def _stand(work: Resolution, record: CombatRecord, stage: Stage) -> None:
    """12.4.1a, 13.5b, 20.3.3: the defender retreats or stands; landings roll again.

    Units that have retreated before can only retreat.
    """
    if record.kind == ASSAULT:
        assault_again(work, record)
    elif fresh_defenders(work.position, record):
        work.ask(Stand.kind, enemy_of(record.side))
    else:
        work.combat = record.then(*GIVES_WAY)


def _retreat(work: Resolution, record: CombatRecord, stage: Stage) -> None:
    """12.6, 13.1.3, 13.4: units without a path are eliminated, the others retreat one by one.

    The defender may stay if A1/D2 cost the main assault force its last step.
    """
    position = work.position
    may_stay = record.result in LONG_RESULTS and not in_force(position, record)
    if not to_retreat(position, record):
        work.combat = record.done()
    elif may_stay and not record.stand and fresh_defenders(position, record):
        work.combat = record.after(stand=True)
        work.ask(Stand.kind, enemy_of(record.side))
    elif not remove_lost(work):
        work.ask(Retreat.kind, enemy_of(record.side))


def _advance(work: Resolution, record: CombatRecord, stage: Stage) -> None:
    """12.4.4d, 14.1a: the winner advances into the hex and beyond, if it is empty."""
    if any(options(work.position)):
        work.ask(Advance.kind, record.side)
    else:
        work.combat = record.done()


STAGES = Procedure[CombatRecord, Resolution](
    {
        LOSS: _loss,
        ANY_LOSS: _loss,
        STAND: _stand,
        RETREAT: _retreat,
        ADVANCE: _advance,
        LIMITED: _advance,
        ASSAULT_LOSS: _loss,
        ASSAULT_ADVANCE: assault_advance,
    }
)
"""The function of each stage."""


def proceed(work: Resolution) -> None:
    """10.5c: continue the current combat until a decision is pending, or it is finished."""
    STAGES(work)


HANDLERS = (Loss, Stand, Retreat, Advance, AssaultAdvance)
"""The decisions of a combat."""
