"""Viewpoints of reports: everybody, one side as it saw then, or nobody's side.

A recording is observed (:mod:`engine.play.observed`) before anything is described, counted or
drawn. What follows works on an ordinary recording that holds nothing hidden.
"""

from __future__ import annotations

from pathlib import Path

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.annotations import Annotation, Annotations
from engine.log.private_file import private_path
from engine.log.tree import Log
from engine.play.game import Recording
from engine.play.observed import Concealer, Watch, concealer_of, observed_line
from engine.play.sealing import with_private

BOTH, NEUTRAL = "both", "neutral"


def default_viewpoint(recording: Recording, log: Path | None = None) -> str:
    """Return the viewpoint of an export for which none was asked.

    All of a game in which nothing was hidden. Else what the side sees whose private file is beside
    the log, or what every side sees if that is not one side.
    """
    concealer = concealer_of(recording)
    if concealer is None or not concealer.hides or not _conceals(recording, concealer):
        return BOTH
    sides = [side.id for side in recording.module.meta.sides]
    mine = [side for side in sides if log is not None and private_path(log, side).exists()]
    return mine[0] if len(mine) == 1 else NEUTRAL


def _conceals(recording: Recording, concealer: Concealer) -> bool:
    """Return whether anything was hidden from a side on the line that is shown."""
    sides = [side.id for side in recording.module.meta.sides] or [""]
    return any(
        concealer.concealed(recording.state(step), side)
        for step in range(len(recording), -1, -1)
        for side in sides
    )


def owned(recording: Recording, viewpoint: str, log: Path | None) -> Recording:
    """Return a recording with what the private files beside its log hold for a viewpoint."""
    sides = [side.id for side in recording.module.meta.sides]
    mine = sides if viewpoint == BOTH else [viewpoint] if viewpoint in sides else []
    return recording if log is None else with_private(recording, log, mine)


def may_read(notes: Annotations, eyes: tuple[str, ...], *, hides: bool) -> bool:
    """Return whether some sides may read an annotation file of a game, which may hide something.

    Their own; one that its side has revealed; and one of no side if the game hides nothing.
    """
    mine = bool(notes.side) and eyes == (notes.side,)
    return mine or (notes.revealed and (bool(notes.side) or not hides))


def readable(recording: Recording, files: list[Annotations], viewpoint: str) -> list[Annotations]:
    """Return the annotation files that a viewpoint may read; all for ``both``."""
    if viewpoint == BOTH:
        return files
    concealer = concealer_of(recording)
    hides = concealer is not None and concealer.hides
    sides = tuple(side.id for side in recording.module.meta.sides)
    eyes = sides if viewpoint == NEUTRAL else (viewpoint,)
    return [notes for notes in files if may_read(notes, eyes, hides=hides)]


def viewed(recording: Recording, viewpoint: str, watch: Watch | None = None) -> Recording:
    """Return a recording as somebody sees it: ``both``, ``neutral``, or a side by its id.

    ``watch`` is that of a view of the same log, which has observed most of it.
    ``neutral`` sees what every side sees. Of a game that hides something, comments that their
    writer has not released are left out. Raises UserError for another viewpoint, and where the
    game does not declare what it hides.
    """
    if viewpoint == BOTH:
        return recording
    sides = [side.id for side in recording.module.meta.sides]
    if viewpoint != NEUTRAL and viewpoint not in sides:
        known = ", ".join((BOTH, NEUTRAL, *sides))
        raise UserError(t("report.viewpoint.unknown", given=viewpoint, known=known))
    concealer = concealer_of(recording)
    if concealer is None:
        game = recording.module.meta.title
        raise UserError(t("report.viewpoint.undeclared", game=game, viewpoint=viewpoint))
    eyes = tuple(sides) if viewpoint == NEUTRAL else (viewpoint,)
    same = watch is not None and watch.sides == eyes and watch.module is recording.module
    return Viewed(recording, eyes, concealer, watch if same else None)


class Viewed(Recording):
    """A recording of which only what some sides know is there.

    Where the game hides something, its log is one line of observed entries, numbered from 1.
    """

    def __init__(
        self,
        whole: Recording,
        eyes: tuple[str, ...],
        concealer: Concealer,
        watch: Watch | None = None,
    ) -> None:
        self.whole, self.eyes, self._concealer = whole, eyes, concealer
        self.watch = watch or Watch(whole.module, concealer, eyes)
        self.left_out: list[str] = []
        """Remarks on written text that was left out, one sentence each."""
        self.numbers: dict[int, int] | None = None
        """The number here of each entry of the whole line; None where they are the same."""
        entries = whole.timeline.entries
        tip = entries[-1].id if entries else 0
        super().__init__(whole.log, whole.module, self._notes(), whole.notices, tip)
        self._see()

    def follow(self, tip: int) -> None:
        """Show another line of the whole log, with the same eyes."""
        self.whole.follow(tip)
        super().__init__(self.whole.log, self.module, self._notes(), self.notices, tip)
        self._see()

    def number(self, entry_id: int) -> int:
        """Return the number here of an entry of the whole line; 0 for one that is not on it."""
        return entry_id if self.numbers is None else self.numbers.get(entry_id, 0)

    def _see(self) -> None:
        if not self._concealer.hides:
            self.timeline.entries[:] = self.whole.timeline.entries  # sealed pieces that are known
            return
        line = observed_line(self.watch.see(self.whole.timeline))
        log = Log(self.whole.log.header, line.entries)
        super().__init__(log, self.module, self._renumbered(line.numbers), self.notices, len(log))
        self.timeline.hold(len(log), line.end)
        self.numbers = line.numbers

    def _notes(self) -> Annotations:
        """Return the annotations that these eyes may read."""
        notes = self.whole.annotations
        if may_read(notes, self.eyes, hides=self._concealer.hides):
            return notes
        written = sum(note.says_something for note in notes.entries.values())
        if written or notes.intro or notes.conclusion:
            self.left_out = [t("report.viewpoint.unreleased", count=written)]
        bare = Annotations(log=notes.log)
        if self._concealer.hides:
            return bare
        return bare.model_copy(update={"branches": notes.branches, "main": notes.main})

    def _renumbered(self, numbers: dict[int, int]) -> Annotations:
        """Return the annotations by the numbers of the observed entries; the first of each."""
        notes = self.annotations
        entries: dict[int, Annotation] = {}
        for old, note in notes.entries.items():
            if old in numbers:
                entries.setdefault(numbers[old], note)
        cover = numbers.get(notes.cover) if notes.cover is not None else None
        told = {"entries": entries, "cover": cover, "branches": {}, "main": None}
        return notes.model_copy(update=told)
