"""Export formats with pictures, and their painters, loaded on first use."""

from __future__ import annotations

import os
from pathlib import Path

from engine.core.errors import UserError
from engine.report.formats import Format
from engine.report.job import Illustrator, Job
from engine.report.scene import Scenes
from engine.report.settings import Settings
from holland44_qt.platform import has_display, qt_problem


def need_qt() -> None:
    """Load Qt, off the screen where there is no display.

    Raises UserError if libraries are missing.
    """
    if not has_display():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    problem = qt_problem()
    if problem is not None:
        raise UserError(problem)


def illustrator(scenes: Scenes, settings: Settings) -> Illustrator:
    """Port for the painter of a recording's pictures."""
    need_qt()
    from holland44_qt.report.illustrator import QtIllustrator

    return QtIllustrator(scenes, settings)


def _html(job: Job, _log: Path) -> None:
    need_qt()
    from engine.export.html import PICTURE_WIDTH, export_html
    from holland44_qt.page_renderer import PageRenderer

    asked = "width" in job.settings.model_fields_set
    width = job.settings.width if asked else PICTURE_WIDTH
    renderer = PageRenderer(job.recording.module, job.settings.theme)
    export_html(job.recording, renderer, job.target, width, job.settings)


def _png(job: Job, _log: Path) -> None:
    need_qt()
    from holland44_qt.report.as_png import export_png

    export_png(job)


def _pdf(job: Job, _log: Path) -> None:
    need_qt()
    from holland44_qt.report.as_pdf import export_pdf

    export_pdf(job)


def _film(job: Job, _log: Path) -> None:
    need_qt()
    from holland44_qt.report.as_film import export_film

    export_film(job)


DRAWN_FORMATS: tuple[Format, ...] = (
    Format("html", ".html", _html, also=(".htm",)),
    Format("pdf", ".pdf", _pdf),
    Format("png", ".png", _png, also=(".webp", ".jpg")),
    Format("mp4", ".mp4", _film),
    Format("webm", ".webm", _film),
    Format("gif", ".gif", _film),
    Format("webp", ".webp", _film),
)
