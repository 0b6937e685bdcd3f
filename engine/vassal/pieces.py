"""Pieces in play: chains of traits with their states, and their look for a viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from engine.i18n import t
from engine.vassal import trail_states
from engine.vassal import traits as tr
from engine.vassal.codec import chained, join, parse_bool, split, whole
from engine.vassal.codec import field as item
from engine.vassal.commands import NOTHING
from engine.vassal.errors import MAX_LINKS, VassalError
from engine.vassal.expressions import Function, Lookup, evaluate, fault, fill, is_expression
from engine.vassal.kinds import (
    SOMEBODY,
    Kind,
    Look,
    Part,
    Setting,
    Value,
)
from engine.vassal.markup import simple
from engine.vassal.plain_text import plain, shorten
from engine.vassal.players import OBSERVER, PLAYER, Viewer

MAX_BUSY = 20
"""Limit for properties whose evaluation depends on each other."""


def unknown(name: str) -> None:
    """Return None: a lookup without properties."""


def nobody(_player: str) -> str:
    """Return "": a lookup at a table where no player has a side."""
    return ""


def pass_over(_expression: str, _why: str) -> None:
    """Ignore an expression that cannot be parsed."""


@dataclass(slots=True)
class Piece:
    """A piece: its chain of traits, outermost first, and each link's state, as in the file."""

    id: str
    type: tuple[str, ...]
    state: list[str]

    @classmethod
    def make(cls, piece_id: str, kind: Sequence[str], state: Sequence[str]) -> Piece:
        """Make a piece from chains of different lengths; the bottom state may contain TABs."""
        length = len(kind)
        links = list(state[: length - 1])
        links += [""] * (length - 1 - len(links))
        rest = state[length - 1 :]
        return cls(piece_id, tuple(kind), [*links, chained(rest) if rest else ""])

    def links(self) -> Iterator[tuple[tr.Trait, str]]:
        """Yield each trait with its state, outermost first."""
        for link, state in zip(self.type, self.state, strict=True):
            yield tr.read_trait(link), state

    @property
    def basic(self) -> tr.Basic:
        """Picture and name of the innermost link."""
        trait = tr.read_trait(self.type[-1])
        return trait if isinstance(trait, tr.Basic) else tr.Basic(trait.id, "", "")

    @property
    def spot(self) -> tuple[str | None, int, int]:
        """The map (None: off map) and pixels of the centre, from the piece's own state."""
        return _spot_of(self.state[-1])

    def place(self, board: str | None, x: int, y: int) -> None:
        """Set the spot of the piece; the rest of its innermost state is unchanged."""
        if self.state[-1].startswith(f"{board};{x};{y};"):
            return  # it is there already, like nearly every piece of a set-up
        items = split(self.state[-1], ";")
        self.state[-1] = join([board or NOTHING, str(x), str(y), *items[3:]], ";")

    @property
    def stacks(self) -> bool:
        """Whether the piece may be in a stack with others."""
        return not any(isinstance(x, tr.NoStack) and x.never for x, _ in self.links())


@dataclass(slots=True)
class Stack:
    """A stack or a deck: its place and its pieces, bottom first."""

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
        """Make a stack or deck from its type and state."""
        items = split(state, ";")
        spot = read_spot(items)
        if not kind.startswith("deck"):
            ids = [i for i in items[3:] if i and not i.startswith("@@")]
            layer = next((i[2:] for i in items[3:] if i.startswith("@@")), "")
            return cls(stack_id, *spot, ids, layer)
        cards = item(items, 4)
        ids = [i for i in split(cards, ",") if i] if cards else []
        name = item(split(kind, ";"), 13)
        return cls(stack_id, *spot, ids, deck=name, face_down=parse_bool(item(items, 3)))


def is_stack(kind: Sequence[str]) -> bool:
    """Return whether this is the type of a stack or deck."""
    return kind[0] == "stack" or kind[0].startswith("deck;")


@lru_cache(maxsize=4096)
def _spot_of(state: str) -> tuple[str | None, int, int]:
    """Return the spot in an innermost state; cached, since each piece is asked several times."""
    return read_spot(split(state, ";"))


def read_spot(items: Sequence[str]) -> tuple[str | None, int, int]:
    """Return the map and pixels at the beginning of a state."""
    name = item(items, 0)
    return (
        None if name in ("", NOTHING) else name,
        whole(item(items, 1)) or 0,
        whole(item(items, 2)) or 0,
    )


@dataclass(frozen=True, slots=True)
class Reading:
    """A piece as visible to a viewer: its kind, its setting, and whether it is hidden."""

    kind: Kind
    setting: Setting
    hidden: bool = False

    @property
    def look(self) -> Look:
        """The look of the piece."""
        return replace(self.kind.look(self.setting), hidden=self.hidden)


