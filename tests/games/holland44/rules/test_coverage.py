"""Rules are in their chapters' files, or named there."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from engine.games.holland44.contents import CHAPTERS
from engine.games.holland44.coverage import coverage


def chapter_docs() -> dict[int, str]:
    """Return the docstrings of the files of each chapter."""
    found: dict[int, str] = {}
    for module in CHAPTERS:
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


def test_the_chapters_are_all_there_are():
    """No file of a chapter is left out of the contents; each begins with its numbers."""
    folder = Path(str(files("engine.games.holland44.rules")))
    there = {p.stem for p in folder.rglob("ch*.py")} | {p.stem for p in folder.glob("ch*/*.py")}
    assert {m.__name__.rpartition(".")[2] for m in CHAPTERS} == there - {"__init__"}
    assert len(set(CHAPTERS)) == len(CHAPTERS)
