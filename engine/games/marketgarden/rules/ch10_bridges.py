"""Chapter 10: the bridges of the red road, their demolition and repair, and the ferries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.ground import BLOWN, INTACT, Crossing
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.vocabulary import ALLIED, GERMAN, verdict
from engine.rules.base.decisions import NONE, Args, Choice, Handler

HOLDS = 1
"""10.1c: the roll on which a bridge is not blown."""


# -- intact crossings -----------------------------------------------------------------------------


def bridge_stands(position: Position, i: int, j: int) -> bool:
    """10.1f: Return whether an intact bridge joins two hexes."""
    bridge = position.ground.bridge(i, j)
    return bridge is not None and not position.is_down(bridge.hexside)


def ferry_runs(position: Position, i: int, j: int) -> bool:
    """10.2a, 10.2b, 10.2c: Return whether a usable ferry joins two hexes.

    An Allied unit that reaches an end destroys it.
    """
    ferry = position.ground.ferry(i, j)
    if ferry is None or position.is_down(ferry.hexside):
        return False
    return not any(end in position.stacks[ALLIED] for end in ferry.ends)


# -- control of bridges ---------------------------------------------------------------------------


def allied_since(position: Position, bridge: Crossing) -> int | None:
    """10.1d: Return the turn when the Allies had occupied both ends of a bridge, or None.

    Each end counts from the first Allied unit there, even one passing.
    """
    turns = []
    for end in bridge.ends:
        track = position.state.tracks.get(_end_track(position, bridge, end))
        if isinstance(track, int):
            turns.append(track)
        elif end in position.stacks[ALLIED]:
            turns.append(position.turn)
        else:
            return None
    return max(turns)


def is_allied(position: Position, bridge: Crossing) -> bool:
    """10.1d, 10.1e: Return whether the Allies control a bridge: both ends."""
    return allied_since(position, bridge) is not None


def german_bridges(position: Position) -> list[Crossing]:
    """10.1a, 10.1b, 10.1e: Return the intact red road bridges under German control."""
    return [
        bridge
        for name, bridge in sorted(position.ground.bridges.items())
        if not (bridge.lasting or position.is_down(name) or is_allied(position, bridge))
    ]


def may_be_tried(position: Position) -> list[Crossing]:
    """10.1b, 10.1c: Return the bridges that may be tried now: one roll each in a phase."""
    tried = position.state.tracks
    return [b for b in german_bridges(position) if tracks.TRIED + b.hexside not in tried]


def demolition_verdicts(position: Position, hexside: str) -> Iterator[Verdict]:
    """10.1b, 10.1d: Yield the verdicts against blowing a bridge."""
    bridge = position.ground.bridges.get(hexside)
    if bridge is None or bridge.lasting:
        yield verdict("10.1b", "no_bridge", hexside=hexside)
        return
    hexes = hexside.split("/")
    if position.is_down(hexside):
        yield verdict("10.1b", "down", hexes=hexes, bridge=bridge.name)
    elif is_allied(position, bridge):
        yield verdict("10.1d", "allied", hexes=hexes, bridge=bridge.name)
    elif tracks.TRIED + hexside in position.state.tracks:
        yield verdict("10.1c", "tried", hexes=hexes, bridge=bridge.name)


# -- effects --------------------------------------------------------------------------------------


def result_of(die: int) -> str:
    """10.1c: Return "intact" for a 1, otherwise "blown"."""
    return "intact" if die == HOLDS else "blown"


def demolish(work: Resolution, hexside: str) -> None:
    """2.4.3, 10.1c, 10.1f, 10.1h: Roll for a bridge; mark and count a blown one."""
    die = work.throw(f"demolition:{hexside}")
    work.track(tracks.TRIED + hexside, die)
    if result_of(die) == "blown":
        work.hexside(hexside, BLOWN)
        work.add(tracks.BLOWN, 1)


def repair(work: Resolution) -> None:
    """10.1g: Repair blown bridges whose ends the Allies occupied in an earlier turn."""
    position = work.position
    for name, bridge in sorted(position.ground.bridges.items()):
        since = allied_since(position, bridge)
        if since is not None and since < position.turn and position.is_down(name):
            work.hexside(name, INTACT)


def occupy(work: Resolution, side: str, hexes: Iterable[int]) -> None:
    """10.1d, 10.2c: Record bridge ends that Allied units enter; destroy ferries there."""
    if side != ALLIED:
        return
    ground = work.setting.ground
    entered = set(hexes)
    for name, crossing in sorted(ground.crossings.items()):
        for end in crossing.ends:
            if end not in entered:
                continue
            if crossing.ferry:
                work.hexside(name, BLOWN)
            elif (track := _end_track(work.position, crossing, end)) not in work.state.tracks:
                work.track(track, work.state.clock.turn)


def _end_track(position: Position, bridge: Crossing, end: int) -> str:
    return f"{tracks.HELD_END}{bridge.hexside}/{position.number(end)}"


class Demolition(Handler[Position, Resolution]):
    """10.1b, 10.1c: The German player's choice of the next bridge to blow, or none."""

    kind = "demolition"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Offer the bridges that may be tried, or none."""
        options = [
            Choice(b.hexside, path=b.ends, hexside=b.hexside) for b in may_be_tried(position)
        ]
        return [Choice(NONE), *options] if options else []

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Roll for the bridge and ask for the next."""
        if choice.id != NONE:
            demolish(work, choice.hexside)
            if may_be_tried(work.position):
                work.ask(self.kind, GERMAN)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Yield the verdicts against blowing a bridge."""
        for word in words:
            yield from demolition_verdicts(position, word)