@dataclass(frozen=True, slots=True)
class ViewContext:
    """The viewer of a piece, and the lookups needed to read it."""

    viewer: Viewer = OBSERVER
    hasher: Callable[[str], str] = str
    """Hash a player id, because ids are passwords."""
    clean: Callable[[str], str] = str
    """Remove player ids from a text."""
    side: Callable[[str], str] = nobody
    """Return the side of a player by id, "" for none."""
    functions: Mapping[str, Function] = field(default_factory=dict)
    """The functions of the table that expressions may call."""
    map_id: Callable[[str], str | None] = unknown
    """Return the id of a map by name, None if unknown."""
    missed: Callable[[str, str], None] = pass_over
    """Receive an expression that cannot be parsed, and its unsupported part."""

    def sees(self, trait: tr.Mask | tr.Invisible, owner: str) -> bool:
        """Return whether the viewer may see what ``owner`` covered with a trait."""
        mine = self.hasher(owner) if trait.access.startswith(PLAYER) else ""
        return self.viewer.may_see(owner, mine, trait.access)

    def owner(self, trait: tr.Mask | tr.Invisible, owner: str) -> str:
        """Return the side that covered a piece, if it may be shown."""
        side = self.side(owner) if trait.access.startswith(PLAYER) else self.clean(owner)
        return side or SOMEBODY


def read(piece: Piece, view_context: ViewContext, outside: Lookup = unknown) -> Reading:
    """Read a piece for a viewer; ``outside`` returns properties of its place, map and module.

    A piece whose mask hides it from the viewer is read as its cover only.
    """
    values = Values(piece, outside, view_context.functions)
    basic = piece.basic
    name, image, masked, hidden = basic.name, basic.image, False, False
    parts: list[Part] = []
    setting: list[Value] = []
    at: list[int] = []
    board = piece.spot[0]
    for index, (trait, state) in reversed(list(enumerate(piece.links()))):
        value = _value(trait, state, values, view_context, board)
        if value is None:
            continue
        if isinstance(trait, tr.Mask | tr.Invisible) and value:
            is_visible = view_context.sees(trait, split(state, ";")[0])
            hidden = hidden or (not is_visible and isinstance(trait, tr.Invisible))
            if not is_visible and isinstance(trait, tr.Mask):
                name, image, masked = trait.name, trait.image, True
                parts, setting, at = [], [], []
                continue
        at.append(index)
        parts.append(Part(trait, _rest(trait, value)))
        setting.append(value)
    kind = Kind(
        view_context.clean(shorten(plain(name), 80)).strip() or t("vassal.nameless"),
        image.strip(),
        tuple(parts),
        () if masked else _named(parts, values, view_context),
        piece.stacks,
        masked,
        () if masked else piece.type,
        () if masked else tuple(piece.state),
        () if masked else tuple(at),
        () if masked else _marks(piece),
    )
    return Reading(kind, tuple(setting), hidden)


def _value(
    trait: tr.Trait,
    state: str,
    values: Values,
    view_context: ViewContext,
    board: str | None,
    *,
    hidden: bool = False,
) -> Value | None:
    """Return the value of a visible trait; None for any other trait.

    ``board`` is the piece's map. ``hidden`` includes the points of a trail that is switched off.
    """
    match trait:
        case tr.Layer():
            return layer_level(trait, state, values.get, view_context.functions)
        case tr.Label():
            text = fill(state, values.get, view_context.functions)
            if not text and is_expression(state):
                why = fault(state, values.get, view_context.functions)
                if why is not None:
                    view_context.missed(view_context.clean(state), view_context.clean(why))
            bare = plain(text)
            # Tags and entities may hide a player id inside the markup: then drop all markup.
            return (
                simple(text)
                if view_context.clean(bare) == bare
                else simple(view_context.clean(bare))
            )
        case tr.Rotate():
            return rotation(trait, state)
        case tr.Mask() | tr.Invisible():
            owner = split(state, ";")[0]
            return view_context.owner(trait, owner) if owner not in ("", NOTHING) else ""
        case tr.Moved():
            return parse_bool(state)
        case tr.Area():
            return parse_bool(state) and not trait.always
        case tr.Border():
            return parse_bool(values.get(trait.property) or "")
        case tr.Trail():
            return trail_states.trail_value(
                trait, state, board, view_context.map_id(board or ""), hidden=hidden
            )
    return None


def _marks(piece: Piece) -> tuple[str, ...]:
    return tuple(s for link, s in zip(piece.type, piece.state, strict=True) if link[:5] == "mark;")


