"""Commands of the app: the window, drawn maps, exports with pictures."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.cli import export as cli_export
from engine.cli import together as cli_together
from engine.cli.console import out, report_damage, warn_of
from engine.cli.terminal import print_replay
from engine.core.errors import UserError
from engine.files import ONE_FILE, need_file_or_folder
from engine.i18n import t
from engine.play.game import Recording
from engine.report.job import Job
from engine.report.one_file import unpack
from engine.vassal import GAMES, MODULES
from holland44_qt.platform import has_display
from holland44_qt.report.formats import DRAWN_FORMATS, illustrator, need_qt


@wraps(cli_export.export_command)
def export_command(*args: Any, **options: Any) -> None:
    """Export recorded games, including formats with pictures."""
    cli_export.offer(DRAWN_FORMATS, illustrator)
    cli_export.export_command(*args, **options)


@wraps(cli_together.host)
def host_command(*args: Any, **options: Any) -> None:
    """Host games, with pages for spectators."""
    from holland44_qt.together.watch_page import draw_page, prepare

    if not any(options.get(name) for name in ("expel", "invite", "spectator", "webhook")):
        prepare()
        cli_together.draw_pages_with(draw_page)
    cli_together.host(*args, **options)


def open_app(
    file: Annotated[
        Path | None, typer.Argument(help=t("cli.arg.log"), metavar="FILE", show_default=False)
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--page", help=t("cli.open.page"), metavar="FILE.html")
    ] = None,
) -> None:
    """Open the app, or report the alternatives without a display."""
    if file is not None:
        need_file_or_folder(file)
        if not file.exists():
            raise UserError(t("log.error.missing", path=file))
    if has_display():
        need_qt()
        from holland44_qt.app import run

        raise typer.Exit(run(file))
    if file is not None and file.is_file() and file.suffix.lower() in (*GAMES, *MODULES):
        raise UserError(t("cli.open.vassal", path=file))
    out.print(t("cli.open.no_display"), style="yellow", soft_wrap=True)
    if file is None:
        raise typer.Exit
    if file.suffix.lower() == ONE_FILE:
        file = unpack(file).log
    recording = Recording.load(file)
    warn_of(recording)
    print_replay(out, recording, first=1, last=len(recording))
    target = page or Path("build") / f"{file.stem}.html"
    target.parent.mkdir(parents=True, exist_ok=True)
    DRAWN_FORMATS[0].write(Job(recording, target), file)
    out.print()
    out.print(
        t("cli.open.page_written", path=target.resolve()),
        style="bold",
        highlight=False,
        soft_wrap=True,
    )
    report_damage(recording)


def plot(
    folder: Annotated[Path, typer.Argument(help=t("studies.cli.folder"), metavar="FOLDER")],
    output: Annotated[Path, typer.Option("-o", "--output", help=t("cli.plot.output"))],
    ask: Annotated[
        str, typer.Option("--ask", help=t("studies.cli.ask"), metavar="NAME")
    ] = "winners",
) -> None:
    """Draw the answer to a ready question about the logs below a folder."""
    need_qt()
    from engine.studies.charts import chart_of
    from engine.studies.game_library import FILE, Library, question
    from holland44_qt.report.bar_chart import render_chart

    query = question(ask)
    path = folder / FILE
    if not path.is_file():
        raise UserError(t("studies.error.no_library", folder=folder))
    with Library(path) as tables:
        chart = chart_of(ask, tables.ask(query))
    render_chart(chart, output)
    out.print(t("cli.plot.done", path=output, count=len(chart.bars)), highlight=False)


def render(
    game: Annotated[str, typer.Argument(help=t("cli.arg.game"))],
    output: Annotated[Path, typer.Option("-o", "--output", help=t("cli.render.output"))],
    width: Annotated[int, typer.Option(min=200, max=16000, help=t("cli.render.width"))] = 4000,
    theme: Annotated[str, typer.Option(help=t("cli.render.theme"))] = "day",
    counters: Annotated[bool, typer.Option("--counters", help=t("cli.render.counters"))] = False,
    scenario: Annotated[str, typer.Option(help=t("cli.render.scenario"))] = "",
) -> None:
    """Draw a map or a counter sheet."""
    need_qt()
    from engine.modules.module import load_module
    from holland44_qt.board.render import render_map
    from holland44_qt.counter_sheet import render_sheet

    module = load_module(game)
    with out.status(t("cli.render.progress", path=output)):
        if counters:
            size = render_sheet(module, output, width, scenario=module.scenario_id(scenario))
        else:
            size = render_map(module, output, width, theme)
    out.print(
        t("cli.render.done", path=output, width=size[0], height=size[1]),
        highlight=False,
        soft_wrap=True,
    )
