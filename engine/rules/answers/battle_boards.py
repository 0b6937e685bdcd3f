"""Second boards over the map, on which a battle is fought counter by counter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.board.board import Board
    from engine.core.state import State


@dataclass(frozen=True, slots=True)
class BattleLine:
    """An attack on a battle board: attackers and target as hexes of that board, and the odds."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    tag: str
    text: str


@dataclass(frozen=True, slots=True)
class BattleBoard:
    """A second board over the map, with its units.

    ``state`` has its units at places of ``board``; units not placed yet are in hexes ``beside`` the
    others, which belong to no battle. ``parts`` are the hexes of each side, ``unit`` is the unit of
    the pending decision; ``notes`` describe the last throws.
    """

    title: str
    board: Board
    state: State
    parts: Mapping[str, tuple[str, ...]]
    beside: frozenset[str] = frozenset()
    unit: str | None = None
    lines: tuple[BattleLine, ...] = ()
    notes: tuple[str, ...] = ()
