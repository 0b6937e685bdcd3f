"""Faults of a command line: one sentence in the language of the reader."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import COMMANDS, main
from engine.cli.modules import modules_list
from engine.cli.rows import Row
from engine.i18n import t
from holland44_qt.command_line import DRAWING, app

USAGE = "cli.usage."
SAMPLE = str(Path(__file__).parents[2] / "logs/market-garden-turn-1.h44log")


def told(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["holland44", *line.split()])
    with pytest.raises(SystemExit) as caught:
        main()
    assert isinstance(caught.value.code, int)
    return caught.value.code, capsys.readouterr().err.strip()


@pytest.mark.parametrize("language", ["en", "es", "pt"])
def test_faults_are_in_the_readers_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", language)
    number = t("core.fault.int_parsing")
    least = t("core.fault.greater_than_equal", ge=1)
    faults = {
        "nonsense": t(f"{USAGE}command", name="nonsense"),
        "export --bad": t(f"{USAGE}option", option="--bad"),
        "state": t(f"{USAGE}missing", name="FILE"),
        "export x --at 0": t(f"{USAGE}value", name="--at", why=least),
        "export x --at y": t(f"{USAGE}value", name="--at", why=number),
        "export --to": t(f"{USAGE}needs_value", option="--to"),
        "export x --list=3": t(f"{USAGE}no_value", option="--list"),
        "replay a b c": t(f"{USAGE}surplus", words="b c"),
        "turn nonsense": t(f"{USAGE}command", name="nonsense"),
    }
    for line, sentence in faults.items():
        code, text = told(line, monkeypatch, capsys)
        assert (code, text[: len(sentence)]) == (2, sentence)
        assert "Error" not in text
        assert "\n" not in text


def test_a_mistyped_name_is_recognised(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    near = t(f"{USAGE}near", names="export")
    assert near in told("exprt", monkeypatch, capsys)[1]
    assert "--overwrite" in told("export --overwite", monkeypatch, capsys)[1]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["export", "", "--to", "csv"], "FILE"),
        (["export", SAMPLE, "--to", "csv", "-o", ""], "-o / --output"),
        (["replay", ""], "FILE"),
        (["stats", SAMPLE, "--output="], "-o / --output"),
        (["modules", "validate", ""], "PATH"),
        (["modules", "build", ""], "GAME"),
        (["modules", "corrections", "import", ""], "FILE"),
        (["library", ""], "FOLDER"),
        (["import", "a.vlog", ""], "FILE"),
        (["new", "holland44", "-o", ""], "-o / --output"),
    ],
)
def test_an_empty_word_is_no_file(
    words: list[str],
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It would mean the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["holland44", *words])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    assert capsys.readouterr().err.strip() == t(f"{USAGE}empty", name=name)
    assert not list(tmp_path.iterdir())


def test_commands_keep_their_exit_codes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told("--version", monkeypatch, capsys)[0] == 0
    assert told("modules validate /nowhere", monkeypatch, capsys)[0] == 2
    assert told("turn", monkeypatch, capsys)[0] == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", ("Uso: ", "Argumentos", "Opciones", "[obligatorio]", "Mostrar este mensaje")),
        ("pt", ("Uso: ", "Argumentos", "Opções", "[obrigatório]", "Mostrar esta mensagem")),
        ("en", ("Usage: ", "Arguments", "Options", "[required]", "Show this message")),
    ],
)
def test_headings_of_help_are_in_the_readers_language(
    language: str, words: tuple[str, ...]
) -> None:
    environment = {**os.environ, "HOLLAND44_LANG": language, "COLUMNS": "100"}

    def help_of(*command: str) -> str:
        line = [sys.executable, "-m", "holland44_qt", *command, "--help"]
        return subprocess.run(line, env=environment, capture_output=True, text=True).stdout

    said = help_of("new")
    assert [word for word in words if word not in said] == []
    whole = help_of()
    assert whole.startswith(words[0])
    assert words[2] in whole
    assert ("Install completion" in whole) == (language == "en")


@pytest.mark.parametrize(
    "row", {r.name: r for r in (*COMMANDS, *DRAWING)}.values(), ids=lambda row: row.name
)
def test_help_names_no_types_of_python(row: Row) -> None:
    """A flag with "<bool>" would seem to take a value."""
    command = row.load()
    for one in (command, *getattr(command, "commands", {}).values()):
        shown = CliRunner().invoke(app, [row.name, *([] if one is command else [one.name]), "-h"])
        assert shown.exit_code == 0, shown.output
        assert re.findall(r"<(?:bool|str|int|float|path|list)\b", shown.output) == []
        assert re.findall(r"\.\.\.\}|\[\[", shown.output.partition("\n\n")[0]) == []
        assert "--install-completion" not in shown.output


def test_the_list_of_games_names_their_sides(capsys: pytest.CaptureFixture[str]) -> None:
    """The ids are what ``--side`` and ``supply`` take."""
    modules_list()
    assert "german" in capsys.readouterr().out
