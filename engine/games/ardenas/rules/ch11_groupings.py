"""Chapter 11: groupings are formed, altered and dissolved in their phase, and move as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.groupings import Grouping, read_grouping
from engine.games.ardenas.own_actions import Dissolve, Group, March
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch07_stacking import COUNTERS, has_room
from engine.games.ardenas.rules.ch08_bases import bases
from engine.games.ardenas.rules.ch12_supply import FULL
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AIR,
    AIR_PHASES,
    FORMED,
    FROZEN,
    GROUND,
    GROUPINGS,
    OF_A_TURN,
    Layer,
    verdict,
)
from engine.i18n import t
from engine.rules.base.named import hex_named, on_map


def are_played(position: Position) -> bool:
    """13.0: Return whether groupings are played: in the long game, or by the reading."""
    return position.reading("levels") == "all_rules" or position.setting.scenario == FULL


def phase_of(kind: Layer) -> str:
    """11.0g, 15.1: Return the phase where groupings are formed: in the air before aircraft move."""
    return GROUPINGS if kind == GROUND else AIR_PHASES[0]


def named(position: Position, name: str) -> Grouping:
    """Return the grouping on the map that an order names. Raises UserError for any other."""
    if name in position.grouping_named:
        return position.grouping_named[name]
    raise UserError(t("rule.ardenas.11.0c.off_map", grouping=name))


def march_of(position: Position, order: March) -> act.MoveUnits:
    """7.0q, 11.0d: Return the move of all units of a grouping, or of the false grouping."""
    units = named(position, order.grouping).movers
    return act.MoveUnits(units=units, path=order.path, mode=order.mode)


def grouping_verdicts(position: Position, order: Group | Dissolve) -> Iterator[Verdict]:
    """11.0a, 11.0g, 13.0: Yield everything against forming, altering or dissolving a grouping."""
    if isinstance(order, Dissolve):
        grouping = named(position, order.grouping)
        yield from time_verdicts(position, grouping)
        yield from _left_over(position, grouping, ())
        return
    units = [on_map(position, name) for name in dict.fromkeys(order.units)]
    hex_ = hex_named(position, order.hex)
    names = " ".join((order.hex, *(u.id for u in units)))
    yield from group_verdicts(position, read_grouping(order.grouping, names, position.places))
    if order.grouping in position.state.tracks:
        before = named(position, order.grouping)
        if before.place != hex_:
            here = position.number(before.place)
            yield verdict("11.0g", "elsewhere", units=order.units, hexes=[here], hex=here)
        if set(before.units) == set(order.units):
            yield verdict("11.0g", "same", units=order.units)


def time_verdicts(position: Position, grouping: Grouping) -> Iterator[Verdict]:
    """4.0a, 11.0g, 13.0: Object to a change of a grouping now."""
    names = grouping.units
    if not are_played(position):
        yield verdict("13.0", "no_groupings", units=names)
    if grouping.side != position.active:
        yield verdict("4.0a", "not_yours", units=names)
    if position.phase != phase_of(grouping.kind):
        yield verdict("11.0g", "phase", units=names)


def group_verdicts(position: Position, grouping: Grouping) -> Iterator[Verdict]:
    """7.0r, 8.4b, 8.4m, 11.0a, 11.0b, 11.0g, 11.0h, 11.0j: Object to a grouping of units.

    Nationality does not matter. A false one is formed in a hex with a counter of its side.
    """
    yield from time_verdicts(position, grouping)
    limits = position.charts.groupings.limits(grouping.kind)
    units = [position.units[name] for name in grouping.units]
    here = position.number(grouping.place)
    if grouping.number is None or not 1 <= grouping.number <= limits.counters:
        yield verdict("11.0a", "number", hexes=[here], most=limits.counters)
    if len(units) > limits.units:
        yield verdict("11.0b", "full", units=grouping.units, most=limits.units)
    is_new = grouping.track not in position.state.tracks
    if is_new and not has_room(position, grouping, grouping.place):
        limit = position.charts.groupings.per_hex
        yield verdict("7.0r", "full", hexes=[here], hex=here, most=limit)
    if is_new and grouping.kind == AIR and _shares_base(position, grouping):
        yield verdict("8.4b", "one_grouping", hexes=[here], hex=here)
    if grouping.place not in position.layers[grouping.side, grouping.kind]:
        yield verdict("11.0g", "nobody", hexes=[here], hex=here)
    for unit in units:
        yield from _joining(position, grouping, unit, is_new=is_new)
    yield from _left_over(position, grouping, grouping.units)


def _shares_base(position: Position, grouping: Grouping) -> bool:
    """8.4b: Return whether an own air grouping is already in the air entry hex."""
    mine = grouping.side, grouping.kind, grouping.place
    others = ((g.side, g.kind, g.place) for g in position.groupings if g.track != grouping.track)
    return grouping.place in bases(position, grouping.side) and mine in others


def _joining(
    position: Position, grouping: Grouping, unit: Unit, *, is_new: bool
) -> Iterator[Verdict]:
    """11.0a, 11.0g, 11.0h: Object to a unit in a grouping."""
    if unit.layer != grouping.kind:
        yield verdict("11.0a", "mixed", units=[unit.id])
    if unit.side != grouping.side or unit.place != grouping.place:
        here = position.number(grouping.place)
        yield verdict("11.0g", "apart", units=[unit.id], hexes=[here], hex=here)
    other = position.grouping_of.get(unit.id)
    if other is not None and other.track != grouping.track:
        yield verdict("11.0g", "grouped", units=[unit.id])
    has_fought = tracks.FOUGHT + unit.id in position.state.tracks
    # Commandos confuse a unit for its moves alone (10.0d).
    acted = has_fought or not unit.status.isdisjoint(set(OF_A_TURN) - {FORMED, FROZEN})
    if is_new and acted and grouping.kind == GROUND:
        yield verdict("11.0h", "acted", units=[unit.id])


def _left_over(position: Position, grouping: Grouping, staying: Sequence[str]) -> Iterator[Verdict]:
    """7.0f: Object to units that leave a grouping where the stack of the hex would be too high."""
    leaving = set(units_in_grouping(position, grouping.track)) - set(staying)
    loose = {u.id for u in position.loose(grouping.side, grouping.kind, grouping.place)}
    if leaving and len((loose | leaving) - set(staying)) > COUNTERS:
        here = position.number(grouping.place)
        yield verdict("7.0f", "full", units=sorted(leaving), hexes=[here], hex=here, most=COUNTERS)


def units_in_grouping(position: Position, name: str) -> tuple[str, ...]:
    """Return the units in the grouping with a name; none if it is not on the map."""
    grouping = position.grouping_named.get(name)
    return () if grouping is None else grouping.units


def group(work: Resolution, order: Group) -> None:
    """11.0a, 11.0g, 11.0h: Form a grouping, or alter it.

    On the ground forming one counts as combat: it neither moves nor fights in the turn, and nor
    does a unit that joins it then. Air groupings are formed before each turn's flights.
    """
    is_new = order.grouping not in work.state.tracks
    value = " ".join((order.hex, *order.units))
    grouping = read_grouping(order.grouping, value, work.places)
    work.regroup(grouping)
    if grouping.kind != GROUND:
        return
    if is_new:
        work.track(tracks.FORMED + grouping.track, 1)
    if tracks.FORMED + grouping.track in work.state.tracks:
        for name in order.units:
            work.status(name, add={FORMED})


def dissolve(work: Resolution, order: Dissolve) -> None:
    """11.0c, 11.0g: Take a grouping off the map; its units stay, its counter is free again."""
    work.ungroup(order.grouping)


@memoized
def free_name(position: Position, side: str, kind: Layer) -> str:
    """11.0a: Return the name of the first counter that is not on the map, if there is one."""
    names = (Grouping(side, kind, str(number), 0).track for number in count(1))
    return next(name for name in names if name not in position.state.tracks)
