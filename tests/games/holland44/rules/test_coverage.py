"""Rules are in their chapters' files, or named there."""

from __future__ import annotations

import re
from importlib import import_module
from pkgutil import walk_packages

from engine.games.holland44 import rules
from engine.games.holland44.contents import CHAPTERS
from engine.games.holland44.coverage import coverage

FILES = [
    import_module(found.name)
    for found in walk_packages(rules.__path__, f"{rules.__name__}.")
    if not found.ispkg
]


def chapter_docs() -> dict[int, str]:
    """Return the docstrings of the files of each chapter."""
    found: dict[int, str] = {}
    for module in FILES:
        chapter = re.search(r"\.ch(\d\d)_", module.__name__)
        assert chapter, module
        number = int(chapter.group(1))
        found[number] = found.get(number, "") + " ".join((module.__doc__ or "").split())
    return found


def test_the_clause_of_a_rule_is_in_its_chapter_or_named_there():
    docs = chapter_docs()
    for row in coverage():
        if not row.function or not row.id[0].isdigit():
            continue  # the scenarios are data
        chapter = int(re.match(r"\d+", row.id).group())
        if re.search(rf"\.rules\.ch{chapter:02d}_", row.function):
            continue
        name = re.sub(r"engine\.games\.holland44\.(rules\.(ch08_movement\.)?)?", "", row.function)
        assert f"``{name}``" in docs[chapter], row


def test_the_contents_list_every_file_with_clauses():
    def has_clauses(module):
        marked = (f for f in vars(module).values() if hasattr(f, "clause"))
        return any(f.__module__ == module.__name__ for f in marked)

    assert sorted(m.__name__ for m in CHAPTERS) == [
        m.__name__ for m in sorted(FILES, key=lambda m: m.__name__) if has_clauses(m)
    ]
