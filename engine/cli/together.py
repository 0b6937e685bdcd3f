"""``holland44 host`` and ``holland44 join``: play together over a small server."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Annotated, Any, cast, get_args

import typer

from engine.child_process import program_line
from engine.cli.console import LogArg, echo, show, warn
from engine.cli.rules import HouseOpt, ModeOpt, house_of, mode_named
from engine.cli.shared_game import DeclineOpt, decline, shared_table
from engine.core.errors import UserError
from engine.files import fitting, unused_path
from engine.i18n import t
from engine.log.entry import DiceKind
from engine.log.store import SUFFIX
from engine.modules.module import load_module
from engine.user_folders import kept_folder

FolderOpt = Annotated[
    Path | None, typer.Option("--folder", help=t("cli.host.folder"), metavar="DIR")
]
CredentialsOpt = Annotated[
    Path | None, typer.Option("--credentials", help=t("cli.together.credentials"), metavar="FILE")
]
NameOpt = Annotated[str | None, typer.Option("--name", help=t("cli.together.name"))]


_draw: Callable[[Path], str] | None = None


def draw_pages_with(draw: Callable[[Path], str]) -> None:
    """Set the function that draws spectators' pages; without one the host serves none."""
    global _draw
    _draw = draw


def host(
    game: Annotated[str, typer.Argument(help=t("cli.host.game"), metavar="GAME")] = "",
    scenario: Annotated[str, typer.Argument(help=t("cli.arg.scenario"))] = "",
    side: Annotated[str, typer.Option("--side", help=t("cli.host.side"))] = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help=t("cli.host.output"), metavar="FILE")
    ] = None,
    public: Annotated[str, typer.Option("--public", help=t("cli.host.public"))] = "",
    port: Annotated[
        int | None, typer.Option("--port", help=t("cli.host.port"), min=1, max=65533)
    ] = None,
    restore: Annotated[
        Path | None, typer.Option("--restore", help=t("cli.host.restore"), metavar="FILE")
    ] = None,
    invite: Annotated[bool, typer.Option("--invite", help=t("cli.host.invite"))] = False,
    spectator: Annotated[bool, typer.Option("--spectator", help=t("cli.host.spectator"))] = False,
    delay: Annotated[
        int | None, typer.Option("--delay", help=t("cli.host.delay"), min=0, max=10_000)
    ] = None,
    expel: Annotated[
        str, typer.Option("--expel", help=t("cli.host.expel"), metavar="GAME:SIDE")
    ] = "",
    webhook: Annotated[
        str, typer.Option("--webhook", help=t("cli.host.webhook"), metavar="[SIDE=]URL")
    ] = "",
    title: Annotated[str, typer.Option(help=t("cli.new.title"))] = "",
    mode: ModeOpt = "off",
    house: HouseOpt = None,
    option: Annotated[list[str] | None, typer.Option(help=t("cli.new.option"))] = None,
    dice: Annotated[str, typer.Option("--dice", help=t("cli.host.dice"))] = "own",
    pace: Annotated[str, typer.Option("--pace", help=t("cli.host.pace"))] = "none",
    referee: Annotated[
        str, typer.Option("--referee", help=t("cli.host.referee"), metavar="LINE")
    ] = "",
    in_the_open: Annotated[bool, typer.Option("--open", help=t("cli.host.open"))] = False,
    server: Annotated[
        str, typer.Option("--server", help=t("cli.host.server"), metavar="ADDRESS")
    ] = "",
    credentials: CredentialsOpt = None,
    name: NameOpt = None,
    folder: FolderOpt = None,
) -> None:
    """Host shared games, or manage their members."""
    from engine.together.accounts import server_place, take_credentials
    from engine.together.host_folder import PORT, HostFolder, own_address
    from engine.together.joining import NOBODY, begin, player_name
    from engine.together.referee_service import RefereeName
    from engine.together.server import find_server

    here = HostFolder(folder or kept_folder("host-elsewhere" if server else "host"))
    if expel:
        hosted, _, who = expel.partition(":")
        here.expel(_game_named(here, hosted), who)
        echo("cli.host.expelled", side=who)
        return
    if webhook:
        from engine.together.notices import webhook_named

        who, url = webhook_named(webhook)
        here.set_webhook(_game_named(here, game), who, url)
        echo("cli.host.webhook_set")
        return
    if spectator:
        from engine.together.live_pages import watch_link

        watcher = here.invite_spectator(_game_named(here, game), delay)
        echo("cli.host.watch")
        show(watch_link(here, watcher.seed))
        echo("cli.host.watch_program")
        show(watcher.to_text())
        return
    if invite:
        _print_invitations(here, _game_named(here, game))
        return
    name_of_referee = RefereeName.parse(referee) if referee else None
    known = here.record() if here.exists else None
    if server:
        elsewhere = server_place(server)
        take_credentials(elsewhere, credentials)
        here.prepare(elsewhere.host, elsewhere.port, elsewhere.account)
    elif known is None or not known.account:
        find_server()  # said before anything is written
        address = public or (known.public if known else own_address())
        here.prepare(address, port or (known.port if known else PORT))
    if restore is not None:
        _print_invitations(here, here.add(restore))
    elif game:
        path = output or Path(_file_name(title or load_module(game).title))
        begun = begin(
            here,
            path,
            game,
            scenario,
            side or load_module(game).meta.sides[0].id,
            player_name(name),
            title=title,
            mode=mode_named(mode),
            house={number: level for number, level in house_of(house).items() if level},
            options=option or (),
            dice="referee" if referee else _dice_named(dice),
            pace=_pace_named(pace),
            referee=name_of_referee,
            in_the_open=in_the_open,
        )
        if side != NOBODY:
            echo("cli.host.begun", path=path)
            if here.knows_secrets(begun.game):
                warn(t("together.hidden.host"))
        _print_invitations(here, begun.game)
    elif not here.record().games:
        raise UserError(t("together.error.nothing_hosted"))
    _serve(here)


