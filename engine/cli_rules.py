"""Commands about the rules: how much is enforced, and random legal games."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from engine.core.errors import Holland44Error
from engine.i18n import t

out = Console()

GameArg = Annotated[str, typer.Argument(help=t("cli.rules.game"))]
JsonOpt = Annotated[bool, typer.Option("--json", help=t("cli.opt.json"))]


def coverage(game: GameArg = "holland44", as_json: JsonOpt = False) -> None:
    """Print what the rules engine does with each rule."""
    _need_rules(game)
    from engine.games.holland44.coverage import coverage as rows_of
    from engine.games.holland44.coverage import tally

    rows = rows_of()
    if as_json:
        typer.echo(json.dumps([row.model_dump() for row in rows], ensure_ascii=False, indent=1))
        return
    table = Table(*(t(f"cli.coverage.{c}") for c in ("id", "title", "status", "proof")))
    for row in rows:
        table.add_row(row.id, row.title, row.status, row.test.rpartition("::")[2] or row.why)
    out.print(table)
    counts = tally()
    rules = len(rows) - counts.get("not a rule", 0)
    done = counts.get("enforced", 0)
    parts = ", ".join(f"{status} {count}" for status, count in sorted(counts.items()))
    out.print(
        t("cli.coverage.sum", counts=parts, percent=round(100 * done / rules)), highlight=False
    )


def autoplay(
    game: GameArg,
    scenario: Annotated[str, typer.Argument(help=t("cli.arg.scenario"))],
    output: Annotated[Path, typer.Option("-o", "--output", help=t("cli.new.output"))],
    seed: Annotated[int, typer.Option(help=t("cli.autoplay.seed"))] = 1,
    turns: Annotated[int, typer.Option(min=1, max=20, help=t("cli.autoplay.turns"))] = 20,
    as_json: JsonOpt = False,
) -> None:
    """Play a random legal game."""
    _need_rules(game)
    from engine.games.holland44.autoplay import autoplay as play

    with out.status(t("cli.autoplay.progress", path=output)):
        report = play(scenario, seed, turns, output)
    if as_json:
        typer.echo(json.dumps(asdict(report)))
        return
    out.print(
        t(
            "cli.autoplay.done",
            path=output,
            entries=report.entries,
            turn=report.turn,
            winner=report.winner or "–",
            digest=report.digest,
        ),
        highlight=False,
        markup=False,
        soft_wrap=True,
    )


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command(help=t("cli.coverage.help"))(coverage)
    app.command(help=t("cli.autoplay.help"))(autoplay)


def _need_rules(game: str) -> None:
    if game != "holland44":
        raise Holland44Error(t("cli.rules.none", game=game))
