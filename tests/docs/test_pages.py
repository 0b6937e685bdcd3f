"""The docs name commands, options, menus and files that exist."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.opponent.weights import Depot, OwnGoal, base
from holland44_qt.command_line import app

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    ROOT / "logs" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
CALL = re.compile(r"(?:(?<=`)|^|(?<=    ))holland44 ([a-z][^`\n]*)", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
MENU = re.compile(r"\*([^*|`]+ › [^*|`]+)\*")


def slug(title: str) -> str:
    """Return the anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def missing_words(call: str) -> Iterator[str]:
    """Yield the unknown command or the unknown options of a call."""
    words = call.partition("#")[0].split()
    command = typer_command(words)
    if command is None:
        yield words[0]
        return
    known = {"-h", "--help"}
    for parameter in command.params:
        known.update(parameter.opts, parameter.secondary_opts)
    for word in words:
        option = word.strip("[](),.;").partition("=")[0]
        if re.match(r"--?[a-z]", option) and option not in known:
            yield option


def typer_command(words: list[str]) -> Any:
    """Return the command that the words call, or None."""
    rows = app.info.cls.rows  # type: ignore[union-attr]
    row = rows.get(words[0].strip(".,;:)"))
    command: Any = row.load() if row else None
    for word in words[1:]:
        if not hasattr(command, "commands"):
            break
        command = command.commands.get(word.strip(".,;:)"), command)
    return command


def texts(language: str) -> set[str]:
    """Return the texts of a language without mnemonics and dots, titles of games included."""
    found: set[str] = set()
    for file in (ROOT / "resources" / "locale" / language).glob("*.json"):
        found.update(json.loads(file.read_text(encoding="utf-8")).values())
    return {re.sub("[&…]", "", text) for text in found}


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_commands_and_options_exist(page: Path) -> None:
    calls = CALL.findall(page.read_text(encoding="utf-8"))
    assert [(call, word) for call in calls for word in missing_words(call)] == []


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_menu_paths_are_texts_of_the_window(page: Path) -> None:
    known = texts(page.parent.name if page.parent.name in ("es", "pt") else "en")
    paths = MENU.findall(re.sub(r"\s*\n\s*", " ", page.read_text(encoding="utf-8")))
    parts = [part.replace("…", "").strip() for path in paths for part in path.split("›")]
    assert [part for part in parts if part not in known] == []


@pytest.mark.parametrize("language", ["en", "es", "pt"])
def test_the_page_on_the_window_names_each_panel(language: str) -> None:
    folder = ROOT / "docs" if language == "en" else ROOT / "docs" / language
    page = (folder / "window.md").read_text(encoding="utf-8")
    titles = {
        text
        for file in (ROOT / "resources" / "locale" / language).glob("*.json")
        for key, text in json.loads(file.read_text(encoding="utf-8")).items()
        if key.startswith("app.dock.") and "{" not in text
    }
    assert len(titles) > 10
    assert [title for title in sorted(titles) if f"*{title}*" not in page] == []


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    broken = []
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if ":" in name:
            continue
        if not target.exists():
            broken.append(link)
        elif anchor and target.suffix == ".md":
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            if anchor not in {slug(heading) for heading in headings}:
                broken.append(link)
    assert broken == []


def test_the_page_on_weights_names_lines_that_exist() -> None:
    page = (ROOT / "docs" / "weights.md").read_text(encoding="utf-8")
    tables = base()
    named = re.findall(r"`(\w+)\.(?!toml)(\w+)`", page)
    assert len(named) > 15
    assert [f"{table}.{line}" for table, line in named if line not in tables[table]] == []
    goals, depots = OwnGoal.model_fields, Depot.model_fields
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    keys = {key for row in rows for key in re.findall(r"`(\w+)`", row)}
    assert sorted(keys - goals.keys() - depots.keys()) == []
    (example,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (goal,) = tomllib.loads(example)["scenario"]["skirmish"]["goals"]
    assert OwnGoal.model_validate(goal).need == 10
