"""Compose a report: title, introduction, chapters of moments, conclusion, statistics.

Markdown, forum posts, printed pages and the replay page's narrative are all made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.i18n import has, t
from engine.log.annotations import Annotations
from engine.log.entry import COMPUTER
from engine.play.game import Recording
from engine.report.clean import folded
from engine.report.moments import Moment, moments
from engine.report.scene import Scene, Scenes, turn_date
from engine.report.settings import Settings, entries_named
from engine.report.stats import Statistics, statistics
from engine.report.tables import Table, all_tables, verdicts
from engine.report.titles import moment_title

PROPOSED = 12
"""Number of moments proposed by the program if the writer has annotated none."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One moment: its scene, and the facts before and after it."""

    scene: Scene
    proposed: Moment | None
    """The program's proposal for this moment with its verdict in numbers, if it has one."""
    title: str
    """The heading, written or generated."""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The number of the moment's step."""
        return self.scene.step.number

    @property
    def sentence(self) -> str:
        """The entry's sentence; empty if it equals the title."""
        sentence = self.scene.step.sentence
        return "" if sentence.removesuffix(".") == self.title else sentence

    @property
    def caption(self) -> str:
        """The sentence below the title. For a combat it omits the numbers shown on the card."""
        return self.scene.caption if self.scene.card is not None else self.sentence


@dataclass(slots=True)
class Chapter:
    """A title and its moments."""

    title: str
    passages: list[Passage] = field(default_factory=list)


@dataclass(slots=True)
class Document:
    """A composed report."""

    notes: Annotations
    title: str
    about: str
    chapters: list[Chapter]
    cover: Scene | None
    verdicts: list[str]
    tables: list[Table]
    credits: tuple[str, ...]
    stats: Statistics

    @property
    def passages(self) -> list[Passage]:
        """All moments in the order of play."""
        return [p for chapter in self.chapters for p in chapter.passages]


def chosen_steps(scenes: Scenes, settings: Settings) -> list[int]:
    """Return the steps that an export includes.

    If moments are requested and the writer has annotated none, the program's proposals are used.
    Raises UserError for invalid entry ranges and for entries after the last.
    """
    last = len(scenes)
    if settings.entries == "all":
        away = folded(scenes.recording) if settings.clean else frozenset()
        return [number for number in range(1, last + 1) if number not in away]
    if settings.entries == "moments":
        written = scenes.moments()
        if written:
            return written
    if settings.entries in ("moments", "proposed"):
        return [m.step for m in moments(scenes.recording, limit=PROPOSED, facts=scenes.facts)]
    log, step_of = scenes.recording.log, scenes.recording.timeline.step_of
    result: set[int] = set()
    for first, end in entries_named(settings.entries):
        log[first]  # raises for an entry that the log does not have
        for entry in range(first, min(end, len(log)) + 1):
            step = step_of(entry)
            if step is not None:
                result.add(step)
    return sorted(result)


def compose(scenes: Scenes, settings: Settings) -> Document:
    """Compose the report of a recording. Raises UserError if the log is invalid."""
    recording = scenes.recording
    notes, module = recording.annotations, recording.module
    stats = statistics(recording, scenes.facts)
    proposals = moments(recording, stats, facts=scenes.facts)
    by_step = {m.step: m for m in proposals}
    steps = chosen_steps(scenes, settings)
    shown = set(steps) | (folded(recording) if settings.clean else frozenset())
    chapters: list[Chapter] = []
    title: str | None = None
    for number in steps:
        scene, proposed = scenes.scene(number), by_step.get(number)
        if proposed is not None:
            scene = scenes.looked_at(scene, proposed.hexes)
        name = scene.chapter or scene.when.removesuffix(".")
        if name != title or not chapters:
            title = name
            chapters.append(Chapter(name))
        chapters[-1].passages.append(
            Passage(
                scene,
                proposed,
                moment_title(scene, proposed, module),
                tuple(_facts(recording, shown, number - settings.around, number)),
                tuple(_facts(recording, shown, number + 1, number + 1 + settings.around)),
            )
        )
    cover = recording.timeline.step_of(notes.cover) if notes.cover else None
    # By default the cover shows the moment that weighed most of those in the report.
    weights = {number: by_step[number].weight for number in steps if number in by_step}
    first = cover or max(weights, key=lambda n: (weights[n], -n), default=None)
    first = first or (steps[0] if steps else None)
    header = recording.log.header
    return Document(
        notes,
        title_of(recording),
        about(recording),
        chapters,
        scenes.scene(first) if first else None,
        verdicts(stats, module) if settings.statistics else [],
        all_tables(stats, recording, proposals) if settings.statistics else [],
        (
            *module.credits,
            module.owner,
            module.notice,
            header.id,
        ),
        stats,
    )


def title_of(recording: Recording) -> str:
    """Return the title of a report."""
    notes, header = recording.annotations, recording.log.header
    return notes.title or header.title or recording.module.title


def about(recording: Recording) -> str:
    """Return one line with the game, its last turn and the players."""
    module, header = recording.module, recording.log.header
    clock = recording.state(len(recording)).clock
    parts = [module.title, module.scenario_name(header.scenario)]
    if clock.turn:
        date = turn_date(module, clock.turn)
        parts.append(t("page.turn", turn=clock.turn) + (f" ({date})" if date else ""))
    parts += [f"{module.side_name(side)}: {_player(name)}" for side, name in header.players.items()]
    return " · ".join(parts)


def _player(name: str) -> str:
    """Return the name of a player as shown: a computer player's in the language of the reader."""
    key = f"opponent.player.{name.removeprefix(COMPUTER)}"
    if name.startswith(COMPUTER) and has(key):
        return t("report.computer", player=t(key))
    return name


def _facts(recording: Recording, shown: set[int], first: int, end: int) -> Iterator[str]:
    """Yield the sentences of steps that are not moments themselves."""
    for number in range(max(1, first), min(end, len(recording) + 1)):
        if number not in shown:
            yield recording.step(number).sentence
