"""Chapter 5.1.5 and 5.1.6: the throw, and what each result does to either side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

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
from engine.games.marketgarden.vocabulary import say
from engine.rules.base.combat import ATTACKER, DEFENDER, Stage
from engine.rules.base.decisions import Args, Choice, Handler

DICE: Final = 2
"""2.4.4, 5.1.5a: dice of a combat."""

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
    """5.1.6a, 5.1.6b, 5.1.6c, 5.1.6d, 5.1.6e, 5.1.6f, 5.1.6g, 5.1.6h, 5.1.6i, 5.1.6j: what to do.

    Losses of the defender, then of the attacker, then one retreat of the side that both codes
    order back (5.1.6m), then the advance of an attacker who has won.
    """
    if result == "EMP":
        return exchange_stages()
    if result == "IMP":
        return stand_stages()
    codes = result.split()
    losses = [LOSSES[code] for code in codes if code in LOSSES]
    found = sorted(losses, key=lambda stage: stage.of == ATTACKER)
    if DEFENDER_RETREATS.intersection(codes):
        found.append(Stage(kind=RETREAT, of=DEFENDER))
    if ATTACKER_RETREATS.intersection(codes):
        found.append(Stage(kind=RETREAT, of=ATTACKER))
    if ATTACKER_WINS.intersection(codes):
        found.append(Stage(kind=ADVANCE))
    return tuple(found)


def exchange_stages() -> tuple[Stage, ...]:
    """5.1.6k: the defender gives units, the attacker pays for them, who is left retreats."""
    both = (Stage(kind=EXCHANGE, of=side) for side in (DEFENDER, ATTACKER))
    return *both, Stage(kind=RETREAT, of=DEFENDER)


def stand_stages() -> tuple[Stage, ...]:
    """5.1.6l: nothing happens, everyone stays."""
    return ()


def throw(work: Resolution, reason: str) -> tuple[int, ...]:
    """2.4.4, 5.1.5a: two dice, which are added."""
    return work.throw_dice(reason, DICE)


def survivors(position: Position, names: Iterable[str]) -> list[Unit]:
    """Those of some units that are still on the map."""
    return [position.units[n] for n in names if n in position.units]


def those_hit(position: Position, record: CombatRecord) -> list[Unit]:
    """5.1.6b, 5.1.6d, 5.1.6g, 5.1.6i, 8.0i: those of whom the owner chooses one for a loss.

    The units of the fight themselves; artillery that fired from afar suffers nothing.
    """
    defending = any(stage.of == DEFENDER for stage in record.stages[:1])
    return survivors(position, record.defenders if defending else record.attackers)


class Loss(Handler[Position, Resolution]):
    """5.1.6a, 5.1.6b, 5.1.6d, 5.1.6g, 5.1.6i, 5.1.6j, T.BOM: whom a loss falls on; owner's choice.

    DE and AE eliminate the unit, the others cost it a step.
    """

    kind = "loss"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """The units of the side in the fight."""
        record = FIGHT.of(position)
        if record is None:
            return []
        return [Choice(u.id, (u.id,), losses=1) for u in those_hit(position, record)]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """The unit bears it."""
        record = work.combat
        assert record is not None
        (name,) = choice.units
        deadly = record.stages[0].kind == ELIMINATED
        work.combat = record.done().with_hit([name])
        if deadly:
            eliminate(work, name)
        else:
            lose_step(work, name)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Only a unit of the fight can bear its loss."""
        for word in words:
            if word in position.units:
                yield say("5.1.6b", "not_in_fight", units=[word])


class Exchange(Handler[Position, Resolution]):
    """5.1.6k: the defender gives one or more units; the attacker pays as many attack factors."""

    kind = "exchange"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """The sets of defenders; for the attacker one unit after the other."""
        record = FIGHT.of(position)
        if record is None:
            return []
        units = those_hit(position, record)
        if record.stages[:1] == (Stage(kind=EXCHANGE, of=DEFENDER),):
            return list(_sets(units))
        return [Choice(u.id, (u.id,), losses=u.attack) for u in units]

    def other(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """The same units named in another order."""
        wanted = set(words)
        found = self.choices(position, args)
        return next((c for c in found if set(c.units) == wanted == set(c.id.split())), None)

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """The units are gone, and count with the factors they had."""
        record = work.combat
        assert record is not None
        units = work.units(choice.units)
        if record.stages[0].of == DEFENDER:
            owed = sum(u.defense for u in units)
            work.combat = record.done().after(owed=owed)
        else:
            paid = record.paid + sum(u.attack for u in units)
            work.combat = record.after(paid=paid)
        for unit in units:
            eliminate(work, unit.id)


def _sets(units: Sequence[Unit]) -> Iterator[Choice]:
    for size in range(1, len(units) + 1):
        for chosen in combinations(units, size):
            names = tuple(u.id for u in chosen)
            yield Choice(" ".join(names), names, losses=sum(u.defense for u in chosen))


def exchange_paid(position: Position, record: CombatRecord) -> bool:
    """5.1.6k: has the attacker paid what he owes, or has he nothing left to pay with?"""
    return record.paid >= record.owed or not survivors(position, record.attackers)
