"""21: limits on breaking down, recombining and regrouping."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import NO_FORMATION, verdict
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch11_steps import is_reduced, whole
from engine.games.holland44.rules.ch21_breakdown import BARRED, Join, Split, list_of
from engine.games.holland44.tracks import ADVANCED
from engine.rules.base.clauses import clause

QUALITY = ("low", "normal", "elite")
"""Troop qualities, the worst first."""


@clause("21.1", "split")
def breakdown_in_movement_and_advance(order: Split, _: object) -> Iterator[Verdict]:
    """21.1, 21.3: units break down in their own movement phase or around an advance (21.3)."""
    position, unit = order.position, order.unit
    clock, name = position.state.clock, position.name(unit.id)
    advanced = ADVANCED + unit.id in position.state.tracks
    if position.state.pending:
        asked = position.state.pending[-1]
        able = advanced or unit.id in list_of(asked.args.get("units"))
        if asked.kind == "advance" and not able:
            yield verdict("21.1", "advance", units=[unit.id], unit=name)
    elif clock.active != unit.profile.side or not (clock.phase == "movement" or advanced):
        yield verdict("21.1", "phase", units=[unit.id], unit=name)


@clause("21.1", "split")
def units_that_break_down(order: Split, _: object) -> Iterator[Verdict]:
    """21.1: a combat unit of at least two steps sends out one of them."""
    unit = order.unit
    if unit.profile.counter.role != "combat" or unit.profile.steps < 2:
        yield verdict("21.1", "steps", units=[unit.id], unit=order.position.name(unit.id))


@clause("11.4", "split", "join")
def a_remnant_for_the_last_step(order: Split | Join, _: object) -> Iterator[Verdict]:
    """11.4: if one step of three is left, a remnant counter must be free for it."""
    if order.lacks_remnant:
        yield verdict(
            "11.4", "split", units=[order.unit.id], unit=order.position.name(order.unit.id)
        )


@clause("21.2", "split")
def the_type_of_the_counter(order: Split, _: object) -> Iterator[Verdict]:
    """21.2, 21.3: the counter is of the unit's type, and of its division if it is airborne."""
    if order.face is None:
        names = _names(order.position, order.part, order.unit.id)
        yield verdict("21.2", "type", units=[order.part], part=names[0], unit=names[1])


@clause("21.3", "split")
def states_that_bar_breakdown(order: Split, _: object) -> Iterator[Verdict]:
    """21.3: scattered and disrupted units, and those in full retreat, do not break down."""
    position, unit = order.position, order.unit
    for status in BARRED:
        if status in unit.profile.status:
            word = position.setting.module.marker_name(status)
            name = position.name(unit.id)
            yield verdict("21.3", "state", units=[unit.id], unit=name, status=word)


@clause("21.3", "split")
def as_many_as_there_are_counters(order: Split, _: object) -> Iterator[Verdict]:
    """21.3: there are only as many breakdown units as counters."""
    if not order.is_free:
        yield verdict("21.3", "counters", units=[order.part], part=order.position.name(order.part))


@clause("21.4", "join")
def joined_in_the_movement_phase(order: Join, _: object) -> Iterator[Verdict]:
    """21.4: steps are given in the own movement phase to a reduced unit of the same hex."""
    position, unit, into = order.position, order.unit, order.into
    rule = "21.4" if order.recombines else "21.5"
    clock = position.state.clock
    names = _names(position, unit.id, into.id)
    args = {"unit": names[0], "into": names[1]}
    ids = [unit.id, into.id]
    if clock.phase != "movement" or clock.active != unit.profile.side:
        yield verdict(rule, "phase", args, units=ids)
    if unit.id == into.id or unit.place != into.place or unit.profile.side != into.profile.side:
        yield verdict(rule, "apart", args, units=ids)
    if not is_reduced(position, into):
        yield verdict(rule, "whole", args, units=[into.id])


@clause("21.4", "join")
def units_that_recombine(order: Join, _: object) -> Iterator[Verdict]:
    """21.4: airborne ones join any unit of their division, others only the unit they came from."""
    if not order.recombines:
        return
    position, unit, into = order.position, order.unit, order.into
    names = _names(position, unit.id, into.id)
    args = {"unit": names[0], "into": names[1]}
    if unit.profile.airborne:
        if not into.profile.airborne or unit.profile.division != into.profile.division:
            yield verdict("21.4", "division", args, units=[unit.id, into.id])
    elif not order.is_parent:
        yield verdict("21.4", "parent", args, units=[unit.id, into.id])


@clause("21.5", "join")
def only_germans_regroup(order: Join, _: object) -> Iterator[Verdict]:
    """21.5: German units of a formation regroup; the giver is no worse than the other."""
    if order.recombines:
        return
    position, unit, into = order.position, order.unit, order.into
    names = _names(position, unit.id, into.id)
    args = {"unit": names[0], "into": names[1]}
    ids = [unit.id, into.id]
    if unit.profile.side != "german":
        yield verdict("21.5", "side", args, units=ids)
    if unit.profile.unknown or unit.profile.head:
        yield verdict("21.5", "unknown", args, units=[unit.id])
        return
    mine, other = order.formations
    if mine != other or mine == NO_FORMATION:
        yield verdict("21.5", "formation", args, units=ids)
    better = QUALITY.index(whole(position, into).quality)
    if QUALITY.index(whole(position, unit).quality) < better:
        yield verdict("21.5", "quality", args, units=ids)


def _names(position: Position, first: str, second: str) -> tuple[str, str]:
    return position.name(first), position.name(second)
