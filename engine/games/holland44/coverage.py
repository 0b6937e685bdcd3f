"""What the rules engine does with each entry of the rule ledger: the table ``coverage.yaml``."""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

Status = Literal["enforced", "advised", "manual", "open", "not a rule"]


class Row(BaseModel):
    """One entry of the ledger: its id and our title, what is done, and where that is proved.

    ``function`` is ``module:name``, ``test`` ``file::name``; ``why`` explains what is neither
    enforced nor open.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    title: str
    status: Status
    function: str = ""
    test: str = ""
    why: str = ""


@cache
def coverage() -> tuple[Row, ...]:
    """All rows, in the order of the rulebook."""
    text = files("engine.games.holland44").joinpath("coverage.yaml").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if line.startswith("- "))
    return tuple(Row.model_validate_json(line[2:]) for line in lines)


def tally() -> dict[str, int]:
    """How many rows have each status."""
    return dict(Counter(row.status for row in coverage()))
