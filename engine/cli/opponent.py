"""Commands about computer players: matches between them, and turns in a recorded game."""

from __future__ import annotations

import contextlib
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli.console import (
    JsonOpt,
    LogArg,
    WorkersOpt,
    echo,
    out,
    print_json,
    progress_bar,
    show,
)
from engine.core.errors import UserError
from engine.games import DEFAULT, require_rulebook
from engine.i18n import decimal, t
from engine.modules.module import load_module

if TYPE_CHECKING:
    from engine.opponent.match import Result
    from engine.rules.ports import Ruleset

GameOpt = Annotated[str, typer.Option("--game", help=t("cli.arg.game"))]
ScenarioOpt = Annotated[str, typer.Option("--scenario", help=t("cli.arg.scenario"))]


def match(
    first: Annotated[str, typer.Argument(help=t("opponent.cli.match.player"), metavar="A")],
    second: Annotated[str, typer.Argument(help=t("opponent.cli.match.player"), metavar="B")],
    game: GameOpt = DEFAULT,
    scenario: ScenarioOpt = "",
    games: Annotated[int, typer.Option(min=1, help=t("opponent.cli.match.games"))] = 10,
    seed: Annotated[int, typer.Option(help=t("opponent.cli.match.seed"))] = 1,
    workers: WorkersOpt = 1,
    as_json: JsonOpt = False,
) -> None:
    """Let two computer players play a number of games."""
    from engine.opponent.strengths import PLAYERS

    for name in (first, second):
        if name not in PLAYERS:
            raise UserError(t("opponent.error.player", name=name, known=", ".join(PLAYERS)))
    module = load_module(game)
    chosen = module.scenario_id(scenario)
    module.scenario(chosen)
    ruleset = require_rulebook(module.meta.id).ruleset(chosen, module)
    results = _played(ruleset, first, second, games, seed, workers)
    results.sort(key=lambda r: (r.seed, list(r.players.values()) != [first, second]))
    if as_json:
        print_json([asdict(result) for result in results])
        return
    _print(ruleset, first, second, results)


def _played(
    ruleset: Ruleset, first: str, second: str, games: int, seed: int, workers: int
) -> list[Result]:
    """Return the results of all games, or of those finished before an interruption."""
    from engine.opponent.match import pairings, play_pairing
    from engine.workers import results as results_of

    sides = [side.id for side in ruleset.module.meta.sides]
    pairs = pairings(sides, first, second, games, seed)
    results: list[Result] = []
    with progress_bar() as bar:
        task = bar.add_task(
            t("opponent.cli.match.progress", first=first, second=second), total=games
        )
        try:
            for result in results_of(partial(play_pairing, ruleset), pairs, workers):
                results.append(result)
                bar.advance(task)
        except KeyboardInterrupt:
            if not results:
                raise
    return results


def _print(ruleset: Ruleset, first: str, second: str, results: list[Result]) -> None:
    """Print the first player's score by side, with its confidence interval and the time
    for a turn.
    """
    from rich.table import Table

    from engine.opponent.match import score_of

    names = ruleset.names
    table = Table(*(t(f"opponent.cli.match.{c}") for c in ("side", "won", "share", "seconds")))
    rows = [(side.id, names.side_name(side.id)) for side in ruleset.module.meta.sides]
    if first != second:
        rows.append(("", t("opponent.cli.match.both")))
    for side, title in rows:
        score = score_of(results, first, side)
        low, high = score.interval
        share = t(
            "opponent.cli.match.interval",
            share=f"{100 * score.share:.0f}",
            low=f"{100 * low:.0f}",
            high=f"{100 * high:.0f}",
        )
        won = f"{decimal(score.won, 'g')} / {score.games}"
        table.add_row(title, won, share, _seconds(results, first, side))
    out.print(table)
    longest = max((r.longest for r in results), default=0.0)
    echo(
        "opponent.cli.match.sum",
        first=first,
        second=second,
        count=len(results),
        scenario=ruleset.module.scenario_name(ruleset.scenario.id),
        refused=sum(r.refused for r in results),
        longest=decimal(longest, ".1f"),
    )


def _seconds(results: list[Result], name: str, side: str) -> str:
    """Return the mean thinking time of a player for a turn, in seconds."""
    spent, turns = 0.0, 0
    for result in results:
        for own, player in result.players.items():
            if player == name and side in ("", own):
                spent += result.seconds[own]
                turns += result.turns[own]
    return decimal(spent / turns, ".1f") if turns else "–"


def computer(
    file: LogArg,
    side: Annotated[
        list[str] | None,
        typer.Option("--side", help=t("opponent.cli.computer.side"), metavar="SIDE[:PLAYER]"),
    ] = None,
    hint: Annotated[bool, typer.Option("--hint", help=t("opponent.cli.computer.hint"))] = False,
    follow: Annotated[
        bool, typer.Option("--follow", help=t("opponent.cli.computer.follow"))
    ] = False,
) -> None:
    """Let the computer play its side of a recorded game until a person has to decide."""
    from engine.log.store import load
    from engine.opponent.seats import hint_for, play_on, seats_named, seats_of
    from engine.opponent.strengths import strengths_of
    from engine.play.game import Game, Recording

    if hint:
        recording = Recording.load(file)
        advice = hint_for(recording)
        show(t("opponent.hint.none") if advice is None else advice.reason.text)
        return
    if load(file).log.header.together is not None:
        _stand_in(file, side or [], follow=follow)
        return
    with Game.open(file) as game:
        offered = strengths_of(game.module, game.log.header.scenario)
        seats = seats_named(side, game.module, offered) if side else seats_of(game.log.header)
        if not seats:
            raise UserError(t("opponent.error.no_seat"))
        count = 0
        for entry, advice in play_on(game, seats):
            count += 1
            show(f"{entry.id}  {game.step(len(game)).sentence}  – {advice.reason.text}")
        now = game.now.side_to_act
        waits = not count and now not in seats
        if waits:
            echo("opponent.cli.computer.waits", side=game.module.side_name(now))
    if not waits:
        echo("opponent.cli.computer.done", count=count, path=file)


def _stand_in(file: Path, words: list[str], *, follow: bool) -> None:
    """Let the computer play this machine's side of a shared game while its player is absent."""
    from engine.cli.shared_game import shared_table
    from engine.cli.stand_in import play_absent
    from engine.opponent.seats import seats_named
    from engine.opponent.strengths import RECRUIT

    count = 0
    with shared_table(file) as (table, until):
        own = table.member.side
        seats = seats_named(words, table.game.module)
        other = next((side for side in seats if side != own), None)
        if other is not None:
            raise UserError(t("together.error.other_side", side=table.game.module.side_name(other)))
        with contextlib.suppress(KeyboardInterrupt):
            for advice in play_absent(table, until, seats.get(own, RECRUIT), follow=follow):
                count += 1
                last = table.game.step(len(table.game))
                show(f"{last.entry.id}  {last.sentence}  – {advice.reason.text}")
    echo("opponent.cli.computer.done", count=count, path=file)
