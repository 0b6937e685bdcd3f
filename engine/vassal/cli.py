"""``holland44 vassal``: looking into VASSAL files, and the work behind ``holland44 import``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from engine.i18n import t
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.errors import VassalError
from engine.vassal.find import find_extensions, find_module
from engine.vassal.importer import Imported, import_games
from engine.vassal.info import Report, inspect
from engine.vassal.players import Ids
from engine.vassal.savegame import SavedGame, read_game
from engine.vassal.series import in_order
from engine.vassal.text import lines
from engine.vassal.writer import Written, write

out = Console()
vassal_app = typer.Typer(help=t("vassal.cli.help"), no_args_is_help=True)

FileArg = Annotated[Path, typer.Argument(help=t("vassal.cli.file"), metavar="FILE")]
ModuleOpt = Annotated[
    Path | None, typer.Option("--module", help=t("vassal.cli.module"), metavar="FILE.vmod")
]
SideOpt = Annotated[str | None, typer.Option("--side", help=t("vassal.cli.side"))]


def read_series(
    paths: Sequence[Path], module: Path | None = None, side: str | None = None, join: bool = False
) -> tuple[Imported, ModuleInfo | None]:
    """One game, or with ``join`` a series put in order; the module is looked for if not given.

    Raises VassalError for files that cannot be read, or for several without ``join``.
    """
    if not paths or (len(paths) > 1 and not join):
        raise VassalError(t("vassal.error.several", count=len(paths)))
    near = module or find_module(paths[0])
    info = ModuleInfo.read(near, find_extensions(near)) if near is not None else None
    games: list[SavedGame] = []
    ids: Ids | None = None
    for path in paths:
        games.append(read_game(path, ids))
        ids = games[0].ids
    return import_games(in_order(games), info, side), info


def import_files(
    paths: Sequence[Path],
    output: Path,
    module: Path | None = None,
    side: str | None = None,
    join: bool = False,
) -> tuple[Imported, Written]:
    """Read one game or a series and write it as a log with its module and chapters beside it."""
    imported, info = read_series(paths, module, side, join)
    return imported, write(imported, output, info, paths[0].stem)


@vassal_app.command("info", help=t("vassal.cli.info.help"))
def info_command(
    file: FileArg,
    as_json: Annotated[bool, typer.Option("--json", help=t("cli.opt.json"))] = False,
    module: ModuleOpt = None,
) -> None:
    """Tell what a VASSAL file holds."""
    report = inspect(file, module)
    if as_json:
        typer.echo(json.dumps(asdict(report), ensure_ascii=False, indent=1))
        return
    out.print(_table(report))


@vassal_app.command("text", help=t("vassal.cli.text.help"))
def text_command(file: FileArg, module: ModuleOpt = None, side: SideOpt = None) -> None:
    """Print a log as readable text."""
    imported, _ = read_series([file], module, side)
    for line in lines(imported):
        typer.echo(line)


def _table(report: Report) -> Table:
    """A report for people: what is empty is left out."""
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
