"""Chapter 3: the sequence of play, and the events at the start and end of each phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core import effects as fx
from engine.core.effects import Clock
from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules import (
    ch04_weather,
    ch06_arrivals,
    ch06_replacements,
    ch16_fortifications,
    ch17_special_units,
    ch17_support,
    ch18_supply,
    ch20_assault,
    ch21_beachheads,
    ch22_special_rules,
    ch23_victory,
)
from engine.games.normandy44.rules.ch07_stacking import overstacks_pending
from engine.games.normandy44.rules.ch15_reserve import surplus_verdicts
from engine.games.normandy44.rules.ch17_cadres import eliminate
from engine.games.normandy44.rules.ch22_way_back import late_verdicts
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    COMBAT,
    DISRUPTED,
    END,
    GERMAN,
    INITIAL,
    INVASION,
    MOVEMENT,
    MOVEMENTS,
    RECOVERY,
    REGROUP,
    REPLACED,
    REPLACEMENT_PHASE,
    RESERVE,
    RESERVE_COMBAT,
    RESERVE_MOVEMENT,
    SCATTERED,
    STRATEGIC,
    SUPPLY,
    TRUCK,
    verdict,
)
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.sequence import WINNER, Step, rest_of_turn

PLAYER_TURN = (
    REPLACEMENT_PHASE,
    MOVEMENT,
    COMBAT,
    RESERVE_MOVEMENT,
    RESERVE_COMBAT,
    RECOVERY,
    SUPPLY,
)

"""The phases of each side's turn."""

SEQUENCE = (
    Step(INITIAL, GERMAN),
    *(Step(phase, GERMAN) for phase in PLAYER_TURN),
    *(Step(phase, ALLIED) for phase in PLAYER_TURN),
    Step(END, ALLIED),
)
"""3.0: the phases of a turn."""


def phases(turn: int) -> tuple[Step, ...]:
    """3.0, 3.B, 20.1a, 20.1b: return the phases; turn 1 has the invasion, no initial phase."""
    if turn == 1:
        return (Step(INVASION, ALLIED), *SEQUENCE[1:])
    return SEQUENCE


def is_skipped(position: Position, step: Step) -> bool:
    """3.B4, 3.B5: return whether to skip a reserve phase because no unit is in reserve."""
    if step.phase not in (RESERVE_MOVEMENT, RESERVE_COMBAT):
        return False
    return not any(RESERVE in u.status for u in position.own(step.active))


def next_clock(position: Position) -> Clock | None:
    """3.0, 24.1: return the next phase; None where the game is over."""
    if WINNER in position.state.tracks:
        return None
    clock = position.state.clock
    turn = max(clock.turn, 1)
    for step in rest_of_turn(phases(turn), clock):
        if not is_skipped(position, step):
            return step.clock(turn)
    if turn >= position.setting.last_turn:
        return None
    return phases(turn + 1)[0].clock(turn + 1)


def is_over(position: Position) -> bool:
    """23.1: return whether the game has been won."""
    return WINNER in position.state.tracks


# -- ending a phase -------------------------------------------------------------------------------


def end_verdicts(position: Position) -> Iterator[Verdict]:
    """15.1b, 22.1.2b, 26.3.2a, 26.3.3: yield why a phase cannot end.

    Too many stacks are in reserve, or units have to move back first.
    """
    yield from surplus_verdicts(position)
    yield from late_verdicts(position)


def next_phase(work: Resolution) -> None:
    """3.0, 7.2b, 20.1a: end a phase and begin the next.

    In the invasion the assaults come first. After moves and combats, overstacked units are removed
    first.
    """
    clock = work.state.clock
    if clock.phase == INVASION and not invaded(work):
        return
    if clock.phase in (*MOVEMENTS, COMBAT, RESERVE_COMBAT) and overstacks_pending(work):
        work.track(tracks.ENDING, _phase_name(clock))
        return
    work.track(tracks.ENDING, None)
    end_phase(work, clock)
    if is_over(work.position):
        return
    following = next_clock(work.position)
    work.clear_tracks(*tracks.OF_A_PHASE)
    if following is None:
        ch23_victory.count(work)
        return
    work.do(fx.SetPhase(before=clock, after=following))
    if following.turn != clock.turn:
        work.clear_tracks(*tracks.OF_A_TURN)
    begin_phase(work, following)


def invaded(work: Resolution) -> bool:
    """20.1a, 20.2.1: scatter the paratroops, then make the assaults one by one; true when done."""
    if tracks.SCATTER not in work.state.tracks:
        ch04_weather.first_weather(work)
        ch20_assault.scatter(work)
    return not ch20_assault.next_landing(work)


