"""The recorded games that come with the program: they are looked at, not played on."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from engine.log.store import SUFFIX

FIRST = "market-garden-turn-1"
"""The sample that newcomers are shown: the extended example of a whole rulebook."""


def sample_games() -> list[Path]:
    """All of them: the one for newcomers, then the others in the order of their names."""
    found = _folder().glob(f"*{SUFFIX}")
    return sorted(found, key=lambda path: (path.stem != FIRST, path.name))


@lru_cache(maxsize=64)
def is_sample(path: Path) -> bool:
    """Is this one of them, however its path is written?"""
    return path.resolve().parent == _folder().resolve()


def _folder() -> Path:
    return Path(str(files("logs")))
