"""Selection: the pieces that the next command affects, shared by the whole window."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from engine.core.state import State


class Selection(QObject):
    """Piece ids in selection order, without duplicates; ``changed`` is emitted on every change."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._units: tuple[str, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """Return the selected pieces."""
        return self._units

    def __contains__(self, unit: object) -> bool:
        return unit in self._units

    def __len__(self) -> int:
        return len(self._units)

    def set(self, units: Iterable[str]) -> None:
        """Select other pieces instead."""
        chosen = tuple(dict.fromkeys(units))
        if chosen != self._units:
            self._units = chosen
            self.changed.emit()

    def add(self, units: Iterable[str]) -> None:
        """Add pieces to the selection."""
        self.set((*self._units, *units))

    def toggle(self, unit: str) -> None:
        """Select or deselect a piece."""
        if unit in self._units:
            self.set(u for u in self._units if u != unit)
        else:
            self.add((unit,))

    def clear(self) -> None:
        """Clear the selection."""
        self.set(())

    def keep(self, state: State) -> None:
        """Deselect pieces that a position does not contain."""
        self.set(u for u in self._units if u in state.pieces)
