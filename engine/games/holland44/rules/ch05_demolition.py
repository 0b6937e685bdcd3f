"""5.1 to 5.7: bridges that can be blown, the attempts, and their results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.board.board import Bridge
from engine.core.effects import Clock
from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.ground import Ground
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.modules.tables import lookup
from engine.rules.base.decisions import Args, Choice, Handler

GRAVE_TURN = 1
"""5.7b: the turn on which the Grave bridge is safe in the Allied player turn."""


def wired_at(position: Position, hex_: int) -> list[Bridge]:
    """5.1, 5.7: return the wired bridges with an end in a hex, except those safe now (5.7)."""
    return [b for b in _wired(position) if hex_ in b.ends and not _is_spared(position, b)]


def wired_between(position: Position, i: int, j: int) -> list[Bridge]:
    """Return the wired bridge between two hexes, if any, unless it is safe now (5.7)."""
    pairs = (i, j), (j, i)
    return [b for b in _wired(position) if b.ends in pairs and not _is_spared(position, b)]


def _is_spared(position: Position, bridge: Bridge) -> bool:
    """5.7b: return whether this is the Grave bridge in the Allied player turn of turn 1."""
    return bridge.rule == "grave" and _is_first(position.state.clock)


def _is_first(clock: Clock) -> bool:
    return clock.turn == GRAVE_TURN and clock.active == "allied"


def holds(position: Position, side: str, bridge: Bridge) -> bool:
    """5.3.2: return whether a side controls a bridge.

    The side has a unit at one end; the other end has no enemy, and no EZOC unless friendly units
    are there.
    """
    mine, enemy = position.fronts[side].hexes, position.enemy(side)
    return any(i in mine for i in bridge.hexes) and all(
        i in mine or (i not in enemy.hexes and i not in enemy.zone) for i in bridge.hexes
    )


def spare_grave(work: Resolution, _: str = "") -> None:
    """5.7b: once captured by the Allies on turn 1, the Grave bridge is intact."""
    if not _is_first(work.state.clock):
        return
    for bridge in list(_wired(work.position)):
        if _is_spared(work.position, bridge) and holds(work.position, "allied", bridge):
            work.hexside(bridge.hexside, "intact")


def _wired(position: Position) -> Sequence[Bridge]:
    """5.3.1: return the bridges that are ready to blow."""
    state = position.state.hexsides

    def ready() -> list[Bridge]:
        found: dict[str, Bridge] = {}
        for bridge in blowable(position.ground):
            if state.get(bridge.hexside, bridge.start) == "wired":
                found.setdefault(bridge.hexside, bridge)
        return list(found.values())

    bridges: Sequence[Bridge] = position.setting.latest("wired", (state,), ready)
    return bridges


@memoized
def blowable(ground: Ground) -> Sequence[Bridge]:
    """5.1, 5.2, 5.7: return the bridges that can be blown: not ferries nor over minor rivers."""
    bridges = ground.board.bridges.values()
    safe = {b.hexside for b in bridges if b.rule == "never_blown" or b.water == "minor_river"}
    return [b for b in bridges if b.kind not in ("ferry", "pontoon") and b.hexside not in safe]


def trigger(work: Resolution, bridges: Iterable[Bridge], *, crossing: bool = False) -> None:
    """5.4: ask the German about each bridge that the Allies come to.

    ``crossing`` marks the last chance: the attempt cannot be kept for later.
    """
    for bridge in bridges:
        last = {"crossing": True} if crossing else {}
        work.ask("demolish", "german", hexside=bridge.hexside, **last)


def attempt(work: Resolution, hexside: str) -> str:
    """5.2, 5.3.1, 5.6: roll to blow a bridge; on a failure it becomes intact."""
    chart = work.setting.table("demolition")
    die = work.throw(f"demolition:{hexside}")
    result = lookup(chart, die, modifiers=chart.on_turn(work.position.turn)).result
    work.hexside(hexside, result)
    return result


class Demolish(Handler[Position, Resolution]):
    """5.4: the German may blow a bridge that the Allies come to."""

    kind = "demolish"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return blow, decline, and, if option C4 is in force, keep."""
        if position.state.hexsides.get(str(args["hexside"]), "wired") != "wired":
            return []
        words = ["blow", "decline"]
        if position.state.tracks.get(KEEP) and not args.get("crossing"):
            words.append("keep")
        return [Choice(word) for word in words]

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons against keeping the attempt for later."""
        if list(words) == ["keep"]:
            where = position.setting.module.place_name(str(args["hexside"]))
            key = "last" if position.state.tracks.get(KEEP) else "keep"
            yield verdict("5.4", key, bridge=where)

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """5.4b: blow the bridge, or mark a declined one as intact."""
        hexside = str(args["hexside"])
        if choice.id == "blow":
            attempt(work, hexside)
        elif choice.id == "decline":
            work.hexside(hexside, "intact")


KEEP = "option/keep_attempts"
"""Choice (contradiction C4): a declined attempt may be made at the next trigger."""
