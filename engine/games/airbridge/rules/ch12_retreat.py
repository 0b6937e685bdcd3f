"""Chapter 12: retreat paths, staying at the cost of a step, advance after combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import FIGHT, Resolution
from engine.games.airbridge.rules.ch05_stacking import fits, may_retreat_to
from engine.games.airbridge.rules.ch06_zones import withdrawal_objections
from engine.games.airbridge.rules.ch07_bridges import approach
from engine.games.airbridge.rules.ch12_losses import group, sides
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import GERMAN, LOSS, RETREAT, eliminated, enemy_of, verdict
from engine.rules.base.clauses import Objection
from engine.rules.base.combat import ATTACKER, DEFENDER, Stage
from engine.rules.base.decisions import NONE, Args, Choice, Handler
from engine.rules.base.named import places_in, units_in
from engine.search.retreat import paths

Work = Resolution


def retreat_rule(hexes: int) -> str:
    """12.3a, 12.3b: Return the rule of a retreat: an attacker's of one hex, a defender's of two."""
    return "12.3a" if hexes == 1 else "12.3b"


def retreat_paths(position: Position, unit: Unit, hexes: int) -> list[tuple[int, ...]]:
    """6.0d, 6.0e, 12.3a, 12.3b, 12.3c, 12.3d: Return the retreat paths, one for each end hex.

    Hexes are dry and free of enemies and their zones. A path ends its full length away from the
    start, in a hex where the unit may end it.
    """
    ground, rule = position.ground, retreat_rule(hexes)

    def weight(i: int, j: int, _: object) -> int | None:
        return None if any(withdrawal_objections(position, [unit], i, j, rule)) else 1

    best: dict[int, tuple[int, ...]] = {}
    for path in paths(ground.graph, unit.place, [hexes], weight, ground.ring):
        end = path[-1]
        apart = len(path) == hexes + 1 and ground.distance(unit.place, end) == hexes
        if apart and may_retreat_to(position, [unit], end):
            best.setdefault(end, path)
    return [best[end] for end in sorted(best)]


def retreat_verdicts(position: Position, unit: Unit, end: int, hexes: int) -> Iterator[Verdict]:
    """5.0c, 6.0d, 12.3a, 12.3b, 12.3c: Yield everything against a retreat to a hex."""
    ground, objections, rule = position.ground, dict[Objection, None](), retreat_rule(hexes)
    if ground.distance(unit.place, end) != hexes:
        objections[Objection(rule, "length", end)] = None
    else:
        for path in paths(ground.graph, unit.place, [hexes], ring=ground.ring):
            for i, j in pairwise(path if path[-1] == end else ()):
                objections |= dict.fromkeys(withdrawal_objections(position, [unit], i, j, rule))
    if not may_retreat_to(position, [unit], end):
        objections[Objection("5.0c", "full", end)] = None
    for objection in objections:
        yield objection.verdict(verdict, position.number, [unit.id], due=hexes)


def advance_rule(record: CombatRecord) -> str:
    """10.0e, 12.3o: Return the rule of an advance: after refused combat or a manoeuvre."""
    return "10.0e" if record.kind == "refusal" else "12.3o"


def advance_objections(position: Position, unit: Unit, record: CombatRecord) -> Iterator[Objection]:
    """5.0c, 10.0e, 12.3o: Yield objections to a unit's advance into a vacated hex."""
    target, rule = position.ground.index[record.target], advance_rule(record)
    if target not in position.ground.ring[unit.place]:
        yield Objection(rule, "apart", target)
    elif not position.dry(unit.place, target):
        yield Objection(rule, "water", target, unit.place)
    if not fits(position, [unit], target):
        yield Objection("5.0c", "full", target)


def stay(work: Work, record: CombatRecord, stage: Stage) -> None:
    """12.3d, 12.3g: Let a pinned defender stay; a blocked one also loses a step; others choose."""
    position = work.position
    _, defenders = sides(work, record)
    if not defenders or pinned_by(position, record):
        work.combat = record.done()
    elif not any(retreat_paths(position, u, 2) for u in defenders):
        work.combat = record.then(_price(position, record))
    else:
        work.combat = record.done()
        work.ask(Stay.kind, defenders[0].side)


def _price(position: Position, record: CombatRecord) -> Stage:
    """12.3d, 12.3e, 12.3f: Return the loss of all defenders that stay: a step, in a town none."""
    target = position.ground.index[record.target]
    steps = 0 if position.ground.terrain[target] == "urban" else 1
    return Stage(kind=LOSS, of=DEFENDER, steps=steps)


