"""Which version of the program this is."""

from __future__ import annotations


def told() -> str:
    """The line that ``holland44 --version`` prints."""
    from importlib.metadata import version

    return f"holland44 {version('holland44-qt')}"
