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

from engine.export.html import export_html
from engine.game import Recording
from engine.i18n import t
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.cli_table import register as register_table
from engine.vassal.errors import VassalError
from engine.vassal.find import find_extensions, find_module
from engine.vassal.importer import Imported, import_games
from engine.vassal.info import Report, inspect
from engine.vassal.players import Ids
from engine.vassal.progress import Tell, no_collecting, part, silent
from engine.vassal.savegame import SavedGame, read_game
from engine.vassal.series import in_order
from engine.vassal.sheet import Sheet
from engine.vassal.text import lines
from engine.vassal.writer import Written, write

out = Console()
vassal_app = typer.Typer(help=t("vassal.cli.help"), no_args_is_help=True)
register_table(vassal_app)

FileArg = Annotated[Path, typer.Argument(help=t("vassal.cli.file"), metavar="FILE")]
ModuleOpt = Annotated[
    Path | None, typer.Option("--module", help=t("vassal.cli.module"), metavar="FILE.vmod")
]
SideOpt = Annotated[str | None, typer.Option("--side", help=t("vassal.cli.side"))]


def read_series(
    paths: Sequence[Path],
    module: Path | None = None,
    side: str | None = None,
    join: bool = False,
    tell: Tell = silent,
    libraries: Sequence[Path] = (),
) -> tuple[Imported, ModuleInfo | None]:
    """One game, or with ``join`` a series put in order; the module is looked for if not given.

    It is looked for beside the first file, then in the folders of ``libraries``. ``tell`` hears
    how far it has come, and may raise to call it off.
    Raises VassalError for files that cannot be read, or for several without ``join``.
    """
    if not paths or (len(paths) > 1 and not join):
        raise VassalError(t("vassal.error.several", count=len(paths)))
    near = module or find_module(paths[0], libraries)
    info = ModuleInfo.read(near, find_extensions(near)) if near is not None else None
    games: list[SavedGame] = []
    ids: Ids | None = None
    with no_collecting():
        for i, path in enumerate(paths):
            share = part(tell, i / len(paths) / 2, (i + 1) / len(paths) / 2)
            games.append(read_game(path, ids, share))
            ids = games[0].ids
        return import_games(in_order(games), info, side, part(tell, 0.5, 1.0)), info


def import_files(
    paths: Sequence[Path],
    output: Path,
    module: Path | None = None,
    side: str | None = None,
    join: bool = False,
    tell: Tell = silent,
    libraries: Sequence[Path] = (),
) -> tuple[Imported, Written]:
    """Read one game or a series and write it as a log with its module and chapters beside it."""
    imported, info = read_series(paths, module, side, join, part(tell, 0.0, 0.9), libraries)
    with no_collecting():
        written = write(imported, output, info, paths[0].stem)
    tell(1.0)
    return imported, written


def is_module(name: str) -> bool:
    """Is it the path of a VASSAL module, not the name of a game?"""
    path = Path(name)
    return path.suffix.lower() in (".vmod", ".mod") and path.is_file()


def art_owner(recording: Recording) -> str:
    """Whose the pictures of a game are. Raises VassalError for a game without foreign ones."""
    drawing = recording.module.drawing
    if drawing is None or not drawing.has_pictures:
        raise VassalError(t("vassal.error.no_art"))
    return drawing.owner


def export_with_art(recording: Recording, path: Path) -> None:
    """Write a replay page with the module's own pictures."""
    export_html(recording, Sheet(recording, art=True), path)


@vassal_app.command("info", help=t("vassal.cli.info.help"))
def info_command(
    files: Annotated[list[Path], typer.Argument(help=t("vassal.cli.file"), metavar="FILE...")],
    as_json: Annotated[bool, typer.Option("--json", help=t("cli.opt.json"))] = False,
    module: ModuleOpt = None,
) -> None:
    """Tell what VASSAL files hold."""
    reports = [inspect(file, module) for file in files]
    if as_json:
        told = [asdict(report) for report in reports]
        typer.echo(json.dumps(told if len(told) > 1 else told[0], ensure_ascii=False, indent=1))
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
