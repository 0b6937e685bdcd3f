"""A process that computes orders for the window: ``python -m engine.opponent``.

It reads tasks from standard input, each a length of four bytes (big-endian) and a pickle, and
writes a line for each: the base64 of a pickled :class:`ThinkingResult`. It ends with its input.
Both ends of the pipe belong to the same program; nothing else writes to it.
"""

from __future__ import annotations

import pickle
from base64 import b64decode, b64encode
from collections.abc import Collection
from dataclasses import dataclass
from typing import BinaryIO

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.opponent.player import Advice, Player
from engine.opponent.strengths import player_named
from engine.rules.ports import Ruleset

HEAD = 4
"""Number of bytes of a task's length."""


@dataclass(frozen=True, slots=True)
class Task:
    """A request for the best order of a side in the state that it observes.

    ``ruleset`` is None if unchanged since the previous task; ``fresh`` requests a new player that
    has not considered any unit yet.
    """

    number: int
    ruleset: Ruleset | None
    player: str
    side: str
    seed: int
    state: State
    refused: Collection[act.Action] = ()
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class ThinkingResult:
    """The answer to a task: the advice, or a sentence why there is none."""

    number: int
    advice: Advice | None
    problem: str = ""


def framed(task: Task) -> bytes:
    """Return a task with its length, as the process reads it."""
    data = pickle.dumps(task)
    return len(data).to_bytes(HEAD, "big") + data


def thought_of(line: bytes) -> ThinkingResult:
    """Return the thought from a line written by the process."""
    result: ThinkingResult = pickle.loads(b64decode(line))
    return result


class Thinker:
    """Answers tasks; stores the rules and the players between tasks."""

    def __init__(self) -> None:
        self._ruleset: Ruleset | None = None
        self._players: dict[tuple[str, str], Player] = {}

    def think(self, task: Task) -> ThinkingResult:
        """Return the answer to a task."""
        if task.ruleset is not None:
            self._ruleset, self._players = task.ruleset, {}
        assert self._ruleset is not None, "the first task brings the rules"
        key = task.player, task.side
        try:
            if task.fresh or key not in self._players:
                self._players[key] = player_named(
                    task.player, self._ruleset, task.side, task.seed, timed=True
                )
            return ThinkingResult(task.number, self._players[key].choose(task.state, task.refused))
        except UserError as error:
            return ThinkingResult(task.number, None, str(error))


def main(source: BinaryIO, target: BinaryIO) -> None:
    """Answer tasks until the input ends."""
    thinker = Thinker()
    while len(head := source.read(HEAD)) == HEAD:
        data = source.read(int.from_bytes(head, "big"))
        target.write(b64encode(pickle.dumps(thinker.think(pickle.loads(data)))) + b"\n")
        target.flush()
