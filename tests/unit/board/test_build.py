"""The compiler: reproducible bytes, and one message for an unusable source."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from engine.board.build import compile_board
from engine.board.format import BoardError
from tests.thoroughness import some_now

MODULE = Path(str(files("resources") / "holland44"))


@pytest.mark.soak
def test_another_process_with_another_hash_seed_gives_the_same_bytes(board_bytes: bytes) -> None:
    code = (
        "import sys; from pathlib import Path; from engine.board.build import compile_board; "
        "sys.stdout.buffer.write(compile_board(Path(sys.argv[1])))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(MODULE)],
        capture_output=True,
        check=True,
        env={"PYTHONHASHSEED": "4816", "PYTHONPATH": str(MODULE.parents[1])},
    )
    assert run.stdout == board_bytes, (
        "resources/holland44/board.json is not what its sources compile to"
    )


def test_the_board_file_has_one_hex_per_line(board_bytes: bytes) -> None:
    lines = board_bytes.decode().splitlines()
    assert sum(line.startswith('"4816":') for line in lines) == 1
    assert board_bytes.endswith(b"}\n")
    assert list(json.loads(board_bytes)) == [
        "format", "game", "credits", "grid", "hexes", "hexsides", "bridges", "roads", "railways",
        "areas", "drops", "boundaries",
    ]  # fmt: skip


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A copy of the module's sources beside a copy of its geography."""
    shutil.copytree(MODULE / "source", tmp_path / "holland44" / "source")
    shutil.copytree(MODULE.parent / "geo", tmp_path / "geo")
    return tmp_path / "holland44"


Change = Callable[[dict[str, Any]], None]


def _misspelt(o: dict[str, Any]) -> None:
    o["flips"][0]["hexx"] = "4816"


def _unknown_water(o: dict[str, Any]) -> None:
    o["flips"][0]["water"] = "Styx"


def _unknown_bridge(o: dict[str, Any]) -> None:
    o["bridges"].append({"id": "Remagen", "reason": "test"})


def _unknown_place(o: dict[str, Any]) -> None:
    o["settlements"].append({"name": "Atlantis", "hex": "4816", "reason": "test"})


def _dry_bridge(o: dict[str, Any]) -> None:
    o["bridges"].append({"id": "Nijmegen", "hexside": "1000/1001", "reason": "test"})


def _drained(o: dict[str, Any]) -> None:
    o["hexsides"].append({"hexside": "1402/1502", "water": None, "reason": "test"})


def _wooded(o: dict[str, Any]) -> None:
    o["terrain"].append({"hex": "6516", "terrain": "woods", "reason": "test"})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "says"),
    some_now(
        [
            (_misspelt, r"overrides\.json cannot be used: flips\.0\.hexx"),
            (_unknown_water, "Styx"),
            (_unknown_bridge, "Remagen"),
            (_unknown_place, "Atlantis"),
            (_dry_bridge, "Nijmegen"),
            (_drained, "BH_Lommel|1402/1502"),
            (_wooded, "6516 terrain clear; found woods"),
        ],
        now=lambda row: row[0] not in (_unknown_water, _unknown_bridge, _unknown_place, _drained),
    ),
)
def test_a_bad_override_is_reported_in_one_sentence(
    module: Path, change: Change, says: str
) -> None:
    path = module / "source" / "overrides.json"
    overrides = json.loads(path.read_text(encoding="utf-8"))
    change(overrides)
    path.write_text(json.dumps(overrides), encoding="utf-8")
    with pytest.raises(BoardError, match=says) as error:
        compile_board(module)
    assert "\n" not in str(error.value)


def test_a_module_without_source_is_reported_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"board\.json cannot be read"):
        compile_board(tmp_path)


@pytest.mark.slow
def test_a_road_without_its_bridge_is_reported_in_one_sentence(module: Path) -> None:
    path = module.parent / "geo" / "netherlands1944" / "roads.geojson"
    text = path.read_text(encoding="utf-8")
    assert '"bridges": ["Nijmegen"]' in text
    path.write_text(text.replace('"bridges": ["Nijmegen"]', '"bridges": []'), encoding="utf-8")
    with pytest.raises(BoardError, match="has no path from 53"):
        compile_board(module)
