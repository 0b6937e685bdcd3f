"""Chapters 10 and 11: refusing combat and the defender's reaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.rules.ch04_limits import scenario_verdicts
from engine.games.airbridge.rules.ch04_movement import fire_verdicts
from engine.games.airbridge.rules.ch05_stacking import fits, may_retreat_to
from engine.games.airbridge.rules.ch06_zones import withdrawal_objections
from engine.games.airbridge.rules.ch09_fire import mark_moving_guns
from engine.games.airbridge.rules.ch12_declaration import named, pinned, targets_of
from engine.games.airbridge.rules.ch12_strengths import highest
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import ADVANCE, ASSAULT, MANEUVER, enemy_of, verdict
from engine.rules.base.clauses import Objection
from engine.rules.base.combat import Stage
from engine.rules.base.decisions import NONE, Args, Choice, Handler
from engine.rules.base.named import places_in, units_in

Work = Resolution


def undeclared_verdicts(position: Position, target: int, rule: str) -> Iterator[Verdict]:
    """10.0a, 11.1a: Yield a verdict if no attack is declared against a hex."""
    if target not in targets_of(position):
        number = position.number(target)
        yield verdict(rule, "not_attacked", hexes=[number], hex=number)


def refusal_verdicts(position: Position, target: int) -> Iterator[Verdict]:
    """10.0a, 10.0b, 10.0d, 10.0f, 16.0f, 3.0.E1: Yield the verdicts against refusing combat.

    10.0f: By the reading "bars" one unsupplied unit is enough, otherwise all must be.
    """
    number, stack = position.number(target), position.stack(target)
    if pinned(position, target):
        yield verdict("10.0b", "both", hexes=[number], hex=number)
    slow = [u.id for u in stack if not u.type.cm]
    if slow:
        yield verdict("10.0a", "not_cm", hexes=[number], units=slow, hex=number)
    hungry = [u.id for u in stack if u.unsupplied]
    if hungry and (len(hungry) == len(stack) or position.reading("unsupplied_in_stack") == "bars"):
        yield verdict("10.0f", "unsupplied", hexes=[number], units=hungry, hex=number)
    if not stack or not refuges(position, target):
        yield verdict("10.0d", "nowhere", hexes=[number], hex=number)


def may_refuse(position: Position, target: int) -> bool:
    """10.0a: Return whether the stack in a hex may refuse combat."""
    return not any(refusal_verdicts(position, target))


def refuges(position: Position, target: int) -> list[int]:
    """10.0d, 3.0.E3: Return the hexes to which a stack that refuses combat may withdraw."""
    stack = position.stack(target)
    ring = position.ground.ring[target] if stack else ()
    return [j for j in ring if not any(refuge_objections(position, stack, target, j))]


def refuge_objections(
    position: Position, stack: Sequence[Unit], target: int, j: int
) -> Iterator[Objection]:
    """3.0.E3, 5.0c, 10.0d: Yield objections to a hex that a stack withdraws to."""
    if j not in position.ground.ring[target]:
        yield Objection("10.0d", "apart", j)
        return
    yield from withdrawal_objections(position, stack, target, j, "10.0d")
    if j in targets_of(position):
        yield Objection("10.0d", "attacked", j)
    if not may_retreat_to(position, stack, j):
        yield Objection("5.0c", "full", j)


def attackers_at(position: Position, target: int) -> list[Unit]:
    """Return all units declared to attack a hex."""
    names = [*named(position, MANEUVER, target), *named(position, ASSAULT, target)]
    return [position.units[n] for n in names if n in position.units]


def ask_refusals(work: Resolution) -> None:
    """3.0.E1: Ask the defender about each hex that may refuse combat."""
    position = work.position
    for target in sorted(targets_of(position), reverse=True):
        if may_refuse(position, target):
            work.ask(Refuse.kind, position.active, target=position.number(target))


class Refuse(Handler[Position, Work]):
    """The choice to refuse combat."""

    kind = "refuse"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """10.0a: Offer to stand or to refuse."""
        target = position.ground.index[str(args["target"])]
        if not may_refuse(position, target):
            return ()
        units = tuple(u.id for u in position.stack(target))
        return (Choice("stand", word="stand"), Choice("refuse", units, word="refuse"))

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """10.0c, 10.0g, 3.0.E2: Roll against the highest efficiency; ask for a hex on success."""
        if choice.id != "refuse":
            return
        target = work.position.ground.index[str(args["target"])]
        best = highest(work.position.stack(target))
        die = work.die("refusal")
        work.track(tracks.COMBAT, f"refusal {args['target']} {die} {best}")
        if die <= best:
            work.ask(Refuge.kind, work.state.clock.active, target=args["target"])


class Refuge(Handler[Position, Work]):
    """The choice of a hex for a stack that has refused combat."""

    kind = "refuge"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """10.0d: Offer adjacent hexes that are not under attack."""
        target = position.ground.index[str(args["target"])]
        units = tuple(u.id for u in position.stack(target))
        number = position.number
        return [Choice(number(j), units, (target, j)) for j in refuges(position, target)]

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield everything against a hex to withdraw to."""
        target = position.ground.index[str(args["target"])]
        stack = position.stack(target)
        for j in places_in(position, words):
            for objection in refuge_objections(position, stack, target, j) if stack else ():
                yield objection.verdict(verdict, position.number, [u.id for u in stack])

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """10.0d, 10.0e: Move the stack; let the attacker advance."""
        position = work.position
        for name in choice.units:
            work.track(tracks.REFUSED + name, 1)
        attackers = tuple(u.id for u in attackers_at(position, choice.path[0]))
        work.go(list(choice.units), list(choice.path))
        work.combat = CombatRecord(
            kind="refusal",
            side=enemy_of(position.active),
            target=str(args["target"]),
            attackers=attackers,
            stages=(Stage(kind=ADVANCE),),
        )


