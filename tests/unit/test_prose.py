"""The check of the project's prose finds what the rules in CONTRIBUTING.md forbid."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def prose() -> ModuleType:
    spec = importlib.util.spec_from_file_location("prose", ROOT / "packaging" / "prose.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_openings_and_figures_of_speech_are_found_in_docstrings(
    prose: ModuleType, tmp_path: Path
) -> None:
    source = tmp_path / "a.py"
    source.write_text(
        '"""What it is."""\n\n\ndef f():\n    """Return the cost, worked out once."""\n\n\n'
        'def g():\n    """8.2, 9.1b: Where a move ends."""\n\n\n'
        'def h():\n    """8.2: return the hexes where a move may end."""\n'
    )
    lines = [line for line, _ in prose.faults_of_module(source)]
    assert lines == [1, 4, 8]


def test_long_sentences_are_found_in_docs_but_not_in_code_and_tables(
    prose: ModuleType, tmp_path: Path
) -> None:
    page = tmp_path / "a.md"
    long = " ".join(["word"] * (prose.LONGEST + 1))
    page.write_text(f"Short.\n\n{long}.\n\n```\n{long}\n```\n\n| {long} |\n\nIt is told `anew`.\n")
    assert [line for line, _ in prose.faults_of_page(page)] == [3, 11]
