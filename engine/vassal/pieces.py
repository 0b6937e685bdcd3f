"""Pieces in play: a chain of traits with the state of each, and how that looks to a viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from engine.i18n import t
from engine.vassal import traits as tr
from engine.vassal.codec import chained, join, split, truth, whole
from engine.vassal.codec import field as item
from engine.vassal.commands import NOTHING
from engine.vassal.errors import MAX_LINKS, VassalError
from engine.vassal.expressions import Lookup, evaluate, fill
from engine.vassal.plain import plain, shorten
from engine.vassal.players import OBSERVER, PLAYER, Viewer

Hasher = Callable[[str], str]


def nobody(name: str) -> None:
    """The lookup that has no properties."""


@dataclass(slots=True)
class Piece:
    """One piece: its chain of traits, outermost first, and each link's state, as in the file."""

    id: str
    type: tuple[str, ...]
    state: list[str]

    @classmethod
    def make(cls, piece_id: str, kind: Sequence[str], state: Sequence[str]) -> Piece:
        """A piece from chains that may not fit: a bottom state with TABs is one link again."""
        length = len(kind)
        links = list(state[: length - 1])
        links += [""] * (length - 1 - len(links))
        rest = state[length - 1 :]
        return cls(piece_id, tuple(kind), [*links, chained(rest) if rest else ""])

    def links(self) -> Iterator[tuple[tr.Trait, str]]:
        """Each trait with its state, outermost first."""
        for link, state in zip(self.type, self.state, strict=True):
            yield tr.read_trait(link), state

    @property
    def basic(self) -> tr.Basic:
        """Picture and name of the innermost link."""
        trait = tr.read_trait(self.type[-1])
        return trait if isinstance(trait, tr.Basic) else tr.Basic(trait.id, "", "")

    @property
    def spot(self) -> tuple[str | None, int, int]:
        """Map (None: off map) and pixels of the centre, as the piece itself has them."""
        return read_spot(split(self.state[-1], ";"))

    def place(self, board: str | None, x: int, y: int) -> None:
        """Put the piece on a spot; what else stands in its innermost state stays."""
        if self.state[-1].startswith(f"{board};{x};{y};"):
            return  # where it is already, as nearly every piece of a set-up
        items = split(self.state[-1], ";")
        self.state[-1] = join([board or NOTHING, str(x), str(y), *items[3:]], ";")

    @property
    def stacks(self) -> bool:
        """May the piece lie in a stack with others?"""
        return not any(isinstance(x, tr.NoStack) and x.never for x, _ in self.links())


@dataclass(slots=True)
class Stack:
    """A stack or a deck: where it is and which pieces lie in it, bottom first."""

    id: str
    map: str | None
    x: int
    y: int
    contents: list[str]
    layer: str = ""
    deck: str | None = None
    """The name of the deck; None for a stack."""
    face_down: bool = False

    @classmethod
    def make(cls, stack_id: str, kind: str, state: str) -> Stack:
        """A stack or deck from its type and state."""
        items = split(state, ";")
        spot = read_spot(items)
        if not kind.startswith("deck"):
            ids = [i for i in items[3:] if i and not i.startswith("@@")]
            layer = next((i[2:] for i in items[3:] if i.startswith("@@")), "")
            return cls(stack_id, *spot, ids, layer)
        cards = item(items, 4)
        ids = [i for i in split(cards, ",") if i] if cards else []
        name = item(split(kind, ";"), 13)
        return cls(stack_id, *spot, ids, deck=name, face_down=truth(item(items, 3)))


def is_stack(kind: Sequence[str]) -> bool:
    """Is this the type of a stack or deck?"""
    return kind[0] == "stack" or kind[0].startswith("deck;")


def read_spot(items: Sequence[str]) -> tuple[str | None, int, int]:
    """Map and pixels at the beginning of a state."""
    name = item(items, 0)
    return (
        None if name in ("", NOTHING) else name,
        whole(item(items, 1)) or 0,
        whole(item(items, 2)) or 0,
    )


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
class Look:
    """How a piece looks to a viewer: name, pictures and texts bottom first, what is on it.

    ``name`` is what VASSAL's reports call it, ``base`` the counter's own name without its layers.
    """

    name: str
    base: str = ""
    pictures: tuple[Picture, ...] = ()
    texts: tuple[Text, ...] = ()
    status: tuple[str, ...] = ()
    masked: bool = False
    hidden: bool = False
    areas: tuple[tr.Area, ...] = ()


