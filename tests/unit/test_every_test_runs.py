"""Every test file runs: none is shadowed by another of the same name."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_test_folders_are_no_packages() -> None:
    """pytest names a file in a package relative to it: of two equal names, only one runs."""
    packages = {path.parent for path in TESTS.rglob("__init__.py")}
    assert [p for p in packages if any(p.glob("test_*.py"))] == []
