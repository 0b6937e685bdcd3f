"""Sample games included with the program, opened in review only."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from engine.log.store import SUFFIX

FIRST = "market-garden-turn-1"
"""Sample for new users: the extended example of a whole rulebook."""


def sample_games() -> list[Path]:
    """Return all samples: first the one for new users, then the others by name."""
    result = _folder().glob(f"*{SUFFIX}")
    return sorted(result, key=lambda path: (path.stem != FIRST, path.name))


@lru_cache(maxsize=64)
def is_sample(path: Path) -> bool:
    """Return whether a path belongs to a sample, in any spelling."""
    return path.resolve().parent == _folder().resolve()


def _folder() -> Path:
    return Path(str(files("logs")))
