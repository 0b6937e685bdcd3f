"""A position as the rules see it, computed from a state when first asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import NamedTuple

from engine.core.state import Piece, State
from engine.games.ardenas import tracks
from engine.games.ardenas.charts import Charts
from engine.games.ardenas.ground import BRIDGE, Ground
from engine.games.ardenas.groupings import Grouping, groupings_in
from engine.games.ardenas.readings import READINGS
from engine.games.ardenas.rules.ch07_zoc import zone
from engine.games.ardenas.units import Unit, UnitType
from engine.games.ardenas.vocabulary import AIR, AIRCRAFT, FORMED, GROUND, SIDES, Layer
from engine.rules.base.position import Position as BasePosition
from engine.rules.base.setting import Setting as BaseSetting
from engine.rules.base.units import Roster

Stacks = Mapping[int, tuple[Unit, ...]]


class Setting(BaseSetting[Ground, Charts, Unit, "Position"]):
    """Data that the positions of a game share: ground, units, charts, names."""

    sides = SIDES
    unit_class = Unit
    roster: Roster[UnitType]
    scenario = ""
    diagram = False
    """Whether the board is a diagram of a question, where stores that are not named are no lack."""

    def unit_of(self, name: str, piece: Piece) -> Unit:
        """12.0c: Return the unit of a piece; a captured counter belongs to its captor."""
        unit = super().unit_of(name, piece)
        if unit.side == piece.side:
            return unit
        return replace(unit, type=replace(unit.type, side=piece.side))

    def make_position(self, state: State, like: Position | None) -> Position:
        """Return a new position."""
        return Position(self, state, like)


class Position(BasePosition[Ground, Charts, Unit]):
    """Everything that follows from a state: layers, groupings, zones, weather, bridges."""

    setting: Setting
    readings = READINGS

    @cached_property
    def layers(self) -> Mapping[tuple[str, Layer], Stacks]:
        """The units of a side on the ground or in the air, by hex."""
        result: dict[tuple[str, Layer], Stacks] = {}
        for side, stacks in self.stacks.items():
            known: list[_Layers] = self.setting.latest(("layers", side), (), list)
            if not known or known[0].stacks is not stacks:
                known[:] = [_Layers.of(stacks, known[0] if known else None)]
            result[side, GROUND], result[side, AIR] = known[0].ground, known[0].air
        return result

    def own(self, side: str) -> list[Unit]:
        """Return a side's units on the map, by id."""
        stacks = self.stacks[side].values()

        def by_id() -> list[Unit]:
            return sorted((u for stack in stacks for u in stack), key=lambda u: u.id)

        units: list[Unit] = self.setting.latest(("own", side), (self.stacks[side],), by_id)
        return units

    @cached_property
    def groupings(self) -> tuple[Grouping, ...]:
        """The groupings on the map, where their units are: moves by hand are in no track."""
        return tuple(map(self._as_found, groupings_in(self.state.tracks, self.places)))

    def _as_found(self, grouping: Grouping) -> Grouping:
        """Return a grouping with its units of one hex: of its own, or of another if all moved."""
        pieces = self.state.pieces
        found = {name: pieces[name].place for name in grouping.units if name in pieces}
        here = tuple(name for name, place in found.items() if place == grouping.place)
        if here == grouping.units:
            return grouping
        hexes = {place for place in found.values() if self.places.is_hex(place)}
        place = hexes.pop() if len(hexes) == 1 else grouping.place
        return replace(grouping, place=place, units=tuple(n for n in found if found[n] == place))

    @cached_property
    def grouping_of(self) -> Mapping[str, Grouping]:
        """The grouping of each unit that is in one, and of the name of each false one."""
        return {name: grouping for grouping in self.groupings for name in grouping.movers}

    @cached_property
    def grouping_named(self) -> Mapping[str, Grouping]:
        """The groupings by the name of their track."""
        return {grouping.track: grouping for grouping in self.groupings}

    def commanded(self, side: str) -> Iterator[Grouping]:
        """Yield the groupings of a side that take orders; what the enemy sees of them does not."""
        yield from (g for g in self.groupings if g.side == side and g.number is not None)

    @cached_property
    def fronts(self) -> Mapping[tuple[str, Layer], frozenset[int]]:
        """7.0q: The hexes with groupings of a side without known units: false, or face down."""
        layers: tuple[Layer, ...] = (GROUND, AIR)
        hexes: dict[tuple[str, Layer], list[int]] = {
            (s, layer): [] for s in SIDES for layer in layers
        }
        for grouping in self.groupings:
            if not grouping.units:
                hexes[grouping.side, grouping.kind].append(grouping.place)
        return {key: frozenset(places) for key, places in hexes.items()}

    def any_unit(self, name: str) -> Unit | None:
        """Return a piece as a unit, on the map or in a box; a false grouping is one that moves."""
        result = super().any_unit(name)
        grouping = self.grouping_of.get(name) if result is None else None
        return result if grouping is None else self.dummy(grouping)

    def dummy(self, grouping: Grouping) -> Unit:
        """11.0b, 8.4n: Return a false grouping as a unit that moves as the slowest of the game."""
        kind, air = grouping.track, grouping.kind == AIR
        movement = self.charts.groupings.limits(grouping.kind).false_movement
        word = "transport" if air else "infantry"
        own = UnitType(kind, grouping.side, word, 0, movement, dummy=True)
        formed = tracks.FORMED + kind in self.state.tracks
        return Unit(kind, grouping.place, 1, own, frozenset({FORMED} if formed else ()))

    @cached_property
    def aboard(self) -> Mapping[str, str]:
        """9.0b: The transport of each unit that is aboard one."""
        return {name: str(value) for name, value in self.tracks_with(tracks.ABOARD).items()}

    def loose(self, side: str, layer: Layer, hex_: int) -> tuple[Unit, ...]:
        """Return the units of a hex outside groupings: one is an individual, two are a stack."""
        units = self.layers[side, layer].get(hex_, ())
        return tuple(u for u in units if u.id not in self.grouping_of)

    def zone_of_side(self, side: str) -> frozenset[int]:
        """Return the zone of control of a side's ground units."""
        return self._zone(side, GROUND)

    @cached_property
    def air_zones(self) -> Mapping[str, frozenset[int]]:
        """The zone of control of each side's aircraft."""
        return {side: self._zone(side, AIR) for side in SIDES}

    def _zone(self, side: str, layer: Layer) -> frozenset[int]:
        """7.0q: Return a zone; every face-down grouping has one, true or false."""
        around = {j for i in self.fronts[side, layer] for j in self.ground.ring[i]}
        known = self.zone_of_units(side, layer)
        return known | around if around else known

    def zone_of_units(self, side: str, layer: Layer) -> frozenset[int]:
        """7.0m, 8.4f: Return the zone of a side's known units in a layer."""
        stacks = self.layers[side, layer]
        make = partial(zone, self.ground, stacks)
        hexes: frozenset[int] = self.setting.latest(("zone", side, layer), (stacks,), make)
        return hexes

    def zone_against(self, side: str, layer: Layer) -> frozenset[int]:
        """7.0t: Return the enemy's zone that concerns units of a layer."""
        if layer == GROUND:
            return self.enemy_zone(side)
        return self.air_zones[self.setting.enemy_of(side)]

    @property
    def bridges(self) -> frozenset[int]:
        """The hexes with a bridge counter."""
        return self.marked(BRIDGE)

    @property
    def weather(self) -> str:
        """The weather of the turn."""
        return str(self.state.tracks.get(tracks.WEATHER, "good"))


