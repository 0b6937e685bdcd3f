"""Marks that the advice draws on the board, as plain data; places are board indices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.rules.answers import Planned, Zones
    from holland44_qt.advice.board_questions import Pair


@dataclass(frozen=True)
class Cost:
    """Label of a hex within reach; ``stop`` where a move must end there."""

    text: str
    mode: str
    stop: bool


@dataclass(frozen=True)
class DrawnPath:
    """A path over the board: ``kind`` is move, supply or barred."""

    hexes: tuple[int, ...]
    kind: str
    end: str = ""
    """Text at the end of the path: the name of a supply source."""


@dataclass(frozen=True)
class Sight:
    """All marks that the advice currently shows.

    ``supplied`` gives (units in supply, units without) by hex. ``reach`` is None if no reach is
    shown; otherwise all hexes outside it are dark. ``culprits`` are the hexes of blocking units,
    ``hexes`` and ``sides`` the places that these close, ``cuts`` the ends of a supply trace (with
    their numbers in the explanation), ``tags`` words on hexes, ``target`` the hex attacked from the
    hexes of the ``attackers``. ``choices`` are possible answers with their labels, ``gates``
    possible hexsides, ``refused`` considered hexes with the rules against them. ``hot`` and
    ``hot_gate`` are under the mouse, or current in the list.
    """

    fronts: tuple[Zones, ...] = ()
    supplied: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    reach: Mapping[int, Cost] | None = None
    start: int | None = None
    paths: tuple[DrawnPath, ...] = ()
    culprits: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    sides: tuple[Pair, ...] = ()
    cuts: Mapping[int, str] = field(default_factory=dict)
    tags: Mapping[int, str] = field(default_factory=dict)
    target: int | None = None
    attackers: tuple[int, ...] = ()
    plans: tuple[Planned, ...] = ()
    """Declared combats that are not yet resolved."""
    duties: tuple[Pair, ...] = ()
    """Pending attack duties, as pairs of hexes: attacker to target."""
    able: frozenset[int] = frozenset()
    """Hexes of units that may still act in the phase."""
    choices: Mapping[int, str] = field(default_factory=dict)
    gates: tuple[Pair, ...] = ()
    refused: Mapping[int, str] = field(default_factory=dict)
    hot: int | None = None
    hot_gate: Pair | None = None
    threats: Mapping[int, str] = field(default_factory=dict)
    """Best odds of an enemy attack, by hex."""
    spans: tuple[tuple[Pair, str], ...] = ()
    """State of each bridge, by hexside."""
    arrivals: Mapping[int, str] = field(default_factory=dict)
    """Reinforcements by hex of the map's edge: short labels with the arrival turn."""
    exits: Mapping[int, str] = field(default_factory=dict)
    """Entry areas by the hex from which units may exit into them, each with its cost."""
