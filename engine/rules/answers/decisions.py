"""What a side has to decide, and what an order would come to."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.answers.units import Hexside


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a decision: the id that a log keeps, its words, and what it is about.

    ``place`` or ``hexside`` is what a click on the map may mean it by; ``tag`` what it brings,
    short enough to be shown in its hex ("-1 step", "+1").
    """

    id: str
    text: str
    place: int | None = None
    path: tuple[int, ...] = ()
    units: tuple[str, ...] = ()
    hexside: Hexside | None = None
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that waits: who decides what, why, with every answer the rules allow."""

    kind: str
    side: str
    title: str
    text: str
    options: tuple[Option, ...]
    hint: str = ""
    battle: int | None = None
    """The hex of the fight that it is about."""
    places: tuple[int, ...] = ()
    hexsides: tuple[Hexside, ...] = ()


@dataclass(frozen=True, slots=True)
class Barred:
    """A place that is no answer to a decision: the rules in short, and why in sentences.

    ``answer`` is what could be answered all the same where breaches pass; None for what makes no
    sense.
    """

    tag: str
    why: str
    answer: Option | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """A combat that has been declared and is still to be fought.

    ``kind`` is the game's word for it; ``hard`` marks the kind that is fought to the death, and
    ``pinned`` a target that two kinds hold in place.
    """

    target: int
    places: tuple[int, ...]
    kind: str
    hard: bool = False
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """A hex of the road that a game is about.

    ``holder`` is the side that holds it, ``open`` whether the way to its beginning is, ``bridge``
    the state of the bridge that leads on to it, if there is one.
    """

    place: int
    name: str = ""
    holder: str | None = None
    open: bool = True
    bridge: str = ""


@dataclass(frozen=True, slots=True)
class Ribbon:
    """The road that a game is about, hex by hex from its beginning."""

    title: str
    text: str
    stops: tuple[Stop, ...]
