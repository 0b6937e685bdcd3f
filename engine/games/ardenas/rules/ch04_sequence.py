"""Chapters 4 and 15: the sequence of play. The order of the phases is a list of the module."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core import effects as fx
from engine.core.effects import Clock
from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch05_victory import end_game, winner
from engine.games.ardenas.rules.ch08_bases import come_home
from engine.games.ardenas.rules.ch08_flak import hover
from engine.games.ardenas.rules.ch14_weather import has_fog, set_weather
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AIR,
    AIR_PHASES,
    END,
    OF_A_TURN,
    SIDES,
    WEATHER,
    verdict,
)
from engine.rules.base.sequence import WINNER
from engine.rules.base.sequence import Sequence as SequenceOfPlay


def is_over(position: Position) -> bool:
    """5.0a, 5.0b: Return whether the game has ended."""
    return WINNER in position.state.tracks


def next_clock(position: Position, sequence: SequenceOfPlay) -> Clock | None:
    """4.0a, 4.0b, 4.0d, 15.2a: Return the phase that follows; None after the last turn.

    Air sub-turns are passed over while fog keeps all aircraft on the ground (14.0c).
    """
    if is_over(position):
        return None
    clock = sequence.after(position.state.clock)
    while clock is not None and clock.phase in AIR_PHASES and _grounded(position):
        clock = sequence.after(clock)
    return clock


def _grounded(position: Position) -> bool:
    """14.0c: Return whether no aircraft can take off and none is in the air."""
    flying = any(position.layers[side, AIR] for side in SIDES)
    return has_fog(position) and not flying


def next_phase(work: Resolution, sequence: SequenceOfPlay) -> None:
    """4.0d, 7.0d, 14.0, 15.1, 15.1a, 15.2a: End the phase; the next one begins."""
    phase = work.position.phase
    clear(work, tracks.OF_A_PHASE)
    if phase in AIR_PHASES:
        clear(work, tracks.OF_A_FLIGHT)
    if phase == WEATHER:
        set_weather(work)
    if phase == END:
        end_turn(work)
        won = winner(work.position)
        if won is not None:
            end_game(work, won)
            return
    following = next_clock(work.position, sequence)
    if phase in AIR_PHASES and (following is None or following.phase not in AIR_PHASES):
        come_home(work)
    if following is None:
        end_game(work, None)
    else:
        work.do(fx.SetPhase(before=work.state.clock, after=following))
        if following.phase in AIR_PHASES:
            hover(work)


def end_turn(work: Resolution) -> None:
    """4.0d: Clear the records of one turn."""
    clear(work, tracks.OF_A_TURN)
    for name, piece in sorted(work.state.pieces.items()):
        if not piece.status.isdisjoint(OF_A_TURN):
            work.status(name, remove=OF_A_TURN)


def clear(work: Resolution, prefixes: tuple[str, ...]) -> None:
    """Take away all tracks with certain prefixes."""
    for name in sorted(work.state.tracks):
        if name.startswith(prefixes):
            work.track(name, None)


def turn_verdicts(position: Position, units: Sequence[Unit]) -> Iterator[Verdict]:
    """4.0a: Object to units of the side that is not active."""
    if any(u.side != position.active for u in units):
        yield verdict("4.0a", "not_yours", units=[u.id for u in units])
