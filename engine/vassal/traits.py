"""The traits of a piece that determine its look and name.

Every link of a chain is stored as it was read; these records interpret the visible ones. Traits
missing from ``_READERS`` are :class:`Opaque`: stored and counted, but not interpreted.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from engine.vassal.codec import field, parse_bool, split, whole
from engine.vassal.players import PLAYER


@dataclass(frozen=True, slots=True)
class Trait:
    """A link of a chain; ``id`` is the text before its first ``;``."""

    id: str


@dataclass(frozen=True, slots=True)
class Opaque(Trait):
    """A trait without visible effect (menus, triggers, other modules')."""


@dataclass(frozen=True, slots=True)
class Basic(Trait):
    """The innermost link: picture and name."""

    image: str
    name: str


@dataclass(frozen=True, slots=True)
class Layer(Trait):
    """One of several pictures (``emb2``, ``emb``); level 1 is the first.

    ``names`` with a ``+`` at one end are added to the piece's name; others replace it.
    """

    name: str
    images: tuple[str, ...]
    names: tuple[str, ...]
    offset: tuple[int, int]
    follow: str
    """The property whose value is the level, or ""."""
    first_value: int
    always: bool
    under: bool
    """Whether it is drawn under the piece when selected."""
    scale: float
    fixed: bool
    """Whether it has no commands and so is part of the drawing."""
    stems: tuple[str, ...] = ()
    """The original names of its images, if they were renamed."""


@dataclass(frozen=True, slots=True)
class Label(Trait):
    """A text on or beside the piece; aligned by letters: t c b, l c r."""

    size: int
    background: str
    color: str
    vertical: tuple[str, int]
    horizontal: tuple[str, int]
    anchor: str
    """Two letters: the point of the text at that position, vertical and horizontal."""
    name_format: str
    family: str
    style: int
    turn: int
    property: str
    editable: bool
    """Whether it has a key with which players edit the text."""


@dataclass(frozen=True, slots=True)
class Rotate(Trait):
    """A rotation in ``facings`` equal steps, or to any angle (1)."""

    name: str
    facings: int


def angle_of(trait: Rotate, state: str) -> float:
    """Return the clockwise rotation of a piece, in degrees."""
    if trait.facings == 1:
        try:
            angle = -float(state)
        except ValueError:
            return 0.0
        return angle % 360 if math.isfinite(angle) else 0.0
    return (whole(state) or 0) % trait.facings * 360 / trait.facings


def turned_to(trait: Rotate, degrees: float) -> str:
    """Return the state of a piece rotated clockwise, as closely as its facings allow."""
    if trait.facings == 1:
        return str(float(-(degrees % 360)) if degrees % 360 else 0.0)
    return str(round(degrees * trait.facings / 360) % trait.facings)


@dataclass(frozen=True, slots=True)
class Pivot(Trait):
    """A rotation about a point of its own."""

    x: int
    y: int
    angle: float


@dataclass(frozen=True, slots=True)
class Mask(Trait):
    """A mask: while covered, others see ``image`` (or the piece with ``style``) and ``name``."""

    image: str
    style: str
    name: str
    access: str


@dataclass(frozen=True, slots=True)
class Invisible(Trait):
    """A trait that can hide the piece from other players."""

    access: str


@dataclass(frozen=True, slots=True)
class Marker(Trait):
    """Fixed properties; the state stores their values."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dynamic(Trait):
    """A variable property; the state stores its value."""

    name: str


@dataclass(frozen=True, slots=True)
class Calculated(Trait):
    """A property computed by an expression."""

    name: str
    expression: str


@dataclass(frozen=True, slots=True)
class Trail(Trait):
    """A movement trail; the state stores its points.

    With ``common``, its visibility is the same for all players and is stored in the state too.
    """

    line: str
    width: float
    shown: bool = False
    common: bool = False


@dataclass(frozen=True, slots=True)
class Moved(Trait):
    """A mark of pieces that moved."""

    image: str
    offset: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Area(Trait):
    """A coloured area around the piece."""

    color: str
    opacity: int
    radius: int
    always: bool
    name: str


@dataclass(frozen=True, slots=True)
class Border(Trait):
    """A coloured frame, visible while a property is true."""

    property: str
    thickness: int
    color: str


@dataclass(frozen=True, slots=True)
class NoStack(Trait):
    """Restrictions on stacking, selecting and moving; fields as in the file."""

    select: str
    move: str
    stack: str

    @property
    def never(self) -> bool:
        """Whether the piece never stacks."""
        return self.stack != "L"


@dataclass(frozen=True, slots=True)
class Shape(Trait):
    """A non-rectangular outline of a piece, as in the file."""

    path: str


@dataclass(frozen=True, slots=True)
class Mat(Trait):
    """A trait of pieces that carry others when they move."""

    name: str


@dataclass(frozen=True, slots=True)
class OnMat(Trait):
    """A trait of pieces that can be cargo on a mat."""


@dataclass(frozen=True, slots=True)
class Attachment(Trait):
    """A link to other pieces."""

    name: str


@dataclass(frozen=True, slots=True)
class Prototype(Trait):
    """A reference to the traits of a prototype of the module."""

    name: str


@dataclass(frozen=True, slots=True)
class Sheet(Trait):
    """A table or property sheet with a window of its own."""

    titles: tuple[str, ...]


Fields = list[str]


@lru_cache(maxsize=65536)
def read_trait(link: str) -> Trait:
    """Parse one link of a chain."""
    name, _, rest = link.partition(";")
    reader = _READERS.get(name)
    if reader is None:
        return Opaque(name)
    return reader(name, split(rest, ";") if rest else [])


def _int(fields: Fields, index: int, default: int = 0) -> int:
    return whole(field(fields, index)) or default


def _float(fields: Fields, index: int, default: float) -> float:
    try:
        return float(field(fields, index))
    except ValueError:
        return default


def _list(fields: Fields, index: int) -> tuple[str, ...]:
    text = field(fields, index)
    return tuple(split(text, ",")) if text else ()


def _basic(name: str, f: Fields) -> Trait:
    return Basic(name, image=field(f, 2), name=field(f, 3))


def _layer(name: str, f: Fields) -> Trait:
    return Layer(
        name,
        name=field(f, 18),
        images=_list(f, 15),
        names=_list(f, 16),
        offset=(_int(f, 13), _int(f, 14)),
        follow=field(f, 22) if parse_bool(field(f, 21)) else "",
        first_value=whole(field(f, 23), 1) or 0,
        always=parse_bool(field(f, 25)),
        under=parse_bool(field(f, 12)),
        scale=_float(f, 30, 1.0),
        # Keys to switch, raise, lower, randomise, in the old format and the new.
        fixed=not any(field(f, i).strip() for i in (2, 5, 8, 10, 19, 26, 27, 28))
        and not parse_bool(field(f, 21)),
    )


def _old_layer(name: str, f: Fields) -> Trait:
    levels = [split(level, ",") for level in f[8:]]
    return Layer(
        name,
        name="",
        images=tuple(level[0] for level in levels),
        names=tuple(field(level, 1) for level in levels),
        offset=(_int(f, 6), _int(f, 7)),
        follow="",
        first_value=1,
        always=False,
        under=field(f, 1).startswith("_"),
        scale=1.0,
        fixed=not any(field(f, i).strip() for i in (0, 2, 4)),
    )


def _label(name: str, f: Fields) -> Trait:
    return Label(
        name,
        size=_int(f, 2, 10),
        background=field(f, 3),
        color=field(f, 4) or "0,0,0",
        vertical=(field(f, 5) or "b", _int(f, 6)),
        horizontal=(field(f, 7) or "c", _int(f, 8)),
        anchor=(field(f, 9) or "b")[:1] + (field(f, 10) or "c")[:1],
        name_format=field(f, 11, "$pieceName$ ($label$)"),
        family=field(f, 12, "Dialog"),
        style=_int(f, 13),
        turn=_int(f, 14),
        property=field(f, 15, "TextLabel"),
        editable=bool(field(f, 0).strip()),
    )


def _rotate(name: str, f: Fields) -> Trait:
    facings = max(1, _int(f, 0, 1))
    # With one facing, two fewer fields precede the name.
    return Rotate(name, name=field(f, 5 if facings == 1 else 7), facings=facings)


def _mask(name: str, f: Fields) -> Trait:
    return Mask(
        name,
        image=field(f, 1),
        style=field(f, 3),
        name=field(f, 4) or "?",
        access=field(f, 5) or PLAYER,
    )


def _trail(name: str, f: Fields) -> Trait:
    return Trail(
        name,
        line=field(f, 6) or "0,0,0",
        width=_float(f, 11, 1.0),
        shown=parse_bool(field(f, 2)),
        common=parse_bool(field(f, 3)),
    )


_READERS: dict[str, Callable[[str, Fields], Trait]] = {
    "piece": _basic,
    "emb2": _layer,
    "emb": _old_layer,
    "label": _label,
    "rotate": _rotate,
    "pivot": lambda n, f: Pivot(n, _int(f, 2), _int(f, 3), _float(f, 5, 0.0)),
    "obs": _mask,
    "hide": lambda n, f: Invisible(n, field(f, 3) or PLAYER),
    "mark": lambda n, f: Marker(n, tuple(split(field(f, 0), ","))),
    "PROP": lambda n, f: Dynamic(n, field(f, 0)),
    "calcProp": lambda n, f: Calculated(n, field(f, 0), field(f, 1)),
    "footprint": _trail,
    "markmoved": lambda n, f: Moved(n, field(f, 0), (_int(f, 1), _int(f, 2))),
    "AreaOfEffect": lambda n, f: Area(
        n,
        field(f, 0) or "0,0,0",
        _int(f, 1),
        _int(f, 2),
        parse_bool(field(f, 3, "true")),
        field(f, 10),
    ),
    "border": lambda n, f: Border(n, field(f, 0), _int(f, 2, 1), field(f, 3) or "0,0,0"),
    "immob": lambda n, f: NoStack(n, field(f, 0), field(f, 1, "N"), field(f, 2, "R")),
    "nonRect": lambda n, f: Shape(n, ";".join(f)),
    "nonRect2": lambda n, f: Shape(n, ";".join(f[1:])),
    "mat": lambda n, f: Mat(n, field(f, 0)),
    "matPiece": lambda n, f: OnMat(n),
    "attach": lambda n, f: Attachment(n, field(f, 0)),
    "prototype": lambda n, f: Prototype(n, field(f, 0)),
    "propertysheet": lambda n, f: Sheet(n, tuple(e[1:] for e in split(field(f, 0), "~") if e)),
    "table": lambda n, f: Sheet(n, ()),
}


def hex_color(color: str) -> str:
    """Convert a colour of VASSAL ("r,g,b" or "r,g,b,a") to ``#rrggbb``; "" for none."""
    parts = color.split(",")
    try:
        r, g, b = (min(255, max(0, int(p))) for p in parts[:3])
    except ValueError:
        return ""
    return f"#{r:02x}{g:02x}{b:02x}"
