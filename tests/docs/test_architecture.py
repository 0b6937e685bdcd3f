"""Pages for programmers list the layers that ``lint-imports`` checks, and name files that exist."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LAYERS = {
    contract["containers"][0]: contract["layers"]
    for contract in CONTRACTS["tool"]["importlinter"]["contracts"]
    if contract["type"] == "layers"
}


def listed(title: str) -> list[list[str]]:
    """Return the packages in each row of the table below a title."""
    rows = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0].splitlines()
    cells = [row.split("|")[1] for row in rows if row.startswith("| `")]
    return [re.findall(r"`(\w+)`", cell) for cell in cells]


def test_the_layers_of_the_engine_are_listed_in_their_order() -> None:
    layers = [sorted(re.findall(r"\w+", layer)) for layer in LAYERS["engine"]]
    assert [sorted(row) for row in listed("The packages of the engine")] == layers


def test_the_packages_of_the_window_are_listed_in_the_order_of_their_layers() -> None:
    layer = {name: n for n, row in enumerate(LAYERS["holland44_qt"]) for name in row.split(" | ")}
    rows = listed("The packages of the window")
    for above, below in pairwise(rows):
        assert max(layer[name] for name in above) <= min(layer[name] for name in below)
    packages = {path.parent.name for path in ROOT.glob("holland44_qt/*/__init__.py")}
    assert packages - {"widgets"} <= {name for row in rows for name in row}


@pytest.mark.parametrize("page", ["architecture.md", "writing-rules.md", "adding-a-game.md"])
def test_files_of_the_program_that_a_page_names_exist(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:engine|holland44_qt|tests)/[\w/]+(?:\.py)?)`", text))
    assert named
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []
