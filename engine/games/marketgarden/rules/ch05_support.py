"""Chapters 5.1.1, 6.1 and 8: the defender's support of a combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.combat import SUPPORT, CombatRecord
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import FIGHT, Resolution
from engine.games.marketgarden.rules import ch06_air
from engine.games.marketgarden.rules.ch05_results import subsets, survivors
from engine.games.marketgarden.rules.ch08_artillery import able_to_fire, fire_verdicts
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import enemy_of
from engine.rules.base.combat import Stage
from engine.rules.base.decisions import Args, Choice, Handler

AIR = "air="
"""The prefix of the air points in an option id."""

MANY_DIGITS = 4
MANY_GUNS = 4
"""The number of artillery units up to which all sets are listed."""


def air_for_defense(position: Position, record: CombatRecord) -> int:
    """6.1c, 6.2g: Return the air points that the defender may add."""
    units = survivors(position, record.defenders)
    if not ch06_air.may_support(position, units):
        return 0
    return ch06_air.points_left(position, enemy_of(record.side))


def guns_for_defense(position: Position, record: CombatRecord) -> list[Unit]:
    """8.0g, 8.0h: Return the artillery that the defender may add."""
    target = position.ground.index[record.target]
    return able_to_fire(position, enemy_of(record.side), target)


class Support(Handler[Position, Resolution]):
    """5.1.1d, 5.1.1e, 6.1c, 8.0h: The defender's choice of air points and artillery.

    An answer contains the points and all artillery; the attacker's support is already fixed.
    """

    kind = "support"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Offer all numbers of points with all sets of guns; of many guns none, each or all."""
        record = FIGHT.of(position)
        if record is None or record.stages[:1] != (Stage(kind=SUPPORT),):
            return []
        guns = [u.id for u in guns_for_defense(position, record)]
        if len(guns) <= MANY_GUNS:
            sets = list(subsets(guns))
        else:
            sets = [(), *((g,) for g in guns), tuple(guns)]
        limit = air_for_defense(position, record)
        return [_choice(points, chosen) for chosen in sets for points in range(limit + 1)]

    def other(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return the choice of any other set of guns."""
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
        """Spend the points and mark the guns as having fired."""
        record = FIGHT.current(work)
        ch06_air.spend(work, enemy_of(record.side), choice.points)
        for name in choice.units:
            work.track(tracks.FIRED + name, tracks.NOTED)
        added = record.done().after(air_defense=choice.points, helpers=choice.units)
        work.combat = added

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Yield the verdicts against points or guns."""
        record = FIGHT.of(position)
        if record is not None:
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
    """Parse the air points of an option id; None for other text."""
    number = words[0].removeprefix(AIR) if words else ""
    return int(number) if number.isdecimal() and len(number) < MANY_DIGITS else None
