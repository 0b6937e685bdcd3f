"""Find names in a position that its game does not have; any program can write logs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.effects import Clock
from engine.core.errors import UserError, one_line
from engine.core.state import State
from engine.i18n import t
from engine.modules.module import Module

SHOWN = 60
"""The number of characters of an unknown name that a message quotes."""


def unknown_in(state: State, module: Module) -> str | None:
    """Return the first unknown counter or side in a position, or None."""
    sides = {"", *(side.id for side in module.meta.sides)}
    spoken: Iterator[str] = (
        side
        for side in (
            state.clock.active,
            *(piece.side for piece in state.pieces.values()),
            *(decision.side for decision in state.pending),
        )
        if side not in sides
    )
    return next(spoken, None) or next(_counters(state, module), None)


def need_known_clock(clock: Clock, module: Module) -> None:
    """Raise UserError for an unknown side or phase, in a game with a sequence of play."""
    phases = module.phases
    if phases is None:
        return
    sides = [side.id for side in module.meta.sides]
    if clock.active not in sides:
        side = one_line(clock.active)[:SHOWN]
        raise UserError(t("game.error.no_side", side=side, known=", ".join(sides)))
    if clock.phase not in phases:
        raise UserError(t("game.error.no_phase", phase=one_line(clock.phase)[:SHOWN]))


def _counters(state: State, module: Module) -> Iterator[str]:
    for name in {piece.counter for piece in state.pieces.values()}:
        try:
            module.counters.of(name)
        except KeyError:
            yield name
