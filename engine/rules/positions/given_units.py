"""The units of a given position: named once, within their steps, laid over a set-up.

Each fault is :class:`~engine.request_fields.Refused` with its place in the question, as
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
    """What each game's position says of a unit."""

    @property
    def id(self) -> str:
        """Its name, or that of the counter it is."""
        ...

    @property
    def side(self) -> str | None:
        """Whose it is, where the question says so."""
        ...

    @property
    def kind(self) -> str | None:
        """What it is, for a unit that the question gives itself."""
        ...

    @property
    def steps(self) -> int | None:
        """The steps it has left, where the question says so."""
        ...


U = TypeVar("U", bound=UnitGiven)


class ClockGiven(Protocol):
    """What each game's position says of the time."""

    @property
    def turn(self) -> int | None:
        """The turn."""
        ...

    @property
    def phase(self) -> str | None:
        """The phase."""
        ...

    @property
    def active(self) -> str | None:
        """The side that is to move."""
        ...


def named_once(units: Iterable[UnitGiven]) -> dict[str, int]:
    """Where each unit stands in the question."""
    seen: dict[str, int] = {}
    for n, unit in enumerate(units):
        if unit.id in seen:
            raise Refused("bad_position", t("probe.twice", unit=unit.id), f"units[{n}].id")
        seen[unit.id] = n
    return seen


def side_and_kind(unit: UnitGiven, n: int) -> tuple[str, str]:
    """What a unit must say that is no counter of the game."""
    for field, value in (("side", unit.side), ("kind", unit.kind)):
        if value is None:
            said = t("probe.needs", unit=unit.id, field=field)
            raise Refused("bad_position", said, f"units[{n}].{field}")
    return str(unit.side), str(unit.kind)


def check_steps(unit: UnitGiven, n: int, most: int) -> None:
    """A unit has no more steps than its counter."""
    if unit.steps is not None and unit.steps > most:
        raise _too_many(unit, n, unit.steps, most)


def steps_left(unit: UnitGiven, n: int, most: int, *, may_be_none: bool) -> int:
    """The steps of a unit on its place, by default all; ``may_be_none``: the place is for dead."""
    steps = most if unit.steps is None else unit.steps
    if steps > most or (steps == 0 and not may_be_none):
        raise _too_many(unit, n, steps, most)
    return steps


def _too_many(unit: UnitGiven, n: int, steps: int, most: int) -> Refused:
    said = t("probe.steps", unit=unit.id, steps=steps, most=most)
    return Refused("bad_position", said, f"units[{n}].steps")


def check_side(unit: UnitGiven, n: int, counter: str, side: str) -> None:
    """A unit is on the side of its counter."""
    if unit.side not in (None, side):
        said = t("probe.other_side", unit=unit.id, counter=counter, side=side)
        raise Refused("bad_position", said, f"units[{n}].side")


def unknown_counter(asked: str, known: Iterable[str], n: int) -> Refused:
    """There is no such counter; perhaps another one was meant."""
    close = difflib.get_close_matches(asked, list(known), n=1)
    key = "probe.counter_close" if close else "probe.counter"
    said = t(key, counter=asked, close=close[0] if close else "")
    return Refused("unknown_unit", said, f"units[{n}].counter")


def lay(
    pieces: Mapping[str, Piece],
    stacks: Stacks,
    units: Sequence[U],
    piece_of: Callable[[int, U], Piece],
) -> tuple[dict[str, Piece], dict[int, tuple[str, ...]]]:
    """Pieces and stacks with the given units on top, each taken from where it stood."""
    found, piled = dict(pieces), dict(stacks)
    for n, unit in enumerate(units):
        piece = piece_of(n, unit)
        old = found.get(unit.id)
        if old is not None:
            piled[old.place] = tuple(name for name in piled[old.place] if name != unit.id)
            if not piled[old.place]:
                del piled[old.place]
        found[unit.id] = piece
        piled[piece.place] = (*piled.get(piece.place, ()), unit.id)
    return found, piled


def check_one_side_a_hex(
    places: Places, pieces: Mapping[str, Piece], stacks: Stacks, seen: Mapping[str, int]
) -> None:
    """No hex holds units of both sides."""
    for place, names in stacks.items():
        if places.is_hex(place) and len({pieces[name].side for name in names}) > 1:
            mine = next((seen[name] for name in names if name in seen), 0)
            said = t("probe.mixed", hex=places.name(place))
            raise Refused("bad_position", said, f"units[{mine}].hex")


def hex_at(index: Mapping[str, int], number: str, where: str) -> int:
    """The hex of a number."""
    if number not in index:
        raise Refused("unknown_hex", t("probe.hex", hex=number), where)
    return index[number]


def place_at(places: Places, name: str, where: str) -> int:
    """The hex or box of a name."""
    if name not in places:
        raise Refused("unknown_hex", t("probe.hex", hex=name), where)
    return places.index(name)


def clock_of(given: ClockGiven, start: Clock) -> Clock:
    """The time of a position; what it leaves out is the scenario's."""
    return Clock(
        turn=given.turn or start.turn,
        phase=given.phase or start.phase,
        active=given.active or start.active,
    )


def option_tracks(options: Mapping[str, bool | int | str]) -> dict[str, Track]:
    """The tracks that hold the readings and optional rules of a position."""
    return {
        OPTION_TRACK + name: int(value) if isinstance(value, bool) else value
        for name, value in options.items()
    }


def unknown_options(options: Iterable[str], known: Collection[str]) -> list[str]:
    """A warning for each option that the game does not have."""
    words = ", ".join(known)
    return [t("probe.option", option=name, known=words) for name in options if name not in known]
