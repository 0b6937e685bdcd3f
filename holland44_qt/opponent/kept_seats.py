"""Saved seats: sides that the computer plays in games where they were chosen after the start."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from engine.opponent.strengths import PLAYERS
from holland44_qt.settings import settings

_KEPT = "opponent/seats"
MOST = 50
"""Maximum number of most recent games that are remembered."""


def kept_seats(path: Path) -> dict[str, str] | None:
    """Return the computer's sides in a game, with their players; None if no choice was made."""
    result = _all().get(str(path.resolve()))
    if result is None:
        return None
    return {side: name for side, name in result.items() if name in PLAYERS}


def keep_seats(path: Path, seats: Mapping[str, str]) -> None:
    """Remember the computer's sides in a game; none for two people."""
    rest = {name: old for name, old in _all().items() if name != str(path.resolve())}
    rest[str(path.resolve())] = dict(seats)
    settings().setValue(_KEPT, json.dumps(dict(list(rest.items())[-MOST:])))


def _all() -> dict[str, dict[str, str]]:
    """Return all saved seats; empty where the settings are invalid."""
    try:
        stored = json.loads(str(settings().value(_KEPT) or "{}"))
    except ValueError:
        return {}
    games = stored.items() if isinstance(stored, dict) else ()
    return {str(path): _texts(seats) for path, seats in games if isinstance(seats, dict)}


def _texts(seats: Mapping[object, object]) -> dict[str, str]:
    return {str(side): str(name) for side, name in seats.items()}
