"""Names of lines of play: unique in a game, and different from the default names."""

from __future__ import annotations

from engine.i18n import t
from engine.log.lines import MAIN, name_of
from engine.play.game import Recording


def is_taken(recording: Recording, name: str, start: int = 0) -> bool:
    """Return whether another line of the game has this name. The empty name is always free."""
    log, notes, wanted = recording.log, recording.annotations, name.strip().casefold()
    given = (name_of(log, notes, entry.id) for entry in log.entries if entry.id != start)
    words = (MAIN, t("history.branch.main")) if start != 1 else (MAIN,)
    return bool(wanted) and wanted in {word.casefold() for word in (*given, *words)}
