"""Data files with the expectations of a rulebook reader, in the form that all games share.

Each line that begins with a dash is a group in JSON (and so YAML): the rule, a position, one
operation of the probe (``ask``) or orders one after the other (``do``), and the expected answer
(``expect``). With ``each`` and ``cases`` the group is a table: every row is an expectation of its
own, whose values replace ``{name}``. A text that is only ``{name}`` keeps the type of the value.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Position = Callable[[Json, Json], Json]
"""Builds the position of a group from its words and its question."""

ABOUT = frozenset(["rule", "text", "each", "cases", "ask", "do", "expect"])
"""Fields of a group that are not part of the position."""


@dataclass(frozen=True)
class Expectation:
    """One question: its source, request or orders, and the rulebook's answer."""

    name: str
    chapter: str
    rule: str
    position: Json
    ask: Json
    do: list[Any]
    expect: Json


def expectations_in(folder: Path, position: Position) -> list[Expectation]:
    """Return all expectations of a folder, by file."""
    return [
        expectation
        for path in sorted(folder.glob("*.yaml"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("- ")
        for expectation in expanded(json.loads(line[2:]), path.stem, position)
    ]


def expanded(group: Json, label: str, position: Position) -> Iterator[Expectation]:
    """Yield the expectations of a group."""
    names = str(group.get("each", "")).split()
    rows = group.get("cases", [[]])
    for n, values in enumerate(rows, 1):
        row = dict(zip(names, values, strict=True))
        words = _filled({k: v for k, v in group.items() if k not in ("each", "cases")}, row)
        ask = words.get("ask", {})
        place = {k: v for k, v in words.items() if k not in ABOUT}
        name = f"{label} {words['rule']} {words.get('text', '')}".strip()
        yield Expectation(
            name if len(rows) == 1 else f"{name} [{n}]",
            label,
            str(words["rule"]),
            position(place, ask) if place else {},
            ask,
            words.get("do", []),
            words["expect"],
        )


def _filled(value: Any, row: Json) -> Any:
    """Return a value with the fields of a row filled in."""
    if isinstance(value, dict):
        return {_filled(k, row): _filled(v, row) for k, v in value.items()}
    if isinstance(value, list):
        return [_filled(v, row) for v in value]
    if not isinstance(value, str):
        return value
    for key, given in row.items():
        if value == f"{{{key}}}":
            return given
        value = value.replace(f"{{{key}}}", str(given))
    return value
