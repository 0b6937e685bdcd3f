"""Names of lines of play: no two of a game bear the same, nor what one without a name is called."""

from __future__ import annotations

from engine.i18n import t
from engine.log.lines import MAIN, name_of
from engine.play.game import Recording


def is_taken(recording: Recording, name: str, start: int = 0) -> bool:
    """Is another line than the one that starts with an entry called so? Nothing is no name."""
    log, notes, wanted = recording.log, recording.annotations, name.strip().casefold()
    given = (name_of(log, notes, entry.id) for entry in log.entries if entry.id != start)
    words = (MAIN, t("history.branch.main")) if start != 1 else (MAIN,)
    return bool(wanted) and wanted in {word.casefold() for word in (*given, *words)}
