"""Commands about the rules: rules mode, coverage, rule texts, and random legal games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from engine.cli.author import AuthorOpt, KeyOpt
from engine.cli.console import JsonOpt, out, print_json, warn
from engine.core.errors import UserError
from engine.core.modes import (
    HOUSE_LEVELS,
    MODES,
    OPTION_TRACK,
    HouseLevel,
    Mode,
    house_rules,
    mode_of,
)
from engine.games import DEFAULT, require_rulebook, rulebook_of
from engine.i18n import t
from engine.modules.module import load_module
from engine.play.bylines import current_byline
from engine.play.game import Game, Recording
from engine.play.referee import chosen_options, set_rules
from engine.rules.rule_page import rule_page, status_words

PRINTED = "printed"
"""The value that withdraws a house rule."""

GameArg = Annotated[str, typer.Argument(help=t("cli.rules.game"))]


ModeOpt = Annotated[
    str, typer.Option("--mode", help=t("cli.opt.mode"), metavar="off|advisory|enforced")
]
HouseOpt = Annotated[
    list[str] | None, typer.Option("--house", help=t("cli.opt.house"), metavar="RULE=LEVEL")
]


def mode_named(word: str) -> Mode:
    """Return the rules mode with a name. Raises UserError for any other word."""
    for mode in MODES:
        if mode == word:
            return mode
    raise UserError(t("cli.rules.mode", mode=word, known=", ".join(MODES)))


def house_of(words: Iterable[str] | None) -> dict[str, HouseLevel | None]:
    """Return house rules from arguments such as ``7.2=off``; ``7.2=printed`` withdraws one.

    Raises UserError for an invalid argument.
    """
    result: dict[str, HouseLevel | None] = {}
    known = (*HOUSE_LEVELS, PRINTED)
    for word in words or ():
        number, _, level = word.partition("=")
        if level not in known:
            raise UserError(t("cli.rules.house", given=word, known=", ".join(known)))
        result[number] = next((name for name in HOUSE_LEVELS if name == level), None)
    return result


def rules(
    file: Annotated[Path, typer.Argument(help=t("cli.arg.log"), metavar="FILE")],
    mode: Annotated[
        str | None, typer.Option("--mode", help=t("cli.opt.mode"), metavar="off|advisory|enforced")
    ] = None,
    house: HouseOpt = None,
    as_json: JsonOpt = False,
    author: AuthorOpt = None,
    key: KeyOpt = None,
) -> None:
    """Print the rules mode of a game, or change it."""
    changes = house_of(house)
    if mode is not None or changes:
        with Game.open(file, byline=current_byline(author, key)) as game:
            set_rules(game, None if mode is None else mode_named(mode), changes)
            state = game.now
    else:
        recording = Recording.load(file)
        state = recording.state(len(recording))
    agreed, rules_mode = house_rules(state), mode_of(state)
    options = [n.removeprefix(OPTION_TRACK) for n in state.tracks if n.startswith(OPTION_TRACK)]
    if as_json:
        print_json({"mode": rules_mode, "house": agreed, "options": options})
        return
    out.print(t("cli.rules.held", mode=rules_mode), highlight=False)
    for number, level in agreed.items():
        out.print(t(f"say.rules.house.{level}", rule=number), highlight=False)
    for name in options:
        out.print(t("cli.rules.option", name=name), highlight=False)


def coverage(game: GameArg = DEFAULT, as_json: JsonOpt = False) -> None:
    """Print how the rules engine covers each rule."""
    rows = rulebook_of(game).coverage()
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    table = Table(*(t(f"cli.coverage.{c}") for c in ("id", "title", "status", "proof")))
    for row in rows:
        proof = row.test.rpartition("::")[2] or row.why
        table.add_row(row.id, row.title, status_words(row.status), proof)
    out.print(table)
    counts = Counter(row.status for row in rows)
    rules = len(rows) - counts.get("not a rule", 0)
    done = counts.get("enforced", 0)
    parts = ", ".join(f"{status_words(status)} {count}" for status, count in sorted(counts.items()))
    if not rules:
        out.print(t("cli.coverage.none", game=game), highlight=False, soft_wrap=True)
        return
    out.print(
        t("cli.coverage.sum", counts=parts, percent=round(100 * done / rules)), highlight=False
    )


def rule(
    number: Annotated[str, typer.Argument(help=t("cli.rule.number"), metavar="RULE")],
    game: Annotated[str, typer.Option("--game", help=t("cli.rules.game"))] = DEFAULT,
    as_json: JsonOpt = False,
) -> None:
    """Print the facts about a rule: its coverage, code, tests and readings."""
    page = rule_page(rulebook_of(game), number)
    if as_json:
        print_json(asdict(page))
        return
    for line in page.lines():
        out.print(line, highlight=False, markup=False, soft_wrap=True)


def autoplay(
    game: GameArg,
    output: Annotated[Path, typer.Option("-o", "--output", help=t("cli.new.output"))],
    scenario: Annotated[str, typer.Argument(help=t("cli.arg.scenario"))] = "",
    seed: Annotated[int, typer.Option(help=t("cli.autoplay.seed"))] = 1,
    turns: Annotated[int | None, typer.Option(min=1, help=t("cli.autoplay.turns"))] = None,
    option: Annotated[list[str] | None, typer.Option(help=t("cli.new.option"))] = None,
    as_json: JsonOpt = False,
) -> None:
    """Play a random legal game."""
    from engine.play.autoplay import autoplay as play

    module = load_module(game)
    scenario = module.scenario_id(scenario)
    module.scenario(scenario)
    ruleset = require_rulebook(module.meta.id).ruleset(scenario, module)
    chosen = chosen_options(ruleset, option or ())
    try:
        with out.status(t("cli.autoplay.progress", path=output)):
            report = play(ruleset, seed, turns or ruleset.scenario.turns, output, options=chosen)
    except KeyboardInterrupt:
        if output.is_file():
            warn(t("cli.autoplay.interrupted", path=output))
        raise
    if as_json:
        print_json(asdict(report))
        return
    sides = {side.id: module.side_name(side.id) for side in module.meta.sides}
    out.print(
        t(
            "cli.autoplay.done",
            path=output,
            entries=report.entries,
            turn=report.turn,
            winner=sides.get(report.winner, t("together.result.draw")) if report.winner else "–",
            digest=report.digest,
        ),
        highlight=False,
        markup=False,
        soft_wrap=True,
    )
