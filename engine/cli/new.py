"""Commands that make a log: a new game, or one imported from VASSAL."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.cli.author import AuthorOpt, KeyOpt
from engine.cli.console import echo, file_progress, out, show
from engine.cli.rules import HouseOpt, ModeOpt, house_of, mode_named
from engine.cli.vassal import joints_table
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.store import SUFFIX as LOG_SUFFIX
from engine.modules.module import load_module
from engine.opponent.seats import as_players, seats_named
from engine.opponent.strengths import strengths_of
from engine.play.bylines import current_byline
from engine.play.referee import new_game
from engine.play.vassal.log_import import import_files, is_module
from engine.play.vassal.opened_module import new_game as new_board
from engine.vassal.series import Order

LISTED = 40
"""Maximum number of messages printed about an import; a series may have thousands."""
PicturesOpt = Annotated[
    Path | None, typer.Option("--pictures", help=t("cli.import.pictures"), metavar="DIR")
]


def new(
    game: Annotated[str, typer.Argument(help=t("cli.arg.game"))],
    output: Annotated[Path, typer.Option("-o", "--output", help=t("cli.new.output"))],
    scenario: Annotated[str, typer.Argument(help=t("cli.arg.scenario"))] = "",
    title: Annotated[str, typer.Option(help=t("cli.new.title"))] = "",
    mode: ModeOpt = "off",
    house: HouseOpt = None,
    option: Annotated[list[str] | None, typer.Option(help=t("cli.new.option"))] = None,
    pictures: PicturesOpt = None,
    computer: Annotated[
        list[str] | None,
        typer.Option("--computer", help=t("opponent.cli.new.computer"), metavar="SIDE[:PLAYER]"),
    ] = None,
    author: AuthorOpt = None,
    key: KeyOpt = None,
) -> None:
    """Start a game."""
    byline = current_byline(author, key)
    from_vassal = is_module(Path(game))
    if from_vassal and (mode != "off" or house or option or computer):
        raise UserError(t("cli.new.no_rules"))
    if pictures is not None and not from_vassal:
        raise UserError(t("cli.new.no_pictures"))
    players: dict[str, str] = {}
    if computer:
        module = load_module(game)
        offered = strengths_of(module, module.scenario_id(scenario))
        players = as_players(seats_named(computer, module, offered))
        mode = "enforced" if mode == "off" else mode
    if from_vassal:
        with new_board(
            Path(game), output, scenario, title=title, pictures=pictures, byline=byline
        ) as opened:
            for notice in opened.notices:
                show(notice, "yellow")
            echo("cli.new.done", path=output, pieces=len(opened.now.pieces))
        return
    agreed = {number: level for number, level in house_of(house).items() if level}
    with new_game(
        output,
        game,
        load_module(game).scenario_id(scenario),
        title=title,
        mode=mode_named(mode),
        house=agreed,
        options=option or (),
        byline=byline,
        players=players,
    ) as started:
        for notice in started.notices:
            show(notice, "yellow")
        pieces = len(started.now.pieces)
    echo("cli.new.done", path=output, pieces=pieces)


def import_command(
    files: Annotated[list[Path], typer.Argument(help=t("cli.import.files"), metavar="FILE")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help=t("cli.import.output"))
    ] = None,
    module: Annotated[
        Path | None, typer.Option("--module", help=t("vassal.cli.module"), metavar="FILE.vmod")
    ] = None,
    side: Annotated[str | None, typer.Option("--side", help=t("vassal.cli.side"))] = None,
    join: Annotated[bool, typer.Option("--join", help=t("cli.import.join"))] = False,
    order: Annotated[Order | None, typer.Option(help=t("cli.import.order"))] = None,
    library: Annotated[
        list[Path] | None,
        typer.Option(help=t("cli.import.library"), envvar="HOLLAND44_MODULES"),
    ] = None,
    pictures: PicturesOpt = None,
) -> None:
    """Import a VASSAL save or log."""
    for folder in library or ():
        if not folder.is_dir():
            raise UserError(t("cli.import.no_library", path=folder))
    target = output or files[0].parent / f"{files[0].stem}{LOG_SUFFIX}"
    with file_progress() as bar:
        task = bar.add_task(t("cli.import.progress", path=files[0]), total=1.0)
        imported, written = import_files(
            files,
            target,
            module,
            side,
            join,
            lambda done: bar.update(task, completed=done),
            libraries=library or (),
            order=order,
            pictures=pictures,
        )
    if imported.joints:
        out.print(joints_table(imported.joints))
    sentences = [*imported.problems, *imported.differences]
    for sentence in sentences[:LISTED]:
        show(sentence, "yellow")
    if len(sentences) > LISTED:
        show(t("cli.import.more", count=len(sentences) - LISTED), "yellow")
    echo(
        "cli.import.done",
        path=written.log,
        entries=len(imported.entries),
        module=written.module.name,
    )
