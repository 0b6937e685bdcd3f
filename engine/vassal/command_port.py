"""The protocol through which traits act on a running command (see ``command_run``)."""

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
    """The current position and the operations on it."""

    drawing: Drawing
    state: State
    places: Places
    side: str
    ask: Ask
    own: dict[str, str]
    """Properties that exist only while the command runs."""

    def send(self, unit: str, key: Key) -> bool:
        """Send a key stroke to a piece; return whether a trait acted on it. Raises StopError."""

    def enter(self) -> None:
        """Begin a nested command. Raises StopError if there are too many."""

    def leave(self) -> None:
        """End a nested command."""

    def hot_key(self, key: Key) -> None:
        """Send a key stroke to the module itself."""

    def live(self, unit: str) -> Piece | None:
        """Return a piece in VASSAL's form; None if it is gone or its chain is unknown."""

    def spot(self, unit: str) -> Spot | None:
        """Return the map and pixels where a piece is."""

    def map_of(self, unit: str) -> MapDrawing | None:
        """Return the map where a piece is, with the boards shown on it."""

    def on_map(self, index: int | None = None) -> Iterator[str]:
        """Yield the pieces on a map, or on all maps."""

    def deck(self, name: str) -> Deck | None:
        """Return a deck by its name, or by the path that old files use."""

    def put(self, effects: Iterable[fx.Effect]) -> None:
        """Apply effects to the position."""

    def set_link(self, unit: str, index: int, state: str) -> None:
        """Set the state of a link of a piece."""

    def fold(self, unit: str) -> None:
        """Write the changed states of a piece to its statuses."""

    def move(self, unit: str, place: str) -> None:
        """Move a piece on top of a place, with everything that this triggers."""

    def lay(self, unit: str, place: str) -> None:
        """Move a piece on top of a place without triggering anything."""

    def set_property(self, name: str, value: str) -> None:
        """Set a global property."""

    def throw(self, sides: int, why: str, count: int = 1) -> tuple[int, ...]:
        """Throw and record dice."""

    def report(self, text: str) -> None:
        """Add a line to the log."""

    def value(self, unit: str, name: str) -> str | None:
        """Return a property of a piece, of its location, or of the game."""

    def text(self, template: str, unit: str = "") -> str:
        """Return a text with its properties and expressions filled in."""

    def holds(self, condition: str, unit: str) -> bool:
        """Return whether a condition is met. One that cannot be parsed is not, and is reported."""

    def outside(self, unit: str) -> Callable[[str], str | None]:
        """Return a lookup for the properties of a piece's location and of the game."""
