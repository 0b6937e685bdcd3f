"""``holland44 modules corrections``: list, export, import and clear the owner's data
corrections.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from engine.cli.console import JsonOpt, echo, out, print_json
from engine.cli.rows import subcommands
from engine.i18n import t
from engine.modules import corrections_kept as shelf
from engine.modules.corrections import Correctable, Corrections, correctable, describe, place_of
from engine.modules.module import load_module

corrections_app = subcommands(t("cli.corrections.help"))
Game = Annotated[str, typer.Argument(help=t("cli.corrections.module"))]
File = Annotated[Path, typer.Argument(help=t("cli.corrections.import.file"), metavar="FILE")]


@corrections_app.command("list", help=t("cli.corrections.list.help"))
def corrections_list(
    module: Game,
    all_: Annotated[bool, typer.Option("--all", help=t("cli.corrections.list.all"))] = False,
    as_json_: JsonOpt = False,
) -> None:
    """List the active corrections, or all correctable values."""
    game = load_module(module)
    corrections = shelf.in_force(game.meta.id)
    values = list(correctable(game))
    by_place = {place_of(c): c for c in corrections.corrections}
    shown = [v for v in values if all_ or place_of(v.now) in by_place]
    if as_json_:
        rows = [_row(value, corrections) for value in shown]
        print_json(
            {"module": module, "hash": corrections.hash if by_place else None, "values": rows}
        )
        return
    if shown:
        names = ("what", "now", "to", "basis", "choices")
        table = Table(*(t(f"cli.corrections.column.{name}") for name in names))
        for value in shown:
            to = by_place.get(place_of(value.now))
            cells = (describe(value.now, game), value.now.to, to.to if to else "", value.basis)
            table.add_row(*(escape(str(c)) for c in cells), escape(", ".join(value.choices)))
        out.print(table)
    key = "count" if by_place else "none"
    count = len(by_place) or len(values)
    echo(f"cli.corrections.list.{key}", module=module, count=count, hash=corrections.hash)


def _row(value: Correctable, corrections: Corrections) -> dict[str, object]:
    to = {place_of(c): c.to for c in corrections.corrections}.get(place_of(value.now))
    now = value.now.model_dump(exclude={"to"})
    return {
        **now,
        "now": value.now.to,
        "to": to,
        "basis": value.basis,
        "choices": list(value.choices),
    }


@corrections_app.command("export", help=t("cli.corrections.export.help"))
def corrections_export(
    module: Game,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help=t("cli.corrections.export.output"))
    ] = None,
) -> None:
    """Write the active corrections to a file or to standard output."""
    corrections = shelf.in_force(load_module(module).meta.id)
    if output is None:
        typer.echo(corrections.to_bytes().decode(), nl=False)
        return
    shelf.write(corrections, output)
    echo("cli.corrections.written", path=output, count=len(corrections.corrections))


@corrections_app.command("import", help=t("cli.corrections.import.help"))
def corrections_import(
    file: File,
    add: Annotated[bool, typer.Option("--add", help=t("cli.corrections.import.add"))] = False,
    only_keep: Annotated[
        bool, typer.Option("--keep", help=t("cli.corrections.import.only_keep"))
    ] = False,
) -> None:
    """Activate a file's corrections, all or none, or only store them."""
    corrections = shelf.read(file)
    if add:
        now = shelf.in_force(corrections.module)
        for correction in corrections.corrections:
            now = now.put(correction)
        corrections = now.model_copy(update={"author": corrections.author or now.author})
    if only_keep:
        shelf.check(corrections)
        shelf.keep(corrections)
    else:
        shelf.apply_corrections(corrections)
    key, count = "kept" if only_keep else "done", len(corrections.corrections)
    echo(
        f"cli.corrections.import.{key}",
        module=corrections.module,
        count=count,
        hash=corrections.hash,
    )


@corrections_app.command("clear", help=t("cli.corrections.clear.help"))
def corrections_clear(module: Game) -> None:
    """Deactivate all corrections of a game."""
    game = load_module(module).meta.id
    shelf.apply_corrections(Corrections(module=game))
    echo("cli.corrections.clear.done", module=game)
