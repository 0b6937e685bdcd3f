"""3: changes of phase, and decisions that must be made first. ``contents`` lists the phases.

Elsewhere: 3.B ``clauses:phase_and_side``.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.holland44.constants import UNASKED, verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch03_clock import next_clock
from engine.games.holland44.rules.ch14_disorder import disorder
from engine.games.holland44.rules.ch15_advance_decision import breaking_through
from engine.games.holland44.rules.ch16_breakthrough import group_for
from engine.games.holland44.tracks import (
    ADVANCED,
    AIR,
    AUTO_DS,
    COMBAT,
    DEPARTED,
    FERRIED,
    FIGHT,
    FOUGHT,
    FRESH,
    LANDED,
    MOVED,
    MOVING,
    RELOCATED,
    REPLACED,
    ROAD_BONUS,
    SHIFTED,
    SPLIT,
    STRUCK,
)
from engine.rules.base.clauses import clause
from engine.rules.base.sequence import Step

SHIFTED_AREAS = ("A", "L")
AREAS_CHANGE = 7
"""19.2.2: entry areas that the Germans lose at the start of turn 7."""
COMBAT_TRACKS = (FOUGHT, ADVANCED, ROAD_BONUS, SHIFTED, DEPARTED, AIR, AUTO_DS, COMBAT, FIGHT)
MOVE_TRACKS = (MOVED, MOVING, ADVANCED, SPLIT, STRUCK, RELOCATED, FERRIED, REPLACED)


def next_phase(work: Resolution) -> None:
    """3, 3.A, 3.C, 3.D, 3.1: end a phase and begin the next, unless a duty of it is pending."""
    while _unasked(work.state):
        work.answered()
    clock = work.state.clock
    steps = work.setting.book.steps
    ending = steps.get(clock.phase, Step(clock.phase))
    if any(owed(work) for owed in ending.pending):
        return
    following = next_clock(work.position)
    if following is None:
        return
    for end in ending.ends:
        end(work, clock.active)
    work.do(fx.SetPhase(before=clock, after=following))
    if following.turn != clock.turn:
        _new_turn(work)
    beginning = steps.get(following.phase, Step(following.phase))
    for begin in beginning.begins:
        begin(work, following.active)


def _unasked(state: State) -> bool:
    """Return whether the only pending decisions are those of a given position's phase."""
    return bool(state.pending) and all(UNASKED in asked.args for asked in state.pending)


def forget_combat(work: Resolution, side: str) -> None:
    """8.7, 9.5.3: clear the tracks and markers that last for a combat phase."""
    work.clear_tracks(*COMBAT_TRACKS)
    for unit in work.position.own(side):
        work.status(unit.id, remove=["auto_ds", "river_assault"])
    for name, marker in sorted(work.state.markers.items()):
        if marker.kind == "river_assault":
            work.marker(name, None)


def _new_turn(work: Resolution) -> None:
    """19.2.2: an afternoon gets the weather rolled for it (4.1); areas A and L fall on turn 7."""
    work.clear_tracks(LANDED, FRESH)
    position = work.position
    if position.time == "PM":
        work.track("weather", str(work.state.tracks.get("weather-pm") or position.weather))
    if position.turn != AREAS_CHANGE:
        return
    for letter in SHIFTED_AREAS:
        if f"area-{letter}" not in work.setting.places or letter not in position.board.areas:
            continue
        near = position.ground.area_neighbours[letter]
        friendly = [a for a in near if position.area_side(a) == "german"]
        for unit in list(position.areas.get(position.area_place(letter), ())):
            if unit.profile.side == "german" and friendly:
                work.put(unit.id, f"area-{friendly[0]}")
                disorder(work, unit)


def forget_moves(work: Resolution, side: str) -> None:
    """8.1: clear the records of movement at the end of the movement phase.

    19.3.1: remember units that left the map where they could now attack (19.7).
    """
    position, tracks = work.position, work.state.tracks
    for letter, area in sorted(position.board.areas.items()):
        if position.enemy(side).hexes.isdisjoint(area.hexes):
            continue
        for unit in position.areas.get(position.area_place(letter), ()):
            if MOVED + unit.id in tracks and SHIFTED + unit.id not in tracks:
                work.track(DEPARTED + unit.id, 1)
    work.clear_tracks(*MOVE_TRACKS)


@clause("3", "order")
def decisions_first(position: Position, action: act.Action) -> Iterator[Verdict]:
    """3: nothing else is ordered while a decision is pending."""
    if position.state.pending:
        asked = position.state.pending[-1]
        if isinstance(action, act.NextPhase) and _unasked(position.state):
            return
        if isinstance(action, act.SplitUnit) and asked.kind == "advance":
            return  # 21.1: units break down before they advance
        if isinstance(action, act.DeclareAttack) and group_for(position, action.target):
            return  # 16.5: the attack that the group joins
        if isinstance(action, act.DeclareAttack) and breaking_through(position, action.attackers):
            return  # 16.1: a breakthrough led as its owner chooses
        side = position.setting.module.side_name(asked.side)
        yield verdict(
            "3", "pending", side=side, asked=position.setting.book.decisions.kind_name(asked.kind)
        )
