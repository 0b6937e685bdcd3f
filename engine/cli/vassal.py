"""``holland44 vassal``: commands that inspect VASSAL files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from engine.cli.console import out, print_json
from engine.cli.rows import subcommands
from engine.cli.vassal_table import register as register_table
from engine.controls import visible
from engine.i18n import t
from engine.play.vassal.log_import import read_series
from engine.vassal.info import Report, inspect
from engine.vassal.log_text import lines
from engine.vassal.series import Joint

vassal_app = subcommands(t("vassal.cli.help"))
register_table(vassal_app)

FileArg = Annotated[Path, typer.Argument(help=t("vassal.cli.file"), metavar="FILE")]
ModuleOpt = Annotated[
    Path | None, typer.Option("--module", help=t("vassal.cli.module"), metavar="FILE.vmod")
]
SideOpt = Annotated[str | None, typer.Option("--side", help=t("vassal.cli.side"))]


@vassal_app.command("info", help=t("vassal.cli.info.help"))
def info_command(
    files: Annotated[list[Path], typer.Argument(help=t("vassal.cli.file"), metavar="FILE")],
    as_json: Annotated[bool, typer.Option("--json", help=t("cli.opt.json"))] = False,
    module: ModuleOpt = None,
) -> None:
    """Describe the contents of VASSAL files."""
    reports = [inspect(file, module) for file in files]
    if as_json:
        contents = [asdict(report) for report in reports]
        print_json(contents if len(contents) > 1 else contents[0])
        return
    for i, report in enumerate(reports):
        if i:
            out.print()
        out.print(_table(report))


@vassal_app.command("text", help=t("vassal.cli.text.help"))
def text_command(file: FileArg, module: ModuleOpt = None, side: SideOpt = None) -> None:
    """Print a log as readable text."""
    imported, _ = read_series([file], module, side)
    for line in lines(imported):
        typer.echo(visible(line))


def joints_table(joints: Sequence[Joint]) -> Table:
    """Return a table of how the logs of a series join, one line each."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("log", "after", "fit"):
        table.add_column(t(f"vassal.series.column.{column}"), overflow="fold")
    for joint in joints:
        fit = t(f"vassal.series.fit.{joint.fit}", count=joint.differs, pieces=joint.pieces)
        if joint.branch:
            fit += t("vassal.series.fit.branch")
        table.add_row(escape(joint.file), escape(joint.after), fit)
    return table


def _table(report: Report) -> Table:
    """Return a report as a table for reading; empty fields are left out."""
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in asdict(report).items():
        text = _cell(value)
        if text:
            table.add_row(t(f"vassal.info.field.{name}"), text)
    return table


def _cell(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {count}" for name, count in value.items())
    if isinstance(value, list):
        return "\n".join(str(item) for item in value)
    return str(value) if value else ""
