"""Chapter 13: an assault is fire by turns, checks, a second round, and the hex."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.airbridge import tracks
from engine.games.airbridge.charts import cell
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.rules.ch12_losses import sides
from engine.games.airbridge.rules.ch12_strengths import engineers, highest, storm
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import GERMAN

Work = Resolution


def fight_assault(work: Work, units: Sequence[Unit], target: int) -> None:
    """13.1a, 3.0.I1: a declared assault begins; attackers are in the hex until it ends."""
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
        stages=("support", "shell", "first", "check", "occupy"),
    )


def first(work: Work, record: CombatRecord) -> None:
    """13.1e, 17.2g, 3.0.I3: the defender fires first, unless engineers attack."""
    attackers, _ = sides(work, record)
    if engineers(attackers):
        work.combat = record.then("volley")
    else:
        work.combat = record.then("fire defender", "fire attacker")


def roll_fire(work: Work, record: CombatRecord, who: str) -> int:
    """13.1e, 13.1f, 13.1m, 13.2a, 3.0.I4: a side's throw with the units that are left now."""
    attackers, defenders = sides(work, record)
    if not attackers:
        return 0
    target = work.position.ground.index[record.target]
    mine, theirs, _ = storm(work.position, attackers, defenders, target)
    own = mine if who == "attacker" else theirs
    if own.strength <= 0 or theirs.strength <= 0:
        return 0
    chart = work.setting.charts.assault
    die = work.die(f"assault_{who}")
    found = cell(chart, own.column, die + own.drm)
    said = f"{record.target} {chart.columns[own.column]} {die} {found}"
    work.track(tracks.COMBAT, said)
    return 0 if found == "-" else int(found)


def fire(work: Work, record: CombatRecord, who: str) -> None:
    """13.1e, 13.1f: one side's fire; losses are taken at once."""
    steps = roll_fire(work, record, who)
    other = "defender" if who == "attacker" else "attacker"
    work.combat = record.then(f"lose {other} {steps}")


def volley(work: Work, record: CombatRecord) -> None:
    """13.1h, 17.2g: both sides fire at once."""
    hits, blows = roll_fire(work, record, "defender"), roll_fire(work, record, "attacker")
    work.combat = record.then(f"lose attacker {hits}", f"lose defender {blows}")


def check(work: Work, record: CombatRecord) -> None:
    """8.0e, 8.0f, 13.1g, 13.1h, 13.1i, 13.1j, 3.0.I5, 3.0.I6: who may fire a second time."""
    attackers, defenders = sides(work, record)
    if not attackers or not defenders:
        work.combat = record.done()
        return
    mine = work.die("check_attacker") <= highest(attackers)
    theirs = work.die("check_defender") <= highest(defenders)
    if mine and theirs:
        work.combat = record.then("volley")
    elif mine or theirs:
        work.combat = record.then("fire attacker" if mine else "fire defender")
    else:
        work.combat = record.done()


def occupy(work: Work, record: CombatRecord) -> None:
    """13.1k, 13.2d: all attackers hold the hex where nobody is left, else they go back."""
    attackers, defenders = sides(work, record)
    target = work.position.ground.index[record.target]
    held = record.side == GERMAN and target in work.position.drop_zones
    if attackers and not defenders and not held:
        for unit in attackers:
            work.go([unit.id], [unit.place, target])
    work.combat = record.done()
