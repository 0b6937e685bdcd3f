"""A position: a state with derived data, computed on demand and cached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set, ValuesView
from functools import cached_property
from itertools import chain, compress
from operator import attrgetter, is_not, itemgetter
from typing import Any, ClassVar, Generic, TypeVar

from engine.core.effects import Track
from engine.core.memo import memoized
from engine.core.state import Piece, State
from engine.rules.base.setting import C, G, Setting, U
from engine.rules.readings import Readings

BOX = ""
"""The key for all units in a box, of any side."""
Group = tuple[tuple[str, ...], dict[str, list[U]]]
"""The ids of the pieces at a place, and its units by side."""
K = TypeVar("K")
P = TypeVar("P", bound="Position[Any, Any, Any]")
"""The game's position."""


def _changed(before: Mapping[K, object], now: Mapping[K, object]) -> Iterable[K]:
    """Return the keys whose values are other objects than before, or new."""
    return compress(now, map(is_not, now.values(), map(before.get, now)))


class Units(Mapping[str, U]):
    """The units of the groups by id; one is looked up in its place, all are listed on demand."""

    def __init__(self, pieces: Mapping[str, Piece], groups: Mapping[int, Group[U]]) -> None:
        self._pieces = pieces
        self._groups = groups

    @cached_property
    def _all(self) -> dict[str, U]:
        """All units, in the order of the groups."""
        by_side = map(dict.values, map(itemgetter(1), self._groups.values()))
        units = [*chain.from_iterable(chain.from_iterable(by_side))]
        return dict(zip(map(attrgetter("id"), units), units, strict=True))

    def __getitem__(self, name: str) -> U:
        for stack in self._groups[self._pieces[name].place][1].values():
            for unit in stack:
                if unit.id == name:
                    return unit
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        piece = self._pieces.get(name) if isinstance(name, str) else None
        return piece is not None and piece.place in self._groups

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def values(self) -> ValuesView[U]:
        """Return all units."""
        return self._all.values()


