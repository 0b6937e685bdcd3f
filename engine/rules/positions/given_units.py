"""Check the units of a given position and apply them to a set-up.

Faults raise :class:`~engine.request_fields.Refused` with the path of the field, as
``units[2].hex``.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from engine.core.effects import Clock, Track
from engine.core.modes import OPTION_TRACK
from engine.core.places import Places
from engine.core.state import Piece
from engine.i18n import t
from engine.request_fields import Refused

Stacks = Mapping[int, tuple[str, ...]]


class UnitGiven(Protocol):
    """The fields of a unit common to all games."""

    @property
    def id(self) -> str:
        """The name of the unit, or its counter."""
        ...

    @property
    def side(self) -> str | None:
        """The side, if given."""
        ...

    @property
    def kind(self) -> str | None:
        """The kind, for a unit defined by the request."""
        ...

    @property
    def steps(self) -> int | None:
        """The steps left, if given."""
        ...


U = TypeVar("U", bound=UnitGiven)


class ClockGiven(Protocol):
    """The fields of the clock common to all games."""

    @property
    def turn(self) -> int | None:
        """The game turn."""
        ...

    @property
    def phase(self) -> str | None:
        """The phase of the turn."""
        ...

    @property
    def active(self) -> str | None:
        """The active side."""
        ...


def named_once(units: Iterable[UnitGiven]) -> dict[str, int]:
    """Return the index of each unit in the request. Raises Refused for a duplicate."""
    indices: dict[str, int] = {}
    for n, unit in enumerate(units):
        if unit.id in indices:
            raise Refused("bad_position", t("probe.twice", unit=unit.id), f"units[{n}].id")
        indices[unit.id] = n
    return indices


def side_and_kind(unit: UnitGiven, n: int) -> tuple[str, str]:
    """Return side and kind of a unit that is no counter. Raises Refused if one is missing."""
    for field, value in (("side", unit.side), ("kind", unit.kind)):
        if value is None:
            message = t("probe.needs", unit=unit.id, field=field)
            raise Refused("bad_position", message, f"units[{n}].{field}")
    return str(unit.side), str(unit.kind)


def check_steps(unit: UnitGiven, n: int, highest: int) -> None:
    """Raise Refused if a unit has more steps than its counter."""
    if unit.steps is not None and unit.steps > highest:
        raise _too_many(unit, n, unit.steps, highest)


def steps_left(unit: UnitGiven, n: int, highest: int, *, may_be_none: bool) -> int:
    """Return a unit's steps, by default all; ``may_be_none`` allows 0 in a box of losses."""
    steps = highest if unit.steps is None else unit.steps
    if steps > highest or (steps == 0 and not may_be_none):
        raise _too_many(unit, n, steps, highest)
    return steps


def _too_many(unit: UnitGiven, n: int, steps: int, highest: int) -> Refused:
    message = t("probe.steps", unit=unit.id, steps=steps, most=highest)
    return Refused("bad_position", message, f"units[{n}].steps")


def check_side(unit: UnitGiven, n: int, counter: str, side: str) -> None:
    """Raise Refused if a unit is not on the side of its counter."""
    if unit.side not in (None, side):
        message = t("probe.other_side", unit=unit.id, counter=counter, side=side)
        raise Refused("bad_position", message, f"units[{n}].side")


def unknown_counter(asked: str, known: Iterable[str], n: int) -> Refused:
    """Return the refusal of an unknown counter, with the closest known name."""
    close = difflib.get_close_matches(asked, list(known), n=1)
    key = "probe.counter_close" if close else "probe.counter"
    message = t(key, counter=asked, close=close[0] if close else "")
    return Refused("unknown_unit", message, f"units[{n}].counter")


def lay(
    pieces: Mapping[str, Piece],
    stacks: Stacks,
    units: Sequence[U],
    piece_of: Callable[[int, U], Piece],
) -> tuple[dict[str, Piece], dict[int, tuple[str, ...]]]:
    """Return pieces and stacks with the given units moved to the top of their places."""
    placed, piled = dict(pieces), dict(stacks)
    for n, unit in enumerate(units):
        piece = piece_of(n, unit)
        old = placed.get(unit.id)
        if old is not None:
            piled[old.place] = tuple(name for name in piled[old.place] if name != unit.id)
            if not piled[old.place]:
                del piled[old.place]
        placed[unit.id] = piece
        piled[piece.place] = (*piled.get(piece.place, ()), unit.id)
    return placed, piled


def check_one_side_a_hex(
    places: Places, pieces: Mapping[str, Piece], stacks: Stacks, sides: Mapping[str, int]
) -> None:
    """Raise Refused if a hex contains units of both sides."""
    for place, names in stacks.items():
        if places.is_hex(place) and len({pieces[name].side for name in names}) > 1:
            mine = next((sides[name] for name in names if name in sides), 0)
            message = t("probe.mixed", hex=places.name(place))
            raise Refused("bad_position", message, f"units[{mine}].hex")


def hex_at(index: Mapping[str, int], number: str, where: str) -> int:
    """Return the hex of a number. Raises Refused for an unknown one."""
    if number not in index:
        raise Refused("unknown_hex", t("probe.hex", hex=number), where)
    return index[number]


def place_at(places: Places, name: str, where: str) -> int:
    """Return the hex or box of a name. Raises Refused for an unknown one."""
    if name not in places:
        raise Refused("unknown_hex", t("probe.hex", hex=name), where)
    return places.index(name)


def clock_of(given: ClockGiven, start: Clock) -> Clock:
    """Return the clock of a position; missing fields are the scenario's."""
    return Clock(
        turn=given.turn or start.turn,
        phase=given.phase or start.phase,
        active=given.active or start.active,
    )


def option_tracks(options: Mapping[str, bool | int | str]) -> dict[str, Track]:
    """Return the tracks of a position's readings and optional rules."""
    return {
        OPTION_TRACK + name: int(value) if isinstance(value, bool) else value
        for name, value in options.items()
    }


def unknown_options(options: Iterable[str], known: Collection[str]) -> list[str]:
    """Return a warning for each unknown option."""
    words = ", ".join(known)
    return [t("probe.option", option=name, known=words) for name in options if name not in known]
