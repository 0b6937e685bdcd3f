"""``holland44 analyse``: win probability, luck and errors of a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli.console import (
    DaskOpt,
    JsonOpt,
    LineOpt,
    LogArg,
    WorkersOpt,
    echo,
    print_json,
    progress_bar,
    report_damage,
    warn_of,
)
from engine.core.errors import UserError
from engine.files import need_writable
from engine.i18n import t
from engine.interrupts import EXIT
from engine.play.game import Recording
from engine.report.analysis import DEPTHS, Analysis, path_of

if TYPE_CHECKING:
    from engine.rules.ports import Ruleset

COUNTS = {
    **{name: depth.rollouts for name, depth in DEPTHS.items()},
    "turns": DEPTHS["brief"].turns,
}
"""The numbers in the help of the option."""


def analyse(
    file: LogArg,
    depth: Annotated[
        str, typer.Option(help=t("analysis.cli.depth", **COUNTS), metavar="|".join(DEPTHS))
    ] = "quick",
    rollouts: Annotated[int | None, typer.Option(min=1, help=t("analysis.cli.rollouts"))] = None,
    turns: Annotated[int | None, typer.Option(min=0, help=t("analysis.cli.turns"))] = None,
    workers: WorkersOpt = 1,
    dask: DaskOpt = None,
    seed: Annotated[int, typer.Option(help=t("analysis.cli.seed"))] = 1,
    again: Annotated[bool, typer.Option("--again", help=t("analysis.cli.again"))] = False,
    line: LineOpt = None,
    as_json: JsonOpt = False,
) -> None:
    """Analyse a recorded game, or continue an analysis."""
    from engine.analyst.analyse import prepared

    if depth not in DEPTHS:
        raise UserError(t("analysis.cli.bad_depth", depth=depth))
    recording = Recording.load(file, line=line)
    warn_of(recording)
    path = path_of(file)
    need_writable(path)
    asked = DEPTHS[depth]
    turns = asked.turns if turns is None else turns
    ruleset, analysis = prepared(recording, path, seed, again=again, turns=turns)
    count = asked.rollouts if rollouts is None else rollouts
    if not _completed(recording, ruleset, analysis, count, workers, dask, path):
        echo("analysis.cli.stopped", path=path)
        raise typer.Exit(EXIT)
    if as_json:
        print_json(analysis.model_dump(mode="json"))
    else:
        _print(recording, analysis)
        echo("analysis.cli.done", path=path)
    report_damage(recording)


def _completed(
    recording: Recording,
    ruleset: Ruleset,
    analysis: Analysis,
    count: int,
    workers: int,
    dask: str | None,
    path: Path,
) -> bool:
    """Complete an analysis with a progress bar; return False if it was interrupted.

    The file is written now and then, at the end, and after an interruption.
    """
    from engine.analyst.analyse import analysed, saved_often

    with progress_bar() as bar:
        tasks = {
            judging: bar.add_task(t(f"analysis.cli.{key}"), total=None)
            for judging, key in ((False, "rolling"), (True, "judging"))
        }
        try:
            work = analysed(recording, ruleset, analysis, count, workers, dask)
            for progress in saved_often(work, analysis, path):
                bar.update(tasks[progress.judging], completed=progress.done, total=progress.total)
        except KeyboardInterrupt:
            analysis.save(path)
            return False
    return True


def _print(recording: Recording, analysis: Analysis) -> None:
    """Print the value of each phase, its parts, and the turning points."""
    from engine.cli.report import print_table
    from engine.report.tables import phase_table, points_table

    print_table(phase_table(analysis, recording.module))
    points = points_table(analysis, recording)
    if points.rows:
        print_table(points)
