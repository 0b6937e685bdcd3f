"""A replay page with the pictures of the module that a game was played on."""

from __future__ import annotations

from pathlib import Path

from engine.export.html import export_html
from engine.i18n import t
from engine.play.game import Recording
from engine.vassal.errors import VassalError
from engine.vassal.sheet import Sheet


def art_owner(recording: Recording) -> str:
    """Whose the pictures of a game are. Raises VassalError for a game without foreign ones."""
    drawing = recording.module.drawing
    if drawing is None or not drawing.has_pictures:
        raise VassalError(t("vassal.error.no_art"))
    return drawing.owner


def export_with_art(recording: Recording, path: Path) -> None:
    """Write a replay page with the module's own pictures."""
    export_html(recording, Sheet(recording, art=True), path)
