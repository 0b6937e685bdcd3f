"""Chapters 10 and 11: refusing combat and the defender's reaction."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.airbridge import tracks
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.position import Situation
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.rules.ch05_stacking import fits
from engine.games.airbridge.rules.ch06_zones import open_hex
from engine.games.airbridge.rules.ch12_declaration import named, pinned, targets_of
from engine.games.airbridge.rules.ch12_strengths import highest
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import ASSAULT, MANEUVER, enemy_of
from engine.rules.situations.decisions import NONE, Args, Choice, Handler

Work = Resolution


def may_refuse(situation: Situation, target: int) -> bool:
    """10.0a, 10.0b, 10.0f, 16.0f, 3.0.E1: a stack of C/M units alone, supplied, not pinned."""
    stack = situation.stack(target)
    if not stack or pinned(situation, target) or not all(u.type.cm for u in stack):
        return False
    if situation.reading("unsupplied_in_stack") == "bars" and any(u.unsupplied for u in stack):
        return False
    if all(u.unsupplied for u in stack):
        return False
    return bool(refuges(situation, target))


def refuges(situation: Situation, target: int) -> list[int]:
    """10.0d, 3.0.E3: the hexes to which a stack that refuses combat may withdraw."""
    stack = situation.stack(target)
    side = stack[0].side if stack else ""
    under = targets_of(situation)
    return [
        j
        for j in situation.ground.ring[target]
        if situation.dry(target, j)
        and open_hex(situation, side, j)
        and j not in under
        and fits(situation, stack, j)
    ]


def attackers_at(situation: Situation, target: int) -> list[Unit]:
    """The units that any declaration sends against a hex."""
    names = [*named(situation, MANEUVER, target), *named(situation, ASSAULT, target)]
    return [situation.units[n] for n in names if n in situation.units]


def ask_refusals(work: Resolution) -> None:
    """3.0.E1: the defender is asked for each hex that may refuse combat."""
    situation = work.situation
    for target in sorted(targets_of(situation), reverse=True):
        if may_refuse(situation, target):
            work.ask(Refuse.kind, situation.active, target=situation.number(target))


class Refuse(Handler[Situation, Work]):
    """Does a stack refuse combat?"""

    kind = "refuse"

    def choices(self, situation: Situation, args: Args) -> Sequence[Choice]:
        """10.0a: it may, it never must."""
        target = situation.ground.index[str(args["target"])]
        if not may_refuse(situation, target):
            return ()
        units = tuple(u.id for u in situation.stack(target))
        return (Choice("stand", word="stand"), Choice("refuse", units, word="refuse"))

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """10.0c, 10.0g, 3.0.E2: a die against the highest efficiency."""
        if choice.id != "refuse":
            return
        target = work.situation.ground.index[str(args["target"])]
        best = highest(work.situation.stack(target))
        die = work.die("refusal")
        work.track(tracks.COMBAT, f"refusal {args['target']} {die} {best}")
        if die <= best:
            work.ask(Refuge.kind, work.state.clock.active, target=args["target"])


class Refuge(Handler[Situation, Work]):
    """Where does a stack withdraw that has refused combat?"""

    kind = "refuge"

    def choices(self, situation: Situation, args: Args) -> Sequence[Choice]:
        """10.0d: one hex, none that is itself under attack."""
        target = situation.ground.index[str(args["target"])]
        units = tuple(u.id for u in situation.stack(target))
        number = situation.number
        return [Choice(number(j), units, (target, j)) for j in refuges(situation, target)]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """10.0d, 10.0e: the stack goes; the attacker may follow."""
        situation = work.situation
        for name in choice.units:
            work.track(tracks.REFUSED + name, 1)
        attackers = tuple(u.id for u in attackers_at(situation, choice.path[0]))
        work.go(list(choice.units), list(choice.path))
        work.combat = CombatRecord(
            kind="refusal",
            side=enemy_of(situation.active),
            target=str(args["target"]),
            attackers=attackers,
            stages=("advance",),
        )


def reactors(situation: Situation, target: int) -> list[Unit]:
    """11.1a, 11.2b, 11.2c, 11.2d, 11.2e, 14.0j, 16.0g: the units that may try to reinforce."""
    stack = situation.stack(target)
    if not stack:
        return []
    side, under = stack[0].side, targets_of(situation)
    return [
        u
        for j in situation.ground.ring[target]
        if j not in under and situation.dry(j, target)
        for u in situation.stacks[side].get(j, ())
        if not u.fatigued
        and not u.unsupplied
        and tracks.REFUSED + u.id not in situation.state.tracks
        and u.type.movement > 0
        and fits(situation, [u], target)
    ]


def ask_reactions(work: Resolution) -> None:
    """3.0.F1, 11.2a: the defender is asked once for each hex under attack."""
    situation = work.situation
    for target in sorted(targets_of(situation), reverse=True):
        if reactors(situation, target):
            work.ask(React.kind, situation.active, target=situation.number(target))


class React(Handler[Situation, Work]):
    """Which unit tries to reinforce a hex under attack?"""

    kind = "react"

    def choices(self, situation: Situation, args: Args) -> Sequence[Choice]:
        """11.1a, 11.2a: one unit beside it, or none."""
        target = situation.ground.index[str(args["target"])]
        able = reactors(situation, target)
        if not able:
            return ()
        return [Choice(NONE), *(Choice(u.id, (u.id,), (u.place, target)) for u in able)]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """11.1b, 3.0.F2, 3.0.F3: a die against its efficiency, one attempt a hex."""
        if choice.id == NONE:
            return
        unit = work.situation.units[choice.id]
        die = work.die("reaction")
        work.track(tracks.COMBAT, f"reaction {args['target']} {die} {unit.face.efficiency}")
        if die <= unit.face.efficiency:
            work.go([unit.id], list(choice.path))
