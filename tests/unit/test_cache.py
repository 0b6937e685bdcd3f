"""The cache folder: entries are found again, damaged ones replaced, failures harmless."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cache import MOST, cached, code_of


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache folder, which does not exist yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "holland44" / "made"


def no_need() -> bytes:
    raise AssertionError("it was made before")


def test_an_entry_is_made_once(folder: Path) -> None:
    assert cached("font", ("a", 1), lambda: b"made") == b"made"
    assert cached("font", ("a", 1), no_need) == b"made"
    assert cached("font", ("a", 2), lambda: b"other") == b"other"
    assert cached("board", ("a", 1), lambda: b"third") == b"third"


def test_a_damaged_entry_is_made_again(folder: Path) -> None:
    cached("font", 1, lambda: b"made")
    (file,) = folder.iterdir()
    for damaged in (b"", file.read_bytes()[:-1], b"x" * 30):
        file.write_bytes(damaged)
        assert cached("font", 1, lambda: b"made") == b"made"
    assert cached("font", 1, no_need) == b"made"


def test_without_a_folder_an_entry_is_made_each_time(folder: Path) -> None:
    folder.parent.parent.joinpath("holland44").write_text("in the way")
    assert cached("font", 1, lambda: b"made") == b"made"
    assert cached("font", 1, lambda: b"again") == b"again"


def test_the_folder_has_a_size_limit(folder: Path) -> None:
    cached("board", 1, lambda: b"another kind")
    for number in range(MOST + 5):
        cached("font", number, lambda: b"made")
    assert len(list(folder.glob("font-*"))) == MOST
    assert cached("board", 1, no_need) == b"another kind"
    assert cached("font", MOST + 4, no_need) == b"made"


def test_changed_code_invalidates_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "drawing_of_a_test"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "brush.py").write_text("WIDTH = 1")
    monkeypatch.syspath_prepend(tmp_path)
    before = code_of([package.name])
    assert [name for name, _, _ in before] == ["__init__.py", "brush.py"]
    (package / "brush.py").write_text("WIDTH = 10")
    assert code_of([package.name]) != before
