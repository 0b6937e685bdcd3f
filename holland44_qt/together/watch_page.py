"""The spectators' pages: the replay page of an export, redrawn during the game."""

from __future__ import annotations

from pathlib import Path

from holland44_qt.platform import has_display
from holland44_qt.report.formats import need_qt


def prepare() -> None:
    """Start Qt in the main thread, so that other threads can draw pages."""
    import os

    need_qt()
    if not has_display():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from holland44_qt.board.render import gui

    _APPS.append(gui())


_APPS: list[object] = []
"""A reference that keeps the application alive."""


def draw_page(log: Path) -> str:
    """Return the replay page of a log."""
    from engine.export.html import page
    from engine.play.game import Recording
    from holland44_qt.page_renderer import PageRenderer

    recording = Recording.load(log)
    return page(recording, PageRenderer(recording.module))
