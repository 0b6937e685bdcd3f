"""Commands for playing by exchanged files: export new entries, and import the other side's."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.cli.author import AuthorOpt, KeyOpt
from engine.cli.console import LogArg, echo, show, warn
from engine.cli.rows import subcommands
from engine.i18n import t
from engine.play.bylines import current_byline
from engine.play.exchange import export_turn, import_turn, merge_turn

turn_app = subcommands(t("cli.turn.help"))


@turn_app.command("export", help=t("cli.turn.export.help"))
def turn_export(
    file: LogArg,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help=t("cli.turn.export.output"))
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help=t("cli.turn.export.all"))] = False,
) -> None:
    """Export the new entries as a turn file."""
    done = export_turn(file, output, everything=everything)
    for sentence in done.notices:
        warn(sentence)
    echo("cli.turn.export.done", path=done.path, first=done.first, last=done.last)


@turn_app.command("import", help=t("cli.turn.import.help"))
def turn_import(
    turn: Annotated[Path, typer.Argument(help=t("cli.turn.import.turn"), metavar="TURN")],
    file: Annotated[Path, typer.Argument(help=t("cli.turn.import.file"), metavar="FILE")],
    accept: Annotated[bool, typer.Option("--accept", help=t("cli.turn.import.accept"))] = False,
    merge: Annotated[
        Path | None,
        typer.Option("--merge", help=t("cli.turn.import.merge"), metavar="NEW.h44log"),
    ] = None,
    author: AuthorOpt = None,
    key: KeyOpt = None,
) -> None:
    """Continue a log with a turn file."""
    byline = current_byline(author, key)
    if merge is None:
        done = import_turn(turn, file, accept=accept, byline=byline)
    else:
        done = merge_turn(turn, file, merge, accept=accept, byline=byline)
    for sentence in done.sentences():
        show(sentence, "yellow")
    text_key = "cli.turn.import.done" if done.last >= done.first else "cli.turn.import.nothing"
    echo(text_key, path=done.path, first=done.first, last=done.last)
    if done.has_dice:
        echo("turn.dice")
