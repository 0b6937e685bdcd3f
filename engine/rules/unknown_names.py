"""Does a game have what a position from a file speaks of? Logs can be written by any program."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.state import State
from engine.modules.module import Module


def unknown_in(state: State, module: Module) -> str | None:
    """The first counter or side of a position that the game's data do not have."""
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


def _counters(state: State, module: Module) -> Iterator[str]:
    for name in {piece.counter for piece in state.pieces.values()}:
        try:
            module.counters.of(name)
        except KeyError:
            yield name
