"""Commands that read a log: replay, position, verification, repair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli.console import (
    FOUND,
    JsonOpt,
    LineOpt,
    LogArg,
    ViewOpt,
    echo,
    err,
    out,
    print_json,
    report_damage,
    seen,
    show,
    warn_of,
    warn_of_signatures,
)
from engine.cli.terminal_state import print_state
from engine.core.errors import UserError
from engine.core.state import as_json, digest
from engine.i18n import t
from engine.log.store import load, repair
from engine.log.tree import Log
from engine.log.verify import Report, verify
from engine.play.game import Recording

if TYPE_CHECKING:
    from engine.play.scrutiny import Scrutiny

FEW = 1_000
"""Minimum number of entries for which a progress bar is shown."""
NotesOpt = Annotated[
    Path | None, typer.Option("--notes", help=t("cli.opt.notes"), metavar="FILE.h44aar")
]


def replay(
    file: LogArg,
    to: Annotated[int | None, typer.Option("--to", help=t("cli.replay.to"), metavar="N")] = None,
    start: Annotated[
        int | None, typer.Option("--from", help=t("cli.replay.from"), metavar="N")
    ] = None,
    delay: Annotated[float, typer.Option(help=t("cli.replay.delay"), min=0, max=60)] = 0,
    comments: Annotated[bool, typer.Option(help=t("cli.replay.comments"))] = True,
    notes: NotesOpt = None,
    line: LineOpt = None,
    viewpoint: ViewOpt = "",
) -> None:
    """Replay in the terminal."""
    from engine.cli.terminal import print_replay  # it asks the rules, and reads Markdown

    if start is not None and to is not None and start > to:
        raise UserError(t("cli.replay.backwards", start=start, to=to))
    whole = _load(file, notes, tip=to, line=line)
    warn_of_signatures(whole)
    recording = seen(whole, viewpoint, file)
    last = 0 if to == 0 else len(recording)
    first = 1 if start is None else recording.timeline.step_of(start)
    if first is None:
        raise UserError(t("cli.no_entry", path=file, entry=start))
    print_replay(out, recording, first=first, last=last, delay=delay, comments=comments)
    report_damage(whole)


def state(
    file: LogArg,
    at: Annotated[int | None, typer.Option("--at", help=t("cli.state.at"), metavar="N")] = None,
    line: LineOpt = None,
    viewpoint: ViewOpt = "",
    as_json_: JsonOpt = False,
) -> None:
    """Print a position."""
    whole = _load(file, tip=at, line=line)
    recording = seen(whole, viewpoint, file)
    step = 0 if at == 0 else len(recording)
    position = recording.state(step)
    places = recording.module.places
    if as_json_:
        print_json({**as_json(position, places), "digest": digest(position, places)})
    else:
        print_state(out, recording, step)
    report_damage(whole)


def verify_command(
    file: LogArg,
    line: LineOpt = None,
    rules: Annotated[bool, typer.Option("--rules", help=t("cli.verify.rules"))] = False,
    as_json_: JsonOpt = False,
) -> None:
    """Check a log."""
    loaded = load(file)
    recording = Recording.of(loaded, file, line=line)
    scrutiny = None
    if rules:
        from engine.play.scrutiny import Scrutiny  # only here are the rules asked

        scrutiny = Scrutiny(recording)
    with _progress(t("cli.verify.progress"), len(loaded.log), quiet=as_json_) as advance:
        places = recording.module.places
        see = scrutiny.check if scrutiny else lambda _state, _entry: None
        tip = recording.timeline.entries[-1].id if len(recording) else 0
        together = loaded.log.header.together
        if together is not None and together.hides:
            report = _verify_hidden(loaded.log, recording, scrutiny)
        else:
            report = verify(loaded.log, places, recording.annotations, advance, see, tip=tip)
    if loaded.damage:
        report.problems.insert(0, loaded.damage)
    notices = [*recording.notices, *report.notices]
    if scrutiny:
        report.problems += [*map(str, scrutiny.stretches), *map(str, scrutiny.breaches)]
        notices += map(str, scrutiny.remarks)
    if as_json_:
        signed = [one._asdict() for one in report.signed]
        print_json({"path": str(file), **asdict(report), "signed": signed, "notices": notices})
    else:
        for notice in notices:
            if notice != loaded.damage:
                show(notice, "yellow")
        for problem in report.problems:
            show(problem, "red")
        key = "cli.verify.damaged" if report.problems else "cli.verify.sound"
        echo(
            key,
            path=file,
            entries=report.entries,
            branches=report.branches,
            digests=report.digests,
            digest=report.digest,
            problems=len(report.problems),
        )
        for sentence in report.signers:
            show(sentence)
    if report.problems:
        raise typer.Exit(FOUND)


def _verify_hidden(log: Log, recording: Recording, scrutiny: Scrutiny | None) -> Report:
    """Check a log with hidden orders: what everybody sees, and the whole game once it was opened.

    ``recording`` is the whole game then.
    """
    from engine.log.hidden_orders import false_openings, still_hidden
    from engine.play.hidden import shown_otherwise

    places = recording.module.places
    report = verify(log, places, recording.annotations)
    closed = len(still_hidden(log))
    if closed:
        report.notices.append(t("verify.hidden.closed", count=closed))
        return report
    see = scrutiny.check if scrutiny else lambda _state, _entry: None
    whole = verify(recording.log, places, examine=see)
    report.problems += [one for one in whole.problems if one not in report.problems]
    report.problems += false_openings(log, recording.log)
    if scrutiny and not report.problems:
        report.problems += shown_otherwise(recording, log)
    return report


def repair_command(
    file: LogArg,
    output: Annotated[Path, typer.Option("-o", "--output", help=t("cli.repair.output"))],
) -> None:
    """Save the intact part of a damaged log."""
    loaded = load(file)
    for notice in (*loaded.notices, *([loaded.damage] if loaded.damage else [])):
        show(notice, "yellow")
    entries = repair(loaded, output)
    echo("cli.repair.done", path=output, entries=entries)


def _load(
    file: Path, notes: Path | None = None, tip: int | None = None, line: str | None = None
) -> Recording:
    recording = Recording.load(file, notes, tip=tip, line=line)
    warn_of(recording)
    return recording


@contextmanager
def _progress(title: str, total: int, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """Yield a function that updates a progress bar; the bar is omitted for short tasks."""
    if quiet or total < FEW or not err.is_terminal:
        yield lambda _: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=err, transient=True) as bar:
        task = bar.add_task(title, total=total)

        def advance(done: int) -> None:
            bar.update(task, completed=done)

        yield advance
