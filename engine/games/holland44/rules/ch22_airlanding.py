"""22.1, 22.2, 22.4, 22.5: the landing phase: the units that land, and their hexes.

Elsewhere: 22.3.6 ``ch10_strengths:Combat.attack_reasons``; 22.3.6
``ch17_artillery:artillery_support``; 22.3.6 ``ch14_recovery:reorganize``; 22.7
``ch11_steps:returnee``; 22.7 ``ch20_replacements:_returnees``; 22.7
``ch18_supply:Supply.reaches_head``; 22.7 ``ch11_steps:gain_step``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch11_steps import counter_of
from engine.games.holland44.rules.ch22_drop_zones import landing_faults, landing_hexes
from engine.games.holland44.rules.ch22_touchdown import SIDE, landed_units, landing_table, modifiers
from engine.games.holland44.tracks import ALOFT, LANDED, LANDING_TURN
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import places_in

POLISH_TURN = 3
"""22.5.1: the Poles land when all units of this turn have landed."""


def airlanding_phase(work: Resolution, side: str) -> None:
    """22.1: the glider pilots join their division; by day, in good weather, units land."""
    position = work.position
    _glider_pilots(work)
    points = _points(position)
    if points and not _landed_today(position):
        work.ask("touchdown", side)
        work.ask("landing", side, left=points)


def _points(position: Position) -> int:
    """4.4, 22.4: return the landing points of the weather."""
    chart = position.setting.table("weather")
    return cast(int, chart.results[position.weather]["landing_points"])


def _landed_today(position: Position) -> bool:
    """22.1.2: return whether units landed in the morning already."""
    last = position.state.tracks.get(LANDING_TURN)
    morning = position.turn - 1 if position.time == "PM" else position.turn
    return last is not None and int(last) >= morning


def _glider_pilots(work: Resolution) -> None:
    """22.1.3: place the glider pilots at the supply head of their division, without a die roll."""
    for name in _waiting(work.position, "automatic"):
        division = counter_of(work, name).division
        stacks = work.position.stacks[SIDE].values()
        heads = [
            u
            for stack in stacks
            for u in stack
            if u.profile.head and u.profile.division == division
        ]
        for head in heads[:1]:
            work.put(name, work.setting.places.name(head.place))
            work.track(LANDED + name, work.position.turn)


def _waiting(position: Position, how: str) -> list[str]:
    """Return the units due to arrive by air, this turn or delayed (22.2.2)."""
    units = []
    for box in position.turn_boxes:
        for name in sorted(position.state.stack(box)):
            counter = position.setting.roster.counter(position.state.pieces[name].counter)
            flown = LANDED + name in position.state.tracks
            if counter.airborne and counter.arrival.how == how and not flown:
                units.append(name)
    return units


def _candidates(position: Position) -> Iterator[tuple[str, list[int]]]:
    """22.5.1: yield the units that may land now and their hexes; the Poles last, in clear air."""
    landed, poles_wait = _landed(position), _poles_wait(position)
    for name in _waiting(position, "airlanding"):
        if poles_wait and _is_polish(position, name):
            continue
        if hexes := landing_hexes(position, name, landed):
            yield name, hexes


def _landed(position: Position) -> dict[int, int]:
    """22.2.3: return the steps that have landed in each hex."""
    landed: dict[int, int] = {}
    for name, hex_ in landed_units(position):
        landed[hex_] = landed.get(hex_, 0) + position.state.pieces[name].steps
    return landed


def _is_polish(position: Position, name: str) -> bool:
    """22.5.1: return whether a unit lands only in clear weather, after those due before it."""
    counter = position.setting.roster.counter(position.state.pieces[name].counter)
    return counter.arrival.clear_weather_only


def _poles_wait(position: Position) -> bool:
    """22.5.1: return whether others of turn 3 or before are due, or the weather is not clear."""
    roster, pieces = position.setting.roster, position.state.pieces
    due = [roster.counter(pieces[n].counter) for n in _waiting(position, "airlanding")]
    return position.weather != "clear" or any((c.arrival.turn or 0) <= POLISH_TURN for c in due)


class Landing(Handler[Position, Resolution]):
    """22.1.1, 22.4: each landing point lands a unit; unused points are lost."""

    kind = "landing"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the units that may land, and done."""
        options = (
            [Choice(name, (name,)) for name, _ in _candidates(position)] if args["left"] else []
        )
        return [Choice("done"), *options] if options else []

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Ask where the unit lands, then for the next."""
        if choice.units:
            work.ask("landing", SIDE, left=args["left"] - 1)
            work.ask("landing_hex", SIDE, unit=choice.units[0])

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons against a unit's landing."""
        waiting = _waiting(position, "airlanding")
        for name in (word for word in words if word in position.state.pieces):
            who = position.name(name)
            if name not in waiting:
                yield verdict("22.2.2", "not_due", units=[name], unit=who)
            else:
                if _is_polish(position, name) and _poles_wait(position):
                    yield verdict("22.5.1", "poles", units=[name], unit=who)
                if not landing_hexes(position, name, _landed(position)):
                    yield verdict("22.2.1", "nowhere", units=[name], unit=who)


class LandingHex(Handler[Position, Resolution]):
    """22.2: the hex where a unit lands."""

    kind = "landing_hex"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the hexes within the unit's leeway."""
        hexes = dict(_candidates(position)).get(args["unit"], [])
        landing = {name for name, _ in landed_units(position)}
        chart = landing_table(position.setting)
        options = []
        for i in hexes:
            drm = sum(chart.modifier(word).value for word in modifiers(position, i, landing))
            options.append(Choice(position.number(i), (args["unit"],), (i,), drm=drm))
        return options

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Put the unit in the hex; above the enemy it waits for its combat (22.6)."""
        name, hex_ = args["unit"], choice.path[0]
        number = work.setting.places.name(hex_)
        work.track(LANDING_TURN, work.position.turn)
        work.track(LANDED + name, work.position.turn)
        if hex_ in work.position.enemy(SIDE).hexes:
            work.track(ALOFT + name, number)
        else:
            work.put(name, number)
            work.control(hex_, SIDE)

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return any hex that is not a lake."""
        hexes = [i for i in places_in(position, words) if position.places.is_hex(i)]
        if len(words) != 1 or not hexes or hexes[0] in position.ground.lakes:
            return None
        return Choice(words[0], (args["unit"],), tuple(hexes))

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons against landing in a hex."""
        for hex_ in places_in(position, words):
            if position.places.is_hex(hex_):
                yield from landing_faults(position, args["unit"], hex_, _landed(position))
