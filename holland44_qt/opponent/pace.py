"""The pace at which the computer shows its orders."""

from __future__ import annotations

from collections.abc import Mapping

from holland44_qt.settings import settings

PACES: Mapping[str, int] = {"slow": 2000, "normal": 900, "fast": 350, "at_once": 0}
"""Milliseconds between two orders, by the name of the pace."""
NORMAL = "normal"
_KEPT = "opponent/pace"


def kept_pace() -> str:
    """Return the name of the last chosen pace."""
    result = settings().value(_KEPT)
    return result if isinstance(result, str) and result in PACES else NORMAL


def keep_pace(name: str) -> None:
    """Save the name of a pace."""
    settings().setValue(_KEPT, name)