def join(
    invitation: Annotated[
        str, typer.Argument(help=t("cli.join.invitation"), metavar="INVITATION")
    ] = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help=t("cli.join.output"), metavar="FILE")
    ] = None,
    name: NameOpt = None,
    credentials: CredentialsOpt = None,
) -> None:
    """Join a shared game."""
    from engine.together.accounts import take_credentials
    from engine.together.invitation import Invitation
    from engine.together.joining import join as join_game
    from engine.together.joining import player_name

    if "key=" in invitation and os.name == "posix":
        _hide_argument(invitation, output, name, credentials)
    if not invitation:
        echo("cli.join.paste")
    if invitation in ("", "-"):
        invitation = sys.stdin.readline()
    asked = Invitation.parse(invitation)
    take_credentials(asked.place, credentials)
    path = output or Path(f"{asked.game}{SUFFIX}")
    member = asyncio.run(join_game(asked, path, player_name(name)))
    key = "cli.join.done" if member.side else "cli.join.spectator"
    echo(key, path=member.path, side=member.side)


def chat(
    file: LogArg,
    text: Annotated[str, typer.Argument(help=t("cli.chat.text"), metavar="TEXT")] = "",
) -> None:
    """Read the chat of a shared game, or send a message."""
    from engine.together.chat import MOST_TEXT, read_chat

    if len(text) > MOST_TEXT:
        raise UserError(t("cli.chat.long", limit=MOST_TEXT))
    with shared_table(file) as (table, until):
        if text:
            known = len(read_chat(file))
            table.network.say(text)
            if not until(lambda: any(line.text == text for line in read_chat(file)[known:])):
                warn(t("cli.chat.offline"))
        until(lambda: table.network.has_read_chat or table.standing != "connected")
        for line in read_chat(file):
            show(f"{line.at[:16].replace('T', ' ')} {line.name}: {line.text}")


