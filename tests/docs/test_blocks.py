"""The code blocks of the docs work: each page is executed from top to bottom."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from engine.board.counter_symbols import SIGNS
from engine.core.calendar import CalendarChart, SequenceChart
from engine.core.counters import DisplayFile
from engine.core.vocabulary import Vocabulary
from engine.modules.module import Meta

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the repository's docs and logs, and ``holland44`` on the path."""
    for name in ("docs", "logs"):
        (tmp_path / name).symlink_to(ROOT / name)
    commands = tmp_path / "bin"
    commands.mkdir()
    command = commands / "holland44"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m holland44_qt "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{commands}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def follow(page: str) -> int:
    """Run the ``sh`` and ``python`` blocks of a page in order; return how many there are."""
    names: dict[str, Any] = {}
    blocks = BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))
    runnable = [(language, code) for language, code in blocks if language in ("sh", "python")]
    for language, code in runnable:
        if language == "python":
            exec(compile(code, page, "exec"), names)
        else:
            done = subprocess.run(
                ["sh", "-e", "-c", code], capture_output=True, text=True, timeout=300, check=False
            )
            assert done.returncode == 0, f"{code}\n{done.stdout}\n{done.stderr}"
    return len(runnable)


def test_players_are_written_by_following_the_page(desk: Path) -> None:
    assert follow("bots.md") == 3


@pytest.mark.slow
def test_a_game_is_added_by_following_the_guide(desk: Path) -> None:
    assert follow("adding-a-game.md") == 4
    for made in (
        "mygame/board.json",
        "map.png",
        "counters.png",
        "game.h44log",
        "elsewhere/shared.h44log",
    ):
        assert (desk / made).is_file()


@pytest.mark.slow
def test_a_log_is_read_by_following_the_page(
    desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert follow("reading-a-log.md") == 7
    printed = capsys.readouterr().out
    assert "holland44 campaign 228" in printed
    assert "228 entries of Holland" in printed
    assert "97 1806 4:1 (4,) A1/D1 {'allied': 1, 'german': 1}" in printed


def test_the_guide_names_every_file_of_the_example() -> None:
    guide = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    example = DOCS / "examples" / "ford"
    for path in example.rglob("*.*"):
        assert f"`{path.relative_to(example).as_posix()}`" in guide


def test_the_classes_of_the_second_example_are_its_own() -> None:
    page = (DOCS / "writing-rules.md").read_text(encoding="utf-8")
    rules = (ROOT / "tests" / "games" / "millbrook" / "rules.py").read_text(encoding="utf-8")
    (block,) = [code for language, code in BLOCK.findall(page) if "class MillPosition" in code]
    missing = [line for line in block.splitlines() if line not in rules.splitlines()]
    assert missing == []


PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    broken = [
        link
        for link in targets
        if "://" not in link and not (page.parent / link).resolve().exists()
    ]
    assert broken == []


def test_examples_in_the_module_format_are_valid() -> None:
    models: dict[str, type[BaseModel]] = {
        "h44module/1": Meta,
        "h44calendar/1": CalendarChart,
        "h44sequence/1": SequenceChart,
        "h44displays/1": DisplayFile,
    }
    page = (DOCS / "module-format.md").read_text(encoding="utf-8")
    examples = [json.loads(code) for language, code in BLOCK.findall(page) if language == "json"]
    assert {example["format"] for example in examples} == set(models)
    for example in examples:
        models[example["format"]].model_validate(example)
    for name in Vocabulary.model_fields:
        assert f"| `{name}` |" in page
    assert [name for name in SIGNS if f"`{name}`" not in page] == []


def test_each_version_of_the_changelog_has_each_heading_once() -> None:
    headings = re.findall(
        r"^##+ .*$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    kinds = ["### Added", "### Changed", "### Fixed"]
    assert headings == ["## 0.2.0 (unreleased)", *kinds, "## 0.1.0 (2026-11-24)", *kinds]
