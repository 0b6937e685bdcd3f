"""Chapters 7.2 and 17: demolition and repair of bridges, ferries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.board.board import Bridge
from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.charts import cell
from engine.games.airbridge.ground import BLOWN, RED, REPAIRED
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.rules.ch04_limits import scenario_verdicts
from engine.games.airbridge.rules.ch04_movement import allowance, fire_verdicts
from engine.games.airbridge.rules.ch05_stacking import stacking_verdicts
from engine.games.airbridge.rules.ch09_fire import mark_moving_guns
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    AIRBORNE,
    ALLIED,
    ASSAULT,
    GERMAN,
    MANEUVER,
    MECHANISED,
    MOVEMENT,
    REFUSAL,
    verdict,
)
from engine.rules.base.decisions import NONE, Args, Choice, Handler

APPROACHES = (AIRBORNE, MOVEMENT, REFUSAL, MANEUVER, ASSAULT, MECHANISED)
"""7.2c: the phases in which Allied units land, move or advance, and so may approach bridges."""


def try_to_blow(work: Resolution, bridge: Bridge, reason: str) -> None:
    """7.2c, 7.2d, 7.2i: Roll on the demolition table, and blow the bridge if it says so."""
    if cell(work.setting.charts.demolition, 0, work.die(reason)) == BLOWN:
        work.hexside(bridge.hexside, BLOWN)


def approach_verdicts(position: Position, bridge: Bridge) -> Iterator[Verdict]:
    """7.2b, 7.2c, 7.2f: Yield the verdicts against a demolition roll on an Allied approach."""
    hexes = bridge.hexside.split("/")
    if position.phasing != ALLIED or position.phase not in APPROACHES:
        yield verdict("7.2c", "not_allied_movement", hexes=hexes)
    if not any(position.stacks[ALLIED].get(end) for end in bridge.ends):
        yield verdict("7.2c", "nobody_came", hexes=hexes)
    if position.ground.great(bridge):
        yield verdict("7.2f", "great", hexes=hexes)
    elif bridge.start != RED:
        yield verdict("7.2b", "not_red", hexes=hexes)
    if position.state.hexsides.get(bridge.hexside) == BLOWN:
        yield verdict("7.2c", "blown", hexes=hexes)
    elif tracks.TRIED + bridge.hexside in position.state.tracks:
        yield verdict("7.2c", "tried", hexes=hexes)


def approached(position: Position, hex_: int) -> list[Bridge]:
    """7.2c: Return the bridges at a hex that are rolled for now."""
    beside = position.ground.bridges_at.get(hex_, ())
    return [b for b in beside if not any(approach_verdicts(position, b))]


def approach(work: Resolution, hex_: int) -> None:
    """7.2c: Roll for the bridges that a unit has approached if it is Allied, once for each."""
    if hex_ not in work.setting.ground.bridges_at:
        return
    for bridge in approached(work.position, hex_):
        work.track(tracks.TRIED + bridge.hexside, 1)
        try_to_blow(work, bridge, "demolition")


def crews(position: Position, bridge: Bridge) -> tuple[Unit, ...]:
    """7.2d: Return German units at both ends of a bridge with an engineer; empty without."""
    ends = [position.stacks[GERMAN].get(end, []) for end in bridge.ends]
    units = tuple(u for stack in ends for u in stack)
    if not all(ends) or not any(u.type.engineer for u in units):
        return ()
    return units


def demolition_verdicts(position: Position, bridge: Bridge) -> Iterator[Verdict]:
    """7.2d, 7.2e: Yield the verdicts against demolition by German engineers."""
    hexes = bridge.hexside.split("/")
    if position.active != GERMAN or position.phase != MOVEMENT:
        yield verdict("7.2d", "not_german_movement", hexes=hexes)
    if position.state.hexsides.get(bridge.hexside) == BLOWN:
        yield verdict("7.2d", "blown", hexes=hexes)
    crew = crews(position, bridge)
    if not crew:
        yield verdict("7.2d", "both_ends", hexes=hexes)
    moved = [u.id for u in crew if tracks.ENTERED + u.id in position.state.tracks]
    if tracks.MINED + bridge.hexside in position.state.tracks:
        yield verdict("7.2e", "tried", hexes=hexes)
    elif moved:
        yield verdict("7.2d", "moved", units=moved, hexes=hexes)


def minable(position: Position) -> list[Bridge]:
    """7.2d: Return the bridges that German engineers may try to blow in this phase."""
    bridges = position.ground.by_side.values()
    return [b for b in bridges if not any(demolition_verdicts(position, b))]


class Demolish(Handler[Position, Resolution]):
    """The choice of a bridge that German engineers try to blow."""

    kind = "demolish"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """7.2d: Offer the bridges that may be tried, or none."""
        options = [Choice(b.hexside, hexside=b.hexside) for b in minable(position)]
        return [Choice(NONE), *options] if options else ()

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """7.2d, 7.2e: Roll for the bridge; the units at both ends spend their movement."""
        if choice.id == NONE:
            return
        bridge = work.position.ground.by_side[choice.hexside]
        work.track(tracks.MINED + bridge.hexside, 1)
        spend_all(work, crews(work.position, bridge))
        try_to_blow(work, bridge, "demolition_engineers")
        work.ask(self.kind, GERMAN)


def spend_all(work: Resolution, units: Iterable[Unit]) -> None:
    """Spend the units' whole allowance of the phase."""
    for unit in units:
        work.track(tracks.MOVED + unit.id, allowance(unit))
        work.track(tracks.ENTERED + unit.id, 1)