def clock(
    file: LogArg,
    pause: Annotated[bool, typer.Option("--pause", help=t("cli.clock.pause"))] = False,
    agree: Annotated[bool, typer.Option("--agree", help=t("cli.clock.agree"))] = False,
    declines: DeclineOpt = False,
    claim: Annotated[bool, typer.Option("--claim", help=t("cli.clock.claim"))] = False,
) -> None:
    """Show the clock of a shared game, ask for a pause, answer, or claim lost time."""
    from datetime import UTC, datetime

    from engine.together.clocks import PAUSE, describe
    from engine.together.manners import YES

    with shared_table(file) as (table, until):
        if pause:
            table.ask_pause()
        elif claim:
            table.claim_time()
        elif agree:
            table.reply(PAUSE, YES)
        elif declines:
            decline(table, PAUSE, until)
        until(lambda: not table.waiting)
        now = table.clock
        if now is None:
            raise UserError(t("together.clock.none"))
        show(describe(now, table.game.module.side_name(now.side), datetime.now(UTC)))


def take_back(
    file: LogArg,
    to: Annotated[int | None, typer.Option("--to", help=t("cli.take_back.to"), metavar="N")] = None,
    agree: Annotated[bool, typer.Option("--agree", help=t("cli.take_back.agree"))] = False,
    declines: DeclineOpt = False,
) -> None:
    """Show the question of the other player to go back, answer it, or ask one."""
    from engine.together.manners import UNDO, YES, asked_undo

    with shared_table(file) as (table, until):
        if to is not None:
            if to not in {entry.id for entry in table.game.timeline.entries[:-1]}:
                raise UserError(t("cli.take_back.not_earlier", entry=to))
            table.ask_undo(to)
            echo("together.undo.sent", entry=to)
        elif agree:
            echo("cli.take_back.agreed", entry=asked_undo(table.reply(UNDO, YES)))
        elif declines:
            decline(table, UNDO, until)
        elif (asked := table.question(UNDO)) is not None:
            echo("together.undo.asked", entry=asked_undo(asked))
        else:
            echo("cli.together.nothing_asked")
        until(lambda: not table.waiting)


def result(
    file: LogArg,
    offer: Annotated[
        str, typer.Option("--offer", help=t("cli.result.offer"), metavar="RESULT")
    ] = "",
    agree: Annotated[bool, typer.Option("--agree", help=t("cli.result.agree"))] = False,
    declines: DeclineOpt = False,
) -> None:
    """Show the result that the players of a shared game agreed on; offer one, or answer."""
    from engine.together.manners import RESULT, YES, agreed_result, describe_result

    with shared_table(file) as (table, until):
        name = table.game.module.side_name
        if offer:
            table.offer_result(offer)
        elif agree:
            table.reply(RESULT, YES)
        elif declines:
            decline(table, RESULT, until)
            return
        until(lambda: not table.waiting)
        agreed = agreed_result(table.game.log)
        if offer:
            echo("cli.result.offered", result=describe_result(offer, name))
        elif agreed is None:
            echo("together.result.none")
        else:
            echo("together.result.agreed", result=describe_result(agreed, name))


def rematch(
    file: LogArg,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help=t("cli.rematch.output"), metavar="FILE")
    ] = None,
    referee: Annotated[
        str, typer.Option("--referee", help=t("cli.rematch.referee"), metavar="LINE")
    ] = "",
    folder: FolderOpt = None,
    declines: DeclineOpt = False,
) -> None:
    """Offer a rematch of a shared game with the sides exchanged, or answer one."""
    from engine.together.host_folder import HostFolder
    from engine.together.joining import join as join_game
    from engine.together.manners import YES
    from engine.together.referee_service import RefereeName
    from engine.together.rematch import REMATCH, asked_rematch, begin_rematch

    path = output or unused_path(file)
    line = RefereeName.parse(referee) if referee else None
    with shared_table(file) as (table, until):
        if declines:
            decline(table, REMATCH, until)
            return
        asked = table.question(REMATCH)
        invitation = asked_rematch(asked, table.member) if asked is not None else None
        if asked is not None and invitation is not None:
            asyncio.run(join_game(invitation, path, table.member.name))
            table.answer(asked, YES)
            echo("together.rematch.joined", path=path)
        else:
            place = "host-elsewhere" if table.member.place.account else "host"
            here = HostFolder(folder or kept_folder(place))
            here.record()
            begin_rematch(here, table, path, line)
            echo("cli.rematch.begun", path=path)


