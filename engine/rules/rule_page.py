"""A page on one rule of a game: title, implementation, tests and readings.

The command line prints it and the window shows it. The data are the rulebook's titles, coverage and
readings.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.core.errors import UserError
from engine.i18n import DEFAULT, language, t
from engine.rules.answers import CoverageRow
from engine.rules.ports import Rulebook
from engine.rules.readings import Reading

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Clause:
    """Code that implements a rule: ``module:name``, file, line and docstring."""

    name: str
    file: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the rule ledger with its clauses."""

    id: str
    title: str
    status: str
    why: str
    clauses: tuple[Clause, ...]
    tests: tuple[str, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The first paragraphs of the clauses' docstrings."""
        return tuple(dict.fromkeys(clause.text for clause in self.clauses))


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule with its entries and readings."""

    number: str
    title: str
    entries: tuple[Entry, ...]
    readings: tuple[Reading, ...]

    def lines(self) -> Iterator[str]:
        """Yield the page as lines of plain text."""
        yield f"{self.number}  {self.title}".rstrip()
        shown: set[str] = set()
        for entry in self.entries:
            yield ""
            yield f"  {entry.id}  {entry.title}: {status_words(entry.status)}"
            if entry.why:
                yield f"    {entry.why}"
            yield from (f"    {text}" for text in entry.texts if text not in shown)
            shown.update(entry.texts)
        for reading in self.readings:
            yield ""
            yield f"  {t('rule_page.reading', rules=', '.join(reading.rules), text=reading.text)}"
            if reading.source:
                yield f"    {reading.source}"
        code = list(self.code_lines())
        if code:
            yield from ("", f"  {t('rule_page.code')}", *(f"    {line}" for line in code))

    def code_lines(self) -> Iterator[str]:
        """Yield where the rule is implemented and which tests cover it, once each."""
        clauses = (clause for entry in self.entries for clause in entry.clauses)
        where = (f"{c.file}:{c.line}  {c.name.partition(':')[2]}" for c in clauses)
        tests = (t("rule_page.test", test=test) for entry in self.entries for test in entry.tests)
        yield from dict.fromkeys((*where, *tests))


def rule_page(book: Rulebook, number: str) -> RulePage:
    """Return the page of a rule and its parts. Raises UserError for an unknown number."""
    wanted = number.strip().rstrip(".")
    rows = [row for row in book.coverage() if _is_part(row.id, wanted)]
    if not rows and wanted not in book.titles:
        known = ", ".join(dict.fromkeys(_chapter(row.id) for row in book.coverage()))
        key = "rule_page.none" if known else "rule_page.empty"
        raise UserError(t(key, rule=wanted, game=book.id, known=known))
    title = book.titles.get(wanted) or next((row.title for row in rows), "")
    readings = tuple(
        reading
        for reading in book.readings
        if any(_is_part(rule, wanted) or _is_part(wanted, rule) for rule in reading.rules)
    )
    # The coverage is in English only; other languages have the titles of the rules.
    titles = {} if language() == DEFAULT else book.titles
    entries = tuple(_entry(row, titles.get(row.id, row.title)) for row in rows)
    return RulePage(wanted, title, entries, readings)


def status_words(status: str) -> str:
    """Return in words what the engine does with a rule."""
    return t(f"rule_page.status.{status.replace(' ', '_')}")


def _is_part(number: str, of: str) -> bool:
    """Return whether a rule is another or a part of it, as 13.1.3.2 and 13.1.3a are of 13.1."""
    rest = number.removeprefix(of)
    return number.startswith(of) and (not rest or rest[0] == "." or rest.isalpha())


def _chapter(number: str) -> str:
    """Return the chapter of a rule: its digits, or the letters of a scenario or table."""
    match = re.match(r"[A-Za-z]*\d*", number)
    return match.group() if match else number


def _entry(row: CoverageRow, title: str) -> Entry:
    clauses = tuple(_clause(name) for name in row.function.split())
    return Entry(row.id, title, row.status, row.why, clauses, tuple(row.test.split()))


def _clause(name: str) -> Clause:
    """Return the file and line of a function, method or class; line 1 for a constant."""
    module, _, path = name.partition(":")
    holder = import_module(module)
    target: Any = holder
    for part in path.split("."):
        target = inspect.getattr_static(target, part)
    target = getattr(target, "func", getattr(target, "fget", getattr(target, "__func__", target)))
    file = Path(str(holder.__file__))
    try:
        _, line = inspect.getsourcelines(target)
        doc = inspect.getdoc(target) or ""
    except (TypeError, OSError):
        line, doc = 1, holder.__doc__ or ""
    shown = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
    return Clause(name, shown.as_posix(), line, " ".join(doc.split("\n\n")[0].split()))
