"""Look up the units and hexes that an action names; unknown names raise errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Protocol

from engine.core.errors import UserError
from engine.core.state import State
from engine.i18n import t
from engine.request_fields import Refused, field
from engine.rules.base.position import Position
from engine.rules.base.setting import U


def unit_named(position: Position[Any, Any, U], name: str) -> U:
    """Return a unit on the map or in a box. Raises UserError for other names."""
    unit = position.any_unit(name)
    if unit is None:
        raise UserError(t("probe.unit", unit=name))
    return unit


def on_map(position: Position[Any, Any, U], name: str) -> U:
    """Return a unit on the map. Raises UserError for other names."""
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
    """Return whether a path can be dragged: hex by hex, never onto an enemy."""
    ring, sides = position.ground.ring, {u.place: u.side for u in position.units.values()}
    side, hexes = sides.get(path[0]), position.places.hex_count
    return max(path) < hexes and all(
        j in ring[i] and sides.get(j, side) == side for i, j in pairwise(path)
    )


class InPlay(Protocol):
    """The part of a position needed to look up units."""

    @property
    def units(self) -> Mapping[str, Any]:
        """The units on the map by id."""
        ...

    @property
    def state(self) -> State:
        """The state of the position."""
        ...


def known_units(position: InPlay, names: Iterable[str], where: str) -> tuple[str, ...]:
    """Return names of units on the map. Raises Refused, with its index in ``where``, for others."""
    units = tuple(names)
    for n, name in enumerate(units):
        if name not in position.units:
            key = "probe.off_map" if name in position.state.pieces else "probe.unit"
            raise Refused("unknown_unit", t(key, unit=name), f"{where}[{n}]")
    return units


def hex_field(position: Position[Any, Any, Any], request: Mapping[str, Any], name: str) -> int:
    """Return the hex of the map in a field of a request. Raises Refused (``unknown_hex``)."""
    try:
        return hex_named(position, field(request, name, str))
    except UserError as error:
        raise Refused("unknown_hex", str(error), name) from None


def hex_named(position: Position[Any, Any, Any], name: str) -> int:
    """Return a hex of the map. Raises UserError for other names."""
    places = position.places
    place = places.index(name) if name in places else -1
    if not 0 <= place < places.hex_count:
        raise UserError(t("probe.hex", hex=name))
    return place


def stack_named(position: Position[Any, Any, U], names: Sequence[str]) -> tuple[U, ...]:
    """Return the units of one stack. Raises UserError if they are apart."""
    units = tuple(unit_named(position, name) for name in names)
    if len({u.place for u in units}) > 1 or len({u.side for u in units}) > 1:
        raise UserError(t("probe.apart"))
    return units
