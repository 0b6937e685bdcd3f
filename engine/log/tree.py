"""The log as a tree: every entry has a parent, nothing is ever deleted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.entry import Entry, Header


class Log:
    """A header and entries; entry n is the n-th line after the header.

    Undo moves play back to an earlier entry; the next action then starts a branch. Look-ups are
    O(1), a line is O(its length).
    """

    def __init__(self, header: Header, entries: Iterable[Entry] = ()) -> None:
        self.header = header
        self.entries: list[Entry] = []
        self._children: dict[int, list[int]] = {0: []}
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Append an entry. Raises UserError if its id or parent does not fit."""
        if entry.id != len(self.entries) + 1:
            raise UserError(t("log.error.order", entry=entry.id, expected=len(self.entries) + 1))
        if not 0 <= entry.parent < entry.id:
            raise UserError(t("log.error.parent", entry=entry.id, parent=entry.parent))
        self.entries.append(entry)
        self._children[entry.id] = []
        self._children[entry.parent].append(entry.id)

    def drop_last(self) -> None:
        """Remove the newest entry, which could not be written."""
        entry = self.entries.pop()
        del self._children[entry.id]
        self._children[entry.parent].remove(entry.id)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, entry_id: int) -> Entry:
        if not 1 <= entry_id <= len(self.entries):
            raise UserError(t("log.error.no_entry", entry=entry_id, last=len(self.entries)))
        return self.entries[entry_id - 1]

    def children(self, entry_id: int) -> list[int]:
        """Return the entries that continue an entry (0: the beginning), oldest first."""
        return self._children[entry_id]

    def line(self, tip: int | None = None) -> list[Entry]:
        """Return the entries from the beginning to ``tip`` (default: the last one written)."""
        entry_id = len(self.entries) if tip is None else tip
        line = []
        while entry_id:
            entry = self[entry_id]
            line.append(entry)
            entry_id = entry.parent
        return line[::-1]

    def tips(self) -> Iterator[int]:
        """Return the ends of all branches, oldest first."""
        return (e.id for e in self.entries if not self._children[e.id])
