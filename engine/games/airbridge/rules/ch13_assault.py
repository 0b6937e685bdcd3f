"""Chapter 13: assaults: two rounds of fire with a check between, then occupation."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.airbridge import tracks
from engine.games.airbridge.charts import cell
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.rules.ch07_bridges import approach
from engine.games.airbridge.rules.ch09_fire import hits
from engine.games.airbridge.rules.ch12_losses import sides
from engine.games.airbridge.rules.ch12_strengths import engineers, highest, storm
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    ASSAULT,
    CHECK,
    FIRE,
    FIRST,
    GERMAN,
    LOSS,
    OCCUPY,
    SHELL,
    SUPPORT,
    VOLLEY,
)
from engine.rules.base.combat import ATTACKER, DEFENDER, Stage, Throw, modifiers

Work = Resolution
EFFICIENCY, PASSED, FAILED = "efficiency", "passed", "failed"
"""Table name and results of an efficiency check, which uses no table."""


def fight_assault(work: Work, units: Sequence[Unit], target: int) -> None:
    """13.1a, 3.0.I1: Begin a declared assault."""
    position = work.position
    number = position.number(target)
    work.track(tracks.STORMED + number, None)
    work.track(tracks.ATTACKED + number, 1)
    work.combat = CombatRecord(
        kind="assault",
        side=position.active,
        target=number,
        attackers=tuple(u.id for u in units),
        defenders=tuple(u.id for u in position.stack(target)),
        stages=tuple(Stage(kind=kind) for kind in (SUPPORT, SHELL, FIRST, CHECK, OCCUPY)),
    )


def first(work: Work, record: CombatRecord, stage: Stage) -> None:
    """13.1e, 17.2g, 3.0.I3: Let the defender fire first; with attacking engineers both fire."""
    attackers, _ = sides(work, record)
    if engineers(attackers):
        work.combat = record.then(Stage(kind=VOLLEY))
    else:
        work.combat = record.then(*(Stage(kind=FIRE, of=side) for side in (DEFENDER, ATTACKER)))


def roll_fire(work: Work, record: CombatRecord, who: str) -> Throw | None:
    """13.1e, 13.1f, 13.1m, 13.2a, 3.0.I4: Roll for a side's fire with its surviving units."""
    attackers, defenders = sides(work, record)
    if not attackers:
        return None
    target = work.position.ground.index[record.target]
    mine, theirs, _ = storm(work.position, attackers, defenders, target)
    own = mine if who == ATTACKER else theirs
    if own.strength <= 0 or theirs.strength <= 0:
        return None
    chart = work.setting.charts.assault
    die = work.die(f"assault_{who}")
    result = cell(chart, own.column, die + own.drm)
    column = chart.columns[own.column]
    work.track(tracks.COMBAT, f"{record.target} {column} {die} {result}")
    return Throw(
        table=ASSAULT,
        by=who,
        column=column,
        dice=(die,),
        result=result,
        attack=mine.strength,
        defense=theirs.strength,
        drms=modifiers(own.drms),
    )


def fire(work: Work, record: CombatRecord, stage: Stage) -> None:
    """13.1e, 13.1f: Roll for one side's fire and begin the losses."""
    throw = roll_fire(work, record, stage.of)
    other = DEFENDER if stage.of == ATTACKER else ATTACKER
    loss = Stage(kind=LOSS, of=other, steps=hits(throw))
    work.combat = record.with_throw(throw).then(loss)


def volley(work: Work, record: CombatRecord, stage: Stage) -> None:
    """13.1h, 17.2g: Roll for simultaneous fire of both sides."""
    theirs, mine = roll_fire(work, record, DEFENDER), roll_fire(work, record, ATTACKER)
    work.combat = record.with_throw(theirs, mine).then(
        Stage(kind=LOSS, of=ATTACKER, steps=hits(theirs)),
        Stage(kind=LOSS, of=DEFENDER, steps=hits(mine)),
    )


def check(work: Work, record: CombatRecord, stage: Stage) -> None:
    """8.0e, 8.0f, 13.1g, 13.1h, 13.1i, 13.1j, 3.0.I5, 3.0.I6: Check which sides fire again.

    A DZ that is left by itself has no efficiency and passes no check (7.3e).
    """
    attackers, defenders = sides(work, record)
    if not attackers or not (defenders or zone_left(work, record)):
        work.combat = record.done()
        return
    both = ((ATTACKER, attackers), (DEFENDER, defenders))
    checks = [roll_check(work, *side) for side in both if side[1]]
    passed = [check.by for check in checks if check.result == PASSED]
    record = record.with_throw(*checks)
    if len(passed) > 1:
        work.combat = record.then(Stage(kind=VOLLEY))
    else:
        work.combat = record.then(*(Stage(kind=FIRE, of=side) for side in passed))


def zone_left(work: Work, record: CombatRecord) -> bool:
    """7.3e: Return whether a DZ still stands in a hex that Germans assault."""
    target = work.position.ground.index[record.target]
    return record.side == GERMAN and target in work.position.drop_zones


def roll_check(work: Work, who: str, units: Sequence[Unit]) -> Throw:
    """8.0e, 13.1g: Roll a check: at most the best efficiency passes."""
    best, die = highest(units), work.die(f"check_{who}")
    result = PASSED if die <= best else FAILED
    return Throw(table=EFFICIENCY, by=who, column=str(best), dice=(die,), result=result)


def occupy(work: Work, record: CombatRecord, stage: Stage) -> None:
    """7.2c, 13.1k, 13.2d: Move all attackers into the hex if no defender is left."""
    attackers, defenders = sides(work, record)
    target = work.position.ground.index[record.target]
    if attackers and not defenders and not zone_left(work, record):
        for unit in attackers:
            work.go([unit.id], [unit.place, target])
        approach(work, target)
    work.combat = record.done()
