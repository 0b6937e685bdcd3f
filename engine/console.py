"""What the commands share: where they print, how, their exit codes, and the options of many."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from engine.core.errors import one_line
from engine.i18n import t

FOUND = 1
"""Exit code: the command worked and found something wrong."""
BAD_INPUT = 2
"""Exit code: the command could not do its work with what it was given."""


class Output(Console):
    """The standard output."""

    def on_broken_pipe(self) -> None:
        """The reader of a pipe has seen enough: nothing is wrong."""
        try:
            super().on_broken_pipe()
        except SystemExit:
            raise SystemExit(0) from None


out = Output()
err = Console(stderr=True)

LogArg = Annotated[Path, typer.Argument(help=t("cli.arg.log"), metavar="FILE")]
JsonOpt = Annotated[bool, typer.Option("--json", help=t("cli.opt.json"))]


def say(key: str, **args: object) -> None:
    """Print a text of the catalogue."""
    show(t(key, **args))


def show(text: str, style: str | None = None) -> None:
    """A line as it is: names of files may hold what Rich would read as markup."""
    out.print(text, style=style, highlight=False, markup=False, soft_wrap=True)


def plain(text: str) -> Text:
    """A text for a table, as it is: what a log says is neither markup nor a terminal's command."""
    return Text(one_line(text))


def warn(text: str) -> None:
    """A line for the error channel, as it is."""
    err.print(text, style="yellow", highlight=False, markup=False, soft_wrap=True)


def print_json(value: object) -> None:
    """A value for programs."""
    # Not through Rich, which would wrap and colour what a program wants to read.
    try:
        typer.echo(json.dumps(value, ensure_ascii=False, indent=1))
    except BrokenPipeError:
        out.on_broken_pipe()
