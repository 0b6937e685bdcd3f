"""Chapters 5.1.5 and 5.1.6: the roll, and the effects of each result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, TypeVar

from engine.core.verdicts import Verdict
from engine.games.marketgarden.combat import (
    ADVANCE,
    ELIMINATED,
    EXCHANGE,
    LOSS,
    RETREAT,
    CombatRecord,
)
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import FIGHT, Resolution
from engine.games.marketgarden.rules.ch07_losses import eliminate, lose_step
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import verdict
from engine.rules.base.combat import ATTACKER, DEFENDER, Stage
from engine.rules.base.decisions import Args, Choice, Handler

T = TypeVar("T")

DICE: Final = 2
"""2.4.4, 5.1.5a: the number of dice of a combat."""

LOSSES: Final[dict[str, Stage]] = {
    "DE": Stage(kind=ELIMINATED, of=DEFENDER),
    "DRB": Stage(kind=LOSS, of=DEFENDER),
    "DVB": Stage(kind=LOSS, of=DEFENDER),
    "AVB": Stage(kind=LOSS, of=ATTACKER),
    "ARB": Stage(kind=LOSS, of=ATTACKER),
    "AE": Stage(kind=ELIMINATED, of=ATTACKER),
    "DB": Stage(kind=LOSS, of=DEFENDER),
}
DEFENDER_RETREATS: Final = frozenset({"DE", "DRB", "DRI", "AVI", "AVB"})
ATTACKER_RETREATS: Final = frozenset({"DVB", "DVI", "ARI", "ARB", "AE"})
ATTACKER_WINS: Final = frozenset({"AVI", "AVB"})

CODES: Final = ("DE", "DRB", "DRI", "DVB", "DVI", "AVI", "AVB", "ARI", "ARB", "AE", "EMP", "IMP")
"""5.1.6: the codes of the combat table."""


def stages_of(result: str) -> tuple[Stage, ...]:
    """5.1.6a, 5.1.6b, 5.1.6c, 5.1.6d, 5.1.6e, 5.1.6f, 5.1.6g, 5.1.6h, 5.1.6i, 5.1.6j: List stages.

    Losses of the defender, then of the attacker, then retreats (one for each side, 5.1.6m), then
    the advance of a winning attacker.
    """
    if result == "EMP":
        return exchange_stages()
    if result == "IMP":
        return stand_stages()
    codes = result.split()
    losses = [LOSSES[code] for code in codes if code in LOSSES]
    stages = sorted(losses, key=lambda stage: stage.of == ATTACKER)
    if DEFENDER_RETREATS.intersection(codes):
        stages.append(Stage(kind=RETREAT, of=DEFENDER))
    if ATTACKER_RETREATS.intersection(codes):
        stages.append(Stage(kind=RETREAT, of=ATTACKER))
    if ATTACKER_WINS.intersection(codes):
        stages.append(Stage(kind=ADVANCE))
    return tuple(stages)


def exchange_stages() -> tuple[Stage, ...]:
    """5.1.6k: Return the stages of an exchange: both sides lose units, the defender retreats."""
    both = (Stage(kind=EXCHANGE, of=side) for side in (DEFENDER, ATTACKER))
    return *both, Stage(kind=RETREAT, of=DEFENDER)


def stand_stages() -> tuple[Stage, ...]:
    """5.1.6l: Return no stages: nothing happens."""
    return ()


def throw(work: Resolution, reason: str) -> tuple[int, ...]:
    """2.4.4, 5.1.5a: Roll two dice."""
    return work.throw_dice(reason, DICE)


def survivors(position: Position, names: Iterable[str]) -> list[Unit]:
    """Return the named units that are still on the map."""
    return [position.units[n] for n in names if n in position.units]


def loss_candidates(position: Position, record: CombatRecord) -> list[Unit]:
    """5.1.6b, 5.1.6d, 5.1.6g, 5.1.6i, 8.0i: Return the units that may take the current loss.

    Supporting artillery takes none.
    """
    return survivors(position, affected(record))


def affected(record: CombatRecord) -> tuple[str, ...]:
    """Return the units of the side that the current stage affects."""
    defending = any(stage.of == DEFENDER for stage in record.stages[:1])
    return record.defenders if defending else record.attackers


class Loss(Handler[Position, Resolution]):
    """5.1.6a, 5.1.6b, 5.1.6d, 5.1.6g, 5.1.6i, 5.1.6j, T.BOM: The choice of a unit for a loss.

    DE and AE eliminate the unit, the others cost it a step.
    """

    kind = "loss"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Offer the side's units in the combat."""
        record = FIGHT.of(position)
        if record is None:
            return []
        return [Choice(u.id, (u.id,)) for u in loss_candidates(position, record)]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Eliminate the unit, or remove a step."""
        record = FIGHT.current(work)
        (name,) = choice.units
        deadly = record.stages[0].kind == ELIMINATED
        work.combat = record.done().with_hit([name])
        if deadly:
            eliminate(work, name)
        else:
            lose_step(work, name)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Yield a verdict for units that are not in the combat."""
        for word in words:
            if word in position.units:
                yield verdict("5.1.6b", "not_in_fight", units=[word])


class Exchange(Handler[Position, Resolution]):
    """5.1.6k: The choice of units to eliminate in an exchange."""

    kind = "exchange"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Offer all sets of defenders; for the attacker single units."""
        record = FIGHT.of(position)
        if record is None:
            return []
        units = loss_candidates(position, record)
        if record.stages[:1] == (Stage(kind=EXCHANGE, of=DEFENDER),):
            return list(_sets(units))
        return [Choice(u.id, (u.id,)) for u in units]

    def other(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return the option with the same units in another order."""
        wanted = set(words)
        options = self.choices(position, args)
        return next((c for c in options if set(c.units) == wanted == set(c.id.split())), None)

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Eliminate the units and add their factors to the exchange."""
        record = FIGHT.current(work)
        units = work.units(choice.units)
        if record.stages[0].of == DEFENDER:
            owed = sum(u.defense for u in units)
            work.combat = record.done().after(owed=owed)
        else:
            paid = record.paid + sum(u.attack for u in units)
            work.combat = record.after(paid=paid)
        for unit in units:
            eliminate(work, unit.id)


def subsets(items: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yield all sets of items, the smallest first, beginning with none."""
    for size, _ in enumerate((None, *items)):
        yield from combinations(items, size)


def _sets(units: Sequence[Unit]) -> Iterator[Choice]:
    for chosen in subsets(units):
        if chosen:
            names = tuple(u.id for u in chosen)
            yield Choice(" ".join(names), names)


def exchange_paid(position: Position, record: CombatRecord) -> bool:
    """5.1.6k: Return whether the attacker has paid for the exchange or has no units left."""
    return record.paid >= record.owed or not survivors(position, record.attackers)
