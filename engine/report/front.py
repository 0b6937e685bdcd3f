"""The front line between the hexes nearer to one side's units and those nearer to the other's.

The front is a drawing aid, not a rule of any game. It considers only distance, not zones of control
or terrain.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from weakref import WeakKeyDictionary

from engine.board.board import Board
from engine.core.effects import SetPhase
from engine.core.state import State
from engine.log.timeline import Timeline
from engine.play.game import Recording
from engine.report.marks import Command, Path, Xy

REACH = 4
"""Distance in hexes from a unit beyond which a hex belongs to no side."""
INK = "#5b2a86"
NOW, PAST = 0.11, 0.07
"""Line width of the current front and of past fronts, in hex widths."""
DASHES = (0.28, 0.2)
TRACED = 3
"""Number of past turns whose fronts are drawn too."""


def front(board: Board, state: State, sides: Sequence[str]) -> list[tuple[Xy, ...]]:
    """Return the front of a position as lines in hex widths, x east and y south; none on loose
    tables.
    """
    if board.loose:
        return []
    owner, grid = _owners(board, state, sides), board.grid
    result: list[tuple[Xy, Xy]] = []
    for number, side in owner.items():
        for other in grid.neighbors(number):
            if number < other and owner.get(other, side) != side:
                (ax, ay), (bx, by) = grid.side_ends(number, other)
                result.append(((ax, -ay), (bx, -by)))
    return _joined(result)


def turn_ends(recording: Recording, upto: int) -> list[int]:
    """Return the last step of each turn before a step, and the step itself."""
    changes = [
        (number, effect)
        for number, entry in enumerate(recording.timeline.entries[:upto], 1)
        for effect in entry.effects
        if isinstance(effect, SetPhase)
    ]
    result = [n - 1 for n, e in changes if e.before.turn not in (0, e.after.turn)]
    return [*result, upto] if upto else []


def front_marks(recording: Recording, step: int) -> tuple[Path, ...]:
    """Return the front after a step, and fainter fronts at the ends of the turns before."""
    steps = turn_ends(recording, step)[-TRACED - 1 :]
    drawn = [front_mark(recording, number, age) for age, number in enumerate(reversed(steps))]
    return tuple(mark for mark in reversed(drawn) if mark is not None)


def front_mark(recording: Recording, step: int, age: int = 0) -> Path | None:
    """Return the front after a step, drawn as a front ``age`` turns old; None if there is
    no front.
    """
    commands = tuple(c for line in _kept_front(recording, step) for c in _commands(line))
    if not commands:
        return None
    return Path(
        commands,
        stroke=INK,
        width=PAST if age else NOW,
        opacity=0.85 if not age else 0.6 / age,
        dashes=DASHES if age else (),
        under=True,
        role=f"front {age}",
    )


_KEPT: WeakKeyDictionary[Timeline, dict[int, list[tuple[Xy, ...]]]] = WeakKeyDictionary()
"""Cached front lines of each line of play, by step."""


def _kept_front(recording: Recording, step: int) -> list[tuple[Xy, ...]]:
    cache = _KEPT.setdefault(recording.timeline, {})
    if step not in cache:
        sides = [side.id for side in recording.module.meta.sides]
        cache[step] = front(recording.module.board, recording.state(step), sides)
    return cache[step]


def _owners(board: Board, state: State, sides: Sequence[str]) -> dict[str, str]:
    """Return the nearest side of each hex within reach of units; the first side on a tie."""
    best: dict[str, tuple[int, int]] = {}
    for rank, side in enumerate(sides):
        starts = {
            board.numbers[piece.place]
            for piece in state.pieces.values()
            if piece.side == side and piece.place < len(board.numbers)
        }
        far = dict.fromkeys(starts, 0)
        queue = deque(sorted(starts))
        while queue:
            here = queue.popleft()
            best[here] = min(best.get(here, (REACH + 1, len(sides))), (far[here], rank))
            if far[here] == REACH:
                continue
            for near in board.grid.neighbors(here):
                if near not in far:
                    far[near] = far[here] + 1
                    queue.append(near)
    return {number: sides[rank] for number, (_, rank) in best.items()}


def _joined(parts: Sequence[tuple[Xy, Xy]]) -> list[tuple[Xy, ...]]:
    """Join segments that share end points into lines that are as long as possible."""
    ends: dict[tuple[int, int], list[int]] = {}
    for at, part in enumerate(parts):
        for point in part:
            ends.setdefault(_key(point), []).append(at)
    left, lines = set(range(len(parts))), []
    # Lines begin where parts end, or three meet; what is left then are rings.
    starts = [k for k, segments in sorted(ends.items()) if len(segments) != 2]
    for key in (*starts, *sorted(ends)):
        # What one walk takes is no beginning for the next.
        lines += [tuple(_follow(parts, ends, left, at, key)) for at in ends[key] if at in left]
    return lines


def _follow(
    parts: Sequence[tuple[Xy, Xy]],
    ends: dict[tuple[int, int], list[int]],
    left: set[int],
    at: int,
    key: tuple[int, int],
) -> Iterator[Xy]:
    a, b = parts[at]
    yield a if _key(a) == key else b
    while True:
        left.discard(at)
        a, b = parts[at]
        point = b if _key(a) == key else a
        yield point
        key = _key(point)
        onward = [other for other in ends[key] if other in left]
        if len(ends[key]) != 2 or not onward:
            return
        at = onward[0]


def _key(point: Xy) -> tuple[int, int]:
    return round(point[0] * 1000), round(point[1] * 1000)


def _commands(line: Sequence[Xy]) -> Iterator[Command]:
    """Yield the path commands of a line smoothed through the midpoints of its segments."""
    yield ("M", line[0])
    for (px, py), (qx, qy) in pairwise(line[1:]):
        yield ("Q", (px, py, (px + qx) / 2, (py + qy) / 2))
    yield ("L", line[-1])