@dataclass(slots=True)
class _Draft:
    name: str
    base: str
    pictures: list[Picture] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    status: list[str] = field(default_factory=list)
    areas: list[tr.Area] = field(default_factory=list)
    masked: bool = False
    hidden: bool = False


def look(
    piece: Piece,
    hasher: Hasher,
    viewer: Viewer = OBSERVER,
    outside: Lookup = nobody,
) -> Look:
    """How a piece looks; ``outside`` knows the properties of its place, map and module."""
    values = Values(piece, outside)
    basic = piece.basic
    draft = _Draft(basic.name, basic.name)
    if basic.image.strip():
        draft.pictures.append(Picture(basic.image))
    for trait, state in reversed(list(piece.links())):
        _show(draft, trait, state, values, hasher, viewer)
    return Look(
        shorten(plain(draft.name), 80),
        shorten(plain(draft.base), 80),
        tuple(draft.pictures),
        tuple(draft.texts),
        tuple(dict.fromkeys(draft.status)),
        draft.masked,
        draft.hidden,
        tuple(draft.areas),
    )


def _show(
    draft: _Draft, trait: tr.Trait, state: str, values: Values, hasher: Hasher, viewer: Viewer
) -> None:
    """One trait over all that is inside it."""
    match trait:
        case tr.Layer():
            _layer(draft, trait, layer_level(trait, state, values.get))
        case tr.Label():
            text = fill(state, values.get)
            if text:
                draft.texts.append(Text(text, trait))
                draft.status.append(t("vassal.status.text", text=shorten(plain(text), 40)))
                named = {"pieceName": draft.name, "label": text}
                draft.name = fill(trait.name_format, lambda n: named.get(n) or values.get(n))
        case tr.Rotate():
            angle = rotation(trait, state)
            if angle:
                draft.pictures = [replace(p, angle=p.angle + angle) for p in draft.pictures]
                draft.texts = [replace(x, angle=x.angle + angle) for x in draft.texts]
                draft.status.append(t("vassal.status.turned", angle=f"{angle:g}"))
        case tr.Mask() | tr.Invisible():
            owner = split(state, ";")[0]
            if owner not in ("", NOTHING):
                mine = hasher(owner) if trait.access.startswith(PLAYER) else ""
                seen = viewer.may_see(owner, mine, trait.access)
                _cover(draft, trait, seen)
        case tr.Moved():
            if truth(state):
                draft.status.append(t("vassal.status.moved"))
        case tr.Area():
            if trait.always or truth(state):
                draft.areas.append(trait)
                if not trait.always:
                    draft.status.append(trait.name or t("vassal.status.area"))
        case tr.Border():
            if truth(values.get(trait.property) or ""):
                draft.status.append(trait.property)


def _layer(draft: _Draft, layer: tr.Layer, level: int) -> None:
    if not level:
        return
    image = layer.images[level - 1] if level <= len(layer.images) else ""
    name = layer.names[level - 1] if level <= len(layer.names) else ""
    if image.strip():
        draft.pictures.append(Picture(image, *layer.offset, scale=layer.scale))
    bare = name.strip(" +")
    if bare:
        before, plus, after = name.partition("+")
        draft.name = (before + draft.name + after) if plus else name
    if layer.fixed or (layer.always and len(layer.images) == 1):
        return
    label = bare or (PurePosixPath(image.strip()).stem if image.strip() else "")
    if label:
        draft.status.append(label)


def _cover(draft: _Draft, trait: tr.Mask | tr.Invisible, seen: bool) -> None:
    if isinstance(trait, tr.Invisible):
        draft.hidden = draft.hidden or not seen
        draft.status.append(t("vassal.status.hidden"))
        return
    draft.masked = True
    if not seen:
        draft.name = draft.base = trait.name
        draft.pictures = [Picture(trait.image)] if trait.image.strip() else []
        draft.texts, draft.status, draft.areas = [], [], []
    draft.status.append(t("vassal.status.masked"))


def layer_level(layer: tr.Layer, state: str, lookup: Lookup) -> int:
    """The level a layer shows, 0 for none."""
    level = whole(state.split(";")[0]) or 0
    if layer.always:
        level = max(1, abs(level))
    if layer.follow and level > 0:
        followed = layer.follow
        told = evaluate(followed, lookup) if followed.startswith("{") else lookup(followed)
        value = whole(told or "")
        if value is not None:
            level = min(max(1, value - layer.first_value + 1), max(1, len(layer.images)))
    return max(0, level)


