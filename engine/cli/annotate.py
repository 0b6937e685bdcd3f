"""``holland44 annotate``: titles, chapters and comments of entries, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from engine.cli.console import JsonOpt, LineOpt, LogArg, echo, print_json, show
from engine.core.errors import UserError, first_fault
from engine.i18n import language, t
from engine.log.annotations import SUFFIX, Annotations, load_for
from engine.log.annotations import Annotation as Note
from engine.play.game import Recording


def annotate(
    file: LogArg,
    entry: Annotated[int, typer.Argument(help=t("cli.annotate.entry"), metavar="ENTRY", min=1)],
    title: Annotated[str | None, typer.Option("--title", help=t("cli.annotate.title"))] = None,
    chapter: Annotated[
        str | None, typer.Option("--chapter", help=t("cli.annotate.chapter"))
    ] = None,
    comment: Annotated[
        str | None, typer.Option("--comment", help=t("cli.annotate.comment"))
    ] = None,
    moment: Annotated[
        bool | None, typer.Option("--moment/--no-moment", help=t("cli.annotate.moment"))
    ] = None,
    notes: Annotated[
        Path | None,
        typer.Option("--notes", help=t("cli.annotate.notes"), metavar="FILE.h44aar"),
    ] = None,
    line: LineOpt = None,
    as_json_: JsonOpt = False,
) -> None:
    """Change the annotation of an entry, or print it when no option changes it."""
    recording = Recording.load(file, notes if notes and notes.is_file() else None, line=line)
    step = recording.timeline.step_of(entry)
    if step is None:
        raise UserError(t("cli.no_entry", path=file, entry=entry))
    given = {"title": title, "chapter": chapter, "comment": comment}
    changes = {name: text for name, text in given.items() if text is not None}
    if changes or moment is not None:
        path = notes or file.with_suffix(SUFFIX)
        log_id = recording.log.header.id
        begun = Annotations(log=log_id, language=language())
        annotations = load_for(file, log_id, path) if path.is_file() else begun
        changed = annotations.with_note(entry, lambda note: _with(note, changes))
        if moment is not None:
            changed = changed.with_moment(entry, moment)
        changed.save(path)
        if not as_json_:
            echo("cli.annotate.saved", entry=entry, path=path)
        note = changed.entries.get(entry, Note())
    else:
        note = recording.annotations.entries.get(entry, Note())
    if as_json_:
        print_json({"entry": entry, **note.model_dump(mode="json", exclude_defaults=True)})
    elif not changes and moment is None:
        show(f"#{entry}  {recording.step(step).sentence}")
        for name in given:
            if text := getattr(note, name):
                show(f"{t(f'cli.annotate.field.{name}')}: {text}")


def _with(note: Note, changes: dict[str, str]) -> Note:
    """Return a changed annotation. Raises UserError for a text that is too long."""
    try:
        return Note.model_validate({**note.model_dump(), **changes})
    except ValidationError as error:
        where, why = first_fault(error)
        raise UserError(t("cli.annotate.wrong", field=where, why=why)) from None
