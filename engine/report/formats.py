"""Export formats that need no drawn pictures; the app adds the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import UserError
from engine.files import ONE_FILE
from engine.i18n import t
from engine.report.as_bbcode import export_bbcode
from engine.report.as_markdown import export_markdown
from engine.report.as_records import export_csv, export_json
from engine.report.job import Job
from engine.report.one_file import export_game
from engine.report.viewpoint import BOTH

Writer = Callable[[Job, Path], None]
"""Writes the export of a job; the path is that of the log."""


@dataclass(frozen=True, slots=True)
class Format:
    """An export format; its title is in the catalogue under ``report.format.<name>``."""

    name: str
    suffix: str
    write: Writer
    illustrated: bool = False
    """Whether the format contains drawn pictures."""
    also: tuple[str, ...] = ()
    """Other suffixes that files of this format may have."""
    vassal: bool = False
    """Whether the format is only for games of VASSAL modules."""
    one_position: bool = False
    """Whether a file holds the position after the last exported entry, and no entries."""


def _to_vassal(job: Job, log: Path, *, steps: bool) -> None:
    from engine.report.as_vassal import export_to_vassal  # only games from VASSAL need it

    if job.settings.viewpoint not in ("", BOTH):  # covers stay covers in the file
        raise UserError(t("report.viewpoint.whole", viewpoint=job.settings.viewpoint))
    given = export_to_vassal(
        job.whole,
        log,
        job.target,
        steps=steps,
        source=job.settings.source,
        owner=job.settings.owner,
        on_progress=job.progress,
    )
    job.left_out += given.left_out


def _whole(write: Writer) -> Writer:
    """Return a writer for a format that contains the whole log and so cannot hide anything."""

    def writes(job: Job, log: Path) -> None:
        if job.viewpoint != BOTH:
            key = "report.viewpoint.whole" if job.settings.viewpoint else "report.viewpoint.ask"
            raise UserError(t(key, viewpoint=job.viewpoint))
        write(job, log)

    return writes


ENGINE_FORMATS: tuple[Format, ...] = (
    Format("md", ".md", lambda job, _: export_markdown(job), illustrated=True, also=(".markdown",)),
    Format(
        "bbcode",
        ".bbcode.txt",
        lambda job, _: export_bbcode(job),
        illustrated=True,
        also=(".txt", ".bbcode"),
    ),
    Format("csv", ".csv", lambda job, _: export_csv(job)),
    Format("json", ".json", lambda job, _: export_json(job)),
    Format("game", ONE_FILE, _whole(export_game)),
    Format(
        "vsav",
        ".vsav",
        lambda job, log: _to_vassal(job, log, steps=False),
        vassal=True,
        one_position=True,
    ),
    Format("vlog", ".vlog", lambda job, log: _to_vassal(job, log, steps=True), vassal=True),
)
