"""``holland44 export``: recorded games as pages, documents, pictures, films, tables,
forum posts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, get_args

import typer

from engine import interrupts
from engine.cli.console import (
    BAD_INPUT,
    LineOpt,
    echo,
    err,
    file_progress,
    out,
    report_damage,
    show,
    warn,
    warn_of,
)
from engine.core.errors import UnwritableError, UserError, system_reason
from engine.export.vassal_page import art_owner, export_with_art
from engine.files import kind_of, need_writable, size_words
from engine.i18n import t
from engine.log.annotation_files import merged
from engine.log.annotations import SUFFIX as NOTES_SUFFIX
from engine.log.annotations import Annotations, load_for
from engine.log.store import SUFFIX as LOG_SUFFIX
from engine.play.game import Recording
from engine.report.formats import ENGINE_FORMATS, Format
from engine.report.job import Illustrator, Job
from engine.report.output import Output, default_name, named, output_of
from engine.report.pictures import picture_count
from engine.report.scene import Scenes
from engine.report.settings import Settings, recipe_named, settings_of, with_recipe
from engine.report.viewpoint import BOTH, NEUTRAL, default_viewpoint, readable, withheld

Draws = Callable[[Scenes, Settings], Illustrator]


@dataclass
class Offer:
    """The available export formats, and the factory of the illustrator."""

    formats: dict[str, Format] = field(default_factory=lambda: {f.name: f for f in ENGINE_FORMATS})
    draws: Draws | None = None


OFFER = Offer()
"""The formats available in this process; the app adds its own at start-up."""


def offer(formats: Iterable[Format], draws: Draws) -> None:
    """Add formats that need drawn pictures."""
    OFFER.formats |= {f.name: f for f in formats}
    OFFER.draws = draws


def export_command(
    files: Annotated[
        list[Path] | None, typer.Argument(help=t("cli.export.files"), metavar="FILE")
    ] = None,
    to: Annotated[str, typer.Option("--to", help=t("cli.export.to"), metavar="FORMAT")] = "",
    output: Annotated[
        str | None,  # a path that ends with a separator is a folder
        typer.Option("-o", "--output", help=t("cli.export.output"), metavar="PATH"),
    ] = None,
    notes: Annotated[
        list[Path] | None,
        typer.Option("--notes", help=t("cli.export.notes"), metavar="FILE.h44aar"),
    ] = None,
    entries: Annotated[str, typer.Option("--entries", help=t("cli.export.entries"))] = "",
    around: Annotated[int, typer.Option("--around", help=t("cli.export.around"))] = 0,
    dialect: Annotated[
        str, typer.Option("--dialect", help=t("cli.export.dialect"), metavar="forum|bgg")
    ] = "",
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help=t("cli.export.set"), metavar="NAME=VALUE"),
    ] = None,
    recipe: Annotated[str, typer.Option("--recipe", help=t("cli.export.recipe"))] = "",
    save: Annotated[str, typer.Option("--save-recipe", help=t("cli.export.save"))] = "",
    at: Annotated[int | None, typer.Option("--at", help=t("cli.export.at"), min=1)] = None,
    line: LineOpt = None,
    art: Annotated[bool, typer.Option("--art", help=t("cli.export.art"))] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help=t("cli.export.overwrite"))] = False,
    listed: Annotated[bool, typer.Option("--list", help=t("cli.export.list"))] = False,
) -> None:
    """Export recorded games."""
    if listed:
        _list()
        return
    if output == "":
        raise UserError(t("cli.usage.empty", name="-o / --output"))
    logs = _logs(files or [])
    if not logs:
        raise UserError(t("cli.export.nothing"))
    if to and to not in OFFER.formats:
        known = ", ".join(sorted(OFFER.formats))
        raise UserError(t("cli.export.unknown", format=to, known=known))
    if not to and not recipe:
        raise UserError(t("cli.export.format"))
    several = len(logs) > 1
    if several and output is not None and not _is_folder(output):
        raise UserError(t("cli.export.several"))
    given = _settings_from(settings or [])
    if entries:
        given["entries"] = entries
    if around:
        given["around"] = around
    if dialect:
        given["dialect"] = dialect
    failed, damaged = False, list[Recording]()
    taken: set[Path] = set()
    for log in logs:
        try:
            exported = _export(
                log, to, output, notes or [], given, recipe, save, at, taken,
                line=line, art=art, overwrite=overwrite,
            )  # fmt: skip
            damaged += [exported] if exported.damage else []
        except (UserError, OSError) as error:
            if not several:
                raise
            failed = True
            why = error if isinstance(error, UserError) else system_reason(error)
            err.print(t("cli.export.failed", path=log, why=why), style="red", markup=False,
                      highlight=False, soft_wrap=True)  # fmt: skip
    if failed:
        raise typer.Exit(BAD_INPUT)
    for recording in damaged[-1:]:
        report_damage(recording)


def _export(
    log: Path,
    to: str,
    output: str | None,
    notes: list[Path],
    given: dict[str, str],
    recipe: str,
    save: str,
    at: int | None,
    taken: set[Path],
    *,
    line: str | None,
    art: bool,
    overwrite: bool,
) -> Recording:
    recording = Recording.load(log, notes[0] if notes else None, tip=at, line=line)
    others = [load_for(log, recording.log.header.id, path) for path in notes[1:]]
    unread: list[str] = []
    warn_of(recording)
    settings = Settings()
    if recipe:
        asked, settings = recipe_named(recording.annotations, recipe)
        to = to or asked
        if to not in OFFER.formats:
            known = ", ".join(sorted(OFFER.formats))
            raise UserError(t("cli.export.unknown", format=to, known=known))
    if art and to != "html":
        raise UserError(t("cli.export.art_only"))
    settings = settings_of({**settings.changed(), **given})
    kind = OFFER.formats[to]
    if others:
        viewpoint = settings.viewpoint or default_viewpoint(recording, log)
        files = [recording.annotations, *others]
        read = readable(recording, files, viewpoint)
        unread = withheld(n for n in files if n not in read)
        recording.annotate(merged(*(read or [Annotations(log=recording.log.header.id)])))
    job = Job(recording, log, settings, log=log, last=at)
    job.left_out += unread
    if OFFER.draws is not None and kind.illustrated and settings.pictures:
        job.illustrator = OFFER.draws(job.scenes, settings)
    job.target = _target(log, output, kind, several=picture_count(job, kind.name) > 1)
    planned = output_of(job, kind)
    if planned.target in taken:  # of two games with one name the first would be gone
        raise UserError(t("cli.export.taken", path=planned.target))
    taken.add(planned.target)
    need_writable(planned.target)
    existing = [] if overwrite else planned.in_the_way()
    if existing and kind_of(job.target) == "":  # a recorded game is never replaced
        raise UserError(t("cli.export.exists", path=existing[0], number=len(existing)))
    if save:
        path = notes[0] if notes else log.with_suffix(NOTES_SUFFIX)
        annotations = load_for(log, recording.log.header.id, path) if path.is_file() else None
        with_recipe(annotations or recording.annotations, save, to, settings).save(path)
        echo("cli.export.saved", name=save, path=path)
    if art:
        show(t("vassal.warning.art", owner=art_owner(recording)), "yellow")
        export_with_art(job.recording, job.target, job.settings)
    else:
        _write(job, kind, planned, log)
    _report(job)
    _report_written(planned)
    return recording


def _write(job: Job, kind: Format, planned: Output, log: Path) -> None:
    """Write the file of an export, with a progress bar that Ctrl-C ends."""
    if planned.folder is not None:
        warn(planned.describe())
    with file_progress() as bar, interrupts.deferred():
        task = bar.add_task(t("cli.export.progress", path=job.target), total=None)

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)
            interrupts.check()

        job.progress = progress
        kind.write(job, log)


def _report(job: Job) -> None:
    """Report content left out of the export, and content beyond the requested entries."""
    if job.viewpoint != BOTH and not job.settings.viewpoint:
        side = job.recording.module.side_name(job.viewpoint)
        viewer = t("report.viewpoint.everybody") if job.viewpoint == NEUTRAL else side
        job.left_out.append(t("report.viewpoint.shown", viewpoint=viewer))
    ranged = job.settings.entries not in ("moments", "proposed", "all")
    if ranged and job.target.suffix == ".html":
        job.left_out.append(t("report.html.whole", count=len(job.recording)))
    for sentence in job.left_out:
        warn(sentence)


def _report_written(planned: Output) -> None:
    files = planned.in_the_way()
    size = sum(f.stat().st_size for f in files)
    echo("cli.export.done", path=planned.target, size=size_words(size))


def _target(log: Path, output: str | None, kind: Format, *, several: bool) -> Path:
    """Return where to write. Raises UserError for the suffix of another format."""
    pictures = several and kind.name == "png"
    if output is None:
        return default_name(log, kind, log.parent, several=pictures)
    folder = Path(output)
    if _is_folder(output):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnwritableError(folder, error) from None
        return default_name(log, kind, folder, several=pictures)
    return folder if pictures else named(kind, folder)


def _is_folder(output: str) -> bool:
    return Path(output).is_dir() or output.endswith(("/", os.sep))


def _logs(files: list[Path]) -> list[Path]:
    """Return the logs to export; a folder means all logs in it."""
    result: list[Path] = []
    for file in files:
        if file.is_dir():
            names = sorted(os.listdir(file))  # unlike a pattern it says what cannot be read
            result += [file / name for name in names if name.endswith(LOG_SUFFIX)]
        else:
            result.append(file)
    return result


def _settings_from(words: list[str]) -> dict[str, Any]:
    result = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise UserError(t("cli.export.pair", given=word))
        number = value.isascii() and value.isdigit()
        # A choice among numbers takes no text.
        result[name.strip()] = int(value) if number and name.strip() != "entries" else value
    return result


def _list() -> None:
    for name, kind in OFFER.formats.items():
        out.print(f"{name:8}{kind.suffix:14}{t(f'report.format.{name}')}", highlight=False)
    out.print()
    for name, value in Settings.model_fields.items():
        choices = ", ".join(map(str, get_args(value.annotation)))
        known = f"  ({choices})" if choices else ""
        out.print(f"{name} = {value.default}{known}", highlight=False, markup=False)
