"""Lessons: a recorded game up to an entry, and the steps that the learner plays from there.

The file ``lesson.json`` of a game names the log and its steps. Texts are messages of the game
(``lesson.<game>.<text>``), or of all lessons (``shell.lesson.step.<text>``).
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from engine.core import actions as act
from engine.core.actions import Action
from engine.core.dice import Dice, DiceSource, Rolled
from engine.i18n import has, t
from engine.log.entry import now
from engine.log.store import LogFile
from engine.modules.module import builtin, load_module
from engine.play.game import Recording

FILE = "lesson.json"
FREE = frozenset({"lead", "attached", "text", "mode"})
"""Fields of an order that a lesson leaves to the learner."""


class Step(BaseModel):
    """A step of a lesson.

    A step with ``do`` ends when this order is played, one with ``command`` when this command of
    the window is used, any other when the learner has read its text.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    text: str = ""
    """Name of the message; empty for an order that the lesson plays itself."""
    do: Action | None = None
    dice: tuple[int, ...] = ()
    command: str = ""
    units: tuple[str, ...] = ()
    """The units that the command is about."""
    look: tuple[str, ...] = ()
    """The hexes that are brought into view."""

    @property
    def plays_itself(self) -> bool:
        """Return whether the lesson plays this step: orders of the other side, for example."""
        return not self.text


class Lesson(BaseModel):
    """A lesson of a game."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    log: str
    """The name of a recorded game that comes with the program."""
    after: int = Field(ge=1)
    """The last entry of that game that the lesson takes over."""
    steps: tuple[Step, ...]

    @property
    def texts(self) -> tuple[int, ...]:
        """Return the numbers of the steps that have a text, which the learner counts."""
        return tuple(k for k, step in enumerate(self.steps) if not step.plays_itself)


@cache
def lessons() -> dict[str, Lesson]:
    """Return the lessons of all games that have one, by the id of the game."""
    folder = files("resources")
    result = {game: folder / game / FILE for game in builtin()}
    return {
        game: Lesson.model_validate_json(path.read_bytes())
        for game, path in result.items()
        if path.is_file()
    }


def title_of(game: str) -> str:
    """Return the title of a game's lesson, and of the log that it writes."""
    return t("shell.lesson.title", game=short_title(game))


def short_title(game: str) -> str:
    """Return the title of a game without its subtitle."""
    return load_module(game).short_title


def begin(game: str, path: Path) -> None:
    """Write the log of a lesson: a game of its own, which can be played on afterwards.

    Raises UserError if the file exists or cannot be written.
    """
    lesson = lessons()[game]
    recording = Recording.load(Path(str(files("logs"))) / f"{lesson.log}.h44log")
    changed = {"id": uuid.uuid4().hex, "title": title_of(game), "created": now()}
    header = recording.log.header.model_copy(update=changed)
    path.parent.mkdir(parents=True, exist_ok=True)
    LogFile.create(path, header, recording.timeline.entries[: lesson.after]).close()


def text_of(game: str, step: Step) -> str:
    """Return the text of a step in the user's language."""
    own = f"lesson.{game}.{step.text}"
    return t(own if has(own) else f"shell.lesson.step.{step.text}")


def matches(wanted: Action, played: Action) -> bool:
    """Return whether an order is the one that a step asks for, whatever its path or mode."""
    return _essence(wanted) == _essence(played)


def _essence(action: Action) -> dict[str, Any]:
    if isinstance(action, act.SetRules):
        return {"kind": action.kind}
    fields = action.model_dump(exclude=set(FREE))
    for name, value in fields.items():
        if name == "path":
            fields[name] = value[-1]
        elif isinstance(value, list | tuple):
            fields[name] = sorted(map(str, value))
    return fields


class LessonDice:
    """Dice of a lesson: those of the current step, then dice that are rolled."""

    def __init__(self, beyond: DiceSource | None = None) -> None:
        self._left: list[int] = []
        self._beyond = beyond or Rolled()

    def put(self, values: Sequence[int]) -> None:
        """Set the values that are thrown next."""
        self._left = list(values)

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """Return the next values of the lesson if they fit these dice; otherwise roll."""
        values = self._left[:count]
        if len(values) < count or not all(1 <= value <= sides for value in values):
            return self._beyond.throw(sides, count, reason)
        del self._left[:count]
        return Dice(
            sides=sides, count=count, values=tuple(values), source="scripted", reason=reason
        )
