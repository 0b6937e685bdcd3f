"""Kinds of pieces: what a chain of traits comes to, and how it looks in each setting of its parts.

A kind is the same for all pieces that are made alike. What differs and changes is the *setting*,
one value for each part: the level of a layer, the text of a label, degrees turned, the owner of a
mask. A setting that is not the kind's own stands in the statuses of a piece, in words that can be
read back: so the look of a piece follows from the position alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import PurePosixPath

from engine.vassal import traits as tr
from engine.vassal.expressions import fill
from engine.vassal.plain_text import plain, shorten

Value = int | float | str | bool
"""Layer: level, 0 for none. Label: text. Rotate: degrees clockwise. Mask, Invisible: whose, empty
for nobody's. Moved, Area, Border: shown or not. Trail: its points, "x,y x,y …"."""
Setting = tuple[Value, ...]

MOVED, MASKED, HIDDEN, TRAIL = "moved", "masked", "hidden", "trail"
TRAIL_OFF = "off"
_LONGEST = 80
POINT = re.compile(r"-?\d{1,7},-?\d{1,7}", re.ASCII)
"""A point of a trail."""
MOST_POINTS = 40
"""Points of a trail that are kept, the last ones."""
SOMEBODY = "?"
"""The owner of a mask that belongs to a player without a side."""


@dataclass(frozen=True, slots=True)
class Part:
    """A trait that shows, with the value it has where no status tells another."""

    trait: tr.Trait
    rest: Value


@dataclass(frozen=True, slots=True)
class Picture:
    """One image of a piece, its centre relative to the piece's, turned clockwise by degrees."""

    image: str
    x: int = 0
    y: int = 0
    scale: float = 1.0
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """One label of a piece."""

    text: str
    label: tr.Label
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Trail:
    """Where a piece went, in pixels of its map, from the first point; it ends where it lies."""

    points: tuple[tuple[int, int], ...]
    color: str
    """As VASSAL writes it, "r,g,b"."""
    width: float


@dataclass(frozen=True, slots=True)
class Look:
    """How a piece looks to a viewer: name, pictures and texts bottom first, what is on it.

    ``name`` is what VASSAL's reports call it, ``base`` the counter's own name without its layers.
    """

    name: str
    base: str = ""
    pictures: tuple[Picture, ...] = ()
    texts: tuple[Text, ...] = ()
    status: tuple[str, ...] = ()
    areas: tuple[tr.Area, ...] = ()
    borders: tuple[tr.Border, ...] = ()
    trails: tuple[Trail, ...] = ()
    angle: float = 0.0
    """How far the whole piece is turned clockwise, in degrees."""
    masked: bool = False
    hidden: bool = False
    moved: bool = False


KEPT = "#"
"""What a status begins with that tells the state of a link that does not show."""


def is_kept(status: str) -> bool:
    """Is a status one that nobody needs to read: points of a trail, the state of a link?"""
    return status.startswith((f"{TRAIL}: ", KEPT))


Seen = Callable[[tr.Mask | tr.Invisible, str], bool]
"""May the viewer see what this owner covered with this trait?"""


def everything(_trait: tr.Mask | tr.Invisible, _owner: str) -> bool:
    """The viewer who sees all."""
    return True


