"""Chapter 19: air and naval support, Jabos and strafing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch17_cadres import lose_step
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    ARMIES,
    CLEAR,
    COMBAT,
    GERMAN,
    STORM,
    STRATEGIC,
    US,
    verdict,
)
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.registry import is_legal

TWO_FROM = 17
"""19.1.2: the first turn on which two air units may join a combat or strafe a hex."""
NAVAL_A_COMBAT = 1
BOTH = 2
"""19.2f: the American ships that bombard Cherbourg."""
FLY, FLOWN = "fly", "flown"
"""19.1.4b: the option to fly the assigned missions, and the track's value once they are flown."""


def air_left(position: Position) -> int:
    """19.1.1, 19.1.2: return the air units left, of all armies."""
    return sum(position.track(tracks.AIR + army) for army in ARMIES)


def most_air(position: Position) -> int:
    """19.1.2, 19.1.4c: return the limit of air units in a combat or over a hex."""
    return 2 if position.turn >= TWO_FROM else 1


def in_naval_zone(position: Position, hex_: int) -> bool:
    """19.2b: return whether a hex is in the naval bombardment zone."""
    return "naval_zone" in position.ground.marks[hex_]


def naval_left(position: Position, army: str, hex_: int, *, attacking: bool = True) -> int:
    """4.3e, 19.2a, 19.2b, 19.2d, 19.2e, 19.2f: return the naval units an army can use on a hex.

    The bombardment of Cherbourg takes both American ships for the turn, against different hexes,
    and supports attacks only.
    """
    if position.weather == STORM or army not in ARMIES:
        return 0
    left = position.track(tracks.NAVAL + army)
    special = position.state.tracks.get(tracks.CHERBOURG_BOMBARDED)
    if in_naval_zone(position, hex_):
        return 0 if army == US and special == position.turn else left
    if army != US or not attacking or hex_ not in position.ground.perimeter:
        return 0
    if tracks.BOMBARDED + position.number(hex_) in position.state.tracks:
        return 0
    fresh = special is None and left == ships_of_a_turn(position)
    return left if fresh or special == position.turn else 0


def ships_of_a_turn(position: Position) -> int:
    """19.2a, 26.2.4: return the American ships of a turn; the Cherbourg game has one."""
    return 1 if position.scenario == "cherbourg" else BOTH


def use_naval(work: Resolution, army: str, hex_: int) -> None:
    """19.2c, 19.2f, 26.2.4: use a naval unit; against Cherbourg only for the one bombardment."""
    position = work.position
    work.add(tracks.NAVAL + army, -1)
    if in_naval_zone(position, hex_):
        return
    if tracks.CHERBOURG_BOMBARDED not in position.state.tracks:
        work.add(tracks.NAVAL + army, BOTH - ships_of_a_turn(position))
    work.track(tracks.CHERBOURG_BOMBARDED, work.state.clock.turn)
    work.track(tracks.BOMBARDED + position.number(hex_), 1)


def use_air(work: Resolution, count: int) -> None:
    """19.1.1: use air units for their mission of the turn, of the army with more of them first."""
    for _ in range(count):
        army = max(ARMIES, key=lambda a: work.position.track(tracks.AIR + a))
        work.add(tracks.AIR + army, -1)


def support_verdicts(
    position: Position, side: str, army: str, hex_: int, air: int, naval: int
) -> Iterator[Verdict]:
    """19.1.1, 19.1.2, 19.2a, 19.2b, 19.2d, 19.2e, 19.2f: yield verdicts on air and naval
    support."""
    there = position.number(hex_)
    if air and side != ALLIED:
        yield verdict("19.1.1", "german", hexes=[there])
    elif air > most_air(position):
        yield verdict("19.1.2", "too_many", hexes=[there], most=most_air(position))
    elif air > air_left(position):
        yield verdict("19.1.1", "none_left", hexes=[there], left=air_left(position))
    if naval > NAVAL_A_COMBAT:
        yield verdict("19.2a", "too_many", hexes=[there])
    elif naval and position.weather == STORM:
        yield verdict("19.2e", "storm", hexes=[there])
    elif naval and naval_left(position, army, hex_) < naval:
        if in_naval_zone(position, hex_):
            yield verdict("19.2b", "none_left", hexes=[there])
        elif army == US and hex_ in position.ground.perimeter:
            yield verdict("19.2f", "once", hexes=[there])
        else:
            yield verdict("19.2b", "out_of_zone", hexes=[there], hex=there)


