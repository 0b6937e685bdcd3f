"""``holland44 stats``: the statistics of a recorded game, as tables or as data."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from engine.cli.console import (
    JsonOpt,
    LineOpt,
    LogArg,
    ViewOpt,
    grid,
    out,
    print_json,
    report_damage,
    seen,
    show,
    warn_of,
    warn_of_signatures,
)
from engine.controls import json_text
from engine.core.errors import UserError
from engine.files import write_atomic
from engine.i18n import t
from engine.play.game import Recording
from engine.report.as_json import as_json
from engine.report.csv_table import inert
from engine.report.moments import moments
from engine.report.stats import statistics
from engine.report.tables import Table, all_tables, text, verdicts

UNITS_SHOWN = 20
"""Maximum number of units in a table on the terminal, unless all are requested."""


def stats(
    file: LogArg,
    as_json_: JsonOpt = False,
    as_csv: Annotated[bool, typer.Option("--csv", help=t("cli.stats.csv"))] = False,
    table: Annotated[str, typer.Option("--table", help=t("cli.stats.table"))] = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help=t("cli.stats.output"))
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help=t("cli.stats.all"))] = False,
    at: Annotated[
        int | None, typer.Option("--at", help=t("cli.stats.at"), metavar="N", min=1)
    ] = None,
    line: LineOpt = None,
    viewpoint: ViewOpt = "",
) -> None:
    """Print the statistics of a game."""
    if as_json_ and as_csv:
        raise UserError(t("cli.stats.both"))
    if output is not None and not (as_json_ or as_csv):
        raise UserError(t("cli.stats.output_of"))
    recording = Recording.load(file, tip=at, line=line)
    warn_of(recording)
    warn_of_signatures(recording)
    shown = seen(recording, viewpoint, file)
    _print(shown, table, output, everything, as_json_=as_json_, as_csv=as_csv)
    report_damage(recording)


def _print(
    recording: Recording,
    table: str,
    output: Path | None,
    everything: bool,
    *,
    as_json_: bool,
    as_csv: bool,
) -> None:
    result = statistics(recording)
    proposed = moments(recording, result)
    if as_json_ and not table:
        _json(as_json(result, recording, proposed), output)
        return
    tables = all_tables(result, recording, proposed)
    if table:
        known = {made.id: made for made in tables}
        if table not in known:
            raise UserError(t("cli.stats.unknown", table=table, known=", ".join(known)))
        tables = [known[table]]
    if as_json_:
        _json(
            [dict(zip(made.heads, row, strict=True)) for made in tables for row in made.rows],
            output,
        )
        return
    if as_csv:
        _csv(tables if table else [m for m in tables if m.id == "fights"], output)
        return
    if not table:
        none = [] if result.fights else [t("report.stats.none")]
        for sentence in verdicts(result, recording.module) or none:
            show(sentence)
    for made in tables:
        print_table(made, everything or bool(table))


def _json(data: object, output: Path | None) -> None:
    if output is None:
        print_json(data)
    else:
        write_atomic(output, json_text(data).encode())


def _csv(tables: list[Table], output: Path | None) -> None:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    for made in tables:
        writer.writerow(made.heads)
        for row in made.rows:
            writer.writerow([inert(c) if isinstance(c, str) else c for c in row])
    if output is None:
        typer.echo(stream.getvalue(), nl=False)  # the cells are cleaned already
    else:
        write_atomic(output, stream.getvalue().encode("utf-8-sig"))


def print_table(made: Table, everything: bool = False) -> None:
    """Print a table; of the units only the first, unless all are wanted."""
    rows = made.rows if everything or made.id != "units" else made.rows[:UNITS_SHOWN]
    columns = range(len(made.heads))
    numbers = {at for at in columns if any(isinstance(r[at], int | float) for r in made.rows)}
    out.print()
    out.print(Text(made.title, style="bold"))
    out.print(grid(made.heads, [[text(cell) for cell in row] for row in rows], numbers))
    if len(rows) < len(made.rows):
        show(t("cli.stats.more", count=len(made.rows) - len(rows)))
    if made.note:
        show(made.note)
