"""Check how docstrings and docs are written, by the rules in CONTRIBUTING.md.

Prints each fault with its file and line; exit code 1 where there is one.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CODE = ("engine", "holland44_qt", "packaging")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**/*.md")
OPENINGS = ("What", "Who", "Whoever", "Whose", "How", "Where", "That", "It", "Nobody")
"""Words that begin no docstring: they start a riddle instead of naming what the code does."""
RIDDLES = {
    r"\bat hand\b": "available, current",
    r"\banew\b": "again",
    r"\bfor ever\b": "permanently, or leave it out",
    r"\bis told\b": "is reported, is described",
    r"\bwhoever\b": "users who",
    r"\bis owed\b": "is pending",
    r"\bworked out\b": "computed",
    r"\bthe book\b": "the rulebook",
    r"\bthe house\b": "the architecture",
    r"\bstands for itself\b": "is clear",
}
"""Figures of speech, as patterns, and what to write instead."""
LONGEST = 40
"""Words in a sentence of the docs."""


def faults_of_words(text: str) -> Iterator[str]:
    """Yield the figures of speech in a text."""
    for pattern, instead in RIDDLES.items():
        match = re.search(pattern, text, re.IGNORECASE)
        if match:
            yield f'"{match[0]}": write {instead}'


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and text of each docstring, those of constants and fields included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "lineno", 1), text
        body = getattr(node, "body", None)
        for before, after in pairwise(body if isinstance(body, list) else ()):
            is_field = isinstance(before, ast.Assign | ast.AnnAssign)
            if is_field and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                yield after.lineno, str(after.value.value)


def faults_of_module(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and fault for the docstrings of a Python file."""
    for line, text in docstrings(ast.parse(path.read_text(encoding="utf-8"))):
        # A clause of the rules begins with its numbers.
        first = re.sub(r"^[A-Z0-9.\w]+(, [A-Z0-9.\w]+)*: (?=\S)", "", text).split(" ", 1)[0]
        if first in OPENINGS:
            yield line, f'a docstring begins with "{first}": name what the code does or is'
        yield from ((line, fault) for fault in faults_of_words(text))


def faults_of_page(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and fault for a page of Markdown; code blocks and tables are left out."""
    code = False
    for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if text.startswith("```"):
            code = not code
        if code or text.startswith(("|", "    ")):
            continue
        plain = re.sub(r"`[^`]*`|\]\([^)]*\)", "x", text)
        yield from ((line, fault) for fault in faults_of_words(plain))
        for sentence in re.split(r"(?<=[.!?:;]) ", plain):
            if len(sentence.split()) > LONGEST:
                yield line, f"a sentence of {len(sentence.split())} words: split it"


def faults() -> Iterator[str]:
    """Yield every fault with its file and line."""
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            yield from (f"{name}:{n}: {fault}" for n, fault in faults_of_module(path))
    for pattern in PAGES:
        for path in sorted(ROOT.glob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            yield from (f"{name}:{n}: {fault}" for n, fault in faults_of_page(path))


def main() -> int:
    """Print the faults; return 1 where there is one."""
    result = list(faults())
    print("\n".join(result) or "prose: no faults")
    return bool(result)


if __name__ == "__main__":
    sys.exit(main())
