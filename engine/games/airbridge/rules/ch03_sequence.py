"""Chapters 3, 14, 18 and 20: the sequence of play, and the start and end of each phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core import effects as fx
from engine.core.effects import Clock
from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.charts import cell
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.rules import (
    ch09_fire,
    ch10_refusal,
    ch16_supply,
    ch21_arrivals,
    ch22_victory,
)
from engine.games.airbridge.rules.ch05_stacking import ask_overstacks
from engine.games.airbridge.rules.ch07_bridges import Demolish, Repair, minable, repairs
from engine.games.airbridge.rules.ch07_drop_zones import ask_returns
from engine.games.airbridge.rules.ch12_declaration import DECLARED, declared
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    AIRBORNE,
    ALLIED,
    ASSAULT,
    BOMBARDMENT,
    DECLARATION,
    END,
    FATIGUED,
    FINAL_FIRE,
    FIRST_FIRE,
    FIRST_TURN,
    GERMAN,
    INITIAL,
    INTRODUCTORY,
    MANEUVER,
    MECHANISED,
    MOVEMENT,
    REACTION,
    REFUSAL,
    STRATEGIC,
    enemy_of,
    verdict,
)
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.sequence import WINNER, Step, rest_of_turn


def player_turn(side: str) -> tuple[Step, ...]:
    """3.0.B, 3.0.C1, 3.0.D, 3.0.E1, 3.0.F1, 3.0.G1, 3.0.H1, 3.0.I1, 3.0.J1, 3.0.K: List phases."""
    other = enemy_of(side)
    landing = (Step(AIRBORNE, ALLIED),) if side == ALLIED else ()
    return (
        Step(INITIAL, side),
        *landing,
        Step(MOVEMENT, side),
        Step(DECLARATION, side),
        Step(REFUSAL, other),
        Step(REACTION, other),
        Step(BOMBARDMENT, side),
        Step(MANEUVER, side),
        Step(ASSAULT, side),
        Step(MECHANISED, side),
    )


def is_morning(turn: int) -> bool:
    """2.5b: Return whether a turn is a morning: odd turns are."""
    return turn % 2 == 1


def phases(position: Position) -> tuple[Step, ...]:
    """2.5c, 2.5d, 3.0.S, 3.0.K, 20.0c, INTRO.a: Return the phases of the turn, by initiative.

    The introductory scenario is one Allied player turn, beginning with movement.
    """
    if position.setting.scenario == INTRODUCTORY:
        return player_turn(ALLIED)[2:]
    first = position.first_player
    second = enemy_of(first)
    opening = (Step(STRATEGIC, ALLIED),) if with_strategic(position.turn) else ()
    return (*opening, *player_turn(first), *player_turn(second), Step(END, second))


def with_strategic(turn: int) -> bool:
    """3.0.S, 20.0b: Return whether a turn has a strategic interphase: mornings except the first."""
    return is_morning(turn) and turn != FIRST_TURN


def next_clock(position: Position) -> Clock | None:
    """2.5b, 3.0.M1, TOURN.a, CAMP.a: Return the clock of the next phase; None after the last."""
    if is_over(position):
        return None
    clock = position.state.clock
    left = rest_of_turn(phases(position), clock)
    if left:
        return left[0].clock(clock.turn)
    if clock.turn >= position.setting.last_turn:
        return None
    turn = clock.turn + 1
    if with_strategic(turn):
        return Clock(turn=turn, phase=STRATEGIC, active=ALLIED)
    return Clock(turn=turn, phase=INITIAL, active=position.first_player)


def is_over(position: Position) -> bool:
    """Return whether victory has been determined."""
    return WINNER in position.state.tracks


STACKED_BY = (MOVEMENT, MANEUVER, ASSAULT, MECHANISED)
"""5.0c: the phases at whose end stacking is enforced."""


def next_phase(work: Resolution) -> None:
    """3.0.M1, 3.0.M2: End a phase and begin the next; determine victory after the last.

    5.0c: If a hex is overstacked, ask for its eliminations first.
    """
    position = work.position
    if position.phase in STACKED_BY and ask_overstacks(work):
        return
    clock, following = position.state.clock, next_clock(position)
    leave(work, clock)
    if following is None:
        if not is_over(work.position):
            ch22_victory.count(work)
        return
    work.do(fx.SetPhase(before=clock, after=following))
    begin(work, following)


def leave(work: Resolution, clock: Clock) -> None:
    """3.0.A1, 3.0.A2, 3.0.A3, 3.0.A4, 15.0g, CAMP.i1: Apply the effects of the end of a phase."""
    if clock.phase in (MOVEMENT, MECHANISED):
        work.clear_tracks(*tracks.OF_A_MOVEMENT)
    work.clear_tracks(tracks.SHELLED, tracks.ATTACKED)
    if clock.phase == MECHANISED:
        work.clear_tracks(*tracks.OF_A_PLAYER_TURN)
    if clock.phase == INITIAL:
        ch16_supply.judge(work)
        ch21_arrivals.remember_earned(work)
        if clock.active == work.position.first_player:
            clear_fire(work)
            ch09_fire.set_points(work)
    if clock.phase == END and work.position.reading("air_points") == "turn":
        for side in work.setting.air:
            work.track(tracks.AIR + side, 0)


def begin(work: Resolution, clock: Clock) -> None:
    """3.0.S1, 3.0.E1, 3.0.F1, 7.2d, 7.3g, 17.1a: Ask the decisions at the start of a phase."""
    position = work.position
    replies = True
    if work.setting.scenario == INTRODUCTORY and position.reading("intro_replies") == "none":
        replies = False
    if clock.phase == STRATEGIC:
        roll_initiative(work)
    elif clock.phase == AIRBORNE:
        ask_returns(work)
    elif clock.phase == MOVEMENT and clock.active == GERMAN and minable(position):
        work.ask(Demolish.kind, GERMAN)
    elif clock.phase == MOVEMENT and clock.active == ALLIED and repairs(position):
        work.ask(Repair.kind, ALLIED)
    elif clock.phase == REFUSAL and replies:
        ch10_refusal.ask_refusals(work)
    elif clock.phase == REACTION and replies:
        ch10_refusal.ask_reactions(work)


def clear_fire(work: Resolution) -> None:
    """3.0.A2, 9.4c: Remove the fire markers of both sides."""
    for name in sorted(work.state.pieces):
        work.status(name, remove=[FIRST_FIRE, FINAL_FIRE])


# -- the strategic interphase ---------------------------------------------------------------------


def roll_initiative(work: Resolution) -> None:
    """3.0.S1, 20.0a: Both sides roll; ties roll again, the lower side chooses."""
    while True:
        mine, theirs = work.die("initiative_allied"), work.die("initiative_german")
        if mine != theirs:
            break
    work.ask(Initiative.kind, ALLIED if mine < theirs else GERMAN)


class Initiative(Handler[Position, Resolution]):
    """The choice of the first player of the day."""

    kind = "initiative"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """20.0a: Offer both sides."""
        return (Choice(ALLIED, word=ALLIED), Choice(GERMAN, word=GERMAN))

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """20.0a, 20.0c: Set the first player; roll for weather; recover fatigued units."""
        work.track(tracks.INITIATIVE, 1 if choice.id == ALLIED else 2)
        roll_weather(work)
        recover(work)


def roll_weather(work: Resolution) -> None:
    """3.0.S2, 18.0a, 18.0b, 18.0c, 18.1d, 7.1f: Roll for weather; the first bad day sets mud."""
    weather = cell(work.setting.charts.weather, 0, work.die("weather"))
    work.track(tracks.WEATHER, weather)
    if weather == "bad" and tracks.MUD not in work.state.tracks:
        work.track(tracks.MUD, work.state.clock.turn)


def recovering(position: Position) -> list[Unit]:
    """14.0i: Return the fatigued units with no adjacent enemy."""
    units = []
    for unit in sorted(position.units.values(), key=lambda u: u.id):
        enemies = position.stacks[enemy_of(unit.side)]
        if unit.fatigued and not any(j in enemies for j in position.ground.ring[unit.place]):
            units.append(unit)
    return units


def recover(work: Resolution) -> None:
    """3.0.S3, 14.0i: Remove the fatigue markers of units that recover."""
    for unit in recovering(work.position):
        work.status(unit.id, remove=[FATIGUED])


# -- the end of a phase ---------------------------------------------------------------------------


def end_verdicts(position: Position) -> Iterator[Verdict]:
    """12.0a, 13.0a: Yield a verdict for each declared combat of the phase not yet fought."""
    if is_over(position):
        yield verdict("3.0.M1", "over")
    elif position.phase in (MANEUVER, ASSAULT):
        for target in declared(position, position.phase):
            number = position.number(target)
            yield verdict(DECLARED[position.phase], "owed", hexes=[number], hex=number)