@dataclass(frozen=True)
class Kind:
    """A kind of piece; parts innermost first. ``masked``: all that is known of it is its cover."""

    name: str
    image: str = ""
    parts: tuple[Part, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    """Properties of the piece that its name is made of."""
    stacks: bool = True
    masked: bool = False
    chain: tuple[str, ...] = ()
    """The links of its type, outermost first, as the file has them; none of a cover."""
    state: tuple[str, ...] = field(default=(), compare=False)
    """The states of the links in the piece of this kind that was met first."""
    at: tuple[int, ...] = ()
    """The link of each part."""
    marks: tuple[str, ...] = ()
    """The states of its markers: they never change, and make it another kind."""
    size: tuple[int, int] = field(default=(0, 0), compare=False)
    """Width and height in the map's pixels; (0, 0) where no picture tells."""

    @cached_property
    def words(self) -> Words:
        """Its statuses."""
        return Words(self)

    @property
    def rest(self) -> Setting:
        """The setting that no status tells."""
        return tuple(part.rest for part in self.parts)

    def look(self, setting: Setting, seen: Seen = everything) -> Look:
        """How a piece of this kind looks in a setting."""
        draft = _Draft(self)
        for part, value in zip(self.parts, setting, strict=True):
            draft.show(part.trait, value, seen)
        status = [
            plain(word)
            for word in self.words.tell(setting)
            if (not draft.covered or word.startswith(MASKED)) and not is_kept(word)
        ]
        return Look(
            shorten(plain(draft.name), _LONGEST),
            shorten(plain(draft.base), _LONGEST),
            tuple(draft.pictures),
            tuple(draft.texts),
            tuple(status),
            tuple(draft.areas),
            tuple(draft.borders),
            tuple(draft.trails),
            draft.angle % 360,
            draft.masked,
            draft.hidden,
            draft.moved,
        )

    def images(self) -> Iterator[str]:
        """Every image that a piece of this kind may show."""
        yield self.image
        for part in self.parts:
            match part.trait:
                case tr.Layer(images=images):
                    yield from images
                case tr.Mask(image=image) | tr.Moved(image=image):
                    yield image

    def with_images(self, rename: Callable[[str], str], size: tuple[int, int]) -> Kind:
        """The kind with its images under other names, and its size."""
        parts = tuple(Part(_renamed(p.trait, rename), p.rest) for p in self.parts)
        return replace(self, image=rename(self.image), parts=parts, size=size)


def _renamed(trait: tr.Trait, rename: Callable[[str], str]) -> tr.Trait:
    match trait:
        case tr.Layer():
            stems = trait.stems or tuple(map(_stem, trait.images))
            return replace(trait, images=tuple(map(rename, trait.images)), stems=stems)
        case tr.Mask() | tr.Moved():
            return replace(trait, image=rename(trait.image))
    return trait


class _Draft:
    """A look in the making, from the innermost part outwards."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.name = self.base = kind.name
        self.pictures = [Picture(kind.image)] if kind.image.strip() else []
        self.texts: list[Text] = []
        self.areas: list[tr.Area] = []
        self.borders: list[tr.Border] = []
        self.trails: list[Trail] = []
        self.masked = kind.masked
        self.angle = 0.0
        self.hidden = self.moved = self.covered = False

    def show(self, trait: tr.Trait, value: Value, seen: Seen) -> None:
        """One part over all that is inside it."""
        match trait:
            case tr.Layer():
                self._layer(trait, int(value))
            case tr.Label() if value:
                self.texts.append(Text(str(value), trait))
                named = {"pieceName": self.name, "label": str(value)}
                known = dict(self.kind.values)
                told = fill(trait.name_format, lambda n: named.get(n) or known.get(n))
                self.name = told or self.name
            case tr.Rotate() if value:
                angle = float(value)
                self.angle += angle
                self.pictures = [replace(p, angle=p.angle + angle) for p in self.pictures]
                self.texts = [replace(x, angle=x.angle + angle) for x in self.texts]
            case tr.Mask() if value:
                self.masked = True
                if not seen(trait, str(value)):
                    self._cover(trait)
            case tr.Invisible() if value:
                self.hidden = self.hidden or not seen(trait, str(value))
            case tr.Moved() if value:
                self.moved = True
                if trait.image.strip():
                    self.pictures.append(Picture(trait.image, *trait.offset))
            case tr.Area() if value or trait.always:
                self.areas.append(trait)
            case tr.Border() if value:
                self.borders.append(trait)
            case tr.Trail() if value and not str(value).startswith(TRAIL_OFF):
                points = _points(str(value))
                if points:
                    self.trails.append(Trail(points, trait.line, trait.width))

    def _layer(self, layer: tr.Layer, level: int) -> None:
        if not level:
            return
        image, name = layer_face(layer, level)
        if image.strip():
            self.pictures.append(Picture(image, *layer.offset, scale=layer.scale))
        if name.strip(" +"):
            before, plus, after = name.partition("+")
            self.name = (before + self.name + after) if plus else name

    def _cover(self, mask: tr.Mask) -> None:
        self.covered = True
        self.name = self.base = mask.name
        self.pictures = [Picture(mask.image)] if mask.image.strip() else []
        self.texts, self.areas, self.borders, self.trails, self.angle = [], [], [], [], 0.0


def _points(text: str) -> tuple[tuple[int, int], ...]:
    pairs = (point.split(",") for point in text.split() if POINT.fullmatch(point))
    return tuple((int(x), int(y)) for x, y in pairs)


def layer_face(layer: tr.Layer, level: int) -> tuple[str, str]:
    """Image and name of a level, empty where it has none."""
    image = layer.images[level - 1] if 0 < level <= len(layer.images) else ""
    name = layer.names[level - 1] if 0 < level <= len(layer.names) else ""
    return image, name


# -- statuses -------------------------------------------------------------------------------------


class Words:
    """The statuses of a kind: each value of each part that is not its rest, and back."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._told: dict[tuple[int, Value], str] = {}
        self._read: dict[str, tuple[int, Value]] = {}
        self._before: list[str] = []
        """What stands before a value that cannot be listed: a text, an angle, an owner."""
        taken: dict[type[tr.Trait], set[str]] = {}
        for part in kind.parts:
            # Texts, angles and owners are told apart by how they are written.
            alike = taken.setdefault(type(part.trait), set())
            before = _free(_prefix(part.trait), alike) if _is_open(part.trait) else ""
            alike.add(before)
            self._before.append(before)
        for i, part in enumerate(kind.parts):
            for value, named in _listed(part):
                if value != part.rest:
                    word = _unique(plain(named), self._read)
                    self._told[i, value] = word
                    self._read[word] = i, value

    def tell(self, setting: Setting) -> tuple[str, ...]:
        """The statuses of a setting, in the order of its parts."""
        found = []
        for i, (part, value) in enumerate(zip(self._kind.parts, setting, strict=True)):
            if value != part.rest:
                word = self._told.get((i, value))
                found.append(word or self._before[i] + _open_word(part.trait, value))
        return tuple(found)

    def setting(self, statuses: Iterable[str]) -> Setting:
        """The setting that statuses tell; what the kind does not know is passed over."""
        values = list(self._kind.rest)
        for status in statuses:
            if status in self._read:
                i, value = self._read[status]
                values[i] = value
            else:
                self._read_open(status, values)
        return tuple(values)

    def _read_open(self, status: str, values: list[Value]) -> None:
        for i, part in enumerate(self._kind.parts):
            before = self._before[i]
            if _is_open(part.trait) and status.startswith(before):
                value = _open_value(part.trait, status.removeprefix(before))
                if value is not None:
                    values[i] = value
                    return


def _free(before: str, taken: Iterable[str]) -> str:
    """What stands before a value, with a number if another part of the kind has the same."""
    number, made = 1, before
    while made in taken:
        number += 1
        made = f"{before.strip()} {number}".strip() + " " * (not before or before.endswith(" "))
    return made


def _unique(word: str, taken: Iterable[str]) -> str:
    """A word that no other value of the kind has."""
    number, made = 1, word
    while made in taken:
        number += 1
        made = f"{word} ({number})"
    return made


def _listed(part: Part) -> Iterator[tuple[Value, str]]:
    """The values of a part that can be counted, each with its word."""
    match part.trait:
        case tr.Layer() as layer:
            for level in range(len(layer.images) + 1):
                yield level, _layer_word(layer, level)
        case tr.Moved():
            yield from ((True, MOVED), (False, f"not {MOVED}"))
        case tr.Area(name=name):
            yield from ((True, name or "area"), (False, f"no {name or 'area'}"))
        case tr.Border(property=name):
            yield from ((True, name or "border"), (False, f"no {name or 'border'}"))


def _stem(image: str) -> str:
    return PurePosixPath(image.strip()).stem


def _layer_word(layer: tr.Layer, level: int) -> str:
    image, name = layer_face(layer, level)
    bare = plain(name).strip(" +")
    stem = layer.stems[level - 1] if 0 < level <= len(layer.stems) else _stem(image)
    return shorten(bare or stem or f"{layer.name or 'layer'} {level}".strip(), _LONGEST)


def _is_open(trait: tr.Trait) -> bool:
    return isinstance(trait, tr.Label | tr.Rotate | tr.Mask | tr.Invisible | tr.Trail)


def _prefix(trait: tr.Trait) -> str:
    """What stands before the value of a part of this trait, if it is the first of its sort."""
    match trait:
        case tr.Label(property=name):
            return "" if name in ("", "TextLabel") else f"{name} "
        case tr.Rotate():
            return ""
        case tr.Mask():
            return MASKED
        case tr.Invisible():
            return HIDDEN
        case tr.Trail():
            return TRAIL
    return ""


_ANGLE = re.compile(r"(-?\d+(?:\.\d+)?)°")


def _open_word(trait: tr.Trait, value: Value) -> str:
    if isinstance(trait, tr.Label):
        return f"“{value}”"
    if isinstance(trait, tr.Rotate):
        return f"{float(value):g}°"
    return "" if value == SOMEBODY else f": {value}"


def _open_value(trait: tr.Trait, word: str) -> Value | None:
    if isinstance(trait, tr.Label):
        return word[1:-1] if word[:1] == "“" and word[-1:] == "”" and len(word) > 1 else None
    if isinstance(trait, tr.Rotate):
        match = _ANGLE.fullmatch(word)
        return float(match[1]) if match else None
    if word.startswith(": "):
        return word[2:]
    return SOMEBODY if not word else None
