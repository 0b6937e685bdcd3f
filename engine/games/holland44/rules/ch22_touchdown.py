"""22.3, 22.6: landings: combats for enemy hexes, and the die rolls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from engine.games.holland44.combat import CombatRecord
from engine.games.holland44.position import Position, Setting
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch09_combat import open_fire
from engine.games.holland44.rules.ch11_steps import counter_of, eliminate, lose_step, returnee
from engine.games.holland44.rules.ch22_drop_zones import ground_at
from engine.games.holland44.rules.ch25_revealing import reveal
from engine.games.holland44.tracks import ALOFT, LANDED
from engine.modules.tables import Chart, lookup
from engine.rules.base.decisions import Args, Choice, Handler

SIDE = "allied"
"""The side with airborne units."""


def landed_units(position: Position) -> list[tuple[str, int]]:
    """Return the units landed in this phase or about to land, with their hexes, in order."""
    landed = []
    for track in position.state.tracks:
        name = track.removeprefix(LANDED)
        if name == track or not _parachuted(position, name):
            continue
        over = position.state.tracks.get(ALOFT + name)
        place = position.places.index(str(over)) if over else position.state.pieces[name].place
        if position.places.is_hex(place):
            landed.append((name, place))
    return sorted(landed)


def _parachuted(position: Position, name: str) -> bool:
    piece = position.state.pieces.get(name)
    return piece is not None and (
        position.setting.roster.counter(piece.counter).arrival.how == "airlanding"
    )


class Touchdown(Handler[Position, Resolution]):
    """22.6, 22.3: after placement, first the combats for enemy hexes, then the die rolls."""

    kind = "touchdown"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the only choice."""
        return [Choice("land")] if landed_units(position) else []

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Fix the modifiers as at the start of the phase, and continue."""
        position = work.position
        down = landed_units(position)
        names = {name for name, _ in down}
        drops = [[name, *modifiers(position, i, names)] for name, i in down]
        work.ask("landing_rolls", SIDE, drops=drops)
        tracks = work.state.tracks
        over = {str(tracks[ALOFT + name]) for name in names if ALOFT + name in tracks}
        for number in sorted(over):
            work.ask("landing_fight", SIDE, hex=number)


class LandingFight(Handler[Position, Resolution]):
    """22.6: units that land on the enemy fight for the hex, halved against a doubled defence."""

    kind = "landing_fight"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the only choice."""
        return [Choice("fight")] if _over(position, args["hex"]) else []

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Reveal the defenders and fight; the outcome for the survivors follows.

        9.1: units without an attack factor take no part.
        """
        number = args["hex"]
        hex_ = work.setting.places.index(number)
        names = _over(work.position, number)
        work.ask("landing_end", SIDE, hex=number, units=names)
        for unit in work.position.stack(hex_):
            if unit.profile.unknown:
                reveal(work, unit.id)
        attackers = tuple(u.id for u in work.units(names) if u.profile.attack)
        if attackers and work.position.stack(hex_):
            open_fire(work, CombatRecord(attackers=attackers, target=number))


def _over(position: Position, number: str) -> list[str]:
    tracks = position.state.tracks
    return [name for name in sorted(position.aloft) if tracks.get(ALOFT + name) == number]


class LandingEnd(Handler[Position, Resolution]):
    """22.6: the victors land; if the enemy has held the hex, all are lost."""

    kind = "landing_end"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the only choice."""
        return [Choice("end")]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Land the units, or eliminate them."""
        hex_ = work.setting.places.index(args["hex"])
        left = [u.id for u in work.units(args["units"])]
        for name in args["units"]:
            work.track(ALOFT + name, None)
        enemy_holds = hex_ in work.position.enemy(SIDE).hexes
        for name in left:
            if enemy_holds:
                eliminate(work, name)
            else:
                work.put(name, args["hex"])
                work.control(hex_, SIDE)


class LandingRolls(Handler[Position, Resolution]):
    """22.3.1: one die for each unit."""

    kind = "landing_rolls"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the only choice."""
        return [Choice("roll")]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Roll for each unit."""
        chart = landing_table(work.setting)
        for name, *words in args["drops"]:
            for unit in work.units([name]):
                die = work.throw(f"airlanding:{unit.id}")
                row = lookup(chart, die, modifiers=[chart.modifier(word) for word in words])
                strike(work, unit.id, row.result)


def modifiers(position: Position, hex_: int, landing: Iterable[str]) -> list[str]:
    """22.3.2: return the modifiers of a hex's die, as before any landing there."""
    words = []
    landing = set(landing)
    ground = position.board.terrain[hex_]
    if ground.startswith("polder"):
        words.append("polder")
    if "woods" in ground or ground_at(position, hex_) == "town":
        words.append("woods-or-town")
    near = (hex_, *position.ground.ring[hex_])
    enemy = position.enemy(SIDE).hexes
    if any(i in enemy for i in near[1:]):
        mine = position.stacks[SIDE]
        friends = any(u.id not in landing for i in near for u in mine.get(i, ()))
        words.append("contested" if friends else "enemy-controlled")
    return words


def landing_table(setting: Setting) -> Chart:
    """Return the landing table (22.3)."""
    return setting.table("airlanding")


def strike(work: Resolution, name: str, result: str) -> None:
    """22.3, 22.3.3, 22.3.4, 22.3.5: apply a result of the landing table to a unit."""
    meaning = landing_table(work.setting).results[result]
    if not meaning["scattered"]:
        return
    counter = counter_of(work, name)
    if counter.kind == "artillery":
        if meaning["artillery"] == "eliminated":
            eliminate(work, name)
            return
        work.status(name, add=["fired"] if meaning["artillery"] == "fired" else [])
    elif meaning["steps_lost"]:
        returnee(work, counter, cast(int, meaning["returnees"]))
        for _ in range(cast(int, meaning["steps_lost"])):
            for unit in work.units([name]):
                lose_step(work, unit.id)
    for unit in work.units([name]):
        work.status(unit.id, add=["scattered"])