def values_of(
    piece: Piece, at: Iterable[int], view_context: ViewContext, outside: Lookup = unknown
) -> tuple[Value, ...]:
    """Return the values of some links of a piece, for the setting of its kind."""
    values, board = Values(piece, outside, view_context.functions), piece.spot[0]
    setting = []
    for index in at:
        trait, state = tr.read_trait(piece.type[index]), piece.state[index]
        value = _value(trait, state, values, view_context, board, hidden=True)
        assert value is not None, "the part of a kind shows"
        setting.append(value)
    return tuple(setting)


def _rest(trait: tr.Trait, value: Value) -> Value:
    """Return the default value: part of the drawing, or the value of a new counter."""
    match trait:
        case tr.Layer():
            return value if trait.fixed else int(trait.always)
        case tr.Label():
            return "" if trait.editable else value
        case tr.Rotate():
            return 0.0
        case tr.Mask() | tr.Invisible() | tr.Trail():
            return ""
    return False


def _named(
    parts: Iterable[Part], values: Values, view_context: ViewContext
) -> tuple[tuple[str, str], ...]:
    """Return the piece's own properties that its labels use in its name."""
    formats = "".join(p.trait.name_format for p in parts if isinstance(p.trait, tr.Label))
    own = ((name, value) for name, value in values.own().items() if name and name in formats)
    return tuple(sorted((name, view_context.clean(value)) for name, value in own))


def look(
    piece: Piece,
    hasher: Callable[[str], str],
    viewer: Viewer = OBSERVER,
    outside: Lookup = unknown,
) -> Look:
    """Return the look of a piece for a viewer."""
    return read(piece, ViewContext(viewer, hasher), outside).look


def layer_level(
    layer: tr.Layer,
    state: str,
    lookup: Lookup,
    functions: Mapping[str, Function] | None = None,
) -> int:
    """Return the visible level of a layer, 0 for none."""
    level = whole(state.split(";")[0]) or 0
    if layer.always:
        level = max(1, abs(level))
    if layer.follow and level > 0:
        followed = layer.follow
        braced = is_expression(followed)
        text = evaluate(followed, lookup, functions) if braced else lookup(followed)
        value = whole(text or "")
        if value is not None:
            level = min(max(1, value - layer.first_value + 1), max(1, len(layer.images)))
    return max(0, level)


def rotation(trait: tr.Rotate, state: str) -> float:
    """Return the rotation of a piece, in degrees clockwise, from 0 to below 360."""
    try:
        value = float(state)
    except ValueError:
        return 0.0
    if not abs(value) < 1e9:
        return 0.0
    angle = -value if trait.facings == 1 else value * 360 / trait.facings
    return angle % 360


class Values:
    """The properties of a piece, evaluated on demand, then those of its map and module."""

    def __init__(
        self,
        piece: Piece,
        outside: Lookup = unknown,
        functions: Mapping[str, Function] | None = None,
    ) -> None:
        self._outside, self._functions = outside, functions
        self._evaluated: dict[str, str] = {}
        self._busy: set[str] = set()
        self._own: dict[str, str] = {}
        self._calculated: dict[str, str] = {}
        self._layers: list[tuple[tr.Layer, str]] = []
        for trait, state in piece.links():
            self._add(trait, state)
        basic = piece.basic
        for name in ("BasicName", "PieceName", "pieceName"):
            self._own.setdefault(name, basic.name)
        saved = split(piece.state[-1], ";")[5:]
        for name, value in zip(saved[::2], saved[1::2], strict=False):
            self._own.setdefault(name, value)

    def get(self, name: str) -> str | None:
        """Return the value of a property, or None if it does not exist."""
        if name in self._own:
            return self._own[name]
        if name in self._evaluated:
            return self._evaluated[name]
        if name in self._calculated and name not in self._busy:
            if len(self._busy) > MAX_BUSY:
                return None
            self._busy.add(name)
            value_of_name = evaluate(self._calculated[name], self.get, self._functions) or ""
            self._busy.discard(name)
            self._evaluated[name] = value_of_name
            return value_of_name
        for layer, state in self._layers:
            if layer.name and name.startswith(layer.name) and name not in self._busy:
                self._busy.add(name)
                value = self._of_layer(layer, state, name.removeprefix(layer.name))
                self._busy.discard(name)
                if value is not None:
                    return value
        return self._outside(name)

    def own(self) -> dict[str, str]:
        """Return the piece's own properties: markers, dynamic ones, labels."""
        return dict(self._own)

    def _of_layer(self, layer: tr.Layer, state: str, suffix: str) -> str | None:
        level = layer_level(layer, state, self.get, self._functions)
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
    """Insert the traits of each prototype after the link that names it; return type and state.

    Palettes store pieces with prototypes; saves store them expanded. Raises VassalError for
    prototypes that contain themselves or expand beyond the limit.
    """
    states = Piece.make("", kind, state).state
    # A stack of pending links, each with the prototypes that contain it.
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
