"""Answers about tables and the coverage of rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class TableResult:
    """A result of a game's table, with the printed row and column.

    The result is a printed word or, in some games, a number, list or mapping.
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
    """An entry of the rule ledger: its status, the functions that implement it and its test.

    ``function`` is ``module:name`` (several are separated by spaces), ``test`` is ``file::name``;
    ``why`` explains entries that are neither enforced nor open.
    """

    id: str
    title: str
    status: CoverageStatus
    function: str = ""
    test: str = ""
    why: str = ""
