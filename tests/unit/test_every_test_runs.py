"""Every file of tests is run: none hides behind another of the same name."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_no_folder_of_tests_is_a_package_of_its_own() -> None:
    """pytest knows a file in a package by its name from there: of two that are alike, one runs."""
    packages = {path.parent for path in TESTS.rglob("__init__.py")}
    assert [p for p in packages if any(p.glob("test_*.py"))] == []
