"""Every test file runs: none is shadowed by another, none needs files beside the repository."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_test_folders_are_no_packages() -> None:
    """pytest names a file in a package relative to it: of two equal names, only one runs."""
    packages = {path.parent for path in TESTS.rglob("__init__.py")}
    assert [p for p in packages if any(p.glob("test_*.py"))] == []


def test_no_test_reads_files_beside_the_repository() -> None:
    outside = []
    for path in TESTS.rglob("*.py"):
        text, depth = path.read_text(encoding="utf-8"), len(path.relative_to(TESTS).parts)
        up = [int(number) for number in re.findall(r"\(__file__\)[.\w()]*\.parents\[(\d+)\]", text)]
        if any(number > depth for number in up):
            outside.append(path.name)
    assert outside == []
