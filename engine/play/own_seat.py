"""The own seat in a shared game with hidden units: whose view of the game's file is shown here."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core.errors import UserError
from engine.files import read_limited
from engine.log.hidden_orders import SideView, opened_log, still_hidden
from engine.log.tree import Log
from engine.play.bylines import LIMIT, read_key
from engine.user_folders import kept_folder

_GAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class _Seat(BaseModel):
    """The parts of a stored membership (:mod:`engine.together.membership`) that are needed."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    side: str = Field(max_length=40)
    path: str = Field(max_length=4096)


def own_view(game: str, path: Path) -> SideView | None:
    """Return the view of this machine's user in a game; None without a seat.

    A copy elsewhere, such as a host's, is no player's: it is shown as everybody sees it.
    """
    file = kept_folder("together") / f"{game}.json"
    if not _GAME.fullmatch(game) or not file.exists():
        return None
    try:
        seat = _Seat.model_validate_json(read_limited(file, LIMIT))
        if not seat.side or Path(seat.path) != path.absolute():
            return None
        return SideView(seat.side, read_key(file.with_suffix(".pem")))
    except (ValidationError, UserError):
        return None


def known_log(log: Log, path: Path) -> tuple[Log, bool]:
    """Return a log with hidden orders as far as it is known here, and whether that is a view.

    It is the whole game once everything was opened, else what the own side sees. Raises UserError
    for a damaged box.
    """
    if not still_hidden(log):
        return opened_log(log), False
    view = own_view(log.header.id, path)
    if view is None:
        return log, True
    return Log(log.header, map(view.entry, log.entries)), True
