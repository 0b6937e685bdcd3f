"""Counters, markers and boxes of a game, as described in its files. They are not part of the state.

A *counter* is a type ("BR-1AB-BD", twice in the game), a *piece* one physical counter of it
("BR-1AB-BD-1"). If a type has one piece, the piece has the id of the type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.core.vocabulary import Color, Vocabulary
from engine.i18n import translated_name

Side = str
"""Id of a side in the module."""
FaceName = Literal["front", "back"]
Value = int | float | str
"""Printed value: a number, or a symbol instead of one ("[3]", "S")."""


class FileModel(BaseModel):
    """A frozen record of a data file that accepts no unknown field and no infinite number."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", allow_inf_nan=False)


MOST_PIECES = 10_000
"""Maximum number of pieces of one type."""
Steps = Annotated[int, Field(ge=0, le=99)]


class Face(FileModel):
    """Printed values of one side of a counter.

    ``values`` holds the values that the module declares in its vocabulary. ``basis`` gives the
    basis of a value where it differs from the counter's. Attack, defence and movement have their
    own fields. ``support`` marks artillery that prints a letter instead of an attack factor;
    ``armor`` is the value of tanks, ``antitank`` that of anti-tank units (1 lower when attacking,
    10.3.3). ``means`` is the condition that this side represents (None on the front).
    """

    attack: int = 0
    defense: int = 0
    movement: int | float = 0
    steps: Steps
    support: bool = False
    armor: int | None = None
    antitank: int | None = None
    range: int | None = None
    means: str | None = None
    values: dict[str, Value] = Field(default_factory=dict)
    basis: dict[str, str] = Field(default_factory=dict)

    def value(self, name: str) -> Value | None:
        """Return a value by its name in the module; None if this side lacks it."""
        if name in self.values:
            return self.values[name]
        result: Value | None = getattr(self, name, None) if name in PRINTED else None
        return result

    @property
    def armor_value(self) -> int | None:
        """Return the armour value printed on the counter of a tank or an anti-tank unit."""
        return self.armor if self.armor is not None else self.antitank


PRINTED = ("attack", "defense", "movement", "range", "armor", "antitank", "steps")
"""Values that are fields of :class:`Face`."""


class Arrival(FileModel):
    """When and where a counter comes into play.

    ``how``: set_up (on the map from the start), reinforcement (entry area), airlanding (drop hex),
    automatic (22.1.3), die (23.5), pool (unknown units, 25.5) or box (breakdown units and
    remnants). ``code`` is the short text printed on the counter, ``hexes`` the hexes to choose
    from.
    """

    how: str
    code: str = ""
    turn: int | None = None
    area: str | None = None
    drop: str | None = None
    hexes: tuple[str, ...] = ()
    steps: int | None = None
    clear_weather_only: bool = False


