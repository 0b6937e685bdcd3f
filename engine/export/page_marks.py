"""The marks of a moment as the page draws them: paths in pixels of the picture, in few letters."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from engine.export.renderer import Frame
from engine.play.game import Recording
from engine.report.front import TRACED, front_mark, turn_ends
from engine.report.marks import Command, Mark, Words


def page_marks(held: Iterable[Mark], frame: Frame) -> list[list[Any]]:
    """Groups of marks: role, 1 below the counters or 0 over them, and the marks of each.

    A path is [d, fill, stroke, width, opacity, fill opacity, dashes], a word
    [x, y, size, fill, edge, text]; defaults at the end are left out.
    """
    groups = []
    for (role, under), marks in groupby(held, key=lambda m: (m.role, getattr(m, "under", False))):
        groups.append([role, int(under), [_mark(mark, frame) for mark in marks]])
    return groups


def page_fronts(recording: Recording, frame: Frame) -> list[list[Any]]:
    """The front at the end of each turn, for the page that draws that of the present by itself.

    First how a front looks by its age in turns, each look a mark without its path; then rows of
    [step, d]. Nothing on loose tables, and where there never is a front.
    """
    last = len(recording)
    found: list[list[Any]] = []
    looks: list[list[Any]] = []
    for step in turn_ends(recording, last):
        mark = front_mark(recording, step)
        if mark is None:
            continue
        if not looks:
            aged = [front_mark(recording, step, age) for age in range(TRACED + 1)]
            looks = [_mark(old, frame)[1:] for old in aged if old is not None]
        found.append([step, path_data(mark.commands, frame)])
    return [looks, *found] if found else []


def _mark(mark: Mark, frame: Frame) -> list[Any]:
    if isinstance(mark, Words):
        x, y = _point(mark.at, frame)
        return [
            _short(x),
            _short(y),
            _short(mark.size * frame.scale),
            mark.fill,
            mark.edge,
            mark.text,
        ]
    dashes = " ".join(str(_short(d * frame.scale)) for d in mark.dashes)
    found: list[Any] = [
        path_data(mark.commands, frame),
        mark.fill,
        mark.stroke,
        _short(mark.width * frame.scale),
        round(mark.opacity, 2),
        round(mark.fill_opacity, 2),
        dashes,
    ]
    defaults = ["", "", "", 0, 1, 1, ""]
    while len(found) > 1 and found[-1] == defaults[len(found) - 1]:
        found.pop()
    return found


def path_data(commands: Iterable[Command], frame: Frame) -> str:
    """Commands as the ``d`` of an SVG path in pixels of the picture."""
    parts = []
    for name, values in commands:
        pairs = zip(values[::2], values[1::2], strict=True)
        numbers = [v for pair in pairs for v in _point(pair, frame)]
        parts.append(name + " ".join(str(_short(v)) for v in numbers))
    return "".join(parts)


def _point(point: tuple[float, float], frame: Frame) -> tuple[float, float]:
    return frame.x + frame.scale * point[0], frame.y + frame.scale * point[1]


def _short(value: float) -> float | int:
    """One decimal is finer than any screen shows."""
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded
