"""Viewpoints of reports: the whole game, one side's view, or the neutral view.

A recording is observed (:mod:`engine.play.observed`) before anything is described, counted or
drawn. All later steps use an ordinary recording without any hidden information.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    """Return the viewpoint of an export if none was requested.

    It is ``both`` for a game in which nothing was hidden. Otherwise it is the side whose private
    file is beside the log, or ``neutral`` unless there is exactly one such side.
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
    """Return a recording with the private data of a viewpoint, from the files beside its log."""
    sides = [side.id for side in recording.module.meta.sides]
    mine = sides if viewpoint == BOTH else [viewpoint] if viewpoint in sides else []
    return recording if log is None else with_private(recording, log, mine)


def may_read(notes: Annotations, viewing_sides: tuple[str, ...], *, hides: bool) -> bool:
    """Return whether some sides may read an annotation file of a game that may hide information.

    A side may read its own file. Everyone may read a file that its side has released, and a
    released file of no side if the game hides nothing.
    """
    mine = bool(notes.side) and viewing_sides == (notes.side,)
    return mine or (notes.revealed and (bool(notes.side) or not hides))


def readable(recording: Recording, files: list[Annotations], viewpoint: str) -> list[Annotations]:
    """Return the annotation files that a viewpoint may read; all for ``both``."""
    if viewpoint == BOTH:
        return files
    concealer = concealer_of(recording)
    hides = concealer is not None and concealer.hides
    sides = tuple(side.id for side in recording.module.meta.sides)
    viewing_sides = sides if viewpoint == NEUTRAL else (viewpoint,)
    return [notes for notes in files if may_read(notes, viewing_sides, hides=hides)]


def withheld(files: Iterable[Annotations]) -> list[str]:
    """Return a message about the texts of annotation files that are left out, if there are any."""
    written = framed = 0
    for notes in files:
        written += sum(note.says_something for note in notes.entries.values())
        framed += bool(notes.intro or notes.conclusion)
    return [t("report.viewpoint.unreleased", count=written)] if written or framed else []


def viewed(recording: Recording, viewpoint: str, watch: Watch | None = None) -> Recording:
    """Return a recording from a viewpoint: ``both``, ``neutral``, or the id of a side.

    ``neutral`` shows what every side sees. ``watch`` is the observation of an earlier view of the
    same log, for reuse. If the game hides information, unreleased comments are left out. Raises
    UserError for an unknown viewpoint, and if the game does not declare what it hides.
    """
    if viewpoint == BOTH:
        return recording
    sides = [side.id for side in recording.module.meta.sides]
    if viewpoint != NEUTRAL and viewpoint not in sides:
        known = ", ".join((BOTH, NEUTRAL, *sides))
        raise UserError(t("report.viewpoint.unknown", given=viewpoint, known=known))
    concealer = concealer_of(recording)
    if concealer is None:
        game = recording.module.title
        raise UserError(t("report.viewpoint.undeclared", game=game, viewpoint=viewpoint))
    viewing_sides = tuple(sides) if viewpoint == NEUTRAL else (viewpoint,)
    same = watch is not None and watch.sides == viewing_sides and watch.module is recording.module
    return Viewed(recording, viewing_sides, concealer, watch if same else None)


class Viewed(Recording):
    """A recording restricted to the knowledge of some sides.

    If the game hides information, its log is a single line of observed entries, numbered from 1.
    """

    def __init__(
        self,
        whole: Recording,
        viewing_sides: tuple[str, ...],
        concealer: Concealer,
        watch: Watch | None = None,
    ) -> None:
        self.whole, self.viewing_sides, self._concealer = whole, viewing_sides, concealer
        self.watch = watch or Watch(whole.module, concealer, viewing_sides)
        self.left_out: list[str] = []
        """Messages about annotations that were left out."""
        entries = whole.timeline.entries
        tip = entries[-1].id if entries else 0
        super().__init__(whole.log, whole.module, self._notes(), whole.notices, tip)
        self._observe()

    def follow(self, tip: int) -> None:
        """Show another line of the whole log from the same viewpoint."""
        self.whole.follow(tip)
        super().__init__(self.whole.log, self.module, self._notes(), self.notices, tip)
        self._observe()

    def number(self, entry_id: int) -> int:
        """Return the number in this view of an entry of the whole line; 0 for an entry of another
        line.
        """
        return entry_id if self.numbers is None else self.numbers.get(entry_id, 0)

    def _observe(self) -> None:
        if not self._concealer.hides:
            self.timeline.entries[:] = self.whole.timeline.entries  # sealed pieces that are known
            return
        line = observed_line(self.watch.observe(self.whole.timeline))
        log = Log(self.whole.log.header, line.entries)
        super().__init__(log, self.module, self._renumbered(line.numbers), self.notices, len(log))
        self.timeline.hold(len(log), line.end)
        self.numbers = line.numbers

    def _notes(self) -> Annotations:
        """Return the annotations that these sides may read."""
        notes = self.whole.annotations
        if may_read(notes, self.viewing_sides, hides=self._concealer.hides):
            return notes
        self.left_out = withheld([notes])
        bare = Annotations(log=notes.log)
        if self._concealer.hides:
            return bare
        return bare.model_copy(update={"branches": notes.branches, "main": notes.main})

    def _renumbered(self, numbers: dict[int, int]) -> Annotations:
        """Return the annotations by number in this view; the first one wins where several
        coincide.
        """
        notes = self.annotations
        entries: dict[int, Annotation] = {}
        for old, note in notes.entries.items():
            if old in numbers:
                entries.setdefault(numbers[old], note)
        cover = numbers.get(notes.cover) if notes.cover is not None else None
        changes = {"entries": entries, "cover": cover, "branches": {}, "main": None}
        return notes.model_copy(update=changes)