def referee(
    address: Annotated[str, typer.Argument(help=t("cli.referee.address"), metavar="ADDRESS")] = "",
    new: Annotated[bool, typer.Option("--new", help=t("cli.referee.new"))] = False,
    credentials: CredentialsOpt = None,
    folder: FolderOpt = None,
) -> None:
    """Serve as the referee of games that others host."""
    from engine.together.accounts import take_credentials
    from engine.together.invitation import Invitation
    from engine.together.referee_machine import RefereeFolder, RefereeMachine

    here = RefereeFolder(folder or kept_folder("referee"))
    if new:
        echo("cli.referee.line")
        show(here.new_seat().to_text())
        return
    if address:
        asked = Invitation.parse(address)
        take_credentials(asked.place, credentials)
        here.seat_of(asked)
        here.add(asked)
    asyncio.run(_until_stopped(RefereeMachine(here, show).run))


async def _until_stopped(work: Callable[[asyncio.Event], Coroutine[Any, Any, None]]) -> None:
    """Run until Ctrl-C or SIGTERM sets the event that the work is given."""
    stop = asyncio.Event()
    for ending in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(ending, stop.set)
    await work(stop)


def _dice_named(word: str) -> DiceKind:
    """Return the kind of dice with a name. Raises UserError for any other word."""
    for kind in get_args(DiceKind):
        if kind == word:
            return cast(DiceKind, kind)
    raise UserError(t("together.error.dice", known=", ".join(get_args(DiceKind))))


def _pace_named(word: str) -> str | None:
    """Return the pace with a name, None for no limit. Raises UserError for any other word."""
    if word == "none":
        return None
    if not re.fullmatch(r"live|[1-9][0-9]?d", word):
        raise UserError(t("together.error.pace"))
    return word


def _hide_argument(
    invitation: str, output: Path | None, name: str | None, credentials: Path | None
) -> None:
    """Restart with the invitation on standard input, so that ``ps`` does not show it."""
    reading, writing = os.pipe()
    os.write(writing, invitation.encode() + b"\n")
    os.close(writing)
    os.dup2(reading, 0)
    command = program_line("join", "-")
    command += ["-o", str(output)] if output is not None else []
    command += ["--name", name] if name is not None else []
    command += ["--credentials", str(credentials)] if credentials is not None else []
    os.execv(command[0], command)


def _serve(here: Any) -> None:
    """Run the host until Ctrl-C or SIGTERM."""
    from engine.together.host import Host

    host, place = Host(here, show, _draw), here.place()

    async def announce() -> None:
        await host.is_ready.wait()
        echo("cli.host.running", place=place.host, port=place.port)

    async def serve(stop: asyncio.Event) -> None:
        announcing = asyncio.create_task(announce())
        try:
            await host.run(stop)
        finally:
            announcing.cancel()

    asyncio.run(_until_stopped(serve))
    echo("cli.host.stopped")


def _print_invitations(here: Any, game: str) -> None:
    """Print the unused invitations, and for the other sides an invitation to reconnect."""
    header_sides = here.members(game).keys
    for side in header_sides:
        invitation = here.invitation(game, side)
        key = "cli.host.invitation" if invitation.seed else "cli.host.back"
        echo(key, side=side)
        show(invitation.to_text())
    judge = here.referee_address(game)
    if judge is not None:
        echo("cli.host.judge")
        show(judge.to_text())
    if here.place().host.startswith(("127.", "10.", "192.168.")):
        warn(t("cli.host.private", place=here.place().host))


def _game_named(here: Any, wanted: str) -> str:
    """Return the id of the hosted game that starts with ``wanted``; "" selects the only game.

    Raises UserError unless exactly one game fits.
    """
    if not here.record().games:
        raise UserError(t("together.error.nothing_hosted"))
    games: Sequence[str] = [game for game in here.record().games if game.startswith(wanted)]
    if len(games) == 1:
        return games[0]
    listed = ", ".join(f"{game[:8]} ({here.game(game).title})" for game in here.record().games)
    raise UserError(t("together.error.which_game", known=listed))


def _file_name(title: str) -> str:
    safe = "".join(c if c.isalnum() or c in " -_'" else "_" for c in title).strip()
    return fitting(safe or "game", SUFFIX, 0)