def repair_crew(position: Position, bridge: Bridge, named: Sequence[Unit] = ()) -> Unit | None:
    """17.1a: Return an Allied bridge engineer beside a bridge that has not moved, or None.

    If ``named`` is given, the engineer must be one of these units.
    """
    beside = [u for end in bridge.ends for u in position.stacks[ALLIED].get(end, [])]
    beside = [u for u in beside if not named or u in named]
    moved = position.state.tracks
    able = (u for u in beside if u.type.engineer == "bridge" and tracks.ENTERED + u.id not in moved)
    return next(able, None)


def repair_verdicts(
    position: Position, bridge: Bridge, named: Sequence[Unit] = ()
) -> Iterator[Verdict]:
    """7.2g, 7.2h, 17.0b, 17.1a, 17.1c: Yield the verdicts against repairing a bridge."""
    hexes = bridge.hexside.split("/")
    if position.active != ALLIED or position.phase != MOVEMENT:
        yield verdict("7.2g", "not_allied_movement", hexes=hexes)
    if position.state.hexsides.get(bridge.hexside) != BLOWN:
        yield verdict("7.2g", "stands", hexes=hexes)
    if position.ground.great(bridge):
        yield verdict("7.2h", "great", hexes=hexes)
    elif bridge.water != "canal" and position.reading("repair") == "canals":
        yield verdict("17.1a", "canals", hexes=hexes)
    if repair_crew(position, bridge, named) is None:
        yield verdict("17.1a", "no_engineer", hexes=hexes)


def repairs(position: Position) -> list[tuple[Bridge, Unit]]:
    """17.1a: Return the bridges that can be repaired now, each with its engineer."""
    return [
        (bridge, crew)
        for bridge in position.ground.by_side.values()
        if (crew := repair_crew(position, bridge)) and not any(repair_verdicts(position, bridge))
    ]


class Repair(Handler[Position, Resolution]):
    """The choice of a bridge to repair."""

    kind = "repair"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """17.1a: Offer the bridges that can be repaired, or none."""
        options = [Choice(b.hexside, (u.id,), hexside=b.hexside) for b, u in repairs(position)]
        return [Choice(NONE), *options] if options else ()

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """17.1a, 17.1b: Repair the bridge; crossing it costs one point more in this phase."""
        if choice.id == NONE:
            return
        work.hexside(choice.hexside, REPAIRED)
        work.track(tracks.REPAIRED + choice.hexside, 1)
        spend_all(work, work.units(choice.units))
        work.ask(self.kind, ALLIED)


def ferry_verdicts(
    position: Position, units: Sequence[Unit], path: Sequence[int]
) -> Iterator[Verdict]:
    """4.0i, 5.0c, 9.4c, 17.3a, 17.3b: Yield the verdicts on an engineer ferrying a non-C/M unit.

    Reading: both start in the same hex beside the water.
    """
    names = [u.id for u in units]
    here, there = path[0], path[-1]
    numbers = [position.number(i) for i in (here, there)]
    if position.phase != MOVEMENT:
        yield verdict("17.3a", "phase", units=names)
    if len(path) != 2 or (here, there) not in position.ground.water:
        yield verdict("17.3a", "no_water", hexes=numbers, units=names)
        return
    crew = [u for u in units if u.type.engineer]
    if not crew or len(units) > 2:
        yield verdict("17.3a", "no_engineer", units=names)
    if any(u.type.cm for u in units if not u.type.engineer):
        yield verdict("17.3a", "cm", units=names)
    for unit in units:
        yield from scenario_verdicts(position, unit)
    yield from fire_verdicts(position, units)
    elsewhere = any(u.place != here for u in units)
    if elsewhere or any(tracks.ENTERED + u.id in position.state.tracks for u in units):
        yield verdict("17.3a", "moved", units=names)
    if there in position.hostile_hexes(units[0].side):
        yield verdict("17.3a", "enemy", hexes=numbers)
    cargo = [u for u in units if not u.type.engineer] or list(crew)
    yield from stacking_verdicts(position, cargo, there, "warn")


def ferry(work: Resolution, units: Sequence[Unit], path: Sequence[int]) -> None:
    """9.4a, 17.3a, 17.3b: Ferry a unit; both spend all movement; mark artillery as moved."""
    cargo = [u for u in units if not u.type.engineer] or list(units)[:1]
    mark_moving_guns(work, cargo)
    spend_all(work, units)
    work.go([u.id for u in cargo], list(path))
