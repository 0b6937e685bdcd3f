"""The pictures that go beside a report of text: written into a folder of their own, numbered."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import UserError
from engine.files import write_atomic
from engine.i18n import t
from engine.report.document import Passage
from engine.report.job import Job
from engine.report.photos import SUFFIXES, photo_bytes, photo_of

SHORT = 40
"""Letters of a caption that a file name keeps."""
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a report: its file, and what it shows."""

    number: int
    """From 1 in the order of the report."""
    file: Path
    caption: str


def folder_of(target: Path) -> Path:
    """Where the pictures of a report go: beside it."""
    return target.with_name(f"{target.stem}-pictures")


def write_pictures(job: Job) -> dict[int, Picture]:
    """Draw a picture of every moment, by its step; none without somebody who draws.

    Raises UserError if the folder cannot be written.
    """
    if job.illustrator is None or not job.settings.pictures:
        return {}
    folder, found = folder_of(job.target), {}
    passages = job.document.passages
    if passages:
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            why = error.strerror
            raise UserError(t("log.error.unwritable", path=job.target, why=why)) from None
    for number, passage in enumerate(passages, 1):
        file = folder / f"{number:02d}-{slug(passage)}.{job.settings.image}"
        settings = job.settings.model_copy(update={"caption": False, "legend": False})
        write_atomic(file, job.illustrator.plate(passage.scene, settings))
        found[passage.number] = Picture(number, file, passage.scene.caption)
        job.progress(number, len(passages))
    return found


def write_photos(job: Job, first: int) -> dict[int, Picture]:
    """Write the writer's own photos beside the report, numbered from ``first``, by their steps.

    Raises UserError if the folder cannot be written.
    """
    found: dict[int, Picture] = {}
    folder, notes = folder_of(job.target), job.document.notes
    for passage in job.document.passages:
        photo = photo_of(notes, passage.scene.step.annotation)
        if photo is None or not job.settings.pictures:
            continue
        number = first + len(found)
        entry = passage.scene.step.entry.id
        file = folder / f"{number:02d}-entry-{entry}-photo{SUFFIXES[photo.mime]}"
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            why = error.strerror
            raise UserError(t("log.error.unwritable", path=job.target, why=why)) from None
        write_atomic(file, photo_bytes(photo))
        caption = photo.caption or t("report.photo.of", entry=entry)
        found[passage.number] = Picture(number, file, caption)
    return found


def slug(passage: Passage) -> str:
    """A name for a file: the entry and the first words of what happened, in plain letters."""
    told = unicodedata.normalize("NFKD", passage.scene.caption).encode("ascii", "ignore").decode()
    words = _NOT_IN_NAMES.sub("-", told.lower()).strip("-")[:SHORT].rstrip("-")
    return f"entry-{passage.scene.step.entry.id}-{words}".rstrip("-")
