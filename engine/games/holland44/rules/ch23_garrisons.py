"""23.6: garrisons wait until an Allied unit comes near."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.holland44.constants import GARRISON_RANGE
from engine.games.holland44.position import Position
from engine.games.holland44.tracks import RELEASED
from engine.games.holland44.units import Unit


def is_waiting(position: Position, unit: Unit) -> bool:
    """Return whether a unit is a garrison that no Allied unit has come near to."""
    return _is_frozen(position, unit) and not _can_observe(
        position, unit, position.stacks["allied"]
    )


def released_by(position: Position, places: Iterable[int]) -> list[Unit]:
    """Return the garrisons released by Allied units in these hexes."""
    hexes = [i for i in places if position.places.is_hex(i)]
    garrisons = position.fronts["german"].garrisons
    return [u for u in garrisons if _is_frozen(position, u) and _can_observe(position, u, hexes)]


def _is_frozen(position: Position, unit: Unit) -> bool:
    return unit.profile.counter.frozen and RELEASED + unit.id not in position.state.tracks


def _can_observe(position: Position, garrison: Unit, hexes: Iterable[int]) -> bool:
    board, here = position.board, garrison.place
    return any(board.distance(here, i) <= GARRISON_RANGE for i in hexes)
