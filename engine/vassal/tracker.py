"""The table as seen by a viewer, in the engine's terms, and its changes as effects."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.core import effects as fx
from engine.core.state import State
from engine.i18n import t
from engine.vassal.kind_files import Kinds
from engine.vassal.layout import Layout
from engine.vassal.pieces import Piece, Reading, Values
from engine.vassal.players import OBSERVER, Viewer
from engine.vassal.progress import ProgressCallback, part, reporting, silent
from engine.vassal.raw_states import technical_statuses
from engine.vassal.replay import Table
from engine.vassal.spots import FARTHEST, boards_track, property_track
from engine.vassal.spots import Spot as Place
from engine.vassal.table_state import Spot
from engine.vassal.turn_trackers import clock, track
from engine.vassal.turns import read_position

_SIDE_PROPERTIES = ("Side", "side", "Nationality", "Army")
_LONGEST_SIDE = 40
LONGEST_PROPERTY = 4_000
"""Limit for the characters of a stored global property."""


@dataclass(frozen=True, slots=True)
class PlaceInfo:
    """A spot that had pieces: its id in the log, its map and pixels, the module's name for it."""

    id: str
    map: str
    x: int
    y: int
    location: str

    @property
    def name(self) -> str:
        """The name of the spot for readers."""
        return self.location or t("vassal.point", x=self.x, y=self.y)


@dataclass(frozen=True, slots=True)
class Shown:
    """The data of a piece in the log."""

    counter: str
    """The id of the kind."""
    side: str
    place: str
    status: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A snapshot of a tracker's view, to return to."""

    shown: dict[str, Shown]
    stacks: dict[str, list[str]]
    showing: dict[str, int]
    tracks: dict[str, int | str]
    clock: fx.Clock