class Counter(FileModel):
    """One type of counter with everything printed on it.

    ``mechanized`` decides the movement class, ``vehicle`` units depend on roads and bridges
    (2.3.14), ``tank`` units earn the armour shift (10.3; tank destroyers too); ``stacking`` is
    normal, free (6.2) or none (6.1c). ``half_battalion`` is the id of the other half (6.3).
    ``frozen`` units wait for an enemy within two hexes (23.6). ``pieces_named`` lists piece ids
    that do not follow the numbering.
    """

    id: str
    count: int = Field(ge=0, le=MOST_PIECES)
    side: Side
    nationality: str
    formation: str
    division: str | None = None
    corps: str | None = None
    designation: str
    label: str
    labels: tuple[str, ...] = ()
    kind: str
    symbol: str = ""
    role: str = "combat"
    size: str = ""
    mechanized: bool = False
    vehicle: bool = False
    tank: bool = False
    airborne: bool = False
    recon: bool = False
    stacking: Literal["normal", "free", "none"] = "normal"
    quality: str = ""
    steps: Steps
    front: Face
    back: Face | None = None
    half_battalion: str | None = None
    frozen: bool = False
    arrival: Arrival
    pieces_named: tuple[str, ...] = ()
    basis: str
    note: str = ""

    def pieces(self) -> tuple[str, ...]:
        """Return the ids of the physical counters of this type."""
        if self.pieces_named:
            return self.pieces_named
        if self.count == 1:
            return (self.id,)
        return tuple(f"{self.id}-{n}" for n in range(1, self.count + 1))

    def face_name(self, steps: int, statuses: Iterable[str] = ()) -> FaceName:
        """Return the name of the visible side for a number of steps and statuses (fired, depleted
        …).

        A unit at its last step of three is covered by a remnant counter (11.4), so it shows its
        back too.
        """
        if self.back is None:
            return "front"
        if self.back.means == "reduced":
            return "front" if steps >= self.front.steps else "back"
        return "back" if any(status == self.back.means for status in statuses) else "front"

    def face(self, name: FaceName) -> Face:
        """Return the values of a side; those of the front if the counter has no back."""
        return self.back if name == "back" and self.back is not None else self.front

    def face_for(self, steps: int, statuses: Iterable[str] = ()) -> Face:
        """Return the values that apply for a number of steps and statuses.

        Raises ValueError if a remnant counter replaces the unit (11.4: last of three steps);
        :meth:`CounterSet.remnants_for` finds it.
        """
        if self.needs_remnant(steps):
            raise ValueError(
                f"{self.id} with {steps} step left is represented by a remnant counter"
            )
        return self.face(self.face_name(steps, statuses))

    def needs_remnant(self, steps: int) -> bool:
        """Return whether a remnant counter represents a unit of this type with so many steps
        (11.4).
        """
        return self.role == "combat" and self.steps == 3 and steps == 1

    def is_mechanized(self, name: FaceName = "front") -> bool:
        """Return whether this side of the counter is in the mechanized class (2.3.13, 21.2b)."""
        means = self.back.means if self.back is not None and name == "back" else None
        return {"motorized": True, "foot": False}.get(means or "", self.mechanized)


class Formation(FileModel):
    """A formation (10.2.2) with the colour that marks its counters.

    ``colors`` has two entries for artillery that serves two formations (17.6.1e); ``corps_level``
    formations attach without stacking (10.2.4).
    """

    id: str
    short: str
    colors: tuple[Color, ...]
    corps_level: bool = False
    members: tuple[str, ...] = ()
    basis: str


class CounterFile(FileModel):
    """The file ``counters.json``."""

    format: Literal["h44counters/1"]
    game: str
    nationalities: dict[str, Color]
    formations: tuple[Formation, ...]
    counters: tuple[Counter, ...]


class CounterSet:
    """The counters of a game, found by type id or piece id."""

    def __init__(self, file: CounterFile) -> None:
        self.file = file
        self.words = Vocabulary()
        """The words of the game, if its module declares any."""
        self.counters: dict[str, Counter] = {counter.id: counter for counter in file.counters}
        self.formations: dict[str, Formation] = {f.id: f for f in file.formations}
        self._of_piece: dict[str, Counter] = {
            piece: counter for counter in file.counters for piece in counter.pieces()
        }

    @classmethod
    def load(cls, data: bytes) -> CounterSet:
        """Read the counters of a file. Raises pydantic.ValidationError for an invalid one."""
        return cls(CounterFile.model_validate_json(data))

    def __iter__(self) -> Iterator[Counter]:
        return iter(self.file.counters)

    def __len__(self) -> int:
        return len(self.file.counters)

    def __contains__(self, piece: object) -> bool:
        return isinstance(piece, str) and self._find(piece) is not None

    @property
    def pieces(self) -> tuple[str, ...]:
        """Return all piece ids in file order."""
        return tuple(self._of_piece)

    def resolve(self, name: str) -> str:
        """Return the piece id of a name: the id itself, or ``<type>-1`` for a type with one piece.

        Raises KeyError if no piece has the name.
        """
        result = self._find(name)
        if result is None:
            raise KeyError(name)
        return result

    def several(self, name: str) -> Counter | None:
        """Return the type of an id that names no piece because the type has several; else None."""
        kind = self.counters.get(name)
        return kind if kind is not None and name not in self else None

    def of(self, piece: str) -> Counter:
        """Return the type of a piece. Raises KeyError for an unknown id."""
        counter = self._of_piece.get(piece)
        return counter if counter is not None else self._of_piece[self.resolve(piece)]

    def label(self, piece: str) -> str:
        """Return the name printed on a piece ("B/1" of the counters "A/1, B/1"), in the language
        of the reader.
        """
        piece = self.resolve(piece)
        counter = self._of_piece[piece]
        label = counter.labels[counter.pieces().index(piece)] if counter.labels else counter.label
        return translated_name(label, self.file.game)

    def remnants_for(self, counter: Counter) -> tuple[tuple[Counter, FaceName], ...]:
        """Return the remnant types for the last step of a counter (11.4), each with the side to
        use.
        """
        return self._stand_ins.get((counter.id, "remnant"), ())

    def breakdowns_for(self, counter: Counter) -> tuple[tuple[Counter, FaceName], ...]:
        """Return the breakdown types for a step of a counter (21.1, 21.2), each with the side to
        use.
        """
        return self._stand_ins.get((counter.id, "breakdown"), ())

    @cached_property
    def _stand_ins(self) -> dict[tuple[str, str], tuple[tuple[Counter, FaceName], ...]]:
        roles = ("remnant", "breakdown")
        armoured = {(c.side, c.role) for c in self.file.counters if c.kind == "tank"}
        return {
            (counter.id, role): tuple(
                (
                    other,
                    "front" if other.mechanized == counter.mechanized or not other.back else "back",
                )
                for other in self.file.counters
                if other.role == role
                and _stands_for(other, counter, (other.side, role) in armoured)
            )
            for counter in self.file.counters
            for role in roles
        }

    def _find(self, name: str) -> str | None:
        if name in self._of_piece:
            return name
        bare = name.removesuffix("-1")
        counter = self.counters.get(bare)
        return (
            bare if counter is not None and counter.count == 1 and bare in self._of_piece else None
        )


