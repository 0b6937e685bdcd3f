"""Answers about decisions, declared combats and the road of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.rules.answers.units import Hexside


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a decision: the id for the log, its text, its units and places.

    A click on ``place`` or ``hexside`` chooses it; ``tag`` is its effect, short enough to show in
    a hex ("-1 step", "+1").
    """

    id: str
    text: str
    place: int | None = None
    path: tuple[int, ...] = ()
    units: tuple[str, ...] = ()
    hexside: Hexside | None = None
    tag: str = ""


def in_list_order(options: Iterable[Option], battle: int | None = None) -> tuple[Option, ...]:
    """Return options in the order in which a player reads them.

    Doing nothing more comes first, then options without a path, then the paths of each unit: into
    the hex of the combat first, then those without a price, then the shortest. The order of the
    rules decides between equals.
    """
    given = tuple(options)
    group = {units: n for n, units in enumerate(dict.fromkeys(o.units for o in given))}

    def rank(option: Option) -> tuple[int, ...]:
        if not option.path:
            return (0 if not option.units and option.place is None else 1,)
        return 2, group[option.units], option.place != battle, bool(option.tag), len(option.path)

    # A list without paths keeps the order of the rules: its options may form a scale.
    return tuple(sorted(given, key=rank)) if any(o.path for o in given) else given


@dataclass(frozen=True, slots=True)
class Question:
    """A pending decision: side, reason and all legal options."""

    kind: str
    side: str
    title: str
    text: str
    options: tuple[Option, ...]
    hint: str = ""
    battle: int | None = None
    """The hex of the combat."""
    places: tuple[int, ...] = ()
    hexsides: tuple[Hexside, ...] = ()


@dataclass(frozen=True, slots=True)
class Barred:
    """A place that is not an option of a decision: rule numbers (``tag``) and reasons (``why``).

    ``answer`` is the option to choose where breaches are allowed; None if it makes no sense.
    """

    tag: str
    why: str
    answer: Option | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """A declared combat not yet fought.

    ``kind`` is the game's word for it. ``hard`` marks an assault, ``pinned`` a target of two kinds
    of combat, which cannot retreat.
    """

    target: int
    places: tuple[int, ...]
    kind: str
    hard: bool = False
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """A hex of the road that decides a game.

    ``holder`` is the side that controls it, ``open`` whether the road back to its start is open,
    ``bridge`` the state of the bridge into the hex, if there is one.
    """

    place: int
    name: str = ""
    holder: str | None = None
    open: bool = True
    bridge: str = ""


@dataclass(frozen=True, slots=True)
class Ribbon:
    """The road that decides a game, hex by hex from its start."""

    title: str
    text: str
    stops: tuple[Stop, ...]
