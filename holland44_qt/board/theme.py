"""Themes of the map: colours and line widths as data."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QColor

NAMES = ("day", "night", "print", "safe")


@dataclass(frozen=True)
class Theme:
    """Colours by name, and widths in hex widths."""

    name: str
    colors: dict[str, QColor]
    widths: dict[str, float]

    @classmethod
    def load(cls, read: Callable[[str], bytes], name: str) -> Theme:
        """Read a theme by name; one with a ``base`` changes only what it names."""
        data = json.loads(read(name))
        colors: dict[str, QColor] = {}
        widths: dict[str, float] = {}
        if "base" in data:
            base = cls.load(read, data["base"])
            colors, widths = dict(base.colors), dict(base.widths)
        colors.update({k: QColor(v) for k, v in data.get("colors", {}).items()})
        widths.update(data.get("widths", {}))
        return cls(data["name"], colors, widths)

    def __getitem__(self, color: str) -> QColor:
        return self.colors[color]
