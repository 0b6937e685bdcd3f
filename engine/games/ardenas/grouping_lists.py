"""Legal orders of groupings, and of units that are turned over; not all are listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from engine.core import actions as act
from engine.games.ardenas.groupings import Grouping
from engine.games.ardenas.own_actions import Dissolve, Group, March, TurnOver
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch07_hidden import cover_verdicts
from engine.games.ardenas.rules.ch07_movement import DISPLACEMENT, NORMAL, Mover, arrivals
from engine.games.ardenas.rules.ch07_stacking import LAYERS
from engine.games.ardenas.rules.ch11_groupings import free_name, grouping_verdicts, phase_of
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import GROUPINGS, HIDDEN, Layer
from engine.rules.listing import Allows, Orders


def subjects(position: Position, allows: Allows) -> list[Orders]:
    """Return the orders of groupings in the phase where they are formed, by hex."""
    return [
        partial(_of_hex, position, allows, kind, hex_)
        for kind in LAYERS
        if position.phase == phase_of(kind)
        for hex_ in sorted(position.layers[position.active, kind])
    ]


def orders_of(position: Position, allows: Allows, unit: Unit) -> Iterator[act.Action]:
    """Yield the orders of the groupings phase that name one unit, or the grouping it is in.

    A false grouping is formed where any unit is.
    """
    grouping = position.grouping_of.get(unit.id)
    for order in _of_hex(position, allows, unit.layer, unit.place):
        if isinstance(order, Dissolve):
            if grouping is not None and order.grouping == grouping.track:
                yield order
        elif unit.id in order.actors or not order.actors:
            yield order


def _of_hex(
    position: Position, allows: Allows, kind: Layer, hex_: int
) -> Iterator[Group | Dissolve | TurnOver]:
    """11.0g: Yield groupings of a hex that may be formed, altered or dissolved.

    New ones hold all loose units, one, or none. An old one takes all in, or lets its last unit go.
    """
    side, here = position.active, position.number(hex_)
    loose = tuple(u.id for u in position.loose(side, kind, hex_))
    name, contents = free_name(position, side, kind), dict.fromkeys([loose, loose[:1], ()])
    tried: list[Group | Dissolve] = [Group(grouping=name, hex=here, units=u) for u in contents]
    for grouping in position.commanded(side):
        if (grouping.kind, grouping.place) == (kind, hex_):
            changed = dict.fromkeys([(*grouping.units, *loose), grouping.units[:-1]])
            tried += [
                Group(grouping=grouping.track, hex=here, units=units)
                for units in changed
                if units != grouping.units
            ]
            tried.append(Dissolve(grouping=grouping.track))
    yield from (order for order in tried if allows(grouping_verdicts(position, order)))
    if position.phase == GROUPINGS:
        yield from _turning(position, allows, kind, hex_)


def _turning(position: Position, allows: Allows, kind: Layer, hex_: int) -> Iterator[TurnOver]:
    """7.0o: Yield the loose units of a hex that may be turned face down, or face up again."""
    loose = position.loose(position.active, kind, hex_)
    for down in (True, False):
        units = [u for u in loose if (HIDDEN in u.status) != down]
        if units and allows(cover_verdicts(position, units, down=down)):
            face = "down" if down else "up"
            yield TurnOver.model_validate({"units": [u.id for u in units], "face": face})


def marches(position: Position, kind: Layer) -> Iterable[Orders]:
    """7.0q: Return the moves of the active side's groupings."""
    return [
        partial(_marches, position, g)
        for g in position.commanded(position.active)
        if g.kind == kind
    ]


def _marches(position: Position, grouping: Grouping) -> Iterator[act.Action]:
    units = tuple(u for name in grouping.movers if (u := position.any_unit(name)) is not None)
    for mode in (NORMAL, DISPLACEMENT):
        for arrived in arrivals(Mover(position, units, mode)):
            path = tuple(position.number(i) for i in arrived.path)
            yield March.model_validate({"grouping": grouping.track, "path": path, "mode": mode})
