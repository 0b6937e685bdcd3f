"""Chapter 5: stacking, at most eight points in a hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from engine.core.verdicts import Verdict
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import eliminated, enemy_of, verdict
from engine.rules.base.decisions import Args, Choice, Handler

LIMIT = 8


def points(units: Iterable[Unit]) -> int:
    """5.0a: Return the stacking points of units."""
    return sum(u.type.stacking for u in units)


def fits(position: Position, units: Sequence[Unit], hex_: int) -> bool:
    """5.0b: Return whether units fit in a hex with the units already there."""
    stack = position.stack(hex_)
    if stack:
        ids = {u.id for u in units}
        stack = [u for u in stack if u.id not in ids]
    return points(stack) + points(units) <= LIMIT


def may_retreat_to(position: Position, units: Sequence[Unit], hex_: int) -> bool:
    """5.0c, 12.3c: Return whether units may end a retreat in a hex: they fit there.

    By the reading ``retreat_stacking`` they may overstack until the phase ends.
    """
    return position.reading("retreat_stacking") == "phase_end" or fits(position, units, hex_)


def stacking_verdicts(
    position: Position,
    units: Sequence[Unit],
    hex_: int,
    level: Literal["forbid", "warn"] = "forbid",
) -> Iterator[Verdict]:
    """5.0c: Yield a verdict if units would overstack a hex.

    Moving units may overstack until the phase ends: pass ``level="warn"`` for them.
    """
    if not fits(position, units, hex_):
        number, key = position.number(hex_), "full" if level == "forbid" else "until_the_end"
        names = [u.id for u in units]
        yield verdict("5.0c", key, hexes=[number], units=names, level=level, hex=number)


def ask_overstacks(work: Resolution) -> bool:
    """5.0c, 5.0d: Ask about each overstacked hex, the lowest first; return whether there is one."""
    hexes = [
        (hex_, side)
        for side, stacks in work.position.stacks.items()
        for hex_, stack in stacks.items()
        if points(stack) > LIMIT
    ]
    for hex_, side in sorted(hexes, reverse=True):
        work.ask(Overstack.kind, enemy_of(side), hex=work.setting.places.name(hex_))
    return bool(hexes)


class Overstack(Handler[Position, Resolution]):
    """5.0d: The enemy's choice of units to eliminate from an overstacked hex, one by one."""

    kind = "overstack"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """Offer the units of the hex while it is overstacked."""
        stack = position.stack(position.ground.index[str(args["hex"])])
        return [Choice(u.id, (u.id,)) for u in stack] if points(stack) > LIMIT else []

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Eliminate the unit; ask again while the hex is overstacked."""
        side = enemy_of(work.state.pieces[choice.id].side)
        work.put(choice.id, eliminated(work.state.pieces[choice.id].side))
        if self.choices(work.position, args):
            work.ask(self.kind, side, **args)
