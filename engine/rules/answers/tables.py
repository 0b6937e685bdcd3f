"""What a table says, and what is done with each rule of the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class TableResult:
    """What a game's table says: result, row and column as printed, how it was found.

    The result is a word as printed, or where the game says so a number, a list, a mapping.
    """

    result: Any
    row: str
    column: str
    notes: tuple[str, ...] = ()
    effects: Mapping[str, object] = field(default_factory=dict)
    basis: str = "stated"


CoverageStatus = Literal["enforced", "advised", "manual", "open", "not a rule"]


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """One entry of the rule ledger: what is done with it, where, and by which test it is proved.

    ``function`` is ``module:name`` (several, separated by blanks), ``test`` ``file::name``; ``why``
    explains what is neither enforced nor open.
    """

    id: str
    title: str
    status: CoverageStatus
    function: str = ""
    test: str = ""
    why: str = ""
