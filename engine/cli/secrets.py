"""``holland44 secret``: seal values in a game, open them, and list sealed values."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.cli.author import AuthorOpt, KeyOpt
from engine.cli.console import FOUND, JsonOpt, LogArg, echo, print_json, warn
from engine.cli.rows import subcommands
from engine.cli.shared_game import DeclineOpt, decline, shared_table
from engine.cli.shared_game import opened as opened_game
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.private_file import PrivateFile, missing, private_path, waiting
from engine.play.bylines import current_byline
from engine.play.game import Recording
from engine.play.sealing import open_values, seal_values

secret_app = subcommands(t("cli.secret.help"))

SideOpt = Annotated[str, typer.Option("--side", help=t("cli.secret.side"))]


@secret_app.command("seal", help=t("cli.secret.seal.help"))
def secret_seal(
    file: LogArg,
    values: Annotated[list[str], typer.Argument(help=t("cli.secret.values"), metavar="NAME=TEXT")],
    side: SideOpt,
    author: AuthorOpt = None,
    key: KeyOpt = None,
) -> None:
    """Seal texts, each under a name."""
    pairs = [value.partition("=") for value in values]
    for value, (name, equals, text) in zip(values, pairs, strict=True):
        if not (name and equals and text):
            raise UserError(t("cli.secret.pair", given=value))
    with opened_game(file, current_byline(author, key), side) as game:
        _need_side(game, side)
        entry = seal_values(game, file, side, {name: text for name, _, text in pairs})
    names = ", ".join(sealed.name for sealed in entry.sealed)
    echo("cli.secret.sealed", names=names, entry=entry.id, path=private_path(file, side))


@secret_app.command("open", help=t("cli.secret.open.help"))
def secret_open(
    file: LogArg,
    side: SideOpt,
    names: Annotated[
        list[str] | None, typer.Argument(help=t("cli.secret.names"), metavar="NAME")
    ] = None,
    author: AuthorOpt = None,
    key: KeyOpt = None,
) -> None:
    """Open sealed values: the named one, or all of the side."""
    with opened_game(file, current_byline(author, key), side) as game:
        _need_side(game, side)
        entry = open_values(game, file, side, names or None)
    for opened in entry.opened:
        echo("cli.secret.opened", name=opened.name, value=opened.value)


@secret_app.command("ahead", help=t("cli.secret.ahead.help"))
def secret_ahead(
    file: LogArg,
    decision: Annotated[str, typer.Argument(help=t("cli.secret.ahead.decision"))],
    option: Annotated[str, typer.Argument(help=t("cli.secret.ahead.option"))],
    at: Annotated[str, typer.Option("--at", help=t("cli.secret.ahead.at"))] = "",
) -> None:
    """Seal an answer to a decision that may come up later in a shared game."""
    from engine.together.ahead import Ahead, seal_ahead

    ahead = Ahead(decision=decision[:100] or "-", option=option[:200] or "-", at=at[:100])
    with shared_table(file) as (table, until):
        entry = seal_ahead(table.game, file, table.member.side, ahead)
        until(lambda: not table.waiting)
    path = private_path(file, entry.by)
    echo("cli.secret.sealed", names=entry.sealed[0].name, entry=entry.id, path=path)


@secret_app.command("reveal", help=t("cli.secret.reveal.help"))
def secret_reveal(file: LogArg, declines: DeclineOpt = False) -> None:
    """Ask that the referee opens all hidden orders, or answer that question."""
    from engine.together.manners import OPEN, YES

    with shared_table(file) as (table, until):
        if declines:
            decline(table, OPEN, until)
            return
        asked = table.question(OPEN)
        if asked is None:
            table.ask_opening()
        else:
            table.answer(asked, YES)
        until(lambda: not table.waiting)
    echo("cli.secret.reveal.asked" if asked is None else "cli.secret.reveal.agreed")


@secret_app.command("list", help=t("cli.secret.list.help"))
def secret_list(file: LogArg, as_json_: JsonOpt = False) -> None:
    """List the sealed values that were not opened, without showing them."""
    recording = Recording.load(file)
    log_id, line = recording.log.header.id, recording.timeline.entries
    rows = []
    for name, (by, sealed) in waiting(line).items():
        here = private_path(file, by).exists()
        is_known = here and PrivateFile.load(file, log_id, by).opening(sealed) is not None
        rows.append({"name": name, "side": by, "hash": sealed.hash, "held": is_known})
    if as_json_:
        print_json(rows)
    for row in [] if as_json_ else rows:
        key = "cli.secret.held" if row["held"] else "cli.secret.not_held"
        echo(key, name=row["name"], side=recording.module.side_name(str(row["side"])))
    if not rows and not as_json_:
        echo("cli.secret.none")
    problems = missing(file, log_id, line)
    for sentence in problems:
        warn(sentence)
    if problems:
        raise typer.Exit(FOUND)


def _need_side(recording: Recording, side: str) -> None:
    known = [one.id for one in recording.module.meta.sides]
    if side not in known:
        raise UserError(t("cli.secret.no_side", given=side, known=", ".join(known)))
