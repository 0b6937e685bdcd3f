"""22.2.1, 22.3.1, 23.1.1: the landings of turn 1, which open the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch22_drop_zones import landing_faults, landing_hexes
from engine.games.holland44.rules.ch22_touchdown import SIDE, landing_table, strike
from engine.games.holland44.tracks import LANDING_TURN
from engine.games.holland44.units import Unit
from engine.modules.tables import lookup
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import places_in, units_in


def first_rolls_pending(work: Resolution) -> bool:
    """23.1.1: the game begins in the landing phase, which ends only after its die rolls."""
    if not still_aloft(work.position):
        return False
    work.ask("first_rolls", SIDE)
    work.ask("drop_hex", SIDE, moved=[])
    return True


def still_aloft(position: Position) -> list[Unit]:
    """22.3.1: return the units of the first wave until their dice are rolled."""
    thrown = LANDING_TURN in position.state.tracks or position.turn != 1
    return [] if thrown else _first_wave(position)


def _first_wave(position: Position) -> list[Unit]:
    """Return the units that the set-up places in their drop hexes."""
    return [
        u
        for _, stack in sorted(position.stacks[SIDE].items(), reverse=True)
        for u in stack
        if u.profile.counter.arrival.how == "airlanding" and u.profile.counter.arrival.turn == 1
    ]


class DropHex(Handler[Position, Resolution]):
    """22.2.1: a unit whose code is on two hexes may land in either; asked once."""

    kind = "drop_hex"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the other hexes of units, within nine steps; and rolling the dice."""
        landed = _steps_down(position)
        options = [
            Choice(f"{u.id} {position.number(i)}", (u.id,), (i,))
            for u in sorted(_first_wave(position), key=lambda u: u.id)
            if u.id not in args["moved"]
            for i in landing_hexes(position, u.id, landed)
            if i != u.place
        ]
        return [Choice("done"), *options] if options else []

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Move the unit to its other hex, and ask again."""
        if choice.units:
            work.put(choice.units[0], work.setting.places.name(choice.path[0]))
            work.ask("drop_hex", SIDE, moved=[*args["moved"], *choice.units])

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons against another hex for a unit."""
        wave = _first_wave(position)
        for unit in units_in(position, words):
            name = position.name(unit.id)
            if unit not in wave:
                yield verdict("22.2.2", "not_due", units=[unit.id], unit=name)
            else:
                if unit.id in args["moved"]:
                    yield verdict("22.2.1", "moved", units=[unit.id], unit=name)
                for hex_ in places_in(position, words):
                    if hex_ != unit.place and position.places.is_hex(hex_):
                        yield from landing_faults(position, unit.id, hex_, _steps_down(position))


def _steps_down(position: Position) -> dict[int, int]:
    """22.2.3: return the steps of the first wave in each hex."""
    landed: dict[int, int] = {}
    for unit in _first_wave(position):
        landed[unit.place] = landed.get(unit.place, 0) + unit.profile.steps
    return landed


class FirstRolls(Handler[Position, Resolution]):
    """22.3.1, 23.1.1: on turn 1 one die roll for each hex, without modifiers."""

    kind = "first_rolls"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the only choice."""
        return [Choice("roll")]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Roll for each hex from the north; bad results ask for the units they affect."""
        work.track(LANDING_TURN, work.position.turn)
        chart = landing_table(work.setting)
        bad_results = []
        for i in dict.fromkeys(u.place for u in _first_wave(work.position)):
            name = work.setting.places.name(i)
            result = lookup(chart, work.throw(f"airlanding:{name}")).result
            if chart.results[result]["scattered"]:
                bad_results.append((name, result))
        for name, result in reversed(bad_results):
            work.ask("scattered", SIDE, hex=name, result=result)


class Scattered(Handler[Position, Resolution]):
    """22.3.1, 22.3.5: the Allies choose the infantry unit affected by a bad result of turn 1."""

    kind = "scattered"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the airborne infantry that landed in the hex."""
        hex_ = position.places.index(args["hex"])
        struck = [u for u in _first_wave(position) if u.place == hex_ and u.profile.infantry]
        return [Choice(u.id, (u.id,)) for u in struck]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Apply the result to the unit."""
        strike(work, choice.units[0], args["result"])

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons against choosing a unit."""
        where = position.where(position.places.index(args["hex"]))
        for unit in units_in(position, words):
            yield verdict(
                "22.3.1", "other", units=[unit.id], unit=position.name(unit.id), hex=where
            )