def jabos_fly(position: Position, side: str) -> bool:
    """4.3b, 19.1.3: return whether Jabos roll: for German attacks in clear weather."""
    return side == GERMAN and position.weather == CLEAR


# -- strafing -------------------------------------------------------------------------------------


def prey(position: Position, hex_: int) -> list[Unit]:
    """19.1.4a: return the German silhouettes in a hex, outside woods and cities."""
    ground = position.ground
    if ground.terrain[hex_] == "woods" or ground.settlement[hex_] == "city":
        return []
    return [u for u in position.stacks[GERMAN].get(hex_, ()) if u.type.silhouette]


def strafing_verdicts(position: Position, hex_: int, air: int) -> Iterator[Verdict]:
    """19.1.4a, 19.1.4b, 19.1.4c: yield verdicts on strafing a hex.

    Strafing is done in the Allied combat phase, before any combat, and assigned before it is flown.
    """
    there = position.number(hex_)
    if position.phase != COMBAT or position.active != ALLIED:
        yield verdict("19.1.4b", "phase", hexes=[there])
    if any(name.startswith(tracks.FOUGHT) for name in position.state.tracks):
        yield verdict("19.1.4b", "too_late", hexes=[there])
    if position.state.tracks.get(tracks.MISSIONS) == FLOWN:
        yield verdict("19.1.4b", "flown", hexes=[there])
    if not prey(position, hex_):
        yield verdict("19.1.4a", "no_prey", hexes=[there], hex=there)
    flown = position.track(tracks.STRAFED + there)
    if air < 1:
        yield verdict("19.1.4c", "no_air", hexes=[there])
    elif flown + air > most_air(position):
        yield verdict("19.1.4c", "too_many", hexes=[there], most=most_air(position))
    elif air > air_left(position):
        yield verdict("19.1.1", "none_left", hexes=[there], left=air_left(position))


def flak_near(position: Position, hex_: int) -> bool:
    """17.7b: return whether an 88 flak unit is in a hex or next to it."""
    near = (hex_, *position.ground.ring[hex_])
    return any(u.type.kind == "flak88" for i in near for u in position.stacks[GERMAN].get(i, ()))


def strafe(work: Resolution, hex_: int, air: int) -> None:
    """19.1.4b: assign air units to a hex, and ask for more missions before the first is flown."""
    number = work.position.number(hex_)
    use_air(work, air)
    work.add(tracks.STRAFED + number, air)
    work.track(tracks.MISSIONS, " ".join([*_assigned(work.position), *[number] * air]))
    work.ask(Missions.kind, ALLIED)


def _assigned(position: Position) -> list[str]:
    """Return the hexes of the missions that are assigned, once for each air unit."""
    return str(position.state.tracks.get(tracks.MISSIONS, "")).split()


class Missions(Handler[Position, Resolution]):
    """19.1.4b: the choice to assign another strafing mission, or to fly all."""

    kind = "missions"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return to fly, and the hexes to which another air unit can be assigned."""
        hexes = (i for i in position.stacks[GERMAN] if is_legal(strafing_verdicts(position, i, 1)))
        more = [Choice(position.number(i), (), (i,)) for i in sorted(hexes)]
        return [Choice(FLY, word=FLY), *more]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Fly all missions, or assign one air unit more."""
        if choice.id == FLY:
            fly(work)
        else:
            strafe(work, choice.path[-1], 1)


def fly(work: Resolution) -> None:
    """19.1.4d, 19.1.4e: roll for each silhouette and air unit; a modified six costs a step."""
    missions = Counter(_assigned(work.position))
    work.track(tracks.MISSIONS, FLOWN)
    for number, air in missions.items():
        hex_ = work.position.ground.index[number]
        modifier = -1 if flak_near(work.position, hex_) else 0
        for _ in range(air):
            for unit in prey(work.position, hex_):
                die = work.throw(f"strafing:{unit.id}")
                drm = modifier + (STRATEGIC in unit.status)
                if work.setting.charts.read("strafing", die, drm=drm).result == "-1":
                    lose_step(work, unit.id)
