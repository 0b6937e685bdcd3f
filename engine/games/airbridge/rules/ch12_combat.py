"""Chapters 9, 12 and 13: the stages of both kinds of combat."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.airbridge import tracks
from engine.games.airbridge.charts import DEFENCE, cell
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import FIGHT, Resolution
from engine.games.airbridge.rules import ch13_assault as assault
from engine.games.airbridge.rules.ch09_fire import (
    able,
    air_left,
    air_verdicts,
    fire_value,
    hits,
    pay,
    shoot,
    steps_of,
)
from engine.games.airbridge.rules.ch12_losses import lose, sides, tire
from engine.games.airbridge.rules.ch12_retreat import advance, retreat, stay
from engine.games.airbridge.rules.ch12_strengths import maneuver, parsed
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    ADVANCE,
    CHECK,
    FATIGUE,
    FIRE,
    FIRST,
    LOSS,
    MANEUVER,
    OCCUPY,
    RETREAT,
    SHELL,
    STAY,
    SUPPORT,
    THROW,
    VOLLEY,
    enemy_of,
)
from engine.rules.base.combat import ATTACKER, DEFENDER, Procedure, Stage, Throw, modifiers
from engine.rules.base.decisions import NONE, Args, Choice, Handler

Work = Resolution
AIR = "air:"


def fight_maneuver(
    work: Work, units: Sequence[Unit], target: int, guns: Sequence[str], air: int
) -> None:
    """9.2a, 9.2d, 12.1c, 3.0.H3: Begin a manoeuvre combat with the attacker's support."""
    position = work.position
    number = position.number(target)
    work.track(tracks.PLANNED + number, None)
    work.track(tracks.ATTACKED + number, 1)
    pay(work, position.active, guns, air)
    work.combat = CombatRecord(
        kind="maneuver",
        side=position.active,
        target=number,
        attackers=tuple(u.id for u in units),
        defenders=tuple(u.id for u in position.stack(target)),
        guns=tuple(guns),
        air=air,
        stages=(Stage(kind=SUPPORT), Stage(kind=THROW)),
    )


def _support(work: Work, record: CombatRecord, stage: Stage) -> None:
    """9.2a, 9.3a, 13.1b, 3.0.I2: Ask the defender to assign artillery and air points."""
    work.combat = record.done()
    work.ask(Support.kind, enemy_of(record.side))


class Support(Handler[Position, Work]):
    """The choice of artillery and air points to support the defender."""

    kind = "support"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """9.2a, 9.3a, 15.0b: Offer artillery units, air points, or none to end."""
        record = FIGHT.of(position)
        if record is None:
            return ()
        side, target = enemy_of(record.side), position.ground.index[record.target]
        friends = position.stacks[side].get(target, [])
        options = [Choice(NONE)]
        options += [Choice(u.id, (u.id,)) for u in able(position, side, target, friends)]
        left = air_left(position, side)
        if left and not any(air_verdicts(position, side, left, target)):
            options += [Choice(f"{AIR}{n}", points=n) for n in sorted({1, (left + 1) // 2, left})]
        return options

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """9.2a: Assign and pay for the support; ask again until the player ends."""
        record = work.combat
        if record is None or choice.id == NONE:
            return
        side = enemy_of(record.side)
        pay(work, side, choice.units, choice.points)
        work.combat = record.after(
            helpers=(*record.helpers, *choice.units),
            air_defense=record.air_defense + choice.points,
        )
        work.ask(self.kind, side)


def _shell(work: Work, record: CombatRecord, stage: Stage) -> None:
    """9.3a, 9.3c, 13.1c: Roll for defensive bombardment; the attackers lose steps."""
    position = work.position
    value = fire_value(position, record.helpers, record.air_defense)
    throw = shoot(work, value, "defensive", DEFENDER)
    attackers, _ = sides(work, record)
    divisor = cover(position, attackers, position.ground.index[record.target])
    loss = Stage(kind=LOSS, of=ATTACKER, steps=steps_of(hits(throw), divisor))
    work.combat = record.with_throw(throw).then(loss)


def cover(position: Position, attackers: Sequence[Unit], target: int) -> int:
    """9.3b: Return the divisor of defensive bombardment: 1 if all hexes are clear, otherwise 2."""
    hexes = {target, *(u.place for u in attackers)}
    return 1 if all(DEFENCE[str(position.ground.terrain[h])] == 1 for h in hexes) else 2


def _throw(work: Work, record: CombatRecord, stage: Stage) -> None:
    """9.2b, 12.1d, 12.3q, 3.0.H5: Roll for support and combat; add the result's stages."""
    position = work.position
    attackers, defenders = sides(work, record)
    if not attackers or not defenders:
        work.combat = None
        return
    target = position.ground.index[record.target]
    combat = maneuver(position, attackers, target)
    help_ = shoot(work, fire_value(position, record.guns, record.air), "support")
    helpers = fire_value(position, record.helpers, record.air_defense)
    hinder = shoot(work, helpers, "support_defense", DEFENDER)
    chart, die = position.charts.maneuver, work.die("maneuver")
    support = ("9.2c", -hits(help_), "support"), ("9.2c", hits(hinder), "support_defense")
    drms = modifiers((*combat.drms, *support))
    code = cell(chart, combat.column, die + sum(m.by for m in drms))
    throw = Throw(
        table=MANEUVER,
        column=chart.columns[combat.column],
        dice=(die,),
        result=code,
        attack=combat.attack,
        defense=combat.defense,
        shifts=modifiers([("8.0d", combat.shift, "efficiency")]),
        drms=drms,
    )
    work.track(tracks.COMBAT, f"{record.target} {throw.column} {die} {code}")
    stages = stages_of(code, combat.terrain, position.reading("result_order"))
    work.combat = record.with_throw(help_, hinder, throw).after(result=code).then(*stages)


def stages_of(code: str, terrain: int, order: str) -> tuple[Stage, ...]:
    """12.3h, 12.3j, 12.3k, 12.3m, 12.3n: Return the stages of a result."""
    letter, steps, tired = parsed(code)
    if letter == "A":
        after = [Stage(kind=FATIGUE, of=ATTACKER, steps=tired), Stage(kind=RETREAT, of=ATTACKER)]
        return Stage(kind=LOSS, of=ATTACKER, steps=steps), *_ordered(order, after)
    if letter == "D":
        after = [Stage(kind=FATIGUE, of=DEFENDER, steps=tired), Stage(kind=STAY)]
        loss = Stage(kind=LOSS, of=DEFENDER, steps=steps_of(steps, terrain))
        return loss, *_ordered(order, after), Stage(kind=ADVANCE)
    return tuple(Stage(kind=FATIGUE, of=side, steps=1) for side in (ATTACKER, DEFENDER))


def _ordered(order: str, stages: list[Stage]) -> list[Stage]:
    """12.1e, 12.3q: Order fatigue before retreat, or after it by the reading."""
    return stages if order == "retreat_last" else stages[::-1]


STAGES = Procedure[CombatRecord, Work](
    {
        SUPPORT: _support,
        SHELL: _shell,
        THROW: _throw,
        LOSS: lose,
        FATIGUE: tire,
        STAY: stay,
        RETREAT: retreat,
        ADVANCE: advance,
        FIRST: assault.first,
        FIRE: assault.fire,
        VOLLEY: assault.volley,
        CHECK: assault.check,
        OCCUPY: assault.occupy,
    }
)
"""The functions by kind of stage."""


def proceed(work: Work) -> None:
    """3.0.H6, 3.0.I7, 12.1e: Continue the current combat until a decision is pending."""
    STAGES(work)
