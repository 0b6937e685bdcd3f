"""Chapter 12: the ways back, staying at a price, and the advance into the empty hex."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.airbridge import tracks
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import FIGHT, Resolution
from engine.games.airbridge.rules.ch05_stacking import fits
from engine.games.airbridge.rules.ch06_zones import open_hex
from engine.games.airbridge.rules.ch12_losses import group, sides
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import GERMAN, LOSS, RETREAT, eliminated, enemy_of
from engine.rules.base.combat import ATTACKER, DEFENDER, Stage
from engine.rules.base.decisions import NONE, Args, Choice, Handler
from engine.search.retreat import paths

Work = Resolution


def ways(position: Position, unit: Unit, hexes: int) -> list[tuple[int, ...]]:
    """6.0d, 12.3a, 12.3b, 12.3c, 12.3d: the ways back, over dry hexes free of enemies and zones.

    A defender ends two hexes away from where he stood; no way ends on too many points.
    """
    ground = position.ground

    def weight(i: int, j: int, _: object) -> int | None:
        return 1 if position.dry(i, j) and open_hex(position, unit.side, j) else None

    best: dict[int, tuple[int, ...]] = {}
    for path in paths(ground.graph, unit.place, [hexes], weight, ground.ring):
        end = path[-1]
        apart = len(path) == hexes + 1 and ground.distance(unit.place, end) == hexes
        if apart and fits(position, [unit], end):
            best.setdefault(end, path)
    return [best[end] for end in sorted(best)]


def stay(work: Work, record: CombatRecord, stage: Stage) -> None:
    """12.3d, 12.3g: a pinned defender stays, a blocked one stays and loses a step more."""
    position = work.position
    target = position.ground.index[record.target]
    _, defenders = sides(work, record)
    if not defenders or pinned_by(position, record):
        work.combat = record.done()
    elif not any(ways(position, u, 2) for u in defenders):
        extra = 0 if position.ground.terrain[target] == "urban" else 1
        work.combat = record.then(Stage(kind=LOSS, of=DEFENDER, steps=extra))
    else:
        work.combat = record.done()
        work.ask(Stay.kind, defenders[0].side)


def pinned_by(position: Position, record: CombatRecord) -> bool:
    """12.3g: who is also the target of an assault cannot retreat."""
    return tracks.STORMED + record.target in position.state.tracks


class Stay(Handler[Position, Work]):
    """Does the defender retreat, or stay and lose a step?"""

    kind = "stay"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """12.3b, 12.3e, 12.3f: in towns it costs nothing to stay."""
        record = FIGHT.of(position)
        if record is None:
            return ()
        target = position.ground.index[record.target]
        cost = 0 if position.ground.terrain[target] == "urban" else 1
        return [Choice(RETREAT, word=RETREAT), Choice("stay", losses=cost, word="stay")]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """12.3e: the extra step is one for the stack."""
        record = work.combat
        if record is None:
            return
        goes = choice.id == RETREAT
        work.combat = record.first(
            Stage(kind=RETREAT if goes else LOSS, of=DEFENDER, steps=choice.losses)
        )


def retreat(work: Work, record: CombatRecord, stage: Stage) -> None:
    """12.3a, 12.3c, 12.3h: units retreat one after the other."""
    who = stage.of
    units = [u for u in group(work, record, who) if u.id not in record.retreated]
    if not units:
        work.combat = record.done()
        return
    unit = units[0]
    hexes = 1 if who == ATTACKER else 2
    work.combat = record.after(retreated=(*record.retreated, unit.id))
    if ways(work.position, unit, hexes):
        work.ask(Retreat.kind, unit.side, unit=unit.id, hexes=hexes)
    elif who == ATTACKER and work.position.reading("attacker_blocked") == "eliminated":
        work.put(unit.id, eliminated(unit.side))
    else:
        work.lose_step(unit.id)


class Retreat(Handler[Position, Work]):
    """Where does a unit retreat?"""

    kind = "retreat"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """12.3a, 12.3b: every end of a way."""
        unit = position.units.get(str(args["unit"]))
        if unit is None:
            return ()
        number, hexes = position.number, int(str(args["hexes"]))
        return [Choice(number(p[-1]), (unit.id,), p) for p in ways(position, unit, hexes)]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """12.3c: it goes there."""
        work.go([str(args["unit"])], list(choice.path))


def advance(work: Work, record: CombatRecord, stage: Stage) -> None:
    """7.3f, 10.0e, 12.3n, 12.3o: the attacker may follow into the empty hex."""
    position = work.position
    target = position.ground.index[record.target]
    others = position.stacks[enemy_of(record.side)]
    if target in others or (record.side == GERMAN and target in position.drop_zones):
        work.combat = record.done()
        return
    work.ask(Advance.kind, record.side)
    work.combat = record.done()


class Advance(Handler[Position, Work]):
    """Which unit follows into the hex?"""

    kind = "advance"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """10.0e, 12.3o: units beside it, up to eight stacking points."""
        record = FIGHT.of(position)
        if record is None:
            return ()
        target = position.ground.index[record.target]
        near = [position.units[n] for n in record.attackers if n in position.units]
        fit = [u for u in near if target in position.ground.ring[u.place]]
        fit = [u for u in fit if position.dry(u.place, target) and fits(position, [u], target)]
        if not fit:
            return ()
        return [Choice(NONE), *(Choice(u.id, (u.id,), (u.place, target)) for u in fit)]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """12.3o: one unit after the other."""
        record = work.combat
        if choice.id == NONE or record is None:
            return
        work.go([choice.id], list(choice.path))
        work.ask(self.kind, record.side)