class _Layers(NamedTuple):
    """The units of a side on the ground and in the air."""

    stacks: Mapping[int, Sequence[Unit]]
    ground: Stacks
    air: Stacks

    @classmethod
    def of(cls, stacks: Mapping[int, Sequence[Unit]], like: _Layers | None) -> _Layers:
        """Return the layers of some stacks; unchanged parts are those of the layers before.

        A fact that depends on an unchanged layer is then not computed again.
        """
        old, old_ground, old_air = like or ({}, {}, {})
        ground: dict[int, tuple[Unit, ...]] = {}
        air: dict[int, tuple[Unit, ...]] = {}
        for hex_, stack in stacks.items():
            if old.get(hex_) is stack:
                flying, standing = old_air.get(hex_), old_ground.get(hex_)
            else:
                flying = tuple(u for u in stack if u.type.kind in AIRCRAFT)
                standing = tuple(u for u in stack if u.type.kind not in AIRCRAFT)
            if flying:
                air[hex_] = flying
            if standing:
                ground[hex_] = standing
        return cls(stacks, _same(old_ground, ground), _same(old_air, air))


def _same(old: Stacks, new: Stacks) -> Stacks:
    """Return the old stacks where they are the same as the new ones, in the same order."""
    return old if old == new and list(old) == list(new) else new