class Position(Generic[G, C, U]):
    """The data that clauses use: units and stacks by side, zones, clock, control of hexes."""

    readings: ClassVar[Readings]
    """The points that the game's rulebook leaves open."""

    def __init__(
        self, setting: Setting[G, C, U, Any], state: State, like: Position[G, C, U] | None = None
    ) -> None:
        """Derive the stacks; unchanged ones are taken from the position ``like``."""
        self.setting = setting
        self.state = state
        self.places = setting.places
        self.turn = state.clock.turn
        self.phase = state.clock.phase
        self.active = state.clock.active
        self.ground = setting.ground
        self.charts = setting.charts
        self.roster = setting.roster
        self.memo: dict[Any, Any] = {}
        """Results of other modules, cached in the position."""
        self.stacks: dict[str, dict[int, list[U]]]
        """The units of each side by hex, from the bottom."""
        self.areas: dict[int, list[U]]
        """The units in each box that is in play."""
        self._groups: dict[int, Group[U]]
        self._boxes: dict[int, tuple[str, ...]]
        self._off_map: dict[str, list[U]]
        self.same_stacks = like is not None and (
            like.state.pieces is state.pieces and like.state.stacks is state.stacks
        )
        """Whether all pieces are unchanged since the previous position."""
        if like is not None and self.same_stacks:
            self._groups, self.stacks, self.areas = like._groups, like.stacks, like.areas
            self._boxes, self._off_map = like._boxes, like._off_map
            if "units" in like.__dict__:
                self.units = like.units
        else:
            changed_units = self._group(like)
            self._lay_out(like, changed_units)

    def _group(self, like: Position[G, C, U] | None) -> set[str]:
        """Group the pieces of each place by side. Return the sides with any change since ``like``.

        Covers the map and the boxes that are in play.
        """
        setting, pieces, stacks = self.setting, self.state.pieces, self.state.stacks
        count, in_play, unit_of = setting.places.hex_count, setting.boxes_in_play, setting.unit
        old: Mapping[int, Group[U]] = {}
        gone: Set[int] = frozenset()
        if like is None:
            touched = {*stacks}
        else:
            old, before = like._groups, like.state.stacks
            touched = {*_changed(before, stacks)}
            changed = {pieces[name].place for name in _changed(like.state.pieces, pieces)}
            touched |= changed & stacks.keys()
            gone = before.keys() - stacks.keys()
        if like is not None and max(chain(touched, gone), default=0) < count:
            self._boxes, self._off_map = like._boxes, like._off_map
        else:
            self._boxes = {place: ids for place, ids in stacks.items() if place >= count}
            self._off_map = {}
        groups, changed_units = {**old}, {side for i in gone if i in old for side in old[i][1]}
        for place in touched:
            if place >= count and place not in in_play:
                continue
            by_side: dict[str, list[U]] = {}
            for name in stacks[place]:
                piece = pieces[name]
                side = piece.side if place < count else BOX
                by_side.setdefault(side, []).append(unit_of(name, piece))
            changed_units.update(by_side, groups[place][1] if place in groups else ())
            groups[place] = stacks[place], by_side
        if like is None or [*before] != [*stacks]:
            groups = {place: groups[place] for place in stacks if place in groups}
        self._groups = groups
        return changed_units

    def _lay_out(self, like: Position[G, C, U] | None, changed: Set[str]) -> None:
        """Set the stacks of each side on the map, and the units in boxes."""
        groups = self._groups

        def of(side: str) -> dict[int, list[U]]:
            return {i: by_side[side] for i, (_, by_side) in groups.items() if side in by_side}

        self.stacks = {
            side: like.stacks[side] if like is not None and side not in changed else of(side)
            for side in self.setting.sides
        }
        self.areas = like.areas if like is not None and BOX not in changed else of(BOX)

    @cached_property
    def units(self) -> Mapping[str, U]:
        """The units on the map and in boxes that are in play, by id."""
        return Units(self.state.pieces, self._groups)

    # -- units ------------------------------------------------------------------------------------

    def stack(self, hex_: int) -> list[U]:
        """Return the units of a hex, from the bottom."""
        for stacks in self.stacks.values():
            if hex_ in stacks:
                return stacks[hex_]
        return []

    def others(self, units: Sequence[U], hex_: int) -> list[U]:
        """Return the units of the same side in a hex, without those that move there."""
        names = {u.id for u in units}
        return [u for u in self.stacks[units[0].side].get(hex_, ()) if u.id not in names]

    def waiting(self, name: str) -> U | None:
        """Return a piece in a box as a unit; None for one on the map or an unknown name."""
        piece = self.state.pieces.get(name)
        if piece is None or self.places.is_hex(piece.place):
            return None
        return self.setting.unit(name, piece)

    def off_map(self, side: str) -> list[U]:
        """Return a side's units in boxes, by id."""
        if side not in self._off_map:
            pieces, names = self.state.pieces, sorted(chain.from_iterable(self._boxes.values()))
            boxed = (self.setting.unit(n, pieces[n]) for n in names)
            self._off_map[side] = [u for u in boxed if u.side == side]
        return self._off_map[side]

    def any_unit(self, name: str) -> U | None:
        """Return a piece as a unit, on the map or in a box; None for an unknown name."""
        return self.units.get(name) or self.waiting(name)

    def box(self, name: str) -> list[U]:
        """Return the units in a box; none for an unknown box."""
        if name not in self.places:
            return []
        units = (self.waiting(n) for n in self.state.stack(self.places.index(name)))
        return [u for u in units if u is not None]

    def own(self, side: str) -> list[U]:
        """Return a side's units on the map and in boxes that are in play, by id."""
        stacks, areas = self.stacks.get(side, {}), self.areas

        def by_id() -> list[U]:
            boxed = (u for u in chain.from_iterable(areas.values()) if u.side == side)
            return sorted(chain(*stacks.values(), boxed), key=attrgetter("id"))

        units: list[U] = self.setting.latest(("own", side), (stacks, areas), by_id)
        return units

    def mover(self, units: Sequence[U]) -> Any:
        """Return the game's :class:`~engine.rules.base.movement.Mover` of a stack; None without."""
        return None

    # -- zones ------------------------------------------------------------------------------------

    def zone_of_side(self, side: str) -> frozenset[int]:
        """Return a side's zone of control; by default empty."""
        return frozenset()

    @cached_property
    def zones(self) -> Mapping[str, frozenset[int]]:
        """The zone of each side."""
        return {side: self._zone_of(side) for side in self.stacks}

    @memoized
    def _zone_of(self, side: str) -> frozenset[int]:
        """Return the zone of a side, cached."""
        return self.zone_of_side(side)

    def enemy_zone(self, side: str) -> frozenset[int]:
        """Return the zone against units of a side."""
        return self._zone_of(self.setting.enemy_of(side))

    def enemies_beside(self, units: Sequence[str]) -> tuple[int, ...]:
        """Return the enemy hexes adjacent to all units; without units, to any active unit."""
        if units:
            own = [self.units[name] for name in units if name in self.units]
            rings = [set(self.ground.ring[u.place]) for u in own]
            near = set.intersection(*rings) if rings else set()
            side = own[0].side if own else self.active
        else:
            side = self.active
            near = {j for i in self.stacks.get(side, {}) for j in self.ground.ring[i]}
        enemy = self.setting.enemy_of(side) if side else ""
        return tuple(sorted(near & self.stacks[enemy].keys())) if side else ()

    # -- the state --------------------------------------------------------------------------------

    def reading(self, name: str) -> str:
        """Return the value of a reading in this game."""
        return self.readings.value(self.state.tracks, name)

    def number(self, place: int) -> str:
        """Return the printed number of a hex or the id of a box."""
        return self.places.name(place)

    def track(self, name: str) -> int:
        """Return the value of a track that counts; 0 when it is not set."""
        value = self.state.tracks.get(name)
        return value if isinstance(value, int) else 0

    def tracks_with(self, prefix: str) -> dict[str, Track]:
        """Return the values of the tracks with a prefix, by the rest of their names."""
        tracks, start = self.state.tracks.items(), len(prefix)
        return {name[start:]: value for name, value in tracks if name.startswith(prefix)}

    @memoized
    def marked(self, kind: str) -> frozenset[int]:
        """Return the hexes with a marker of a kind."""
        names = (m.at for m in self.state.markers.values() if m.kind == kind)
        places = (self.places.index(name) for name in names if name in self.places)
        return frozenset(filter(self.places.is_hex, places))

    def control(self, hex_: int) -> str | None:
        """Return the side that occupies a hex, or did last."""
        for side, stacks in self.stacks.items():
            if hex_ in stacks:
                return side
        return self.state.control.get(hex_, self.setting.control_default)
