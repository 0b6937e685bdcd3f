"""The turn trackers of a VASSAL module, turned on and back as its players do."""

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
"""The value of each level, outermost first: the number of a counter, the index in a list."""


def track(tracker: TurnInfo) -> str:
    """The track that holds where a tracker stands."""
    return f"turn:{tracker.id}"


def first(tracker: TurnInfo) -> Position:
    """Where a tracker stands at the beginning."""
    return tuple(0 if level.names else level.start for level in levels(tracker))


def levels(tracker: TurnInfo) -> list[TurnLevel]:
    """The levels of a tracker, outermost first: the first of each, where there are several."""
    found: list[TurnLevel] = []
    inner: Sequence[TurnLevel] = tracker.levels
    while inner and len(found) < 10:
        found.append(inner[0])
        inner = inner[0].children
    return found


def position(tracker: TurnInfo, state: State) -> Position:
    """Where a tracker stands."""
    text = state.tracks.get(track(tracker))
    chain = levels(tracker)
    try:
        values = tuple(int(v) for v in str(text).split("."))
    except ValueError:
        return first(tracker)
    return values if len(values) == len(chain) else first(tracker)


def turned(tracker: TurnInfo, at: Position, by: int = 1) -> Position:
    """The position one step on (1) or back (-1): the innermost level turns, and takes others on."""
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


def told(tracker: TurnInfo, at: Position) -> str:
    """What a tracker shows."""
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
    """The engine's clock for a position: the first number is the turn, what is named the phase."""
    chain = levels(tracker)
    numbers = [v for level, v in zip(chain, at, strict=True) if not level.names]
    names = [w for level, w in zip(chain, _words(tracker, at), strict=True) if level.names]
    active = next((s for s in sides if any(s in name for name in names)), "")
    phase = shorten(plain(", ".join(names)), 80) or t("vassal.phase")
    return fx.Clock(turn=max(0, numbers[0]) if numbers else 1, phase=phase, active=active)


def begin(drawing: Drawing, state: State, sides: Sequence[str] = ()) -> Iterator[fx.Effect]:
    """The effects that put the trackers to their beginning and the clock to the first of them."""
    trackers = [x for x in drawing.table.trackers if levels(x)]
    for tracker in trackers:
        yield fx.SetTrack(track=track(tracker), before=None, after=_text(first(tracker)))
    if trackers:
        after = clock(trackers[0], first(trackers[0]), sides)
        yield fx.SetPhase(before=state.clock, after=after)


def advance(
    drawing: Drawing, state: State, tracker_id: str, by: int = 1, sides: Sequence[str] = ()
) -> act.ManualEdit:
    """Turn a tracker on by so many steps, or back; the clock goes by a module's first tracker."""
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
    text = t("vassal.say.turn", tracker=tracker.name, text=told(tracker, after))
    return act.ManualEdit(text=text, effects=tuple(effects))


def _text(at: Position) -> str:
    return ".".join(map(str, at))
