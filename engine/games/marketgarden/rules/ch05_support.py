"""Chapter 5.1.1, 6.1 and 8: what the defender adds to a combat before the dice are thrown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.combat import SUPPORT, CombatRecord
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import FIGHT, Resolution
from engine.games.marketgarden.rules import ch06_air
from engine.games.marketgarden.rules.ch05_results import survivors
from engine.games.marketgarden.rules.ch08_artillery import able_to_fire, fire_verdicts
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import enemy_of
from engine.rules.base.combat import Stage
from engine.rules.base.decisions import Args, Choice, Handler

AIR = "air="
"""How an answer begins: with the air points."""

MANY_DIGITS = 4
MANY_GUNS = 4
"""Sets of supporting artillery are listed for so many guns; more are named one by one."""


def air_for_defense(position: Position, record: CombatRecord) -> int:
    """6.1c, 6.2g: the air points that the defender may add."""
    units = survivors(position, record.defenders)
    if not ch06_air.may_support(position, units):
        return 0
    return ch06_air.points_left(position, enemy_of(record.side))


def guns_for_defense(position: Position, record: CombatRecord) -> list[Unit]:
    """8.0g, 8.0h: the artillery that the defender may add."""
    target = position.ground.index[record.target]
    return able_to_fire(position, enemy_of(record.side), target)


class Support(Handler[Position, Resolution]):
    """5.1.1d, 5.1.1e, 6.1c, 8.0h: the defender adds air points and artillery, once and for all.

    The attacker has named all of his before; an answer is the points and the guns.
    """

    kind = "support"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Every number of points with every set of guns; with many guns none, each or all."""
        record = FIGHT.of(position)
        if record is None or record.stages[:1] != (Stage(kind=SUPPORT),):
            return []
        guns = [u.id for u in guns_for_defense(position, record)]
        if len(guns) <= MANY_GUNS:
            sets = [s for n in range(len(guns) + 1) for s in combinations(guns, n)]
        else:
            sets = [(), *((g,) for g in guns), tuple(guns)]
        most = air_for_defense(position, record)
        return [_choice(points, chosen) for chosen in sets for points in range(most + 1)]

    def other(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Any other set of guns."""
        record = FIGHT.of(position)
        points = _points(words)
        if record is None or points is None:
            return None
        guns = words[1:]
        able = {u.id for u in guns_for_defense(position, record)}
        if points > air_for_defense(position, record) or not able.issuperset(guns):
            return None
        return _choice(points, tuple(sorted(set(guns))))

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """The points are spent, the guns have fired."""
        record = work.combat
        assert record is not None
        ch06_air.spend(work, enemy_of(record.side), choice.points)
        for name in choice.units:
            work.track(tracks.FIRED + name, 1)
        added = record.done().after(air_defense=choice.points, helpers=choice.units)
        work.combat = added

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Why points or guns may not be added."""
        record = FIGHT.of(position)
        if record is not None and words:
            yield from _refusals(position, record, words)


def _refusals(position: Position, record: CombatRecord, words: Sequence[str]) -> Iterator[Verdict]:
    side = enemy_of(record.side)
    points = _points(words)
    if points is not None:
        units = survivors(position, record.defenders)
        yield from ch06_air.support_verdicts(position, side, points, units)
    guns = survivors(position, words)
    yield from fire_verdicts(position, guns, position.ground.index[record.target], side)


def _choice(points: int, guns: Sequence[str]) -> Choice:
    return Choice(" ".join([f"{AIR}{points}", *guns]), tuple(guns), points=points)


def _points(words: Sequence[str]) -> int | None:
    """The air points that an answer begins with; None for no such answer."""
    number = words[0].removeprefix(AIR) if words else ""
    return int(number) if number.isdecimal() and len(number) < MANY_DIGITS else None
