"""The folder and the file names of new games."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from platformdirs import user_documents_path

from engine.files import unused_path
from engine.log.store import SUFFIX
from holland44_qt.settings import settings

FOLDER = "files/games"
"""Settings key of the folder of the last new game."""
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")


def games_folder() -> Path:
    """Return the folder of the last new game, or a folder among the user's documents."""
    stored = settings().value(FOLDER)
    return (
        Path(stored)
        if isinstance(stored, str) and stored
        else user_documents_path() / "Holland '44"
    )


def file_name(title: str) -> str:
    """Return a file name that is valid on every system ("Rosie's game": "rosie-s-game.h44log")."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return (_NOT_IN_NAMES.sub("-", plain).strip("-").lower() or "game") + SUFFIX


def free_path(folder: Path, title: str) -> Path:
    """Return an unused path in a folder."""
    return unused_path(folder / file_name(title))
