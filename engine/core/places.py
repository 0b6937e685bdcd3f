"""Places of a game as small ints: hexes in board order, then boxes off the map."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.errors import UserError
from engine.i18n import t


class Places:
    """Two-way mapping between printed names ("4816", "eliminated-blue") and ints.

    Hexes have the ints of the board (``0 <= i < hex_count``); boxes follow. Both look-ups are O(1).
    """

    __slots__ = ("_index", "hex_count", "names")

    def __init__(self, hexes: Iterable[str], boxes: Iterable[str] = ()) -> None:
        numbers = tuple(hexes)
        self.hex_count = len(numbers)
        self.names: list[str] = [*numbers, *boxes]
        self._index = {name: i for i, name in enumerate(self.names)}
        if len(self._index) != len(self.names):
            raise ValueError("two places have the same name")

    def index(self, name: str) -> int:
        """Return the int of a place. Raises UserError for a name unknown to the game."""
        try:
            return self._index[name]
        except KeyError:
            raise UserError(t("core.error.place", place=name)) from None

    def name(self, index: int) -> str:
        """Return the printed name of a place."""
        return self.names[index]

    def is_hex(self, index: int) -> bool:
        """Return whether the place is a hex on the map."""
        return index < self.hex_count

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __len__(self) -> int:
        return len(self.names)
