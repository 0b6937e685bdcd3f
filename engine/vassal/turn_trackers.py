"""The turn trackers of a VASSAL module, advanced and turned back by the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.state import State
from engine.i18n import t
from engine.vassal.buildfile import TurnInfo, TurnLevel
from engine.vassal.drawing import Drawing
from engine.vassal.expressions import fill
from engine.vassal.plain_text import plain, shorten

Position = tuple[int, ...]
"""The value of each level, outermost first: a counter's number or a list's index."""


def track(tracker: TurnInfo) -> str:
    """Return the track that stores a tracker's position."""
    return f"turn:{tracker.id}"


def first(tracker: TurnInfo) -> Position:
    """Return the initial position of a tracker."""
    return tuple(0 if level.names else level.start for level in levels(tracker))


def levels(tracker: TurnInfo) -> list[TurnLevel]:
    """Return the levels of a tracker, outermost first; of several side by side, the first."""
    chain: list[TurnLevel] = []
    inner: Sequence[TurnLevel] = tracker.levels
    while inner and len(chain) < 10:
        chain.append(inner[0])
        inner = inner[0].children
    return chain


def position(tracker: TurnInfo, state: State) -> Position:
    """Return the current position of a tracker."""
    text = state.tracks.get(track(tracker))
    chain = levels(tracker)
    try:
        values = tuple(int(v) for v in str(text).split("."))
    except ValueError:
        return first(tracker)
    return values if len(values) == len(chain) else first(tracker)


def turned(tracker: TurnInfo, at: Position, by: int = 1) -> Position:
    """Return the position one step on (1) or back (-1): the innermost level moves, with carry."""
    chain, values = levels(tracker), list(at)
    for i in reversed(range(len(chain))):
        level = chain[i]
        if level.names:
            values[i] += by
            if 0 <= values[i] < len(level.names):
                break
            values[i] = 0 if by > 0 else len(level.names) - 1
            continue
        values[i] += by * level.step
        if level.limit is None or (level.start <= values[i] <= level.limit):
            break
        values[i] = level.start if by > 0 else level.limit
    return tuple(values)


def turn_text(tracker: TurnInfo, at: Position) -> str:
    """Return the displayed text of a tracker."""
    words = _words(tracker, at)
    shown = {f"level{i}": word for i, word in enumerate(words, 1)}
    shown |= {level.property: w for level, w in zip(levels(tracker), words, strict=True)}
    if tracker.format:
        return plain(fill(tracker.format, shown.get))
    return ", ".join(words)


def _words(tracker: TurnInfo, at: Position) -> list[str]:
    return [
        level.names[value] if 0 <= value < len(level.names) else str(value)
        for level, value in zip(levels(tracker), at, strict=True)
    ]


def clock(tracker: TurnInfo, at: Position, sides: Sequence[str]) -> fx.Clock:
    """Convert a position to the engine's clock: the first number is the turn, names the phase."""
    chain = levels(tracker)
    numbers = [v for level, v in zip(chain, at, strict=True) if not level.names]
    names = [w for level, w in zip(chain, _words(tracker, at), strict=True) if level.names]
    active = next((s for s in sides if any(s in name for name in names)), "")
    phase = shorten(plain(", ".join(names)), 80) or t("vassal.phase")
    return fx.Clock(turn=max(0, numbers[0]) if numbers else 1, phase=phase, active=active)


def begin(drawing: Drawing, state: State, sides: Sequence[str] = ()) -> Iterator[fx.Effect]:
    """Yield the effects that reset the trackers and set the clock from the first of them."""
    trackers = [x for x in drawing.table.trackers if levels(x)]
    for tracker in trackers:
        yield fx.SetTrack(track=track(tracker), before=None, after=_text(first(tracker)))
    if trackers:
        after = clock(trackers[0], first(trackers[0]), sides)
        yield fx.SetPhase(before=state.clock, after=after)


def advance(
    drawing: Drawing, state: State, tracker_id: str, by: int = 1, sides: Sequence[str] = ()
) -> act.ManualEdit:
    """Advance a tracker by steps, or turn it back; a module's first tracker sets the clock."""
    tracker = next(x for x in drawing.table.trackers if x.id == tracker_id)
    after = position(tracker, state)
    for _ in range(abs(by)):
        after = turned(tracker, after, 1 if by > 0 else -1)
    effects: list[fx.Effect] = [
        fx.SetTrack(
            track=track(tracker), before=state.tracks.get(track(tracker)), after=_text(after)
        )
    ]
    if tracker is next(x for x in drawing.table.trackers if levels(x)):
        now = clock(tracker, after, sides)
        effects.append(fx.SetPhase(before=state.clock, after=now))
    text = t("vassal.say.turn", tracker=tracker.name, text=turn_text(tracker, after))
    return act.ManualEdit(text=text, effects=tuple(effects))


def _text(at: Position) -> str:
    return ".".join(map(str, at))
