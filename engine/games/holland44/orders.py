"""Orders beside moves and attacks: units broken down, joined, marked, moved unseen, withdrawn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.verdicts import Verdict
from engine.games.holland44.book import judge
from engine.games.holland44.house import allows
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules import (
    ch17_moved_markers,
    ch21_breakdown,
    ch25_relocation,
    ch27_disengagement,
)
from engine.games.holland44.rules.ch08_movement import automatic_ds
from engine.games.holland44.rules.ch25_relocation import Relocation
from engine.games.holland44.tracks import ADVANCED
from engine.games.holland44.units import Unit
from engine.i18n import t

KINDS = (act.SplitUnit, act.JoinUnits, act.PlaceMarker, act.TakeAdvance, act.Disengage)


def is_order(action: act.Action) -> bool:
    """Is an action one of these orders?"""
    relocates = isinstance(action, act.MoveUnits) and action.mode == ch25_relocation.MODE
    return relocates or isinstance(action, KINDS)


def order_verdicts(position: Position, action: act.Action) -> Iterator[Verdict]:
    """What the rules say of an order; raises UserError for pieces that are not there."""
    match action:
        case act.SplitUnit():
            yield from judge(position, "split", ch21_breakdown.split_of(position, action))
        case act.JoinUnits():
            yield from judge(position, "join", ch21_breakdown.join_of(position, action))
        case act.PlaceMarker():
            yield from judge(position, "mark", ch17_moved_markers.mark_of(position, action))
        case act.TakeAdvance():
            yield from judge(position, "pursue", automatic_ds.pursuit_of(position, action))
        case act.Disengage():
            yield from judge(position, "disengage", ch27_disengagement.attempt_of(position, action))
        case act.MoveUnits():
            yield from judge(position, "relocation", _relocation(position, action))


def carry_out(work: Resolution, action: act.Action) -> None:
    """What an order does; raises UserError where it cannot be done at all."""
    position = work.position
    match action:
        case act.SplitUnit():
            ch21_breakdown.split(work, ch21_breakdown.split_of(position, action))
        case act.JoinUnits():
            ch21_breakdown.join(work, ch21_breakdown.join_of(position, action))
        case act.PlaceMarker():
            ch17_moved_markers.mark(work, ch17_moved_markers.mark_of(position, action))
        case act.TakeAdvance():
            automatic_ds.pursue(work, automatic_ds.pursuit_of(position, action))
        case act.Disengage():
            ch27_disengagement.try_it(work, ch27_disengagement.attempt_of(position, action))
        case act.MoveUnits():
            ch25_relocation.relocate(work, _relocation(position, action))


def legal_orders(position: Position, unit: Unit) -> Iterator[act.Action]:
    """The orders that the rules allow a unit now."""
    for source in (ch21_breakdown, ch17_moved_markers, ch25_relocation):
        for action in source.orders(position, unit):
            if allows(position, order_verdicts(position, action)):
                yield action


def before_advance(position: Position) -> Iterator[act.Action]:
    """The orders to units that are asked to advance: they may break down first (21.1)."""
    asked = position.state.pending[-1]
    if asked.kind == "advance":
        names = [*ch21_breakdown.list_of(asked.args["units"]), *_advanced(position)]
        for name in dict.fromkeys(names):
            yield from _splits(position, name)


def _advanced(position: Position) -> list[str]:
    """The units that have advanced in the phase, by id."""
    tracks = sorted(position.state.tracks)
    return [name.removeprefix(ADVANCED) for name in tracks if name.startswith(ADVANCED)]


def _splits(position: Position, name: str) -> Iterator[act.Action]:
    if name in position.units:
        orders = legal_orders(position, position.units[name])
        yield from (a for a in orders if isinstance(a, act.SplitUnit))


def combat_orders(position: Position) -> Iterator[act.Action]:
    """The orders of a combat phase beside attacks: advances left over (8.7), disengagement.

    Units that have advanced may break down (21.3).
    """
    for name in _advanced(position):
        yield from _splits(position, name)
    for source in (automatic_ds, ch27_disengagement):
        for action in source.orders(position):
            if allows(position, order_verdicts(position, action)):
                yield action


def _relocation(position: Position, action: act.MoveUnits) -> Relocation:
    for name in action.units:
        if name not in position.units:
            key = "probe.off_map" if name in position.state.pieces else "probe.unit"
            raise UserError(t(key, unit=name))
    target = position.places.index(action.path[-1])
    return Relocation(position, position.units[action.units[0]], target)
