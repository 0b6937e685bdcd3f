"""Builds the manual as a static site: `make manual`, into build/manual/site.

Pages of docs/ are used as they stand. Made here from the program itself: every key, every command
of the terminal, and a page for each game.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import typer
from typer.cli import get_docs_for_click

from engine.games import RULEBOOKS, rulebook
from engine.i18n import DEFAULT, ENVIRONMENT, languages, t
from engine.modules.module import builtin, load_module
from holland44_qt.command_line import app
from holland44_qt.features import FEATURES
from holland44_qt.replay.help import groups_of, keys_of

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "manual"
PAGES = WORK / "docs"
COPIED = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "logs/README.md": "recorded-games.md",
}
"""Pages from outside docs/, and their names in the site."""

_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#:\s]+)(#[^)]*)?\)")


def main() -> None:
    """Collect the pages and build the site. Broken links end it with an error."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES, ignore=shutil.ignore_patterns("reports", "examples"))
    for source, name in COPIED.items():
        (PAGES / name).write_text(_relinked(ROOT / source, PAGES / name), encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        target = PAGES / page.relative_to(ROOT / "docs")
        if target.exists():
            target.write_text(_relinked(page, target), encoding="utf-8")
    for language in languages():
        os.environ[ENVIRONMENT] = language
        folder = PAGES if language == DEFAULT else PAGES / language
        (folder / "keyboard.md").write_text(keyboard(), encoding="utf-8")
    os.environ[ENVIRONMENT] = DEFAULT
    (PAGES / "commands.md").write_text(commands(), encoding="utf-8")
    (PAGES / "games").mkdir()
    games = [game for game in builtin() if game in RULEBOOKS]
    for game in games:
        (PAGES / "games" / f"{game}.md").write_text(game_page(game), encoding="utf-8")
    shutil.copy(ROOT / "packaging" / "mkdocs.yml", WORK / "mkdocs.yml")
    line = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "-f",
        str(WORK / "mkdocs.yml"),
    ]
    subprocess.run(line, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "true"})
    print(WORK / "site" / "index.html")


def keyboard() -> str:
    """Make the page of all keys, from the command table."""
    lines = [f"# {t('shell.manual.keyboard')}", "", t("shell.manual.keyboard.find"), ""]
    for title, commands in groups_of(
        command for feature in FEATURES for command in feature.COMMANDS
    ):
        head = (t("shell.manual.keys"), t("shell.manual.does"))
        rows = ((f"`{keys_of(command)}`", t(command.help_key)) for command in commands)
        lines += [f"## {title}", "", *_table(head, rows)]
    return "\n".join(lines)


def commands() -> str:
    """Make the page of all terminal commands, from their help."""
    command = typer.main.get_command(app)
    context = typer.Context(command, info_name="holland44")
    return get_docs_for_click(obj=command, ctx=context, name="holland44", title="Commands")


def game_page(game: str) -> str:
    """Make the page of a game: rights, scenarios, honesty of its data, options and readings."""
    module, rules = load_module(game), rulebook(game)
    assert rules is not None
    meta, board = module.meta, module.board
    status = Counter(row.status for row in rules.coverage())
    bases = Counter(board.terrain_basis)
    hexes = ", ".join(f"{t(f'app.basis.{basis}')} {count}" for basis, count in bases.most_common())
    lines = [f"# {meta.title}", "", meta.owner, "", meta.notice, "", "## Scenarios", ""]
    lines += [
        f"- {module.scenario_name(name)} (`holland44 new {game} {name}`)" for name in meta.scenarios
    ]
    lines += [
        "",
        "## How the data are known",
        "",
        f"Terrain of the {len(board.terrain_basis)} hexes: {hexes}.",
        "",
    ]
    lines += ["Point at a hex or a counter in the window to see its own basis.", "", "## Rules", ""]
    lines += [", ".join(f"{name} {count}" for name, count in status.most_common()) + ".", ""]
    if rules.optional_rules:
        lines += [
            "## Options",
            "",
            "Choose them when a game is started. The first value is used unless told.",
            "",
        ]
        rows = ((f"`{o.name}`", o.rule, ", ".join(o.values), o.text) for o in rules.optional_rules)
        lines += _table(("option", "rule", "values", "what it says"), rows)
    if rules.readings:
        lines += ["## How unclear rules were read", ""]
        lines += _table(
            ("rules", "reading"), ((", ".join(r.rules), r.text) for r in rules.readings)
        )
    return "\n".join(lines)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return [
        "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |"
        for row in lines
    ] + [""]


def _relinked(page: Path, target: Path) -> str:
    """Give a page's text with its links as they are in the site; code and data are named only."""

    def link(match: re.Match[str]) -> str:
        picture, text, path, anchor = match.groups(default="")
        there = (page.parent / path).resolve()
        if not there.is_relative_to(ROOT):
            return match[0]
        name = there.relative_to(ROOT).as_posix()
        if name in COPIED:
            wanted = PAGES / COPIED[name]
        elif name == "docs/decisions":
            wanted = PAGES / "decisions" / "0001-intent-and-effect.md"
        elif name.startswith("docs/") and (PAGES / name.removeprefix("docs/")).is_file():
            wanted = PAGES / name.removeprefix("docs/")
        else:
            return text
        return f"{picture}[{text}]({os.path.relpath(wanted, target.parent)}{anchor})"

    return _LINK.sub(link, page.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
