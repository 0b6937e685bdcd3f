"""Chapter 27: the optional rules; isolation attrition (27.2) is in ``isolating``."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.disengaging import OPTION, Attempt
from engine.games.holland44.meta import FOUGHT
from engine.rules.registry import clause, say


@clause("27.1.2", "disengage")
def disengagement_is_an_option(order: Attempt, _: object) -> Iterator[Verdict]:
    """27.1.2: an optional rule is played only where both sides have agreed on it."""
    if not order.position.state.tracks.get(OPTION):
        yield say("27.1.2", "option")


@clause("27.1.2", "disengage")
def in_the_own_combat_phase(order: Attempt, _: object) -> Iterator[Verdict]:
    """27.1.2: a side's units try it in its own combat phase."""
    clock, unit = order.position.state.clock, order.unit
    if clock.phase != "combat" or clock.active != unit.p.side:
        yield say("27.1.2", "phase", units=[unit.id], unit=order.position.name(unit.id))


@clause("27.1.2", "disengage")
def who_may_disengage(order: Attempt, _: object) -> Iterator[Verdict]:
    """27.1.2: units in good order that can move, have not fought and stand next to an enemy."""
    position, unit = order.position, order.unit
    args, ids = {"unit": position.name(unit.id)}, [unit.id]
    if not unit.p.good_order:
        yield say("27.1.2", "order", args, units=ids)
    if FOUGHT + unit.id in position.state.tracks:
        yield say("27.1.2", "fought", args, units=ids)
    if unit.p.unknown or not unit.p.movement:
        yield say("27.1.2", "fixed", args, units=ids)
    if unit.place not in position.enemy(unit.p.side).beside:
        yield say("27.1.2", "contact", args, units=ids)
