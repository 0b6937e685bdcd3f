"""Chapter 7: the limits of units of a side in a hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from engine.core.verdicts import Verdict
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch17_cadres import eliminate
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import FREE, STRATEGIC, verdict
from engine.rules.base.decisions import Args, Choice, Handler

LIMIT = 4
"""7.1a: stacking points in a hex, and one silhouette unit more."""


def load(units: Sequence[Unit]) -> int:
    """7.1a, 7.1b, 7.1c: return the stacking points of units; their largest silhouette is free."""
    points = free = 0
    for unit in units:
        own = unit.points
        points += own
        if own > free and unit.type.silhouette:
            free = own
    return points - free


def crowd(units: Sequence[Unit]) -> list[str]:
    """7.1d: return the kinds of freely stacking units that occur more than once."""
    kinds = [u.type.kind for u in units if u.type.kind in FREE]
    if len(kinds) < 2:
        return []
    return [kind for kind, count in Counter(kinds).items() if count > 1]


def fits(units: Sequence[Unit]) -> bool:
    """7.1a, 7.1d: return whether units may stack together. 7.2c: Allied armies may mix."""
    return load(units) <= LIMIT and not crowd(units)


def room_for(position: Position, units: Sequence[Unit], hex_: int) -> bool:
    """7.1a, 7.1d: return whether units may stop in a hex. 7.2a: passing through is free."""
    return fits([*position.others(units, hex_), *units])


def stacking(
    position: Position,
    units: Sequence[Unit],
    hex_: int,
    level: Literal["forbid", "warn"] = "forbid",
) -> Iterator[Verdict]:
    """7.2a, 7.2c, 9.8.2: yield verdicts against units that stop in a hex.

    Moving units may overstack until the phase ends: pass ``level="warn"`` for them.
    """
    there = position.number(hex_)
    stack = position.others(units, hex_)
    together = [*stack, *units]
    names = [u.id for u in stack]
    if load(together) > LIMIT:
        yield verdict(
            "7.1a",
            "full" if level == "forbid" else "until_the_end",
            hexes=[there],
            units=names,
            level=level,
            hex=there,
            most=LIMIT,
            points=load(together),
        )
    if crowd(together):
        yield verdict("7.1d", "one_of_a_kind", hexes=[there], units=names, level=level, hex=there)
    if any(STRATEGIC in u.status for u in stack):
        yield verdict("9.8.2", "beside_marked", hexes=[there], units=names, hex=there)


def overfull(position: Position) -> Iterator[tuple[str, int]]:
    """7.2b: yield the sides and hexes with too many units."""
    for side, stacks in position.stacks.items():
        for hex_, stack in stacks.items():
            if not fits(stack):
                yield side, hex_


def relieving(units: Sequence[Unit]) -> list[Unit]:
    """7.2b: return the units of an overfull hex whose removal helps."""
    points, kinds = load(units), crowd(units)
    lighter = points > LIMIT
    return [
        unit
        for unit in units
        if unit.type.kind in kinds
        or (lighter and load([u for u in units if u is not unit]) < points)
    ]


def overstacks_pending(work: Resolution) -> bool:
    """7.2b: ask the owner of each overfull hex, the lowest number first; true if there is one."""
    owed = sorted(overfull(work.position), key=lambda pair: pair[1], reverse=True)
    for side, hex_ in owed:
        work.ask(Overstack.kind, side, hex=work.setting.places.name(hex_))
    return bool(owed)


class Overstack(Handler[Position, Resolution]):
    """7.2b: the owner chooses which units of an overfull hex are eliminated, one by one."""

    kind = "overstack"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the units whose loss helps."""
        stack = _asked_about(position, args)
        return [] if fits(stack) else [Choice(u.id, (u.id,)) for u in relieving(stack)]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Eliminate the unit; ask again while there are too many."""
        side = work.state.pieces[choice.units[0]].side
        eliminate(work, choice.units[0])
        if not fits(_asked_about(work.position, args)):
            work.ask(self.kind, side, **args)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Yield why a loss does not help: the unit stacks freely, or is in another hex."""
        here = {u.id for u in _asked_about(position, args)}
        for word in words:
            if word in position.units:
                key = "no_help" if word in here else "elsewhere"
                yield verdict("7.2b", key, units=[word], hexes=[args["hex"]], hex=args["hex"])


def _asked_about(position: Position, args: Args) -> list[Unit]:
    """Return the units in the hex of a question, of the side that has too many."""
    hex_ = position.ground.index[args["hex"]]
    stacks = [stack[hex_] for stack in position.stacks.values() if hex_ in stack]
    return next((s for s in stacks if not fits(s)), [])
