"""``holland44 modules``: list, compile and validate games."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from engine.archive import open_files
from engine.cli.console import FOUND, JsonOpt, echo, grid, out, print_json
from engine.cli.corrections import corrections_app
from engine.cli.rows import subcommands
from engine.i18n import t
from engine.modules.module import builtin, load_module
from engine.modules.validate import validate

modules_app = subcommands(t("cli.modules.help"))
modules_app.add_typer(corrections_app, name="corrections")


@modules_app.command("list", help=t("cli.modules.list.help"))
def modules_list(as_json_: JsonOpt = False) -> None:
    """List the games."""
    games = [load_module(name) for name in builtin()]
    if as_json_:
        print_json([{**g.meta.model_dump(mode="json"), "hash": g.hash} for g in games])
        return
    heads = ("id", "title", "stage", "scenarios", "sides", "version")
    rows = [
        (
            game.meta.id,
            game.short_title,
            game.meta.dev_stage,
            ", ".join(game.meta.scenarios),
            ", ".join(side.id for side in game.meta.sides),
            game.meta.version,
        )
        for game in games
    ]
    out.print(grid([t(f"cli.modules.column.{head}") for head in heads], rows))


@modules_app.command("build", help=t("cli.modules.build.help"))
def modules_build(
    game: Annotated[Path, typer.Argument(help=t("cli.modules.build.game"), metavar="GAME")],
    check: Annotated[bool, typer.Option("--check", help=t("cli.modules.build.check"))] = False,
) -> None:
    """Compile a module's data."""
    from engine.games.build import compile_module, module_folder

    folder = module_folder(str(game))
    changed = []
    with out.status(t("cli.modules.build.progress", game=game)):
        for name, data in compile_module(folder):
            path = folder / name
            same = path.is_file() and path.read_bytes() == data
            if not same:
                changed.append(name)
                if not check:
                    from engine.files import write_atomic

                    path.parent.mkdir(exist_ok=True)
                    write_atomic(path, data)
            key = "same" if same else ("differs" if check else "written")
            echo(f"cli.modules.build.{key}", file=path)
    if check and changed:
        raise typer.Exit(FOUND)


@modules_app.command("validate", help=t("cli.modules.validate.help"))
def modules_validate(
    path: Annotated[Path, typer.Argument(help=t("cli.modules.validate.path"), metavar="PATH")],
    as_json_: JsonOpt = False,
) -> None:
    """Check a module."""
    source = load_module(str(path)).files if str(path) in builtin() else open_files(path)
    problems = validate(source)
    if as_json_:
        print_json([asdict(p) for p in problems])
    elif problems:
        table = Table(*(t(f"cli.modules.validate.{c}") for c in ("file", "where", "message")))
        for problem in problems:
            table.add_row(problem.file, problem.where, problem.message)
        out.print(table)
        echo("cli.modules.validate.count", module=path, count=len(problems))
    else:
        echo("cli.modules.validate.sound", module=path, files=len(source.names()))
    if problems:
        raise typer.Exit(FOUND)