def _phase_name(clock: Clock) -> str:
    """Return the name of a phase of a turn."""
    return f"{clock.turn} {clock.phase} {clock.active}"


def go_on(work: Resolution) -> None:
    """20.1a, 7.2b: begin the next assault, or end the phase once no hex is overstacked."""
    clock = work.state.clock
    if work.state.tracks.get(tracks.ENDING) == _phase_name(clock) and not work.state.pending:
        next_phase(work)
        return
    begun = tracks.SCATTER in work.state.tracks and clock.phase == INVASION
    if begun and not work.state.pending and work.combat is None:
        ch20_assault.next_landing(work)


def end_phase(work: Resolution, clock: Clock) -> None:
    """3.B6, 3.B7a, 3.B7c, 3.C, 3.D1, 20.2.3b, 20.2.4c: apply the effects of the end of a phase."""
    side = clock.active
    if clock.phase == REPLACEMENT_PHASE and side == GERMAN:
        ch06_replacements.expire(work)
    if clock.phase == MOVEMENT and side == ALLIED:
        ch20_assault.gliders(work, last=True)
    if clock.phase == RECOVERY:
        gone = [DISRUPTED, REPLACED]
        if side == ALLIED:
            gone += [REGROUP, SCATTERED]
        ch18_supply.recovery(work, side, gone)
    if clock.phase == SUPPLY:
        ch18_supply.supply_phase(work, side)
        ch16_fortifications.remove_lone(work, side)
    ch17_special_units.cherbourg_falls(work)
    ch21_beachheads.lose(work)
    if clock.phase == SUPPLY and side == GERMAN:
        ch23_victory.check(work, after_german=True)
    if clock.phase == END:
        carentan_falls(work)
        ch23_victory.check(work, after_german=False)


def carentan_falls(work: Resolution) -> None:
    """26.3.2b: in the Cherbourg game, remove the 6th parachute regiment when Carentan falls."""
    position = work.position
    if position.scenario != "cherbourg":
        return
    hex_ = position.ground.index.get("2512")
    if hex_ is None or hex_ not in position.stacks[ALLIED]:
        return
    for name in ("GE-6FJ", "GE-3/6FJ"):
        if name in position.units:
            eliminate(work, name)


# -- beginning a phase ----------------------------------------------------------------------------


def begin_phase(work: Resolution, clock: Clock) -> None:
    """3.A, 3.B1, 3.B2, 3.C, 3.D1, 17.5a, 17.6a, 21.1.2: apply the start of a phase."""
    side = clock.active
    match clock.phase:
        case "initial":
            ch21_beachheads.build(work)
            ch04_weather.initial_phase(work)
            ch17_support.make_ready(work)
            ch06_arrivals.throw_for_arrivals(work)
            ch20_assault.gliders(work)
        case "replacement":
            if side == ALLIED:
                ch17_special_units.withdrawals(work)
                ch21_beachheads.delay(work)
                ch06_replacements.ask_to_buy(work)
        case "movement":
            if side == GERMAN:
                ch17_special_units.release(work)
            ch16_fortifications.complete(work, side)
            drop_markers(work, side)
            if side == ALLIED:
                ch20_assault.gliders(work)
        case "end":
            for division in reversed(ch22_special_rules.AIRBORNE_DIVISIONS):
                if ch22_special_rules.may_withdraw(work.position, division):
                    work.ask(Withdrawal.kind, ALLIED, division=division)


def drop_markers(work: Resolution, side: str) -> None:
    """9.8.5a, 9.8.6c: remove a side's strategic and truck markers as its next movement begins."""
    for unit in work.position.own(side):
        work.status(unit.id, remove=[STRATEGIC, TRUCK])


class Withdrawal(Handler[Position, Resolution]):
    """22.2a, 3.D1: the withdrawal of an airborne division."""

    kind = "withdrawal"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return stay and withdraw."""
        return [Choice("stay", word="stay"), Choice("withdraw", word="withdraw")]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Withdraw the division, or leave it."""
        if choice.id == "withdraw":
            ch22_special_rules.withdraw(work, str(args["division"]))


def turn_verdicts(position: Position, units: Sequence[Unit]) -> Iterator[Verdict]:
    """3.B2, 3.C: units move in their own side's turn."""
    names = [u.id for u in units]
    if units[0].side != position.active:
        yield verdict("3.0", "other_side", units=names)
    box = position.number(units[0].place)
    if position.phase not in MOVEMENTS and not box.startswith("mobilisation-"):
        yield verdict("3.B2", "no_move", units=names)
