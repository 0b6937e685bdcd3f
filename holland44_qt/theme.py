"""Themes of the map: colours and line widths as data.

The program's own themes are in ``resources/themes``. A module's file of the same name in its
``themes/`` folder changes the colours it names and may add others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

from PySide6.QtGui import QColor

from engine.board.drawn_format import ThemeFile

NAMES = ("day", "night", "print", "safe")


@dataclass(frozen=True)
class Theme:
    """Colours by name, and widths in hex widths."""

    name: str
    colors: dict[str, QColor]
    widths: dict[str, float]
    striped: frozenset[str] = frozenset()
    """Sides whose bars are striped and whose hatching falls; that of the other sides rises."""

    @classmethod
    def load(cls, name: str, own: Callable[[str], ThemeFile | None] = lambda _: None) -> Theme:
        """Load a theme by name; ``own`` finds a module's changes to a theme, if any.

        A theme with a ``base`` changes only the values it names.
        """
        colors: dict[str, QColor] = {}
        widths: dict[str, float] = {}
        striped: frozenset[str] = frozenset()
        house = _house(name)
        if house.base is not None:
            base = cls.load(house.base, own)
            colors, widths, striped = dict(base.colors), dict(base.widths), base.striped
        for data in filter(None, (house, own(name))):
            colors.update({k: QColor(v) for k, v in data.colors.items()})
            widths.update(data.widths)
            striped |= frozenset(data.striped)
        return cls(name, colors, widths, striped)

    def __getitem__(self, color: str) -> QColor:
        """Return a colour by name; the plain one for an unknown name."""
        return self.colors.get(color) or self.colors["plain"]


def _house(name: str) -> ThemeFile:
    """Read one of the program's own themes."""
    data = (files("resources") / "themes" / f"{name}.json").read_bytes()
    return ThemeFile.model_validate_json(data)
