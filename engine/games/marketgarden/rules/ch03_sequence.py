"""Chapter 3: the sequence of play, and the start and end of each phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core import effects as fx
from engine.core.effects import Clock
from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules import (
    ch04_zone_duties,
    ch06_air,
    ch07_losses,
    ch09_supply,
    ch10_bridges,
    ch11_victory,
)
from engine.games.marketgarden.rules.ch04_landing import fixed_drops
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import (
    ALLIED,
    COMBAT,
    FIRST_TURN,
    GERMAN,
    MOVEMENT,
    verdict,
)
from engine.rules.base.sequence import WINNER, Step, rest_of_turn

SEQUENCE = (
    Step(MOVEMENT, GERMAN),
    Step(COMBAT, GERMAN),
    Step(MOVEMENT, ALLIED),
    Step(COMBAT, ALLIED),
)
"""3.0a: the phases of a turn."""


def phases(turn: int) -> tuple[Step, ...]:
    """3.0a, 3.0b: Return the phases of a turn; the first turn has no German ones."""
    if turn == FIRST_TURN:
        return tuple(step for step in SEQUENCE if step.active == ALLIED)
    return SEQUENCE


def next_clock(position: Position) -> Clock | None:
    """2.4.1, 3.0a: Return the clock of the next phase; None after the last turn."""
    clock = position.state.clock
    turn = max(clock.turn, FIRST_TURN)
    left = rest_of_turn(phases(turn), clock)
    if left:
        return left[0].clock(turn)
    if turn >= position.setting.last_turn:
        return None
    following = turn + 1
    return phases(following)[0].clock(following)


def is_over(position: Position) -> bool:
    """Return whether victory has been determined."""
    return WINNER in position.state.tracks


def next_phase(work: Resolution) -> None:
    """3.0a: End a phase and begin the next; determine victory after the last."""
    position = work.position
    clock, following = position.state.clock, next_clock(position)
    ch10_bridges.occupy(work, ALLIED, position.stacks[ALLIED])
    ch09_supply.note_contacts(work)
    if clock.phase == MOVEMENT:
        ch07_losses.recovery(work, clock.active)
    duty = ch04_zone_duties.duty(work.position, clock.active) if clock.phase == MOVEMENT else []
    work.clear_tracks(*tracks.OF_A_MOVEMENT if clock.phase == MOVEMENT else tracks.OF_A_COMBAT)
    if following is None:
        if not is_over(work.position):
            ch11_victory.count(work)
        return
    for unit in duty:
        if ch09_supply.may_attack(work.position, unit):
            work.track(tracks.OWES + unit.id, tracks.NOTED)
    work.do(fx.SetPhase(before=clock, after=following))
    if following.turn != clock.turn:
        work.clear_tracks(*tracks.OF_A_TURN)
        ch06_air.set_points(work)
    if following.phase == MOVEMENT:
        begin_movement(work, following.active)


def begin_movement(work: Resolution, side: str) -> None:
    """9.0b, 10.1b, 10.1g, 4.2.3b, 4.1.2c: Begin a movement phase.

    The German player may blow bridges. For the Allies bridges are repaired, supply is rolled for,
    and drops in printed hexes land. Engaged units are recorded.
    """
    if side == GERMAN:
        if ch10_bridges.may_be_tried(work.position):
            work.ask(ch10_bridges.Demolition.kind, GERMAN)
    else:
        ch10_bridges.repair(work)
        ch09_supply.supply_phase(work)
    for unit in ch04_zone_duties.engaged_at_start(work.position):
        work.track(tracks.BEGAN + unit.id, tracks.NOTED)
    if side == ALLIED:
        fixed_drops(work)


def end_verdicts(position: Position) -> Iterator[Verdict]:
    """3.0c, 4.1.2g: Yield the verdicts against ending a phase: units still have to attack."""
    if is_over(position):
        yield verdict("2.4.1", "over")
        return
    units = ch04_zone_duties.owing(position)
    if units:
        yield verdict("4.1.2g", "must_attack", units=[u.id for u in units], count=len(units))


def turn_verdicts(position: Position, units: Sequence[Unit]) -> Iterator[Verdict]:
    """3.0a, 3.0c: Yield the verdicts against moving outside the own movement phase."""
    names = [u.id for u in units]
    if units[0].side != position.active:
        yield verdict("3.0a", "other_side", units=names)
    if position.phase != MOVEMENT:
        yield verdict("3.0c", "no_move", units=names)
