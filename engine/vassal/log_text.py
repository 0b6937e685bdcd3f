"""Format a VASSAL log as text: one line per step, chapters and dice; undone steps in brackets."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import ManualEdit, Note
from engine.i18n import t
from engine.log.entry import Entry
from engine.log.tree import Log
from engine.vassal.importer import Imported


def lines(imported: Imported) -> Iterator[str]:
    """Yield the lines of a game's text, in the order of play."""
    yield imported.title
    yield "=" * min(len(imported.title), 100)
    for side, player in imported.players.items():
        yield t("vassal.text.player", side=side, player=player)
    log = Log(imported.header("text", "", "", ""), imported.entries)
    current_ids = {entry.id for entry in log.line()}
    for entry in imported.entries:
        chapter = imported.chapters.get(entry.id)
        if chapter:
            yield ""
            yield f"— {chapter} —"
        yield _line(entry, entry.id in current_ids)
    if imported.problems:
        yield ""
        yield from imported.problems


def _line(entry: Entry, current: bool) -> str:
    action = entry.action
    text = action.text if isinstance(action, ManualEdit | Note) else ""
    values = "; ".join(",".join(map(str, dice.values)) for dice in entry.dice)
    if values:
        text = t("vassal.text.dice", text=text, values=values)
    by = f"{entry.by}: " if entry.by else ""
    return f"{entry.id:5}  {by}{text}" if current else f"{entry.id:5}  [{by}{text}]"
