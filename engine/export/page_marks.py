"""The marks of a moment in compact form for the page, in pixels of the picture."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from engine.export.renderer import Frame
from engine.play.game import Recording
from engine.report.front import TRACED, front_mark, turn_ends
from engine.report.marks import Command, Mark, Words


def page_marks(marks: Iterable[Mark], frame: Frame) -> list[list[Any]]:
    """Return groups of marks: the role, 1 for below the counters or 0 for above, and the marks.

    A path is [d, fill, stroke, width, opacity, fill opacity, dashes], a text [x, y, size, fill,
    edge, text]; trailing default values are left out.
    """
    groups = []
    for (role, under), group in groupby(marks, key=lambda m: (m.role, getattr(m, "under", False))):
        groups.append([role, int(under), [_mark(mark, frame) for mark in group]])
    return groups


def page_fronts(recording: Recording, frame: Frame) -> list[list[Any]]:
    """Return the front at the end of each turn and at the last step, for the page to draw.

    The first item lists the style of a front by its age in turns, each a mark without its path;
    then follow rows of [step, d]. The list is empty on loose tables and for a game without any
    front.
    """
    last = len(recording)
    result: list[list[Any]] = []
    looks: list[list[Any]] = []
    for step in turn_ends(recording, last):
        mark = front_mark(recording, step)
        if mark is None:
            continue
        if not looks:
            aged = [front_mark(recording, step, age) for age in range(TRACED + 1)]
            looks = [_mark(old, frame)[1:] for old in aged if old is not None]
        result.append([step, path_data(mark.commands, frame)])
    return [looks, *result] if result else []


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
    result: list[Any] = [
        path_data(mark.commands, frame),
        mark.fill,
        mark.stroke,
        _short(mark.width * frame.scale),
        round(mark.opacity, 2),
        round(mark.fill_opacity, 2),
        dashes,
    ]
    defaults = ["", "", "", 0, 1, 1, ""]
    while len(result) > 1 and result[-1] == defaults[len(result) - 1]:
        result.pop()
    return result


def path_data(commands: Iterable[Command], frame: Frame) -> str:
    """Return commands as the ``d`` attribute of an SVG path, in pixels of the picture."""
    parts = []
    for name, values in commands:
        pairs = zip(values[::2], values[1::2], strict=True)
        numbers = [v for pair in pairs for v in _point(pair, frame)]
        parts.append(name + " ".join(str(_short(v)) for v in numbers))
    return "".join(parts)


def _point(point: tuple[float, float], frame: Frame) -> tuple[float, float]:
    return frame.x + frame.scale * point[0], frame.y + frame.scale * point[1]


def _short(value: float) -> float | int:
    """Round to one decimal, which is finer than any screen shows."""
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded
