"""5.1, 5.3, 5.5, 5.8, 5.9: bridges blown, rewired and repaired in a bridge phase.

Elsewhere: 5.2, 5.4 ``march:march``; 5.3.1 ``positions:opening``; 5.4 ``ch09_combat:declare``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.board.board import Bridge
from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.ground import Ground
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch05_demolition import attempt, blowable, holds
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.rules.base.decisions import Args, Choice, Handler

AUTOMATIC = 5
"""5.9: distance in hexes from every enemy that allows repairs without bridging units."""
BLOWN = ("blown", "under_repair")
WORKS = ("blow", "rewire", "repair")


def bridge_phase(work: Resolution, side: str) -> None:
    """5.1, 5.8f: ask for work on bridges, once repairs that the enemy overran are cancelled."""
    position = work.position
    for bridge in position.board.bridges.values():
        if work.state.hexsides.get(bridge.hexside) == "under_repair":
            ends, track = bridge.hexes, f"repair/{bridge.hexside}"
            started = work.state.tracks.get(track) or _builder(position, ends)
            if all(position.control(i) not in (started, None) for i in ends):
                work.hexside(bridge.hexside, "blown")
                work.track(track, None)
    work.ask("bridges", side, used=[])


def _builder(position: Position, ends: Sequence[int]) -> str:
    """Return the side that repairs a bridge under repair: the German if far from enemies (5.9)."""
    return "german" if _far_behind(position, "german", ends) else "allied"


class Bridges(Handler[Position, Resolution]):
    """5.1, 5.2, 5.3.2, 5.3.3, 5.5, 5.8, 5.9, 23.2, 25.2.1: work on bridges in a bridge phase."""

    kind = "bridges"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return every possible work on bridges not yet used, and the choice to stop."""
        side = position.state.clock.active
        works = {
            f"{word} {name}" for word, name in _works(position, side) if name not in args["used"]
        }
        return [Choice("done"), *(Choice(words) for words in sorted(works))] if works else []

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Carry out the work, and ask for the next."""
        if choice.id == "done":
            return
        word, name = choice.id.split()
        side = work.state.clock.active
        if word == "blow":
            attempt(work, name)
        elif word == "rewire":
            work.hexside(name, "wired")
        elif work.state.hexsides.get(name) == "blown":
            work.hexside(name, "under_repair")
            work.track(f"repair/{name}", side)
        else:
            work.hexside(name, "wired" if side == "german" else "intact")
            work.track(f"repair/{name}", None)
        work.ask("bridges", side, used=[*args["used"], name])

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return any work on a bridge that can be blown."""
        word, name = (*words, "", "")[:2]
        known = any(bridge.hexside == name for bridge in blowable(position.ground))
        return Choice(" ".join(words)) if len(words) == 2 and word in WORKS and known else None

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons against blowing, rewiring or repairing a bridge."""
        side = position.state.clock.active
        word, name = (*words, "", "")[:2]
        bridges = position.board.bridges.values() if word in WORKS else ()
        for bridge in (b for b in bridges if b.hexside == name):
            where = position.setting.module.place_name(name)
            hexes = [position.number(i) for i in bridge.hexes]
            if name in args["used"]:
                yield verdict("5.3.3", "used", hexes=hexes, bridge=where)
            known = bridge in blowable(position.ground)
            faults = _faults(position, side, bridge, word) if known else [("5.7", "safe")]
            for rule, key in faults:
                yield verdict(rule, key, hexes=hexes, bridge=where)


def _works(position: Position, side: str) -> Iterator[tuple[str, str]]:
    """5.8: yield the possible work on the printed bridges."""
    for bridge in blowable(position.ground):
        for word in WORKS:
            if next(_faults(position, side, bridge, word), None) is None:
                yield word, bridge.hexside


def _faults(position: Position, side: str, bridge: Bridge, word: str) -> Iterator[tuple[str, str]]:
    """5.1, 5.3, 5.5, 5.8, 5.9: yield the rules against work on a bridge, each with a reason."""
    state = position.state.hexsides.get(bridge.hexside, bridge.start)
    ends = bridge.hexes
    if word == "repair":
        if state not in BLOWN:
            yield "5.8", "stands"
            return
        if bridge.kind == "rail" and bridge.water == "major_river":
            yield "5.8", "rail"
        if side == "allied" and _bridging(position, ends):
            return
        if not _far_behind(position, side, ends):
            yield from [("5.8", "builders")] if side == "allied" else []
            yield "5.9", "far"
        return
    if side != "german":
        yield "5.5", "german"
    if word == "blow":
        if state != "wired":
            yield "5.3.1", "wired"
        elif not _in_reach(position, ends):
            yield "5.5", "reach"
    elif state != "intact":
        yield "5.3.2", "intact"
    elif not holds(position, "german", bridge):
        yield "5.3.2", "held"


def _free_of(position: Position, side: str, ends: Sequence[int]) -> bool:
    """5.8c: no enemy unit is at the ends, and no EZOC except on friendly units."""
    enemy, mine = position.enemy(side), position.fronts[side].hexes
    return all(i not in enemy.hexes and (i in mine or i not in enemy.zone) for i in ends)


def _bridging(position: Position, ends: Sequence[int]) -> bool:
    """5.8, 11.5.1, 23.2: a bridging unit at one end is in good order, supplied and not engaged."""
    return _free_of(position, "allied", ends) and any(
        u.profile.counter.kind == "bridging"
        and u.profile.good_order
        and u.profile.status.isdisjoint(("engaged", "out_of_supply"))
        for i in ends
        for u in position.stacks["allied"].get(i, ())
    )


def _far_behind(position: Position, side: str, ends: Sequence[int]) -> bool:
    """5.9: both ends are five hexes from every enemy, and a road leads to a friendly entry area."""
    enemies = position.enemy(side).hexes
    if not all(_near(position.ground, i).isdisjoint(enemies) for i in ends):
        return False
    net = supply_of(position, side).routes().net
    return any(i in net for i in ends)


@memoized
def _near(ground: Ground, end: int) -> frozenset[int]:
    """Return the hexes at less than five hexes from the end of a bridge."""
    board = ground.board
    return frozenset(i for i in range(len(board.numbers)) if board.distance(end, i) < AUTOMATIC)


def _in_reach(position: Position, ends: Sequence[int]) -> bool:
    """5.5, 25.2.1: a German unit in good order and an Allied one are within a hex of the bridge."""
    around = {j for i in ends for j in (i, *position.ground.ring[i])}
    if not around & position.stacks["allied"].keys():
        return False
    bonds = position.enemy("german").bonds
    taken = position.enemy("german").hexes
    for i, stack in position.stacks["german"].items():
        if i not in around or not any(u.profile.good_order for u in stack):
            continue
        if i in ends or any(
            j in position.ground.ring[i] and j not in taken and not bonds.closes(i, j) for j in ends
        ):
            return True
    return False
