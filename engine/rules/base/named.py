"""What an action names, as units and hexes of a position; what is not there is one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Protocol

from engine.core.errors import UserError
from engine.core.state import State
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules.base.position import Position
from engine.rules.base.setting import U


def unit_named(position: Position[Any, Any, U], name: str) -> U:
    """A unit on the map or in a box. Raises UserError for any other name."""
    unit = position.any_unit(name)
    if unit is None:
        raise UserError(t("probe.unit", unit=name))
    return unit


def on_map(position: Position[Any, Any, U], name: str) -> U:
    """A unit on the map. Raises UserError for any other name."""
    if name not in position.units:
        known = name in position.state.pieces
        raise UserError(t("probe.off_map" if known else "probe.unit", unit=name))
    return position.units[name]


def units_in(position: Position[Any, Any, U], words: Iterable[str]) -> list[U]:
    """Return the units in play that an answer names."""
    return [position.units[word] for word in words if word in position.units]


def places_in(position: Position[Any, Any, Any], words: Iterable[str]) -> list[int]:
    """Return the hexes and boxes that an answer names."""
    return [position.places.index(word) for word in words if word in position.places]


def can_be_walked(position: Position[Any, Any, Any], path: Sequence[int]) -> bool:
    """Return whether counters can be dragged along a path: hex by hex, never onto the enemy's."""
    ring, held = position.ground.ring, {u.place: u.side for u in position.units.values()}
    side, hexes = held.get(path[0]), position.places.hex_count
    return max(path) < hexes and all(
        j in ring[i] and held.get(j, side) == side for i, j in pairwise(path)
    )


class InPlay(Protocol):
    """A position as far as it is asked who is there."""

    @property
    def units(self) -> Mapping[str, Any]:
        """The units on the map by id."""
        ...

    @property
    def state(self) -> State:
        """The state."""
        ...


def known_units(position: InPlay, names: Iterable[str], where: str) -> tuple[str, ...]:
    """Names of units on the map. Raises Refused for the first other, with ``where`` it stood."""
    found = tuple(names)
    for n, name in enumerate(found):
        if name not in position.units:
            key = "probe.off_map" if name in position.state.pieces else "probe.unit"
            raise Refused("unknown_unit", t(key, unit=name), f"{where}[{n}]")
    return found


def hex_named(position: Position[Any, Any, Any], name: str) -> int:
    """A hex of the map. Raises UserError for any other name."""
    places = position.places
    found = places.index(name) if name in places else -1
    if not 0 <= found < places.hex_count:
        raise UserError(t("probe.hex", hex=name))
    return found


def stack_named(position: Position[Any, Any, U], names: Sequence[str]) -> tuple[U, ...]:
    """Units that stand together. Raises UserError where they do not."""
    units = tuple(unit_named(position, name) for name in names)
    if len({u.place for u in units}) > 1 or len({u.side for u in units}) > 1:
        raise UserError(t("probe.apart"))
    return units
