"""Write the pictures of a text report into a folder beside it, numbered."""

from __future__ import annotations

import errno
import glob
import os
import re
import secrets
import shutil
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine import interrupts
from engine.core.errors import UnwritableError
from engine.files import write_atomic
from engine.i18n import t
from engine.report.document import chosen_steps
from engine.report.job import Job
from engine.report.photos import SUFFIXES, photo_bytes, photo_of
from engine.report.scene import Scene

SHORT = 40
"""Maximum number of letters of a caption in a file name."""
WITH_PICTURES = ("md", "bbcode")
"""Formats of text with pictures in files beside it."""
_OURS = re.compile(r"\d{2,}-entry-\d+(-[a-z0-9-]*)?\.(png|webp|jpe?g|gif)$")
_DRAFT = ".draft"
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a report: its number, file and caption."""

    number: int
    """Number in the order of the report, from 1."""
    file: Path
    caption: str


def folder_of(target: Path) -> Path:
    """Return the folder of a report's pictures: beside it, named after the whole file."""
    return target.with_name(f"{target.name}-pictures")


def our_pictures(folder: Path) -> list[Path]:
    """List the pictures in a folder that an export has written, without the user's own."""
    if not folder.is_dir():
        return []
    return sorted(file for file in folder.iterdir() if _OURS.match(file.name))


def drafts_of(folder: Path) -> list[Path]:
    """List the draft folders left behind by interrupted exports."""
    return list(folder.parent.glob(f".{glob.escape(folder.name)}.????????{_DRAFT}"))


@contextmanager
def picture_folder(folder: Path) -> Iterator[Path]:
    """Yield a draft folder to draw into; on success its pictures move to the final folder.

    Pictures of an earlier export are then removed; other files stay. Raises UserError if the folder
    cannot be written.
    """
    draft = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}{_DRAFT}")
    try:
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        draft.mkdir()
        try:
            yield draft
            interrupts.check()
            drawn = sorted(draft.iterdir())
            if drawn:
                folder.mkdir(exist_ok=True)
            for old in our_pictures(folder):
                old.unlink()
            for file in drawn:
                file.replace(folder / file.name)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    except UnwritableError as error:  # it names the draft
        raise UnwritableError(folder, error.error) from None
    except OSError as error:
        raise UnwritableError(folder, error) from None


def picture_count(job: Job, kind: str, *, draws: bool | None = None) -> int:
    """Return the number of picture files that an export in the format ``kind`` will write.

    ``draws`` overrides whether the job is assumed to have an illustrator.
    """
    draws = job.illustrator is not None if draws is None else draws
    settings = job.settings
    if kind == "png":
        return len(chosen_steps(job.scenes, settings))
    if kind not in WITH_PICTURES or not settings.pictures:
        return 0
    if kind == "md" and settings.entries == "all":
        return 0
    notes = job.document.notes
    own = (photo_of(notes, p.scene.step.annotation) for p in job.document.passages)
    return len(job.document.passages) * draws + sum(map(bool, own))


def write_pictures(job: Job, draft: Path) -> dict[int, Picture]:
    """Draw a picture of every moment into a draft folder; return the pictures by step.

    Without an illustrator there are none. Raises UserError if the folder cannot be written.
    """
    if job.illustrator is None or not job.settings.pictures:
        return {}
    folder, result = folder_of(job.target), {}
    passages = job.document.passages
    settings = job.settings.model_copy(update={"caption": False, "legend": False})
    for number, passage in enumerate(passages, 1):
        name = f"{number:02d}-{slug(passage.scene)}.{job.settings.image}"
        write_atomic(draft / name, job.illustrator.plate(passage.scene, settings))
        result[passage.number] = Picture(number, folder / name, passage.scene.caption)
        job.progress(number, len(passages))
    return result


def write_photos(job: Job, draft: Path, first: int) -> dict[int, Picture]:
    """Write the writer's own photos into a draft folder, numbered from ``first``; return them by
    step.

    Raises UserError if the folder cannot be written.
    """
    result: dict[int, Picture] = {}
    folder, notes = folder_of(job.target), job.document.notes
    for passage in job.document.passages:
        photo = photo_of(notes, passage.scene.step.annotation)
        if photo is None or not job.settings.pictures:
            continue
        number = first + len(result)
        entry = passage.scene.step.entry.id
        name = f"{number:02d}-entry-{entry}-photo{SUFFIXES[photo.mime]}"
        write_atomic(draft / name, photo_bytes(photo))
        caption = photo.caption or t("report.photo.of", entry=entry)
        result[passage.number] = Picture(number, folder / name, caption)
    return result


def slug(scene: Scene) -> str:
    """Return a file name in plain letters: the entry number and its title or first words."""
    title = scene.step.annotation.title or scene.caption
    ascii_title = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    words = _NOT_IN_NAMES.sub("-", ascii_title.lower()).strip("-")[:SHORT].rstrip("-")
    return f"entry-{scene.step.entry.id}-{words}".rstrip("-")
