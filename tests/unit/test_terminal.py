"""Texts of strangers are printed literally: no escape sequence or markup is interpreted."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from rich.text import Text
from typer.testing import CliRunner

from engine.cli import console
from engine.cli import main as cli
from engine.cli.console import PlainConsole
from engine.cli.main import app, main
from engine.controls import visible
from engine.core import actions as act
from engine.core import effects as fx
from engine.log.annotations import Annotation, Annotations
from engine.play.game import Game

EVIL = "[/] [bold]x[/bold] :smile: \x1b]0;owned\x07\x1b[2J\x9b31m \u202egnp"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.mark.slow
def test_unencodable_characters_are_replaced(tmp_path: Path) -> None:
    """A file or terminal with a small character set used to end the command."""
    log = tmp_path / "a.h44log"
    with Game.new(log, "holland44", "campaign", title="橋 → ½") as game:
        game.play(act.Note(text="橋 → ½"))
    run = subprocess.run(
        [sys.executable, "-m", "holland44_qt", "replay", str(log)],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert rb"\u6a4b \u2192 \xbd" in run.stdout


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with such a text in every text field."""
    folder = tmp_path_factory.mktemp("[red]") / "["
    folder.mkdir()
    log = folder / "]game.h44log"  # together "[/]"
    with Game.new(log, "holland44", "campaign", title=EVIL, log_id="x") as game:
        unit = next(u for u, p in game.now.pieces.items() if p.place < game.module.places.hex_count)
        before = tuple(sorted(game.now.pieces[unit].status))
        for by in ("[/]", "\x1b[31m"):
            game.play(act.Note(text=EVIL), by=by)
        game.play(act.Roll(reason=EVIL), by="[/]")
        with patch("engine.play.game.need_known_clock"):  # as a stranger's program would write it
            game.play(act.SetClock(turn=1, phase=EVIL, active="[/]"), by="[/]")
        effects = (
            fx.SetTrack(track=EVIL, before=None, after=EVIL),
            fx.SetTrack(track="option/[/]", before=None, after=1),
            fx.SetMarker(marker="m", before=None, after=fx.MarkerFields(kind=EVIL, at="4816")),
            fx.SetStatus(unit=unit, before=before, after=(*before, EVIL)),
            fx.Reveal(unit=unit, before=game.now.pieces[unit].counter, after=EVIL),
            fx.SetHexside(hexside=EVIL, before=None, after=EVIL),
        )
        game.play(act.ManualEdit(effects=effects), by="[/]")
        game.play(act.ManualEdit(text=EVIL, effects=effects[3:4][:0]), by="[/]")
        game.play(act.Consult(table=EVIL, result=EVIL, at=EVIL, text=EVIL), by="[/]")
    said = Annotation(comment=f"{EVIL}\n\n[link](http://x.invalid/{EVIL[-3:]})", chapter=EVIL)
    Annotations(log="x", title=EVIL, author=EVIL, intro=EVIL, entries={3: said}).save(
        log.with_suffix(".h44aar")
    )
    return log


COMMANDS = [
    ["replay"],
    ["state"],
    ["state", "--json"],
    ["verify"],
    ["verify", "--rules"],
    ["verify", "--rules", "--json"],
    ["audit", "--all"],
    ["audit", "--json"],
    ["rules"],
    ["repair", "-o", "OUT"],
    ["export", "--to", "md", "-o", "OUT"],
    ["export", "--to", "csv", "-o", "OUT"],
    ["turn", "export", "--all", "-o", "OUT"],
]


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_interprets_texts_of_a_log(
    hostile: Path, tmp_path: Path, command: list[str]
) -> None:
    (tmp_path / "[").mkdir()
    out = str(tmp_path / "[/]out")
    words = [out if word == "OUT" else word for word in command]
    at = 2 if command[0] == "turn" else 1
    result = CliRunner().invoke(app, [*words[:at], str(hostile), *words[at:]])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, 1)
    assert not OBEYED.search(result.output), result.output
    if command[0] in ("replay", "state"):
        assert "[/]" in result.output
        assert ":smile:" in result.output
    if "--json" in command:
        json.loads(result.output)


def test_the_probe_interprets_no_texts(hostile: Path) -> None:
    request = json.dumps({"id": "\x1b", "op": "load", "log": str(hostile)}).encode() + b"\n"
    result = CliRunner().invoke(app, ["probe"], input=request)
    assert result.exit_code == 0
    answer = json.loads(result.output)
    assert answer["ok"] or answer["error"]["code"] == "bad_position"
    assert "\x1b" not in result.output


def test_a_file_named_like_markup_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["holland44", "replay", str(tmp_path / "[/]\x1b[2J")])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert "[/]" in said
    assert not OBEYED.search(said)
    assert cli.BAD_INPUT == 2


def test_control_characters_are_made_visible() -> None:
    assert visible("a\x1b[2J\tb\nc") == "a␛[2J\tb\nc"
    assert visible("\x9b\u202e\x7f") == "\N{REPLACEMENT CHARACTER}" * 3
    assert visible("Ä é 漢 👍 –") == "Ä é 漢 👍 –"


def test_own_colours_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    shown = PlainConsole()
    with shown.capture() as capture:
        shown.print(Text("x\x1by", style="red"))
        shown.print("[red]z", highlight=False)
    assert capture.get().startswith("\x1b[31mx␛y\x1b[0m")
    assert "[red]z" in capture.get()
    assert isinstance(console.out, PlainConsole)
