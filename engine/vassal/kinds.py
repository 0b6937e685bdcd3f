"""Kinds of pieces: the meaning of a chain of traits, and the look of each setting of its parts.

All pieces with the same traits share a kind. Their differences are the *setting*: one value for
each part, such as the level of a layer, the text of a label, degrees of rotation, the owner of a
mask. Values that differ from the kind's defaults are written as statuses of the piece and can be
parsed again, so the look of a piece depends only on the position.
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
"""Layer: level, 0 for none. Label: text. Rotate: degrees clockwise. Mask, Invisible: the owner, or
empty. Moved, Area, Border: whether shown. Trail: its points, "x,y x,y …"."""
Setting = tuple[Value, ...]

MOVED, MASKED, HIDDEN, TRAIL = "moved", "masked", "hidden", "trail"
TRAIL_OFF = "off"
_LONGEST = 80
POINT = re.compile(r"-?\d{1,7},-?\d{1,7}", re.ASCII)
"""A point of a trail."""
MAX_POINTS = 40
"""Limit for the points of a trail; the last ones are stored."""
SOMEBODY = "?"
"""The owner of a mask that belongs to a player without a side."""


@dataclass(frozen=True, slots=True)
class Part:
    """A visible trait with its default value, used where no status sets another."""

    trait: tr.Trait
    rest: Value


@dataclass(frozen=True, slots=True)
class Picture:
    """An image of a piece, its centre relative to the piece's, rotated clockwise in degrees."""

    image: str
    x: int = 0
    y: int = 0
    scale: float = 1.0
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """A label of a piece."""

    text: str
    label: tr.Label
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Trail:
    """The path of a piece in pixels of its map, from the first point to its place."""

    points: tuple[tuple[int, int], ...]
    color: str
    """In VASSAL's form, "r,g,b"."""
    width: float


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a piece for a viewer: name, pictures and texts bottom first, decorations.

    ``name`` is the name in VASSAL's reports, ``base`` the counter's own name without its layers.
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
    """The clockwise rotation of the whole piece, in degrees."""
    masked: bool = False
    hidden: bool = False
    moved: bool = False


TECHNICAL = "#"
"""The prefix of a status with the state of an invisible link."""


def is_technical(status: str) -> bool:
    """Return whether a status is not meant for readers: points of a trail, the state of a link."""
    return status.startswith((f"{TRAIL}: ", TECHNICAL))


CanSee = Callable[[tr.Mask | tr.Invisible, str], bool]
"""Return whether the viewer may see what this owner covered with this trait."""


def everything(_trait: tr.Mask | tr.Invisible, _owner: str) -> bool:
    """Return True: the visibility check of a viewer who sees everything."""
    return True


