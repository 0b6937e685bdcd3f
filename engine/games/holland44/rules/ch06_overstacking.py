"""6.1, 6.4: stacking limits of moves and attacks, and the loss of steps above nine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import STEP_LIMIT, verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch06_stacking import has_too_many_steps, is_overstacked, load_of
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.games.holland44.rules.ch09_attack import Attack
from engine.games.holland44.rules.ch11_steps import lose_step
from engine.rules.base.clauses import clause
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import units_in


@clause("6.1", "move")
def one_head_in_a_hex(move: Move, _: object) -> Iterator[Verdict]:
    """6.1: supply heads do not count for stacking, but only one may be in a hex."""
    mover, position = move.mover, move.position
    end = move.path[-1]
    if position.places.is_hex(end) and any(u.profile.head for u in mover.units):
        others = [u for u in position.stack(end) if u.profile.head and u.id not in mover.ids]
        if others and end != mover.start and others[0].profile.side == mover.side:
            yield verdict(
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
    if not position.places.is_hex(end):
        return
    here = [
        u for u in position.stack(end) if u.profile.side == mover.side and u.id not in mover.ids
    ]
    stack = [*here, *mover.units]
    if not here or not is_overstacked(stack):
        return
    args: dict[str, str | int] = {"hex": position.where(end), "steps": load_of(stack).steps}
    ids, hexes = [u.id for u in stack], [position.number(end)]
    if has_too_many_steps(stack):
        over = load_of(stack).steps - STEP_LIMIT
        yield verdict("6.4.1", "steps", args, level="warn", units=ids, hexes=hexes, over=over)
    else:
        yield verdict("6.4.1", "overstacked", args, level="info", units=ids, hexes=hexes)


@clause("6.4.2", "move")
def mechanized_into_an_overstacked_hex(move: Move, _: object) -> Iterator[Verdict]:
    """6.4.2: mechanized units enter an overstacked hex only by tactical movement."""
    if move.tactical:
        return
    for leg in move.legs:
        if leg.end in move.mover.overstacked:
            position = move.position
            yield verdict(
                "6.4.2",
                "mechanized",
                units=sorted(move.mover.ids),
                hexes=[position.number(leg.end)],
                hex=position.where(leg.end),
            )


def overstacks_pending(work: Resolution) -> bool:
    """6.4.1, 19.4: ask for the loss of excess steps; return whether the phase must wait for it."""
    side = work.state.clock.active
    owed = [i for i, stack in work.position.stacks[side].items() if has_too_many_steps(stack)]
    for i in sorted(owed, reverse=True):
        work.ask("overstack", side, hex=work.setting.places.name(i))
    return bool(owed)


class Overstack(Handler[Position, Resolution]):
    """6.4.1, 13.1.4: the owner removes steps beyond nine, one after the other."""

    kind = "overstack"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the units of the hex that count for stacking."""
        stack = position.stack(position.places.index(args["hex"]))
        if not has_too_many_steps(stack):
            return []
        counting = [u for u in stack if u.profile.counter.stacking == "normal"]
        return [Choice(u.id, (u.id,)) for u in counting]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Remove a step, and ask again."""
        side = work.state.pieces[choice.units[0]].side
        lose_step(work, choice.units[0])
        work.ask("overstack", side, **args)

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return a unit of the hex that does not count."""
        stack = position.stack(position.places.index(args["hex"]))
        named = [u for u in stack if [u.id] == list(words)]
        return Choice(named[0].id, (named[0].id,)) if named else None

    def refuse(self, position: Position, args: Args, words: Iterable[str]) -> Iterator[Verdict]:
        """Yield why the loss of a unit would not help."""
        stack = position.stack(position.places.index(args["hex"]))
        for unit in units_in(position, words):
            if unit not in stack or unit.profile.counter.stacking != "normal":
                key = "free" if unit in stack else "elsewhere"
                where = position.where(position.places.index(args["hex"]))
                yield verdict("6.4.1", key, units=[unit.id], unit=position.name(unit.id), hex=where)


@clause("6.4.2", "attack")
def too_many_from_a_hex(attack: Attack, _: object) -> Iterator[Verdict]:
    """6.4.2: two units and one that stacks free may attack from a hex."""
    fight, position = attack.fight, attack.position
    for unit in fight.excess():
        yield verdict(
            "6.4.2",
            "attack",
            units=[unit.id],
            hexes=[position.number(unit.place)],
            unit=position.name(unit.id),
            hex=position.where(unit.place),
        )
