"""What a rule has against a step, a retreat or an advance, before it is put into words."""

from __future__ import annotations

from typing import NamedTuple


class Objection(NamedTuple):
    """The rule, a word for the reason, the place it is about, and where the step began (or -1)."""

    rule: str
    why: str
    place: int
    start: int = -1
