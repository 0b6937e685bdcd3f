"""The recorded games that come with the program: they are looked at, not played on."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from engine.log.store import SUFFIX


def sample_games() -> list[Path]:
    """All of them, in the order of their names."""
    return sorted(_folder().glob(f"*{SUFFIX}"))


def is_sample(path: Path) -> bool:
    """Is this one of them, however its path is written?"""
    return path.resolve().parent == _folder().resolve()


def _folder() -> Path:
    return Path(str(files("logs")))
