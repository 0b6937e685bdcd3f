"""Commands for playing by exchanged files: write what is new, continue a log."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.console import LogArg, say
from engine.i18n import t
from engine.log.exchange import SUFFIX as TURN_SUFFIX
from engine.log.exchange import export_turn, import_turn

turn_app = typer.Typer(help=t("cli.turn.help"), no_args_is_help=True)


@turn_app.command("export", help=t("cli.turn.export.help"))
def turn_export(
    file: LogArg,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help=t("cli.turn.export.output"))
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help=t("cli.turn.export.all"))] = False,
) -> None:
    """Write what is new."""
    done = export_turn(file, output or file.with_suffix(TURN_SUFFIX), everything=everything)
    say("cli.turn.export.done", path=done.path, first=done.first, last=done.last)


@turn_app.command("import", help=t("cli.turn.import.help"))
def turn_import(
    turn: Annotated[Path, typer.Argument(help=t("cli.turn.import.turn"), metavar="TURN")],
    file: LogArg,
) -> None:
    """Continue a log."""
    done = import_turn(turn, file)
    key = "cli.turn.import.done" if done.last >= done.first else "cli.turn.import.nothing"
    say(key, path=done.path, first=done.first, last=done.last)
