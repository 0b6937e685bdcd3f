"""The ``holland44`` command: everything that needs no drawing. The app adds the rest."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import BaseModel, TypeAdapter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from engine.cli_export import register as register_export
from engine.cli_judge import register as register_judge
from engine.cli_modules import modules_app
from engine.cli_report import register as register_report
from engine.cli_rules import HouseOpt, ModeOpt, house_of, mode_named
from engine.cli_rules import register as register_rules
from engine.cli_turn import turn_app
from engine.console import (
    BAD_INPUT,
    FOUND,
    JsonOpt,
    LineOpt,
    LogArg,
    err,
    out,
    print_json,
    say,
    show,
    warn,
)
from engine.core.actions import Action
from engine.core.effects import Effect
from engine.core.errors import Holland44Error
from engine.core.scenario import Scenario
from engine.core.state import as_json, digest
from engine.game import Recording
from engine.i18n import t
from engine.log.annotations import Annotations
from engine.log.entry import Entry, Header
from engine.log.store import SUFFIX as LOG_SUFFIX
from engine.log.store import load, repair
from engine.log.verify import verify
from engine.probe import probe_main
from engine.scrutiny import Scrutiny
from engine.terminal import print_replay, print_state
from engine.umpire import new_game
from engine.validate import PARTS
from engine.vassal.cli import joints_table, vassal_app
from engine.vassal.importing import import_files, is_module
from engine.vassal.opening import new_game as new_board
from engine.vassal.series import Order

app = typer.Typer(
    name="holland44",
    help=t("cli.help"),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(modules_app, name="modules")
app.add_typer(turn_app, name="turn")
app.add_typer(vassal_app, name="vassal")
register_rules(app)
register_judge(app)
register_report(app)
register_export(app)

NotesOpt = Annotated[
    Path | None, typer.Option("--notes", help=t("cli.opt.notes"), metavar="FILE.h44aar")
]


def main() -> None:
    """Run the command line; an error meant for a person is one sentence and exit code 2."""
    try:
        app()
    except Holland44Error as error:
        err.print(str(error), style="red", highlight=False, soft_wrap=True)
        raise SystemExit(BAD_INPUT) from None
    except OSError as error:  # a full disk, a folder that may not be written to
        err.print(t("cli.system", why=error.strerror or error), style="red", highlight=False)
        raise SystemExit(BAD_INPUT) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def _version(wanted: bool) -> None:
    if wanted:
        out.print(f"holland44 {version('holland44-qt')}", highlight=False)
        raise typer.Exit


@app.callback()
def root(
    show_version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help=t("cli.opt.version")),
    ] = False,
) -> None:
    """Root of all commands: only ``--version`` lives here."""


@app.command(help=t("cli.new.help"))
def new(
    game: Annotated[str, typer.Argument(help=t("cli.arg.game"))],
    output: Annotated[Path, typer.Option("-o", "--output", help=t("cli.new.output"))],
    scenario: Annotated[str, typer.Argument(help=t("cli.arg.scenario"))] = "",
    title: Annotated[str, typer.Option(help=t("cli.new.title"))] = "",
    mode: ModeOpt = "off",
    house: HouseOpt = None,
    option: Annotated[list[str] | None, typer.Option(help=t("cli.new.option"))] = None,
) -> None:
    """Start a game."""
    if is_module(Path(game)):
        with new_board(Path(game), output, scenario, title=title) as opened:
            for notice in opened.notices:
                show(notice, "yellow")
            say("cli.new.done", path=output, pieces=len(opened.now.pieces))
        return
    agreed = {number: level for number, level in house_of(house).items() if level}
    with new_game(
        output,
        game,
        scenario,
        title=title,
        mode=mode_named(mode),
        house=agreed,
        options=option or (),
    ) as started:
        pieces = len(started.now.pieces)
    say("cli.new.done", path=output, pieces=pieces)


@app.command(help=t("cli.replay.help"))
def replay(
    file: LogArg,
    to: Annotated[int | None, typer.Option("--to", help=t("cli.replay.to"), metavar="N")] = None,
    start: Annotated[int, typer.Option("--from", help=t("cli.replay.from"), metavar="N")] = 1,
    delay: Annotated[float, typer.Option(help=t("cli.replay.delay"), min=0, max=60)] = 0,
    comments: Annotated[bool, typer.Option(help=t("cli.replay.comments"))] = True,
    notes: NotesOpt = None,
    line: LineOpt = None,
) -> None:
    """Replay in the terminal."""
    recording = _load(file, notes, tip=to, line=line)
    last = len(recording) if to is None else _step(recording, to)
    print_replay(out, recording, first=start, last=last, delay=delay, comments=comments)


@app.command(help=t("cli.state.help"))
def state(
    file: LogArg,
    at: Annotated[int | None, typer.Option("--at", help=t("cli.state.at"), metavar="N")] = None,
    line: LineOpt = None,
    as_json_: JsonOpt = False,
) -> None:
    """Print a position."""
    recording = _load(file, tip=at, line=line)
    step = len(recording) if at is None else _step(recording, at)
    position = recording.state(step)
    places = recording.module.places
    if as_json_:
        print_json({**as_json(position, places), "digest": digest(position, places)})
    else:
        print_state(out, recording, step)


@app.command("verify", help=t("cli.verify.help"))
def verify_command(
    file: LogArg,
    line: LineOpt = None,
    rules: Annotated[bool, typer.Option("--rules", help=t("cli.verify.rules"))] = False,
    as_json_: JsonOpt = False,
) -> None:
    """Check a log."""
    loaded = load(file)
    recording = Recording.load(file, line=line)
    scrutiny = Scrutiny(recording) if rules else None
    with _progress(t("cli.verify.progress"), len(loaded.log), quiet=as_json_) as advance:
        places = recording.module.places
        see = scrutiny.see if scrutiny else lambda _state, _entry: None
        tip = recording.timeline.entries[-1].id if len(recording) else 0
        report = verify(loaded.log, places, recording.annotations, advance, see, tip=tip)
    if loaded.damage:
        report.problems.insert(0, loaded.damage)
    notices = list(recording.notices)
    if scrutiny:
        report.problems += [*map(str, scrutiny.stretches), *map(str, scrutiny.breaches)]
        notices += map(str, scrutiny.remarks)
    if as_json_:
        print_json({"path": str(file), "notices": notices, **asdict(report)})
    else:
        for notice in notices:
            if notice != loaded.damage:
                show(notice, "yellow")
        for problem in report.problems:
            show(problem, "red")
        key = "cli.verify.damaged" if report.problems else "cli.verify.sound"
        say(
            key,
            path=file,
            entries=report.entries,
            branches=report.branches,
            digests=report.digests,
            digest=report.digest,
            problems=len(report.problems),
        )
    if report.problems:
        raise typer.Exit(FOUND)


@app.command("repair", help=t("cli.repair.help"))
def repair_command(
    file: LogArg,
    output: Annotated[Path, typer.Option("-o", "--output", help=t("cli.repair.output"))],
) -> None:
    """Save what is intact."""
    loaded = load(file)
    for notice in (*loaded.notices, *([loaded.damage] if loaded.damage else [])):
        show(notice, "yellow")
    entries = repair(loaded, output)
    say("cli.repair.done", path=output, entries=entries)


@app.command(help=t("cli.schema.help"))
def schema(
    what: Annotated[str, typer.Argument(help=t("cli.schema.what"), metavar="WHAT")],
) -> None:
    """Print a JSON schema."""
    known: dict[str, Callable[[], Any]] = {
        "actions": lambda: TypeAdapter(Action).json_schema(),
        "effects": lambda: TypeAdapter(Effect).json_schema(),
        "entry": Entry.model_json_schema,
        "header": Header.model_json_schema,
        "annotations": Annotations.model_json_schema,
        "module": _module_schemas,
    }
    if what not in known:
        raise Holland44Error(t("cli.schema.unknown", what=what, known=", ".join(known)))
    print_json(known[what]())


@app.command("import", help=t("cli.import.help"))
def import_command(
    files: Annotated[list[Path], typer.Argument(help=t("cli.import.files"), metavar="FILE...")],
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
) -> None:
    """Import a VASSAL save or log."""
    target = output or files[0].with_suffix(LOG_SUFFIX)
    with out.status(t("cli.import.progress", path=files[0])):
        imported, written = import_files(
            files, target, module, side, join, libraries=library or (), order=order
        )
    if imported.joints:
        out.print(joints_table(imported.joints))
    for problem in (*imported.problems, *imported.differences):
        show(problem, "yellow")
    say(
        "cli.import.done",
        path=written.log,
        entries=len(imported.entries),
        module=written.module.name,
    )


@app.command(help=t("cli.probe.help"))
def probe() -> None:
    """Answer questions about positions, one JSON object a line."""
    probe_main(sys.stdin.buffer, sys.stdout.buffer)


def _module_schemas() -> dict[str, Any]:
    models: dict[str, type[BaseModel]] = {**PARTS, "scenarios/*.json": Scenario}
    return {name: model.model_json_schema() for name, model in models.items()}


def _load(
    file: Path, notes: Path | None = None, tip: int | None = None, line: str | None = None
) -> Recording:
    recording = Recording.load(file, notes, tip=tip, line=line)
    for notice in recording.notices:
        warn(notice)
    return recording


def _step(recording: Recording, entry: int) -> int:
    """The step after an entry; 0 for 0."""
    if entry == 0:
        return 0
    recording.log[entry]
    step = recording.timeline.step_of(entry)
    assert step is not None, "the line was chosen to lead to this entry"
    return step


@contextmanager
def _progress(title: str, total: int, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """A progress bar on the terminal that goes away when it is done."""
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeRemainingColumn(), console=err, transient=True, disable=quiet
    ) as bar:
        task = bar.add_task(title, total=total)

        def advance(done: int) -> None:
            bar.update(task, completed=done)

        yield advance
