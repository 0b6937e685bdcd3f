"""Commands import only the modules they use, as checked in ``sys.modules``."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import COMMANDS
from engine.cli.rows import Row
from engine.i18n import t
from holland44_qt.command_line import DRAWING, app

SAMPLE = "logs/market-garden-turn-1.h44log"
ROWS = {row.name: row for row in (*COMMANDS, *DRAWING)}
LOADED = """
import json, sys
from holland44_qt.__main__ import main
sys.argv = ["holland44", *sys.argv[1:]]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print("\\nLOADED" + json.dumps(sorted(sys.modules)))
"""
DRAWS = ("PySide6", "shiboken6", "fontTools", "PIL", "brotli", "jinja2")
PAGES = ("engine.report", "engine.export", "holland44_qt.report")
VASSAL = (
    "engine.vassal.drawing",
    "engine.play.vassal.log_import",
    "engine.vassal.archive",
    "defusedxml",
)
SEARCHES = ("networkx", "shapely")
RULES = ("engine.games.", "engine.rules.judge", "engine.play.scrutiny")


@cache
def loaded(*args: str, said: str = "") -> set[str]:
    """Return the modules imported by a command."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *args],
        input=said,
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    return set(json.loads(done.stdout.rpartition("\nLOADED")[2]))


def found(modules: set[str], names: tuple[str, ...]) -> list[str]:
    return sorted(
        m
        for m in modules
        if any(
            m.startswith(n) if n.endswith(".") else m == n or m.startswith(f"{n}.") for n in names
        )
    )


TEXTS = {
    "engine.cli",
    "engine.cli.help_words",
    "engine.cli.main",
    "engine.core",
    "engine.core.errors",
    "engine.child_process",
    "engine.i18n",
    "engine.interrupts",
    "engine.cli.rows",
    "engine.version",
    "holland44_qt.__main__",
    "holland44_qt.command_line",
}


@pytest.mark.parametrize(
    ("option", "needed"),
    [
        ("--version", {"engine.version", "engine.child_process", "holland44_qt.__main__"}),
        ("--help", TEXTS),
    ],
)
def test_help_and_version_import_only_texts(option: str, needed: set[str]) -> None:
    modules = loaded(option)
    ours = {m for m in modules if m.startswith(("engine.", "holland44_qt."))}
    assert ours == needed
    assert found(modules, ("rich", "markdown_it")) == []
    assert found(modules, ("pydantic", "orjson", "numpy", *SEARCHES, *DRAWS)) == []


@pytest.mark.slow
@pytest.mark.parametrize("args", [("verify", SAMPLE), ("replay", SAMPLE, "--to", "1")])
def test_reading_a_log_imports_neither_vassal_nor_fonts_nor_pages(args: tuple[str, ...]) -> None:
    modules = loaded(*args)
    assert found(modules, (*VASSAL, *DRAWS, *PAGES, *SEARCHES)) == []


def test_state_and_verify_load_no_rules() -> None:
    for args in (("state", SAMPLE, "--at", "1"), ("verify", SAMPLE)):
        assert found(loaded(*args), (*RULES, "engine.rules.answers", "rich.table")) == []


def test_the_probe_starts_without_drawing_modules() -> None:
    modules = loaded("probe", said='{"id":1,"op":"games"}\n')
    assert found(modules, (*VASSAL, *DRAWS, *PAGES, *SEARCHES)) == []
    assert found(modules, ("engine.games.", "engine.rules.answers")) == []


@pytest.mark.slow
def test_the_check_finds_imported_modules() -> None:
    """``vassal --help`` does import VASSAL's readers."""
    assert found(loaded("vassal", "--help"), VASSAL)


@pytest.mark.parametrize(
    "row", {r.name: r for r in (*COMMANDS, *DRAWING)}.values(), ids=lambda r: r.name
)
def test_every_listed_command_exists_with_its_help(row: Row) -> None:
    shown = CliRunner().invoke(app, [row.name, "--help"], env={"COLUMNS": "200"})
    assert shown.exit_code == 0, shown.output
    first = t(row.help).split(".")[0].split("\n")[0].split("(")[0].split(":")[0].replace("**", "")
    assert first.replace("`", "")[:40] in " ".join(shown.output.split())


def test_an_unknown_command_is_reported() -> None:
    shown = CliRunner().invoke(app, ["verfy"])
    assert shown.exit_code == 2
    assert "verify" in shown.output


def test_completion_lists_the_commands() -> None:
    words = {"COMP_WORDS": "holland44 ver", "COMP_CWORD": "1"}
    asked = {"_HOLLAND44_COMPLETE": "complete_bash", **words}
    shown = CliRunner().invoke(app, [], env=asked, prog_name="holland44")
    assert "verify" in shown.output
