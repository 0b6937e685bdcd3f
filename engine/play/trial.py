"""What-if play: a game tried in memory from any position of a recording, and stored on request.

The log on disk is unchanged. A trial holds the recording's entries and the tried ones, as branches;
:func:`keep` writes one of its lines to the game, beside the main line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.actions import Note
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State, digest
from engine.i18n import t
from engine.log.entry import Entry, now
from engine.log.store import DIGEST_EVERY
from engine.log.timeline import Timeline
from engine.log.tree import Log
from engine.play.game import Game, Recording


class Memory:
    """A log in memory: its first ``known`` entries come from a recording, the others are tried."""

    def __init__(self, log: Log, tried: Iterable[Entry] = ()) -> None:
        self.known = len(log)
        self.log = Log(log.header, (*log.entries, *tried))

    def append(self, entry: Entry) -> None:
        """Add an entry."""
        self.log.add(entry)

    def extend(self, entries: Iterable[Entry]) -> None:
        """Add several entries."""
        for entry in entries:
            self.log.add(entry)

    def close(self) -> None:
        """Do nothing; there is nothing to release."""


class Trial(Game):
    """A game in memory."""

    def __init__(self, recording: Recording, tried: Sequence[Entry] = ()) -> None:
        self._memory = Memory(recording.log, tried)
        tip = recording.timeline.entries[-1].id if recording.timeline.entries else 0
        super().__init__(self._memory, recording.module, annotations=recording.annotations, tip=tip)

    @property
    def known(self) -> int:
        """Return the number of the recording's own entries; later entries were tried."""
        return self._memory.known

    @property
    def tried(self) -> tuple[Entry, ...]:
        """Return all tried entries, on every line."""
        return tuple(self.log.entries[self.known :])

    def line_tried(self, tip: int | None = None) -> tuple[Entry, ...]:
        """Return the tried entries on the line shown, or on the line that ends with an entry."""
        line = self.timeline.entries if tip is None else self.log.line(tip)
        return tuple(entry for entry in line if entry.id > self.known)

    def over(self, recording: Recording) -> Trial:
        """Return the same trial over a recording that has grown since."""
        return Trial(recording, renumbered(self.tried, self.known, len(recording.log)))

    def without(self, entries: Iterable[Entry]) -> tuple[Entry, ...]:
        """Return the tried entries without some of them and without their continuations,
        renumbered.
        """
        gone = {entry.id for entry in entries}
        stays: list[Entry] = []
        number: dict[int, int] = {}
        for entry in self.tried:
            if entry.id in gone or entry.parent in gone:
                gone.add(entry.id)
                continue
            number[entry.id] = self.known + len(stays) + 1
            parent = number.get(entry.parent, entry.parent)
            stays.append(entry.model_copy(update={"id": number[entry.id], "parent": parent}))
        return tuple(stays)


def keep(game: Game, tried: Sequence[Entry], name: str) -> Entry:
    """Write a tried line to a game, beside its main line; return the note that begins it.

    ``tried`` are the entries from the point where the line leaves the game, in order. All is
    written or nothing. Raises UserError if there is nothing, no name, or the file cannot be
    written.
    """
    name = name.strip()[:200]
    if not tried or not name:
        raise UserError(t("trial.error.nothing" if not tried else "trial.error.no_name"))
    places = game.module.places
    first = len(game.log) + 1
    left = tried[0].parent
    before = Timeline(game.log, places, left)
    state = before.state(len(before))
    text = t("trial.begins", name=name)
    note = Entry(id=first, parent=left, at=now(), by=tried[0].by, action=Note(text=text, line=name))
    made = [_sealed(note, game, state)]
    for entry in tried:
        state = apply(state, entry.effects, places)
        changes = {"id": made[-1].id + 1, "parent": made[-1].id}
        made.append(_sealed(entry.model_copy(update=changes), game, state))
    game.file.extend(made)
    return made[0]


def _sealed(entry: Entry, game: Game, after: State) -> Entry:
    """Return an entry with a digest if its number requires one."""
    state_digest = digest(after, game.module.places) if entry.id % DIGEST_EVERY == 0 else None
    return entry.model_copy(update={"digest": state_digest})


def renumbered(tried: Sequence[Entry], known: int, now_known: int) -> tuple[Entry, ...]:
    """Return tried entries renumbered for a recording that grew from ``known`` to ``now_known``."""
    by = now_known - known
    if not by:
        return tuple(tried)
    return tuple(
        entry.model_copy(
            update={
                "id": entry.id + by,
                "parent": entry.parent + by if entry.parent > known else entry.parent,
            }
        )
        for entry in tried
    )
