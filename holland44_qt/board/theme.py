"""Themes of the map: colours and line widths as data.

The program's own themes lie in ``resources/themes``; a module's file of the same name in its
``themes/`` folder changes what it names, and adds colours of its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from PySide6.QtGui import QColor

NAMES = ("day", "night", "print", "safe")


@dataclass(frozen=True)
class Theme:
    """Colours by name, and widths in hex widths."""

    name: str
    colors: dict[str, QColor]
    widths: dict[str, float]
    striped: frozenset[str] = frozenset()
    """Sides whose bars are striped and whose hatching falls; that of the others rises."""

    @classmethod
    def load(cls, name: str, own: Callable[[str], bytes | None] = lambda _: None) -> Theme:
        """A theme by name; ``own`` reads a module's file for a theme, or finds none.

        A theme with a ``base`` changes only what it names.
        """
        colors: dict[str, QColor] = {}
        widths: dict[str, float] = {}
        striped: frozenset[str] = frozenset()
        house = _parsed((files("resources") / "themes" / f"{name}.json").read_bytes())
        if "base" in house:
            base = cls.load(house["base"], own)
            colors, widths, striped = dict(base.colors), dict(base.widths), base.striped
        found = own(name)
        for data in (house, _parsed(found) if found is not None else {}):
            colors.update({k: QColor(v) for k, v in data.get("colors", {}).items()})
            widths.update(data.get("widths", {}))
            striped |= frozenset(data.get("striped", ()))
        return cls(name, colors, widths, striped)

    def __getitem__(self, color: str) -> QColor:
        """A colour by name; one that the theme does not know is the plain one."""
        return self.colors.get(color) or self.colors["plain"]


def _parsed(data: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(data)
    return found
