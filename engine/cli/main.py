"""The ``holland44`` command: the table of its commands and their sources.

Commands are imported when used; the overall help is made from the table alone. The app adds the
commands that draw.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from io import TextIOWrapper
from typing import Annotated

import typer

from engine import interrupts
from engine.cli.help_words import translate_help
from engine.cli.rows import Row, group_of
from engine.core.errors import UserError, one_line, system_reason
from engine.i18n import t
from engine.version import version_text

BAD_INPUT = 2
"""Exit code: the command failed because of its arguments or files."""

COMMANDS = (
    Row("new", "engine.cli.new:new", "cli.new.help"),
    Row("replay", "engine.cli.log:replay", "cli.replay.help"),
    Row("state", "engine.cli.log:state", "cli.state.help"),
    Row("verify", "engine.cli.log:verify_command", "cli.verify.help"),
    Row("repair", "engine.cli.log:repair_command", "cli.repair.help"),
    Row("import", "engine.cli.new:import_command", "cli.import.help"),
    Row("export", "engine.cli.export:export_command", "cli.export.help"),
    Row("annotate", "engine.cli.annotate:annotate", "cli.annotate.help"),
    Row("stats", "engine.cli.report:stats", "cli.stats.help"),
    Row("audit", "engine.cli.judge:audit", "cli.audit.help"),
    Row("odds", "engine.cli.judge:odds", "cli.odds.help"),
    Row("why-not", "engine.cli.judge:why_not", "cli.why_not.help"),
    Row("supply", "engine.cli.judge:supply", "cli.supply.help"),
    Row("rules", "engine.cli.rules:rules", "cli.rules.help"),
    Row("rule", "engine.cli.rules:rule", "cli.rule.help"),
    Row("coverage", "engine.cli.rules:coverage", "cli.coverage.help"),
    Row("autoplay", "engine.cli.rules:autoplay", "cli.autoplay.help"),
    Row("match", "engine.cli.opponent:match", "opponent.cli.match.help"),
    Row("analyse", "engine.cli.analysis:analyse", "analysis.cli.help"),
    Row("study", "engine.cli.studies:study", "studies.cli.study.help"),
    Row("library", "engine.cli.studies:library", "studies.cli.library.help"),
    Row("computer", "engine.cli.opponent:computer", "opponent.cli.computer.help"),
    Row("probe", "engine.cli.probe:probe", "cli.probe.help"),
    Row("schema", "engine.cli.schema:schema", "cli.schema.help"),
    Row("modules", "engine.cli.modules:modules_app", "cli.modules.help"),
    Row("turn", "engine.cli.turn:turn_app", "cli.turn.help"),
    Row("secret", "engine.cli.secrets:secret_app", "cli.secret.help"),
    Row("host", "engine.cli.together:host", "cli.host.help"),
    Row("join", "engine.cli.together:join", "cli.join.help"),
    Row("chat", "engine.cli.together:chat", "cli.chat.help"),
    Row("result", "engine.cli.together:result", "cli.result.help"),
    Row("rematch", "engine.cli.together:rematch", "cli.rematch.help"),
    Row("clock", "engine.cli.together:clock", "cli.clock.help"),
    Row("take-back", "engine.cli.together:take_back", "cli.take_back.help"),
    Row("referee", "engine.cli.together:referee", "cli.referee.help"),
    Row("author", "engine.cli.author:author_app", "cli.author.help"),
    Row("vassal", "engine.cli.vassal:vassal_app", "vassal.cli.help"),
)


def app_of(rows: Iterable[Row]) -> typer.Typer:
    """Return the command line with these commands; a later row replaces an earlier one of
    its name.
    """
    made = typer.Typer(
        name="holland44",
        cls=group_of(rows),
        help=t("cli.help"),
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # plain: frames and Markdown take longer than all the rest
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(_root)
    return made


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(version_text())
        raise typer.Exit


def _root(
    show_version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help=t("cli.opt.version")),
    ] = False,
) -> None:
    """Handle the options of the program itself, such as ``--version``."""


translate_help()
app = app_of(COMMANDS)


@interrupts.exits()
def main(commands: typer.Typer = app) -> None:
    """Run the command line; on a user error print one sentence and exit with code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal or file may not know every character
            stream.reconfigure(errors="backslashreplace")
    try:
        code = commands(standalone_mode=False)
    except UserError as error:
        _print_error(str(error))
    except OSError as error:  # a full disk, a folder that may not be written to
        why, path = system_reason(error), error.filename
        key = "cli.system" if path is None else "cli.system.file"
        _print_error(one_line(t(key, why=why, path=path)))
    except Exception as error:
        from engine.cli.usage import is_usage_error, usage_sentence

        if not is_usage_error(error):
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            typer.echo(error, err=True)
            raise SystemExit(BAD_INPUT) from None
        _print_error(usage_sentence(error))
    else:
        raise SystemExit(code if isinstance(code, int) else 0)


def _print_error(sentence: str) -> None:
    from engine.cli.console import err

    err.print(sentence, style="red", highlight=False, soft_wrap=True)
    raise SystemExit(BAD_INPUT) from None
