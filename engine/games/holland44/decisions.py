"""Pending decisions: what may be answered, and what an answer does.

Each kind of decision is a :class:`Handler`. Nothing but the decision's own arguments and the
position says which options there are. A decision with one option is no question: it is settled at
once; one without options has lost its object and is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from engine.core.effects import Decision
from engine.core.errors import UserError
from engine.core.verdicts import Verdict
from engine.games.holland44.constants import say
from engine.games.holland44.house import allows
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.units import Unit
from engine.i18n import has, t

Args = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """One answer: its words (units, places, words of the game), and what it stands for."""

    id: str
    units: tuple[str, ...] = ()
    path: tuple[int, ...] = ()
    loss: bool = False
    """The answer costs a step more (13.3)."""
    drm: int | None = None
    """What it adds to a die that is thrown for it later (22.3.2)."""


class Handler:
    """A kind of decision; ``kind`` is its word in the log."""

    kind: ClassVar[str]

    def options(self, position: Position, args: Args) -> Sequence[Option]:
        """The answers that the rules allow now."""
        raise NotImplementedError

    def other(self, position: Position, args: Args, words: Sequence[str]) -> Option | None:
        """An answer that the rules allow but the list leaves out: another way to the same hex."""
        return None

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Option | None:
        """An answer that breaks a rule and can be carried out all the same.

        Only asked for where the players agreed that breaches pass; None for what makes no sense.
        """
        return None

    def answer(self, work: Resolution, args: Args, option: Option) -> None:
        """Let an answer happen; the decision is off the stack already."""
        raise NotImplementedError

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """All that the rules have against an answer that is no option, word by word; often none."""
        return ()


def handler_of(position: Position, kind: str) -> Handler:
    """The handler of a kind of decision. Raises UserError for one that the game lacks."""
    found: Handler | None = position.setting.book.decisions.get(kind)
    if found is None:
        raise UserError(t("referee.unknown", name=kind))
    return found


def kind_name(kind: str) -> str:
    """A kind of decision in words for people."""
    key = f"ruling.holland44.kind.{kind}"
    return t(key) if has(key) else kind.replace("_", " ")


def options_of(position: Position, asked: Decision) -> Sequence[Option]:
    """The options of a decision."""
    key = ("options", asked.kind, repr(asked.args))
    if key not in position.memo:
        position.memo[key] = handler_of(position, asked.kind).options(position, asked.args)
    found: Sequence[Option] = position.memo[key]
    return found


def option_named(position: Position, asked: Decision, answer: str) -> Option | None:
    """What an answer stands for; None for one that the rules do not allow."""
    listed = next((o for o in options_of(position, asked) if o.id == answer), None)
    return listed or handler_of(position, asked.kind).other(position, asked.args, answer.split())


def option_passed(position: Position, asked: Decision, answer: str) -> Option | None:
    """What an answer stands for that is let pass although it breaks a rule; None for nonsense."""
    return handler_of(position, asked.kind).anyway(position, asked.args, answer.split())


def led(position: Position, way: Sequence[int]) -> bool:
    """Is a way one that counters can be led on: hex by hex, and not onto the enemy's?"""
    ring, held = position.ground.ring, {u.place: u.profile.side for u in position.units.values()}
    side, hexes = held.get(way[0]), position.places.hex_count
    return max(way) < hexes and all(
        j in ring[i] and held.get(j, side) == side for i, j in pairwise(way)
    )


def refusal(position: Position, asked: Decision, answer: str) -> list[Verdict]:
    """What is to be said against an answer; nothing where the rules allow it.

    Where the rules say nothing of it, or house rules take away all they say, it is still none.
    """
    if option_named(position, asked, answer) is not None:
        return []
    found = list(handler_of(position, asked.kind).refuse(position, asked.args, answer.split()))
    if allows(position, found):
        found.append(say("3", "no_option", asked=kind_name(asked.kind), option=answer))
    return found


def units_in(position: Position, words: Iterable[str]) -> list[Unit]:
    """The units in play that an answer names."""
    return [position.units[word] for word in words if word in position.units]


def places_in(position: Position, words: Iterable[str]) -> list[int]:
    """The hexes, boxes and entry areas that an answer names."""
    return [position.places.index(word) for word in words if word in position.places]


def decide(work: Resolution, option: Option) -> None:
    """Answer the topmost decision, and settle what follows from it alone."""
    asked = work.state.pending[-1]
    work.answered()
    handler_of(work.position, asked.kind).answer(work, asked.args, option)
    settle(work)


def settle(work: Resolution) -> None:
    """Answer decisions that leave no choice, until one does or none is left."""
    while work.state.pending:
        asked = work.state.pending[-1]
        found = options_of(work.position, asked)
        if len(found) > 1:
            return
        work.answered()
        if found:
            handler_of(work.position, asked.kind).answer(work, asked.args, found[0])
