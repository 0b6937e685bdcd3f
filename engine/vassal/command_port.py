"""A command on its way, as the deeds of traits know it (:mod:`engine.vassal.command_run` is it)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from engine.core import effects as fx
from engine.core.places import Places
from engine.core.state import State
from engine.vassal.command_questions import Ask
from engine.vassal.drawing import Drawing
from engine.vassal.keys import Key
from engine.vassal.map_drawing import MapDrawing
from engine.vassal.pieces import Piece
from engine.vassal.spots import Spot
from engine.vassal.table_records import Deck


class Act(Protocol):
    """The position as it is by now, and what can be done to it."""

    drawing: Drawing
    state: State
    places: Places
    side: str
    ask: Ask
    own: dict[str, str]
    """Properties that last as long as the command."""

    def send(self, unit: str, key: Key) -> bool:
        """A key stroke goes to a piece; does any trait obey? Raises StopError without end."""

    def enter(self) -> None:
        """One more command within the one before. Raises StopError if there are too many."""

    def leave(self) -> None:
        """Back to the command before."""

    def hot_key(self, key: Key) -> None:
        """A key stroke for the module itself."""

    def live(self, unit: str) -> Piece | None:
        """A piece as VASSAL has it; None if it is gone, or its chain is not known."""

    def spot(self, unit: str) -> Spot | None:
        """Where a piece lies."""

    def map_of(self, unit: str) -> MapDrawing | None:
        """The map a piece lies on, with the boards that it shows."""

    def on_map(self, index: int | None = None) -> Iterator[str]:
        """The pieces on a map, or on all."""

    def deck(self, name: str) -> Deck | None:
        """A deck by its name, or by the path that old files write."""

    def put(self, effects: Iterable[fx.Effect]) -> None:
        """Effects happen."""

    def set_link(self, unit: str, index: int, state: str) -> None:
        """A link of a piece gets another state."""

    def fold(self, unit: str) -> None:
        """What became of a piece's states is told by its statuses."""

    def move(self, unit: str, place: str) -> None:
        """A piece goes on top of a place, with what that brings."""

    def lay(self, unit: str, place: str) -> None:
        """A piece goes on top of a place, and nothing else happens."""

    def set_property(self, name: str, value: str) -> None:
        """A global property gets another value."""

    def throw(self, sides: int, why: str, count: int = 1) -> tuple[int, ...]:
        """Dice are thrown and recorded."""

    def say(self, text: str) -> None:
        """A line for the log."""

    def value(self, unit: str, name: str) -> str | None:
        """A property of a piece, or of where it lies, or of the game."""

    def text(self, template: str, unit: str = "") -> str:
        """A text with its properties and expressions filled in."""

    def holds(self, condition: str, unit: str) -> bool:
        """Is a condition met? One that is not understood is not, and is told."""

    def outside(self, unit: str) -> Callable[[str], str | None]:
        """The properties that a piece has from where it is, and the game's own."""
