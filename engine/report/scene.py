"""A scene: one moment of a recorded game with everything that its picture shows.

The window, the page and every export draw the same scene. It contains the position after the entry,
the marks of the game and of the annotator, the camera, the combat card, a caption and the viewing
time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.board.board import Board
from engine.core import actions as act
from engine.core.state import State
from engine.i18n import has, t
from engine.log.annotations import Arrow, Circle, HexShape, Label, Shape
from engine.log.consequences import fates
from engine.log.visit import Step
from engine.modules.module import Module
from engine.play.game import Recording
from engine.report.card import Card, card_of_all
from engine.report.front import front_marks
from engine.report.game_facts import facts_of
from engine.report.highlights import Highlight, highlight, with_fights
from engine.report.marks import Mark, marks, xy
from engine.rules.facts import Facts

AROUND = 1.6
"""Margin in hex widths around the hexes of a moment."""
LEAST = (7.0, 5.0)
"""Minimum width and height of a picture of a moment, in hex widths."""
LOOK_BACK = 12
"""Maximum number of earlier entries searched for a place if a moment has none."""
READING = 17.0
"""Reading speed in characters a second."""
SHORTEST, LONGEST = 1.6, 14.0
"""Minimum and maximum viewing time of a moment in seconds."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the drawn map, in hex widths: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float

    def shaped(self, ratio: float) -> Box:
        """Return the smallest box around this one whose width is ``ratio`` times its height."""
        width = max(self.width, self.height * ratio)
        height = width / ratio
        x, y = self.x + self.width / 2 - width / 2, self.y + self.height / 2 - height / 2
        return Box(x, y, width, height)


@dataclass(frozen=True, slots=True)
class Ghost:
    """Units at the start of their move, drawn faintly."""

    place: int
    units: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """One moment; ``before`` and ``after`` are the positions before and after its entry."""

    step: Step
    before: State
    after: State
    highlight: Highlight
    marks: tuple[Mark, ...]
    ghosts: tuple[Ghost, ...]
    focus: tuple[int, ...]
    """The hexes for the camera to show; empty for the whole map."""
    chosen_camera: bool
    """Whether the annotator chose the camera's hexes."""
    card: Card | None
    chapter: str
    """The title of the scene's chapter; empty before the first chapter."""
    when: str
    """Turn, side and phase in words."""
    eliminated: tuple[str, ...] = ()
    """The names of the units that the entry eliminated."""

    @property
    def caption(self) -> str:
        """A sentence about the moment, or about each of its combats.

        For a combat it omits the numbers shown on the card.
        """
        card = self.card
        if card is None or not (card.defenders or card.further):  # a throw against nobody
            return self.step.sentence
        fight = " ".join(one.caption for one in (card, *card.further))
        lost = ", ".join(self.eliminated)
        return f"{fight} {t('say.fate.eliminated', units=lost)}" if lost else fight

    @property
    def seconds(self) -> float:
        """Viewing time in seconds, including reading the text."""
        return reading_time(self.step, fought=self.card is not None)


def reading_time(step: Step, *, fought: bool) -> float:
    """Return the time in seconds to look at a moment and to read its text."""
    letters = len(step.sentence) + len(step.annotation.comment)
    return min(LONGEST, SHORTEST + letters / READING + (1.5 if fought else 0.0))


