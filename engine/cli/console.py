"""Output, exit codes and common options of the commands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from engine.controls import json_text, visible
from engine.i18n import t
from engine.log.signers import signature_problems, some

if TYPE_CHECKING:
    from rich.console import JustifyMethod
    from rich.progress import Progress
    from rich.status import Status
    from rich.table import Table as Grid

    from engine.play.game import Recording

FOUND = 1
"""Exit code: the command worked and found a problem."""
BAD_INPUT = 2
"""Exit code: the command failed because of its arguments or files."""


class PlainConsole(Console):
    """A terminal for untrusted text: Rich markup and control characters have no effect."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, emoji=False)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Make control characters of a text visible before it is printed."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else visible(text), style, control)

    def status(self, status: RenderableType, **more: Any) -> Status:
        """Show a message with a spinner during a task."""
        return super().status(Text(status) if isinstance(status, str) else status, **more)


class Output(PlainConsole):
    """The standard output."""

    def on_broken_pipe(self) -> None:
        """Exit normally when the reader closes the pipe."""
        try:
            super().on_broken_pipe()
        except SystemExit:
            raise SystemExit(0) from None


out = Output()
err = PlainConsole(stderr=True)

LogArg = Annotated[Path, typer.Argument(help=t("cli.arg.log"), metavar="FILE")]
JsonOpt = Annotated[bool, typer.Option("--json", help=t("cli.opt.json"))]
ViewOpt = Annotated[
    str, typer.Option("--viewpoint", help=t("cli.opt.viewpoint"), metavar="SIDE|neutral|both")
]
WorkersOpt = Annotated[int, typer.Option("--workers", min=1, help=t("cli.opt.workers"))]
DaskOpt = Annotated[str | None, typer.Option("--dask", help=t("cli.opt.dask"), metavar="ADDRESS")]
LineOpt = Annotated[str | None, typer.Option("--line", help=t("cli.opt.line"), metavar="NAME|main")]


def seen(recording: Recording, viewpoint: str, log: Path) -> Recording:
    """Return a recording from a viewpoint, by default the safe viewpoint of its game."""
    declared = recording.module.meta.secrets
    sealed = any(entry.sealed for entry in recording.timeline.entries)
    if not viewpoint and declared is not None and not declared.hides and not sealed:
        return recording  # nothing is hidden: load nothing to find that out

    from engine.report.viewpoint import default_viewpoint, owned, viewed

    eyes = viewpoint or default_viewpoint(recording, log)
    return viewed(owned(recording, eyes, log), eyes)


def progress_bar() -> Progress:
    """Return a progress bar with counts and the time that has passed."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=err,
    )


def file_progress() -> Progress:
    """Return a progress bar for reading or writing a file, which disappears at the end; without a
    terminal it prints nothing.
    """
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def grid(
    heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Collection[int] = ()
) -> Grid:
    """Return a table for the terminal; ``numbers`` are the columns aligned to the right.

    In a narrow terminal texts are wrapped between words; long words are divided if there is no room
    for them, but never cut off, because they would look alike.
    """
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table as Grid

    columns = list(zip(heads, *rows, strict=True))
    whole = [max(map(cell_len, cells)) for cells in columns]
    words = [max(cell_len(word) for word in " ".join(cells).split() or [""]) for cells in columns]
    table, widths = Grid(), whole
    if sum(whole) + 3 * len(heads) + 1 > out.width:
        gap = 2 if sum(words) + 2 * len(heads) <= out.width else 1
        padding = (0, gap - 1, 0, 0)
        table = Grid(box=box.SIMPLE_HEAD, padding=padding, pad_edge=False, show_edge=False)
        widths = fitted(words, whole, out.width - gap * len(heads))
    for at, (head, width) in enumerate(zip(heads, widths, strict=True)):
        justify: JustifyMethod = "right" if at in numbers else "left"
        table.add_column(Text(head), justify=justify, overflow="fold", width=width)
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def fitted(words: Sequence[int], whole: Sequence[int], room: int) -> list[int]:
    """Return the widths of columns that fill a room: at least their longest words where these fit,
    and as much more as they need, the narrowest column first.
    """
    longest = max(words, default=0)
    while longest > 1 and sum(min(word, longest) for word in words) > room:
        longest -= 1
    widths = [min(word, longest) for word in words]
    for at in sorted(range(len(words)), key=lambda at: whole[at]):
        widths[at] += max(0, min(whole[at] - widths[at], room - sum(widths)))
    return widths


def echo(key: str, **args: object) -> None:
    """Print a message of the catalogue."""
    show(t(key, **args))


def show(text: str, style: str | None = None) -> None:
    """Print a line without markup."""
    out.print(text, style=style, highlight=False, soft_wrap=True)


def warn(text: str) -> None:
    """Print a line to standard error."""
    err.print(text, style="yellow", highlight=False, soft_wrap=True)


def warn_of(recording: Recording) -> None:
    """Print the notices about a game to standard error."""
    for notice in recording.notices:
        warn(notice)


def report_damage(recording: Recording) -> None:
    """Repeat the damage of a log as the last line and exit with code 1; return for a sound log."""
    if recording.damage:
        warn(recording.damage)
        raise typer.Exit(FOUND)


def warn_of_signatures(recording: Recording) -> None:
    """Print problems with the signatures of a game to standard error."""
    for sentence in some(signature_problems(recording.log)):
        warn(sentence)


def print_json(value: object) -> None:
    """Print a value as JSON."""
    # Not through Rich, which would wrap and colour what a program wants to read.
    try:
        typer.echo(json_text(value))
    except BrokenPipeError:
        out.on_broken_pipe()
