"""Chapters 12 and 13: step losses and fatigue in combat."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import FIGHT, Resolution
from engine.games.airbridge.rules.ch07_drop_zones import lose_dz
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import eliminated, enemy_of
from engine.rules.base.combat import ATTACKER, DEFENDER, Stage
from engine.rules.base.decisions import Args, Choice, Handler

Work = Resolution


def sides(work: Work, record: CombatRecord) -> tuple[list[Unit], list[Unit]]:
    """Return the surviving attackers, and the defenders still in the target hex."""
    target = work.position.ground.index[record.target]
    attackers = [u for u in work.units(record.attackers) if u.side == record.side]
    return attackers, [u for u in work.position.stack(target) if u.side != record.side]


def group(work: Work, record: CombatRecord, who: str) -> list[Unit]:
    """Return the surviving units of the attacker or defender."""
    attackers, defenders = sides(work, record)
    return attackers if who == ATTACKER else defenders


def _of_side(position: Position, who: str) -> list[Unit]:
    record = FIGHT.of(position)
    if record is None:
        return []
    if who == ATTACKER:
        return [position.units[n] for n in record.attackers if n in position.units]
    target = position.ground.index[record.target]
    return list(position.stacks[enemy_of(record.side)].get(target, []))


def lose(work: Work, record: CombatRecord, stage: Stage) -> None:
    """9.1e, 9.3c, 12.3h, 12.3j, 13.1e, 13.1f: Lose steps; ask which unit if there is a choice."""
    left, who = stage.steps, stage.of
    units = group(work, record, who)
    target = work.position.ground.index[record.target]
    if (left and who == DEFENDER and not units and record.kind == "assault") and (
        target in work.position.drop_zones
    ):
        lose_dz(work, target)
    if left <= 0 or not units:
        work.combat = record.done()
        return
    if sum(u.steps for u in units) <= left:
        for unit in units:
            work.put(unit.id, eliminated(unit.side))
        rest = left - sum(u.steps for u in units)
        work.combat = record.then(stage.left(rest))
        return
    owner = units[0].side
    chooser = enemy_of(owner) if work.position.reading("losses") == "firer" else owner
    work.combat = record.then(stage.left(left - 1))
    work.ask(Loss.kind, chooser, who=who)


def first_hit(units: Sequence[Unit], who: str) -> list[Unit]:
    """17.2d, 17.2h: Return the units that may be hit: attacking engineers first."""
    front = [u for u in units if u.type.engineer] if who == ATTACKER else []
    return front or list(units)


class Loss(Handler[Position, Work]):
    """The choice of a unit that loses a step."""

    kind = "loss"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """13.2e, 17.2d, 17.2h: Offer the units of the side, attacking engineers first."""
        units = first_hit(_of_side(position, str(args["who"])), str(args["who"]))
        return [Choice(u.id, (u.id,), losses=1) for u in units]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """2.3e, 2.3f: Remove a step of the unit."""
        work.lose_step(choice.id)


def tire(work: Work, record: CombatRecord, stage: Stage) -> None:
    """12.3k, 12.3m, 14.0a: Fatigue fresh units; ask which where there is a choice."""
    left, who = stage.steps, stage.of
    fresh = [u for u in group(work, record, who) if not u.fatigued]
    if left <= 0 or not fresh:
        work.combat = record.done()
    elif len(fresh) <= left:
        for unit in fresh:
            work.fatigue(unit.id)
        work.combat = record.done()
    else:
        work.combat = record.then(stage.left(left - 1))
        work.ask(Tire.kind, fresh[0].side, who=who)


class Tire(Handler[Position, Work]):
    """The choice of a unit to fatigue."""

    kind = "tire"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """12.3k, 17.2d: Offer the fresh units of the side, attacking engineers first."""
        who = str(args["who"])
        fresh = [u for u in _of_side(position, who) if not u.fatigued]
        return [Choice(u.id, (u.id,)) for u in first_hit(fresh, who)]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """14.0a: Put a fatigue marker on the unit."""
        work.fatigue(choice.id)
