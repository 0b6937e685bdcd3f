"""A running export: its recording, target, settings, illustrator and progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Protocol

from engine.play.game import Recording
from engine.report.document import Document, compose
from engine.report.scene import Scene, Scenes
from engine.report.settings import Settings
from engine.report.viewpoint import Viewed, default_viewpoint, owned, viewed


class Cancelled(Exception):  # noqa: N818  # an order, not an error
    """The export was cancelled by the user."""


class Illustrator(Protocol):
    """Draws the pictures of a report for the engine, which itself draws none."""

    def plate(self, scene: Scene, settings: Settings) -> bytes:
        """Return the picture of a scene in the image format of the settings."""
        ...


def _quiet(done: int, total: int) -> None:
    """Ignore progress."""


@dataclass
class Job:
    """An export. ``progress`` is called with the number of steps done and the total, and may raise
    :class:`Cancelled`.
    """

    recording: Recording
    target: Path
    settings: Settings = field(default_factory=Settings)
    illustrator: Illustrator | None = None
    progress: Callable[[int, int], None] = _quiet
    left_out: list[str] = field(default_factory=list)
    """Messages about content that the format cannot include."""
    log: Path | None = None
    """The file of the exported log, if there is one."""
    last: int | None = None
    """The number of the last entry to export, if requested."""
    whole: Recording = field(init=False)
    """The recording with everything that its log contains."""
    viewpoint: str = field(init=False)
    """The effective viewpoint: that of the settings, or the game's default."""

    def __post_init__(self) -> None:
        """Observe the recording. Raises UserError for an unknown or undeclared viewpoint."""
        self.whole = self.recording
        asked = self.settings.viewpoint
        self.viewpoint = asked or default_viewpoint(self.recording, self.log)
        self.recording = viewed(owned(self.whole, self.viewpoint, self.log), self.viewpoint)
        if isinstance(self.recording, Viewed):
            self.left_out += self.recording.left_out

    @cached_property
    def scenes(self) -> Scenes:
        """The scenes of the recording."""
        return Scenes(self.recording, front=self.settings.front)

    @cached_property
    def document(self) -> Document:
        """The composed report."""
        return compose(self.scenes, self.settings)
