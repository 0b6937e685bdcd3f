"""``holland44 study`` and ``holland44 library``: play games to answer a question, and query many
logs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from engine.cli.console import (
    DaskOpt,
    JsonOpt,
    WorkersOpt,
    echo,
    err,
    grid,
    out,
    print_json,
    warn,
)
from engine.core.errors import UserError
from engine.files import write_atomic
from engine.i18n import decimal, t

if TYPE_CHECKING:
    from engine.studies.game_library import Answer
    from engine.studies.study import Played, Task

T = TypeVar("T")
ENOUGH = 1_000
"""Maximum number of rows of an answer that are printed."""

AskOpt = Annotated[str | None, typer.Option("--ask", help=t("studies.cli.ask"), metavar="NAME")]
SqlOpt = Annotated[str | None, typer.Option("--sql", help=t("studies.cli.sql"))]
CsvOpt = Annotated[Path | None, typer.Option("--csv", help=t("studies.cli.csv"), metavar="OUT")]


def library(
    folder: Annotated[Path, typer.Argument(help=t("studies.cli.folder"), metavar="FOLDER")],
    ask: AskOpt = None,
    sql: SqlOpt = None,
    to_csv: CsvOpt = None,
    as_json: JsonOpt = False,
) -> None:
    """Read the new and changed logs below a folder into its tables; answer a question."""
    from engine.studies.game_library import FILE, Library

    if not folder.is_dir():
        raise UserError(t("studies.error.folder", path=folder))
    if ask is not None and sql is not None:
        raise UserError(t("studies.cli.one_question"))
    query = _query(ask, sql)
    with Library(folder / FILE) as tables:
        new = tables.outdated(folder)
        read = tables.read(
            folder, new, lambda name, why: warn(t("studies.cli.skipped", path=name, why=why))
        )
        for _ in _shown(read, t("studies.cli.reading"), len(new)):
            pass
        if query is not None:
            _print(tables.ask(query, _most(to_csv)), to_csv, as_json, ready=sql is None)
        else:
            echo("studies.cli.library", count=len(tables.games()), new=len(new), path=tables.path)


def study(
    file: Annotated[Path, typer.Argument(help=t("studies.cli.study"), metavar="STUDY.toml")],
    output: Annotated[Path, typer.Option("-o", "--output", help=t("studies.cli.output"))],
    workers: WorkersOpt = 1,
    dask: DaskOpt = None,
    ask: AskOpt = "winners",
    to_csv: CsvOpt = None,
    as_json: JsonOpt = False,
) -> None:
    """Play the games of a study into a folder; continue one that was interrupted."""
    from engine.studies.game_library import FILE, Library, question
    from engine.studies.study import Study, play_task
    from engine.workers import results

    tasks = list(Study.load(file).tasks())
    query = question(ask or "winners")
    with Library(output / FILE) as tables:
        known = tables.games()
        left = [task for task in tasks if f"{task.name}.h44log" not in known]
        played = _in_order(left, results(play_task, left, workers, dask))
        for one in _shown(played, t("studies.cli.playing"), len(left)):
            path = output / f"{one.task.name}.h44log"
            write_atomic(path, one.log)
            about = path.stat()
            tables.add([one.rows.with_file(about.st_size, about.st_mtime_ns)])
        _print(tables.ask(query, _most(to_csv)), to_csv, as_json, ready=True)
    echo("studies.cli.done", count=len(tasks), path=output)


def _query(ask: str | None, sql: str | None) -> str | None:
    from engine.studies.game_library import question

    if sql is not None:
        return sql
    return None if ask is None else question(ask)


def _shown(items: Iterable[T], text: str, total: int) -> Iterator[T]:
    """Yield items under a progress bar."""
    from rich.progress import track

    if total:
        yield from track(items, text, total=total, console=err, transient=True)


def _in_order(tasks: list[Task], played: Iterable[Played]) -> Iterator[Played]:
    """Yield finished tasks in the order of the study, whichever ends first."""
    waiting: dict[str, Played] = {}
    order = iter(tasks)
    following = next(order, None)
    for one in played:
        waiting[one.task.name] = one
        while following is not None and following.name in waiting:
            yield waiting.pop(following.name)
            following = next(order, None)


def _words(cell: object) -> str:
    if isinstance(cell, float):
        return decimal(cell)
    return "" if cell is None else str(cell)


def _most(to_csv: Path | None) -> int:
    """Return the maximum number of rows; a file takes all."""
    return ENOUGH if to_csv is None else sys.maxsize


def _print(answer: Answer, to_csv: Path | None, as_json: bool, *, ready: bool) -> None:
    """Print an answer or write it to a file; a ready question has names for its columns."""
    if to_csv is not None:
        answer.save(to_csv)
        return
    if as_json:
        print_json([dict(zip(answer.columns, row, strict=True)) for row in answer.rows])
        return
    heads: Sequence[str] = answer.columns
    if ready:
        from engine.studies.charts import column_title, named

        answer, heads = named(answer), [column_title(name) for name in heads]
    rows = [[_words(cell) for cell in row] for row in answer.rows]
    out.print(grid(heads, rows))
    if not rows:
        warn(t("studies.cli.no_rows"))