def rotation(trait: tr.Rotate, state: str) -> float:
    """How far a piece is turned, in degrees clockwise, 0 to below 360."""
    try:
        value = float(state)
    except ValueError:
        return 0.0
    if not abs(value) < 1e9:
        return 0.0
    angle = -value if trait.facings == 1 else value * 360 / trait.facings
    return angle % 360


class Values:
    """The properties of a piece, worked out when asked for; those of map and module after them."""

    def __init__(self, piece: Piece, outside: Lookup = nobody) -> None:
        self._outside = outside
        self._busy: set[str] = set()
        self._own: dict[str, str] = {}
        self._calculated: dict[str, str] = {}
        self._layers: list[tuple[tr.Layer, str]] = []
        for trait, state in piece.links():
            self._add(trait, state)
        basic = piece.basic
        for name in ("BasicName", "PieceName", "pieceName"):
            self._own.setdefault(name, basic.name)

    def get(self, name: str) -> str | None:
        """The value of a property, or None for one that nobody has."""
        if name in self._own:
            return self._own[name]
        if name in self._calculated and name not in self._busy:
            self._busy.add(name)
            expression = self._calculated[name]
            value = evaluate(expression, self.get)
            self._busy.discard(name)
            return expression if value is None else value
        for layer, state in self._layers:
            if layer.name and name.startswith(layer.name) and name not in self._busy:
                self._busy.add(name)
                value = self._of_layer(layer, state, name.removeprefix(layer.name))
                self._busy.discard(name)
                if value is not None:
                    return value
        return self._outside(name)

    def own(self) -> dict[str, str]:
        """The properties of the piece itself: markers, dynamic ones, labels."""
        return dict(self._own)

    def _of_layer(self, layer: tr.Layer, state: str, suffix: str) -> str | None:
        level = layer_level(layer, state, self.get)
        if suffix == "_Level":
            return str(level)
        if suffix == "_Active":
            return "true" if level else "false"
        shown = {"_Name": layer.names, "_Image": layer.images}.get(suffix)
        if shown is None:
            return None
        return shown[level - 1].strip("+") if 0 < level <= len(shown) else ""

    def _add(self, trait: tr.Trait, state: str) -> None:
        match trait:
            case tr.Marker():
                for name, value in zip(trait.names, split(state, ","), strict=False):
                    self._own.setdefault(name, value)
            case tr.Dynamic():
                self._own.setdefault(trait.name, state)
            case tr.Label():
                if trait.property:
                    self._own.setdefault(trait.property, state)
            case tr.Calculated():
                self._calculated.setdefault(trait.name, trait.expression)
            case tr.Rotate():
                if trait.name:
                    self._own.setdefault(f"{trait.name}_Degrees", f"{rotation(trait, state):g}")
                    self._own.setdefault(f"{trait.name}_Facing", str((whole(state) or 0) + 1))
            case tr.Layer():
                self._layers.append((trait, state))
            case tr.Moved():
                self._own.setdefault("Moved", state)


def expand(
    kind: Sequence[str],
    state: Sequence[str],
    prototypes: Mapping[str, tuple[Sequence[str], Sequence[str]]],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Type and state with each prototype's traits put behind the link that names it.

    A palette holds its pieces so short; a save has them in full. Raises VassalError for prototypes
    that stand in themselves or grow a piece beyond all measure.
    """
    states = Piece.make("", kind, state).state
    # A stack of links still to come, each with the prototypes it came through.
    pending: list[tuple[str, str, tuple[str, ...]]] = [
        (k, s, ()) for k, s in reversed(list(zip(kind, states, strict=True)))
    ]
    links: list[tuple[str, str]] = []
    while pending:
        link, value, path = pending.pop()
        links.append((link, value))
        if len(links) > MAX_LINKS:
            raise VassalError(t("vassal.error.links", limit=MAX_LINKS))
        trait = tr.read_trait(link)
        if not isinstance(trait, tr.Prototype) or trait.name not in prototypes:
            continue
        if trait.name in path:
            raise VassalError(t("vassal.error.cycle", prototype=trait.name))
        inner_kind, inner_state = prototypes[trait.name]
        inner = Piece.make("", inner_kind, inner_state)
        through = (*path, trait.name)
        # Without the prototype's own innermost link, which is empty.
        for k, s in reversed(list(zip(inner.type[:-1], inner.state[:-1], strict=True))):
            pending.append((k, s, through))
    return tuple(k for k, _ in links), tuple(s for _, s in links)