class Scenes:
    """The scenes of one recording, each computed on request."""

    def __init__(
        self, recording: Recording, facts: Facts | None = None, *, front: bool = False
    ) -> None:
        self.recording = recording
        self.module: Module = recording.module
        self.front = front
        """Whether the front is drawn."""
        self.facts = facts or facts_of(self.module, recording.log.header.scenario)

    def __len__(self) -> int:
        return len(self.recording)

    def scene(self, number: int, *, bare: bool = False) -> Scene:
        """Return the scene of a step (1 for the first); ``bare`` leaves out the annotator's
        drawings.

        Raises UserError outside the line.
        """
        recording, module = self.recording, self.module
        step = recording.step(number)
        before, after = recording.state(number - 1), recording.state(number)
        fights = self.facts.fights(step.entry, before)
        result = highlight(step.entry, before, module.places)
        result = with_fights(result, fights, before, module.places)
        note = step.annotation
        shapes = () if bare else note.shapes
        camera = [h for h in (note.camera.hexes if note.camera else ()) if h in module.places]
        hexes = tuple(module.places.index(h) for h in camera)
        hexes = tuple(h for h in hexes if module.places.is_hex(h))
        focus = hexes or self._looked_at(number, result, shapes)
        return Scene(
            step,
            before,
            after,
            result,
            (*self._front(number), *marks(module.board, result, shapes, after)),
            _ghosts(step, before, result),
            focus,
            bool(hexes),
            card_of_all(fights, before, module, self.facts),
            self.chapters.get(number, ""),
            when(recording, number),
            tuple(fates(step.entry, before, module)["eliminated"]),
        )

    def _front(self, number: int) -> tuple[Mark, ...]:
        return front_marks(self.recording, number) if self.front else ()

    def _looked_at(
        self, number: int, highlighted: Highlight, shapes: tuple[Shape, ...]
    ) -> tuple[int, ...]:
        """Return the hexes for the camera; without any in this entry, those of an entry shortly
        before.
        """
        entries, places = self.recording.timeline.entries, self.module.places
        drawn = [h for s in shapes for h in hexes_of(s) if h in places]
        here = (*highlighted.looked_at(places), *map(places.index, drawn))
        here = tuple(dict.fromkeys(h for h in here if places.is_hex(h)))
        for back in range(number - 1, max(0, number - 1 - LOOK_BACK), -1):
            if here or isinstance(entries[back].action, act.Setup):
                break
            before = highlight(entries[back - 1], self.recording.state(back - 1), places)
            here = before.looked_at(places)
        return here

    def looked_at(self, scene: Scene, hexes: Sequence[str]) -> Scene:
        """Return a scene whose camera shows ``hexes``, unless the scene has hexes of its own."""
        places = self.module.places
        drawn = scene.step.annotation.shapes
        if scene.chosen_camera or drawn or scene.highlight.looked_at(places):
            return scene
        indices = tuple(places.index(name) for name in hexes if name in places)
        focus = tuple(place for place in indices if places.is_hex(place))
        return replace(scene, focus=focus) if focus else scene

    @cached_property
    def chapters(self) -> dict[int, str]:
        """The chapter title of each step."""
        result, title = {}, ""
        for number, entry in enumerate(self.recording.timeline.entries, 1):
            note = self.recording.annotations.entries.get(entry.id)
            title = (note.chapter if note is not None else None) or title
            result[number] = title
        return result

    def moments(self) -> list[int]:
        """Return the steps that the writer chose for the report, in the order of play."""
        wanted = self.recording.annotations.moments()
        entries = self.recording.timeline.entries
        return [number for number, entry in enumerate(entries, 1) if entry.id in wanted]

    def box(self, scene: Scene, *, whole: Box | None = None) -> Box:
        """Return the area shown by a scene's picture; ``whole`` is used for a scene
        without hexes.
        """
        if not scene.focus:
            return whole or board_box(self.module.board)
        return box_around(self.module.board, scene.focus)


def hexes_of(shape: Shape) -> tuple[str, ...]:
    """Return the hexes named by an annotator's shape; none for a freehand line."""
    if isinstance(shape, Arrow):
        return shape.hexes
    return (shape.hex,) if isinstance(shape, HexShape | Circle | Label) else ()


def box_around(board: Board, places: Sequence[int]) -> Box:
    """Return a box around hexes, with a margin and a minimum size that keeps the location
    recognisable.
    """
    points = [xy(board, place) for place in places]
    left, right = min(p[0] for p in points) - AROUND, max(p[0] for p in points) + AROUND
    top, bottom = min(p[1] for p in points) - AROUND, max(p[1] for p in points) + AROUND
    width, height = max(right - left, LEAST[0]), max(bottom - top, LEAST[1])
    return Box((left + right - width) / 2, (top + bottom - height) / 2, width, height)


def board_box(board: Board) -> Box:
    """Return the box of the whole map; a small box for a table without spots."""
    if not len(board.numbers):
        return Box(0, 0, *LEAST)
    points = [xy(board, place) for place in range(len(board.numbers))]
    left, top = min(p[0] for p in points) - 1, min(p[1] for p in points) - 1
    right, bottom = max(p[0] for p in points) + 1, max(p[1] for p in points) + 1
    return Box(left, top, right - left, bottom - top)


def when(recording: Recording, number: int) -> str:
    """Return turn, side and phase after a step in words; empty before the first turn."""
    module, clock = recording.module, recording.state(number).clock
    if not clock.turn:
        return ""
    return t(
        "say.phase",
        turn=clock.turn,
        side=module.side_name(clock.active),
        phase=module.phase_name(clock.phase),
    )


def turn_date(module: Module, turn: int) -> str:
    """Return the date and time of day of a turn; empty for a game without a calendar."""
    row = module.calendar.get(turn)
    if row is None:
        return ""
    day, month = row.date.day, t(f"page.month.{row.date.month}")
    if not row.time:
        return t("page.day", day=day, month=month)
    time = f"time.{row.time}"
    word = t(time) if has(time) else row.time.replace("_", " ")
    return t("page.when", day=day, month=month, time=word)


def turn_words(module: Module, turn: int) -> str:
    """Return the number of a turn, with its date if the game has a calendar."""
    date = turn_date(module, turn)
    return t("page.turn", turn=turn) + (f" · {date}" if date else "")


def _ghosts(step: Step, before: State, highlight: Highlight) -> tuple[Ghost, ...]:
    """Return the former places of units that moved on the map."""
    starts = {path[0] for path in (*highlight.paths, *highlight.retreats)}
    gone: dict[int, list[str]] = {}
    for effect in step.entry.effects:
        if effect.kind == "move" and len(effect.path) > 1:
            piece = before.pieces.get(effect.unit)
            if piece is not None and piece.place in starts and effect.path[-1] != effect.path[0]:
                gone.setdefault(piece.place, []).append(effect.unit)
    return tuple(Ghost(place, tuple(dict.fromkeys(units))) for place, units in gone.items())