def pinned_by(position: Position, record: CombatRecord) -> bool:
    """12.3g: Return whether an assault is declared on the defender, which then cannot retreat."""
    return tracks.STORMED + record.target in position.state.tracks


class Stay(Handler[Position, Work]):
    """The defender's choice to retreat, or to stay and lose a step."""

    kind = "stay"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """12.3b, 12.3e, 12.3f: Offer retreat, or to stay at the cost of a step (0 if urban)."""
        record = FIGHT.of(position)
        if record is None:
            return ()
        cost = _price(position, record).steps
        return [Choice(RETREAT, word=RETREAT), Choice("stay", losses=cost, word="stay")]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """12.3e: Add the retreat, or one step loss for the whole stack."""
        record = work.combat
        if record is None:
            return
        goes = choice.id == RETREAT
        work.combat = record.first(
            Stage(kind=RETREAT if goes else LOSS, of=DEFENDER, steps=choice.losses)
        )


def retreat(work: Work, record: CombatRecord, stage: Stage) -> None:
    """12.3a, 12.3c, 12.3d, 12.3h: Ask for the retreats of units one by one.

    Defenders without a path stay, and lose a step together.
    """
    who = stage.of
    left = group(work, record, who)
    units = [u for u in left if u.id not in record.retreated]
    if not units:
        blocked = left and who == DEFENDER
        work.combat = record.then(_price(work.position, record)) if blocked else record.done()
        return
    unit = units[0]
    hexes = 1 if who == ATTACKER else 2
    work.combat = record.after(retreated=(*record.retreated, unit.id))
    if retreat_paths(work.position, unit, hexes):
        work.ask(Retreat.kind, unit.side, unit=unit.id, hexes=hexes)
    elif who == ATTACKER and work.position.reading("attacker_blocked") == "eliminated":
        work.put(unit.id, eliminated(unit.side))
    elif who == ATTACKER:
        work.lose_step(unit.id)


class Retreat(Handler[Position, Work]):
    """The choice of a retreat path."""

    kind = "retreat"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """12.3a, 12.3b: Offer the end hexes of retreat paths."""
        unit = position.units.get(str(args["unit"]))
        if unit is None:
            return ()
        number, hexes = position.number, int(str(args["hexes"]))
        return [Choice(number(p[-1]), (unit.id,), p) for p in retreat_paths(position, unit, hexes)]

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield everything against a hex to retreat to."""
        for unit in units_in(position, [str(args["unit"])]):
            for end in places_in(position, words):
                yield from retreat_verdicts(position, unit, end, int(str(args["hexes"])))

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """12.3c: Move the unit along the path."""
        work.go([str(args["unit"])], list(choice.path))


def advance(work: Work, record: CombatRecord, stage: Stage) -> None:
    """7.3f, 10.0e, 12.3n, 12.3o: Let the attacker advance into a vacated hex."""
    position = work.position
    target = position.ground.index[record.target]
    others = position.stacks[enemy_of(record.side)]
    if target in others or (record.side == GERMAN and target in position.drop_zones):
        work.combat = record.done()
        return
    work.ask(Advance.kind, record.side)
    work.combat = record.done()


class Advance(Handler[Position, Work]):
    """The choice of a unit to advance."""

    kind = "advance"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """10.0e, 12.3o: Offer adjacent attackers that fit in the hex, or none."""
        record = FIGHT.of(position)
        if record is None:
            return ()
        target = position.ground.index[record.target]
        units = units_in(position, record.attackers)
        fit = [u for u in units if not any(advance_objections(position, u, record))]
        if not fit:
            return ()
        return [Choice(NONE), *(Choice(u.id, (u.id,), (u.place, target)) for u in fit)]

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """10.0e, 12.3o: Yield everything against the advance of a unit."""
        record = FIGHT.of(position)
        if record is None:
            return
        for unit in units_in(position, words):
            if unit.id not in record.attackers:
                yield verdict(advance_rule(record), "not_attacking", units=[unit.id])
            for objection in advance_objections(position, unit, record):
                yield objection.verdict(verdict, position.number, [unit.id])

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """7.2c, 12.3o: Move the unit, perhaps up to a charged bridge; ask for the next."""
        record = work.combat
        if choice.id == NONE or record is None:
            return
        work.go([choice.id], list(choice.path))
        approach(work, choice.path[-1])
        work.ask(self.kind, record.side)