@dataclass
class Tracker:
    """A follower of a table: after each step it yields the effects from the old view to the new."""

    table: Table
    viewer: Viewer = OBSERVER
    sides: tuple[str, ...] = ()
    """The sides named by the module or the players' seats."""
    named: dict[str, None] = field(default_factory=dict)
    """The sides named only by pieces."""
    places: dict[str, PlaceInfo] = field(default_factory=dict)
    shown: dict[str, Shown] = field(default_factory=dict)
    kinds: Kinds = field(default_factory=Kinds)
    """The kinds of all pieces shown so far."""
    layouts: dict[str, list[Layout]] = field(default_factory=dict)
    """The boards that each map showed, in order; a track stores which is current."""
    _showing: dict[str, int] = field(default_factory=dict)
    _tracks: dict[str, int | str] = field(default_factory=dict)
    _clock: fx.Clock = field(default_factory=lambda: State().clock)
    _stacks: dict[str, list[str]] = field(default_factory=dict)
    _ids: dict[tuple[Spot, str], str] = field(default_factory=dict)
    _sides: dict[tuple[tuple[str, ...], tuple[str, ...]], str] = field(default_factory=dict)
    _names: Counter[Spot] = field(default_factory=Counter)
    """The number of ids of each spot."""
    maps: dict[str, int] = field(default_factory=dict)
    """The number of each map by name: those of the module in order, then others."""
    _faces: dict[int, tuple[Reading, str, tuple[str, ...]]] = field(default_factory=dict)
    """Kind and statuses of readings, by the identity of the reading."""

    def __post_init__(self) -> None:
        for info in self.table.module.maps.values() if self.table.module is not None else ():
            self.maps.setdefault(info.name, len(self.maps))

    def name(self, counter: str) -> str:
        """Return the name of a kind's pieces."""
        kind = self.kinds.by_id.get(counter)
        return kind.name if kind is not None else counter

    def step(self, on_progress: ProgressCallback = silent) -> list[fx.Effect]:
        """Return the effects since the last call; ``on_progress`` receives the progress."""
        changed = set(self.table.touched)
        self.table.touched.clear()
        spots = {self.table.spot(i) for i in changed if i in self.table.pieces}
        # Other pieces on the same spots may have changed their height.
        for spot in spots:
            changed.update(self.table.on(spot))
        # Use a reproducible order, because kinds and sides are numbered as they appear.
        units = sorted(changed)
        reported = reporting(units, part(on_progress, 0.0, 0.6))
        new = {unit: shown for unit in reported if (shown := self._show(unit)) is not None}
        left = {self.shown[unit].place for unit in changed if unit in self.shown}
        dirty = sorted(left | {shown.place for shown in new.values()})
        now = {unit: new.get(unit, _NOWHERE).place for unit in changed}
        places = reporting(dirty, part(on_progress, 0.6, 1.0))
        targets = {place: self._order(place, now) for place in places}
        return [
            *self._boards(),
            *self._properties(),
            *self._turns(),
            *self._effects(units, new, targets),
        ]

    def _properties(self) -> Iterator[fx.Effect]:
        """Yield the effects of changed global properties."""
        for name in self.table.changed:
            value = self.table.ids.clean(self.table.globals[name])
            if len(value) <= LONGEST_PROPERTY:
                yield from self._track(property_track(name), value)
        self.table.changed.clear()

    def _turns(self) -> Iterator[fx.Effect]:
        """Yield the effects of changed turn trackers, and the clock from the first of them."""
        module = self.table.module
        for name in self.table.turned:
            tracker = module.turns.get(name) if module is not None else None
            at = read_position(self.table.turns[name], tracker) if tracker is not None else None
            if tracker is None or at is None:
                continue
            yield from self._track(track(tracker), ".".join(map(str, at)))
            if module is not None and tracker is next(iter(module.turns.values())):
                after = clock(tracker, at, self.sides)
                if after != self._clock:
                    yield fx.SetPhase(before=self._clock, after=after)
                    self._clock = after
        self.table.turned.clear()

    def _track(self, name: str, value: str) -> Iterator[fx.Effect]:
        before = self._tracks.get(name)
        if before != value:
            yield fx.SetTrack(track=name, before=before, after=value)
            self._tracks[name] = value

    def view(self) -> View:
        """Return a snapshot of the view."""
        stacks = {place: list(stack) for place, stack in self._stacks.items()}
        tracks = dict(self._tracks)
        return View(dict(self.shown), stacks, dict(self._showing), tracks, self._clock)

    def go_back(self, view: View) -> None:
        """Restore a view; the next table is followed from there."""
        self.shown = dict(view.shown)
        self._stacks = {place: list(stack) for place, stack in view.stacks.items()}
        self._showing, self._tracks = dict(view.showing), dict(view.tracks)
        self._clock = view.clock

    def _boards(self) -> Iterator[fx.Effect]:
        """Yield the effects of maps that show other boards than before."""
        for name, number in self.maps.items():
            layout = self.table.layout(name)
            if layout is None:
                continue
            known = self.layouts.setdefault(name, [])
            before = self._showing.get(name)
            if before is not None and known[before] is layout:
                continue
            after = next((i for i, k in enumerate(known) if k.boards == layout.boards), len(known))
            known[after:] = [layout, *known[after + 1 :]]
            self._showing[name] = after
            if before is not None and before != after:
                track = boards_track(number)
                yield fx.SetTrack(track=track, before=self._tracks.get(track), after=after)
                self._tracks[track] = after

    def follow(self, table: Table, viewer: Viewer) -> None:
        """Continue with another table; the faces of the previous one's readings are forgotten."""
        self.table, self.viewer = table, viewer
        self._faces.clear()

    def name_sides(self, sides: Iterable[str]) -> None:
        """Add sides to the known ones."""
        self.sides = tuple(dict.fromkeys((*self.sides, *sides)))
        self._sides.clear()

    def showing(self) -> dict[int, int]:
        """Return the current boards of each map, both by number."""
        return {self.maps[name]: shown for name, shown in self._showing.items()}

    def _show(self, unit: str) -> Shown | None:
        """Return the visible data of a piece; None for one that is off the map, hidden or gone."""
        piece = self.table.pieces.get(unit)
        if piece is None:
            return None
        spot = self.table.spot(unit)
        if spot[0] is None:
            return None
        if max(abs(spot[1]), abs(spot[2])) > FARTHEST:
            self.table.set_aside(unit)
            return None
        reading = self.table.read(unit, self.viewer)
        if reading.hidden:
            return None
        counter, status = self.face(reading)
        return Shown(counter, self.side(piece), self._place(spot), status)

    def face(self, reading: Reading) -> tuple[str, tuple[str, ...]]:
        """Return kind and statuses of a reading, which the table may share among many pieces."""
        cached = self._faces.get(id(reading))
        if cached is None:
            counter = self.kinds.id(reading.kind)
            kind, clean = self.kinds.by_id[counter], self.table.ids.clean
            visible = kind.words.statuses(reading.setting)
            inner = technical_statuses(kind, reading.kind.state, reading.setting, clean)
            # Store the reading too, so that its identity is not reused.
            cached = reading, counter, tuple(sorted({*visible, *inner}))
            self._faces[id(reading)] = cached
        return cached[1:]

    def side(self, piece: Piece) -> str:
        """Return the side of a piece from its properties."""
        key = (piece.type, tuple(piece.state[:-1]))
        if key not in self._sides:
            self._sides[key] = self._find_side(piece)
        return self._sides[key]

    def _find_side(self, piece: Piece) -> str:
        own = Values(piece).own()
        candidates = [value for name in _SIDE_PROPERTIES if (value := own.get(name, "").strip())]
        if self.sides:
            return next((v for v in (*candidates, *own.values()) if v in self.sides), "")
        side = next((v for v in candidates if len(v) <= _LONGEST_SIDE and v[0] not in "{$"), "")
        if side:
            self.named.setdefault(side)
        return side

    def _place(self, spot: Spot) -> str:
        """Return the id of a spot. A spot has several ids if other boards came under it."""
        board, x, y = spot
        assert board is not None, "a piece that is shown is on a map"
        location = self.table.location(spot)
        key = (spot, location)
        if key not in self._ids:
            info = self.table.map_info(board)
            number = self.maps.setdefault(info.name if info else board, len(self.maps))
            name = Place(number, x, y).name
            copies = self._names[spot]
            self._names[spot] += 1
            self._ids[key] = name if not copies else f"{name}:{copies}"
            self.places[self._ids[key]] = PlaceInfo(self._ids[key], board, x, y, location)
        return self._ids[key]

    def _order(self, place: str, now: dict[str, str]) -> list[str]:
        """Return the pieces of a place, bottom first; ``now`` has the places of touched pieces."""
        info = self.places[place]
        spot = (info.map, info.x, info.y)
        here = [
            unit
            for unit in self.table.on(spot)
            if (now[unit] if unit in now else self.shown.get(unit, _NOWHERE).place) == place
        ]
        backs = [u for u in here if (d := self.table.deck_of(u)) is not None and d.face_down]
        if backs and not self.viewer.everything:
            # The order of a face-down deck is secret.
            hidden = set(backs)
            return sorted(backs) + [u for u in here if u not in hidden]
        return here

    # -- effects ----------------------------------------------------------------------------------

    def _effects(
        self, changed: list[str], new: dict[str, Shown], targets: dict[str, list[str]]
    ) -> Iterator[fx.Effect]:
        for unit in changed:
            if unit in self.shown and unit not in new:
                yield self._remove(unit)
        for unit in changed:
            if unit in self.shown:
                yield from self._changes(unit, new[unit])
        for place, order in targets.items():
            height = 0  # just above the pieces below that are there already
            for unit in order:
                if unit not in self.shown:
                    yield self._bring(unit, new[unit], height)
                elif self.shown[unit].place != place:
                    yield self._move(unit, place, height)
                else:
                    height = self._stacks[place].index(unit)
                height += 1
        for place, order in targets.items():
            yield from self._shuffle(place, order)

    def _shuffle(self, place: str, order: list[str]) -> Iterator[fx.Effect]:
        """Yield the fewest moves that sort a stack; pieces already in order are not moved."""
        stack = self._stacks.get(place, [])
        if stack == order:
            return
        at = {unit: i for i, unit in enumerate(stack)}
        staying = {order[i] for i in _longest_rise([at[unit] for unit in order])}
        for below, unit in zip(("", *order), order, strict=False):
            if unit not in staying:
                height = stack.index(below) + 1 if below else 0
                yield self._move(unit, place, height - (stack.index(unit) < height))

    def _remove(self, unit: str) -> fx.Effect:
        was = self.shown.pop(unit)
        stack = self._stacks[was.place]
        index = stack.index(unit)
        stack.pop(index)
        return fx.Remove(
            unit=unit,
            counter=was.counter,
            side=was.side,
            at=was.place,
            index=index,
            steps=1,
            status=was.status,
        )

    def _bring(self, unit: str, piece: Shown, height: int) -> fx.Effect:
        self.shown[unit] = piece
        self._stacks.setdefault(piece.place, []).insert(height, unit)
        return fx.Place(
            unit=unit,
            counter=piece.counter,
            side=piece.side,
            at=piece.place,
            index=height,
            steps=1,
            status=piece.status,
        )

    def _move(self, unit: str, place: str, height: int) -> fx.Effect:
        was = self.shown[unit]
        stack = self._stacks[was.place]
        index = stack.index(unit)
        stack.pop(index)
        if place == was.place:
            path: tuple[str, ...] = (place,)
        else:
            path = (was.place, place)
            self.shown[unit] = Shown(was.counter, was.side, place, was.status)
        self._stacks.setdefault(place, []).insert(height, unit)
        return fx.Move(unit=unit, path=path, from_index=index, to_index=height)

    def _changes(self, unit: str, piece: Shown) -> Iterable[fx.Effect]:
        """Yield the changes of a piece other than its place."""
        was = self.shown[unit]
        self.shown[unit] = Shown(piece.counter, piece.side, was.place, piece.status)
        if was.counter != piece.counter:
            yield fx.Reveal(unit=unit, before=was.counter, after=piece.counter)
        if was.side != piece.side:
            yield fx.SetSide(unit=unit, before=was.side, after=piece.side)
        if was.status != piece.status:
            yield fx.SetStatus(unit=unit, before=was.status, after=piece.status)


def _longest_rise(values: list[int]) -> list[int]:
    """Return the indices of a longest increasing subsequence. O(n log n)."""
    # For each length, the index of the least value that ends such a subsequence.
    ends: list[int] = []
    before: list[int] = []
    for i, value in enumerate(values):
        length = bisect_left(ends, value, key=values.__getitem__)
        before.append(ends[length - 1] if length else -1)
        ends[length : length + 1] = [i]
    run: list[int] = []
    i = ends[-1] if ends else -1
    while i >= 0:
        run.append(i)
        i = before[i]
    return run


_NOWHERE = Shown("", "", "", ())