def _stands_for(other: Counter, counter: Counter, armoured: bool) -> bool:
    """Return whether a remnant or breakdown counter fits a unit (11.4, 21.1, 21.2).

    Airborne counters fit units of their division, parachute remnants parachute units only. Tank
    counters fit tanks if the side is ``armoured``, which means that it has such counters; otherwise
    all units of the side break down into infantry.
    """
    if counter.role != "combat" or counter.steps < 2 or other.side != counter.side:
        return False
    if counter.airborne or other.airborne:
        return other.airborne and other.division == counter.division
    if other.role == "remnant" and (counter.kind == "parachute") != (other.kind == "parachute"):
        return False
    return not armoured or (other.kind == "tank") == counter.tank


class Marker(FileModel):
    """One kind of marker: its purpose and the number available (None: unlimited)."""

    id: str
    kind: Literal["status", "bridge", "track", "hex"]
    side: Side | None = None
    count: int | None
    back: str | None = None
    numbered: bool = False
    rule: str = ""
    key: str = ""
    title: str = ""
    letter: str = ""
    basis: str


class MarkerFile(FileModel):
    """The file ``markers.json``."""

    format: Literal["h44markers/1"]
    game: str
    markers: tuple[Marker, ...]


class Display(FileModel):
    """A box beside the map that holds pieces, markers or a track.

    ``spaces`` lists the values of a track (empty for a plain box), ``panel`` where the box is
    shown (``edge``: along the map, ``turns``: on the turn track, any other name: a board of that
    name). A box has a text of the message catalogue (``key``) or a ``title`` of its own.
    """

    id: str
    key: str = ""
    args: dict[str, str | int] = Field(default_factory=dict)
    kind: Literal["area", "turn", "pool", "holding", "track", "weather"]
    side: Side | None = None
    panel: str
    title: str = ""
    spaces: tuple[str, ...] = ()


class DisplayFile(FileModel):
    """The file ``displays.json``."""

    format: Literal["h44displays/1"]
    game: str
    displays: tuple[Display, ...]


class NameFile(FileModel):
    """The file ``names.json``: names of units in messages, by counter type.

    For games whose counters print only a number and show the division by colour.
    """

    format: Literal["h44names/1"]
    game: str
    names: dict[str, Annotated[str, Field(pattern=r"^[^\x00-\x1f]+$", max_length=60)]]

    def of(self, counter: Counter, piece: str) -> str:
        """Return the name of a piece, numbered if its type has several pieces; empty if it has
        none.
        """
        name = self.names.get(counter.id, "")
        alike = counter.pieces()
        return f"{name} {alike.index(piece) + 1}" if name and len(alike) > 1 else name
