"""The contents of the wheel, and how the program restarts itself."""

import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from engine.child_process import module_line, program_line
from engine.version import commit, third_parties, version_text

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


@pytest.mark.slow
def test_wheel_has_one_package_at_the_top(names):
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"holland44_qt"}


def test_wheel_contains_code_games_and_samples_without_sources(names):
    parts = "holland44_qt/parts"
    assert {f"{parts}/engine/core/state.py", f"{parts}/resources/holland44/board.json"} <= set(
        names
    )
    samples = {Path(name).name for name in names if name.endswith(".h44log")}
    assert samples == {path.name for path in (ROOT / "logs").glob("*.h44log")}
    assert not [name for name in names if "/source/" in name or "/sources/" in name]
    assert f"{parts}/engine/commit.txt" in names or not commit()


def test_child_is_python_from_source_and_the_executable_in_a_built_program(monkeypatch):
    assert program_line("open") == [sys.executable, "-m", "holland44_qt", "open"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert module_line("engine.cache", "x") == [sys.executable, "--run-module", "engine.cache", "x"]


def test_packages_in_use_are_listed_with_their_licences():
    rows = {name.lower(): licence for name, _, licence in third_parties()}
    assert {"networkx", "pydantic", "shapely"} <= set(rows)
    assert not {"pytest", "mypy", "holland44-qt"} & set(rows)
    assert all(rows.values())


def test_version_names_commit_and_games():
    first, second = version_text().splitlines()
    assert first.startswith("holland44 0.")
    assert "holland44" in second.split(", ")
    if commit():  # a machine without git cannot name it
        assert first.endswith(f"({commit()})")
