"""Export a replay page with the pictures of the VASSAL module."""

from __future__ import annotations

from pathlib import Path

from engine.export.html import PICTURE_WIDTH, export_html
from engine.export.vassal_sheet import Sheet
from engine.i18n import t
from engine.play.game import Recording
from engine.report.settings import Settings
from engine.vassal.errors import VassalError


def art_owner(recording: Recording) -> str:
    """Return the owner of a game's pictures. Raises VassalError for a game without them."""
    drawing = recording.module.drawing
    if drawing is None or not drawing.has_pictures:
        raise VassalError(t("vassal.error.no_art"))
    return drawing.owner


def export_with_art(recording: Recording, path: Path, settings: Settings | None = None) -> None:
    """Write a replay page with the module's own pictures."""
    export_html(recording, Sheet(recording, art=True), path, PICTURE_WIDTH, settings)
