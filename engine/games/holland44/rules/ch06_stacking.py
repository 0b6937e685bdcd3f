"""Chapter 6: stacking."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.meta import STEP_LIMIT
from engine.games.holland44.mover import Move
from engine.games.holland44.stacks import has_too_many_steps, is_overstacked, load_of
from engine.rules.registry import clause, say


@clause("6.1", "move")
def one_head_in_a_hex(move: Move, _: object) -> Iterator[Verdict]:
    """6.1: supply heads do not count for stacking, but only one may be in a hex."""
    mover, position = move.mover, move.position
    end = move.path[-1]
    if end < position.places.hex_count and any(u.p.head for u in mover.units):
        others = [u for u in position.stack(end) if u.p.head and u.id not in mover.ids]
        if others and end != mover.start and others[0].p.side == mover.side:
            yield say(
                "6.1",
                "one_head",
                units=[u.id for u in others],
                hexes=[position.number(end)],
                hex=position.where(end),
            )


@clause("6.4.1", "move")
def overstacking(move: Move, _: object) -> Iterator[Verdict]:
    """6.4.1: a hex may be overstacked; at the end of the phase the steps above nine are lost."""
    mover, position = move.mover, move.position
    end = move.path[-1]
    if end >= position.places.hex_count:
        return
    here = [u for u in position.stack(end) if u.p.side == mover.side and u.id not in mover.ids]
    stack = [*here, *mover.units]
    if not here or not is_overstacked(stack):
        return
    args: dict[str, str | int] = {"hex": position.where(end), "steps": load_of(stack).steps}
    ids, hexes = [u.id for u in stack], [position.number(end)]
    if has_too_many_steps(stack):
        over = load_of(stack).steps - STEP_LIMIT
        yield say("6.4.1", "steps", args, level="warn", units=ids, hexes=hexes, over=over)
    else:
        yield say("6.4.1", "overstacked", args, level="info", units=ids, hexes=hexes)


@clause("6.4.2", "move")
def mechanized_into_an_overstacked_hex(move: Move, _: object) -> Iterator[Verdict]:
    """6.4.2: mechanized units enter an overstacked hex only by tactical movement."""
    if move.tactical:
        return
    for leg in move.legs:
        if leg.end in move.mover.overstacked:
            position = move.position
            yield say(
                "6.4.2",
                "mechanized",
                units=sorted(move.mover.ids),
                hexes=[position.number(leg.end)],
                hex=position.where(leg.end),
            )