@dataclass(frozen=True)
class Kind:
    """A kind of piece; parts innermost first. Of a ``masked`` kind only the cover is known."""

    name: str
    image: str = ""
    parts: tuple[Part, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    """Properties of the piece that are part of its name."""
    stacks: bool = True
    masked: bool = False
    chain: tuple[str, ...] = ()
    """The links of its type, outermost first, as in the file; empty for a cover."""
    state: tuple[str, ...] = field(default=(), compare=False)
    """The states of the links in the first piece of this kind."""
    at: tuple[int, ...] = ()
    """The index of each part's link."""
    marks: tuple[str, ...] = ()
    """The states of its markers: they never change and distinguish kinds."""
    size: tuple[int, int] = field(default=(0, 0), compare=False)
    """Width and height in pixels of the map; (0, 0) without a picture."""

    @cached_property
    def words(self) -> Words:
        """The statuses of the kind."""
        return Words(self)

    @property
    def rest(self) -> Setting:
        """The default setting, without statuses."""
        return tuple(part.rest for part in self.parts)

    def look(self, setting: Setting, can_see: CanSee = everything) -> Look:
        """Return the look of a piece of this kind in a setting."""
        draft = _Draft(self)
        for part, value in zip(self.parts, setting, strict=True):
            draft.show(part.trait, value, can_see)
        status = [
            plain(word)
            for word in self.words.statuses(setting)
            if (not draft.covered or word.startswith(MASKED)) and not is_technical(word)
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
        """Yield every image that a piece of this kind may show."""
        yield self.image
        for part in self.parts:
            match part.trait:
                case tr.Layer(images=images):
                    yield from images
                case tr.Mask(image=image) | tr.Moved(image=image):
                    yield image

    def with_images(self, rename: Callable[[str], str], size: tuple[int, int]) -> Kind:
        """Return the kind with renamed images and a size."""
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
    """A look under construction, from the innermost part outwards."""

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

    def show(self, trait: tr.Trait, value: Value, can_see: CanSee) -> None:
        """Add one part on top of all parts inside it."""
        match trait:
            case tr.Layer():
                self._layer(trait, int(value))
            case tr.Label() if value:
                self.texts.append(Text(str(value), trait))
                named = {"pieceName": self.name, "label": str(value)}
                known = dict(self.kind.values)
                formatted = fill(trait.name_format, lambda n: named.get(n) or known.get(n))
                self.name = formatted or self.name
            case tr.Rotate() if value:
                angle = float(value)
                self.angle += angle
                self.pictures = [replace(p, angle=p.angle + angle) for p in self.pictures]
                self.texts = [replace(x, angle=x.angle + angle) for x in self.texts]
            case tr.Mask() if value:
                self.masked = True
                if not can_see(trait, str(value)):
                    self._cover(trait)
            case tr.Invisible() if value:
                self.hidden = self.hidden or not can_see(trait, str(value))
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
    """Return the image and name of a level, empty if it has none."""
    image = layer.images[level - 1] if 0 < level <= len(layer.images) else ""
    name = layer.names[level - 1] if 0 < level <= len(layer.names) else ""
    return image, name


# -- statuses -------------------------------------------------------------------------------------


class Words:
    """The statuses of a kind: each value of each part that is not the default, and back."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._words_by_value: dict[tuple[int, Value], str] = {}
        self._read: dict[str, tuple[int, Value]] = {}
        self._before: list[str] = []
        """The prefix of each part's status if its values cannot be listed: text, angle, owner."""
        taken: dict[type[tr.Trait], set[str]] = {}
        for part in kind.parts:
            # Texts, angles and owners are written differently, so they need no distinct prefixes.
            alike = taken.setdefault(type(part.trait), set())
            before = _free(_prefix(part.trait), alike) if _is_open(part.trait) else ""
            alike.add(before)
            self._before.append(before)
        for i, part in enumerate(kind.parts):
            for value, named in _listed(part):
                if value != part.rest:
                    word = _unique(plain(named), self._read)
                    self._words_by_value[i, value] = word
                    self._read[word] = i, value

    def statuses(self, setting: Setting) -> tuple[str, ...]:
        """Return the statuses of a setting, in the order of its parts."""
        words = []
        for i, (part, value) in enumerate(zip(self._kind.parts, setting, strict=True)):
            if value != part.rest:
                word = self._words_by_value.get((i, value))
                words.append(word or self._before[i] + _open_word(part.trait, value))
        return tuple(words)

    def setting(self, statuses: Iterable[str]) -> Setting:
        """Parse statuses to a setting; unknown ones are ignored."""
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
    """Return a prefix for a value, numbered if another part of the kind has the same."""
    number, made = 1, before
    while made in taken:
        number += 1
        made = f"{before.strip()} {number}".strip() + " " * (not before or before.endswith(" "))
    return made


def _unique(word: str, taken: Iterable[str]) -> str:
    """Return a word that no other value of the kind has."""
    number, made = 1, word
    while made in taken:
        number += 1
        made = f"{word} ({number})"
    return made


def _listed(part: Part) -> Iterator[tuple[Value, str]]:
    """Yield the values of a part that can be listed, each with its word."""
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
    """Return the prefix of a value of this trait, if it is the first of its type."""
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