def reaction_verdicts(position: Position, unit: Unit, target: int) -> Iterator[Verdict]:
    """9.4c, 11.1a, 11.2b, 11.2c, 11.2d, 11.2e, 14.0j, 16.0g, CAMP.d, TOURN.c: Yield the
    verdicts on reaction.
    """
    yield from scenario_verdicts(position, unit)
    yield from fire_verdicts(position, [unit])
    number, under = position.number(target), targets_of(position)
    names, hexes = [unit.id], [number]
    if target not in position.ground.ring[unit.place]:
        yield verdict("11.1a", "apart", units=names, hexes=hexes, hex=number)
    elif not position.dry(unit.place, target):
        yield verdict("11.1a", "water", units=names, hexes=hexes)
    if unit.fatigued:
        yield verdict("11.1a", "fatigued", units=names)
    if unit.type.movement <= 0:
        yield verdict("11.1a", "immobile", units=names)
    if not fits(position, [unit], target):
        yield verdict("11.2b", "full", units=names, hexes=hexes, hex=number)
    if unit.place in under:
        yield verdict("11.2c", "attacked", units=names, hexes=[position.number(unit.place)])
    if tracks.REFUSED + unit.id in position.state.tracks:
        yield verdict("11.2d", "refused", units=names)
    if unit.unsupplied:
        yield verdict("11.2e", "unsupplied", units=names)


def beside(position: Position, target: int) -> list[Unit]:
    """11.1a, 7.3d: Return the defender's units next to a hex with units or under attack.

    A hex with nothing but a DZ is under attack too.
    """
    stack = position.stack(target)
    if not stack and target not in targets_of(position):
        return []
    units = position.stacks[stack[0].side if stack else enemy_of(position.phasing)]
    return [u for j in position.ground.ring[target] for u in units.get(j, ())]


def reactors(position: Position, target: int) -> list[Unit]:
    """11.1a: Return the adjacent units that may try to reinforce a hex."""
    units = beside(position, target)
    return [u for u in units if not any(reaction_verdicts(position, u, target))]


def ask_reactions(work: Resolution) -> None:
    """3.0.F1, 11.2a: Ask the defender once for each hex under attack."""
    position = work.position
    for target in sorted(targets_of(position), reverse=True):
        if reactors(position, target):
            work.ask(React.kind, position.active, target=position.number(target))


class React(Handler[Position, Work]):
    """The choice of a unit to reinforce a hex under attack."""

    kind = "react"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """11.1a, 11.2a: Offer one adjacent unit, or none."""
        target = position.ground.index[str(args["target"])]
        able = reactors(position, target)
        if not able:
            return ()
        return [Choice(NONE), *(Choice(u.id, (u.id,), (u.place, target)) for u in able)]

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield everything against a unit that reacts."""
        target = position.ground.index[str(args["target"])]
        for unit in units_in(position, words):
            yield from reaction_verdicts(position, unit, target)

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """9.4a, 11.1b, 3.0.F2, 3.0.F3: Roll against efficiency; move the unit on success."""
        if choice.id == NONE:
            return
        unit = work.position.units[choice.id]
        die = work.die("reaction")
        work.track(tracks.COMBAT, f"reaction {args['target']} {die} {unit.face.efficiency}")
        if die <= unit.face.efficiency:
            mark_moving_guns(work, [unit])
            work.go([unit.id], list(choice.path))
