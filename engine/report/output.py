"""Names of the files and folders that an export writes: one rule for all formats.

A file has the suffix of its format; a name without a suffix gets it. The pictures of a text are in
a folder named after the whole file (``r.md-pictures``), so that two formats never share a folder.
Several ``png`` pictures are written into a folder with the given name. Existing files are never
replaced without asking.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import UserError
from engine.files import kind_of, suffix_of
from engine.i18n import t
from engine.report.formats import Format
from engine.report.job import Job
from engine.report.pictures import folder_of, our_pictures, picture_count


@dataclass(frozen=True, slots=True)
class Output:
    """The paths an export will write."""

    target: Path
    """The file, or the folder for several pictures."""
    folder: Path | None = None
    """The folder of the pictures, if the export has any."""
    pictures: int = 0

    def in_the_way(self) -> list[Path]:
        """Return existing files, of an earlier export or of the user, that writing would replace or
        remove.
        """
        files = [self.target] if self.target.is_file() else []
        return files + (our_pictures(self.folder) if self.folder is not None else [])

    def describe(self) -> str:
        """Return one sentence with the names."""
        if self.folder is None:
            return t("report.output.file", path=self.target)
        key = "report.output.folder" if self.folder == self.target else "report.output.both"
        return t(key, path=self.target, folder=self.folder, number=self.pictures)


def named(kind: Format, path: Path) -> Path:
    """Return the path with the suffix of the format.

    Raises UserError for the suffix of another format: ``x.html`` is no name for a PDF.
    """
    lower = path.name.lower()
    if any(lower.endswith(suffix) for suffix in (kind.suffix, *kind.also)):
        return path
    if kind_of(path):
        raise UserError(t("file.error.game", path=path))
    if suffix_of(path) or path.is_file():
        good = path.with_name(f"{path.name.removesuffix(suffix_of(path))}{kind.suffix}")
        raise UserError(t("report.output.suffix", path=path, format=kind.name, good=good))
    return path.with_name(f"{path.name}{kind.suffix}")


def default_name(log: Path, kind: Format, folder: Path, *, several: bool) -> Path:
    """Return the name for the export of a log in a folder where the user gave none."""
    return folder / (f"{log.stem}-{kind.name}" if several else f"{log.stem}{kind.suffix}")


def output_of(job: Job, kind: Format, *, draws: bool | None = None) -> Output:
    """Return the paths that a job will write. Raises UserError for several pictures in one file."""
    count = picture_count(job, kind.name, draws=draws)
    if kind.name == "png":
        if count <= 1:
            return Output(job.target)
        if job.target.is_file() or suffix_of(job.target):
            good = job.target.with_name(job.target.name.removesuffix(suffix_of(job.target)))
            raise UserError(t("report.output.several", number=count, path=job.target, good=good))
        return Output(job.target, job.target, count)
    if not count:
        return Output(job.target)
    return Output(job.target, folder_of(job.target), count)
